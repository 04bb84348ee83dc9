// One libcurl handle and its kept-alive connection, for all that a plain
// connection cannot do: TLS, redirects to anywhere, all kinds of compression.
// Options that do not change are set once, and memory is used again.
#pragma once

#include <curl/curl.h>

#include <array>
#include <atomic>
#include <memory>
#include <string>

#include "rest/http/client.h"
#include "rest/http/request_headers.h"
#include "rest/http/response_reader.h"
#include "rest/http/transfer.h"

namespace covolve::rest {

class CurlTransfer final : public Transfer {
 public:
  CurlTransfer(const ClientOptions& options, const std::string& origin, const std::atomic<bool>& stop);
  ~CurlTransfer() override;

  HttpAnswer send(const HttpRequest& request, const std::string& pathPrefix) override;
  void setOrigin(const std::string& origin) override;
  void setTimeout(std::chrono::milliseconds timeout) override;
  void reconnect() override;

 private:
  /// What libcurl has to be told about a request besides its method.
  enum class Form { Unknown, Head, WithoutBody, WithBody };

  void open();
  void close();
  bool setMethod(const std::string& method);
  void setTarget(const std::string& pathPrefix, const std::string& target);
  bool isForwarded() const;
  void setBody(const HttpRequest& request);
  CURLcode perform();
  bool lostStaleConnection(CURLcode code) const;
  HttpAnswer answerOf(CURLcode code);
  HttpFailure failure(CURLcode code) const;
  HttpFailure connectionFailure(CURLcode code) const;
  const char* libcurlText(CURLcode code) const;
  void decodeUnlessUnknown(std::string_view headerLine);

  static size_t onHeader(char* data, size_t size, size_t count, void* self);
  static size_t onBody(char* data, size_t size, size_t count, void* self);
  static int onRequest(void* self, char*, char*, int, int);
  static int onProgress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

  ClientOptions options_;
  std::string origin_;
  std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>
      url_;  // the origin: libcurl would parse a text each time
  const std::atomic<bool>& stop_;
  CURL* handle_ = nullptr;
  std::array<char, CURL_ERROR_SIZE> errorText_{};
  RequestHeaders headers_;
  ResponseReader reader_;
  std::string target_;
  std::string method_;  // as libcurl knows it
  Form form_ = Form::Unknown;
  bool decodes_ = true;
  size_t connectionsUsed_ = 0;  // on which the current request was begun
};

}  // namespace covolve::rest
