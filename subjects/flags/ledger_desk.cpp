// Posts amounts between accounts of a ledger, and closes its periods.
//
// What makes it hard: what must not be asked for ends the program: assert, std::abort in a function that
// others call, std::exit. Each decision stands behind several such checks, some of them functions that return
// a truth value, and a test that fails one of them tells nothing by living on.
// Expected: every branch but those that end the program can be covered; faults are outside the contract.
// Infeasible: the five sides that end the program.
#include <cassert>
#include <cstdlib>

namespace flags::ledger {

enum class Booking { Internal, Small, Large, Round };

namespace {

bool isPeriod(int period) {
  const int year = period / 100;
  const int month = period % 100;
  if (year < 2'015 || year > 2'035) return false;
  return month >= 1 && month <= 12;
}

bool isAccount(int account) {
  if (account < 100'000 || account > 999'999) return false;
  return account % 97 == 1;
}

void requireAccount(int account) {
  if (!isAccount(account)) std::abort();
}

}  // namespace

Booking post(int period, int debit, int credit, int amount) {
  assert(isPeriod(period));
  requireAccount(debit);
  requireAccount(credit);
  if (debit / 1'000 == credit / 1'000) return Booking::Internal;
  if (amount <= 0) std::exit(2);
  if (amount < 500) return Booking::Small;
  return amount % 1'000 == 0 ? Booking::Round : Booking::Large;
}

/// Which quarter is closed with this seal; 0: none yet.
int close(int period, int seal) {
  assert(isPeriod(period));
  assert(seal / period == 7);
  const int quarter = (period % 100 + 2) / 3;
  if (seal % period > 400) return 0;
  return quarter;
}

}  // namespace flags::ledger
