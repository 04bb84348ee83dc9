// Inserts the probes of all sites of a module, the site text and the
// constructor that registers them. The runtime's side is covolve/abi.h.
//
//   %cmp = icmp sgt i32 %a, 3           %cmp = icmp sgt i32 %a, 3
//   br i1 %cmp, ...              =>     %base = load i32, ptr @covolve.base
//                                       %site = add i32 %base, 7
//                                       call void @__covolve_compare_signed(i32 %site, i8 4, i64 %a.64, i64
//                                       3) br i1 %cmp, ...
//
// Easy to get wrong: a function in a comdat may be taken from any module, so
// each refers to the internal base variable of the module it was compiled in.
#pragma once

#include "instrument/site_table.h"

namespace llvm {
class Module;
}

namespace covolve::instrument {

void insertProbes(llvm::Module& module, const SiteTable& table);

}  // namespace covolve::instrument
