// A program in one file: no header to include, a main() in the way.
#include <cstdio>

namespace {

int digits(int number) {
  int count = 1;
  while (number >= 10) {
    number /= 10;
    ++count;
  }
  return count;
}

struct Range {
  int low;
  int high;
};

}  // namespace

static int width(const Range& range) { return range.high - range.low; }

int main() {
  std::printf("%d %d\n", digits(100), width(Range{1, 2}));
  return 0;
}
