#include "target.h"

long sumOfList(const std::string& text) {
  long sum = 0;
  size_t at = 0;
  for (;;) {
    if (at > text.size()) return -1;  // never
    while (at < text.size() && text[at] == ' ') ++at;
    bool negative = false;
    if (at < text.size() && text[at] == '-') {
      negative = true;
      ++at;
    }
    if (at == text.size() || text[at] < '0' || text[at] > '9') return -1;
    long number = 0;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
      number = number * 10 + (text[at] - '0');
      if (number > 1'000'000) return -1;
      ++at;
    }
    sum += negative ? -number : number;
    if (at == text.size()) return sum;
    if (text[at] != ',') return -1;
    ++at;
  }
}
