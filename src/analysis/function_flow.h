// What each place of a function depends on, in terms of sites.
//
// Branches without a site (clean-ups, guards, exceptions) are transparent: what
// hangs on them depends on what they depend on. A decision that can only be
// reached after the block does not count: a loop's head needs no round of it.
//
// A call that may end in an exception, or end the program, is a decision, too:
// what follows depends on the sides that let the called function return.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/side.h"

namespace llvm {
class BasicBlock;
class CallBase;
class Function;
class Instruction;
}  // namespace llvm

namespace covolve::analysis {

/// Whether a function that was called comes back.
struct Return {
  enum class Kind { Always, Never, Depends };
  Kind kind = Kind::Always;
  std::set<Side> sides = {};  // Depends: of the function that was called, or of those that it calls

  bool operator==(const Return&) const = default;
};
/// By the linker's names of functions; others are taken to return.
using Returns = std::map<std::string, Return, std::less<>>;

class ModuleFlows;

class FunctionFlow {
 public:
  /// Whether its calls return is what `flows` says.
  FunctionFlow(const llvm::Function& function, ModuleFlows& flows);

  /// Empty for code that is never reached.
  Dependence of(const llvm::Instruction& instruction) const;
  /// Sides that lead to where the function is left without a return.
  const std::set<Side>& leaving() const { return leaving_; }

 private:
  /// A block up to its first call that may not return, from there to the next, and so on.
  struct Parts {
    std::vector<const llvm::Instruction*> ends;  // the calls
    std::vector<Dependence> dependences;         // one more, unless the last call ends the block
  };
  std::map<const llvm::BasicBlock*, Parts> ofBlock_;
  std::set<Side> leaving_;

  friend class FlowResolver;
};

/// The flows of the functions of a module, each made when it is first asked for.
class ModuleFlows {
 public:
  /// Of functions that other modules define, if returns count at all. It must outlive the flows.
  explicit ModuleFlows(const Returns* elsewhere) : elsewhere_(elsewhere) {}

  const FunctionFlow& of(const llvm::Function& function);
  /// Functions without sites that decide themselves are taken to return.
  const Return& returnOf(const llvm::CallBase& call);
  const Return& returnOf(const llvm::Function& function);

 private:
  Return findReturn(const llvm::Function& function);
  Return returnOfWrapper(const llvm::Function& function);

  const Returns* elsewhere_;  // null: returns do not count
  std::map<const llvm::Function*, FunctionFlow> flows_;
  std::map<const llvm::Function*, Return> returns_;
  std::set<const llvm::Function*> underWay_;  // recursion is taken to return
};

}  // namespace covolve::analysis
