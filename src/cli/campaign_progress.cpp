#include "cli/campaign_progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "markup/text.h"

namespace covolve::cli {

using campaign::CampaignProgress;
using campaign::Tally;
using markup::lengthOf;
using markup::shortened;

namespace {

constexpr size_t kRows = 16;

constexpr size_t kFigures = 4 * 10;  // columns of a row behind its name
constexpr size_t kLongestName = 40;

std::string row(const std::string& name, size_t width, const std::string& figures, size_t columns) {
  const std::string shown = shortened(name, width);
  const std::string padding(width - lengthOf(shown), ' ');
  return shortened("  " + shown + padding + figures, columns) + "\n";
}

std::string figures(const Tally& tally) {
  return fmt::format("  {:>8}  {:>8}  {:>8}  {:>8}", tally.finished, tally.running, tally.failed,
                     tally.left() - tally.running);
}

size_t columnsOfTerminal() {
  winsize size{};
  const bool isKnown = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return isKnown ? size.ws_col : 80;
}

}  // namespace

std::string roughDuration(double seconds) {
  const auto whole = static_cast<uint64_t>(std::llround(std::max(seconds, 0.0)));
  const uint64_t minutes = (whole + 30) / 60;
  const uint64_t hours = minutes / 60;
  if (whole < 90) return fmt::format("{} s", whole);
  if (minutes < 60) return fmt::format("{} min", minutes);
  if (hours < 24) return fmt::format("{} h {} min", hours, minutes % 60);
  return fmt::format("{} d {} h", hours / 24, hours % 24);
}

std::string campaignTable(const std::string& name, const CampaignProgress& progress, size_t columns) {
  const Tally& all = progress.all;
  std::string text =
      fmt::format(": {} of {} runs done, {} running", all.finished + all.failed, all.planned, all.running);
  if (all.failed > 0) text += fmt::format(", {} failed", all.failed);
  if (progress.secondsLeft && all.left() > 0) {
    text += fmt::format(", about {} left", roughDuration(*progress.secondsLeft));
  }
  text = shortened(shortened(name, kLongestName) + text, columns) + "\n";

  const size_t count = progress.configurations.size();
  const size_t shown = count > kRows ? kRows - 1 : count;
  const std::string heading = "configuration";
  size_t width = heading.size();
  for (size_t i = 0; i < shown; ++i) width = std::max(width, lengthOf(progress.configurations[i].first));
  const size_t room = columns > kFigures + 2 + heading.size() ? columns - kFigures - 2 : heading.size();
  width = std::min({width, kLongestName, room});
  text +=
      row(heading, width,
          fmt::format("  {:>8}  {:>8}  {:>8}  {:>8}", "finished", "running", "failed", "waiting"), columns);
  for (size_t i = 0; i < shown; ++i) {
    const auto& [configuration, tally] = progress.configurations[i];
    text += row(configuration, width, figures(tally), columns);
  }
  if (shown < count) text += shortened(fmt::format("  and {} more", count - shown), columns) + "\n";
  return text;
}

CampaignTable::CampaignTable(std::string name, bool quiet)
    : name_(std::move(name)), isShowing_(!quiet && isatty(STDERR_FILENO) == 1) {}

void CampaignTable::show(const CampaignProgress& progress) {
  const auto now = Clock::now();
  if (!isShowing_ || (lines_ > 0 && now - last_ < std::chrono::milliseconds(250))) return;
  last_ = now;
  const std::string text = campaignTable(name_, progress, columnsOfTerminal());
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
