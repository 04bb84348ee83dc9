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

/// Instantiations of a template may compare one site with several constants: then none is its.
std::map<uint64_t, __int128> onlyConstants(const std::vector<ModuleSummary>& modules) {
  std::map<uint64_t, __int128> result;
  std::set<uint64_t> ambiguous;
  for (const ModuleSummary& module : modules) {
    for (const auto& [site, constant] : module.comparedWith) {
      if (result.try_emplace(site, constant).first->second != constant) ambiguous.insert(site);
    }
  }
  for (const uint64_t site : ambiguous) result.erase(site);
  return result;
}

}  // namespace

Result<Facts> analyse(std::span<const std::filesystem::path> objects) {
  Facts facts;
  std::vector<ModuleSummary> modules;
  for (const std::filesystem::path& object : objects) {
    llvm::LLVMContext context;  // one each: types keep their names, and memory is given back
    const auto parts = readBitcode(object, context);
    if (!parts) return std::unexpected(parts.error());
    if (parts->empty()) facts.withoutBitcode.push_back(object);
    for (const auto& part : *parts) {
      modules.push_back(summarise(*part, modules.size()));
      unite(facts.constants, modules.back().constants);
    }
  }
  facts.dependsOn = dependenceOfSites(modules);
  facts.comparedWith = onlyConstants(modules);
  return facts;
}

}  // namespace covolve::analysis
