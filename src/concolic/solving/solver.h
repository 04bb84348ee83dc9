// A query is a list of conditions on a test's data; a solver looks for data that
// fulfil them all. Solvers stand behind one interface: decorators that make queries
// smaller or know answers already (independence, cache, model reuse) around those
// that do the work, cheapest first (solver_chain.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "concolic/trace.h"

namespace covolve::concolic {

/// An expression of one bit and the value it shall have.
struct Constraint {
  uint32_t expression = 0;
  bool wanted = true;

  bool operator==(const Constraint&) const = default;
};

struct Query {
  const Trace& trace;
  std::vector<Constraint> constraints;
  std::span<const uint64_t> current;  // the data as they are, by number
};

enum class Verdict : uint8_t {
  Solved,
  Unsatisfiable,
  Unknown,
  OutOfSteps,  // it gave up by its own count, which repeats
  OutOfTime,   // a guard of time or memory was met
  Died,        // the solver's process ended
};

struct Answer {
  Verdict verdict = Verdict::Unknown;
  std::vector<uint64_t> values = {};  // Solved: by number of the datum, all of them
};

class Solver {
 public:
  virtual ~Solver() = default;

  virtual Answer solve(const Query& query) = 0;
};

/// The expressions of a query's constraints.
std::vector<uint32_t> rootsOf(std::span<const Constraint> constraints);

/// Whether data fulfil all constraints.
bool fulfils(const Trace& trace, std::span<const Constraint> constraints, std::span<const uint64_t> values);

}  // namespace covolve::concolic
