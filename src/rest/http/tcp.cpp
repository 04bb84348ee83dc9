#include "rest/http/tcp.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "rest/http/descriptor.h"

namespace covolve::rest {

namespace {

/// Leaves nothing behind that would keep the port from being used.
void abandon(int socket) {
  const linger none{.l_onoff = 1, .l_linger = 0};
  setsockopt(socket, SOL_SOCKET, SO_LINGER, &none, sizeof none);
}

bool accepts(const addrinfo& address) {
  constexpr int kPatience = 1000;  // milliseconds
  const Descriptor socket(::socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket) return false;
  if (connect(socket.number(), address.ai_addr, address.ai_addrlen) != 0) {
    if (errno != EINPROGRESS) return false;
    pollfd end{socket.number(), POLLOUT, 0};
    if (poll(&end, 1, kPatience) != 1) return false;
    int error = 0;
    socklen_t size = sizeof error;
    if (getsockopt(socket.number(), SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0) return false;
  }
  if (!isConnectedToItself(socket.number())) return true;
  abandon(socket.number());
  return false;
}

}  // namespace

bool isConnectedToItself(int socket) {
  sockaddr_storage own{};
  sockaddr_storage other{};
  socklen_t ownSize = sizeof own;
  socklen_t otherSize = sizeof other;
  if (getsockname(socket, reinterpret_cast<sockaddr*>(&own), &ownSize) != 0) return false;
  if (getpeername(socket, reinterpret_cast<sockaddr*>(&other), &otherSize) != 0) return false;
  return ownSize == otherSize && std::memcmp(&own, &other, ownSize) == 0;
}

Result<uint16_t> freePort() {
  const Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (!socket || bind(socket.number(), reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      getsockname(socket.number(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
    return ownError(fmt::format("cannot find a free port: {}", strerror(errno)));
  return ntohs(address.sin_port);
}

bool acceptsConnections(const std::string& host, uint16_t port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) return false;
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> addresses(found, &freeaddrinfo);
  for (const addrinfo* address = found; address != nullptr; address = address->ai_next) {
    if (accepts(*address)) return true;
  }
  return false;
}

void acknowledgeAtOnce(int socket) {
  const int yes = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_QUICKACK, &yes, sizeof yes);
}

}  // namespace covolve::rest
