// What a run says about each line of a source: whether tests come there, which,
// what of it no test does, and which changes of it no test notices.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "page/run_document.h"

namespace covolve::page {

struct SourceLine {
  bool hasCode = false;
  bool isCovered = false;
  std::vector<std::string> missing;    // "b == 0 is never false (nearest: 9)"
  std::vector<std::string> survivors;  // mutants that no test kills: "`<` becomes `<=`"
  std::vector<std::string> answers;    // of the library's functions: "std::stoi: yes, never no"
  std::vector<size_t> tests;           // indices of the report's list; sorted
};

using FileLines = std::map<unsigned, SourceLine>;

/// By file.
std::map<std::string, FileLines> linesOf(const Json& report);

}  // namespace covolve::page
