// All modules of a program, with what was found out of their functions so far.
#pragma once

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/function_flow.h"
#include "analysis/function_state.h"
#include "analysis/instruction_facts.h"
#include "analysis/object_state.h"
#include "analysis/virtual_calls.h"
#include "ir/library_name.h"
#include "ir/site_marks.h"

namespace covolve::analysis {

class StateProgram {
 public:
  explicit StateProgram(std::vector<std::unique_ptr<llvm::Module>> modules)
      : modules_(std::move(modules)), flows_(&returns_) {
    for (const auto& module : modules_) addFunctions(*module);
  }

  ObjectState read() {
    // Where there is too much to read, what tests are made for comes first.
    for (const bool isFirst : {true, false}) {
      for (const llvm::Function* const function : ordered_) {
        if (hasSites(*function) == isFirst) summaryOf(*function);
      }
    }
    for (const llvm::Function* const function : ordered_) {
      const auto reader = readers_.find(function);
      if (reader == readers_.end()) continue;
      reader->second->addDecisions(state_);
      reader->second->addCalls(state_);
      if (functions_.at(function->getName().str()) != function) continue;
      FunctionState& known = state_.functions[function->getName().str()];
      const StateSummary& summary = summaries_.at(function);
      // To whole things that are given only callers' summaries need to know.
      std::ranges::copy_if(summary.writes, std::back_inserter(known.writes),
                           [](const StateWrite& write) { return !write.place.fields.empty(); });
      for (const StateWrite& write : summary.writes) {
        if (write.place.fields.empty() && write.guardSides.empty() && write.sources.empty())
          known.overwritten.insert(write.place.root);
      }
      known.results = summary.result.derived;
    }
    return std::move(state_);
  }

  /// Null where it is not the user's, or its body is not known.
  const llvm::Function* userFunction(const llvm::CallBase& call) const {
    const auto* const callee =
        llvm::dyn_cast<llvm::GlobalValue>(call.getCalledOperand()->stripPointerCasts());
    if (callee == nullptr) return nullptr;
    // Another module may have its own of that name.
    const auto* const own = llvm::dyn_cast<llvm::Function>(callee);
    if (own != nullptr && own->hasLocalLinkage() && isRead(*own)) return own;
    const auto known = functions_.find(callee->getName());
    return known == functions_.end() ? nullptr : known->second;
  }

  /// Of a virtual call all that may be meant, unless they are too many to tell.
  std::vector<const llvm::Function*> userFunctions(const llvm::CallBase& call) const {
    if (const llvm::Function* const function = userFunction(call)) return {function};
    const std::optional<uint64_t> slot = virtualSlot(call);
    if (!slot) return {};
    const auto known = virtualFunctions_.find({*slot, call.getFunctionType()});
    constexpr size_t kMostOverriders = 12;
    if (known == virtualFunctions_.end() || known->second.size() > kMostOverriders) return {};
    return known->second;
  }

  /// Empty for one that is under way (recursion adds nothing), for one that is too long, and for all behind
  /// too many: generated code is not worth the time.
  const StateSummary& summaryOf(const llvm::Function& function) {
    static const StateSummary none;
    if (const auto known = summaries_.find(&function); known != summaries_.end()) return known->second;
    if (underWay_.size() >= kDeepest || !underWay_.insert(&function).second) return none;
    const size_t instructions = function.getInstructionCount();
    if (instructions > kLongestFunction || instructionsRead_ + instructions > kMostInstructions) {
      underWay_.erase(&function);
      return summaries_[&function];
    }
    instructionsRead_ += instructions;
    auto reader = std::make_unique<FunctionStateReader>(function, *this);
    reader->readValues();
    StateSummary summary = reader->summary();
    readers_[&function] = std::move(reader);
    underWay_.erase(&function);
    return summaries_[&function] = std::move(summary);
  }

  /// Null where summaryOf() says nothing of the function.
  const FunctionStateReader* readerOf(const llvm::Function& function) {
    summaryOf(function);
    const auto known = readers_.find(&function);
    return known == readers_.end() ? nullptr : known->second.get();
  }

  /// Closures of a function that it may hand to the library: it asks them about elements.
  std::vector<const llvm::Function*> closuresIn(const llvm::Function& function) const {
    std::vector<const llvm::Function*> closures;
    llvm::StringRef name = function.getName();
    if (!name.consume_front("_Z")) return closures;
    const std::string prefix = "_ZZ" + name.str() + "E";
    for (auto one = functions_.lower_bound(prefix); one != functions_.end() && one->first.starts_with(prefix);
         ++one)
      closures.push_back(one->second);
    return closures;
  }

  FieldId field(const std::string& record, uint64_t offset) {
    const RecordField field{record, offset};
    const auto [known, isNew] = fields_.try_emplace(field, static_cast<FieldId>(state_.fields.size()));
    if (isNew) state_.fields.push_back(field);
    return known->second;
  }

  bool hasSites(const llvm::Function& function) const { return withSites_.contains(&function); }
  const FunctionFlow& flowOf(const llvm::Function& function) { return flows_.of(function); }
  /// Null where no instruction is known for the site.
  const llvm::Instruction* decisionAt(uint64_t site) const {
    const auto known = decisions_.find(site);
    return known == decisions_.end() ? nullptr : known->second;
  }

 private:
  static constexpr size_t kLongestFunction = 5'000;     // instructions
  static constexpr size_t kMostInstructions = 400'000;  // of all functions that are read
  static constexpr size_t kDeepest = 100;               // calls that are followed within each other

  static bool isRead(const llvm::Function& function) {
    return !function.isDeclaration() && !ir::isLibraryFunction(function.getName()) &&
           !isMachinery(function.getName());
  }

  void addFunctions(const llvm::Module& module) {
    for (const llvm::Function& function : module) {
      if (!isRead(function)) continue;
      const bool isFirst = functions_.try_emplace(function.getName().str(), &function).second;
      if (!isFirst && !function.hasLocalLinkage()) continue;
      ordered_.push_back(&function);
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        for (const ir::SiteMark& mark : ir::siteMarks(instruction)) {
          withSites_.insert(&function);
          if (isDecision(mark.kind)) decisions_.try_emplace(mark.id, &instruction);
        }
      }
    }
    for (const llvm::GlobalVariable& table : module.globals()) {
      if (table.hasInitializer() && isVirtualTable(table.getName()))
        addVirtualFunctions(*table.getInitializer());
    }
    for (const llvm::GlobalAlias& alias : module.aliases()) {
      const auto* const function = llvm::dyn_cast_or_null<llvm::Function>(alias.getAliaseeObject());
      if (function != nullptr && !function->isDeclaration() && !ir::isLibraryFunction(function->getName()))
        functions_.try_emplace(alias.getName().str(), function);
    }
  }

  void addVirtualFunctions(const llvm::Constant& table) {
    for (const auto& [slot, function] : functionsInTable(table)) {
      const auto known = functions_.find(function->getName());
      if (known == functions_.end()) continue;
      std::vector<const llvm::Function*>& same = virtualFunctions_[{slot, function->getFunctionType()}];
      if (std::ranges::find(same, known->second) == same.end()) same.push_back(known->second);
    }
  }

  std::vector<std::unique_ptr<llvm::Module>> modules_;
  Returns returns_;
  ModuleFlows flows_;
  std::map<std::string, const llvm::Function*, std::less<>> functions_;
  std::map<std::pair<uint64_t, const llvm::FunctionType*>, std::vector<const llvm::Function*>>
      virtualFunctions_;
  std::vector<const llvm::Function*> ordered_;
  std::set<const llvm::Function*> withSites_;
  std::map<uint64_t, const llvm::Instruction*> decisions_;
  std::map<const llvm::Function*, std::unique_ptr<FunctionStateReader>> readers_;
  std::map<const llvm::Function*, StateSummary> summaries_;
  std::set<const llvm::Function*> underWay_;
  size_t instructionsRead_ = 0;
  std::map<RecordField, FieldId> fields_;
  ObjectState state_;
};

}  // namespace covolve::analysis
