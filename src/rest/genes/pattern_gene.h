// Texts that match a pattern and have a length within bounds.
//
// A pattern says little about lengths: "^[a-z]+$" is mostly sampled short, and a
// text of at least 20 characters would never come up. So quantifiers are narrowed
// until most samples have a length that fits; what the narrowed pattern matches,
// the original one does too.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gene/gene.h"

namespace covolve::rest {

struct LengthBounds {
  size_t shortest = 0;
  size_t longest = SIZE_MAX;
};

struct PatternGene {
  std::unique_ptr<gene::Gene> gene;
  std::vector<std::string> borders;  // some texts of the shortest and the longest length
};

/// In ECMA 262, searched for. `fits` says whether a text is wanted; most samples are, not all. Without a gene
/// where the pattern cannot be generated from or no text of it fits.
PatternGene makePatternGene(const std::string& pattern, const LengthBounds& lengths,
                            const std::function<bool(const std::string&)>& fits);

}  // namespace covolve::rest
