#include "base/fair_clock.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "base/files.h"

namespace covolve {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{500};

struct Process {
  long parent = 0;
  uint64_t time = 0;  // with that of children whose end it has seen
};

/// "7 (a name (with) brackets) S 1 ...": the parent is the 4th field, the times are the 14th to the 17th.
std::optional<Process> readProcess(const std::string& stat) {
  const size_t name = stat.rfind(')');
  if (name == std::string::npos) return std::nullopt;
  std::istringstream fields(stat.substr(name + 1));
  std::string state;
  Process process;
  fields >> state >> process.parent;
  std::string skipped;
  for (int i = 5; i < 14; ++i) fields >> skipped;
  for (int i = 14; i <= 17; ++i) {
    uint64_t ticks = 0;
    fields >> ticks;
    process.time += ticks;
  }
  return fields ? std::optional(process) : std::nullopt;
}

std::map<long, Process> processes() {
  std::map<long, Process> all;
  std::error_code failed;
  for (fs::directory_iterator entry("/proc", failed), end; !failed && entry != end; entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    long id = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), id);
    if (read.ec != std::errc() || read.ptr != name.data() + name.size()) continue;
    const auto stat = readFile(entry->path() / "stat");
    if (!stat) continue;  // it has just ended
    if (const auto process = readProcess(*stat)) all.emplace(id, *process);
  }
  return all;
}

bool descendsFrom(long ancestor, long id, const std::map<long, Process>& all) {
  for (size_t steps = 0; steps <= all.size(); ++steps) {
    if (id == ancestor) return true;
    const auto found = all.find(id);
    if (found == all.end()) return false;
    id = found->second.parent;
  }
  return false;
}

}  // namespace

double fairShare(const ProcessorTime& before, const ProcessorTime& after) {
  constexpr double kSlowest = 1.0 / 3;
  constexpr double kSpare = 0.05;  // where so much is idle, nobody waits
  const auto since = [](uint64_t from, uint64_t to) {
    return to > from ? static_cast<double>(to - from) : 0;
  };
  const double idle = since(before.idle, after.idle);
  const double busy = since(before.busy, after.busy);
  if (idle > kSpare * (idle + busy) || busy == 0) return 1;
  return std::clamp(since(before.ours, after.ours) / busy, kSlowest, 1.0);
}

ProcessorTime readProcessorTime() {
  const auto text = readFile("/proc/stat");
  if (!text) return {};
  std::istringstream fields(*text);
  std::string name;
  uint64_t user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft = 0, stolen = 0;
  if (!(fields >> name >> user >> nice >> system >> idle >> waiting >> interrupts >> soft >> stolen))
    return {};
  ProcessorTime time{idle + waiting, user + nice + system + interrupts + soft + stolen, 0};
  const std::map<long, Process> all = processes();
  for (const auto& [id, process] : all) {
    if (descendsFrom(getpid(), id, all)) time.ours += process.time;
  }
  return time;
}

FairClock::FairClock(std::function<ProcessorTime()> read)
    : read_(std::move(read)), seen_(read_()), seenAt_(Clock::now()), fairAt_(seenAt_) {
  watcher_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

FairClock::~FairClock() = default;

FairClock::Clock::time_point FairClock::now() const {
  const std::lock_guard lock(mutex_);
  return at(Clock::now());
}

/// Since the last look at the pace that was found then: it is never put back.
FairClock::Clock::time_point FairClock::at(Clock::time_point wall) const {
  return fairAt_ + std::chrono::duration_cast<Clock::duration>((wall - seenAt_) * pace_);
}

void FairClock::watch(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    ended_.wait_for(lock, stop, kBetweenLooks, [] { return false; });
    if (!stop.stop_requested()) look();
  }
}

void FairClock::look() {
  const ProcessorTime now = read_();
  const Clock::time_point wall = Clock::now();
  fairAt_ = at(wall);
  seenAt_ = wall;
  pace_ = fairShare(seen_, now);
  seen_ = now;
}

}  // namespace covolve
