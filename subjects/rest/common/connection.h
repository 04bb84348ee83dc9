// A client's connection, over its whole life: what was read too much stays for
// the next request, and an answer leaves in one piece, or head and body apart.
#pragma once

#include <httplib.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <string>

namespace service {

class Connection final : public httplib::Stream {
 public:
  Connection(int socket, bool writesApart) : socket_(socket), writesApart_(writesApart) {}

  /// False where nothing came in time.
  bool waitForRequest(std::chrono::milliseconds limit) const;
  /// Sends what was written; false where the client is gone.
  bool flush();
  /// Reads exactly so many bytes, or a line without its end; false where the client is gone.
  bool readExactly(std::size_t size, std::string& to);
  bool readLine(std::string& to);

  bool is_readable() const override { return waitForRequest(std::chrono::milliseconds(0)); }
  bool is_writable() const override { return true; }
  ssize_t read(char* to, std::size_t size) override;
  ssize_t write(const char* from, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

 private:
  int socket_;
  bool writesApart_;
  std::array<char, 16384> read_;
  std::size_t begin_ = 0;  // of what is left in read_
  std::size_t end_ = 0;
  std::string written_;
};

}  // namespace service
