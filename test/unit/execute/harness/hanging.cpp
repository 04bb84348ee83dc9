// A harness by hand around code that does not end, compiled with probes. A test
// is a letter, which names the way, and a number.
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "covolve/protocol.h"

namespace {

volatile int zero = 0;

inline int halved(int n) { return n > 1 ? n / 2 : n; }

[[gnu::noinline]] int spin(int n) {
  while (zero == 0) {  // the loop of a and b
    if (n > 10) {
      n = halved(n);
    } else if (n == 3) {
      zero = 0;
    }
    for (int i = 0; i < 5; ++i) n += zero;
  }
  return n;
}

[[gnu::noinline]] int spinAmongOthers(int n) {
  int sum = 0;
  for (int i = 0; i < 3; ++i) sum += spin(n + i);
  return sum;
}

[[gnu::noinline]] int spinElsewhere(int n) {
  do {
    n = halved(n) + zero;
  } while (zero == 0);
  return n;
}

[[gnu::noinline]] int spinInRecursion(int n) {
  while (n != 0) {  // calls itself on the way
    if (n > 0) spinInRecursion(0);
    zero = 0;
  }
  return zero;
}

[[gnu::noinline]] unsigned manyCalls(unsigned n) { return n < 2 ? n : manyCalls(n - 1) + manyCalls(n - 2); }

[[gnu::noinline]] int slow(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += zero + 1;
  return sum;
}

struct Deeper {
  static int down(int n) { return n == 7 ? across(n) : across(n + 1) + zero; }
  [[gnu::noinline]] static int across(int n) {
    volatile char room[1024] = {0};
    return (leaf(n) > 0 ? down(n + 1) : other(n)) + room[0];
  }
  [[gnu::noinline]] static int other(int n) { return down(n) + 1; }
  [[gnu::noinline]] static int leaf(int n) { return n % 2; }
  [[gnu::noinline]] static int alone(int n) {
    volatile char room[1024] = {0};
    return alone(n + zero) + room[n % 1024];
  }
};

int grow(int n) {
  std::vector<std::string> all;
  while (all.size() != 0 || n >= 0) {
    all.emplace_back(1 << 14, 'x');
    if (n > 100) all.emplace_back(1 << 12, 'y');
  }
  return 0;
}

int perform(char way, int n) {
  switch (way) {
    case 'a':
      return spin(n);
    case 'b':
      return spinAmongOthers(n);
    case 'c':
      return spinElsewhere(n);
    case 'd':
      return spinInRecursion(n);
    case 'e':
      return static_cast<int>(manyCalls(static_cast<unsigned>(n)));
    case 'f':
      return slow(n);
    case 'g':
      return Deeper::down(n);
    case 'h':
      return Deeper::alone(n);
    case 'i':
      return grow(n);
    case 'j':
      return static_cast<int>(std::vector<char>(static_cast<size_t>(n) << 20).size());
    default:
      return 0;
  }
}

}  // namespace

extern "C" CovolveTestResult covolve_run_test(const uint8_t* bytes, uint64_t size,
                                              CovolveObservations* observations) {
  *observations->startedActions = 1;
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  uint32_t executed = 1;
  try {
    zero = perform(text[0], std::atoi(text.c_str() + 1)) * 0;
  } catch (const std::bad_alloc&) {
    executed = 0;  // so that the test can tell
  }
  return {static_cast<uint32_t>(covolve::abi::Outcome::Returned), executed};
}
