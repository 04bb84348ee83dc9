// Data that conform to the document in every respect, refused as bad.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "base/small_letters.h"
#include "rest/oracle/call_text.h"
#include "rest/oracle/cause.h"
#include "rest/oracle/certainty.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

namespace {

class PositiveRejected final : public Oracle {
 public:
  std::string_view name() const override { return "positive-rejected"; }
  std::string_view description() const override { return "data that conform to the document are refused"; }

  void judge(std::span<const Call> calls, std::vector<Fault>& faults) const override {
    const Call& call = calls.back();
    if (!isRefusal(call) || saysTaken(call) || saysMissing(call) || !mustBeAccepted(calls)) return;
    faults.push_back(faultOf(
        *this, calls, std::to_string(call.status()),
        fmt::format("{} answers {} although all data conform to the document.", subject(call), call.status()),
        fmt::format("{} {}", call.status(), messageShape(call))));
  }

 private:
  static bool isRefusal(const Call& call) {
    switch (call.status()) {
      case 400:
      case 422:
        return true;
      case 406:
        return acceptsAnything(call.request);
      case 415:
        return call.bodyType != nullptr;
      default:
        return false;
    }
  }

  /// What is to be made is there already, or is made by somebody else: data that are good for another name.
  static bool saysTaken(const Call& call) {
    static constexpr std::array<std::string_view, 7> kWords{"already",  "exists", "taken", "duplicate",
                                                            "conflict", "in use", "unique"};
    const bool mayMakeSomething = call.request.method != "GET" && call.request.method != "HEAD";
    return mayMakeSomething && saysOneOf(kWords, call);
  }

  /// The data name something that is not there, under a name that does not tell so: `project: 7`.
  static bool saysMissing(const Call& call) {
    static constexpr std::array<std::string_view, 5> kWords{"not exist", "n't exist", "not found", "no such",
                                                            "not one of the available"};
    return !call.arguments.empty() && saysOneOf(kWords, call);
  }

  static bool saysOneOf(std::span<const std::string_view> words, const Call& call) {
    if (call.status() == 406 || call.status() == 415) return false;
    const std::string text = inSmallLetters(call.response()->body.substr(0, 4096));
    return std::ranges::any_of(words, [&](std::string_view word) { return text.contains(word); });
  }

  static bool acceptsAnything(const HttpRequest& request) {
    for (const auto& [name, value] : request.headers) {
      if (inSmallLetters(name) == "accept" && value.find("*/*") == std::string::npos) return false;
    }
    return true;
  }
};

}  // namespace

std::unique_ptr<const Oracle> makePositiveRejected() { return std::make_unique<PositiveRejected>(); }

}  // namespace covolve::rest
