// Calls a function many times on inputs prepared beforehand, and prints calls a second.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

class Inputs {
 public:
  Inputs() {
    std::mt19937 random(1);
    for (int i = 0; i < 4096; ++i) {
      integers_.push_back(static_cast<int>(random()));
      std::string text;
      for (unsigned length = random() % 32; length > 0; --length) text += "0123456789-, a"[random() % 14];
      texts_.push_back(std::move(text));
    }
  }

  int integer() { return integers_[next()]; }
  unsigned below(unsigned bound) { return static_cast<unsigned>(integers_[next()]) % bound; }
  const std::string& text() { return texts_[next()]; }

 private:
  size_t next() { return next_++ % 4096; }

  std::vector<int> integers_;
  std::vector<std::string> texts_;
  size_t next_ = 0;
};

template <class Call>
int measure(int count, char** arguments, Call call) {
  const long calls = count > 1 ? std::atol(arguments[1]) : 1'000'000;
  Inputs inputs;
  volatile long sink = 0;
  const auto start = std::chrono::steady_clock::now();
  for (long i = 0; i < calls; ++i) sink = sink + static_cast<long>(call(inputs));
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  std::printf("%.0f\n", static_cast<double>(calls) / taken.count());
  return 0;
}
