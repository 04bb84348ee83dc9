#include "rest/http/output_tail.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>

#include <array>
#include <cerrno>
#include <cstdint>

namespace covolve::rest {

OutputTail::OutputTail(Descriptor pipe) : pipe_(std::move(pipe)), wakeUp_(eventfd(0, EFD_CLOEXEC)) {
  fcntl(pipe_.number(), F_SETFL, O_NONBLOCK);
  reader_ = std::jthread([this] { readOn(); });
}

OutputTail::~OutputTail() {
  const uint64_t one = 1;
  (void)!write(wakeUp_.number(), &one, sizeof one);
  reader_.join();
}

std::string OutputTail::text() {
  drain();
  const std::lock_guard lock(mutex_);
  return text_.size() <= kKept ? text_ : text_.substr(text_.size() - kKept);
}

void OutputTail::readOn() {
  std::array<pollfd, 2> ends{pollfd{wakeUp_.number(), POLLIN, 0}, pollfd{pipe_.number(), POLLIN, 0}};
  while (true) {
    if (poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) return;
    if (ends[0].revents != 0 || !drain()) return;
    // A service that writes a line for each request must not wake us for each: the pipe holds some.
    constexpr int kPause = 5;  // milliseconds
    if (poll(ends.data(), 1, kPause) > 0) return;
  }
}

bool OutputTail::drain() {
  const std::lock_guard lock(mutex_);
  while (true) {
    std::array<char, size_t{16} << 10> buffer;
    const ssize_t count = read(pipe_.number(), buffer.data(), buffer.size());
    if (count > 0) {
      text_.append(buffer.data(), static_cast<size_t>(count));
      if (text_.size() > 2 * kKept) text_.erase(0, text_.size() - kKept);
    } else if (count == 0 || errno != EINTR) {
      return count < 0 && errno == EAGAIN;
    }
  }
}

}  // namespace covolve::rest
