// A queue of fixed capacity as in firmware: compiled with -fno-exceptions -fno-rtti.
//
// What makes it hard: neither harness nor tests may use exceptions; the queue must be filled,
// wrapped around, closed and emptied, with frames whose checksums are right.
// Expected: every feasible branch can be covered; no fault.
// Infeasible: the missing default of the switch (1), which only values outside the enumeration reach.
#include "frame_queue.h"

namespace cpp {

std::uint16_t FrameQueue::checksumOf(std::uint8_t channel, std::uint8_t length) {
  std::uint16_t sum = 0xA5;
  sum = static_cast<std::uint16_t>(sum + channel * 31);
  return static_cast<std::uint16_t>(sum ^ (length << 4));
}

Status FrameQueue::push(const Frame& frame) {
  if (closed_) return Status::Closed;
  if (frame.length > kLongest) {
    ++dropped_;
    return Status::TooLong;
  }
  if (frame.checksum != checksumOf(frame.channel, frame.length)) {
    ++dropped_;
    return Status::BadChecksum;
  }
  if (size_ == kCapacity) {
    ++dropped_;
    return Status::Full;
  }
  if (frame.channel == kUrgentChannel) {
    first_ = place(kCapacity - 1);
    frames_[first_] = frame;
  } else {
    frames_[place(size_)] = frame;
  }
  ++size_;
  return Status::Ok;
}

Status FrameQueue::pop(Frame* frame) {
  if (size_ == 0) return closed_ ? Status::Closed : Status::Empty;
  if (frame != nullptr) *frame = frames_[first_];
  first_ = place(1);
  --size_;
  if (closed_ && size_ == 0) closed_ = false;
  return Status::Ok;
}

int FrameQueue::discard(std::uint8_t channel) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    const Frame frame = frames_[place(i)];
    if (frame.channel == channel) continue;
    frames_[place(kept++)] = frame;
  }
  const int discarded = static_cast<int>(size_ - kept);
  size_ = kept;
  return discarded;
}

void FrameQueue::close() { closed_ = true; }

void FrameQueue::reset() {
  first_ = size_ = 0;
  dropped_ = 0;
  closed_ = false;
}

const char* text(Status status) {
  switch (status) {
    case Status::Ok:
      return "ok";
    case Status::Full:
      return "queue full";
    case Status::Empty:
      return "queue empty";
    case Status::TooLong:
      return "frame too long";
    case Status::BadChecksum:
      return "bad checksum";
    case Status::Closed:
      return "queue closed";
  }
  return "unknown";
}

}  // namespace cpp
