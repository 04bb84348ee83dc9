#include "serve.h"

#include <cstdio>
#include <cstdlib>
#include <thread>

#include "http_server.h"

namespace service {

void addDocument(Router& router, const std::string& path, const std::string& type, std::string_view text) {
  router.add("GET", path,
             [type, body = std::string(text)](const Request&) { return Answer{200, type, body}; });
}

void serve(const Router& router, const Options& options) {
  const EndingSignals ending;
  HttpServer server(router, options.switches.contains("--apart"));
  int port = options.port;
  if (port == 0) {
    port = server.bind_to_any_port("127.0.0.1");
  } else if (!server.bind_to_port("127.0.0.1", port)) {
    port = -1;
  }
  if (port <= 0) {
    std::fprintf(stderr, "cannot listen on port %d of 127.0.0.1\n", options.port);
    std::exit(1);
  }
  std::thread listener([&] { server.listen_after_bind(); });
  ending.waitWhileServing(port);
  // Threads that wait for requests are left waiting: they end with the process.
  server.close();
  std::exit(0);
}

}  // namespace service
