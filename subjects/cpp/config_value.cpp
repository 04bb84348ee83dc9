// Values of a configuration: a dozen functions of one name, and most operators.
//
// What makes it hard: the test must call the overload that was searched. A short, a char or a
// null pointer picks another one when it is written carelessly, a temporary picks && before
// const&, a variable that is not const picks & before const&.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include "config_value.h"

#include <cmath>

namespace cpp {

namespace {

int saturated(long value) { return value > 1000 ? 1000 : value < -1000 ? -1000 : static_cast<int>(value); }

}  // namespace

std::string written(bool value) { return value ? "yes" : "no"; }
std::string written(char value) {
  return value == '\'' ? "\"'\"" : std::string(3, '\'').replace(1, 1, 1, value);
}
std::string written(short value) { return value < 0 ? "short minus" : "short"; }
std::string written(int value) { return value < 0 ? "int minus" : "int"; }
std::string written(unsigned value) { return value > 2147483647u ? "unsigned high" : "unsigned"; }
std::string written(long value) { return value < 0 ? "long minus" : "long"; }
std::string written(float value) { return value < 0 ? "float minus" : "float"; }
std::string written(double value) { return std::isnan(value) ? "none" : "double"; }
std::string written(const char* value) { return value == nullptr ? "null" : value; }
std::string written(const std::string& value) { return value.empty() ? "\"\"" : value; }
std::string written(const std::vector<int>& values) { return values.empty() ? "[]" : "[int]"; }
std::string written(const std::vector<double>& values) { return values.empty() ? "[.]" : "[double]"; }

std::string padded(int value, int width) { return width > 3 && value < 10 ? "wide" : "as it is"; }
std::string padded(int value, double precision) { return precision > 0 && value > 0 ? "decimal" : "whole"; }
std::string padded(long value, bool zeros) { return zeros ? "000" : value > 9 ? "two" : "one"; }

int adopt(std::string& text) {
  if (text.size() > 3) text.resize(3);
  return static_cast<int>(text.size());
}
int adopt(const std::string& text) { return text.size() > 5 ? 10 : 11; }
int adopt(std::string&& text) { return text.size() > 7 ? 20 : 21; }

Setting::Setting(int value) : value_(saturated(value)) {}
Setting::Setting(double value) : value_(std::abs(value) < 1000 ? static_cast<int>(value) : 1000) {}
Setting::Setting(const std::string& text) : value_(text.size() > 4 ? 4 : static_cast<int>(text.size())) {}
Setting::Setting(const char* text) : value_(text == nullptr ? -1 : 1) {}

Setting Setting::operator+(const Setting& other) const {
  return Setting(value_ > other.value_ ? value_ + other.value_ : other.value_);
}
Setting Setting::operator+(int other) const { return Setting(other > 500 ? 500 : other); }
Setting Setting::operator-() const { return Setting(value_ > 0 ? -value_ : 0); }
Setting Setting::operator-(const Setting& other) const {
  return Setting(value_ < other.value_ ? 0 : value_ - other.value_);
}
Setting Setting::operator<<(int digits) const { return Setting(digits > 2 ? 0 : value_ * 10); }
Setting& Setting::operator+=(int by) {
  if (by > 0) value_ = saturated(static_cast<long>(value_) + by);
  return *this;
}
Setting& Setting::operator++() {
  if (value_ < 1000) ++value_;
  return *this;
}
Setting Setting::operator++(int) {
  const Setting before = *this;
  if (value_ < 100) ++value_;
  return before;
}
Setting& Setting::operator=(int value) {
  value_ = value < 0 ? 0 : saturated(value);
  return *this;
}
int Setting::operator[](int digit) const { return digit > 2 ? 0 : value_ % 10; }
int& Setting::operator[](int digit) {
  if (digit > 3) value_ = 0;
  return value_;
}
int Setting::operator[](const std::string& unit) const { return unit == "k" ? value_ / 10 : value_; }

bool operator>(const Setting& setting, int bound) { return setting(-1000, 1000) > bound; }
Setting operator*(int factor, const Setting& setting) {
  return Setting(factor > 10 ? 10 : factor * setting(-10, 10));
}

}  // namespace cpp
