// cpp-httplib's server with one way for all requests: the body is read first,
// whatever the method, then the router answers, one request at a time.
//
// Why not the library's own way: it waits five seconds for the body of a POST that
// says nothing of a length, takes the body of a GET for the next request, and
// compresses even the smallest answer.
#pragma once

#include <httplib.h>

#include <mutex>

#include "connection.h"
#include "router.h"

namespace service {

class HttpServer final : public httplib::Server {
 public:
  /// `writesApart`: heads and bodies in pieces of their own, without a word to the kernel, as many a server
  /// does. A client then waits for the body until it has acknowledged the head (Nagle's algorithm).
  HttpServer(const Router& router, bool writesApart);

  /// Waits for the request under way and lets none in any more.
  void close();

 private:
  bool process_and_close_socket(socket_t socket) override;
  static void prepare(httplib::Request& request, Connection& connection);
  void answer(const httplib::Request& request, httplib::Response& response);

  const Router& router_;
  bool writesApart_;
  std::mutex oneAtATime_;
};

}  // namespace service
