// What the pass calls (covolve/concolic_calls.h).
#include "covolve/concolic_calls.h"
#include "floats.h"
#include "path.h"
#include "shadow.h"
#include "tables.h"

using namespace covolve::concolic;

thread_local CallSlots __covolve_concolic_call;

namespace {

bool isOff() { return __covolve_concolic_call.isRecording == 0; }

bool isShift(Operation operation) {
  return operation == Operation::ShiftLeft || operation == Operation::ShiftRightLogical ||
         operation == Operation::ShiftRightArithmetic;
}

/// The expression of an access with fewer bits than its bytes have, such as a truth value.
Label narrowedTo(Label label, unsigned bits) {
  return label != 0 && at(label).bits > bits ? symbolic(extract(label, 0, bits)) : label;
}

}  // namespace

uint32_t __covolve_concolic_binary(uint32_t operation, uint32_t bits, uint32_t first, uint32_t second,
                                   uint64_t firstValue, uint64_t secondValue) {
  if (isOff()) return 0;
  const auto what = static_cast<Operation>(operation);
  // Has no value; what the machine does instead is its own affair.
  if (isShift(what) && secondValue >= bits) return 0;
  return symbolic(binary(what, bits, labelOr(first, firstValue, bits), labelOr(second, secondValue, bits)));
}

uint32_t __covolve_concolic_compare(uint32_t operation, uint32_t bits, uint32_t first, uint32_t second,
                                    uint64_t firstValue, uint64_t secondValue, uint32_t isNegated) {
  if (isOff()) return 0;
  const Label truth = binary(static_cast<Operation>(operation), 1, labelOr(first, firstValue, bits),
                             labelOr(second, secondValue, bits));
  return symbolic(isNegated != 0 ? negation(truth) : truth);
}

uint32_t __covolve_concolic_unary(uint32_t operation, uint32_t bits, uint32_t operand, uint64_t value) {
  if (isOff()) return 0;
  const auto what = static_cast<Operation>(operation);
  const bool isToInteger = what == Operation::FloatToSigned || what == Operation::FloatToUnsigned;
  if (isToInteger && !fitsInteger(value, at(operand).bits, bits, what == Operation::FloatToSigned)) return 0;
  return symbolic(unary(what, bits, operand));
}

uint32_t __covolve_concolic_extract(uint32_t operand, uint32_t from, uint32_t bits) {
  return isOff() ? 0 : symbolic(extract(operand, from, bits));
}

uint32_t __covolve_concolic_offset(uint32_t base, uint32_t index, uint64_t baseValue, uint64_t indexValue,
                                   uint64_t scale) {
  if (isOff()) return 0;
  Label distance = constant(indexValue * scale, 64);
  if (index != 0) {
    distance = binary(Operation::Multiply, 64, unary(Operation::SignExtend, 64, index), constant(scale, 64));
  }
  return symbolic(binary(Operation::Add, 64, labelOr(base, baseValue, 64), distance));
}

uint32_t __covolve_concolic_load(const void* address, uint32_t bytes, uint32_t bits, uint32_t addressLabel) {
  if (isOff()) return 0;
  if (addressLabel != 0) {
    if (const Label found = loadFromLibraryTable(address, bytes, addressLabel))
      return narrowedTo(found, bits);
    makeConcrete(addressLabel, reinterpret_cast<uint64_t>(address));
  }
  return narrowedTo(readShadow(address, bytes), bits);
}

uint32_t __covolve_concolic_load_table(const void* address, uint32_t bytes, uint32_t bits,
                                       uint32_t addressLabel, const void* table, uint64_t size) {
  if (isOff() || addressLabel == 0) return 0;
  if (const Label found = loadFromTable(address, bytes, addressLabel, table, size))
    return narrowedTo(found, bits);
  makeConcrete(addressLabel, reinterpret_cast<uint64_t>(address));
  return 0;
}

void __covolve_concolic_store(const void* address, uint32_t bytes, uint32_t label, uint64_t value,
                              uint32_t addressLabel) {
  if (isOff()) return;
  makeConcrete(addressLabel, reinterpret_cast<uint64_t>(address));
  if (label != 0 && at(label).bits < 8 * bytes) label = unary(Operation::ZeroExtend, 8 * bytes, label);
  writeShadow(address, bytes, label, value);
}

void __covolve_concolic_copy(const void* to, const void* from, uint64_t bytes) {
  if (!isOff()) copyShadow(to, from, bytes);
}

void __covolve_concolic_fill(const void* to, uint32_t label, uint64_t value, uint64_t bytes) {
  if (!isOff()) fillShadow(to, narrowedTo(label, 8), static_cast<uint8_t>(value), bytes);
}

void __covolve_concolic_make_concrete(uint32_t label, uint64_t value) {
  if (!isOff()) makeConcrete(label, value);
}

void __covolve_concolic_decide(uint64_t site, uint32_t condition, uint32_t taken) {
  if (!isOff()) decide(site, condition, taken != 0);
}

void __covolve_concolic_switch(const uint64_t* sites, const uint64_t* cases, uint32_t count, uint32_t label,
                               uint64_t value) {
  if (isOff()) return;
  const unsigned bits = at(label).bits;
  const auto equals = [&](uint32_t i) {
    return binary(Operation::Equal, 1, label, constant(cases[i], bits));
  };
  // The one that was taken comes last: it forbids all others.
  uint32_t taken = count;
  Label any = constant(0, 1);
  for (uint32_t i = 0; i < count; ++i) {
    if (cases[i] == value) taken = i;
    if (cases[i] != value) decide(sites != nullptr ? sites[i] : 0, equals(i), false);
    if (sites != nullptr) any = binary(Operation::Or, 1, any, equals(i));
  }
  if (sites != nullptr && any != 0) decide(sites[count], negation(any), taken == count);
  if (taken < count) decide(sites != nullptr ? sites[taken] : 0, equals(taken), true);
}

void __covolve_concolic_unknown(const char* function) {
  if (!isOff() && function != nullptr) countUnknown(function);
}
