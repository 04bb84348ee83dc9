// Of a program that ran, whatever was reached had one of its sides taken.
#include <gtest/gtest.h>

#include <algorithm>

#include "analysed.h"

namespace covolve::analysis {

namespace {

const std::string kProgram = R"(#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual int area(int a) const { return a > 3 ? a : 2; }
  int twice(int a) { return a > 5 ? hidden(a) : area(a); }
 private:
  virtual int hidden(int a) { return a * 2; }
};
struct Square : Shape {
  explicit Square(int s) : side(s < 0 ? 0 : s) {}
  int area(int a) const override { return a == 9 ? help(a) : side; }
 private:
  int help(int a) const { return a * side; }
  int hidden(int a) override { return a + side; }
  int side;
};

static int fact(int n) {
  if (n <= 1) return 1;
  return n * fact(n - 1);
}
static bool isOdd(int n);
static bool isEven(int n) { return n == 0 || isOdd(n - 1); }
static bool isOdd(int n) { return n != 0 && isEven(n - 1); }

static int add(int a) { return a + 1; }
static int sub(int a) { return a - 1; }
static int (*const operations[])(int) = {add, sub};
static int compare(const void* a, const void* b) {
  return *static_cast<const int*>(a) < *static_cast<const int*>(b) ? -1 : 1;
}

template <class T>
T clamp(T value, T low, T high) {
  if (value < low) return low;
  if (high < value) return high;
  return value;
}

int scan(const std::string& text) {
  int sum = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    std::string part = text.substr(i);
    if (part == "stop") break;
    if (part[0] == 'x') continue;
    std::string other = part + "!";
    if (other.size() == 3 && part[0] == 'q') return sum;
    size_t j = 0;
    while (j < part.size() && (part[j] == 'a' || part[j] == 'b')) ++j;
    do sum += static_cast<int>(j);
    while (j-- > 2);
  }
  sum += 100;
  return sum;
}

int parse(const std::string& text, int n) {
  try {
    if (text.empty()) throw std::invalid_argument("empty");
    n += std::stoi(text);
    if (n == 42) throw n;
    n += 3;
  } catch (const std::invalid_argument&) {
    n = -1;
  } catch (int) {
    n = -2;
  }
  n *= 2;
  return n;
}

int choose(int n) {
  int state = 0;
again:
  switch (n % 5) {
    case 0:
      ++state;
      [[fallthrough]];
    case 1:
      state += 2;
      break;
    case 2:
    case 3:
      if (state++ < 3) goto again;
      break;
    default:
      return state;
  }
  if (n > 6) {
    n -= 2;
    goto again;
  }
  return state + n;
}

int main(int count, char** arguments) {
  int total = 0;
  for (int i = 1; i < count; ++i) {
    const std::string text = arguments[i];
    const int n = static_cast<int>(text.size());
    Square square(n - 3);
    Shape& shape = square;
    total += shape.twice(n) + (n > 2 ? shape.area(n + 5) : 0);
    if (n > 4) total += fact(n) + isEven(n);
    total += operations[n & 1](n) + clamp(n, 2, 6) + static_cast<int>(clamp(n * 0.5, 1.0, 2.0));
    total += scan(text) + parse(text, n) + choose(n);
    std::vector<int> values(text.begin(), text.end());
    if (values.size() > 2)
      std::sort(values.begin(), values.end(), [](int a, int b) { return a % 7 < b % 7; });
    if (values.size() > 3) std::qsort(values.data(), values.size(), sizeof(int), compare);
    std::function<int(int)> later;
    if (n > 1) later = [n](int a) { return a > n ? 1 : 2; };
    if (later) total += later(values[0]);
    if (n == 4) std::thread([&] { total += n > 3 ? 5 : 6; }).join();
    const auto kept = n == 5 ? std::make_unique<Square>(n) : nullptr;
    if (kept != nullptr) total += kept->area(n);
    std::map<std::string, int> counts;
    if (!counts.contains(text)) counts[text] = n;
  }
  return total == 12345;
}
)";

bool isTaken(const Side& side, const std::map<uint64_t, test::SeenState>& seen) {
  const auto state = seen.find(side.site);
  if (state == seen.end() || !state->second.touched) return false;
  return (side.outcome ? state->second.toTrue : state->second.toFalse) == 0;
}

}  // namespace

TEST(Soundness, WhatWasReachedHadOneOfItsSidesTaken) {
  const Analysed code(kProgram, {"-pthread"});
  ASSERT_TRUE(code.work().cxx({"-pthread", "source.cpp.o", "-o", "program"}).succeeded());
  const std::vector<std::vector<std::string>> runs{{},
                                                   {""},
                                                   {"7"},
                                                   {"42"},
                                                   {"40"},
                                                   {"stop"},
                                                   {"xyq"},
                                                   {"abq!"},
                                                   {"qa"},
                                                   {"aabbab"},
                                                   {"hello world"},
                                                   {"39", "", "babastop"},
                                                   {"123456"},
                                                   {"xxxxxxx"},
                                                   {"aaaaaa"},
                                                   {"q"},
                                                   {"a", "bb", "ccc"}};
  size_t reached = 0, withSides = 0;
  for (const std::vector<std::string>& arguments : runs) {
    const test::Observed observed = code.work().observeProgram(code.work().path("program"), 0, arguments);
    std::map<uint64_t, test::SeenState> seen;
    for (size_t i = 0; i < observed.sites.size(); ++i)
      seen[std::stoull(observed.sites[i].id, nullptr, 16)] = observed.states[i];
    for (const auto& [site, state] : seen) {
      if (!state.touched) continue;
      ++reached;
      const std::vector<Side>& sides = code.facts().dependsOn.at(site);
      if (sides.empty()) continue;
      ++withSides;
      EXPECT_TRUE(std::ranges::any_of(sides, [&](const Side& side) { return isTaken(side, seen); }))
          << code.name(site) << " was reached without " << code.of(code.name(site));
    }
  }
  EXPECT_GT(withSides, 500u);
  EXPECT_GT(reached, withSides);
}

}  // namespace covolve::analysis
