#include "concolic/solving/exhaustion.h"

#include <algorithm>

#include "concolic/evaluate.h"

namespace covolve::concolic {

namespace {

constexpr unsigned kMostBits = 16;
constexpr uint64_t kMostOperations = 2'000'000;

}  // namespace

Answer Exhaustion::solve(const Query& query) {
  Program program(query.trace, rootsOf(query.constraints));
  unsigned bits = 0;
  for (const uint32_t datum : program.data()) bits += query.trace.data[datum].bits;
  if (program.data().empty() || bits > kMostBits || (program.size() << bits) > kMostOperations) return {};
  std::vector<uint64_t> values(program.data().size());
  for (uint64_t change = 0; change < uint64_t{1} << bits; ++change) {
    uint64_t left = change;  // small ones first: the data stay what they were where they can
    for (size_t i = 0; i < values.size(); ++i) {
      const unsigned width = query.trace.data[program.data()[i]].bits;
      values[i] = query.current[program.data()[i]] ^ lowBits(left, width);
      left >>= width;
    }
    const auto holds = [&](const Constraint& constraint) {
      return (program.valueOf(constraint.expression) != 0) == constraint.wanted;
    };
    operations_ += program.size();
    if (!program.run(values) || !std::ranges::all_of(query.constraints, holds)) continue;
    Answer answer{Verdict::Solved, {query.current.begin(), query.current.end()}};
    for (size_t i = 0; i < values.size(); ++i) answer.values[program.data()[i]] = values[i];
    return answer;
  }
  return {Verdict::Unsatisfiable};
}

}  // namespace covolve::concolic
