// Functions with statics, to be compiled by covolve-c++. A test is the name of
// one and an argument; what it returned is observed, and whether it allocated.
// With CHANGES_LOCALE no static is constructed ahead, all else being the same.
#include <chrono>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <map>
#include <regex>
#include <string>
#include <unordered_map>
#include <vector>

#include "covolve/protocol.h"

#ifdef CHANGES_LOCALE
const char* never() { return setlocale(LC_ALL, "C"); }
#endif

namespace {

int calls = 0;
size_t length = 3;

int counted(int value) {
  ++calls;
  return value;
}

/// Constructed ahead: 1 to 6.
bool isDate(const std::string& text) {
  static const std::regex date("[0-9]{4}-[0-9]{2}");
  return std::regex_match(text, date);
}

int numberOf(const std::string& text) {
  static const std::map<std::string, int> numbers = {
      {"one, and long enough to need the heap", 1},
      {"two", 2},
  };
  const auto found = numbers.find(text);
  return found == numbers.end() ? -1 : found->second;
}

int colour(const std::string& text) {
  static const std::unordered_map<std::string, int> colours{{"red", 1}, {"green", 2}, {"blue", 3}};
  const auto found = colours.find(text);
  return found == colours.end() ? 0 : found->second;
}

size_t remember(const std::string& text) {
  static std::vector<std::string> texts = {"the first one of them all"};
  texts.push_back(text);
  return texts.size();
}

struct Record {
  std::string name;
  mutable int uses = 0;
};

int uses() {
  static const Record record{"a name that is too long for its place"};
  return ++record.uses;
}

inline size_t cleared() {
  static const std::vector<int> numbers{1, 2, 3, 4};
  const size_t before = numbers.size();
  const_cast<std::vector<int>&>(numbers) = {};
  return before;
}

/// Found, and left alone: it was filled on the way to main(). 7.
std::vector<std::string>& registry() {
  static std::vector<std::string> names;
  return names;
}

struct Registrar {
  explicit Registrar(const char* name) { registry().emplace_back(name); }
};
const Registrar json("json, as it is called everywhere"), yaml("yaml");

/// Constructed ahead though the tables refer to each other: 8.
struct State {
  const State* next;
  int number;
};
extern const State busy;
const State idle{&busy, 1};
const State busy{&idle, 2};

int afterNext() {
  static const std::vector<const State*> states{&idle, &busy};
  return states[1]->next->next->number;
}

/// Not constructed ahead.
std::string ofArgument(const std::string& text) {
  static const std::string kept = text + text;
  return kept;
}

size_t ofGlobal(const std::string& text) {
  length = text.size();
  static const std::vector<int> numbers(length);
  return numbers.size();
}

int withTrace() {
  static const std::vector<int> numbers{counted(4), 2};
  return calls * 10 + static_cast<int>(numbers.size());
}

int ofLambda(const std::string& text) {
  static const std::vector<int> squares = [] {
    std::vector<int> made;
    for (int i = 0; i < 5; ++i) {
      if (i != 2) made.push_back(i * i);
    }
    return made;
  }();
  return squares.at(text.size() % 4);
}

long sinceStart() {
  static const auto start = std::chrono::steady_clock::now();
  return start.time_since_epoch().count() > 0;
}

/// Constructed ahead in vain: 9.
bool badPattern(const std::string& text) {
  static const std::regex bad("(");
  return std::regex_match(text, bad);
}

std::string result(const std::string& what, const std::string& argument) {
  if (what == "registered") return std::to_string(registry().size());
  if (what == "next") return std::to_string(afterNext());
  if (what == "date") return std::to_string(isDate(argument));
  if (what == "number") return std::to_string(numberOf(argument));
  if (what == "colour") return std::to_string(colour(argument));
  if (what == "remember") return std::to_string(remember(argument));
  if (what == "uses") return std::to_string(uses());
  if (what == "cleared") return std::to_string(cleared());
  if (what == "argument") return ofArgument(argument);
  if (what == "global") return std::to_string(ofGlobal(argument));
  if (what == "trace") return std::to_string(withTrace());
  if (what == "lambda") return std::to_string(ofLambda(argument));
  if (what == "start") return std::to_string(sinceStart());
  if (what == "calls") return std::to_string(calls);
  if (what == "die") abort();
  try {
    return std::to_string(badPattern(argument));
  } catch (const std::regex_error&) {
    return "thrown";
  }
}

}  // namespace

extern "C" CovolveTestResult covolve_run_test(const uint8_t* bytes, uint64_t size,
                                              CovolveObservations* observations) {
  const std::string test(reinterpret_cast<const char*>(bytes), size);
  const size_t space = std::min(test.find(' '), test.size());
  const std::string what = test.substr(0, space);
  const std::string argument = space < test.size() ? test.substr(space + 1) : "";
  const std::string got = result(what, argument);
  memcpy(observations->bytes, got.data(), got.size());
  observations->size = got.size();
  return {static_cast<uint32_t>(covolve::abi::Outcome::Returned), 1};
}
