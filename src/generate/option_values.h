// The declared options of a run as they were in effect, for its report: those
// that its level has, under their names without dashes.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/level.h"
#include "base/number_option.h"
#include "base/switch_option.h"
#include "search/parameters.h"

namespace covolve::generate {

using OptionValues = std::vector<std::pair<std::string, std::string>>;

template <class Record>
void addNumbers(const std::vector<NumberOption<Record>>& numbers, const Record& record, Level level,
                OptionValues& values) {
  for (const NumberOption<Record>& number : numbers) {
    if (!number.levels.contain(level)) continue;
    const auto text = [&](auto member) { return fmt::format("{}", record.*member); };
    values.emplace_back(number.option.substr(2), std::visit(text, number.member));
  }
}

template <class Record>
void addSwitches(const std::vector<SwitchOption<Record>>& switches, const Record& record, Level level,
                 OptionValues& values) {
  for (const SwitchOption<Record>& one : switches) {
    if (one.levels.contain(level))
      values.emplace_back(one.option.substr(2), record.*one.member ? "on" : "off");
  }
}

/// What the others leave without effect is none of the run's options.
void dropWithoutEffect(OptionValues& values);

}  // namespace covolve::generate
