// Function-local statics whose initialiser always makes the same value, such as
// `static const std::regex date("...")`. The worker forgets after each test that
// they were constructed; constructing them anew is most of what such a test
// costs. For each one the pass adds a function that constructs it alone, which
// the worker calls once before all tests, and a way round the initialiser:
//
//   if (__cxa_guard_acquire(&guard)) {          if (__cxa_guard_acquire(&guard)) {
//     construct(&object);                 =>      if (constructed) { the probes of construct }
//     __cxa_guard_release(&guard);                else construct(&object);
//   }                                             __cxa_guard_release(&guard);
//                                               }
//
// Easy to get wrong: what a test reports must not change. So the guard stays as
// it is, and an initialiser that runs code with probes of its own, decides
// anything, or reads what may change is left alone.
#pragma once

namespace llvm {
class Module;
}

namespace covolve::instrument {

class SourceFilter;

/// Once the probes are in.
void separateConstantStatics(llvm::Module& module, const SourceFilter& filter);

}  // namespace covolve::instrument
