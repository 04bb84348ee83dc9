// `a < b` of two durations is `(a <=> b) < 0` since C++20: a value of three states goes
// through memory, and what is decided on says -1, 0 or 1. Where it comes to be a
// comparison of two numbers, that takes its place; elsewhere the states become numbers in
// registers, whose origins the analysis of flags can follow.
//
//   %lt = icmp slt i64 %a, %b                           %cmp = icmp sgt i64 %a, %b
//   %sel = select i1 %lt, i8 -1, i8 1
//   %eq = icmp eq i64 %a, %b                    ->
//   %state = select i1 %eq, i8 0, i8 %sel
//   %cmp = icmp sgt i8 %state, 0
#pragma once

#include "instrument/demangled.h"

namespace llvm {
class Function;
}

namespace covolve::instrument {

/// What makes a std::strong_ordering or its like, or asks which one it is.
bool isAboutOrdering(const llvm::Function& definition, const Demangled& function);

/// In a function into which straight functions about orderings have come.
void simplifyOrderings(llvm::Function& function);

/// In a copy of the library's: these come into it first.
void inlineOrderings(llvm::Function& function);

}  // namespace covolve::instrument
