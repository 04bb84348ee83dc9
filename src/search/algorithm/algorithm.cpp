#include "search/algorithm/algorithm.h"

#include <algorithm>

#include "search/algorithm/dynamosa.h"
#include "search/algorithm/mio.h"
#include "search/algorithm/monotonic.h"
#include "search/algorithm/mosa.h"
#include "search/algorithm/random.h"

namespace covolve::search {

namespace {

template <class A>
std::unique_ptr<Algorithm> make(const Context& context, Mutator& mutator) {
  return std::make_unique<A>(context, mutator);
}

}  // namespace

const std::vector<AlgorithmInfo>& algorithms() {
  // A new algorithm is one file and one line here.
  static const std::vector<AlgorithmInfo> all{
      {"dynamosa", "many objectives: the targets that can be next", make<Dynamosa>},
      {"mio", "a small population for each target that was reached", make<Mio>},
      {"mosa", "many objectives: all uncovered targets at once", make<Mosa>},
      {"monotonic", "a genetic algorithm over whole suites, with archive", make<Monotonic>},
      {"random", "samples only: the baseline", make<RandomSearch>},
  };
  return all;
}

std::vector<std::string> algorithmNames() {
  std::vector<std::string> names;
  for (const AlgorithmInfo& info : algorithms()) names.push_back(info.name);
  return names;
}

std::unique_ptr<Algorithm> makeAlgorithm(const std::string& name, const Context& context, Mutator& mutator) {
  const auto found = std::ranges::find(algorithms(), name, &AlgorithmInfo::name);
  return found == algorithms().end() ? nullptr : found->make(context, mutator);
}

}  // namespace covolve::search
