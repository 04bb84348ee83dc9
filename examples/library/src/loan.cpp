#include "library/loan.h"

#include <stdexcept>

namespace library {

Loan::Loan(Reader reader) : reader_(reader), dueDay_(reader == Reader::Staff ? 90 : 28) {}

void Loan::renew(int day) {
  if (day > dueDay_) throw std::logic_error("the loan is overdue");
  if (renewals_ == 2) throw std::logic_error("a loan is renewed twice at most");
  ++renewals_;
  dueDay_ += 14;
}

int Loan::fee(int day) const {
  if (day <= dueDay_ || reader_ == Reader::Staff) return 0;
  const int daily = reader_ == Reader::Child ? 5 : 20;
  const int weeks = (day - dueDay_) / 7;
  return weeks > 8 ? 56 * daily : (day - dueDay_) * daily;
}

}  // namespace library
