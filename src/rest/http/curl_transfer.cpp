#include "rest/http/curl_transfer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "rest/http/header_list.h"
#include "rest/http/tcp.h"
#include "rest/http/url.h"

namespace covolve::rest {

namespace {

/// Codings that libcurl undoes.
bool isKnownCoding(std::string_view coding) {
  constexpr std::array<std::string_view, 6> kCodings{"gzip", "x-gzip", "deflate", "br", "zstd", "identity"};
  return std::ranges::any_of(kCodings,
                             [coding](std::string_view known) { return isSameHeader(coding, known); });
}

/// libcurl has one code for a connection that breaks and for chunks and headers that are none.
bool isAboutTheConnection(std::string_view errorText) {
  return errorText.empty() || errorText.contains("Recv failure") || errorText.contains("SSL");
}

}  // namespace

CurlTransfer::CurlTransfer(const ClientOptions& options, const std::string& origin,
                           const std::atomic<bool>& stop)
    : options_(options),
      url_(curl_url(), &curl_url_cleanup),
      stop_(stop),
      headers_(options.asksForCompression, options.usualHeaders),
      reader_(options.bodyLimit) {
  setOrigin(origin);
  open();
}

CurlTransfer::~CurlTransfer() { close(); }

void CurlTransfer::open() {
  handle_ = curl_easy_init();
  const auto set = [this](CURLoption option, auto value) { curl_easy_setopt(handle_, option, value); };
  set(CURLOPT_CURLU, url_.get());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_PROXY, options_.proxy.c_str());  // none, whatever the environment says: a service is tested
  set(CURLOPT_NOPROXY, "");                    // nor that says which hosts go without
  // HTTP/2 through TLS, where both sides have it; a libcurl without it refuses, and stays with the older one.
  set(CURLOPT_HTTP_VERSION, long{CURL_HTTP_VERSION_1_1});
  set(CURLOPT_HTTP_VERSION, long{CURL_HTTP_VERSION_2TLS});
  set(CURLOPT_TCP_NODELAY, 1L);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_ACCEPT_ENCODING, "");  // all that it can undo
  set(CURLOPT_TIMEOUT_MS, long{options_.timeout.count()});
  set(CURLOPT_CONNECTTIMEOUT_MS, long{options_.connectTimeout.count()});
  set(CURLOPT_SSL_VERIFYPEER, options_.verifiesCertificates ? 1L : 0L);
  set(CURLOPT_SSL_VERIFYHOST, options_.verifiesCertificates ? 2L : 0L);
  if (!options_.authority.empty()) set(CURLOPT_CAINFO, options_.authority.c_str());
  if (!options_.certificate.empty()) {
    set(CURLOPT_SSLCERT, options_.certificate.c_str());
    set(CURLOPT_SSLKEY, (options_.key.empty() ? options_.certificate : options_.key).c_str());
  }
  set(CURLOPT_ERRORBUFFER, errorText_.data());
  set(CURLOPT_HEADERFUNCTION, &CurlTransfer::onHeader);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, &CurlTransfer::onBody);
  set(CURLOPT_WRITEDATA, this);
  set(CURLOPT_PREREQFUNCTION, &CurlTransfer::onRequest);
  set(CURLOPT_PREREQDATA, this);
  set(CURLOPT_XFERINFOFUNCTION, &CurlTransfer::onProgress);
  set(CURLOPT_XFERINFODATA, this);
  set(CURLOPT_NOPROGRESS, 0L);
  form_ = Form::Unknown;
  method_.clear();
  decodes_ = true;
}

void CurlTransfer::close() {
  if (handle_ != nullptr) curl_easy_cleanup(handle_);
  handle_ = nullptr;
}

void CurlTransfer::reconnect() {
  close();
  open();
}

void CurlTransfer::setOrigin(const std::string& origin) {
  if (origin == origin_) return;
  origin_ = origin;
  curl_url_set(url_.get(), CURLUPART_URL, origin_.c_str(), 0);
}

void CurlTransfer::setTimeout(std::chrono::milliseconds timeout) {
  options_.timeout = timeout;
  curl_easy_setopt(handle_, CURLOPT_TIMEOUT_MS, long{timeout.count()});
}

HttpAnswer CurlTransfer::send(const HttpRequest& request, const std::string& pathPrefix) {
  if (!setMethod(request.method))
    return HttpFailure{HttpFailure::Kind::Other, fmt::format("\"{}\" is no method", request.method)};
  setTarget(pathPrefix, request.target);
  setBody(request);
  curl_easy_setopt(handle_, CURLOPT_HTTPHEADER, headers_.set(request.headers));
  connectionsUsed_ = 0;
  CURLcode code = perform();
  if (lostStaleConnection(code)) {
    curl_easy_setopt(handle_, CURLOPT_FRESH_CONNECT, 1L);
    code = perform();
    curl_easy_setopt(handle_, CURLOPT_FRESH_CONNECT, 0L);
  }
  return answerOf(code);
}

bool CurlTransfer::setMethod(const std::string& method) {
  if (!method.empty() && method == method_) return true;
  if (!isHeaderName(method)) return false;  // both are tokens
  method_ = method;
  curl_easy_setopt(handle_, CURLOPT_CUSTOMREQUEST, method_.c_str());
  return true;
}

/// libcurl's own treatment of URLs would resolve "..", cut at '#' and refuse blanks.
void CurlTransfer::setTarget(const std::string& pathPrefix, const std::string& target) {
  target_.clear();
  if (isForwarded()) target_ = withoutUser(origin_);
  appendTarget(target_, pathPrefix, target);
  curl_easy_setopt(handle_, CURLOPT_REQUEST_TARGET, target_.c_str());
}

/// A proxy is asked for whole URLs, unless it only passes bytes on.
bool CurlTransfer::isForwarded() const {
  return !options_.proxy.empty() && !options_.proxy.starts_with("socks") && origin_.starts_with("http://");
}

void CurlTransfer::setBody(const HttpRequest& request) {
  const bool isHead = request.method == "HEAD";  // its answer has no body, and libcurl sends none with it
  const bool hasBody = !isHead && (request.body.has_value() || !isWithoutBody(request.method));
  const Form form = isHead ? Form::Head : hasBody ? Form::WithBody : Form::WithoutBody;
  if (form != form_) {
    form_ = form;
    if (form == Form::Head) curl_easy_setopt(handle_, CURLOPT_NOBODY, 1L);
    if (form == Form::WithoutBody) curl_easy_setopt(handle_, CURLOPT_HTTPGET, 1L);
    if (form == Form::WithBody) curl_easy_setopt(handle_, CURLOPT_POST, 1L);
  }
  if (!hasBody) return;
  curl_easy_setopt(handle_, CURLOPT_POSTFIELDSIZE_LARGE,
                   request.body ? static_cast<curl_off_t>(request.body->size()) : curl_off_t{0});
  curl_easy_setopt(handle_, CURLOPT_POSTFIELDS, request.body ? request.body->data() : "");
}

CURLcode CurlTransfer::perform() {
  if (!decodes_) curl_easy_setopt(handle_, CURLOPT_HTTP_CONTENT_DECODING, 1L);
  decodes_ = true;
  errorText_[0] = '\0';
  reader_.begin();
  return curl_easy_perform(handle_);
}

/// libcurl notices most cases itself, but not when the connection breaks while a body is being sent.
bool CurlTransfer::lostStaleConnection(CURLcode code) const {
  const bool isLost = code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR || code == CURLE_GOT_NOTHING;
  if (!isLost || reader_.hasBegun()) return false;
  long made = 0;
  curl_easy_getinfo(handle_, CURLINFO_NUM_CONNECTS, &made);
  return made == 0;
}

HttpAnswer CurlTransfer::answerOf(CURLcode code) {
  const bool isWhole = code == CURLE_OK && reader_.hasHead();
  // Reading was given up on purpose: what came is an answer.
  if (isWhole || reader_.response().isTruncated) return reader_.takeResponse();
  return failure(code);
}

HttpFailure CurlTransfer::failure(CURLcode code) const {
  using Kind = HttpFailure::Kind;
  const char* when = reader_.hasBegun() ? "before the answer was complete" : "without an answer";
  if (reader_.isHeadTooLong()) return {Kind::Malformed, "the answer's headers do not end"};
  switch (code) {
    case CURLE_ABORTED_BY_CALLBACK:
      return {Kind::Other, "the request was given up because covolve was told to stop"};
    case CURLE_OPERATION_TIMEDOUT:
      if (connectionsUsed_ == 0) return connectionFailure(code);
      return {
          Kind::Timeout,
          fmt::format("{} within {}", reader_.hasBegun() ? "the answer was not complete" : "no answer came",
                      inSeconds(options_.timeout))};
    case CURLE_OK:  // within its headers
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
      return {Kind::ConnectionLost, fmt::format("the connection was closed {}", when)};
    case CURLE_RECV_ERROR:
      if (!isAboutTheConnection(errorText_.data()))
        return {Kind::Malformed, fmt::format("the answer is no HTTP: {}", libcurlText(code))};
      [[fallthrough]];
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_SEND_ERROR:
      return {Kind::ConnectionLost, fmt::format("the connection broke {}", when)};
    case CURLE_OUT_OF_MEMORY:  // how libcurl calls a line beyond its limit of 100 kB
      return {Kind::Malformed, "a line of the answer's headers does not end"};
    case CURLE_BAD_CONTENT_ENCODING:
      return {Kind::Malformed, "the answer's body is not coded as its Content-Encoding says"};
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_FILESIZE_EXCEEDED:
      return {Kind::Malformed, fmt::format("the answer is no HTTP: {}", libcurlText(code))};
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
      return connectionFailure(code);
    default:
      return {Kind::Other, libcurlText(code)};
  }
}

HttpFailure CurlTransfer::connectionFailure(CURLcode code) const {
  // A connection that had been in use was lost with the request; that no new one can be had only follows.
  if (connectionsUsed_ > 0)
    return {HttpFailure::Kind::ConnectionLost,
            "the connection was closed without an answer, and no new one is accepted"};
  std::string reason = libcurlText(code);
  if (code == CURLE_PEER_FAILED_VERIFICATION)
    reason += "; --ca-certificate names the authority that signed it, --insecure takes any certificate";
  if (code == CURLE_OPERATION_TIMEDOUT) {
    reason = "it takes too long";
  } else if (code == CURLE_COULDNT_CONNECT) {  // libcurl's text contains the time it took
    long number = 0;
    curl_easy_getinfo(handle_, CURLINFO_OS_ERRNO, &number);
    if (number != 0) reason = std::strerror(static_cast<int>(number));
  }
  return {HttpFailure::Kind::CannotConnect, fmt::format("cannot connect to {}: {}", origin_, reason)};
}

const char* CurlTransfer::libcurlText(CURLcode code) const {
  return errorText_[0] != '\0' ? errorText_.data() : curl_easy_strerror(code);
}

/// Of a coding nobody knows ("Content-Encoding: utf-8") libcurl makes an error. The body as it is tells more.
void CurlTransfer::decodeUnlessUnknown(std::string_view headerLine) {
  constexpr std::string_view kName = "Content-Encoding:";
  if (headerLine.size() < kName.size() || !isSameHeader(headerLine.substr(0, kName.size()), kName)) return;
  if (reader_.response().headers.empty()) return;
  std::string_view codings = reader_.response().headers.back().second;
  while (!codings.empty()) {
    const size_t comma = std::min(codings.find(','), codings.size());
    std::string_view coding = codings.substr(0, comma);
    coding.remove_prefix(std::min(coding.find_first_not_of(" \t"), coding.size()));
    coding = coding.substr(0, coding.find_last_not_of(" \t") + 1);
    if (!coding.empty() && !isKnownCoding(coding)) {
      decodes_ = false;
      curl_easy_setopt(handle_, CURLOPT_HTTP_CONTENT_DECODING, 0L);
      return;
    }
    codings.remove_prefix(std::min(comma + 1, codings.size()));
  }
}

size_t CurlTransfer::onHeader(char* data, size_t size, size_t count, void* self) {
  auto& transfer = *static_cast<CurlTransfer*>(self);
  const std::string_view line(data, size * count);
  if (!transfer.reader_.takeLine(line)) return 0;
  transfer.decodeUnlessUnknown(line);
  const bool isLast = line == "\r\n";
  curl_socket_t socket = CURL_SOCKET_BAD;
  if (isLast && curl_easy_getinfo(transfer.handle_, CURLINFO_ACTIVESOCKET, &socket) == CURLE_OK &&
      socket != CURL_SOCKET_BAD)
    acknowledgeAtOnce(socket);
  return line.size();
}

size_t CurlTransfer::onBody(char* data, size_t size, size_t count, void* self) {
  const std::string_view piece(data, size * count);
  return static_cast<CurlTransfer*>(self)->reader_.takeBody(piece) ? piece.size() : 0;
}

int CurlTransfer::onRequest(void* self, char*, char*, int, int) {
  ++static_cast<CurlTransfer*>(self)->connectionsUsed_;
  return CURL_PREREQFUNC_OK;
}

int CurlTransfer::onProgress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<CurlTransfer*>(self)->stop_ ? 1 : 0;
}

}  // namespace covolve::rest
