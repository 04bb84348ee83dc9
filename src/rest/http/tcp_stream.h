// One TCP connection, read and written with as few calls of the system as there
// can be: the hot path is one send and one receive.
//
// Easy to get wrong: waiting. Calls give up after a moment (kPatience), so that a
// stop and the deadline are heeded; only then the clock is looked at.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "rest/http/descriptor.h"
#include "rest/http/tcp.h"

namespace covolve::rest {

class TcpStream {
 public:
  using Clock = std::chrono::steady_clock;
  enum class State { Fine, Closed, Reset, TimedOut, Stopped };

  explicit TcpStream(const std::atomic<bool>& stop) : stop_(stop) {}

  bool isOpen() const { return static_cast<bool>(socket_); }
  void close() { socket_.close(); }

  /// To any of the host's addresses. Returns why not; empty where it is open now.
  std::string connect(const std::string& host, uint16_t port, Clock::time_point deadline);
  /// Until all is written, or an answer comes before that: then Fine, too, for it tells what is wrong.
  State send(std::string_view bytes, Clock::time_point deadline);
  /// To be called where an answer has begun and more is waited for (tcp.h).
  void acknowledge() { acknowledgeAtOnce(socket_.number()); }
  /// Appends what has come; Fine where that is something.
  State receive(std::string& bytes, Clock::time_point deadline);

 private:
  State wait(short events, Clock::time_point deadline);

  const std::atomic<bool>& stop_;
  Descriptor socket_;
  std::array<char, 16384> piece_;
};

}  // namespace covolve::rest
