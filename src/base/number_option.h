// A number that a user may set, declared once: command line, validation, report
// and reference page derive from the declaration.
#pragma once

#include <cstddef>
#include <string>
#include <variant>

#include "base/level.h"
#include "base/option_needs.h"

namespace covolve {

/// Record is the struct that holds the number; its default is the member's initialiser.
template <class Record>
struct NumberOption {
  std::string option;  // "--population"
  std::string help;
  std::variant<size_t Record::*, double Record::*> member;
  double low;
  double high;
  Levels levels = {};  // that it has an effect on
  OptionNeeds needs = {};
};

}  // namespace covolve
