// Reads the bitcode that the wrapper has put into an object file.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace covolve::analysis {

/// As it was written. Several for an object that a linker has joined, none for one that was not compiled by
/// the wrapper.
Result<std::vector<std::string>> rawBitcode(const std::filesystem::path& object);

/// Several for an object that a linker has joined, none for one that was not compiled by the wrapper. The
/// modules have been verified.
Result<std::vector<std::unique_ptr<llvm::Module>>> readBitcode(const std::filesystem::path& object,
                                                               llvm::LLVMContext& context);

/// What stands in a section of an object or a program; empty where there is none.
Result<std::string> readSection(const std::filesystem::path& object, const std::string& section);

}  // namespace covolve::analysis
