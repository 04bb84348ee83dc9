// A server for tests that sends any bytes: what it does with a connection is a
// function of the test's. Each connection has a thread of its own; all end with
// the server, also those that hang.
#pragma once

#include <arpa/inet.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <charconv>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace covolve::rest::test {

/// One connection as the server sees it. `number` counts from 0.
class RawConnection {
 public:
  RawConnection(int socket, int listener, size_t number)
      : socket_(socket), listener_(listener), number_(number) {}

  size_t number() const { return number_; }

  /// A whole request, its body by Content-Length included; empty where the client has closed.
  std::string readRequest() {
    size_t head = std::string::npos;
    while ((head = unread_.find("\r\n\r\n")) == std::string::npos) {
      if (!readMore()) return {};
    }
    const size_t size = head + 4 + lengthOfBody(std::string_view(unread_).substr(0, head));
    while (unread_.size() < size) {
      if (!readMore()) return {};
    }
    std::string request = unread_.substr(0, size);
    unread_.erase(0, size);
    return request;
  }

  /// False where the client has closed.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(count));
    }
    return true;
  }

  bool answer(std::string_view body, std::string_view head = "200 OK") {
    return send("HTTP/1.1 " + std::string(head) + "\r\nContent-Length: " + std::to_string(body.size()) +
                "\r\n\r\n" + std::string(body));
  }

  void halfClose() { shutdown(socket_, SHUT_WR); }

  /// The connection will end with a reset instead of being closed in order.
  void resetAtEnd() {
    const linger none{.l_onoff = 1, .l_linger = 0};
    setsockopt(socket_, SOL_SOCKET, SO_LINGER, &none, sizeof none);
  }

  void readByte() {
    char byte = 0;
    recv(socket_, &byte, 1, 0);
  }

  /// No further connection is accepted.
  void stopListening() { shutdown(listener_, SHUT_RDWR); }

  void hangUntilClientCloses() {
    while (readMore()) {
    }
  }

 private:
  static size_t lengthOfBody(std::string_view head) {
    constexpr std::string_view kName = "Content-Length: ";
    const size_t found = head.find(kName);
    size_t length = 0;
    if (found != std::string_view::npos)
      std::from_chars(head.data() + found + kName.size(), head.data() + head.size(), length);
    return length;
  }

  bool readMore() {
    char buffer[1 << 14];
    const ssize_t count = recv(socket_, buffer, sizeof buffer, 0);
    if (count > 0) unread_.append(buffer, static_cast<size_t>(count));
    return count > 0;
  }

  int socket_;
  int listener_;
  size_t number_;
  std::string unread_;
};

class RawServer {
 public:
  using Behaviour = std::function<void(RawConnection&)>;

  explicit RawServer(Behaviour behaviour)
      : behaviour_(std::move(behaviour)),
        listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)),
        end_(eventfd(0, EFD_CLOEXEC)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    bind(listener_, reinterpret_cast<sockaddr*>(&address), size);
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    listen(listener_, 16);
    port_ = ntohs(address.sin_port);
    acceptor_ = std::jthread([this] { accept(); });
  }

  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;

  ~RawServer() {
    const uint64_t one = 1;
    (void)!write(end_, &one, sizeof one);
    acceptor_.join();
    {
      const std::lock_guard lock(mutex_);
      for (const int open : sockets_) shutdown(open, SHUT_RDWR);
    }
    threads_.clear();
    close(listener_);
    close(end_);
  }

  uint16_t port() const { return port_; }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

  size_t connections() const {
    const std::lock_guard lock(mutex_);
    return count_;
  }

 private:
  void accept() {
    while (true) {
      pollfd sources[2] = {{end_, POLLIN, 0}, {listener_, POLLIN, 0}};
      poll(sources, 2, -1);
      if (sources[0].revents != 0) return;
      const int connection = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (connection < 0) return;  // it was told to stop listening
      const std::lock_guard lock(mutex_);
      sockets_.push_back(connection);
      threads_.emplace_back([this, connection, number = count_++] { serve(connection, number); });
    }
  }

  void serve(int socket, size_t number) {
    RawConnection connection(socket, listener_, number);
    behaviour_(connection);
    const std::lock_guard lock(mutex_);
    std::erase(sockets_, socket);
    close(socket);
  }

  Behaviour behaviour_;
  int listener_;
  int end_;
  uint16_t port_ = 0;
  mutable std::mutex mutex_;  // of what follows
  std::vector<int> sockets_;  // open ones
  size_t count_ = 0;
  std::vector<std::jthread> threads_;
  std::jthread acceptor_;
};

}  // namespace covolve::rest::test
