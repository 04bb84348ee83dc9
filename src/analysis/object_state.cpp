#include "analysis/object_state.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <memory>

#include "analysis/bitcode.h"
#include "analysis/provenance.h"
#include "analysis/state_program.h"

namespace covolve::analysis {

namespace {

/// Whether one is a part of the other, or both are the same.
bool areRelated(const AccessPath& one, const AccessPath& other) {
  const size_t common = std::min(one.fields.size(), other.fields.size());
  return one.root == other.root &&
         std::equal(one.fields.begin(), one.fields.begin() + static_cast<std::ptrdiff_t>(common),
                    other.fields.begin());
}

}  // namespace

std::map<uint64_t, std::set<Side>> ObjectState::storedFor() const {
  std::map<uint64_t, std::set<Side>> stored;
  for (const auto& [site, decision] : decisions) {
    const auto function = functions.find(decision.function);
    if (function == functions.end()) continue;
    for (const auto& [path, _] : decision.compared) {
      if (path.fields.empty()) continue;
      std::set<Side> sides;
      bool isGiven = false;
      for (const StateWrite& write : function->second.writes) {
        if (!areRelated(write.place, path)) continue;
        isGiven = isGiven || (write.guardSides.empty() && !write.sources.empty());
        sides.insert(write.guardSides.begin(), write.guardSides.end());
      }
      if (!isGiven && !sides.empty()) stored[site].merge(sides);
    }
  }
  return stored;
}

StateNeeds ObjectState::throughCall(const StateNeeds& needs, const StateCall& call) {
  StateNeeds ours = call.guard;
  for (const auto& [path, comparing] : needs) {
    if (path.root >= call.arguments.size()) continue;
    for (AccessPath whole : call.arguments[path.root]) {
      whole.fields.insert(whole.fields.end(), path.fields.begin(), path.fields.end());
      if (whole.fields.size() <= kLongestPath) addNeed(ours, whole, comparing);
    }
  }
  return ours;
}

Result<ObjectState> readObjectState(std::span<const std::filesystem::path> objects) {
  llvm::LLVMContext context;
  std::vector<std::unique_ptr<llvm::Module>> modules;
  for (const std::filesystem::path& object : objects) {
    auto read = readBitcode(object, context);
    if (!read) return std::unexpected(read.error());
    for (auto& module : *read) modules.push_back(std::move(module));
  }
  return StateProgram(std::move(modules)).read();
}

}  // namespace covolve::analysis
