// Checks a batch of payments before it goes to the bank.
//
// What makes it hard: mistakes of all entries are collected in a list that functions get by reference, and
// warnings are counted beside them; only a batch of several entries without any goes on.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <string>
#include <vector>

namespace flags::payroll {

struct Payment {
  int account = 0;
  long cents = 0;
  int month = 0;
  int kind = 0;
};

enum class Outcome { Empty, Refused, Held, Sent, SentAtOnce };

namespace {

bool isAccount(int account) {
  if (account < 100'000 || account > 999'999) return false;
  return account % 11 == 3;
}

int warningsOf(const Payment& payment) {
  int warnings = 0;
  warnings += payment.cents > 1'000'000;
  warnings += payment.kind == 0;
  if (payment.month == 12 && payment.cents % 100 != 0) ++warnings;
  return warnings;
}

void check(const Payment& payment, std::vector<std::string>& mistakes) {
  if (!isAccount(payment.account)) mistakes.push_back("account");
  if (payment.cents <= 0) mistakes.push_back("amount");
  if (payment.month < 1 || payment.month > 12) mistakes.push_back("month");
  if (payment.kind < 0 || payment.kind > 4) mistakes.push_back("kind");
}

}  // namespace

Outcome take(const std::vector<Payment>& batch) {
  if (batch.size() < 2) return Outcome::Empty;
  std::vector<std::string> mistakes;
  int warnings = 0;
  for (const Payment& payment : batch) {
    check(payment, mistakes);
    warnings += warningsOf(payment);
  }
  if (!mistakes.empty()) return Outcome::Refused;
  if (warnings > 0) return Outcome::Held;
  return batch.front().account == batch.back().account ? Outcome::SentAtOnce : Outcome::Sent;
}

}  // namespace flags::payroll
