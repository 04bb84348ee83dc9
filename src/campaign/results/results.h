// What a campaign has to say: tables for people (Markdown), programs (CSV) and
// papers (LaTeX), plots (SVG), and one page (HTML) that opens from disk.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "campaign/store/data.h"

namespace covolve::campaign {

/// Which figure is compared. More is better for all of them.
enum class Measure { Branches, Lines, Functions, Targets, Faults };

/// "branches", "lines", ... as users write them.
const std::vector<std::string>& measureNames();
Result<Measure> measureNamed(const std::string& name);

/// Writes averages.{md,csv,tex}, comparisons.{md,csv,tex}, runs.csv, failures.md if any, plots/*.svg and
/// index.html into the folder, in place of all that was in it. Names of the files written, in order.
Result<std::vector<std::string>> writeResults(const CampaignData& data, Measure measure,
                                              const std::filesystem::path& folder);

}  // namespace covolve::campaign
