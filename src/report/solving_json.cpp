#include "report/solving_json.h"

namespace covolve::report {

using Json = nlohmann::ordered_json;

namespace {

Json solverJson(const concolic::SolverCounts& counts, bool isTimed) {
  Json json = {{"name", counts.name},           {"queries", counts.queries},
               {"solved", counts.solved},       {"unsatisfiable", counts.unsatisfiable},
               {"unknown", counts.unknown},     {"outOfSteps", counts.outOfSteps},
               {"outOfTime", counts.outOfTime}, {"died", counts.died}};
  if (isTimed) json["milliseconds"] = static_cast<uint64_t>(counts.seconds * 1000);
  return json;
}

uint64_t perSecond(uint64_t count, double seconds) {
  return seconds > 0 ? static_cast<uint64_t>(static_cast<double>(count) / seconds) : 0;
}

}  // namespace

Json solvingJson(const search::SolvingStatistics& solving, bool isTimed) {
  const concolic::ChainCounts& chain = solving.chain;
  Json json = {{"build", solving.preparation},
               {"uses", solving.uses},
               {"successes", solving.successes},
               {"traces", solving.traces},
               {"failedTraces", solving.failedTraces},
               {"cutTraces", solving.cutTraces},
               {"limitedTraces", solving.limitedTraces},
               {"decisions", solving.decisions},
               {"expressions", solving.expressions},
               {"divergent", solving.divergent},
               {"optimistic", solving.optimistic},
               {"astray", solving.astray},
               {"refused", solving.refused},
               {"queries", solverJson(chain.whole, isTimed)},
               {"cacheHits", chain.cacheHits},
               {"reusedModels", chain.reusedModels},
               {"eliminated", chain.eliminated},
               {"evaluations", chain.evaluations},
               {"effort", solving.effort()}};
  json["queries"].erase("name");
  if (isTimed) {
    json["buildMilliseconds"] = static_cast<uint64_t>(solving.preparationSeconds * 1000);
    json["traceMilliseconds"] = static_cast<uint64_t>(solving.traceSeconds * 1000);
    json["expressionsPerSecond"] = perSecond(solving.expressions, solving.traceSeconds);
    json["queriesPerSecond"] = perSecond(chain.whole.queries, chain.whole.seconds);
    json["evaluationsPerSecond"] =
        perSecond(chain.evaluations, chain.solvers[concolic::ChainCounts::kAlternatingVariable].seconds);
  }
  Json solvers = Json::array();
  for (const concolic::SolverCounts& counts : chain.solvers) solvers.push_back(solverJson(counts, isTimed));
  json["solvers"] = std::move(solvers);
  Json concrete = Json::object();
  for (const auto& [name, count] : solving.madeConcrete) concrete[name] = count;
  json["madeConcrete"] = std::move(concrete);
  return json;
}

}  // namespace covolve::report
