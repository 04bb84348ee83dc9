#include "analysis/call_graph.h"

#include "analysis/strong_components.h"

namespace covolve::analysis {

namespace {

/// How the address of a function is used.
struct AddressUse {
  std::set<std::string> virtualKeys;             // of calls through tables of virtual functions
  bool isPlain = false;                          // used otherwise: any call of the type may get there
  std::map<uint32_t, Dependence> places;         // code that uses it by name
  std::map<uint32_t, Dependence> distantPlaces;  // code that uses a variable which leads to it
};

class Builder {
 public:
  explicit Builder(std::span<const ModuleSummary> modules) : modules_(modules) {}

  std::vector<CalledFunction> build() {
    collect();
    addDirectCalls();
    collectAddressUses();
    for (uint32_t function = 0; function < functions_.size(); ++function) addPointerCalls(function);
    markRoots();
    return std::move(functions_);
  }

 private:
  void collect() {
    for (const ModuleSummary& module : modules_) {
      aliases_.insert(module.aliases.begin(), module.aliases.end());
      for (const auto& [name, variable] : module.variables) {
        // Most are literals, which lead nowhere.
        if (!variable.mentions.empty()) variables_[name].push_back(&variable);
      }
      for (const FunctionSummary& function : module.functions) {
        const auto [known, isNew] =
            index_.try_emplace(function.name, static_cast<uint32_t>(functions_.size()));
        if (isNew) functions_.emplace_back();
        CalledFunction& called = functions_[known->second];
        called.definitions.push_back(&function);
        if (!called.site) called.site = function.site;
      }
    }
    addressUses_.resize(functions_.size());
  }

  const std::string& resolved(const std::string& name) const {
    const auto alias = aliases_.find(name);
    return alias == aliases_.end() ? name : alias->second;
  }

  std::optional<uint32_t> find(const std::string& name) const {
    const auto known = index_.find(resolved(name));
    return known == index_.end() ? std::nullopt : std::optional(known->second);
  }

  void addCallers(uint32_t callee, const std::map<uint32_t, Dependence>& callers) {
    for (const auto& [caller, where] : callers) functions_[callee].callers[caller].add(where);
  }

  void addDirectCalls() {
    for (uint32_t caller = 0; caller < functions_.size(); ++caller) {
      for (const FunctionSummary* const definition : functions_[caller].definitions) {
        for (const auto& [name, where] : definition->calls) {
          if (const auto callee = find(name)) functions_[*callee].callers[caller].add(where);
        }
      }
    }
  }

  void collectAddressUses() {
    for (const auto& [name, definitions] : variables_) {
      for (const VariableSummary* const variable : definitions) useIn(*variable);
    }
    for (uint32_t user = 0; user < functions_.size(); ++user) {
      for (const FunctionSummary* const definition : functions_[user].definitions) {
        for (const auto& [key, where] : definition->pointerCalls) pointerCalls_[key][user].add(where);
        for (const auto& [name, where] : definition->mentions) {
          if (const auto function = find(name)) {
            addressUses_[*function].isPlain = true;
            addressUses_[*function].places[user].add(where);
          } else {
            for (const uint32_t behind : functionsBehind(resolved(name)))
              addressUses_[behind].distantPlaces[user].add(where);
          }
        }
      }
    }
  }

  void useIn(const VariableSummary& variable) {
    for (const auto& [name, keys] : variable.virtualFunctions) {
      if (const auto function = find(name))
        addressUses_[*function].virtualKeys.insert(keys.begin(), keys.end());
    }
    if (!variable.virtualFunctions.empty()) return;
    for (const std::string& name : variable.mentions) {
      const auto function = find(name);
      if (!function) continue;
      addressUses_[*function].isPlain = true;
      // Of the user's functions in tables we know the calls through pointers; of others we look at nothing.
      if (variable.isRun || (variable.isVisible && !functions_[*function].site))
        functions_[*function].isRoot = true;
    }
  }

  /// Functions that can be found from a variable's initial value, also through other variables.
  const std::set<uint32_t>& functionsBehind(const std::string& variable) {
    const auto [known, isNew] = behind_.try_emplace(variable);
    if (!isNew) return known->second;
    std::set<std::string> seen{variable};
    std::vector<std::string> open{variable};
    while (!open.empty()) {
      const auto definitions = variables_.find(open.back());
      open.pop_back();
      if (definitions == variables_.end()) continue;
      for (const VariableSummary* const definition : definitions->second) {
        for (const std::string& name : definition->mentions) {
          if (const auto function = find(name)) {
            known->second.insert(*function);
          } else if (seen.insert(resolved(name)).second) {
            open.push_back(resolved(name));
          }
        }
      }
    }
    return known->second;
  }

  void addPointerCalls(uint32_t function) {
    CalledFunction& called = functions_[function];
    const AddressUse& use = addressUses_[function];
    for (const std::string& key : use.virtualKeys) addCallers(function, pointerCalls_[key]);
    if (!called.site) {
      // Not the user's, such as what std::function calls: entered where its address is handed out.
      if (!use.virtualKeys.empty() && !called.callers.empty()) return;
      addCallers(function, use.places);
      addCallers(function, use.distantPlaces);
      return;
    }
    for (const auto& [user, where] : use.places) {
      if (!functions_[user].site) called.callers[user].add(where);
    }
    if (use.isPlain) {
      for (const FunctionSummary* const definition : called.definitions) {
        for (const auto& [caller, where] : pointerCalls_[definition->type]) {
          if (functions_[caller].site) called.callers[caller].add(where);
        }
      }
    }
    const bool isCalledByOthers =
        !called.callers.empty() && (called.callers.size() > 1 || !called.callers.contains(function));
    if (isCalledByOthers || !use.virtualKeys.empty()) return;
    addCallers(function, use.places);
    addCallers(function, use.distantPlaces);
  }

  /// Roots are the groups of functions calling each other that no function outside of the group calls.
  void markRoots() {
    std::vector<std::vector<uint32_t>> callees(functions_.size());
    for (uint32_t function = 0; function < functions_.size(); ++function) {
      for (const auto& [caller, where] : functions_[function].callers) callees[caller].push_back(function);
    }
    const std::vector<uint32_t> group = strongComponents(callees);
    std::vector<bool> isEntered(functions_.size(), false);  // by group
    for (uint32_t function = 0; function < functions_.size(); ++function) {
      for (const auto& [caller, where] : functions_[function].callers) {
        if (group[caller] != group[function]) isEntered[group[function]] = true;
      }
    }
    for (uint32_t function = 0; function < functions_.size(); ++function) {
      if (!isEntered[group[function]]) functions_[function].isRoot = true;
    }
  }

  std::span<const ModuleSummary> modules_;
  std::vector<CalledFunction> functions_;
  std::map<std::string, uint32_t> index_;
  std::map<std::string, std::string> aliases_;
  std::map<std::string, std::vector<const VariableSummary*>> variables_;
  std::map<std::string, std::set<uint32_t>> behind_;
  std::map<std::string, std::map<uint32_t, Dependence>> pointerCalls_;
  std::vector<AddressUse> addressUses_;
};

}  // namespace

std::vector<CalledFunction> callGraph(std::span<const ModuleSummary> modules) {
  return Builder(modules).build();
}

}  // namespace covolve::analysis
