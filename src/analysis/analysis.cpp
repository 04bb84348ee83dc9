#include "analysis/analysis.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "analysis/bitcode.h"
#include "analysis/program_dependence.h"

namespace covolve::analysis {

namespace {

template <class T>
void unite(std::vector<T>& into, const std::vector<T>& from) {
  std::vector<T> both;
  std::ranges::set_union(into, from, std::back_inserter(both));
  into = std::move(both);
}

void unite(Constants& into, const Constants& from) {
  unite(into.integers, from.integers);
  unite(into.floats, from.floats);
  unite(into.texts, from.texts);
}

}  // namespace

Result<Facts> analyse(std::span<const std::filesystem::path> objects, Options options) {
  Facts facts;
  std::vector<ModuleSummary> modules;
  for (const std::filesystem::path& object : objects) {
    llvm::LLVMContext context;  // one each: types keep their names, and memory is given back
    const auto parts = readBitcode(object, context);
    if (!parts) return std::unexpected(parts.error());
    if (parts->empty()) facts.withoutBitcode.push_back(object);
    for (const auto& part : *parts) {
      modules.push_back(summarise(*part, modules.size(), options.followsReturns));
      unite(facts.constants, modules.back().constants);
      const std::set<Side>& leaving = modules.back().leaving;
      unite(facts.leaving, std::vector(leaving.begin(), leaving.end()));
    }
  }
  facts.dependsOn = dependenceOfSites(modules);
  std::vector<FlagSummary> flags;
  for (ModuleSummary& module : modules) flags.push_back(std::move(module.flags));
  Requirements requirements = requiredSides(flags);
  facts.required = std::move(requirements.sides);
  facts.counters = std::move(requirements.counters);
  return facts;
}

}  // namespace covolve::analysis
