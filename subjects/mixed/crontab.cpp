// Reads times of a crontab line and tells when the next one is.
//
// What makes it hard: a leap day that only comes after 2,000 days.
// Expected: every branch can be covered.
// Infeasible: none.
#include <bitset>
#include <charconv>
#include <chrono>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sched {

using Days = std::chrono::sys_days;

struct FieldRange {
  int low;
  int high;
};

class CronField {
 public:
  CronField() = default;

  bool parse(std::string_view text, FieldRange range) {
    bits_.reset();
    wildcard_ = false;
    for (auto comma = text.find(','); comma != std::string_view::npos; comma = text.find(',')) {
      if (!parseItem(text.substr(0, comma), range)) return false;
      text.remove_prefix(comma + 1);
    }
    return parseItem(text, range);
  }

  bool matches(int value) const {
    return value >= 0 && value < 64 && bits_.test(static_cast<std::size_t>(value));
  }
  bool wildcard() const { return wildcard_; }
  std::size_t count() const { return bits_.count(); }

 private:
  static std::optional<int> number(std::string_view s) {
    int out = 0;
    const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), out);
    if (ec != std::errc{} || end != s.data() + s.size()) return std::nullopt;
    return out;
  }

  bool parseItem(std::string_view item, FieldRange range) {
    int step = 1;
    if (const auto slash = item.find('/'); slash != std::string_view::npos) {
      const auto parsed = number(item.substr(slash + 1));
      if (!parsed || *parsed < 1 || *parsed > 60) return false;
      step = *parsed;
      item = item.substr(0, slash);
    }
    int from = range.low;
    int to = range.high;
    if (item == "*") {
      wildcard_ = step == 1;
    } else if (const auto dash = item.find('-'); dash != std::string_view::npos) {
      const auto a = number(item.substr(0, dash));
      const auto b = number(item.substr(dash + 1));
      if (!a || !b || *a > *b) return false;
      from = *a;
      to = *b;
    } else {
      const auto a = number(item);
      if (!a) return false;
      from = to = *a;
    }
    if (from < range.low || to > range.high) return false;
    for (int v = from; v <= to; v += step) bits_.set(static_cast<std::size_t>(v));
    return true;
  }

  std::bitset<64> bits_;
  bool wildcard_ = false;
};

class CronLine {
 public:
  explicit CronLine(std::string_view line) {
    static constexpr FieldRange ranges[5] = {{0, 59}, {0, 23}, {1, 31}, {1, 12}, {0, 6}};
    std::size_t index = 0;
    std::istringstream words{std::string(line)};
    for (std::string word; words >> word; ++index) {
      if (index == 5) throw std::invalid_argument("too many fields");
      if (!fields_[index].parse(word, ranges[index])) {
        throw std::invalid_argument("bad field " + std::to_string(index));
      }
    }
    if (index != 5) throw std::invalid_argument("too few fields");
  }

  bool runsOn(std::chrono::year_month_day date) const {
    if (!date.ok() || !fields_[3].matches(static_cast<int>(unsigned(date.month())))) return false;
    const bool dom = fields_[2].matches(static_cast<int>(unsigned(date.day())));
    const std::chrono::weekday wd{Days{date}};
    const bool dow = fields_[4].matches(static_cast<int>(wd.c_encoding()));
    if (fields_[2].wildcard() || fields_[4].wildcard()) return dom && dow;
    return dom || dow;
  }

  std::string describeNext(int year, unsigned month, unsigned day) const {
    using namespace std::chrono;
    const year_month_day start{std::chrono::year{year}, std::chrono::month{month}, std::chrono::day{day}};
    if (!start.ok()) return "invalid";
    for (int ahead = 0; ahead <= 366 * 8; ++ahead) {
      const year_month_day candidate{Days{start} + days{ahead}};
      if (!runsOn(candidate)) continue;
      if (candidate.month() == February && candidate.day() == std::chrono::day{29}) {
        return ahead > 1461 ? "leap-skipped" : "leap";
      }
      if (ahead == 0) return fields_[0].count() * fields_[1].count() == 1440 ? "always" : "today";
      return "in " + std::to_string(ahead);
    }
    return "never";
  }

 private:
  CronField fields_[5];
};

}  // namespace sched
