// One connection of the rude service: what a client asked, and bytes to send back
// as they are.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace rude {

struct Request {
  std::string method;
  std::string path;  // without its query
};

class Peer {
 public:
  explicit Peer(int socket) : socket_(socket) {}
  ~Peer();
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  /// Reads a whole request, its body included; none where the client is gone.
  std::optional<Request> receive();

  /// False where the client is gone.
  bool send(std::string_view bytes) const;
  /// Sends in pieces, with pauses between them.
  bool drip(std::string_view bytes, std::size_t piece, std::chrono::milliseconds pause) const;
  /// Says nothing until the client gives up, at most a minute.
  void waitForClose() const;
  /// Makes the destructor reset the connection instead of closing it.
  void reset() const;

 private:
  bool fill();

  int socket_;
  std::string received_;
};

/// A response with a right Content-Length; `head` are further header lines, each with its end.
std::string response(std::string_view status, std::string_view head, std::string_view body);

}  // namespace rude
