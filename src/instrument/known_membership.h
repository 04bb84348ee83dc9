// The calls that ask whether something is in a container or a range: find,
// count, contains, at, erase, std::find and its kin. How many elements were
// compared with what is the library's affair; the distance is that to the
// nearest element's key (known_keys.h).
#pragma once

#include <optional>

#include "covolve/abi.h"
#include "instrument/known_functions.h"

namespace covolve::instrument {

/// How a call is given a range.
enum class RangeShape {
  Iterators,
  Vector,
  Array,
  Sized,    // a pointer, and how many follow: std::span, std::string
  Counted,  // how many, and then the pointer: std::string_view
};

struct Membership {
  abi::ContainerKind container;
  AnswerShape answer;
  abi::KeyShape keys;
  bool erases;  // and with the element perhaps the key
  RangeShape range = RangeShape::Iterators;
  uint64_t bytes = 0;  // of an array
  unsigned first = 0;  // argument that is asked about: std::ranges::find is an object itself
};

std::optional<Membership> membership(const llvm::CallBase& call);

}  // namespace covolve::instrument
