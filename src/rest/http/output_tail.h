// The end of what a program that goes on running writes. Somebody has to read
// it, or the program would wait for that; kept is only a bounded part.
#pragma once

#include <mutex>
#include <string>
#include <thread>

#include "rest/http/descriptor.h"

namespace covolve::rest {

class OutputTail {
 public:
  /// Reads from a pipe's end until it is destroyed.
  explicit OutputTail(Descriptor pipe);
  ~OutputTail();
  OutputTail(const OutputTail&) = delete;
  OutputTail& operator=(const OutputTail&) = delete;

  /// Everything that was written before the call is considered.
  std::string text();

 private:
  void readOn();
  /// Reads what is there; false where nothing more will come.
  bool drain();

  static constexpr size_t kKept = size_t{64} << 10;

  Descriptor pipe_;
  Descriptor wakeUp_;
  std::mutex mutex_;  // of text_, and of reading
  std::string text_;
  std::jthread reader_;
};

}  // namespace covolve::rest
