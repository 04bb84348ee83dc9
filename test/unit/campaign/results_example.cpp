#include "results_example.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/rng.h"

namespace covolve::campaign::example {

CampaignData madeUp(size_t targets, size_t seeds, size_t budgets) {
  Campaign campaign({}, {"mio", "dynamosa", "random"});
  CampaignData& data = campaign.data;
  data.name = "Algorithms & subjects <made up>";
  data.budgets.clear();
  for (size_t i = 0; i < budgets; ++i) data.budgets.push_back(fmt::format("{}s", 30 * (i + 1)));
  for (size_t i = 0; i < targets; ++i) {
    data.targets.push_back(
        {fmt::format("subject_with_a_long_name_{}::method<int>", i), i % 3 == 0 ? "numeric" : "strings"});
  }
  const std::vector<double> skill{0.7, 0.85, 0.45};
  Rng rng(1);
  for (uint32_t budget = 0; budget < budgets; ++budget) {
    for (uint32_t target = 0; target < targets; ++target) {
      const uint64_t total = 40 + 10 * (target % 7);
      for (uint32_t configuration = 0; configuration < 3; ++configuration) {
        const bool isLacking = target == 1 && configuration == 2;  // as in an interrupted campaign
        for (uint64_t seed = 1; seed <= seeds; ++seed) {
          if (isLacking) {
            ++data.planned;
            continue;
          }
          const double reached = std::min(1.0, skill[configuration] + 0.1 * rng.unit() + 0.05 * (target % 4));
          std::vector<std::pair<uint64_t, uint64_t>> course;
          for (uint64_t step = 1; step <= 20; ++step) {
            const double part = 1 - std::pow(0.8, static_cast<double>(step));
            course.emplace_back(step * 1000 + rng.below(900),
                                static_cast<uint64_t>(reached * part * static_cast<double>(total)));
          }
          RunFigures& run = campaign.search(target, configuration, seed, course, total);
          run.budget = budget;
          run.searchSeconds = 30;
        }
      }
    }
  }
  data.failures = {{{data.targets[0].name, "random", data.budgets[0], 99},
                    "the compiler died of <signal 9>",
                    "covolve unit 'a b.cpp' --only \"x\" --seed 99 && echo done"}};
  ++data.planned;
  data.provenances = {{"0.1.0", "abcdef", "clang", "host1", "processor", 4, 1024, "6.1"},
                      {"0.1.0", "fedcba", "clang", "host1", "processor", 4, 1024, "6.1"}};
  return std::move(data);
}

CampaignData inEvaluations(CampaignData data) {
  for (size_t i = 0; i < data.budgets.size(); ++i) data.budgets[i] = fmt::format("{}0000 evaluations", i + 2);
  for (ProgressPoint& point : data.progress) {
    point.evaluations = point.milliseconds;
    point.milliseconds = 0;
  }
  for (RunFigures& run : data.runs) {
    run.evaluations = (run.budget + 2) * 10'000;
    run.searchSeconds = 0;
  }
  return data;
}

}  // namespace covolve::campaign::example
