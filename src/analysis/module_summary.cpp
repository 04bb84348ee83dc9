#include "analysis/module_summary.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include "analysis/constant_finder.h"
#include "analysis/virtual_calls.h"
#include "analysis/wide_integer.h"
#include "ir/site_marks.h"

namespace covolve::analysis {

namespace {

using abi::SiteKind;

std::string text(const llvm::FunctionType& type) {
  std::string result;
  llvm::raw_string_ostream(result) << type;
  return result;
}

std::string virtualKey(const std::string& type, uint64_t slot) {
  return type + " in slot " + std::to_string(slot);
}

class Summariser {
 public:
  Summariser(const llvm::Module& module, size_t number, const Returns* elsewhere)
      : module_(module), number_(number), flows_(elsewhere) {}

  ModuleSummary summarise() {
    for (const llvm::GlobalAlias& alias : module_.aliases()) {
      if (const llvm::GlobalObject* const object = alias.getAliaseeObject())
        summary_.aliases[nameOf(alias)] = nameOf(*object);
    }
    for (const llvm::GlobalVariable& variable : module_.globals()) {
      if (variable.hasInitializer()) addVariable(variable);
    }
    for (const llvm::Function& function : module_) {
      // A body that is only there to be inlined is defined elsewhere.
      if (!function.isDeclaration() && !function.hasAvailableExternallyLinkage()) addFunction(function);
    }
    summary_.constants = constants_.found();
    summary_.flags =
        findFlags(module_, [this](const llvm::Function& function) { return nameOf(function); }, flows_);
    return std::move(summary_);
  }

 private:
  std::string nameOf(const llvm::GlobalValue& value) {
    if (!value.hasLocalLinkage()) return value.getName().str();
    std::string name = value.getName().str();
    if (name.empty()) {
      const auto [ordinal, isNew] = nameless_.try_emplace(&value, nameless_.size());
      name = "#" + std::to_string(ordinal->second);
    }
    return name + "@" + std::to_string(number_);
  }

  /// The functions and variables that a constant refers to, not through other variables.
  std::set<const llvm::GlobalValue*> mentionedBy(const llvm::Value& value) {
    std::set<const llvm::GlobalValue*> result;
    std::set<const llvm::Value*> seen;
    std::vector<const llvm::Value*> open{&value};
    while (!open.empty()) {
      const llvm::Value* const next = open.back();
      open.pop_back();
      if (const auto* const global = llvm::dyn_cast<llvm::GlobalValue>(next)) {
        result.insert(global);
      } else if (const auto* const constant = llvm::dyn_cast<llvm::Constant>(next)) {
        for (const llvm::Use& use : constant->operands()) {
          if (!llvm::isa<llvm::ConstantData>(use.get()) && seen.insert(use.get()).second)
            open.push_back(use.get());
        }
      }
    }
    return result;
  }

  void addVariable(const llvm::GlobalVariable& variable) {
    VariableSummary& summary = summary_.variables[nameOf(variable)];
    const bool isTable = isVirtualTable(variable.getName());
    summary.isRun = variable.getName().starts_with("llvm.");
    summary.isVisible = !variable.hasLocalLinkage();
    for (const llvm::GlobalValue* const global : mentionedBy(*variable.getInitializer()))
      summary.mentions.insert(nameOf(*global));
    if (isTable) addVirtualFunctions(*variable.getInitializer(), summary);
  }

  void addVirtualFunctions(const llvm::Constant& table, VariableSummary& summary) {
    for (const auto& [slot, function] : functionsInTable(table))
      summary.virtualFunctions[nameOf(*function)].insert(
          virtualKey(text(*function->getFunctionType()), slot));
  }

  void addFunction(const llvm::Function& function) {
    FunctionSummary summary;
    summary.name = nameOf(function);
    summary.type = text(*function.getFunctionType());
    summary.site = functionSiteOf(function);
    const FunctionFlow* const flow = summary.site ? &flows_.of(function) : nullptr;
    if (flow != nullptr) {
      summary_.leaving.insert(flow->leaving().begin(), flow->leaving().end());
      const Return& returns = flows_.returnOf(function);
      if (returns.kind != Return::Kind::Always && !function.hasLocalLinkage())
        summary_.returns[summary.name] = returns;
    }
    // Code without sites decides nothing: its calls hang on its entry.
    const auto whereIs = [&](const llvm::Instruction& instruction) {
      return flow != nullptr ? flow->of(instruction) : Dependence::ofEntry();
    };
    for (const llvm::BasicBlock& block : function) {
      for (const llvm::Instruction& instruction : block) {
        const Dependence where = whereIs(instruction);
        addSites(instruction, where, summary);
        if (where.empty() || llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) continue;
        if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction))
          addCall(*call, where, summary);
        addMentions(instruction, whereIs, summary);
      }
    }
    if (summary.site) constants_.addFunction(function);
    if (function.getName().starts_with("__cxx_global_var_init")) constants_.addInitialiser(function);
    summary_.functions.push_back(std::move(summary));
  }

  static std::optional<uint64_t> functionSiteOf(const llvm::Function& function) {
    for (const llvm::Instruction& instruction : function.getEntryBlock()) {
      for (const ir::SiteMark& mark : ir::siteMarks(instruction)) {
        if (mark.kind == SiteKind::Function) return mark.id;
      }
    }
    return std::nullopt;
  }

  void addSites(const llvm::Instruction& instruction, const Dependence& where, FunctionSummary& summary) {
    for (const ir::SiteMark& mark : ir::siteMarks(instruction)) {
      // Code that is never reached hangs on the entry: it must hang on something.
      summary.sites.emplace_back(mark.id, where.empty() ? Dependence::ofEntry() : where);
    }
  }

  void addMentions(const llvm::Instruction& instruction,
                   llvm::function_ref<Dependence(const llvm::Instruction&)> whereIs,
                   FunctionSummary& summary) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const auto* const phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
    for (const llvm::Use& use : instruction.operands()) {
      if (!llvm::isa<llvm::Constant>(use.get()) || llvm::isa<llvm::ConstantData>(use.get())) continue;
      if (call != nullptr && call->isCallee(&use)) continue;
      // A phi's choice is made on the way to it.
      const llvm::Instruction& place =
          phi != nullptr ? *phi->getIncomingBlock(use)->getTerminator() : instruction;
      for (const llvm::GlobalValue* const global : mentionedBy(*use.get()))
        summary.mentions[nameOf(*global)].add(whereIs(place));
    }
  }

  void addCall(const llvm::CallBase& call, const Dependence& where, FunctionSummary& summary) {
    if (llvm::isa<llvm::IntrinsicInst>(call) || call.isInlineAsm()) return;
    const auto* const callee =
        llvm::dyn_cast<llvm::GlobalValue>(call.getCalledOperand()->stripPointerCasts());
    if (callee != nullptr) {
      summary.calls[nameOf(*callee)].add(where);
      return;
    }
    const std::string type = text(*call.getFunctionType());
    const std::optional<uint64_t> slot = virtualSlot(call);
    summary.pointerCalls[slot ? virtualKey(type, *slot) : type].add(where);
  }

  const llvm::Module& module_;
  size_t number_;
  ModuleFlows flows_;
  ModuleSummary summary_;
  ConstantFinder constants_;
  std::map<const llvm::GlobalValue*, size_t> nameless_;
};

}  // namespace

ModuleSummary summarise(const llvm::Module& module, size_t number, const Returns* elsewhere) {
  return Summariser(module, number, elsewhere).summarise();
}

}  // namespace covolve::analysis
