// Is a visit accepted?, after the running example of Arcuri and Galeotti, "Enhancing Search-Based Testing
// With Testability Transformations For Existing APIs" (their figure 1).
//
// What makes it hard: three texts, of which one must match a regular expression and be a date of 2019, one
// be the number 42, and one stand in a list, all at once. Each but the last throws where it is none.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <chrono>
#include <ctime>
#include <iomanip>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace testability::visit {

class Visits {
 public:
  /// The handler of /visits/{date}/{number}/{setting}.
  std::string get(const std::string& date, const std::string& number, const std::string& setting) const {
    static const std::regex pathPattern(R"(\d{4}-\d{1,2}-\d{1,2})");
    if (!std::regex_match(date, pathPattern)) return "NOT FOUND";
    const std::chrono::year_month_day day = parseDate(date);
    const int parsedNumber = parseNumber(number);
    if (day.year() == std::chrono::year(2019) && parsedNumber == 42 &&
        std::find(settings_.begin(), settings_.end(), setting) != settings_.end()) {
      return "OK";
    }
    return "ERROR";
  }

 private:
  static std::chrono::year_month_day parseDate(const std::string& text) {
    std::istringstream stream(text);
    std::tm parsed{};
    stream >> std::get_time(&parsed, "%Y-%m-%d");
    if (stream.fail()) throw std::invalid_argument("not a date: " + text);
    // The stream takes the 31st of each month.
    const std::chrono::year_month_day day(std::chrono::year(parsed.tm_year + 1900),
                                          std::chrono::month(static_cast<unsigned>(parsed.tm_mon + 1)),
                                          std::chrono::day(static_cast<unsigned>(parsed.tm_mday)));
    if (!day.ok()) throw std::invalid_argument("no such day: " + text);
    return day;
  }

  static int parseNumber(const std::string& text) {
    std::size_t used = 0;
    const int number = std::stoi(text, &used);
    if (used != text.size()) throw std::invalid_argument("not a number: " + text);
    return number;
  }

  std::vector<std::string> settings_{"Foo", "Bar"};
};

}  // namespace testability::visit
