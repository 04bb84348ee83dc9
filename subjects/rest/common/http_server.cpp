#include "http_server.h"

#include <sys/socket.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <exception>
#include <string>

#include "text.h"

namespace service {

namespace {

constexpr std::chrono::seconds kIdleTimeout{60};
constexpr std::size_t kLargestBody = std::size_t{16} << 20;

/// A number at the beginning of a text; more than any body may have where there is none.
std::size_t lengthFrom(const std::string& text, int base) {
  std::size_t length = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), length, base);
  return problem == std::errc() ? length : kLargestBody + 1;
}

bool readChunks(Connection& connection, std::string& body) {
  std::string line;
  while (connection.readLine(line)) {
    const std::size_t length = lengthFrom(line, 16);
    if (body.size() + length > kLargestBody) return false;
    if (length == 0) {
      while (connection.readLine(line)) {
        if (line.empty()) return true;
      }
      return false;
    }
    if (!connection.readExactly(length, body) || !connection.readLine(line)) return false;
  }
  return false;
}

}  // namespace

HttpServer::HttpServer(const Router& router, bool writesApart) : router_(router), writesApart_(writesApart) {
  set_tcp_nodelay(!writesApart);
  set_keep_alive_timeout(kIdleTimeout.count());
  set_keep_alive_max_count(1'000'000'000);
  // The library's default lets a second server listen on the same port.
  set_socket_options([](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  new_task_queue = [] { return new httplib::ThreadPool(32); };
  set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
    answer(request, response);
    return HandlerResponse::Handled;
  });
  // Only ConnectionDropped comes here: the router answers all others.
  set_exception_handler([](const httplib::Request&, httplib::Response&, std::exception_ptr failure) {
    std::rethrow_exception(failure);
  });
}

void HttpServer::close() { oneAtATime_.lock(); }

bool HttpServer::process_and_close_socket(socket_t socket) {
  Connection connection(socket, writesApart_);
  try {
    bool isOpen = true;
    while (isOpen && connection.waitForRequest(kIdleTimeout)) {
      bool isUnderstood = false;
      bool closes = false;
      const bool isAnswered = process_request(connection, false, closes, [&](httplib::Request& request) {
        isUnderstood = true;
        prepare(request, connection);
      });
      isOpen = connection.flush() && isAnswered && isUnderstood && !closes;
    }
  } catch (const ConnectionDropped&) {
    // As it was meant.
  }
  ::shutdown(socket, SHUT_RDWR);
  ::close(socket);
  return true;
}

/// Reads the body. The library then finds nothing left to do.
void HttpServer::prepare(httplib::Request& request, Connection& connection) {
  request.headers.erase("Accept-Encoding");
  if (request.has_header("Expect")) {
    request.headers.erase("Expect");
    connection.httplib::Stream::write("HTTP/1.1 100 Continue\r\n\r\n");
    connection.flush();
  }
  bool isRead = true;
  if (lowered(request.get_header_value("Transfer-Encoding")) == "chunked") {
    isRead = readChunks(connection, request.body);
  } else if (request.has_header("Content-Length")) {
    const std::size_t length = lengthFrom(request.get_header_value("Content-Length"), 10);
    isRead = length <= kLargestBody && connection.readExactly(length, request.body);
  }
  if (!isRead) throw ConnectionDropped();
}

void HttpServer::answer(const httplib::Request& request, httplib::Response& response) {
  const std::lock_guard guard(oneAtATime_);
  const Answer answer = router_.answer(request);
  response.status = answer.status;
  for (const auto& [name, value] : answer.headers) response.headers.emplace(name, value);
  if (!answer.type.empty()) response.set_content(answer.body, answer.type);
}

}  // namespace service
