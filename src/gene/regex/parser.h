// Parses a regular expression into parts that can spell texts for it.
//
// The syntax is what std::regex accepts as ECMAScript and as POSIX extended, and
// what JSON Schema asks for. What cannot be had by construction is refused with a
// reason, rather than sampled wrongly.
#pragma once

#include <memory>
#include <string_view>

#include "base/error.h"
#include "gene/regex/part.h"
#include "gene/regex/regex_gene.h"

namespace covolve::gene::regex {

struct Parsed {
  std::unique_ptr<Part> root;
  size_t groups = 0;
};

Result<Parsed> parse(std::string_view pattern, RegexSyntax syntax);

}  // namespace covolve::gene::regex
