// Time as it would have passed on a machine of our own. Where other work keeps
// all processors busy, a compiler takes several times as long, and what ends by
// the clock would end with less. So this clock goes slower by what the others
// take, down to a third of the pace: who waits at the terminal waits by the clock
// on the wall.
//
// What we start ourselves is no other work, however much of it there is: it is
// told by its ancestors.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace covolve {

/// Processor time since some moment, in the system's ticks.
struct ProcessorTime {
  uint64_t idle = 0;  // of all processors
  uint64_t busy = 0;
  uint64_t ours = 0;  // of `busy`
};

/// Of a second on the wall between the two, from 1/3 to 1.
double fairShare(const ProcessorTime& before, const ProcessorTime& after);

/// All zero where the system does not tell.
ProcessorTime readProcessorTime();

class FairClock {
 public:
  using Clock = std::chrono::steady_clock;

  explicit FairClock(std::function<ProcessorTime()> read = readProcessorTime);
  ~FairClock();
  FairClock(const FairClock&) = delete;
  FairClock& operator=(const FairClock&) = delete;

  Clock::time_point now() const;

 private:
  void watch(const std::stop_token& stop);
  void look();
  Clock::time_point at(Clock::time_point wall) const;

  std::function<ProcessorTime()> read_;
  mutable std::mutex mutex_;
  std::condition_variable_any ended_;
  ProcessorTime seen_;
  Clock::time_point seenAt_;  // on the wall
  Clock::time_point fairAt_;  // by this clock
  double pace_ = 1;
  std::jthread watcher_;  // the last member: it uses the others
};

}  // namespace covolve
