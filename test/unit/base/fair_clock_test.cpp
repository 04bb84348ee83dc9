#include "base/fair_clock.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/deadline.h"
#include "base/process.h"

namespace covolve {
namespace {

using std::chrono_literals::operator""ms;

TEST(FairShare, IsAllWhereNobodyWaits) {
  EXPECT_DOUBLE_EQ(fairShare({0, 0, 0}, {100, 100, 10}), 1);
  EXPECT_DOUBLE_EQ(fairShare({0, 0, 0}, {0, 200, 200}), 1) << "all processors are busy with what is ours";
  EXPECT_DOUBLE_EQ(fairShare({}, {}), 1) << "the system does not tell";
}

TEST(FairShare, IsOursOfWhatIsBusy) {
  EXPECT_DOUBLE_EQ(fairShare({100, 100, 50}, {100, 300, 150}), 0.5);
  EXPECT_DOUBLE_EQ(fairShare({0, 0, 0}, {0, 200, 2}), 1.0 / 3)
      << "who waits at the terminal cannot wait for ever";
  EXPECT_DOUBLE_EQ(fairShare({0, 0, 30}, {0, 200, 20}), 1.0 / 3)
      << "a process has ended that nobody waited for";
}

TEST(FairClock, GoesSlowlyWhileOthersWork) {
  std::atomic<uint64_t> ticks = 0;
  const FairClock clock([&] {
    ticks += 100;
    return ProcessorTime{0, ticks, 0};
  });
  const auto fairBegin = clock.now();
  const auto begin = FairClock::Clock::now();
  std::this_thread::sleep_for(1500ms);
  const std::chrono::duration<double> fair = clock.now() - fairBegin;
  const std::chrono::duration<double> wall = FairClock::Clock::now() - begin;
  EXPECT_LT(fair, 0.9 * wall);
  EXPECT_GT(fair, 0.3 * wall);
}

TEST(FairClock, KnowsOurOwnTimeAndThatOfOurChildren) {
  const ProcessorTime before = readProcessorTime();
  ASSERT_GT(before.busy, 0u);
  ASSERT_TRUE(run({.arguments = {"sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"}}));
  const ProcessorTime after = readProcessorTime();
  EXPECT_GT(after.ours, before.ours);
  EXPECT_LE(after.ours - before.ours, after.busy - before.busy + 10);
}

TEST(Process, ADeadlineHoldsByItsOwnClock) {
  const auto begin = Deadline::Clock::now();
  const auto halfAsFast = [=] { return begin + (Deadline::Clock::now() - begin) / 2; };
  const auto completed =
      run({.arguments = {"sleep", "1000"}, .deadline = Deadline(begin + 150ms, halfAsFast)});
  ASSERT_TRUE(completed);
  EXPECT_TRUE(completed->timedOut);
  EXPECT_GE(Deadline::Clock::now() - begin, 300ms);
}

}  // namespace
}  // namespace covolve
