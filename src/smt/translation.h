// Expressions of a concolic run as Z3's. Each has up to three forms, made when
// asked for: bits, a floating number, a truth value. An operation that Z3 does not
// have becomes a variable: what is then said to have no solution has none, and what
// comes out as a solution is checked by whoever asked.
//
// Easy to get wrong: Z3's operations have a value for everything, the machine's have
// not. That a divisor is not zero and a shift not too long are conditions of their own.
#pragma once

#include <z3++.h>

#include <optional>
#include <span>
#include <vector>

#include "covolve/concolic.h"

namespace covolve::smt {

class Translation {
 public:
  Translation(z3::context& context, std::span<const concolic::Expression> expressions);

  z3::expr truth(uint32_t number);
  /// What must hold for all operations to have a value, of all that was asked for so far.
  const std::vector<z3::expr>& conditions() const { return conditions_; }
  /// The variable of an Input's datum, where some expression uses it.
  const std::optional<z3::expr>& datum(size_t place) const { return data_[place]; }
  bool hasFloats() const { return hasFloats_; }

 private:
  using Expression = concolic::Expression;

  struct Forms {
    std::optional<z3::expr> bits;
    std::optional<z3::expr> floating;
    std::optional<z3::expr> truth;
  };

  z3::expr bits(uint32_t number);
  z3::expr floating(uint32_t number);
  void make(uint32_t number);
  void makeInteger(const Expression& expression, Forms& forms);
  void makeFloating(const Expression& expression, Forms& forms);
  void makeComparison(const Expression& expression, Forms& forms);
  z3::expr toInteger(const Expression& expression, bool isSigned);
  z3::expr input(const Expression& expression);
  z3::expr power(int exponent, unsigned width);
  z3::sort floatingSort(unsigned width);
  z3::expr wrap(Z3_ast made) { return z3::to_expr(context_, made); }

  z3::context& context_;
  std::span<const Expression> expressions_;
  std::vector<Forms> forms_;
  std::vector<std::optional<z3::expr>> data_;
  std::vector<z3::expr> conditions_;
  bool hasFloats_ = false;
};

}  // namespace covolve::smt
