#include "base/option_needs.h"

#include <algorithm>
#include <cstdlib>

namespace covolve {

namespace {

/// 0 and 0.0 are one value.
bool isSame(const std::string& one, const std::string& other) {
  if (one == other) return true;
  char* ends[2] = {};
  const double numbers[2] = {std::strtod(one.c_str(), &ends[0]), std::strtod(other.c_str(), &ends[1])};
  const bool areNumbers = !one.empty() && !other.empty() && *ends[0] == '\0' && *ends[1] == '\0';
  return areNumbers && numbers[0] == numbers[1];
}

bool isChosen(const OptionChoice& choice, const std::string& value) {
  const bool isOne =
      std::ranges::any_of(choice.values, [&](const std::string& one) { return isSame(one, value); });
  return isOne != choice.isNot;
}

}  // namespace

const std::vector<OptionChoice>* unmetNeed(const OptionNeeds& needs, const OptionValueOf& valueOf) {
  for (const std::vector<OptionChoice>& need : needs) {
    const auto isMet = [&](const OptionChoice& choice) { return isChosen(choice, valueOf(choice.option)); };
    if (std::ranges::none_of(need, isMet)) return &need;
  }
  return nullptr;
}

std::string noEffectSentence(const std::string& option, const std::vector<OptionChoice>& need,
                             const OptionValueOf& valueOf) {
  std::string present;
  std::string wanted;
  for (const OptionChoice& choice : need) {
    present += (present.empty() ? "" : " and ") + choice.option + " " + valueOf(choice.option);
    wanted += (wanted.empty() ? "" : " or ") + choice.option + (choice.isNot ? " other than" : "");
    for (const std::string& value : choice.values)
      wanted += (&value == &choice.values.front() ? " " : " or ") + value;
  }
  return option + " has no effect with " + present + ": it needs " + wanted;
}

}  // namespace covolve
