// The subject without exceptions computes the right thing.
#include "../../../subjects/cpp/frame_queue.cpp"

#include <gtest/gtest.h>

namespace cpp {
namespace {

Frame frame(std::uint8_t channel, std::uint8_t length = 1) {
  return {channel, length, FrameQueue::checksumOf(channel, length)};
}

TEST(FrameQueue, TellsWhatIsWrongWithAFrame) {
  FrameQueue queue;
  EXPECT_EQ(queue.push(frame(1, 65)), Status::TooLong);
  EXPECT_EQ(queue.push({1, 1, 0}), Status::BadChecksum);
  EXPECT_EQ(queue.pop(nullptr), Status::Empty);
  EXPECT_EQ(queue.dropped(), 2u);
}

TEST(FrameQueue, UrgentFramesOvertakeOthers) {
  FrameQueue queue;
  for (const std::uint8_t channel : {1, 2, 7, 3}) EXPECT_EQ(queue.push(frame(channel)), Status::Ok);
  EXPECT_EQ(queue.push(frame(4)), Status::Full);
  for (const std::uint8_t channel : {7, 1, 2, 3}) {
    Frame first{};
    EXPECT_EQ(queue.pop(&first), Status::Ok);
    EXPECT_EQ(first.channel, channel);
  }
}

TEST(FrameQueue, DiscardsAChannelAndKeepsTheOrderOfTheRest) {
  FrameQueue queue;
  for (const std::uint8_t channel : {1, 2, 1, 3}) queue.push(frame(channel));
  EXPECT_EQ(queue.discard(1), 2);
  Frame first{};
  queue.pop(&first);
  EXPECT_EQ(first.channel, 2);
  EXPECT_EQ(queue.size(), 1u);
}

TEST(FrameQueue, OpensAgainOnceItIsEmptied) {
  FrameQueue queue;
  queue.push(frame(1));
  queue.close();
  EXPECT_EQ(queue.push(frame(1)), Status::Closed);
  EXPECT_EQ(queue.pop(nullptr), Status::Ok);
  EXPECT_TRUE(queue.isOpen());
  queue.close();
  EXPECT_EQ(queue.pop(nullptr), Status::Closed);
  queue.reset();
  EXPECT_TRUE(queue.isOpen());
}

TEST(FrameQueue, EveryStatusHasAText) {
  for (int status = 0; status <= static_cast<int>(Status::Closed); ++status) {
    EXPECT_STRNE(text(static_cast<Status>(status)), "unknown");
  }
  EXPECT_STREQ(text(static_cast<Status>(200)), "unknown");
}

}  // namespace
}  // namespace cpp
