#include "peer.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <thread>

namespace rude {

namespace {

std::size_t contentLength(std::string head) {
  std::transform(head.begin(), head.end(), head.begin(), [](unsigned char c) { return std::tolower(c); });
  constexpr std::string_view kName = "\r\ncontent-length:";
  const std::size_t at = head.find(kName);
  return at == std::string::npos ? 0 : std::strtoul(head.c_str() + at + kName.size(), nullptr, 10);
}

}  // namespace

Peer::~Peer() { ::close(socket_); }

bool Peer::fill() {
  char piece[4096];
  const ssize_t count = ::recv(socket_, piece, sizeof piece, 0);
  if (count <= 0) return false;
  received_.append(piece, static_cast<std::size_t>(count));
  return true;
}

std::optional<Request> Peer::receive() {
  std::size_t headEnd = 0;
  while ((headEnd = received_.find("\r\n\r\n")) == std::string::npos) {
    if (!fill()) return std::nullopt;
  }
  const std::string head = received_.substr(0, headEnd);
  const std::size_t size = headEnd + 4 + contentLength(head);
  while (received_.size() < size) {
    if (!fill()) return std::nullopt;
  }
  received_.erase(0, size);
  const std::size_t space = head.find(' ');
  if (space == std::string::npos) return std::nullopt;
  const std::size_t end = head.find_first_of(" ?\r", space + 1);
  return Request{head.substr(0, space), head.substr(space + 1, end - space - 1)};
}

bool Peer::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool Peer::drip(std::string_view bytes, std::size_t piece, std::chrono::milliseconds pause) const {
  while (!bytes.empty()) {
    if (!send(bytes.substr(0, piece))) return false;
    bytes.remove_prefix(std::min(piece, bytes.size()));
    std::this_thread::sleep_for(pause);
  }
  return true;
}

void Peer::waitForClose() const {
  pollfd wanted{socket_, POLLRDHUP, 0};
  ::poll(&wanted, 1, 60'000);
}

void Peer::reset() const {
  const linger none{1, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &none, sizeof none);
}

std::string response(std::string_view status, std::string_view head, std::string_view body) {
  std::string text = "HTTP/1.1 ";
  text.append(status).append("\r\n").append(head);
  text += "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n";
  text.append(body);
  return text;
}

}  // namespace rude
