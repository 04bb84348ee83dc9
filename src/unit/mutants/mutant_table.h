// The mutants of a program, as their code tells them (covolve/mutants.h), and
// which of them a run reached.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covolve::unit {

struct Mutant {
  uint64_t id = 0;
  std::string kind;
  unsigned line = 0;
  unsigned column = 0;
  std::string change;
  std::string function;
  std::string file;
};

/// In the order of the source, each once: several objects have the mutants of a header.
std::vector<Mutant> readMutantTable(std::string_view text);

/// What a run with a record did.
struct Reached {
  uint64_t steps = 0;
  std::set<uint64_t> mutants;
};
Reached readRecord(std::string_view bytes);

}  // namespace covolve::unit
