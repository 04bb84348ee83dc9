// Parameters and results of every kind of value.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace values {

// A class that can only be moved.
class Token {
 public:
  explicit Token(int id);
  Token(Token&&) = default;
  int id() const;

 private:
  std::unique_ptr<int> id_;
};

struct point {  // a lower-case class hides no variable
  double x;
  double y;
};

long long sum(const std::vector<int>& numbers);
std::vector<std::vector<int>> split(const std::vector<std::vector<int>>& rows);
std::string join(const std::vector<std::string>& words, std::string_view separator);
void scale(double* values, float& factor, int step);
bool parse(const char* text, int& outCount, std::string* error);
const char* nameOf(char letter);
std::array<std::pair<int, char>, 2> table(const std::array<std::pair<int, char>, 2>& input);
std::optional<std::string> find(std::optional<int> key, std::pair<int, std::string> fallback);
std::vector<double> ratios(int count);
std::pair<int, double> both();
const int* lookup(int key);
int consume(Token token);
int consumeAll(std::vector<Token> tokens);
double distance(const point& from, const point& to);
unsigned long long big(unsigned long long value);
std::vector<int> range(int count);
int count(const std::string& text);
void format(int number, char* buffer, int size);
char* trim(char* text);
int encode(unsigned char* in, char* out);
void detach(char*& line);

}  // namespace values
