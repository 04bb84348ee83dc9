// Reads the lines of an event of a calendar and says what is wrong with it.
//
// What makes it hard: properties have parameters before their values; moments are read by std::get_time in
// two formats, and must be in order; a rule of repetition is a list of words and numbers that must fit each
// other.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <charconv>
#include <cstddef>
#include <ctime>
#include <iomanip>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

namespace testability::calendar {

enum class Verdict { Fine, NotAnEvent, BadLine, BadMoment, BadRule, EndsBeforeItStarts, NoStart, Unending };

class CalendarEvent {
 public:
  Verdict line(std::string_view text) {
    if (text == "BEGIN:VEVENT") {
      isOpen_ = true;
      return Verdict::Fine;
    }
    if (!isOpen_) return Verdict::NotAnEvent;
    if (text == "END:VEVENT") return close();
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return Verdict::BadLine;
    std::string_view name = text.substr(0, colon);
    const std::string value(text.substr(colon + 1));
    bool isWholeDay = false;
    if (const std::size_t semicolon = name.find(';'); semicolon != std::string_view::npos) {
      const std::string_view parameter = name.substr(semicolon + 1);
      if (parameter == "VALUE=DATE") {
        isWholeDay = true;
      } else if (!parameter.starts_with("TZID=")) {
        return Verdict::BadLine;
      }
      name = name.substr(0, semicolon);
    }
    if (name == "DTSTART") {
      start_ = momentOf(value, isWholeDay);
      return start_ ? Verdict::Fine : Verdict::BadMoment;
    }
    if (name == "DTEND") {
      end_ = momentOf(value, isWholeDay);
      return end_ ? Verdict::Fine : Verdict::BadMoment;
    }
    if (name == "RRULE") return rule(value);
    return name.starts_with("X-") || name == "SUMMARY" ? Verdict::Fine : Verdict::BadLine;
  }

 private:
  Verdict close() {
    isOpen_ = false;
    if (!start_) return Verdict::NoStart;
    if (end_ && *end_ < *start_) return Verdict::EndsBeforeItStarts;
    if (repeats_ && count_ == 0 && until_.empty()) return Verdict::Unending;
    return Verdict::Fine;
  }

  /// "20240229" or "20240229T133000", in Greenwich with a Z behind it.
  static std::optional<std::time_t> momentOf(const std::string& text, bool isWholeDay) {
    std::istringstream stream(text);
    std::tm time{};
    stream >> std::get_time(&time, isWholeDay ? "%Y%m%d" : "%Y%m%dT%H%M%S");
    if (stream.fail()) return std::nullopt;
    const int next = stream.get();
    if (next != std::char_traits<char>::eof() && (isWholeDay || next != 'Z')) return std::nullopt;
    return timegm(&time);
  }

  /// "FREQ=WEEKLY;COUNT=10;BYDAY=TU"
  Verdict rule(std::string_view text) {
    std::string_view frequency;
    while (!text.empty()) {
      const std::size_t end = text.find(';');
      const std::string_view part = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      if (part.starts_with("FREQ=")) {
        frequency = part.substr(5);
      } else if (part.starts_with("COUNT=")) {
        const auto [stop, error] = std::from_chars(part.data() + 6, part.data() + part.size(), count_);
        if (error != std::errc() || stop != part.data() + part.size() || count_ < 1) return Verdict::BadRule;
      } else if (part.starts_with("UNTIL=")) {
        if (!momentOf(std::string(part.substr(6)), part.size() == 14)) return Verdict::BadRule;
        until_ = part.substr(6);
      } else if (part.starts_with("BYDAY=")) {
        static constexpr std::string_view days[] = {"MO", "TU", "WE", "TH", "FR", "SA", "SU"};
        bool isKnown = false;
        for (const std::string_view day : days) isKnown = isKnown || part.substr(6) == day;
        if (!isKnown || frequency != "WEEKLY") return Verdict::BadRule;
      } else {
        return Verdict::BadRule;
      }
    }
    if (frequency != "DAILY" && frequency != "WEEKLY" && frequency != "MONTHLY") return Verdict::BadRule;
    if (count_ != 0 && !until_.empty()) return Verdict::BadRule;
    repeats_ = true;
    return Verdict::Fine;
  }

  bool isOpen_ = false;
  bool repeats_ = false;
  int count_ = 0;
  std::string until_;
  std::optional<std::time_t> start_;
  std::optional<std::time_t> end_;
};

}  // namespace testability::calendar
