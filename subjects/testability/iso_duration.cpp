// Durations of ISO 8601, and how long a subscription may pause.
//
// What makes it hard: numbers of any length that a letter follows, letters whose meaning and order depend on
// what stands before them, a fraction that only the last may have; then lengths in certain windows.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cctype>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace testability::durations {

using Seconds = std::chrono::seconds;

struct Duration {
  int months = 0;  // how many days these are depends on the calendar
  double seconds = 0;
};

enum class Pause { Refused, Free, Charged, NeedsConfirmation };

/// "P1Y2M3DT4H5M6.5S" or "P2W". Throws what std::stod throws, and std::invalid_argument.
class DurationParser {
 public:
  explicit DurationParser(std::string text) : text_(std::move(text)) {}

  Duration parse() {
    if (!text_.starts_with('P')) throw std::invalid_argument("a duration starts with P");
    position_ = 1;
    isTime_ = hasFraction_ = false;
    result_ = Duration{};
    if (text_.ends_with('W')) {
      result_.seconds = 604'800 * number();
      if (position_ + 1 != text_.size()) throw std::invalid_argument("weeks stand alone");
      return result_;
    }
    std::string_view designators = "YMD";
    while (position_ < text_.size()) {
      if (text_[position_] == 'T') {
        if (isTime_) throw std::invalid_argument("T stands once");
        isTime_ = true;
        designators = "HMS";
        ++position_;
      }
      if (hasFraction_) throw std::invalid_argument("only the last number has a fraction");
      const double value = number();
      if (position_ == text_.size()) throw std::invalid_argument("a number without a unit");
      const std::size_t found = designators.find(text_[position_]);
      if (found == std::string_view::npos) throw std::invalid_argument("not a unit, or out of order");
      add(text_[position_], value);
      designators.remove_prefix(found + 1);
      ++position_;
    }
    if (position_ == 1) throw std::invalid_argument("nothing but P");
    return result_;
  }

 private:
  double number() {
    // std::stod would also take blanks, signs, "inf" and "0x1".
    if (position_ >= text_.size() || !std::isdigit(static_cast<unsigned char>(text_[position_]))) {
      throw std::invalid_argument("a number is missing");
    }
    const std::size_t end = text_.find_first_not_of("0123456789.,", position_);
    std::string digits = text_.substr(position_, end - position_);
    if (const std::size_t comma = digits.find(','); comma != std::string::npos) digits[comma] = '.';
    std::size_t used = 0;
    const double value = std::stod(digits, &used);
    if (used != digits.size()) throw std::invalid_argument("two fractions");
    if (value > 1e6) throw std::out_of_range("too long");
    hasFraction_ = value != std::floor(value);
    position_ += used;
    return value;
  }

  void add(char designator, double value) {
    switch (designator) {
      case 'Y':
        result_.months += static_cast<int>(value * 12);
        break;
      case 'D':
        result_.seconds += value * 86'400;
        break;
      case 'H':
        result_.seconds += value * 3'600;
        break;
      case 'M':
        if (isTime_) {
          result_.seconds += value * 60;
        } else {
          result_.months += static_cast<int>(value);
        }
        break;
      default:
        result_.seconds += value;
    }
  }

  std::string text_;
  std::size_t position_ = 0;
  bool isTime_ = false;
  bool hasFraction_ = false;
  Duration result_;
};

/// Pauses are whole days, at least a week, at most a year; up to thirty days are free.
Pause pauseFor(const std::string& text) {
  const Duration duration = DurationParser(text).parse();
  const Seconds seconds(static_cast<long>(duration.seconds));
  if (duration.months == 0 && seconds < std::chrono::days(7)) return Pause::Refused;
  if (seconds % std::chrono::days(1) != Seconds(0)) return Pause::NeedsConfirmation;
  if (duration.months > 12 || (duration.months == 12 && seconds > Seconds(0))) return Pause::Refused;
  if (seconds > std::chrono::days(366)) return Pause::Refused;
  const bool isFree =
      duration.months == 0 ? seconds <= std::chrono::days(30) : duration.months == 1 && seconds == Seconds(0);
  return isFree ? Pause::Free : Pause::Charged;
}

}  // namespace testability::durations
