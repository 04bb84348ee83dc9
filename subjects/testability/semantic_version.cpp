// Semantic versions, their order, and which of them a requirement allows.
//
// What makes it hard: three numbers without leading zeros between dots, identifiers behind a hyphen that are
// ordered as numbers or as texts, and two texts of this form that must fit each other.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <compare>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <vector>

namespace testability::versions {

struct Version {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned patch = 0;
  std::vector<std::string> preRelease;  // alpha.1: "alpha", "1"
  std::string build;                    // does not count for the order
};

namespace {

bool isNumber(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Takes a number without leading zeros from the front.
bool takeNumber(std::string_view& text, unsigned& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  const std::size_t length = static_cast<std::size_t>(end - text.data());
  if (length > 1 && text.front() == '0') return false;
  text.remove_prefix(length);
  return true;
}

bool takeDot(std::string_view& text) {
  if (!text.starts_with('.')) return false;
  text.remove_prefix(1);
  return true;
}

/// Identifiers between dots; those of digits only have no leading zeros.
bool readIdentifiers(std::string_view text, std::vector<std::string>& identifiers) {
  while (true) {
    const std::size_t dot = text.find('.');
    const std::string_view identifier = text.substr(0, dot);
    if (identifier.empty()) return false;
    for (const char c : identifier) {
      if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-') return false;
    }
    if (identifier.size() > 1 && identifier[0] == '0' && isNumber(identifier)) return false;
    identifiers.emplace_back(identifier);
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

/// Numbers come before texts, and are ordered by their value: the longer is the larger.
std::strong_ordering compareIdentifiers(const std::string& one, const std::string& other) {
  const bool isOneNumber = isNumber(one);
  if (isOneNumber != isNumber(other)) {
    return isOneNumber ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  if (isOneNumber && one.size() != other.size()) return one.size() <=> other.size();
  return one.compare(other) <=> 0;
}

}  // namespace

std::optional<Version> parseVersion(std::string_view text) {
  Version version;
  if (!takeNumber(text, version.major) || !takeDot(text)) return std::nullopt;
  if (!takeNumber(text, version.minor) || !takeDot(text)) return std::nullopt;
  if (!takeNumber(text, version.patch)) return std::nullopt;
  if (const std::size_t plus = text.find('+'); plus != std::string_view::npos) {
    version.build = text.substr(plus + 1);
    if (version.build.empty()) return std::nullopt;
    text = text.substr(0, plus);
  }
  if (text.empty()) return version;
  if (text[0] != '-' || !readIdentifiers(text.substr(1), version.preRelease)) return std::nullopt;
  return version;
}

/// 1.0.0-alpha < 1.0.0-alpha.1 < 1.0.0-beta.2 < 1.0.0-beta.11 < 1.0.0
std::strong_ordering compareVersions(const Version& one, const Version& other) {
  const auto numbers =
      std::tie(one.major, one.minor, one.patch) <=> std::tie(other.major, other.minor, other.patch);
  if (numbers != 0) return numbers;
  if (one.preRelease.empty() || other.preRelease.empty()) {
    return one.preRelease.empty() <=> other.preRelease.empty();
  }
  const std::size_t both = std::min(one.preRelease.size(), other.preRelease.size());
  for (std::size_t i = 0; i < both; ++i) {
    const auto order = compareIdentifiers(one.preRelease[i], other.preRelease[i]);
    if (order != 0) return order;
  }
  return one.preRelease.size() <=> other.preRelease.size();
}

/// The requirement is a version behind ">=", "<", "^" (compatible), "~" (the same minor) or "=" or nothing.
bool satisfies(const std::string& versionText, const std::string& requirement) {
  const std::size_t operatorEnd = requirement.find_first_not_of("<>=^~");
  const std::string sign = requirement.substr(0, operatorEnd);
  const auto version = parseVersion(versionText);
  const auto bound = parseVersion(std::string_view(requirement).substr(sign.size()));
  if (!version || !bound) throw std::invalid_argument("not a version");
  const auto order = compareVersions(*version, *bound);
  if (sign.empty() || sign == "=") return order == 0;
  if (sign == ">=") return order >= 0;
  if (sign == "<") return order < 0;
  if (sign == "~") return order >= 0 && version->major == bound->major && version->minor == bound->minor;
  if (sign != "^") throw std::invalid_argument("not a requirement");
  if (order < 0 || version->major != bound->major) return false;
  if (bound->major > 0) return true;
  return version->minor == bound->minor && (bound->minor > 0 || version->patch == bound->patch);
}

}  // namespace testability::versions
