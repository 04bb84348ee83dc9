// Optimised code that can still be observed and linked as if it were not. For
// units that the user compiles without optimisation and the search with it
// (-covolve-as-written):
// - calls may be inlined: clang forbids it at -O0 as if the source did;
// - allocations are calls: one that nothing reads could be left out, and with
//   it the fault of freeing it twice;
// - an inline function of the user's stays in the object even where all its
//   calls were inlined, as sources that only declare it rely on that.
#pragma once

namespace llvm {
class Module;
}

namespace covolve::instrument {

class SourceFilter;

/// Does nothing unless the option is given.
void keepAsWritten(llvm::Module& module, const SourceFilter& filter);

/// Copies of the user's functions that are for inlining only become functions, with probes: inlined as they
/// are, they would not report.
void keepCopiesOfUsersFunctions(llvm::Module& module, const SourceFilter& filter);

}  // namespace covolve::instrument
