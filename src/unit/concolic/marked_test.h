// A test's bytes with what of them is a datum: each leaf of the individual, a text
// character by character and by its size. Every occurrence is a datum of its own, so
// that same(x, x) can become same(x, y).
#pragma once

#include <cstdint>
#include <vector>

#include "covolve/concolic_memory.h"
#include "search/individual.h"

namespace covolve::unit {

struct MarkedTest {
  std::vector<uint8_t> bytes;
  std::vector<concolic::Datum> data;
  std::vector<concolic::Mark> marks;
};

MarkedTest markTest(const search::Individual& individual);

}  // namespace covolve::unit
