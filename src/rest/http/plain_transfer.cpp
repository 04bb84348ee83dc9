#include "rest/http/plain_transfer.h"

#include <fmt/format.h>

#include <algorithm>

#include "rest/http/content_coding.h"
#include "rest/http/header_list.h"

namespace covolve::rest {

namespace {

constexpr size_t kLongestHeadLine = 100'000;  // of a head

bool isToken(std::string_view text, std::string_view token) {
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    std::string_view one = text.substr(0, comma);
    one.remove_prefix(std::min(one.find_first_not_of(" \t"), one.size()));
    if (isSameHeader(one.substr(0, one.find_last_not_of(" \t") + 1), token)) return true;
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return false;
}

/// "HTTP/1.1 200 OK", and what only lacks the text behind.
bool isStatusLine(std::string_view line) {
  const auto digit = [&](size_t i) { return i < line.size() && line[i] >= '0' && line[i] <= '9'; };
  if (!line.starts_with("HTTP/1.") || !digit(7) || line.size() < 12 || line[8] != ' ') return false;
  const bool ends = line.size() == 12 || line[12] == ' ' || line[12] == '\r' || line[12] == '\n';
  return digit(9) && line[9] != '0' && digit(10) && digit(11) && ends;
}

}  // namespace

PlainTransfer::PlainTransfer(const ClientOptions& options, const HttpUrl& url, const std::atomic<bool>& stop)
    : options_(options), url_(url), stream_(stop), reader_(options.bodyLimit) {
  host_ = url.origin.substr(url.origin.find("//") + 2);
}

HttpAnswer PlainTransfer::send(const HttpRequest& request, const std::string& pathPrefix) {
  if (!isHeaderName(request.method))
    return HttpFailure{HttpFailure::Kind::Other, fmt::format("\"{}\" is no method", request.method)};
  write(request, pathPrefix);
  const bool isHead = request.method == "HEAD";
  const auto start = Clock::now();
  isReused_ = stream_.isOpen();
  if (isReused_) {
    HttpAnswer answer = exchange(isHead, start + options_.timeout);
    const HttpFailure* failure = failureOf(answer);
    const bool isStale = failure != nullptr && failure->kind == HttpFailure::Kind::ConnectionLost;
    // A service may close what it has kept open for long just now.
    if (!isStale || reader_.hasBegun()) return answer;
  }
  const bool wasLost = isReused_;
  isReused_ = false;
  const std::string reason = stream_.connect(url_.host, url_.port, start + options_.connectTimeout);
  if (reason.empty()) return exchange(isHead, start + options_.timeout);
  if (wasLost) {
    return HttpFailure{HttpFailure::Kind::ConnectionLost,
                       "the connection was closed without an answer, and no new one is accepted"};
  }
  return HttpFailure{HttpFailure::Kind::CannotConnect,
                     fmt::format("cannot connect to {}: {}", url_.origin, reason)};
}

void PlainTransfer::write(const HttpRequest& request, const std::string& pathPrefix) {
  sent_.clear();
  sent_ += request.method;
  sent_ += ' ';
  appendTarget(sent_, pathPrefix, request.target);
  sent_ += " HTTP/1.1\r\n";
  if (!hasHeader(request.headers, "Host")) sent_.append("Host: ").append(host_).append("\r\n");
  for (const auto& [name, value] : request.headers) {
    if (!name.empty() && !saysWhereTheBodyEnds(name)) writeHeader(name, value);
  }
  for (const auto& [name, value] : options_.usualHeaders) {
    if (!hasHeader(request.headers, name)) writeHeader(name, value);
  }
  const bool isHead = request.method == "HEAD";
  if (!isHead && (request.body || !isWithoutBody(request.method)))
    fmt::format_to(std::back_inserter(sent_), "Content-Length: {}\r\n",
                   request.body ? request.body->size() : 0);
  sent_ += "\r\n";
  if (!isHead && request.body) sent_ += *request.body;
}

void PlainTransfer::writeHeader(const std::string& name, const std::string& value) {
  appendWithoutBreaks(sent_, name);
  sent_ += ':';
  if (!isBlank(value)) {
    sent_ += ' ';
    appendWithoutBreaks(sent_, value);
  }
  sent_ += "\r\n";
}

HttpAnswer PlainTransfer::exchange(bool isHead, Clock::time_point deadline) {
  using State = TcpStream::State;
  reader_.begin();
  received_.clear();
  taken_ = 0;
  bool hasHead = false;
  const State sending = stream_.send(sent_, deadline);
  if (sending == State::TimedOut || sending == State::Stopped) return fail(sending);
  // Where sending broke, there may be an answer that says why.
  for (bool isFirst = true;; isFirst = false) {
    // An answer may also come too slowly; that is not looked at where it comes at once.
    if (!isFirst && Clock::now() >= deadline) return fail(State::TimedOut);
    if (!isFirst) stream_.acknowledge();
    const State state = stream_.receive(received_, deadline);
    if (state != State::Fine) {
      if (state == State::Closed && hasHead && framing_.mayEndHere()) return finish(isHead);
      return fail(state);
    }
    if (!hasHead) {
      const Head head = takeHead();
      if (head == Head::Malformed || reader_.isHeadTooLong()) {
        return malformed(reader_.isHeadTooLong() ? "the answer's headers do not end"
                                                 : "the answer is no HTTP");
      }
      if (head == Head::More) continue;
      hasHead = true;
      if (!framing_.begin(reader_.response(), isHead))
        return malformed("the answer is no HTTP: its Content-Length is no length");
    }
    std::string_view rest = std::string_view(received_).substr(taken_);
    const BodyFraming::State body = framing_.take(rest, reader_);
    if (body == BodyFraming::State::Malformed) return malformed("the answer is no HTTP: its chunks are none");
    if (reader_.response().isTruncated) {
      stream_.close();
      return finish(isHead);
    }
    if (body == BodyFraming::State::Done) {
      // Whatever else has come is no answer to the next request.
      if (!rest.empty()) stream_.close();
      return finish(isHead);
    }
    received_.clear();
    taken_ = 0;
  }
}

PlainTransfer::Head PlainTransfer::takeHead() {
  while (true) {
    const size_t end = received_.find('\n', taken_);
    const std::string_view open = std::string_view(received_).substr(taken_);
    const bool isFirst = !reader_.hasBegun();
    if (end == std::string::npos) {
      const bool mayBecomeHttp = std::string_view("HTTP/1.").starts_with(open.substr(0, 7));
      if (isFirst && !mayBecomeHttp) return Head::Malformed;
      return open.size() > kLongestHeadLine ? Head::Malformed : Head::More;
    }
    const std::string_view line = open.substr(0, end + 1 - taken_);
    const bool isBegin = isFirst || (isBetweenHeads_ && line.starts_with("HTTP/"));
    const std::string_view text = line.substr(0, line.find_last_not_of("\r\n") + 1);
    const bool isFolded = !text.empty() && (text[0] == ' ' || text[0] == '\t');
    const bool isSound =
        isBegin ? isStatusLine(line) : text.empty() || isFolded || text.find(':') != std::string_view::npos;
    if (!isSound || text.contains('\0')) return Head::Malformed;
    taken_ = end + 1;
    if (!reader_.takeLine(line)) return Head::Malformed;
    isBetweenHeads_ = text.empty();
    if (reader_.hasHead()) return Head::Complete;
  }
}

HttpAnswer PlainTransfer::finish(bool isHead) {
  HttpResponse response = reader_.takeResponse();
  const std::string* connection = response.header("Connection");
  const bool closes = connection != nullptr && isToken(*connection, "close");
  constexpr int kSwitchingProtocols = 101;  // to one that nobody here speaks
  if (closes || !framing_.isDelimited() || response.status == kSwitchingProtocols) stream_.close();
  if (!isHead && !decodeContent(response, options_.bodyLimit))
    return HttpFailure{HttpFailure::Kind::Malformed,
                       "the answer's body is not coded as its Content-Encoding says"};
  return response;
}

HttpAnswer PlainTransfer::fail(TcpStream::State state) {
  using Kind = HttpFailure::Kind;
  stream_.close();
  const bool hasBegun = reader_.hasBegun() || !received_.empty();
  const char* when = hasBegun ? "before the answer was complete" : "without an answer";
  switch (state) {
    case TcpStream::State::Stopped:
      return HttpFailure{Kind::Other, "the request was given up because covolve was told to stop"};
    case TcpStream::State::TimedOut:
      return HttpFailure{
          Kind::Timeout,
          fmt::format("{} within {}", hasBegun ? "the answer was not complete" : "no answer came",
                      inSeconds(options_.timeout))};
    case TcpStream::State::Closed:
      return HttpFailure{Kind::ConnectionLost, fmt::format("the connection was closed {}", when)};
    default:
      return HttpFailure{Kind::ConnectionLost, fmt::format("the connection broke {}", when)};
  }
}

HttpFailure PlainTransfer::malformed(std::string reason) {
  stream_.close();
  return {HttpFailure::Kind::Malformed, std::move(reason)};
}

}  // namespace covolve::rest
