// When does a line of a crontab run next?
//
// What makes it hard: five fields of one text, each a list of ranges with steps, months and days also by the
// names of a table that a loop looks through; nicknames stand for whole lines; and days of months that there
// are not.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <bitset>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace testability::cron {

enum class Problem { None, Fields, Number, Range, Step, Nickname, Never };

class Schedule {
 public:
  /// "*/15 8-17 * jan,jul mon-fri" or "@daily".
  Problem parse(const std::string& line) {
    if (!line.empty() && line[0] == '@') {
      for (const auto& row : kNicknames) {
        if (line == row.name) return parse(row.line);
      }
      return line == "@reboot" ? Problem::Never : Problem::Nickname;
    }
    const std::vector<std::string> fields = split(line, ' ');
    if (fields.size() != 5) return Problem::Fields;
    Problem problem = readField(fields[0], 0, 59, nullptr, minutes_);
    if (problem == Problem::None) problem = readField(fields[1], 0, 23, nullptr, hours_);
    if (problem == Problem::None) problem = readField(fields[2], 1, 31, nullptr, days_);
    if (problem == Problem::None) problem = readField(fields[3], 1, 12, kMonths, months_);
    if (problem == Problem::None) problem = readField(fields[4], 0, 7, kWeekdays, weekdays_);
    if (problem != Problem::None) return problem;
    if (weekdays_.test(7)) weekdays_.set(0);  // both are Sunday
    return canEverRun() ? Problem::None : Problem::Never;
  }

  bool isDue(int minute, int hour, int day, int month, int weekday) const {
    if (minute < 0 || minute > 59 || hour < 0 || hour > 23 || day < 1 || day > 31) return false;
    if (month < 1 || month > 12 || weekday < 0 || weekday > 6) return false;
    if (!minutes_.test(static_cast<std::size_t>(minute)) || !hours_.test(static_cast<std::size_t>(hour))) {
      return false;
    }
    return months_.test(static_cast<std::size_t>(month)) && days_.test(static_cast<std::size_t>(day)) &&
           weekdays_.test(static_cast<std::size_t>(weekday));
  }

 private:
  using Values = std::bitset<60>;

  struct Nickname {
    const char* name;
    const char* line;
  };
  static constexpr Nickname kNicknames[] = {
      {"@hourly", "0 * * * *"},
      {"@daily", "0 0 * * *"},
      {"@weekly", "0 0 * * 0"},
      {"@yearly", "0 0 1 1 *"},
  };
  static constexpr char kMonths[] = "janfebmaraprmayjunjulaugsepoctnovdec";
  static constexpr char kWeekdays[] = "sunmontuewedthufrisat";

  static std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
      if (c == separator) {
        parts.emplace_back();
      } else {
        parts.back() += c;
      }
    }
    return parts;
  }

  static std::optional<int> readValue(const std::string& text, int first, const char* names) {
    if (names != nullptr && text.size() == 3) {
      for (int i = 0; names[3 * i] != '\0'; ++i) {
        if (std::strncmp(names + 3 * i, text.c_str(), 3) == 0) return first + i;
      }
    }
    if (text.empty() || text.size() > 2) return std::nullopt;
    int value = 0;
    for (const char c : text) {
      if (c < '0' || c > '9') return std::nullopt;
      value = value * 10 + (c - '0');
    }
    return value;
  }

  static Problem readField(const std::string& field, int least, int most, const char* names, Values& values) {
    values.reset();
    for (const std::string& part : split(field, ',')) {
      const std::size_t slash = part.find('/');
      const std::string range = part.substr(0, slash);
      int from = least;
      int to = most;
      if (range != "*") {
        const std::size_t dash = range.find('-');
        const std::optional<int> begin = readValue(range.substr(0, dash), least, names);
        const std::optional<int> end =
            dash == std::string::npos ? begin : readValue(range.substr(dash + 1), least, names);
        if (!begin || !end) return Problem::Number;
        if (*begin < least || *end > most || *begin > *end) return Problem::Range;
        from = *begin;
        to = *end;
      }
      int step = 1;
      if (slash != std::string::npos) {
        const std::optional<int> given = readValue(part.substr(slash + 1), 0, nullptr);
        if (!given || *given == 0) return Problem::Step;
        step = *given;
      }
      for (int value = from; value <= to; value += step) values.set(static_cast<std::size_t>(value));
    }
    return Problem::None;
  }

  /// The 30th of February never comes.
  bool canEverRun() const {
    static constexpr int lengths[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    for (std::size_t month = 1; month <= 12; ++month) {
      if (!months_.test(month)) continue;
      for (int day = 1; day <= lengths[month - 1]; ++day) {
        if (days_.test(static_cast<std::size_t>(day))) return true;
      }
    }
    return false;
  }

  Values minutes_;
  Values hours_;
  Values days_;
  Values months_;
  Values weekdays_;
};

}  // namespace testability::cron
