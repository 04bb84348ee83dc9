// Calls through tables of virtual functions, as clang writes them.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace llvm {
class CallBase;
class Constant;
class Function;
}  // namespace llvm

namespace covolve::analysis {

bool isVirtualTable(llvm::StringRef name);

/// The slot of a virtual call: vfn = vtable + slot. None: it is another kind of call.
std::optional<uint64_t> virtualSlot(const llvm::CallBase& call);

/// The functions of a table by their slots, for each base that has a table in it.
std::vector<std::pair<uint64_t, const llvm::Function*>> functionsInTable(const llvm::Constant& table);

}  // namespace covolve::analysis
