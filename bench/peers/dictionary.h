// The constants that covolve's search starts from, as a dictionary that both
// fuzzers read: whoever writes a fuzzer for a parser gives it the keywords.
#pragma once

#include <string>

#include "analysis/constants.h"

namespace covolve::peers {

/// Tokens as the translator (driver/translator.h) reads them: numbers behind the byte that announces them,
/// texts with and without their end.
std::string dictionaryText(const analysis::Constants& constants);

}  // namespace covolve::peers
