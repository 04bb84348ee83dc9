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

/// Which functions let a field be set to what they are given.
class Setters {
 public:
  explicit Setters(const ObjectState& state) : state_(state) {
    for (const auto& [name, function] : state.functions) {
      for (const StateWrite& write : function.writes) {
        if (!write.sourceArguments().empty()) setters_[write.place.fields.back()].insert(name);
      }
    }
  }

  /// Some that are neither this function nor called by it.
  bool hasOthers(FieldId field, const std::string& function) const {
    const auto setters = setters_.find(field);
    return setters != setters_.end() && std::ranges::any_of(setters->second, [&](const std::string& setter) {
             return !isCalledBy(setter, function);
           });
  }

 private:
  bool isCalledBy(const std::string& called, const std::string& function) const {
    std::set<std::string> seen{called};
    std::vector<std::string> open{called};
    while (!open.empty()) {
      const std::string next = open.back();
      open.pop_back();
      if (next == function) return true;
      const auto callers = state_.callers.find(next);
      if (callers == state_.callers.end()) continue;
      for (const StateCall& call : callers->second) {
        if (seen.insert(call.caller).second) open.push_back(call.caller);
      }
    }
    return false;
  }

  const ObjectState& state_;
  std::map<FieldId, std::set<std::string>> setters_;
};

/// A field of the object whose method the function is, as its linkage name tells.
bool isOfOwnObject(const RecordField& field, const std::string& function) {
  const size_t scope = field.record.rfind(':');
  const std::string name = scope == std::string::npos ? field.record : field.record.substr(scope + 1);
  return function.find(std::to_string(name.size()) + name) != std::string::npos;
}

}  // namespace

std::map<uint64_t, std::set<Side>> ObjectState::storedFor() const {
  std::map<uint64_t, std::set<Side>> stored;
  const Setters setters(*this);
  for (const auto& [site, decision] : decisions) {
    const auto function = functions.find(decision.function);
    if (function == functions.end()) continue;
    for (const auto& [path, _] : decision.compared) {
      if (path.fields.empty()) continue;
      std::set<Side> sides;
      bool isGiven = false;
      bool isSetAnew = function->second.overwritten.contains(path.root);
      for (const StateWrite& write : function->second.writes) {
        if (!areRelated(write.place, path)) continue;
        if (write.guardSides.empty()) (write.sources.empty() ? isSetAnew : isGiven) = true;
        if (!write.isStep) sides.insert(write.guardSides.begin(), write.guardSides.end());
      }
      const bool isItsOwn = path.root == 0 && isOfOwnObject(fields[path.fields[0]], decision.function) &&
                            !setters.hasOthers(path.fields.back(), decision.function);
      if (!isGiven && (isSetAnew || isItsOwn) && !sides.empty()) stored[site].merge(sides);
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
