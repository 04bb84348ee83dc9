#include "connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace service {

bool Connection::waitForRequest(std::chrono::milliseconds limit) const {
  if (begin_ < end_) return true;
  pollfd wanted{socket_, POLLIN, 0};
  int ready = 0;
  do {
    ready = ::poll(&wanted, 1, static_cast<int>(limit.count()));
  } while (ready < 0 && errno == EINTR);
  return ready > 0;
}

bool Connection::flush() {
  std::size_t sent = 0;
  while (sent < written_.size()) {
    const ssize_t count = ::send(socket_, written_.data() + sent, written_.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  written_.clear();
  return true;
}

bool Connection::readExactly(std::size_t size, std::string& to) {
  while (size > 0) {
    char piece[4096];
    const ssize_t count = read(piece, std::min(size, sizeof piece));
    if (count <= 0) return false;
    to.append(piece, static_cast<std::size_t>(count));
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool Connection::readLine(std::string& to) {
  to.clear();
  for (char c = 0; read(&c, 1) == 1;) {
    if (c == '\n') return true;
    if (c != '\r') to += c;
  }
  return false;
}

ssize_t Connection::read(char* to, std::size_t size) {
  if (begin_ == end_) {
    ssize_t count = 0;
    do {
      count = ::recv(socket_, read_.data(), read_.size(), 0);
    } while (count < 0 && errno == EINTR);
    if (count <= 0) return count;
    begin_ = 0;
    end_ = static_cast<std::size_t>(count);
  }
  const std::size_t count = std::min(size, end_ - begin_);
  std::copy_n(read_.data() + begin_, count, to);
  begin_ += count;
  return static_cast<ssize_t>(count);
}

ssize_t Connection::write(const char* from, std::size_t size) {
  written_.append(from, size);
  if (writesApart_ && !flush()) return -1;
  return static_cast<ssize_t>(size);
}

void Connection::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip = "127.0.0.1";
  port = 0;
}

void Connection::get_local_ip_and_port(std::string& ip, int& port) const {
  ip = "127.0.0.1";
  port = 0;
}

}  // namespace service
