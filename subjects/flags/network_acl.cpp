// Evaluates a list of access rules for packets, and checks the list for mistakes.
//
// What makes it hard: addresses are texts that two parsers have to accept before any rule matches; the
// list is only used when the errors counted over all rules are none, and a toggle changes what happens
// without a match.
// Expected: every branch can be covered; faults only where its helpers are called on their own.
// Infeasible: none.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace flags::acl {

enum class Action { Allow, Deny, Log };

struct Rule {
  std::string source;  // "any", "10.1.2.3" or "10.1.0.0/16"
  int firstPort = 0;
  int lastPort = 65'535;
  Action action = Action::Deny;
  bool isEnabled = true;
};

struct Packet {
  std::string source;
  int port = 0;
  bool isReply = false;
};

struct Options {
  bool isOpenByDefault = false;
  bool trustsReplies = false;
};

namespace {

struct Network {
  std::uint32_t address = 0;
  int bits = 32;
};

std::optional<int> parseNumber(const std::string& text, int most) {
  if (text.empty() || text.size() > 3) return std::nullopt;
  int number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + (c - '0');
  }
  if (number > most) return std::nullopt;
  return number;
}

std::optional<std::uint32_t> parseAddress(const std::string& text) {
  std::uint32_t address = 0;
  std::size_t begin = 0;
  for (int i = 0; i < 4; ++i) {
    const std::size_t dot = i < 3 ? text.find('.', begin) : text.size();
    if (dot == std::string::npos) return std::nullopt;
    const std::optional<int> part = parseNumber(text.substr(begin, dot - begin), 255);
    if (!part) return std::nullopt;
    address = address * 256 + static_cast<std::uint32_t>(*part);
    begin = dot + 1;
  }
  return address;
}

std::uint32_t maskOf(int bits) { return bits == 0 ? 0 : ~std::uint32_t{0} << (32 - bits); }

std::optional<Network> parseNetwork(const std::string& text) {
  if (text == "any") return Network{0, 0};
  const std::size_t slash = text.find('/');
  const std::optional<std::uint32_t> address = parseAddress(text.substr(0, slash));
  if (!address) return std::nullopt;
  if (slash == std::string::npos) return Network{*address, 32};
  const std::optional<int> bits = parseNumber(text.substr(slash + 1), 32);
  if (!bits || (*address & ~maskOf(*bits)) != 0) return std::nullopt;
  return Network{*address, *bits};
}

bool contains(const Network& network, std::uint32_t address) {
  return (address & maskOf(network.bits)) == network.address;
}

bool matches(const Rule& rule, std::uint32_t source, int port) {
  if (!rule.isEnabled) return false;
  if (port < rule.firstPort || port > rule.lastPort) return false;
  return contains(parseNetwork(rule.source).value_or(Network{}), source);
}

int errorsOf(const Rule& rule) {
  int errors = 0;
  if (!parseNetwork(rule.source)) ++errors;
  if (rule.firstPort < 0 || rule.lastPort > 65'535) ++errors;
  if (rule.firstPort > rule.lastPort) ++errors;
  return errors;
}

}  // namespace

/// How many mistakes the rules in use have.
int lint(const std::vector<Rule>& rules) {
  int errors = 0;
  for (const Rule& rule : rules) {
    if (rule.isEnabled) errors += errorsOf(rule);
  }
  return errors;
}

bool isAllowed(const std::vector<Rule>& rules, const Packet& packet, const Options& options) {
  if (lint(rules) != 0) throw std::invalid_argument("the rules have mistakes");
  const std::optional<std::uint32_t> source = parseAddress(packet.source);
  if (!source) return false;
  if (options.trustsReplies && packet.isReply) return true;
  for (const Rule& rule : rules) {
    if (!matches(rule, *source, packet.port) || rule.action == Action::Log) continue;
    return rule.action == Action::Allow;
  }
  return options.isOpenByDefault;
}

}  // namespace flags::acl
