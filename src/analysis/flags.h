// Decisions on values that only say that something was so: truth values kept in
// variables and fields, error codes, emptiness of an optional, a null pointer, and
// how often: counters, sums of truth values, sizes of what was filled on the way.
// Their own distance is 0 or 1. What gave such a value is known: a
// decision in this function, in one that was called, or at the store to a field,
// and that has a distance (after Lin et al., "Recovering Fitness Gradients for
// Interprocedural Boolean Flags", whose required branches these are).
//
// Easy to get wrong: what gave the value is asked of all the objects of a type and
// all calls of a function alike. It guides; it proves nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/side.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace covolve::analysis {

class ModuleFlows;

/// Where a value comes from, one of several places.
struct Origin {
  enum class Kind {
    Constant,  // the value, given where `where` says
    Site,      // whenTrue where that decision is true, else whenFalse
    Result,    // what the function returns; mapped, whenTrue where that is not 0, else whenFalse
    Unknown,
  };
  Kind kind = Kind::Unknown;
  int64_t value = 0;
  uint64_t site = 0;
  int64_t whenTrue = 1;
  int64_t whenFalse = 0;
  std::string function = {};
  Dependence where = {};
  bool isMapped = false;
  bool hasOtherValues = false;    // Site: whenTrue and whenFalse are those that tell something
  bool isCounted = false;         // one of several that add up
  std::optional<bool> only = {};  // Result: the other truth value gives nothing
};
using Origins = std::vector<Origin>;

/// How a decision looks at a value.
struct Question {
  enum class Relation { IsTrue, Equal, Unequal, Less, LessOrEqual, Greater, GreaterOrEqual };
  Relation relation = Relation::IsTrue;
  int64_t right = 0;
  bool isUnsigned = false;

  bool ask(int64_t value) const;
};

struct Flag {
  uint64_t site = 0;
  Question question;
  Origins origins;
  bool isOfNumbers = false;  // compared with a constant: how far they are apart tells something, too
};

struct FlagSummary {
  std::vector<Flag> flags;
  std::map<std::string, Origins> results;  // by function
};

/// Names of functions, as those of module_summary.h.
using NameOf = std::function<std::string(const llvm::Function&)>;
FlagSummary findFlags(const llvm::Module& module, const NameOf& nameOf, ModuleFlows& flows);

struct Requirements {
  /// By side of a decision on a flag: the sides, each an alternative, that may give it. Sorted and unique.
  std::map<Side, std::vector<Side>> sides;
  /// Sites of decisions on what adds up: their own distance tells, too. Sorted.
  std::vector<uint64_t> counters;
  /// Sites of comparisons with a code of which some values come from who knows where: where none of the known
  /// ones was given, their own distance tells. Sorted.
  std::vector<uint64_t> partial;
};
Requirements requiredSides(std::span<const FlagSummary> modules);

}  // namespace covolve::analysis
