// Classes of characters, numbers in texts, and functions of <cmath>.
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "floats.h"
#include "models.h"
#include "tables.h"

using namespace covolve::concolic;

namespace {

/// A class of characters as 0 or 1, of all that the function accepts.
template <class Self>
int classOf(Self* self, int (*isOne)(int), int character) {
  const Given given(self);
  constexpr int kFirst = -128;
  constexpr unsigned kCount = 384;
  const int result =
      character >= kFirst && character <= 255 ? (isOne(character) != 0 ? 1 : 0) : isOne(character);
  if (given[0] == 0 || character < kFirst || character > 255) return result;
  uint8_t table[kCount];
  for (unsigned i = 0; i < kCount; ++i) table[i] = isOne(static_cast<int>(i) + kFirst) != 0 ? 1 : 0;
  given.returns(unary(Operation::ZeroExtend, 32, lookUp(given[0], kFirst, table, 1, kCount)));
  return result;
}

/// The other case of an ASCII letter, as long as that is what the locale says.
template <class Self>
int otherCase(Self* self, int (*convert)(int), uint64_t first, int character) {
  const Given given(self);
  const int result = convert(character);
  const bool isLetter = character >= static_cast<int>(first) && character < static_cast<int>(first) + 26;
  if (given[0] == 0 || result != (isLetter ? character ^ 0x20 : character)) return result;
  given.returns(select(isWithin(given[0], first, 26),
                       binary(Operation::Xor, 32, given[0], constant(0x20, 32)), given[0]));
  return result;
}

Label truthOfSpace(Label character) {
  return binary(Operation::Or, 1, isWithin(character, '\t', 5), equal(character, constant(' ', 8)));
}

/// Notes what the text decided while a number was read from it, and gives the number as an expression.
class NumberReading {
 public:
  NumberReading(const char* text, const char* end, int base) : at_(text), end_(end), base_(base) {}

  Label read() {
    while (isspace(static_cast<unsigned char>(*at_)) != 0) decideOn(truthOfSpace(here()), true);
    decideHere(truthOfSpace(here()), false);
    const bool isNegative = *at_ == '-';
    const bool hasSign = isNegative || *at_ == '+';
    decideHere(equal(here(), constant('-', 8)), isNegative);
    if (!isNegative) decideHere(equal(here(), constant('+', 8)), hasSign);
    if (hasSign) ++at_;
    const auto base = static_cast<uint64_t>(base_);
    Label number = constant(0, 64);
    while (at_ < end_) {
      const Label character = here();
      const Label digit = binary(Operation::Subtract, 8, character, constant('0', 8));
      number = binary(Operation::Add, 64, binary(Operation::Multiply, 64, number, constant(base, 64)),
                      unary(Operation::ZeroExtend, 64, digit));
      decideOn(isWithin(character, '0', base), true);
    }
    decideHere(isWithin(here(), '0', base), false);
    return isNegative ? binary(Operation::Subtract, 64, constant(0, 64), number) : number;
  }

 private:
  Label here() const { return byteOrConstant(at_); }
  void decideHere(Label condition, bool taken) const { decide(0, condition, taken); }
  void decideOn(Label condition, bool taken) {
    decideHere(condition, taken);
    ++at_;
  }

  const char* at_;
  const char* end_;
  int base_;
};

/// strtol and its kin: `convert` is the function itself.
template <class Integer, class Self>
Integer readInteger(Self* self, Integer (*convert)(const char*, char**, int), const char* text, char** end,
                    int base, const char* name) {
  const Given given(self);
  given.makeConcrete(2, static_cast<uint64_t>(base) & 0xFFFFFFFFu);
  const int before = errno;
  errno = 0;
  char* behind = nullptr;
  const Integer result = convert(text, &behind, base);
  const bool isInRange = errno == 0;
  if (isInRange) errno = before;
  if (end != nullptr) {
    *end = behind;
    if (given.isOn()) writeShadow(static_cast<void*>(end), sizeof *end, 0, 0);
  }
  if (!given.isOn() || !isSymbolic(text, static_cast<size_t>(behind - text) + 1)) return result;
  // A leading 0 means another base where none is given.
  const bool isDecimal = base >= 2 && base <= 10;
  if (!isDecimal || !isInRange) {
    countUnknown(name);
    return result;
  }
  const bool hasNumber = behind != text;
  const Label label = NumberReading(text, hasNumber ? behind : text, base).read();
  if (hasNumber) given.returns(label);
  return result;
}

template <class Self, class Float>
Float applyOne(Self* self, Operation operation, Float result) {
  const Given given(self);
  if (given[0] != 0) given.returns(unary(operation, 8 * sizeof(Float), given[0]));
  return result;
}

template <class Self, class Float>
Float roundOne(Self* self, Intrinsic which, Float value, Float result) {
  const Given given(self);
  constexpr unsigned bits = 8 * sizeof(Float);
  if (given[0] != 0)
    given.returns(rounded(which, bits, given[0], floatingPattern(static_cast<double>(value), bits)));
  return result;
}

template <class Self, class Float>
Float remainderOf(Self* self, Float a, Float b, Float result) {
  const Given given(self);
  constexpr unsigned bits = 8 * sizeof(Float);
  if (given[0] == 0 && given[1] == 0) return result;
  given.returns(binary(Operation::FloatRemainder, bits,
                       labelOr(given[0], floatingPattern(static_cast<double>(a), bits), bits),
                       labelOr(given[1], floatingPattern(static_cast<double>(b), bits), bits)));
  return result;
}

template <class Self, class Integer>
Integer absolute(Self* self, Integer result) {
  const Given given(self);
  constexpr unsigned bits = 8 * sizeof(Integer);
  if (given[0] == 0) return result;
  given.returns(select(extract(given[0], bits - 1, 1),
                       binary(Operation::Subtract, bits, constant(0, bits), given[0]), given[0]));
  return result;
}

}  // namespace

extern "C" {

#define COVOLVE_CLASS(name) \
  int __covolve_model_##name(int character) { return classOf(&__covolve_model_##name, name, character); }
COVOLVE_CLASS(isalnum)
COVOLVE_CLASS(isalpha)
COVOLVE_CLASS(isblank)
COVOLVE_CLASS(iscntrl)
COVOLVE_CLASS(isdigit)
COVOLVE_CLASS(isgraph)
COVOLVE_CLASS(islower)
COVOLVE_CLASS(isprint)
COVOLVE_CLASS(ispunct)
COVOLVE_CLASS(isspace)
COVOLVE_CLASS(isupper)
COVOLVE_CLASS(isxdigit)
#undef COVOLVE_CLASS

int __covolve_model_tolower(int character) {
  return otherCase(&__covolve_model_tolower, tolower, 'A', character);
}
int __covolve_model_toupper(int character) {
  return otherCase(&__covolve_model_toupper, toupper, 'a', character);
}

#define COVOLVE_NUMBER(name, type, function)                                                 \
  type __covolve_model_##name(const char* text, char** end, int base) {                      \
    return readInteger<type>(&__covolve_model_##name, function, text, end, base, #function); \
  }
COVOLVE_NUMBER(strtol, long, strtol)
COVOLVE_NUMBER(strtoll, long long, strtoll)
COVOLVE_NUMBER(strtoul, unsigned long, strtoul)
COVOLVE_NUMBER(strtoull, unsigned long long, strtoull)
COVOLVE_NUMBER(__isoc23_strtol, long, strtol)
COVOLVE_NUMBER(__isoc23_strtoll, long long, strtoll)
COVOLVE_NUMBER(__isoc23_strtoul, unsigned long, strtoul)
COVOLVE_NUMBER(__isoc23_strtoull, unsigned long long, strtoull)
#undef COVOLVE_NUMBER

long __covolve_model_atol(const char* text) {
  return readInteger<long>(&__covolve_model_atol, strtol, text, nullptr, 10, "atol");
}
long long __covolve_model_atoll(const char* text) {
  return readInteger<long long>(&__covolve_model_atoll, strtoll, text, nullptr, 10, "atoll");
}
int __covolve_model_atoi(const char* text) {
  const auto number =
      static_cast<int>(readInteger<long>(&__covolve_model_atoi, strtol, text, nullptr, 10, "atoi"));
  uint32_t& result = __covolve_concolic_call.results[0];
  if (result != 0) result = symbolic(extract(result, 0, 32));
  return number;
}

int __covolve_model_abs(int value) { return absolute(&__covolve_model_abs, abs(value)); }
long __covolve_model_labs(long value) { return absolute(&__covolve_model_labs, labs(value)); }
long long __covolve_model_llabs(long long value) { return absolute(&__covolve_model_llabs, llabs(value)); }

double __covolve_model_fabs(double x) {
  return applyOne(&__covolve_model_fabs, Operation::FloatAbsolute, fabs(x));
}
float __covolve_model_fabsf(float x) {
  return applyOne(&__covolve_model_fabsf, Operation::FloatAbsolute, fabsf(x));
}
double __covolve_model_sqrt(double x) {
  return applyOne(&__covolve_model_sqrt, Operation::FloatSquareRoot, sqrt(x));
}
float __covolve_model_sqrtf(float x) {
  return applyOne(&__covolve_model_sqrtf, Operation::FloatSquareRoot, sqrtf(x));
}
double __covolve_model_fmod(double a, double b) {
  return remainderOf(&__covolve_model_fmod, a, b, fmod(a, b));
}
float __covolve_model_fmodf(float a, float b) {
  return remainderOf(&__covolve_model_fmodf, a, b, fmodf(a, b));
}

#define COVOLVE_ROUNDING(name, which)                                             \
  double __covolve_model_##name(double x) {                                       \
    return roundOne(&__covolve_model_##name, Intrinsic::which, x, name(x));       \
  }                                                                               \
  float __covolve_model_##name##f(float x) {                                      \
    return roundOne(&__covolve_model_##name##f, Intrinsic::which, x, name##f(x)); \
  }
COVOLVE_ROUNDING(floor, Floor)
COVOLVE_ROUNDING(ceil, Ceiling)
COVOLVE_ROUNDING(trunc, Truncate)
#undef COVOLVE_ROUNDING
}
