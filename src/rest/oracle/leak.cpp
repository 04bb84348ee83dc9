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
#include <vector>

#include "base/small_letters.h"
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
constexpr const char* kHash = "password hash";
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
    Betrayal{kTrace, "a stack trace of Rust", " panicked at ", R"(thread '[^']*' panicked at )"},
    Betrayal{kTrace, "a stack trace of Perl", ".pm line ", R"(\bat \S+\.pm line \d+)"},
    Betrayal{kTrace, "a stack trace of Elixir", ".ex:", R"(\(\w+ \d+\.\d+\.\d+\) lib/\S+\.ex:\d+: )"},
    Betrayal{kDatabase, "an error of a database", "SQLSTATE[", ""},
    Betrayal{kDatabase, "an error of MySQL", "You have an error in your SQL syntax", ""},
    Betrayal{kDatabase, "an error of Oracle", "ORA-", R"(ORA-\d{5})"},
    Betrayal{kDatabase, "an error of PostgreSQL", "syntax error at or near", ""},
    Betrayal{kDatabase, "an error of PostgreSQL", "violates ",
             R"(violates (unique|foreign key|check|not-null) constraint)"},
    Betrayal{kDatabase, "an error of SQLite", "sqlite3.", R"(sqlite3\.\w*Error)"},
    Betrayal{kDatabase, "an error of SQLite", " constraint failed",
             R"((UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed)"},
    Betrayal{kDatabase, "an error of SQLite", ": syntax error", R"(near ".*": syntax error)"},
    Betrayal{kDatabase, "an error of MySQL", "Duplicate entry '", R"(Duplicate entry '.*' for key )"},
    Betrayal{kDatabase, "an error of SQL Server", "Unclosed quotation mark after the character string", ""},
    Betrayal{kDatabase, "an error of MongoDB", "E11000 duplicate key", ""},
    Betrayal{kDatabase, "an error of JDBC", "SQLException", R"(\w+\.\w*SQLException)"},
    Betrayal{"private key", "a private key", "PRIVATE KEY-----", "-----BEGIN [A-Z ]*PRIVATE KEY", false},
    Betrayal{kHash, "a hashed password", "$2", R"(\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}(?![./A-Za-z0-9]))",
             false},
    Betrayal{kHash, "a hashed password", "$argon2", R"(\$argon2(id|i|d)\$v=\d+\$m=\d+)", false},
    Betrayal{kHash, "a hashed password", "$6$",
             R"(\$6\$(rounds=\d+\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{86})", false},
};

class Leak final : public Oracle {
 public:
  std::string_view name() const override { return "leak"; }
  std::string_view description() const override {
    return "a trace, a database error, a private key or a hashed password in a body";
  }

  void judge(std::span<const Call> calls, std::vector<Fault>& faults) const override {
    const Call& call = calls.back();
    if (call.response() == nullptr || call.response()->body.empty()) return;
    for (const Betrayal& one : kBetrayals) {
      if (one.onlyInErrors && call.status() < 400) continue;
      if (one.what == std::string_view(kHash) && makesHashes(call)) continue;
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
    constexpr size_t kMostLooks = 20;  // hints may be short
    const std::string& body = calls.back().response()->body;
    static const std::vector<std::regex> kPatterns = [] {
      std::vector<std::regex> patterns;
      for (const Betrayal& one : kBetrayals) patterns.emplace_back(one.pattern);
      return patterns;
    }();
    size_t looks = 0;
    for (size_t at = body.find(betrayal.hint); at != std::string::npos && ++looks <= kMostLooks;
         at = body.find(betrayal.hint, at + 1)) {
      const size_t begin = at - std::min(at, kSurroundings);
      const std::string around = body.substr(begin, at - begin + 2 * kSurroundings);
      std::smatch match;
      if (!std::regex_search(around, match, kPatterns[static_cast<size_t>(&betrayal - kBetrayals.data())]))
        continue;
      constexpr size_t kTelling = 4;  // characters of a hint that nobody sends by chance
      const std::string_view hint = betrayal.hint;
      return !wasSent(calls, hint.size() < kTelling ? match.str() : std::string(hint));
    }
    return false;
  }

  /// There are services for that.
  static bool makesHashes(const Call& call) {
    const std::string path = inSmallLetters(call.operation->path);
    return path.contains("hash") || path.contains("crypt") || path.contains("passwd");
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
