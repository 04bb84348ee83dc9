// How sites stand in the bitcode, for the pass that writes them and the
// analyses that read them: metadata !covolve.site of an instruction,
//   !{ !{!"C", i64 id, i32 local index}, ... }
// A switch carries one mark for each case, in the order of its cases, and one
// for its default behind them.
#pragma once

#include <cstdint>
#include <vector>

#include "covolve/abi.h"

namespace llvm {
class Instruction;
}

namespace covolve::ir {

constexpr const char* kSiteMetadata = "covolve.site";

struct SiteMark {
  abi::SiteKind kind;
  uint64_t id;
  uint32_t localIndex;
};

void setSiteMarks(llvm::Instruction& instruction, const std::vector<SiteMark>& marks);

/// Metadata of another shape, from a file that we did not write, is no mark.
std::vector<SiteMark> siteMarks(const llvm::Instruction& instruction);

}  // namespace covolve::ir
