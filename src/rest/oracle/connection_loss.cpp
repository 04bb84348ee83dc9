// A call that gets no (whole) answer.
//
// Easy to get wrong: one death, many failures. After the first failed call of a
// test, all others may fail for its reason alone; they are not judged.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/small_letters.h"
#include "rest/openapi/media_type.h"
#include "rest/oracle/call_text.h"
#include "rest/oracle/identifiers.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

namespace {

class ConnectionLoss final : public Oracle {
 public:
  std::string_view name() const override { return "connection-loss"; }
  std::string_view description() const override {
    return "no answer: a closed connection, a timeout, something that is no HTTP";
  }

  void judge(std::span<const Call> calls, std::vector<Fault>& faults) const override {
    const Call& call = calls.back();
    const HttpFailure* failure = failureOf(call.answer);
    if (failure == nullptr || hasFailure(calls.first(calls.size() - 1))) return;
    switch (failure->kind) {
      case HttpFailure::Kind::ConnectionLost:
        return add(calls, "lost", "{} closes the connection before it has answered {}.", faults);
      case HttpFailure::Kind::Malformed:
        return add(calls, "malformed", "{} answers with something that is no HTTP to {}.", faults);
      case HttpFailure::Kind::Timeout:
        if (streams(*call.operation) || asksToWait(call)) return;
        return add(calls, "timeout", "{} gives no answer in time to {}.", faults);
      case HttpFailure::Kind::CannotConnect:
        // The service answered the call before and was gone then: that call is to blame. A service that was
        // not there in the first place is nobody's fault here.
        if (calls.size() > 1) faults.push_back(refusedAfter(calls));
        return;
      case HttpFailure::Kind::Other:
        return;
    }
  }

 private:
  static bool hasFailure(std::span<const Call> calls) {
    return std::ranges::any_of(calls, [](const Call& call) { return call.response() == nullptr; });
  }

  /// A service that is told to wait, and does: /delay/{seconds}, ?wait=30.
  static bool asksToWait(const Call& call) {
    static constexpr std::array<std::string_view, 4> kWords{"delay", "wait", "sleep", "timeout"};
    const auto tells = [](const std::string& name) {
      return std::ranges::any_of(wordsOf(name), [](const std::string& word) {
        return std::ranges::find(kWords, word) != kWords.end();
      });
    };
    const auto isNumber = [](const Json& value) {
      if (value.is_number()) return value.get<double>() > 0;
      return value.is_string() && value.get_ref<const std::string&>().find_first_of("123456789") == 0;
    };
    return std::ranges::any_of(call.arguments, [&](const Argument& argument) {
      if (argument.parameter == nullptr || !isNumber(argument.value)) return false;
      const bool isInPath = argument.parameter->place == Parameter::Place::Path;
      // How long a film or a contract lasts is not how long to wait, unless nothing else is said of it.
      if (inSmallLetters(argument.parameter->name) == "duration") return true;
      return tells(argument.parameter->name) || (isInPath && tells(lastLiteralSegment(call.operation->path)));
    });
  }

  /// "waitSeconds" and "wait-seconds" -> "wait", "seconds"; but "waitlist" is one word.
  static std::vector<std::string> wordsOf(std::string_view name) {
    std::vector<std::string> words(1);
    bool wasSmall = false;
    for (const char c : name) {
      const bool isCapital = c >= 'A' && c <= 'Z';
      const bool isSmall = c >= 'a' && c <= 'z';
      if ((isCapital && wasSmall) || (!isCapital && !isSmall)) words.emplace_back();
      if (isCapital || isSmall) words.back() += static_cast<char>(isCapital ? c - 'A' + 'a' : c);
      wasSmall = isSmall;
    }
    return words;
  }

  /// Streams of events end when the caller goes away.
  static bool streams(const Operation& operation) {
    const auto isStream = [](const MediaType& type) {
      const std::string name = bareMediaType(type.name);
      return name == "text/event-stream" || name.ends_with("ndjson") || name.ends_with("stream+json") ||
             name.ends_with("json-seq");
    };
    return std::ranges::any_of(operation.responses, [&](const ResponseDeclaration& response) {
      return std::ranges::any_of(response.content, isStream);
    });
  }

  void add(std::span<const Call> calls, std::string detail, fmt::format_string<std::string, std::string> text,
           std::vector<Fault>& faults) const {
    const Call& call = calls.back();
    if (call.isUnsupportedMethod) detail += " unsupported method";
    faults.push_back(
        faultOf(*this, calls, std::move(detail), fmt::format(text, subject(call), requestText(call))));
  }

  Fault refusedAfter(std::span<const Call> calls) const {
    const Call& last = calls[calls.size() - 2];
    Fault fault = faultOf(*this, calls, "refused",
                          fmt::format("The service takes no connections any more after {} answered {} to {}.",
                                      subject(last), last.status(), requestText(last)));
    fault.operation = last.operation->id;
    fault.subject = subject(last);
    return fault;
  }
};

}  // namespace

std::unique_ptr<const Oracle> makeConnectionLoss() { return std::make_unique<ConnectionLoss>(); }

}  // namespace covolve::rest
