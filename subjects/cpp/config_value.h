#pragma once

#include <string>
#include <vector>

namespace cpp {

/// A value of a configuration file as text: one name for every type that may stand there.
std::string written(bool value);
std::string written(char value);
std::string written(short value);
std::string written(int value);
std::string written(unsigned value);
std::string written(long value);
std::string written(float value);
std::string written(double value);
std::string written(const char* value);
std::string written(const std::string& value);
std::string written(const std::vector<int>& values);
std::string written(const std::vector<double>& values);

/// Without a width, numbers are as long as they are; a precision makes them decimal fractions.
std::string padded(int value, int width = 0);
std::string padded(int value, double precision);
std::string padded(long value, bool zeros);

/// How a text may be taken over: changed in place, copied, or emptied.
int adopt(std::string& text);
int adopt(const std::string& text);
int adopt(std::string&& text);

/// A small decimal number of a configuration, saturated at +-1000.
class Setting {
 public:
  explicit Setting(int value);
  explicit Setting(double value);
  explicit Setting(const std::string& text);
  explicit Setting(const char* text);

  int value() & { return value_ > 10 ? value_ : 10; }
  int value() const& { return value_ > 20 ? value_ : 20; }
  int value() && { return value_ > 30 ? value_ : 30; }

  Setting operator+(const Setting& other) const;
  Setting operator+(int other) const;
  Setting operator-() const;
  Setting operator-(const Setting& other) const;
  Setting operator<<(int digits) const;
  Setting& operator+=(int by);
  Setting& operator++();
  Setting operator++(int);
  Setting& operator=(int value);
  bool operator!() const { return value_ == 0; }
  bool operator==(const Setting& other) const { return value_ == other.value_; }
  bool operator<(const Setting& other) const { return value_ < other.value_; }
  int operator[](int digit) const;
  int& operator[](int digit);
  int operator[](const std::string& unit) const;
  int operator()() const { return value_ > 5 ? 1 : 0; }
  int operator()(int low, int high) const { return value_ < low ? low : value_ > high ? high : value_; }
  int operator*() const { return value_ > 100 ? 100 : value_; }
  explicit operator bool() const { return value_ > 1; }
  explicit operator std::string() const { return value_ > 50 ? "large" : "small"; }

 private:
  int value_;
};

bool operator>(const Setting& setting, int bound);
Setting operator*(int factor, const Setting& setting);

}  // namespace cpp
