// Reasons to think that a test asks for what the code never promised: null where
// a pointer is followed, a structure filled by hand, a helper that only its own
// file may call. A crash of such a test is seldom a bug; one of a test without
// any is what a maintainer wants to hear of.
//
// Easy to get wrong: a doubt is a guess from the outside. It orders faults
// (fault_rank.h) and lets the search prefer tests that raise fewer; it hides nothing.
#pragma once

#include <bit>
#include <span>
#include <string>

#include "program/model.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

enum class ContractDoubt : unsigned {
  Null,            // passed for a pointer, also as an empty smart one
  StaticHelper,    // called last: static, or in an unnamed namespace
  Detail,          // some call is of a namespace that the library keeps for itself
  HandMadeStruct,  // filled by the test, with pointers among its fields
  LooseArray,      // a pointer to one value, or to as many characters as nobody said
  LentMemory,      // elements that the code may change, and may not free
  Itself,          // an object is passed to its own method, or twice to a function that changes it
  Circle,          // an object is passed to a part of itself, or a part is put to a second place
  Orphan,          // an object is used that was made of one that is gone
  Replaced,        // an object is used that may have been a part of one that was filled anew
  Iterator,        // one is moved or followed that may point behind the last element, or nowhere
  Element,         // the first or last one of what may be empty, by the last call
  HugeNumber,      // anywhere in the test
  HugeArgument,    // of the last call
};

class ContractDoubts {
 public:
  void add(ContractDoubt doubt) { bits_ |= bit(doubt); }
  bool has(ContractDoubt doubt) const { return (bits_ & bit(doubt)) != 0; }
  bool none() const { return bits_ == 0; }
  int count() const { return std::popcount(bits_); }
  /// All of these are among the others.
  bool areAmong(ContractDoubts others) const { return (bits_ & ~others.bits_) == 0; }

  bool operator==(const ContractDoubts&) const = default;

 private:
  static unsigned bit(ContractDoubt doubt) { return 1u << static_cast<unsigned>(doubt); }

  unsigned bits_ = 0;
};

/// Of a test whose last step is the one in question.
ContractDoubts doubtsAbout(std::span<const Step> steps, const program::Model& model);

/// Whether a call is given a pointer, through which it may change it, to an object that is a variable of the
/// test: nobody else may free that. For most faults this means nothing.
bool lendsObject(std::span<const Step> steps, const program::Model& model);

/// One clause: "null is passed".
std::string clauseFor(ContractDoubt doubt);

}  // namespace covolve::unit
