// One gene of every kind and of the borders of its options, for tests of what
// holds for all of them, and a source with something in its pools.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gene/gene.h"

namespace covolve::gene {

struct NamedGene {
  std::string name;
  std::unique_ptr<Gene> gene;
};

std::vector<NamedGene> everyGene();

/// Constants as code has them: of every kind, some outside of most domains.
Constants typicalConstants();

struct Draws {
  explicit Draws(uint64_t seed, Constants pools = typicalConstants())
      : rng(seed), constants(std::move(pools)), source(rng, constants) {}

  Rng rng;
  const Constants constants;
  Source source;
};

}  // namespace covolve::gene
