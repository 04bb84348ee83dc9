// A leaf's text as the characters that operators change: code points where the
// gene counts these, bytes otherwise.
#pragma once

#include <string>

#include "gene/leaf.h"

namespace covolve::gene {

std::u32string charactersOf(std::string_view text, bool isUnicode);
/// Where characters are bytes, they must be.
std::string textOf(const std::u32string& characters, bool isUnicode);

}  // namespace covolve::gene
