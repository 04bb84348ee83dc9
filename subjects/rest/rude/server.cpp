// A service that misbehaves at the level of HTTP: it hangs, closes half-way,
// sends what is no HTTP, never ends. Raw sockets, since no library would do it.
//
// What makes it hard: a client must survive all of it, tell it apart, and find the
// next call answered as if nothing had been.
// Expected: what manifest.yaml says.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>

#include "../common/program.h"
#include "behaviours.h"

namespace {

using Behaviours = std::map<std::string, rude::Behaviour>;

const unsigned char kDocument[] = {
#embed "openapi.yaml"
};

void converse(int socket, const Behaviours& behaviours) {
  const int yes = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  rude::Peer peer(socket);
  bool isOpen = true;
  while (isOpen) {
    const std::optional<rude::Request> request = peer.receive();
    if (!request) return;
    const auto behaviour = behaviours.find(request->path);
    if (behaviour == behaviours.end()) {
      isOpen = peer.send(rude::response("404 Not Found", "", ""));
    } else if (request->method != "GET") {
      isOpen = peer.send(rude::response("405 Method Not Allowed", "Allow: GET\r\n", ""));
    } else {
      isOpen = behaviour->second(peer);
    }
  }
}

/// Gives the port, or 0.
int listenOn(int listener, int port) {
  const int yes = 1;
  ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  socklen_t size = sizeof address;
  auto* general = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener, general, size) != 0 || ::listen(listener, 64) != 0) return 0;
  ::getsockname(listener, general, &size);
  return ntohs(address.sin_port);
}

}  // namespace

int main(int argc, char** argv) {
  const service::Options options = service::readOptions(argc, argv);
  const service::EndingSignals ending;

  Behaviours behaviours = rude::behaviours();
  const std::string_view document(reinterpret_cast<const char*>(kDocument), sizeof kDocument);
  const std::string published = rude::response("200 OK", "Content-Type: application/yaml\r\n", document);
  behaviours["/openapi.yaml"] = [&](rude::Peer& peer) { return peer.send(published); };

  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int port = listenOn(listener, options.port);
  if (port == 0) {
    std::fprintf(stderr, "cannot listen on port %d of 127.0.0.1\n", options.port);
    return 1;
  }
  std::thread([&] {
    for (;;) {
      const int socket = ::accept(listener, nullptr, nullptr);
      if (socket >= 0) std::thread(converse, socket, std::cref(behaviours)).detach();
    }
  }).detach();
  ending.waitWhileServing(port);
  // Not return: the threads still use what main owns.
  std::exit(0);
}
