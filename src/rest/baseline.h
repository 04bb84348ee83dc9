// Faults that are known: they do not fail a run, so that it fails for what is new.
// A file of people's, kept beside the code; it has the form of the faults in
// covolve.json, which can be given as well.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "report/run_report.h"

namespace covolve::rest {

struct KnownFault {
  std::string id;
  std::string kind;
  std::string operation;  // "GET /pets/{petId}"
  std::string description;

  bool operator==(const KnownFault&) const = default;
};

using Baseline = std::vector<KnownFault>;

struct BaselineOptions {
  std::filesystem::path file;  // empty: none
  bool adds = false;           // what is new to it
  bool prunes = false;         // what did not show
};

/// Of no file: empty where it is to be written, a user Error otherwise.
Result<Baseline> readBaseline(const BaselineOptions& options);
Result<Baseline> parseBaseline(const std::string& text, const std::string& name);

/// Whether a run could have shown a known fault.
using WasTried = std::function<bool(const KnownFault&)>;

/// Marks the faults of the report that are known, and lists those that did not show although they were tried;
/// a note says how many were not.
void compare(const Baseline& baseline, report::RunReport& report, const WasTried& wasTried);

/// The baseline with what is new, without what is gone, as the options say; ordered by its identifiers. Only
/// what was tried can be gone.
std::string writeBaseline(
    const Baseline& baseline, const report::RunReport& report, const BaselineOptions& options,
    const WasTried& wasTried = [](const KnownFault&) { return true; });

}  // namespace covolve::rest
