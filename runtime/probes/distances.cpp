// The distances of comparisons whose results are combined before they decide:
// the instrumented code asks for them and reports the combination.
//
// Easy to get wrong: the pass declares these as pure. They read and write no
// memory.
#include "distance/branch_distance.h"

using namespace covolve;

extern "C" {

abi::Distances __covolve_distance_signed(uint8_t predicate, int64_t left, int64_t right) {
  return distance::ofSigned(predicate, left, right);
}

abi::Distances __covolve_distance_unsigned(uint8_t predicate, uint64_t left, uint64_t right) {
  return distance::ofUnsigned(predicate, left, right);
}

abi::Distances __covolve_distance_wide(uint8_t predicate, bool isSigned, uint64_t leftLow, uint64_t leftHigh,
                                       uint64_t rightLow, uint64_t rightHigh) {
  return distance::ofWide(predicate, isSigned, (distance::Uint128{leftHigh} << 64) | leftLow,
                          (distance::Uint128{rightHigh} << 64) | rightLow);
}

abi::Distances __covolve_distance_pointer(uint8_t predicate, const void* left, const void* right) {
  return distance::ofPointers(predicate, reinterpret_cast<uintptr_t>(left),
                              reinterpret_cast<uintptr_t>(right));
}

abi::Distances __covolve_distance_double(uint8_t predicate, double left, double right) {
  return distance::ofDoubles(predicate, left, right);
}

abi::Distances __covolve_distance_long_double(uint8_t predicate, long double left, long double right) {
  return distance::ofLongDoubles(predicate, left, right);
}
}
