// Sends requests over a TCP connection of its own, without TLS: what nearly all
// tests use, and what decides how many requests a second there can be. libcurl
// (CurlTransfer) does everything else.
#pragma once

#include <string>

#include "rest/http/body_framing.h"
#include "rest/http/client.h"
#include "rest/http/response_reader.h"
#include "rest/http/tcp_stream.h"
#include "rest/http/transfer.h"
#include "rest/http/url.h"

namespace covolve::rest {

class PlainTransfer final : public Transfer {
 public:
  PlainTransfer(const ClientOptions& options, const HttpUrl& url, const std::atomic<bool>& stop);

  HttpAnswer send(const HttpRequest& request, const std::string& pathPrefix) override;
  void setOrigin(const std::string&) override {}  // redirects are libcurl's business
  void setTimeout(std::chrono::milliseconds timeout) override { options_.timeout = timeout; }
  void reconnect() override { stream_.close(); }

 private:
  using Clock = TcpStream::Clock;

  void write(const HttpRequest& request, const std::string& pathPrefix);
  void writeHeader(const std::string& name, const std::string& value);
  HttpAnswer exchange(bool isHead, Clock::time_point deadline);
  enum class Head { More, Complete, Malformed };
  Head takeHead();
  HttpAnswer finish(bool isHead);
  HttpAnswer fail(TcpStream::State state);
  HttpFailure malformed(std::string reason);

  ClientOptions options_;
  HttpUrl url_;
  std::string host_;  // the header's value
  TcpStream stream_;
  ResponseReader reader_;
  BodyFraming framing_;
  std::string sent_;      // the request as it goes out
  std::string received_;  // of the response, what is not taken yet
  size_t taken_ = 0;      // of received_
  bool isReused_ = false;
  bool isBetweenHeads_ = false;  // an informational one has ended
};

}  // namespace covolve::rest
