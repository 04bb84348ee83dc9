// A status of 5xx: the service itself says that it failed.
#include <fmt/format.h>

#include <algorithm>

#include "base/small_letters.h"
#include "rest/oracle/call_text.h"
#include "rest/oracle/cause.h"
#include "rest/oracle/identifiers.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

namespace {

class ServerError final : public Oracle {
 public:
  std::string_view name() const override { return "server-error"; }
  std::string_view description() const override { return "an answer with a status of 5xx"; }

  void judge(std::span<const Call> calls, std::vector<Fault>& faults) const override {
    const Call& call = calls.back();
    if (call.status() < 500 || isHonest(call) || wasAskedFor(call)) return;
    // What a path does with a method it does not have is another fault than that of its operation.
    std::string detail =
        std::to_string(call.status()) + (call.isUnsupportedMethod ? " unsupported method" : "");
    faults.push_back(faultOf(
        *this, calls, std::move(detail),
        fmt::format("{} answers {} to {}.", subject(call), call.status(), requestText(call)), causeOf(call)));
  }

 private:
  /// "Internal server error" says nothing about its cause. But where nothing that could be left out was given
  /// except for one header, that is read in one place for all operations.
  static std::string causeOf(const Call& call) {
    const Parameter* only = nullptr;
    for (const Argument& argument : call.arguments) {
      if (argument.parameter == nullptr || argument.parameter->required) continue;
      if (only != nullptr || argument.parameter->place != Parameter::Place::Header) return "";
      only = argument.parameter;
    }
    if (only == nullptr) return "";
    return fmt::format("{} {} {}", call.status(), only->name, messageShape(call));
  }

  /// GET /status/503: a service that is told what to answer. Another 503 among the data is chance.
  static bool wasAskedFor(const Call& call) {
    const std::string status = std::to_string(call.status());
    return std::ranges::any_of(call.arguments, [&](const Argument& argument) {
      if (argument.parameter == nullptr) return false;
      const bool isInPath = argument.parameter->place == Parameter::Place::Path;
      const bool tells = namesStatus(argument.parameter->name) ||
                         (isInPath && namesStatus(lastLiteralSegment(call.operation->path)));
      if (!tells) return false;
      return argument.value == Json(call.status()) || argument.value == Json(status);
    });
  }

  static bool namesStatus(const std::string& name) {
    const std::string letters = inSmallLetters(name);
    return letters == "status" || letters == "code" || letters == "statuscode" || letters == "status_code";
  }

  /// "I do not know this method", "come back later".
  static bool isHonest(const Call& call) {
    if (call.status() == 501) return call.isUnsupportedMethod;
    return call.status() == 503 && call.response()->header("Retry-After") != nullptr;
  }
};

}  // namespace

std::unique_ptr<const Oracle> makeServerError() { return std::make_unique<ServerError>(); }

}  // namespace covolve::rest
