// Reads a source file with Clang and tells what can be called (model.h).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "program/model.h"

namespace covolve::program {

struct SourceUnit {
  std::filesystem::path file;       // absolute
  std::filesystem::path directory;  // the flags' working directory
  std::vector<std::string> flags;   // without compiler, input and output: -std=c++20 -Iinclude ...
};

/// A user Error with clang's own message where the source does not compile. `only`: names of the classes,
/// functions and namespaces that are asked for (selection.h); none: all.
Result<Model> readProgram(const SourceUnit& unit, const std::vector<std::string>& only = {});

}  // namespace covolve::program
