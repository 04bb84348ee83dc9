#include "wrapper/search_compilation.h"

namespace covolve::wrapper {

namespace {

Arguments joined(Arguments first, const Arguments& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// For the first step. The optimiser may take undefined behaviour for impossible; what the user's build does
/// instead, a fault above all, is kept as far as flags can keep it.
Arguments asUnoptimised() {
  return {"-Xclang",
          "-disable-O0-optnone",
          "-fwrapv",                          // overflow wraps
          "-fno-delete-null-pointer-checks",  // a null pointer faults, and is compared though it was used
          "-fno-finite-loops",                // a loop may be endless
          "-fno-optimize-sibling-calls",      // so may a recursion, and frames stay for the report
          "-mllvm",
          "-covolve-as-written"};
}

/// To -O2, where it is optimised less.
Arguments raised(const std::string& level) {
  if (level == "1" || level == "g") return {"-O2"};
  if (level == "s" || level == "z") return {"-O2", "-D__OPTIMIZE_SIZE__=1"};
  return {};
}

}  // namespace

std::string bitcodeOf(const std::string& output) { return output + ".bc"; }

std::vector<Arguments> searchCommands(const Arguments& command, const Reading& reading) {
  if (reading.level != "0") return {joined(command, raised(reading.level))};
  const Arguments unoptimised = joined(command, asUnoptimised());
  if (!reading.makesObject) return {unoptimised};  // it is only preprocessed
  const std::string bitcode = bitcodeOf(reading.output);
  // All else that the second step must know is in the bitcode.
  return {joined(unoptimised, {"-emit-llvm", "-o", bitcode}),  // the last output counts
          joined(joined({command.front(), "-O2", "-w", "-Qunused-arguments"}, reading.targetFlags),
                 {"-x", "ir", "-c", bitcode, "-o", reading.output})};
}

}  // namespace covolve::wrapper
