#include "smt/translation.h"

#include <cmath>
#include <string>

namespace covolve::smt {

using concolic::Expression;
using concolic::Operation;

namespace {

bool isMade(Operation operation) { return operation != Operation::None; }

}  // namespace

/// Operands have lower numbers: what they need is there when they are made, without recursion.
Translation::Translation(z3::context& context, std::span<const Expression> expressions)
    : context_(context), expressions_(expressions), forms_(expressions.size()), data_(expressions.size()) {
  context_.set_rounding_mode(z3::RNE);
  for (uint32_t number = 0; number < expressions_.size(); ++number) {
    if (isMade(expressions_[number].operation)) make(number);
  }
}

z3::sort Translation::floatingSort(unsigned width) {
  hasFloats_ = true;
  return width == 32 ? context_.fpa_sort(8, 24) : context_.fpa_sort(11, 53);
}

z3::expr Translation::bits(uint32_t number) {
  Forms& forms = forms_[number];
  if (!forms.bits) {
    if (forms.truth) {
      forms.bits = z3::ite(*forms.truth, context_.bv_val(1, 1), context_.bv_val(0, 1));
    } else {
      forms.bits = wrap(Z3_mk_fpa_to_ieee_bv(context_, *forms.floating));
    }
  }
  return *forms.bits;
}

z3::expr Translation::floating(uint32_t number) {
  Forms& forms = forms_[number];
  if (!forms.floating) {
    forms.floating =
        wrap(Z3_mk_fpa_to_fp_bv(context_, bits(number), floatingSort(expressions_[number].bits)));
  }
  return *forms.floating;
}

z3::expr Translation::truth(uint32_t number) {
  Forms& forms = forms_[number];
  if (!forms.truth) forms.truth = bits(number) == context_.bv_val(1, 1);
  return *forms.truth;
}

z3::expr Translation::input(const Expression& expression) {
  std::optional<z3::expr>& known = data_[expression.value];
  if (!known) {
    known = context_.bv_const(("datum" + std::to_string(expression.value)).c_str(), expression.bits);
  }
  return *known;
}

void Translation::make(uint32_t number) {
  const Expression& expression = expressions_[number];
  Forms& forms = forms_[number];
  if (expression.operation == Operation::Input) {
    forms.bits = input(expression);
  } else if (expression.operation == Operation::Constant) {
    forms.bits = context_.bv_val(expression.value, expression.bits);
  } else if (expression.operation == Operation::Equal ||
             (expression.operation >= Operation::LessUnsigned &&
              expression.operation <= Operation::LessEqualSigned)) {
    makeComparison(expression, forms);
  } else if (expression.operation >= Operation::FloatAdd) {
    makeFloating(expression, forms);
  } else {
    makeInteger(expression, forms);
  }
}

void Translation::makeComparison(const Expression& expression, Forms& forms) {
  const z3::expr left = bits(expression.operands[0]);
  const z3::expr right = bits(expression.operands[1]);
  switch (expression.operation) {
    case Operation::LessUnsigned:
      forms.truth = z3::ult(left, right);
      break;
    case Operation::LessEqualUnsigned:
      forms.truth = z3::ule(left, right);
      break;
    case Operation::LessSigned:
      forms.truth = z3::slt(left, right);
      break;
    case Operation::LessEqualSigned:
      forms.truth = z3::sle(left, right);
      break;
    default:
      forms.truth = left == right;
  }
}

void Translation::makeInteger(const Expression& expression, Forms& forms) {
  const unsigned width = expression.bits;
  if (expression.operation == Operation::Select) {
    forms.bits =
        z3::ite(truth(expression.operands[0]), bits(expression.operands[1]), bits(expression.operands[2]));
    return;
  }
  const z3::expr left = bits(expression.operands[0]);
  const auto right = [&] { return bits(expression.operands[1]); };
  const auto number = [&](uint64_t value) { return context_.bv_val(value, width); };
  const auto divisor = [&](bool isSigned) {
    const z3::expr by = right();
    conditions_.push_back(by != number(0));
    if (isSigned)
      conditions_.push_back(by != number(~uint64_t{0}) || left != number(uint64_t{1} << (width - 1)));
    return by;
  };
  const auto distance = [&] {
    const z3::expr by = right();
    if (width > 1) conditions_.push_back(z3::ult(by, number(width)));
    return by;
  };
  switch (expression.operation) {
    case Operation::Add:
      forms.bits = left + right();
      break;
    case Operation::Subtract:
      forms.bits = left - right();
      break;
    case Operation::Multiply:
      forms.bits = left * right();
      break;
    case Operation::DivideUnsigned:
      forms.bits = z3::udiv(left, divisor(false));
      break;
    case Operation::RemainderUnsigned:
      forms.bits = z3::urem(left, divisor(false));
      break;
    case Operation::DivideSigned:
      forms.bits = left / divisor(true);
      break;
    case Operation::RemainderSigned:
      forms.bits = z3::srem(left, divisor(true));
      break;
    case Operation::And:
      forms.bits = left & right();
      break;
    case Operation::Or:
      forms.bits = left | right();
      break;
    case Operation::Xor:
      forms.bits = left ^ right();
      break;
    case Operation::ShiftLeft:
      forms.bits = z3::shl(left, distance());
      break;
    case Operation::ShiftRightLogical:
      forms.bits = z3::lshr(left, distance());
      break;
    case Operation::ShiftRightArithmetic:
      forms.bits = z3::ashr(left, distance());
      break;
    case Operation::ZeroExtend:
      forms.bits = z3::zext(left, width - expressions_[expression.operands[0]].bits);
      break;
    case Operation::SignExtend:
      forms.bits = z3::sext(left, width - expressions_[expression.operands[0]].bits);
      break;
    case Operation::Extract: {
      const auto low = static_cast<unsigned>(expression.value);
      forms.bits = left.extract(low + width - 1, low);
      break;
    }
    default:
      forms.bits = z3::concat(left, right());
  }
}

z3::expr Translation::power(int exponent, unsigned width) {
  return wrap(Z3_mk_fpa_numeral_double(context_, std::ldexp(1.0, exponent), floatingSort(width)));
}

z3::expr Translation::toInteger(const Expression& expression, bool isSigned) {
  const unsigned width = expressions_[expression.operands[0]].bits;
  const z3::expr operand = floating(expression.operands[0]);
  const z3::expr towardsZero = wrap(Z3_mk_fpa_rtz(context_));
  const z3::expr whole = wrap(Z3_mk_fpa_round_to_integral(context_, towardsZero, operand));
  const z3::expr high = power(isSigned ? expression.bits - 1 : expression.bits, width);
  const z3::expr low = isSigned ? -high : wrap(Z3_mk_fpa_zero(context_, floatingSort(width), false));
  conditions_.push_back(wrap(Z3_mk_fpa_leq(context_, low, whole)));
  conditions_.push_back(wrap(Z3_mk_fpa_lt(context_, whole, high)));
  return wrap(isSigned ? Z3_mk_fpa_to_sbv(context_, towardsZero, operand, expression.bits)
                       : Z3_mk_fpa_to_ubv(context_, towardsZero, operand, expression.bits));
}

void Translation::makeFloating(const Expression& expression, Forms& forms) {
  const z3::expr rounding = wrap(Z3_mk_fpa_rne(context_));
  const auto left = [&] { return floating(expression.operands[0]); };
  const auto right = [&] { return floating(expression.operands[1]); };
  switch (expression.operation) {
    case Operation::FloatAdd:
      forms.floating = wrap(Z3_mk_fpa_add(context_, rounding, left(), right()));
      break;
    case Operation::FloatSubtract:
      forms.floating = wrap(Z3_mk_fpa_sub(context_, rounding, left(), right()));
      break;
    case Operation::FloatMultiply:
      forms.floating = wrap(Z3_mk_fpa_mul(context_, rounding, left(), right()));
      break;
    case Operation::FloatDivide:
      forms.floating = wrap(Z3_mk_fpa_div(context_, rounding, left(), right()));
      break;
    case Operation::FloatNegate:
      forms.floating = wrap(Z3_mk_fpa_neg(context_, left()));
      break;
    case Operation::FloatAbsolute:
      forms.floating = wrap(Z3_mk_fpa_abs(context_, left()));
      break;
    case Operation::FloatSquareRoot:
      forms.floating = wrap(Z3_mk_fpa_sqrt(context_, rounding, left()));
      break;
    case Operation::FloatEqual:
      forms.truth = wrap(Z3_mk_fpa_eq(context_, left(), right()));
      break;
    case Operation::FloatLess:
      forms.truth = wrap(Z3_mk_fpa_lt(context_, left(), right()));
      break;
    case Operation::FloatLessEqual:
      forms.truth = wrap(Z3_mk_fpa_leq(context_, left(), right()));
      break;
    case Operation::FloatUnordered:
      forms.truth = wrap(Z3_mk_fpa_is_nan(context_, left())) || wrap(Z3_mk_fpa_is_nan(context_, right()));
      break;
    case Operation::FloatToSigned:
      forms.bits = toInteger(expression, true);
      break;
    case Operation::FloatToUnsigned:
      forms.bits = toInteger(expression, false);
      break;
    case Operation::SignedToFloat:
      forms.floating = wrap(Z3_mk_fpa_to_fp_signed(context_, rounding, bits(expression.operands[0]),
                                                   floatingSort(expression.bits)));
      break;
    case Operation::UnsignedToFloat:
      forms.floating = wrap(Z3_mk_fpa_to_fp_unsigned(context_, rounding, bits(expression.operands[0]),
                                                     floatingSort(expression.bits)));
      break;
    case Operation::FloatToFloat:
      forms.floating = wrap(Z3_mk_fpa_to_fp_float(context_, rounding, left(), floatingSort(expression.bits)));
      break;
    default:  // C's remainder is not IEEE's
      forms.bits =
          z3::expr(context_, Z3_mk_fresh_const(context_, "unknown", context_.bv_sort(expression.bits)));
  }
}

}  // namespace covolve::smt
