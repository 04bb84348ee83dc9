// An answer that tells what is nobody's business: where the code failed, what the
// database said, a private key.
//
// Easy to get wrong: an answer may repeat what it was sent, and a service about
// logs may well show a stack trace on request. So traces count in refusals and
// failures only.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>

#include "rest/oracle/call_text.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

namespace {

/// What betrays a secret: a text that is rare, and around it what only a leak has.
struct Betrayal {
  const char* what;     // the detail
  const char* text;     // "a stack trace"
  const char* hint;     // looked for first: most answers have none of them
  const char* pattern;  // ECMAScript, in the hint's surroundings
  bool onlyInErrors = true;
};

constexpr const char* kTrace = "stack trace";
constexpr const char* kDatabase = "database error";

constexpr std::array kBetrayals{
    Betrayal{kTrace, "a stack trace of Python", "Traceback (most recent call last)", ""},
    Betrayal{kTrace, "a stack trace of Java", ".java:", R"(\bat [\w$.]+\([\w$]+\.java:\d+\))"},
    Betrayal{kTrace, "a stack trace of Kotlin", ".kt:", R"(\bat [\w$.]+\([\w$]+\.kt:\d+\))"},
    Betrayal{kTrace, "a stack trace of .NET", ".cs:line ", R"(\.cs:line \d+)"},
    Betrayal{kTrace, "a stack trace of JavaScript", "   at ", R"(\bat \S.{0,99}(/|file:|node:)\S+:\d+:\d+)"},
    Betrayal{kTrace, "a stack trace of Go", "goroutine ", R"(goroutine \d+ \[running\])"},
    Betrayal{kTrace, "a stack trace of Ruby", ".rb:", R"(\.rb:\d+:in [`'])"},
    Betrayal{kTrace, "a stack trace of PHP", ".php(", R"(#\d+ \S+\.php\(\d+\))"},
    Betrayal{kDatabase, "an error of a database", "SQLSTATE[", ""},
    Betrayal{kDatabase, "an error of MySQL", "You have an error in your SQL syntax", ""},
    Betrayal{kDatabase, "an error of Oracle", "ORA-", R"(ORA-\d{5})"},
    Betrayal{kDatabase, "an error of PostgreSQL", "syntax error at or near", ""},
    Betrayal{kDatabase, "an error of SQLite", "sqlite3.", R"(sqlite3\.\w*Error)"},
    Betrayal{"private key", "a private key", "PRIVATE KEY-----", "-----BEGIN [A-Z ]*PRIVATE KEY", false},
};

class Leak final : public Oracle {
 public:
  std::string_view name() const override { return "leak"; }
  std::string_view description() const override {
    return "a stack trace, an error of the database or a private key in an answer";
  }

  void judge(std::span<const Call> calls, std::vector<Fault>& faults) const override {
    const Call& call = calls.back();
    if (call.response() == nullptr || call.response()->body.empty()) return;
    for (const Betrayal& one : kBetrayals) {
      if (one.onlyInErrors && call.status() < 400) continue;
      if (!betrays(calls, one)) continue;
      faults.push_back(
          faultOf(*this, calls, fmt::format("{} {}", call.status(), one.what),
                  fmt::format("{} answers {} with {} in the body.", subject(call), call.status(), one.text)));
      return;
    }
  }

 private:
  static bool betrays(std::span<const Call> calls, const Betrayal& betrayal) {
    constexpr size_t kSurroundings = 200;
    const std::string& body = calls.back().response()->body;
    const size_t at = body.find(betrayal.hint);
    if (at == std::string::npos || wasSent(calls, betrayal.hint)) return false;
    const size_t begin = at - std::min(at, kSurroundings);
    const std::string around = body.substr(begin, at - begin + 2 * kSurroundings);
    return std::regex_search(around, std::regex(betrayal.pattern));
  }

  /// With any of the calls: what one stores, another shows.
  static bool wasSent(std::span<const Call> calls, std::string_view text) {
    return std::ranges::any_of(calls, [&](const Call& call) {
      return call.request.body.value_or("").contains(text) || call.request.target.contains(text);
    });
  }
};

}  // namespace

std::unique_ptr<const Oracle> makeLeak() { return std::make_unique<Leak>(); }

}  // namespace covolve::rest
