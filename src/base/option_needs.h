// What other options must say for one to have an effect: `--mio-population` counts
// with `--algorithm mio` only. Declared with the option; the command line refuses what
// would have no effect, and the report leaves it out.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace covolve {

/// One of these values; with `isNot` none of them.
struct OptionChoice {
  std::string option;  // "--algorithm"
  std::vector<std::string> values;
  bool isNot = false;
};

/// Each must be fulfilled, by one of its choices.
using OptionNeeds = std::vector<std::vector<OptionChoice>>;

/// Options that need the same.
template <class Option>
struct OptionGroup {
  OptionNeeds needs;
  std::vector<Option> options;
};

template <class Option>
std::vector<Option> together(std::vector<OptionGroup<Option>> groups) {
  std::vector<Option> all;
  for (OptionGroup<Option>& group : groups) {
    for (Option& option : group.options) {
      option.needs = group.needs;
      all.push_back(std::move(option));
    }
  }
  return all;
}

/// Of "--algorithm", as it is in effect.
using OptionValueOf = std::function<std::string(const std::string& option)>;

/// The first need that is not fulfilled; null: there is none.
const std::vector<OptionChoice>* unmetNeed(const OptionNeeds& needs, const OptionValueOf& valueOf);

/// "--mio-population has no effect with --algorithm dynamosa: it needs --algorithm mio"
std::string noEffectSentence(const std::string& option, const std::vector<OptionChoice>& need,
                             const OptionValueOf& valueOf);

}  // namespace covolve
