// Does a registration form accept an e-mail address?
//
// What makes it hard: parts that are found from both ends and checked character by character, labels of a
// domain with rules of their own, and sets of domains and accounts that are compared last.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <string>
#include <string_view>
#include <unordered_set>

namespace testability::email {

enum class Answer {
  Accepted,
  NeedsApproval,  // an account of a role, or an address instead of a domain
  NoAt,
  BadAccount,
  BadDomain,
  Unroutable,
  Disposable,
};

class Registration {
 public:
  explicit Registration(bool allowsTags) : allowsTags_(allowsTags) {}

  Answer check(const std::string& address) const {
    const std::size_t at = address.rfind('@');
    if (at == std::string::npos) return Answer::NoAt;
    std::string account = address.substr(0, at);
    const std::string domain = lowered(address.substr(at + 1));
    if (!isAccount(account)) return Answer::BadAccount;

    if (domain.size() > 2 && domain.front() == '[' && domain.back() == ']') return checkLiteral(domain);
    if (!isDomain(domain)) return Answer::BadDomain;
    if (isReserved(domain)) return Answer::Unroutable;
    static const std::unordered_set<std::string> disposable{"mailinator.com", "trashmail.de",
                                                            "10minutemail.net"};
    if (disposable.contains(domain)) return Answer::Disposable;

    const std::size_t tag = account.find('+');
    if (tag != std::string::npos) {
      if (!allowsTags_) return Answer::NeedsApproval;
      account.erase(tag);
    }
    static constexpr std::array<std::string_view, 5> roles{"abuse", "admin", "info", "postmaster",
                                                           "webmaster"};
    const bool isRole = std::binary_search(roles.begin(), roles.end(), lowered(account));
    return isRole ? Answer::NeedsApproval : Answer::Accepted;
  }

 private:
  static std::string lowered(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
  }

  static bool isAccount(std::string_view account) {
    if (account.empty() || account.size() > 64) return false;
    if (account.front() == '"') return isQuoted(account);
    if (account.front() == '.' || account.back() == '.') return false;
    if (account.find("..") != std::string_view::npos) return false;
    return std::all_of(account.begin(), account.end(), [](unsigned char c) {
      return std::isalnum(c) ||
             std::string_view("!#$%&'*+-/=?^_`{|}~.").find(static_cast<char>(c)) != std::string_view::npos;
    });
  }

  /// "john \"joe\" doe"
  static bool isQuoted(std::string_view account) {
    if (account.size() < 3 || account.back() != '"') return false;
    bool isEscaped = false;
    for (const char c : account.substr(1, account.size() - 2)) {
      if (isEscaped) {
        isEscaped = false;
      } else if (c == '\\') {
        isEscaped = true;
      } else if (c == '"' || std::iscntrl(static_cast<unsigned char>(c))) {
        return false;
      }
    }
    return !isEscaped;
  }

  /// At least two labels of letters, digits and inner hyphens; the last one is not a number.
  static bool isDomain(std::string_view domain) {
    std::string_view label;
    int labels = 0;
    for (std::size_t begin = 0; begin <= domain.size(); begin += label.size() + 1) {
      label = domain.substr(begin, domain.find('.', begin) - begin);
      if (label.empty() || label.size() > 63) return false;
      if (label.starts_with('-') || label.ends_with('-')) return false;
      for (const char c : label) {
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-') return false;
      }
      ++labels;
    }
    return labels > 1 && label.size() > 1 && !std::isdigit(static_cast<unsigned char>(label.front()));
  }

  static bool isReserved(std::string_view domain) {
    for (const std::string_view reserved : {".test", ".invalid", ".localhost", ".local", "example.com"}) {
      if (domain.ends_with(reserved)) return true;
    }
    return false;
  }

  /// "[192.168.0.1]"
  static Answer checkLiteral(const std::string& domain) {
    std::array<unsigned, 4> bytes{};
    int end = 0;
    const int read =
        std::sscanf(domain.c_str(), "[%3u.%3u.%3u.%3u]%n", &bytes[0], &bytes[1], &bytes[2], &bytes[3], &end);
    if (read != 4 || end != static_cast<int>(domain.size())) return Answer::BadDomain;
    if (std::any_of(bytes.begin(), bytes.end(), [](unsigned byte) { return byte > 255; }))
      return Answer::BadDomain;
    if (bytes[0] == 10 || bytes[0] == 127 || (bytes[0] == 192 && bytes[1] == 168)) return Answer::Unroutable;
    return Answer::NeedsApproval;
  }

  bool allowsTags_;
};

}  // namespace testability::email
