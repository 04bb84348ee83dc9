// Where a number and what is made of it lie.
//
// What makes it hard: one function with a truth value as its result is asked at four places, about a number
// and about three that are made of it, each behind the one before (after listing 5 of Lin et al., "Recovering
// Fitness Gradients for Interprocedural Boolean Flags").
// Expected: every branch can be covered; no fault.
// Infeasible: none.
namespace flags::windows {

namespace {

bool isInWindow(long value) {
  if (value < 700'000) return false;
  if (value > 700'900) return false;
  return true;
}

long mirrored(long value) { return 1'400'500 - value; }

}  // namespace

/// How many of the windows are open, one after the other.
int openWindows(int first, int second) {
  if (!isInWindow(first)) return 0;
  if (!isInWindow(2L * second)) return 1;
  if (!isInWindow(mirrored(first))) return 2;
  if (!isInWindow(static_cast<long>(first) + second - 350'000)) return 3;
  return first == 2 * second ? 5 : 4;
}

}  // namespace flags::windows
