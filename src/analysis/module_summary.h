// What one module contributes to the picture of the whole program, as plain
// data: the module itself, which is large, can go.
//
// Names are those the linker knows; names that are private to a module carry
// its number, so that equal ones of two modules stay apart.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/constants.h"
#include "analysis/flags.h"
#include "analysis/function_flow.h"
#include "analysis/side.h"

namespace llvm {
class Module;
}

namespace covolve::analysis {

struct FunctionSummary {
  std::string name;
  std::string type;
  /// The F site. Functions without one are not the user's: they decide nothing, callers look through them.
  std::optional<uint64_t> site;
  /// All sites and where in the function they are.
  std::vector<std::pair<uint64_t, Dependence>> sites;
  /// Functions called by name, and under which conditions.
  std::map<std::string, Dependence> calls;
  /// Functions and variables whose address is used.
  std::map<std::string, Dependence> mentions;
  /// Calls through pointers by the function's type, through tables of virtual functions by type and slot.
  std::map<std::string, Dependence> pointerCalls;
};

struct VariableSummary {
  /// Functions and variables that the initial value refers to.
  std::set<std::string> mentions;
  bool isRun = false;      // a list of the linker's: what it names is called before or after main
  bool isVisible = false;  // other units may use it too
  /// For a table of virtual functions: by name of the function the keys of calls that get to it.
  std::map<std::string, std::set<std::string>> virtualFunctions;
};

struct ModuleSummary {
  std::vector<FunctionSummary> functions;
  std::map<std::string, VariableSummary> variables;
  std::map<std::string, std::string> aliases;
  Constants constants;
  FlagSummary flags;
  std::set<Side> leaving;  // sides that lead to where a function is left without a return
  Returns returns;         // of its functions that other modules can call, where they may not return
};

/// `number` tells modules apart. What functions of other modules do about returning is said by `elsewhere`;
/// null where returns do not count.
ModuleSummary summarise(const llvm::Module& module, size_t number, const Returns* elsewhere);

}  // namespace covolve::analysis
