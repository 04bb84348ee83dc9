// When were lines of a log written, and is anybody to be woken for them?
//
// What makes it hard: a line is split by a POSIX regular expression, its time read by strptime in one of two
// formats, days and leap seconds are checked by what timegm makes of them, and alarms need several lines
// whose times fit each other.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <regex.h>

#include <cstdlib>
#include <ctime>
#include <map>
#include <optional>
#include <string>

namespace testability::logs {

enum class Verdict { NotALine, BadTime, OutOfOrder, Quiet, Noted, Alarm };

enum class Level { Debug, Info, Warning, Error, Fatal };

class LogWatch {
 public:
  /// Lines of syslog have no year of their own.
  explicit LogWatch(int year) : year_(year >= 1970 && year <= 2100 ? year : 1970) {}

  Verdict read(const std::string& line) {
    std::tm time{};
    int offset = 0;  // minutes east of Greenwich
    std::string rest;
    regmatch_t parts[5];
    if (regexec(isoLine(), line.c_str(), 5, parts, 0) == 0) {
      const auto part = [&](int i) { return line.substr(parts[i].rm_so, parts[i].rm_eo - parts[i].rm_so); };
      const std::string stamp = part(1);
      const char* format = stamp[10] == 'T' ? "%Y-%m-%dT%H:%M:%S" : "%Y-%m-%d %H:%M:%S";
      if (strptime(stamp.c_str(), format, &time) == nullptr) return Verdict::BadTime;
      if (parts[3].rm_so != -1 && !readOffset(part(3), offset)) return Verdict::BadTime;
      rest = part(4);
    } else {
      time.tm_year = year_ - 1900;
      const char* end = strptime(line.c_str(), "%b %d %H:%M:%S", &time);
      if (end == nullptr || *end != ' ') return Verdict::NotALine;
      rest = end + 1;
    }
    const std::optional<std::time_t> seconds = secondsOf(time);
    if (!seconds) return Verdict::BadTime;
    return judge(*seconds - offset * 60, rest);
  }

 private:
  /// "2024-02-29T13:05:59.250+01:00 rest", all behind the seconds but the rest optional.
  static const regex_t* isoLine() {
    static const regex_t compiled = [] {
      regex_t pattern;
      regcomp(&pattern,
              "^([0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2})"
              "([.,][0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})? (.*)$",
              REG_EXTENDED);
      return pattern;
    }();
    return &compiled;
  }

  /// Zones are at most 14 hours away.
  static bool readOffset(const std::string& text, int& minutes) {
    if (text == "Z") return true;
    const int hours = std::atoi(text.substr(1, 2).c_str());
    minutes = std::atoi(text.c_str() + 4);
    if (minutes > 59) return false;
    minutes += hours * 60;
    if (minutes > 14 * 60) return false;
    if (text[0] == '-') minutes = -minutes;
    return true;
  }

  static std::optional<std::time_t> secondsOf(std::tm time) {
    if (time.tm_sec >= 60) {  // a leap second, which is the last one of June or December
      if (time.tm_sec != 60 || time.tm_hour != 23 || time.tm_min != 59) return std::nullopt;
      const bool isLastDay =
          (time.tm_mon == 5 && time.tm_mday == 30) || (time.tm_mon == 11 && time.tm_mday == 31);
      if (!isLastDay) return std::nullopt;
      time.tm_sec = 59;
    }
    const int day = time.tm_mday;
    const std::time_t seconds = timegm(&time);
    if (time.tm_mday != day) return std::nullopt;  // the 30th of February is the 1st of March
    return seconds;
  }

  Verdict judge(std::time_t time, const std::string& rest) {
    if (last_ && std::difftime(time, *last_) < -kTolerance) return Verdict::OutOfOrder;
    last_ = time;

    static const std::map<std::string, Level> levels = {
        {"DEBUG", Level::Debug},     {"INFO", Level::Info},   {"WARN", Level::Warning},
        {"WARNING", Level::Warning}, {"ERROR", Level::Error}, {"FATAL", Level::Fatal},
    };
    const std::size_t wordEnd = rest.find(' ');
    const auto level = levels.find(rest.substr(0, wordEnd));
    if (level == levels.end()) return Verdict::NotALine;
    if (level->second < Level::Warning) return Verdict::Quiet;
    if (level->second == Level::Fatal) return Verdict::Alarm;
    const bool isAboutDisks = wordEnd != std::string::npos && rest.compare(wordEnd + 1, 5, "disk ") == 0;
    if (level->second == Level::Warning) return isAboutDisks ? Verdict::Alarm : Verdict::Noted;

    if (errors_ == 0 || std::difftime(time, firstError_) > kWindow) {
      firstError_ = time;
      errors_ = 0;
    }
    ++errors_;
    return errors_ >= kErrors ? Verdict::Alarm : Verdict::Noted;
  }

  static constexpr double kTolerance = 2;  // seconds by which threads may overtake each other
  static constexpr double kWindow = 60;
  static constexpr int kErrors = 3;

  int year_;
  std::optional<std::time_t> last_;
  std::time_t firstError_ = 0;
  int errors_ = 0;
};

}  // namespace testability::logs
