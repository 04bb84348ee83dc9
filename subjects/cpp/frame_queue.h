#pragma once

#include <cstddef>
#include <cstdint>

namespace cpp {

enum class Status : std::uint8_t { Ok, Full, Empty, TooLong, BadChecksum, Closed };

/// A message on the wire.
struct Frame {
  std::uint8_t channel;
  std::uint8_t length;
  std::uint16_t checksum;
};

/// Waiting frames of a serial line: no heap, no exceptions; what goes wrong is told by a status.
class FrameQueue {
 public:
  static constexpr std::size_t kCapacity = 4;
  static constexpr std::uint8_t kLongest = 64;
  static constexpr std::uint8_t kUrgentChannel = 7;

  static std::uint16_t checksumOf(std::uint8_t channel, std::uint8_t length);

  /// A frame of the urgent channel goes to the front.
  Status push(const Frame& frame);
  Status pop(Frame* frame);
  /// Forgets the frames of a channel and tells how many these were.
  int discard(std::uint8_t channel);
  /// Nothing can be pushed until all that waits is popped.
  void close();
  void reset();

  bool isOpen() const { return !closed_; }
  std::size_t size() const { return size_; }
  unsigned dropped() const { return dropped_; }

 private:
  std::size_t place(std::size_t offset) const { return (first_ + offset) % kCapacity; }

  Frame frames_[kCapacity] = {};
  std::size_t first_ = 0;
  std::size_t size_ = 0;
  unsigned dropped_ = 0;
  bool closed_ = false;
};

/// A short text for logs; never null.
const char* text(Status status);

}  // namespace cpp
