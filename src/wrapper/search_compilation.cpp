#include "unit/build/search_compilation.h"

#include <algorithm>
#include <string_view>

#include "unit/build/compile_flags.h"
#include "unit/build/objects.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

using Flags = std::vector<std::string>;

/// As the last -O says. -O alone is -O1, none is -O0.
std::string levelOf(const Flags& flags) {
  std::string level = "0";
  for (size_t i = 0; i < flags.size(); i += wordsOf(flags[i])) {
    if (flags[i].starts_with("-O")) level = flags[i] == "-O" ? "1" : flags[i].substr(2);
  }
  return level;
}

Flags joined(Flags first, const Flags& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// For the first step. The optimiser may take undefined behaviour for impossible; what the user's build does
/// instead, a fault above all, is kept as far as flags can keep it.
Flags asUnoptimised() {
  return {"-Xclang",
          "-disable-O0-optnone",
          "-fwrapv",                          // overflow wraps
          "-fno-delete-null-pointer-checks",  // a null pointer faults, and is compared though it was used
          "-fno-finite-loops",                // a loop may be endless
          "-fno-optimize-sibling-calls",      // so may a recursion, and frames stay for the report
          "-mllvm",
          "-covolve-as-written"};
}

/// What the second step must know: all else is in the bitcode.
Flags targetFlags(const Flags& flags) {
  Flags result;
  for (size_t i = 0; i < flags.size(); i += wordsOf(flags[i])) {
    if (flags[i].starts_with("-m") && flags[i] != "-mllvm") result.push_back(flags[i]);
  }
  return result;
}

}  // namespace

Flags searchCompiler(const Flags& command, const Flags& userFlags) {
  const std::string level = levelOf(userFlags);
  if (level == "0") return joined(joined(command, asUnoptimised()), {"-emit-llvm"});
  Flags raised;
  const bool isForSize = level == "s" || level == "z";
  if (isForSize || level == "1" || level == "g") raised.emplace_back("-O2");
  if (isForSize) raised.emplace_back("-D__OPTIMIZE_SIZE__=1");
  return joined(command, raised);
}

std::vector<Flags> searchCommands(const Flags& command, const Flags& userFlags, const fs::path& source,
                                  const fs::path& object) {
  const Flags compiler = searchCompiler(command, userFlags);
  if (levelOf(userFlags) != "0") {
    return {joined(compiler, {"-c", source.string(), "-o", object.string()})};
  }
  const std::string bitcode = object.string() + ".bc";
  return {joined(compiler, {"-c", source.string(), "-o", bitcode}),
          joined(joined({"clang++-19", "-O2", "-w", "-Qunused-arguments"}, targetFlags(userFlags)),
                 {"-x", "ir", "-c", bitcode, "-o", object.string()})};
}

Compiled compileForSearch(const Flags& command, const Flags& userFlags, const fs::path& directory,
                          const fs::path& source, const fs::path& object, const FirstStep& first) {
  const std::vector<Flags> steps = searchCommands(command, userFlags, source, object);
  const auto begun =
      first ? first(searchCompiler(command, userFlags), steps.front().back()) : std::optional<Compiled>();
  Compiled compiled = begun ? *begun : runCompiler(steps.front(), directory, object);
  for (size_t i = 1; i < steps.size() && compiled.succeeded; ++i) {
    compiled = runCompiler(steps[i], directory, object);
  }
  std::error_code ignored;
  fs::remove(object.string() + ".bc", ignored);
  return compiled;
}

}  // namespace covolve::unit
