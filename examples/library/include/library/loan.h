#pragma once

namespace library {

enum class Reader { Child, Adult, Staff };

/// A book that is lent, from day 0 on.
class Loan {
 public:
  explicit Loan(Reader reader);

  /// For another two weeks, twice at most and not once it is overdue. Throws std::logic_error otherwise.
  void renew(int day);
  int dueDay() const { return dueDay_; }
  /// In cents, on the day the book comes back.
  int fee(int day) const;

 private:
  Reader reader_;
  int dueDay_;
  int renewals_ = 0;
};

}  // namespace library
