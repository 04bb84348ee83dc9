// Requests that are let through by expressions of PCRE2 and RE2.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <re2/re2.h>

#include <stdexcept>
#include <string>

namespace patterns {

/// An expression of PCRE2 and what it found last.
class Expression {
 public:
  explicit Expression(const std::string& text) {
    int error = 0;
    PCRE2_SIZE at = 0;
    code_ = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), PCRE2_CASELESS, &error, &at,
                          nullptr);
    if (code_ == nullptr) throw std::invalid_argument("no expression");
    found_ = pcre2_match_data_create_from_pattern(code_, nullptr);
  }
  Expression(const Expression&) = delete;
  Expression& operator=(const Expression&) = delete;
  ~Expression() {
    pcre2_match_data_free(found_);
    pcre2_code_free(code_);
  }

  bool finds(const std::string& text) const {
    const int groups =
        pcre2_match(code_, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0, 0, found_, nullptr);
    if (groups == PCRE2_ERROR_NOMATCH) return false;
    return groups > 1;
  }

 private:
  pcre2_code* code_ = nullptr;
  pcre2_match_data* found_ = nullptr;
};

enum class Verdict { Refused, Limited, Admitted, Administered };

class RequestFilter {
 public:
  Verdict judge(const std::string& path, const std::string& agent) const {
    static const Expression bot("\\b(?<kind>crawler|spider)/\\d+\\.\\d+\\z");
    if (bot.finds(agent)) return Verdict::Limited;
    int version = 0;
    std::string area;
    static const RE2 api("/api/v(?P<version>\\d+)/(?P<area>[a-z]+)(?:/.*)?");
    if (!RE2::FullMatch(path, api, &version, &area)) return Verdict::Refused;
    if (version > 3 && version != 42) return Verdict::Refused;
    if (area == "admin") return Verdict::Administered;
    return Verdict::Admitted;
  }

  /// Of a header "Range: bytes=200-499"; -1 where it is none.
  long lengthOf(const std::string& header) const {
    long first = 0;
    long last = 0;
    if (!RE2::PartialMatch(header, "bytes=(?P<first>\\d{1,9})-(?P<last>\\d{1,9})\\z", &first, &last))
      return -1;
    if (last < first) return 0;
    return last - first + 1;
  }
};

}  // namespace patterns
