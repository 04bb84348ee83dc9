#include "generate/option_values.h"

#include <algorithm>
#include <map>

namespace covolve::generate {

void dropWithoutEffect(OptionValues& values) {
  const OptionValues all = values;
  const auto valueOf = [&](const std::string& option) {
    const auto value = std::ranges::find(all, option.substr(2), &OptionValues::value_type::first);
    return value != all.end() ? value->second : "";
  };
  const std::map<std::string, OptionNeeds> needs = search::optionNeeds();
  std::erase_if(values, [&](const auto& value) {
    const auto found = needs.find("--" + value.first);
    return found != needs.end() && unmetNeed(found->second, valueOf) != nullptr;
  });
}

}  // namespace covolve::generate
