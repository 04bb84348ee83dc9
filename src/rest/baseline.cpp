#include "rest/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/files.h"

namespace covolve::rest {

namespace {

using OrderedJson = nlohmann::ordered_json;

std::string textIn(const OrderedJson& entry, const char* name) {
  const auto found = entry.find(name);
  return found != entry.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace

Result<Baseline> parseBaseline(const std::string& text, const std::string& name) {
  const OrderedJson json = OrderedJson::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("faults") || !json["faults"].is_array())
    return userError(fmt::format("{} is no baseline: it has no list of faults", name));
  Baseline baseline;
  for (const OrderedJson& entry : json["faults"]) {
    KnownFault fault{textIn(entry, "id"), textIn(entry, "kind"), textIn(entry, "operation"),
                     textIn(entry, "description")};
    if (fault.id.empty()) return userError(fmt::format("{} has a fault without an id", name));
    baseline.push_back(std::move(fault));
  }
  return baseline;
}

Result<Baseline> readBaseline(const BaselineOptions& options) {
  std::error_code ignored;
  if (options.adds && !std::filesystem::exists(options.file, ignored)) return Baseline{};
  const auto text = readFile(options.file);
  if (!text)
    return userError(
        fmt::format("there is no baseline {}: --update-baseline makes one", options.file.string()));
  return parseBaseline(*text, options.file.string());
}

void compare(const Baseline& baseline, report::RunReport& report, const WasTried& wasTried) {
  std::set<std::string> known;
  for (const KnownFault& fault : baseline) known.insert(fault.id);
  std::set<std::string> shown;
  for (report::FaultReport& fault : report.faults) {
    fault.isKnown = known.contains(fault.id);
    shown.insert(fault.id);
  }
  report.vanished.emplace();
  size_t untried = 0;
  for (const KnownFault& fault : baseline) {
    if (shown.contains(fault.id)) continue;
    if (wasTried(fault)) {
      report.vanished->push_back(fmt::format("{} {}: {}", fault.id, fault.kind, fault.description));
    } else {
      ++untried;
    }
  }
  if (untried > 0)
    report.notes.push_back(fmt::format(
        "{} fault{} of the baseline could not show: what {} about was left out, or the run ended early.",
        untried, untried == 1 ? "" : "s", untried == 1 ? "it is" : "they are"));
}

std::string writeBaseline(const Baseline& baseline, const report::RunReport& report,
                          const BaselineOptions& options, const WasTried& wasTried) {
  std::set<std::string> shown;
  for (const report::FaultReport& fault : report.faults) shown.insert(fault.id);
  std::map<std::string, KnownFault> kept;
  for (const KnownFault& fault : baseline) {
    if (!options.prunes || shown.contains(fault.id) || !wasTried(fault)) kept.emplace(fault.id, fault);
  }
  for (const report::FaultReport& fault : report.faults) {
    if (options.adds || kept.contains(fault.id))
      kept.insert_or_assign(fault.id, KnownFault{fault.id, fault.kind, fault.function, fault.description});
  }
  OrderedJson faults = OrderedJson::array();
  for (const auto& [id, fault] : kept) {
    faults.push_back({{"id", id},
                      {"kind", fault.kind},
                      {"operation", fault.operation},
                      {"description", fault.description}});
  }
  return OrderedJson{{"faults", std::move(faults)}}.dump(2, ' ', false,
                                                         OrderedJson::error_handler_t::replace) +
         "\n";
}

}  // namespace covolve::rest
