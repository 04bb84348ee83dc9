#include "campaign/definition/quantities.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <limits>
#include <map>
#include <optional>

#include "base/duration.h"

namespace covolve::campaign {

namespace {

/// What every database and every JSON reader can hold.
constexpr uint64_t kLargestNumber = std::numeric_limits<int64_t>::max();

struct SeedRange {
  uint64_t first = 1;
  uint64_t last = 1;
};

/// "7" or "11-20"
std::optional<SeedRange> parseSeeds(const std::string& text) {
  const size_t dash = text.find('-');
  const auto first = yaml::parseWholeNumber(text.substr(0, dash));
  const auto last = dash == std::string::npos ? first : yaml::parseWholeNumber(text.substr(dash + 1));
  if (!first || !last || *first > *last || *last > kLargestNumber) return std::nullopt;
  return SeedRange{*first, *last};
}

std::optional<std::chrono::duration<double>> readDuration(const yaml::Reader& value) {
  const auto duration = parseDuration(value.text());
  if (duration) return *duration;
  value.mistake(duration.error().message);
  return std::nullopt;
}

/// What a run may be counted in, and the option that says so.
Budget readCount(const yaml::Reader& budget, const std::string& command) {
  const std::string unit = command == "rest" ? "requests" : "evaluations";
  const auto count = budget.as("a budget").mapping({unit}).need(unit);
  const uint64_t number = count ? count->wholeNumber(1, kLargestNumber) : 1;
  return {.name = fmt::format("{} {}", number, unit), .arguments = {"--" + unit, std::to_string(number)}};
}

uint64_t readMegabytes(const yaml::Reader& memory) {
  static const std::map<std::string, uint64_t> kUnits{{"M", 1},     {"MB", 1},          {"G", 1024},
                                                      {"GB", 1024}, {"T", 1024 * 1024}, {"TB", 1024 * 1024}};
  const std::string text = memory.text();
  const size_t unitStart = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto number = yaml::parseWholeNumber(text.substr(0, unitStart));
  const auto unit = kUnits.find(text.substr(unitStart));
  constexpr uint64_t kMost = 1u << 30;  // a petabyte
  if (number && unit != kUnits.end() && *number > 0 && *number <= kMost / unit->second) {
    return *number * unit->second;
  }
  memory.mistake(fmt::format("'{}' is not an amount of memory: write for example 512M or 2G", text));
  return 1;
}

}  // namespace

std::vector<uint64_t> readSeeds(const yaml::Reader& seeds) {
  std::map<uint64_t, uint64_t> known;  // last of a range -> first
  std::vector<uint64_t> all;
  for (const yaml::Reader& entry : seeds.oneOrMore()) {
    const std::string text = entry.text();
    auto range = parseSeeds(text);
    const bool isCount = range && !seeds.isList() && text.find('-') == std::string::npos;
    if (isCount) range->first = 1;
    if (!range || range->last < range->first) {
      entry.mistake(fmt::format(
          "'{}' is not for seeds: write a number of them (10), a range (11-20) or a list ([1, 5, 9])", text));
      return {};
    }
    if (range->last - range->first >= kMostRuns - all.size()) {
      entry.mistake("these are more than a million seeds");
      return {};
    }
    const auto next = known.lower_bound(range->first);  // the first range that does not end before
    if (next != known.end() && next->second <= range->last) {
      entry.mistake(fmt::format("seed {} is there twice", std::max(range->first, next->second)));
      return {};
    }
    known.emplace(range->last, range->first);
    for (uint64_t seed = range->first; seed <= range->last; ++seed) all.push_back(seed);
  }
  return all;
}

std::vector<Budget> readBudgets(const yaml::Reader& budgets, const std::string& command,
                                const RunNeeds& needs) {
  std::vector<Budget> all;
  std::map<std::string, std::string> known;  // 60s and 1m are one budget
  for (const yaml::Reader& entry : budgets.oneOrMore()) {
    Budget budget;
    std::string amount;
    if (entry.isMapping()) {
      budget = readCount(entry, command);
      amount = budget.name;
    } else if (const auto duration = readDuration(entry)) {
      const std::string text = entry.text();
      const bool lacksUnit = std::isdigit(static_cast<unsigned char>(text.back())) != 0;
      budget.name = lacksUnit ? text + "s" : text;
      budget.arguments = {"--budget", budget.name};
      amount = fmt::format("{} seconds", duration->count());
      if (*duration >= needs.timeout) {
        entry.mistake(
            fmt::format("the budget {} is not below the timeout of a run, {} s: set run: {{timeout: ...}}",
                        budget.name, needs.timeout.count()));
      }
    }
    const auto [other, isNew] = known.try_emplace(amount, budget.name);
    if (!isNew) {
      entry.mistake(fmt::format("the budget {} is there twice{}", budget.name,
                                other->second == budget.name ? "" : ", once as " + other->second));
    }
    all.push_back(std::move(budget));
  }
  return all;
}

RunNeeds readNeeds(const yaml::Reader& needs) {
  RunNeeds read;
  const yaml::Mapping keys = needs.mapping({"cores", "memory", "timeout"});
  if (const auto cores = keys.find("cores")) read.cores = static_cast<unsigned>(cores->wholeNumber(1, 4096));
  if (const auto memory = keys.find("memory")) read.memoryMegabytes = readMegabytes(*memory);
  if (const auto timeout = keys.find("timeout")) {
    if (const auto duration = readDuration(*timeout)) {
      read.timeout = std::chrono::ceil<std::chrono::seconds>(*duration);
    }
  }
  return read;
}

}  // namespace covolve::campaign
