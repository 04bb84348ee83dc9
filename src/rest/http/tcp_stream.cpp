#include "rest/http/tcp_stream.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace covolve::rest {

namespace {

constexpr std::chrono::milliseconds kPatience{100};

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

int millisecondsUntil(TcpStream::Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - TcpStream::Clock::now());
  return static_cast<int>(std::clamp<int64_t>(left.count(), 0, kPatience.count()));
}

void makeQuick(int socket) {
  fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) & ~O_NONBLOCK);
  const int yes = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  // A receive that blocks for a moment is cheaper than asking first whether there is something.
  const timeval moment{0, kPatience.count() * 1000};
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &moment, sizeof moment);
}

int errorOf(int socket) {
  int error = 0;
  socklen_t size = sizeof error;
  return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) != 0 ? errno : error;
}

}  // namespace

std::string TcpStream::connect(const std::string& host, uint16_t port, Clock::time_point deadline) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int error = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found); error != 0)
    return gai_strerror(error);
  const Addresses addresses(found, &freeaddrinfo);
  std::string reason;
  for (const addrinfo* address = found; address != nullptr; address = address->ai_next) {
    // Not blocking until it is connected: that may take longer than anybody waits.
    socket_ = Descriptor(::socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!socket_) return std::strerror(errno);
    int error = ::connect(socket_.number(), address->ai_addr, address->ai_addrlen) == 0 ? 0 : errno;
    if (error == EINPROGRESS) {
      const State state = wait(POLLOUT, deadline);
      if (state == State::TimedOut) error = ETIMEDOUT;
      if (state == State::Stopped) error = ECANCELED;
      if (state == State::Fine) error = errorOf(socket_.number());
    }
    if (error == 0 && isConnectedToItself(socket_.number())) error = ECONNREFUSED;
    if (error == 0) {
      makeQuick(socket_.number());
      return "";
    }
    reason = error == ETIMEDOUT ? "it takes too long" : std::strerror(error);
    socket_.close();
  }
  return reason;
}

TcpStream::State TcpStream::wait(short events, Clock::time_point deadline) {
  while (true) {
    pollfd end{socket_.number(), events, 0};
    const int ready = poll(&end, 1, millisecondsUntil(deadline));
    if (ready > 0) return State::Fine;
    if (stop_) return State::Stopped;
    if (Clock::now() >= deadline) return State::TimedOut;
  }
}

TcpStream::State TcpStream::send(std::string_view bytes, Clock::time_point deadline) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      bytes.remove_prefix(static_cast<size_t>(sent));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return State::Reset;
    if (const State state = wait(POLLOUT | POLLIN, deadline); state != State::Fine) return state;
    pollfd end{socket_.number(), POLLOUT, 0};
    if (poll(&end, 1, 0) == 0) return State::Fine;  // it does not read on, but answers
  }
  return State::Fine;
}

TcpStream::State TcpStream::receive(std::string& bytes, Clock::time_point deadline) {
  while (true) {
    const ssize_t got = recv(socket_.number(), piece_.data(), piece_.size(), 0);
    if (got > 0) {
      bytes.append(piece_.data(), static_cast<size_t>(got));
      return State::Fine;
    }
    if (got == 0) return State::Closed;
    if (errno != EAGAIN && errno != EINTR) return State::Reset;
    if (const State state = wait(POLLIN, deadline); state != State::Fine) return state;
  }
}

}  // namespace covolve::rest
