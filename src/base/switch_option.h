// Something a user may switch on or off, declared once: command line, report
// and reference page derive from the declaration.
#pragma once

#include <string>

#include "base/level.h"
#include "base/option_needs.h"

namespace covolve {

/// Record is the struct that holds the switch; its default is the member's initialiser.
template <class Record>
struct SwitchOption {
  std::string option;  // "--input-to-state"
  std::string help;
  bool Record::* member;
  Levels levels = {};  // that it has an effect on
  OptionNeeds needs = {};
};

}  // namespace covolve
