// Overloads that a careless literal would miss, operators, and names that
// collide with what a test's body can see.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace math {

class Vec {
 public:
  Vec();
  explicit Vec(int all);
  explicit Vec(double all);
  Vec(int x, int y);
  int& operator[](unsigned long index);
  const int& operator[](unsigned long index) const;
  int operator()(int a, int b) const;
  explicit operator bool() const;
  Vec operator-() const;
  Vec& operator+=(const Vec& other);
  Vec& operator++();
  Vec operator++(int);
  int* begin();
  const int* begin() const;
  Vec take() &&;
  int length() const;
};

Vec operator+(const Vec& left, const Vec& right);
Vec operator*(const Vec& left, short factor);
Vec operator*(const Vec& left, float factor);
bool operator<(const Vec& left, const Vec& right);
std::vector<int> operator+(const std::vector<int>& left, const std::vector<int>& right);

// Each tells which one it is: the numbers that the tests expect.
inline int kind(int) { return 19; }
inline int kind(short) { return 20; }
inline int kind(unsigned char) { return 21; }
inline int kind(unsigned long) { return 22; }
inline int kind(float) { return 23; }
inline int kind(double) { return 24; }
inline int kind(const char* text) { return text != nullptr ? 25 : 26; }
inline int kind(const std::string&) { return 27; }
inline int kind(std::string_view) { return 28; }
inline int kind(const std::vector<int>&) { return 29; }
inline int kind(const std::vector<short>&) { return 30; }
inline int kind(std::optional<int> number) { return number ? 31 : 32; }
inline int kind(const int* pointer) { return pointer == nullptr ? 33 : 34; }
inline int kind(const Vec*) { return 35; }

inline int kindPassed(std::string&) { return 1; }
inline int kindPassed(const std::string&) { return 2; }
inline int kindPassed(std::string&&) { return 3; }
int passed(Vec&);
int passed(const Vec&);
int passed(Vec*);
int passed(const Vec*);

int pad(int value, int width = 3);

template <class Key, class Value>
struct LookupError {};
void lookUp(int key);

}  // namespace math

class Test {  // what TEST's own class is called, too
 public:
  explicit Test(const math::Vec& vec);
};
int Run(int value);
int order(int order);
