// Reads the bitcode that the wrapper has put into an object file.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "base/error.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace covolve::analysis {

/// Several for an object that a linker has joined, none for one that was not compiled by the wrapper. The
/// modules have been verified.
Result<std::vector<std::unique_ptr<llvm::Module>>> readBitcode(const std::filesystem::path& object,
                                                               llvm::LLVMContext& context);

}  // namespace covolve::analysis
