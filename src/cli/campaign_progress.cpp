#include "cli/campaign_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace covolve::cli {

using campaign::CampaignProgress;
using campaign::Tally;

namespace {

constexpr size_t kRows = 16;

std::string row(const std::string& name, const Tally& tally, size_t width) {
  return fmt::format("  {:{}}  {:>8}  {:>8}  {:>8}  {:>8}\n", name, width, tally.finished, tally.running,
                     tally.failed, tally.left() - tally.running);
}

}  // namespace

std::string roughDuration(double seconds) {
  const auto whole = static_cast<uint64_t>(std::max(seconds, 0.0) + 0.5);
  const uint64_t minutes = (whole + 30) / 60;
  const uint64_t hours = minutes / 60;
  if (whole < 90) return fmt::format("{} s", whole);
  if (minutes < 60) return fmt::format("{} min", minutes);
  if (hours < 24) return fmt::format("{} h {} min", hours, minutes % 60);
  return fmt::format("{} d {} h", hours / 24, hours % 24);
}

std::string campaignTable(const std::string& name, const CampaignProgress& progress) {
  const Tally& all = progress.all;
  std::string text = fmt::format("{}: {} of {} runs done, {} running", name, all.finished + all.failed,
                                 all.planned, all.running);
  if (all.failed > 0) text += fmt::format(", {} failed", all.failed);
  if (progress.secondsLeft && all.left() > 0) {
    text += fmt::format(", about {} left", roughDuration(*progress.secondsLeft));
  }
  text += "\n";
  size_t width = std::string_view("configuration").size();
  const size_t shown = progress.configurations.size() > kRows ? kRows - 1 : progress.configurations.size();
  for (size_t i = 0; i < shown; ++i) width = std::max(width, progress.configurations[i].first.size());
  width = std::min<size_t>(width, 40);
  text += fmt::format("  {:{}}  {:>8}  {:>8}  {:>8}  {:>8}\n", "configuration", width, "finished", "running",
                      "failed", "waiting");
  for (size_t i = 0; i < shown; ++i) {
    const auto& [configuration, tally] = progress.configurations[i];
    text += row(configuration.substr(0, width), tally, width);
  }
  if (shown < progress.configurations.size()) {
    text += fmt::format("  and {} more\n", progress.configurations.size() - shown);
  }
  return text;
}

CampaignTable::CampaignTable(std::string name, bool quiet)
    : name_(std::move(name)), isShowing_(!quiet && isatty(STDERR_FILENO) == 1) {}

void CampaignTable::show(const CampaignProgress& progress) {
  const auto now = Clock::now();
  if (!isShowing_ || (lines_ > 0 && now - last_ < std::chrono::milliseconds(250))) return;
  last_ = now;
  const std::string text = campaignTable(name_, progress);
  clear();
  fmt::print(stderr, "{}", text);
  std::fflush(stderr);
  lines_ = static_cast<size_t>(std::ranges::count(text, '\n'));
}

void CampaignTable::clear() {
  if (lines_ == 0) return;
  // Up to the table's first line, then everything below it away.
  fmt::print(stderr, "\x1b[{}F\x1b[J", lines_);
  std::fflush(stderr);
  lines_ = 0;
}

}  // namespace covolve::cli
