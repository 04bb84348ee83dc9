#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace covolve::cli {

namespace {

constexpr auto kTerminalInterval = std::chrono::milliseconds(200);
constexpr auto kLogInterval = std::chrono::seconds(10);
constexpr auto kTick = std::chrono::seconds(1);

}  // namespace

std::string progressText(const generate::Progress& progress) {
  if (progress.targets == 0) {
    std::string text = progress.phase;
    if (!progress.detail.empty()) text += "  " + progress.detail;
    if (progress.seconds >= 1) text += fmt::format("  {:.0f} s", progress.seconds);
    return text;
  }
  std::string text =
      fmt::format("{}  {:.1f} s  {:.0f} {}/s  {}/{} targets", progress.phase, progress.seconds,
                  progress.seconds > 0 ? static_cast<double>(progress.count) / progress.seconds : 0.0,
                  progress.unit, progress.covered, progress.targets);
  if (progress.faults > 0)
    text += fmt::format("  {} fault{}", progress.faults, progress.faults == 1 ? "" : "s");
  return text;
}

ProgressLine::ProgressLine(bool quiet) : quiet_(quiet), isTerminal_(isatty(STDERR_FILENO) == 1) {
  if (!quiet_) repeating_ = std::jthread([this](const std::stop_token& stop) { repeat(stop); });
}

ProgressLine::Clock::duration ProgressLine::interval() const {
  return isTerminal_ ? Clock::duration(kTerminalInterval) : Clock::duration(kLogInterval);
}

void ProgressLine::show(const generate::Progress& progress) {
  if (quiet_) return;
  const std::lock_guard lock(mutex_);
  if (!progress.notice.empty()) return printNotice(progress.notice);
  const auto now = Clock::now();
  const bool isNewPhase = progress.phase != latest_.phase;
  // The first figures of a phase are news, too: in a log they say that the search has begun.
  const bool isNews = isNewPhase || (progress.targets > 0 && !hasFigures_);
  if (isNewPhase) phaseStart_ = now;
  latest_ = progress;
  if (isNews || now - last_ >= interval()) print(progress, now);
}

void ProgressLine::printNotice(const std::string& notice) {
  fmt::print(stderr, "{}covolve: {}\n", isShown_ ? "\r\033[K" : "", notice);
  std::fflush(stderr);
  isShown_ = false;
}

void ProgressLine::print(const generate::Progress& progress, Clock::time_point now) {
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

/// The latest again, with the time that has gone by.
void ProgressLine::repeat(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    over_.wait_for(lock, stop, kTick, [] { return false; });
    const auto now = Clock::now();
    if (stop.stop_requested() || latest_.phase.empty() || now - last_ < interval()) continue;
    generate::Progress progress = latest_;
    if (progress.targets == 0) progress.seconds = std::chrono::duration<double>(now - phaseStart_).count();
    print(progress, now);
  }
}

void ProgressLine::clear() {
  const std::lock_guard lock(mutex_);
  if (isShown_) fmt::print(stderr, "\r\033[K");
  isShown_ = false;
  latest_ = {};
}

}  // namespace covolve::cli
