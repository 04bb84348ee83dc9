// Versions and the ranges that they are in.
//
// What makes it hard: an order of releases before releases.
// Expected: every branch can be covered.
// Infeasible: none.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

namespace pkg {

using Identifier = std::variant<std::uint64_t, std::string>;

enum class ParseStatus { Ok, Malformed, LeadingZero, TooLarge };

struct Version {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::uint32_t patch = 0;
  std::vector<Identifier> prerelease;
  std::string build;
};

namespace {

ParseStatus readNumber(const std::string& text, std::uint32_t& out) {
  if (text.size() > 1 && text.front() == '0') {
    return ParseStatus::LeadingZero;
  }
  const auto [ptr, ec] = std::from_chars(text.data(), text.data() + text.size(), out);
  return ec == std::errc::result_out_of_range ? ParseStatus::TooLarge : ParseStatus::Ok;
}

ParseStatus readPrerelease(std::string_view text, std::vector<Identifier>& out) {
  while (!text.empty()) {
    const auto dot = std::min(text.find('.'), text.size());
    const std::string part(text.substr(0, dot));
    if (std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; })) {
      std::uint32_t value = 0;
      if (const auto status = readNumber(part, value); status != ParseStatus::Ok) {
        return status;
      }
      out.emplace_back(std::uint64_t{value});
    } else {
      out.emplace_back(part);
    }
    text.remove_prefix(std::min(dot + 1, text.size()));
  }
  return ParseStatus::Ok;
}

struct CompareIdentifiers {
  int operator()(std::uint64_t a, std::uint64_t b) const { return a < b ? -1 : (a > b ? 1 : 0); }
  int operator()(const std::string& a, const std::string& b) const {
    const int c = a.compare(b);
    return c < 0 ? -1 : (c > 0 ? 1 : 0);
  }
  int operator()(std::uint64_t, const std::string&) const { return -1; }
  int operator()(const std::string&, std::uint64_t) const { return 1; }
};

}  // namespace

ParseStatus parseVersion(const std::string& text, Version& out) {
  static const std::regex pattern(
      R"(v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z.-]+))?)");
  std::smatch m;
  if (text.size() > 128 || !std::regex_match(text, m, pattern)) {
    return ParseStatus::Malformed;
  }
  out = Version{};
  std::uint32_t* const targets[] = {&out.major, &out.minor, &out.patch};
  for (std::size_t i = 0; i < 3; ++i) {
    if (const auto status = readNumber(m[i + 1].str(), *targets[i]); status != ParseStatus::Ok) {
      return status;
    }
  }
  out.build = m[5].str();
  return readPrerelease(m[4].str(), out.prerelease);
}

int compareVersions(const Version& a, const Version& b) {
  const auto key = [](const Version& v) { return std::tuple(v.major, v.minor, v.patch); };
  if (key(a) != key(b)) {
    return key(a) < key(b) ? -1 : 1;
  }
  if (a.prerelease.empty() || b.prerelease.empty()) {
    return static_cast<int>(a.prerelease.empty()) - static_cast<int>(b.prerelease.empty());
  }
  const std::size_t shared = std::min(a.prerelease.size(), b.prerelease.size());
  for (std::size_t i = 0; i < shared; ++i) {
    if (const int c = std::visit(CompareIdentifiers{}, a.prerelease[i], b.prerelease[i]); c != 0) {
      return c;
    }
  }
  return static_cast<int>(a.prerelease.size() > shared) - static_cast<int>(b.prerelease.size() > shared);
}

std::optional<bool> satisfies(const std::string& version, std::string_view range) {
  Version v;
  if (parseVersion(version, v) != ParseStatus::Ok) {
    return std::nullopt;
  }
  const auto digits = std::min(range.find_first_of("0123456789"), range.size());
  const std::string_view op = range.substr(0, digits);
  Version bound;
  if (parseVersion(std::string(range.substr(digits)), bound) != ParseStatus::Ok) {
    return std::nullopt;
  }
  const int c = compareVersions(v, bound);
  const bool sameCore = v.major == bound.major && v.minor == bound.minor && v.patch == bound.patch;
  if (!v.prerelease.empty() && (bound.prerelease.empty() || !sameCore)) {
    return false;
  }
  if (op == "^") {
    if (bound.major == 0) {
      return c >= 0 && v.major == 0 && v.minor == bound.minor;
    }
    return c >= 0 && v.major == bound.major;
  }
  if (op == "~") {
    return c >= 0 && v.major == bound.major && v.minor == bound.minor;
  }
  if (op == ">=") {
    return c >= 0;
  }
  if (op == "<") {
    return c < 0;
  }
  if (op.empty() || op == "=") {
    return c == 0 && v.build == bound.build;
  }
  return std::nullopt;
}

}  // namespace pkg
