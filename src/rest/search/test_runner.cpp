#include "rest/search/test_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <thread>

#include "gene/reference_gene.h"
#include "rest/http/header_list.h"
#include "rest/http/transfer.h"
#include "rest/openapi/media_type.h"
#include "rest/request/request_writer.h"

namespace covolve::rest {

namespace {

/// Everything that handles JSON goes down level by level.
constexpr int kDeepest = 500;

bool isTooDeep(std::string_view text) {
  int depth = 0;
  bool isInText = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (isInText) {
      if (c == '\\') ++i;
      isInText = c != '"';
    } else if (c == '"') {
      isInText = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kDeepest) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

/// Numbers and characters that JSON allows and the parser does not: 1e400, half of a surrogate pair.
class LimitsOfParser final : public nlohmann::json_sax<Json> {
 public:
  bool areReached = false;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception& error) override {
    constexpr int kNumberOverflow = 406;
    areReached = error.id == kNumberOverflow || std::string_view(error.what()).contains("surrogate");
    return false;
  }
};

bool isCodedUnknown(const HttpResponse& response) {
  const std::string* coding = response.header("Content-Encoding");
  return coding != nullptr && !isSameHeader(*coding, "identity") && !isSameHeader(*coding, "gzip") &&
         !isSameHeader(*coding, "x-gzip") && !isSameHeader(*coding, "deflate");
}

/// Bodies that say what they are, and those of services that forget to.
std::optional<Json> jsonIn(const HttpResponse& response, bool& isBeyondReading) {
  if (response.body.empty() || response.isTruncated) return std::nullopt;
  const std::string type = response.mediaType();
  const char first = response.body.front();
  const bool looksLikeIt = type.empty() && (first == '{' || first == '[');
  if (!isJson(type) && !looksLikeIt) return std::nullopt;
  isBeyondReading = isTooDeep(response.body);
  if (isBeyondReading) return std::nullopt;
  Json json = Json::parse(response.body, nullptr, false);
  if (!json.is_discarded()) return json;
  LimitsOfParser limits;
  Json::sax_parse(response.body, &limits);
  isBeyondReading = limits.areReached || isCodedUnknown(response);
  return std::nullopt;
}

bool refersBack(const search::Action& action) {
  bool refers = false;
  for (const auto& gene : action.genes) {
    gene::forEachReference(gene, [&](const gene::ReferenceGene&) { refers = true; });
  }
  return refers;
}

}  // namespace

void readBody(Call& call) {
  if (call.json || call.isBeyondReading || call.response() == nullptr) return;
  call.json = jsonIn(*call.response(), call.isBeyondReading);
}

PreparedTest TestRunner::prepare(const search::Individual& test) const {
  PreparedTest prepared;
  prepared.calls.resize(test.actions.size());
  for (size_t i = 0; i < test.actions.size(); ++i) {
    if (!refersBack(test.actions[i])) prepared.calls[i] = makeCall(test.actions[i], {});
  }
  return prepared;
}

void TestRunner::limitTime(std::chrono::duration<double> time) {
  // All operations that never answer shall not take more than a part of the time together.
  constexpr double kShare = 0.25;
  constexpr std::chrono::milliseconds kLeast{1000};
  const auto now = Clock::now();
  const auto fair = std::chrono::duration_cast<std::chrono::milliseconds>(
      time * kShare / static_cast<double>(parts_.catalog.operationCount()));
  timeLimit_ = {now, now + std::chrono::duration_cast<Clock::duration>(time), std::max(fair, kLeast)};
}

void TestRunner::liftLimits() {
  parts_.requests.reset();
  timeLimit_.reset();
}

std::chrono::duration<double> TestRunner::expectedTime(const search::Individual& test) const {
  std::chrono::duration<double> time{0};
  for (const search::Action& action : test.actions)
    time += times_.expected(parts_.catalog.operationOf(action.kind));
  return time;
}

bool TestRunner::mayCall(size_t operation) const {
  if (parts_.requests && requests_ >= *parts_.requests) return false;
  if (!timeLimit_) return true;
  const auto now = Clock::now();
  return times_.mayCall(operation, now - timeLimit_->start, timeLimit_->end - now);
}

std::optional<std::chrono::milliseconds> TestRunner::patienceWith(size_t operation) const {
  if (!timeLimit_ || (times_.isKnown(operation) && mayCall(operation))) return std::nullopt;
  return timeLimit_->firstPatience;
}

CallList TestRunner::run(const search::Individual& test) {
  CallList calls = run(test, prepare(test));
  for (Call& call : calls) readBody(call);
  return calls;
}

CallList TestRunner::run(const search::Individual& test, PreparedTest prepared) {
  CallList calls;
  calls.reserve(test.actions.size());
  beginTest();
  for (size_t i = 0; i < test.actions.size(); ++i) {
    if (parts_.isOver) break;
    if (!mayCall(parts_.catalog.operationOf(test.actions[i].kind))) {
      // What is not due is called all the same, though not for long, on the way to what was never called.
      const auto isNew = [&](const search::Action& action) {
        const size_t operation = parts_.catalog.operationOf(action.kind);
        return !times_.isKnown(operation) && mayCall(operation);
      };
      if (!timeLimit_ || std::ranges::none_of(std::span(test.actions).subspan(i + 1), isNew)) break;
    }
    const Operation& operation =
        parts_.catalog.api().operations[parts_.catalog.operationOf(test.actions[i].kind)];
    if (parts_.catalog.unsupportedMethod(test.actions[i].kind) == nullptr && leftAlone_.contains(&operation))
      break;
    if (!prepared.calls[i]) {
      for (Call& call : calls) readBody(call);
    }
    Call& call = calls.emplace_back(prepared.calls[i] ? std::move(*prepared.calls[i])
                                                      : makeCall(test.actions[i], calls));
    if (!attempt(call)) break;
    if (isRefusedToAll(call)) {
      calls.pop_back();
      break;
    }
  }
  return calls;
}

bool TestRunner::isRefusedToAll(const Call& call) {
  // Cookies are gone with the test anyway.
  if (!watchesCredentials_ || parts_.authentication.keepsCookies()) return false;
  const auto repeat = [&](Call& earlier) {
    const HttpAnswer answer = send(earlier);
    const HttpResponse* response = responseOf(answer);
    return response != nullptr ? response->status : 0;
  };
  if (!credentials_.isLockedOut(call, repeat)) return false;
  const Operation* culprit = credentials_.culprit();
  std::string note =
      fmt::format("After {} {} the credentials were not taken any more, and all calls were answered by 401.",
                  culprit->method, culprit->path);
  resetOrEnd();
  if (canReset() && !parts_.isOver && credentials_.isStillAnswered(repeat)) {
    leftAlone_.insert(culprit);
    note += " The service was brought back to its first state, and the operation is not called any more.";
  } else {
    watchesCredentials_ = false;
    note += " Give new ones, and leave it out with --exclude-operation.";
  }
  notes_.push_back(std::move(note));
  return true;
}

bool TestRunner::attempt(Call& call) {
  call.answer = send(call);
  auto* failure = std::get_if<HttpFailure>(&call.answer);
  if (failure == nullptr) return true;
  if (!recover(*failure)) parts_.isOver = true;
  const bool isGivenUp = timeLimit_ && failure->kind == HttpFailure::Kind::Other;
  return isGivenUp || failure->kind == HttpFailure::Kind::Timeout ||
         failure->kind == HttpFailure::Kind::Malformed;
}

void TestRunner::beginTest() {
  parts_.authentication.beginTest();
  for (Authentication& other : parts_.others) other.beginTest();
}

bool TestRunner::make(Call& call) {
  call.isAuthenticated = call.isAuthenticated && authenticationOf(call.user).isConfigured();
  write(call, call.request.method, !call.madeUp.empty());
  return attempt(call);
}

void TestRunner::write(Call& call, const std::string& method, bool pretends) const {
  call.request = writeRequest(*call.operation, method, call.arguments, call.bodyType);
  call.madeUp = pretends ? authenticationOf(call.user).madeUp(*call.operation) : HeaderList{};
  for (const auto& [name, value] : call.madeUp) setHeader(call.request.headers, name, value);
}

Call TestRunner::makeCall(const search::Action& action, const CallList& before) const {
  const auto take = [&](uint32_t slot, uint32_t index) -> std::optional<Slots::Taken> {
    if (index >= before.size()) return std::nullopt;
    return parts_.catalog.slots().take(slot, before[index], index);
  };
  auto data = parts_.catalog.dataOf(action, take);
  Call call;
  call.operation = &parts_.catalog.api().operations[parts_.catalog.operationOf(action.kind)];
  const auto* unsupported = parts_.catalog.unsupportedMethod(action.kind);
  call.isUnsupportedMethod = unsupported != nullptr;
  call.arguments = std::move(data.arguments);
  call.bodyType = data.bodyType;
  call.violation = std::move(data.violation);
  call.user = data.user;
  call.isAuthenticated = data.isAuthenticated && authenticationOf(call.user).isConfigured();
  write(call, unsupported != nullptr ? unsupported->method : call.operation->method, data.pretends);
  return call;
}

HttpAnswer TestRunner::sendOnce(Call& call) {
  ++requests_;
  HttpRequest signedRequest = call.request;
  if (call.isAuthenticated) authenticationOf(call.user).sign(signedRequest, call.operation);
  const auto send = [&](std::chrono::milliseconds patience) {
    HttpAnswer answer = parts_.client.send(signedRequest, patience);
    const bool isLate = parts_.longestResponse && parts_.client.lastDuration() > *parts_.longestResponse;
    call.exceeded = isLate ? parts_.longestResponse : std::nullopt;
    return answer;
  };
  if (!timeLimit_) return send(parts_.client.timeout());
  const auto operation = static_cast<size_t>(call.operation - parts_.catalog.api().operations.data());
  const auto patience = patienceWith(operation);
  const auto start = Clock::now();
  HttpAnswer answer = send(patience.value_or(parts_.client.timeout()));
  const auto end = Clock::now();
  const HttpFailure* failure = failureOf(answer);
  const bool isGivenUp = patience && failure != nullptr && failure->kind == HttpFailure::Kind::Timeout;
  // Whoever waits behind a call that was given up is not slow itself.
  const bool mayHaveWaited = start < busyUntil_ && (end - start) * 2 > timeLimit_->firstPatience;
  if (isGivenUp && *patience < parts_.client.timeout()) {
    if (!mayHaveWaited) busyUntil_ = start + parts_.client.timeout();
    answer = HttpFailure{HttpFailure::Kind::Other,
                         fmt::format("its first call was given up after {}, for others to have their turn",
                                     inSeconds(*patience))};
  }
  if (!mayHaveWaited) times_.note(operation, isGivenUp ? 2 * (end - start) : end - start);
  return answer;
}

HttpAnswer TestRunner::send(Call& call) {
  HttpAnswer answer = sendOnce(call);
  const HttpResponse* response = responseOf(answer);
  if (response == nullptr || !call.isAuthenticated) return answer;
  // A token that has run out is no answer to the call.
  Authentication& authentication = authenticationOf(call.user);
  const auto patience = timeLimit_ ? std::optional(timeLimit_->firstPatience) : std::nullopt;
  if (authentication.learn(*response, parts_.client, call.operation, patience)) {
    answer = sendOnce(call);
    if (const HttpResponse* repeated = responseOf(answer)) {
      authentication.learn(*repeated, parts_.client, call.operation, patience);
    }
  }
  return answer;
}

Result<void> TestRunner::logIn() {
  if (auto begun = parts_.authentication.begin(parts_.client); !begun) return begun;
  for (Authentication& other : parts_.others) {
    if (auto begun = other.begin(parts_.client); !begun) return begun;
  }
  return {};
}

bool TestRunner::recover(HttpFailure& failure) {
  if (failure.kind == HttpFailure::Kind::Malformed) return true;
  if (parts_.service == nullptr) {
    if (failure.kind != HttpFailure::Kind::CannotConnect) return true;
    endReason_ = fmt::format("the service does not accept connections any more: {}", failure.reason);
    return false;
  }
  // A process that is dying may not be dead yet when its connection breaks.
  for (int i = 0; i < 20 && !parts_.service->death(); ++i) {
    if (failure.kind == HttpFailure::Kind::Timeout) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  const auto death = parts_.service->death();
  if (!death && failure.kind != HttpFailure::Kind::CannotConnect) return true;
  if (death) failure.reason = fmt::format("the service {}", death->describe());
  if (auto restarted = parts_.service->restart(); !restarted) {
    endReason_ = restarted.error().message;
    return false;
  }
  ++restarts_;
  parts_.client.reconnect();
  if (auto begun = logIn(); !begun) {
    endReason_ = begun.error().message;
    return false;
  }
  return true;
}

void TestRunner::resetOrEnd() {
  if (parts_.isOver) return;
  if (const auto done = reset(); !done) end(done.error().message);
}

void TestRunner::end(const std::string& reason) {
  if (endReason_.empty()) endReason_ = reason;
  parts_.isOver = true;
}

Result<bool> TestRunner::reset() {
  if (parts_.reset != nullptr) {
    if (auto done = parts_.reset->run(parts_.client, parts_.isOver); !done)
      return std::unexpected(done.error());
    return true;
  }
  if (parts_.service == nullptr) return false;
  if (auto done = parts_.service->restart(); !done) return std::unexpected(done.error());
  parts_.client.reconnect();
  if (auto begun = logIn(); !begun) return std::unexpected(begun.error());
  return true;
}

}  // namespace covolve::rest
