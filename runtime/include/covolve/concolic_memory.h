// How the memory is laid out that the engine and a concolic program share: what of
// a test's bytes is a datum (written by the engine before the test runs), and what
// became of it (covolve/concolic.h; written by the program, readable also when the
// test has killed it). Sparse: a page costs memory only once it was touched.
#pragma once

#include <cstddef>
#include <cstdint>

#include "covolve/concolic.h"

namespace covolve::concolic {

/// The descriptor's number; the program maps it when it starts.
constexpr const char* kMemoryVariable = "COVOLVE_CONCOLIC_FD";

/// How a datum stands in the test's bytes, which hold all integers in eight bytes and all floating numbers as
/// doubles.
enum class Widening : uint8_t { None, Zero, Sign, Float };

/// These bytes of the test are the datum.
struct Mark {
  uint32_t offset = 0;
  uint32_t datum = 0;
  uint8_t bytes = 0;
  Widening widening = Widening::None;
  uint16_t reserved = 0;
};

/// A function without a model that was given symbolic arguments.
struct UnknownFunction {
  char name[120] = {};
  uint64_t calls = 0;
};

struct Header {
  uint32_t dataCount = 0;
  uint32_t markCount = 0;
  uint32_t expressionCount = 0;  // with the concrete one, if there was a test at all
  uint32_t decisionCount = 0;
  uint32_t functionCount = 0;
  uint32_t isCut = 0;
  uint64_t requests = 0;  // expressions asked for, also those that were there already
};

constexpr uint32_t kMostData = 1u << 16;
constexpr uint32_t kMostFunctions = 256;
constexpr uint32_t kMostDecisions = 1u << 16;
constexpr uint32_t kMostExpressions = 1u << 20;
/// Of an expression; what is deeper becomes concrete. Enough for a check sum over some hundred characters.
constexpr uint32_t kGreatestDepth = 1000;

constexpr size_t kDataOffset = 4096;
constexpr size_t kMarksOffset = kDataOffset + kMostData * sizeof(Datum);
constexpr size_t kFunctionsOffset = kMarksOffset + kMostData * sizeof(Mark);
constexpr size_t kDecisionsOffset = kFunctionsOffset + kMostFunctions * sizeof(UnknownFunction);
constexpr size_t kExpressionsOffset = kDecisionsOffset + kMostDecisions * sizeof(Decision);
constexpr size_t kMemoryBytes = kExpressionsOffset + kMostExpressions * sizeof(Expression);
static_assert(sizeof(Header) <= kDataOffset && kExpressionsOffset % alignof(Expression) == 0);

}  // namespace covolve::concolic
