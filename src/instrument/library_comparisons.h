// Comparisons that the standard library makes for the user in more than one step:
// `a == b` of two pairs, tuples, vectors or dates is a call that answers yes or no,
// while each of its steps has a distance. Such a function is copied for the call that
// asks, with what it calls to decide, and the decisions of the copies are sites at the
// place of the call: steps on the way to what gives its answer (src/analysis/flags.h).
//
// A copy for each call: nobody else pays for its probes, no other object's version of
// the function can take its place, and comparisons at two places are told apart.
#pragma once

#include <string>
#include <vector>

namespace llvm {
class CallBase;
class DILocation;
class Function;
class Module;
}  // namespace llvm

namespace covolve::instrument {

class SourceFilter;

struct LibraryComparison {
  llvm::Function* function;
  std::string name;  // "std::operator==#1f09 for order.cpp:42:7"
  const llvm::DILocation* callSite;
};

/// Whether it calls a copy.
bool isCopiedComparison(const llvm::CallBase& call);

/// The copies, which stand in for the originals where the user's code calls these.
std::vector<LibraryComparison> copyComparisons(llvm::Module& module, const SourceFilter& filter);

}  // namespace covolve::instrument
