// Comparisons that the standard library makes for the user: `elapsed > 5s` is a call
// of a function that compares two numbers. Where such a function does nothing else,
// its code takes the call's place before sites are looked for, and the decision has
// the comparison's distances and operands as if the user had written it.
#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace covolve::instrument {

class SourceFilter;

void inlineComparisons(llvm::Module& module, const SourceFilter& filter);

}  // namespace covolve::instrument
