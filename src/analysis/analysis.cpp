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
  unite(into.rows, from.rows);
}

/// The modules of one object.
struct ObjectSummary {
  std::vector<ModuleSummary> modules;
  Returns called;  // as they were known
};

/// What is known of the functions that these modules call and other objects define.
Returns returnsCalledBy(const std::vector<ModuleSummary>& modules, const Returns& known) {
  Returns called;
  const auto hasSite = [](const FunctionSummary& function) { return function.site.has_value(); };
  for (const ModuleSummary& module : modules) {
    if (std::ranges::none_of(module.functions, hasSite)) continue;  // of no use: the harness
    for (const FunctionSummary& function : module.functions) {
      for (const auto& [name, _] : function.calls) {
        if (const auto one = known.find(name); one != known.end()) called.insert(*one);
      }
    }
  }
  for (const ModuleSummary& module : modules) {
    for (const FunctionSummary& function : module.functions) called.erase(function.name);
  }
  return called;
}

class ObjectReader {
 public:
  explicit ObjectReader(Options options) : options_(options) {}

  /// Objects whose functions call each other may come in any order: those of callers are read again when it
  /// is known whether the functions return that they call.
  Result<std::vector<ObjectSummary>> read(std::span<const std::filesystem::path> objects) {
    constexpr int kMostHands = 4;  // chains through more objects are taken to return
    std::vector<ObjectSummary> summaries(objects.size());
    std::vector<size_t> firstModules(objects.size());
    size_t modules = 0;
    bool hasChanged = true;
    for (int round = 0; round <= kMostHands && hasChanged; ++round) {
      hasChanged = false;
      for (size_t i = 0; i < objects.size(); ++i) {
        ObjectSummary& summary = summaries[i];
        if (round == 0) firstModules[i] = modules;
        if (round > 0 && returnsCalledBy(summary.modules, returns_) == summary.called) continue;
        auto read = summarised(objects[i], firstModules[i]);
        if (!read) return std::unexpected(read.error());
        if (round == 0) modules += read->size();
        summary = {std::move(*read), {}};
        summary.called = returnsCalledBy(summary.modules, returns_);
        hasChanged = true;
      }
    }
    return summaries;
  }

 private:
  Result<std::vector<ModuleSummary>> summarised(const std::filesystem::path& object, size_t number) {
    llvm::LLVMContext context;  // one each: types keep their names, and memory is given back
    const auto parts = readBitcode(object, context);
    if (!parts) return std::unexpected(parts.error());
    std::vector<ModuleSummary> modules;
    for (const auto& part : *parts) {
      modules.push_back(summarise(*part, number++, options_.followsReturns ? &returns_ : nullptr));
      for (const auto& [name, returns] : modules.back().returns) returns_.insert_or_assign(name, returns);
    }
    return modules;
  }

  Options options_;
  Returns returns_;  // of all functions that may not return
};

}  // namespace

Result<Facts> analyse(std::span<const std::filesystem::path> objects, Options options) {
  Facts facts;
  auto read = ObjectReader(options).read(objects);
  if (!read) return std::unexpected(read.error());
  std::vector<ModuleSummary> modules;
  for (size_t i = 0; i < objects.size(); ++i) {
    if ((*read)[i].modules.empty()) facts.withoutBitcode.push_back(objects[i]);
    std::ranges::move((*read)[i].modules, std::back_inserter(modules));
  }
  for (const ModuleSummary& module : modules) {
    unite(facts.constants, module.constants);
    unite(facts.leaving, std::vector(module.leaving.begin(), module.leaving.end()));
  }
  facts.dependsOn = dependenceOfSites(modules);
  std::vector<FlagSummary> flags;
  for (ModuleSummary& module : modules) flags.push_back(std::move(module.flags));
  Requirements requirements = requiredSides(flags);
  facts.required = std::move(requirements.sides);
  facts.counters = std::move(requirements.counters);
  facts.partial = std::move(requirements.partial);
  return facts;
}

}  // namespace covolve::analysis
