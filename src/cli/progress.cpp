#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace covolve::cli {

namespace {

constexpr auto kTerminalInterval = std::chrono::milliseconds(200);
constexpr auto kLogInterval = std::chrono::seconds(10);

}  // namespace

std::string progressText(const generate::Progress& progress) {
  if (progress.targets == 0) return progress.phase;
  std::string text =
      fmt::format("{}  {:.1f} s  {:.0f} {}/s  {}/{} targets", progress.phase, progress.seconds,
                  progress.seconds > 0 ? static_cast<double>(progress.count) / progress.seconds : 0.0,
                  progress.unit, progress.covered, progress.targets);
  if (progress.faults > 0)
    text += fmt::format("  {} fault{}", progress.faults, progress.faults == 1 ? "" : "s");
  return text;
}

ProgressLine::ProgressLine(bool quiet) : quiet_(quiet), isTerminal_(isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const generate::Progress& progress) {
  // In a log only figures are worth a line.
  if (quiet_ || (!isTerminal_ && progress.targets == 0)) return;
  const auto now = Clock::now();
  // The first figures of a phase are news, too: in a log they say that the search has begun.
  const bool isNewPhase = progress.phase != phase_ || (progress.targets > 0 && !hasFigures_);
  const auto interval = isTerminal_ ? Clock::duration(kTerminalInterval) : Clock::duration(kLogInterval);
  if (!isNewPhase && now - last_ < interval) return;
  phase_ = progress.phase;
  hasFigures_ = progress.targets > 0;
  last_ = now;
  if (isTerminal_) {
    fmt::print(stderr, "\r\033[K{}", progressText(progress));
    isShown_ = true;
  } else {
    fmt::print(stderr, "{}\n", progressText(progress));
  }
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (isShown_) fmt::print(stderr, "\r\033[K");
  isShown_ = false;
  phase_.clear();
}

}  // namespace covolve::cli
