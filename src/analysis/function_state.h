// Reads one function: where its values come from, what it stores, what its
// decisions need. Everything is said in terms of what the function is given;
// called functions are replaced by what they say of themselves.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <optional>
#include <vector>

#include "analysis/instruction_facts.h"
#include "analysis/object_state.h"
#include "analysis/provenance.h"

namespace covolve::analysis {

class StateProgram;

/// What callers need to know of a function.
struct StateSummary {
  Provenance result;
  std::vector<StateWrite> writes;
};

class FunctionStateReader {
 public:
  FunctionStateReader(const llvm::Function& function, StateProgram& program)
      : function_(function), program_(program), parameters_(function) {}

  void readValues();
  StateSummary summary();
  void addDecisions(ObjectState& state);
  void addCalls(ObjectState& state);

 private:
  bool transfer(const llvm::Instruction& instruction);
  bool transferCall(const llvm::CallBase& call);
  Provenance of(const llvm::Value& value) const;
  Provenance ofField(const llvm::GEPOperator& place) const;
  Provenance ofComparison(const llvm::CmpInst& comparison) const;
  Provenance ofCall(const llvm::CallBase& call) const;
  Provenance ofLibraryCall(const llvm::CallBase& call) const;
  /// In terms of this function, what the callee says in terms of its own parameters.
  Provenance substituted(const Provenance& theirs, const llvm::CallBase& call,
                         const llvm::Function& callee) const;
  StateNeeds substituted(const StateNeeds& theirs, const std::vector<Provenance>& arguments) const;
  std::vector<Provenance> argumentsOf(const llvm::CallBase& call, const llvm::Function& callee) const;
  bool append(AccessPath& path, FieldId field) const;
  const llvm::Value* localOf(const llvm::Value& pointer) const;

  /// What decides whether the instruction is reached.
  StateNeeds guardOf(const llvm::Instruction& instruction) const;
  std::vector<Side> guardSidesOf(const llvm::Instruction& instruction) const;
  const std::vector<const llvm::Instruction*>& decisionsBefore(const llvm::Instruction& instruction) const;
  StateNeeds needsOfCallee(const llvm::Instruction& decision) const;
  double accessibilityOf(const llvm::Instruction& instruction) const;
  StateNeeds needsOf(const llvm::Instruction& decision) const;
  StateNeeds needsOfCase(const llvm::SwitchInst& choice, const llvm::ConstantInt& value) const;
  bool isFieldItself(const llvm::Value& value, unsigned depth = 0) const;
  void describeRelation(const llvm::Instruction& instruction, DecisionState& decision) const;

  void addWrites(std::vector<StateWrite>& writes) const;
  void addWrite(std::vector<StateWrite>& writes, const llvm::Instruction& at, const Provenance& place,
                const Provenance& value, std::optional<int64_t> constant, bool isAdded) const;
  void addLibraryWrite(std::vector<StateWrite>& writes, const llvm::CallBase& call) const;
  void addWritesOf(const llvm::Function& callee, std::vector<StateWrite>& writes,
                   const llvm::CallBase& call) const;

  const llvm::Function& function_;
  StateProgram& program_;
  ParameterNumbers parameters_;
  std::map<const llvm::Value*, Provenance> values_;
  mutable std::map<const llvm::Instruction*, std::vector<const llvm::Instruction*>> decisionsBefore_;
};

}  // namespace covolve::analysis
