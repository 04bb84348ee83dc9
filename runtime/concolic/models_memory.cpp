// memcpy and its kin.
#include <string.h>

#include "models.h"

using namespace covolve::concolic;

namespace {

/// Both functions of their kind: memcpy may do what memmove does.
template <class Self>
void* copied(Self* self, void* to, const void* from, size_t bytes) {
  const Given given(self);
  given.makeConcrete(0, to);
  given.makeConcrete(1, from);
  given.makeConcrete(2, bytes);
  if (given.isOn()) copyShadow(to, from, bytes);
  return memmove(to, from, bytes);
}

/// Whether a model has to say what comparing them comes to. Addresses and size stay as they are.
bool isComparedSymbolically(const Given& given, const void* a, const void* b, size_t bytes) {
  given.makeConcrete(0, a);
  given.makeConcrete(1, b);
  given.makeConcrete(2, bytes);
  return given.isOn() && bytes <= kLongestModelled && (isSymbolic(a, bytes) || isSymbolic(b, bytes));
}

}  // namespace

extern "C" {

void* __covolve_model_memcpy(void* to, const void* from, size_t bytes) {
  return copied(&__covolve_model_memcpy, to, from, bytes);
}

void* __covolve_model_memmove(void* to, const void* from, size_t bytes) {
  return copied(&__covolve_model_memmove, to, from, bytes);
}

void* __covolve_model_memset(void* to, int value, size_t bytes) {
  const Given given(&__covolve_model_memset);
  given.makeConcrete(0, to);
  given.makeConcrete(2, bytes);
  if (given.isOn()) fillShadow(to, symbolic(extract(given[1], 0, 8)), static_cast<uint8_t>(value), bytes);
  return memset(to, value, bytes);
}

int __covolve_model_memcmp(const void* a, const void* b, size_t bytes) {
  const Given given(&__covolve_model_memcmp);
  const bool isNoted = isComparedSymbolically(given, a, b, bytes);
  const int result = signOf(memcmp(a, b, bytes));
  if (!isNoted) return result;
  Label label = constant(0, 32);
  for (size_t i = bytes; i-- > 0;) {
    const Label left = byteOrConstant(static_cast<const char*>(a) + i);
    const Label right = byteOrConstant(static_cast<const char*>(b) + i);
    const Label differs = select(isBelow(left, right), constant(~uint64_t{0}, 32), constant(1, 32));
    label = select(equal(left, right), label, differs);
  }
  given.returns(label);
  return result;
}

int __covolve_model_bcmp(const void* a, const void* b, size_t bytes) {
  const Given given(&__covolve_model_bcmp);
  const bool isNoted = isComparedSymbolically(given, a, b, bytes);
  const int result = memcmp(a, b, bytes) != 0 ? 1 : 0;
  if (!isNoted) return result;
  Label areEqual = constant(1, 1);
  for (size_t i = bytes; i-- > 0;) {
    areEqual = binary(Operation::And, 1,
                      equal(byteOrConstant(static_cast<const char*>(a) + i),
                            byteOrConstant(static_cast<const char*>(b) + i)),
                      areEqual);
  }
  given.returns(unary(Operation::ZeroExtend, 32, negation(areEqual)));
  return result;
}

void* __covolve_model_memchr(const void* bytes, int value, size_t count) {
  const Given given(&__covolve_model_memchr);
  given.makeConcrete(0, bytes);
  given.makeConcrete(2, count);
  void* const result = const_cast<void*>(memchr(bytes, value, count));
  const Label wanted = extract(given[1], 0, 8);
  if (!given.isOn() || count > kLongestModelled || (wanted == 0 && !isSymbolic(bytes, count))) return result;
  const Label sought = labelOr(wanted, static_cast<uint8_t>(value), 8);
  Label label = constant(0, 64);
  for (size_t i = count; i-- > 0;) {
    const char* const place = static_cast<const char*>(bytes) + i;
    label =
        select(equal(byteOrConstant(place), sought), constant(reinterpret_cast<uint64_t>(place), 64), label);
  }
  given.returns(label);
  return result;
}
}
