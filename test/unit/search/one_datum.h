// Tests of one datum, and operands of comparisons.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "gene/number/floating_gene.h"
#include "gene/number/integer_gene.h"
#include "gene/text/text_gene.h"
#include "gene/value_builder.h"
#include "search/individual.h"
#include "search/problem.h"

namespace covolve::search {

template <class GeneType>
Individual withGene(std::unique_ptr<GeneType> gene) {
  Individual individual;
  individual.actions.emplace_back(0);
  individual.actions[0].genes.push_back(std::move(gene));
  return individual;
}

inline Individual withInteger(__int128 value, unsigned bits = 64) {
  auto gene = gene::IntegerGene::ofType(bits, true);
  gene->set(value);
  return withGene(std::move(gene));
}

inline Individual withText(const std::string& text) {
  auto gene = std::make_unique<gene::TextGene>(true);
  gene->set(text);
  return withGene(std::move(gene));
}

inline Individual withFloating(double value) {
  auto gene = std::make_unique<gene::FloatingGene>(64);
  gene->set(value);
  return withGene(std::move(gene));
}

inline Value valueIn(const Individual& individual, size_t gene = 0) {
  return gene::valueOf(*individual.actions[0].genes[gene]);
}

inline Operand number(__int128 value) { return {Operand::Kind::Integer, value, 0, {}}; }
inline Operand real(double value) { return {Operand::Kind::Floating, 0, value, {}}; }
inline Operand text(std::string_view value) { return {Operand::Kind::Text, 0, 0, value}; }

}  // namespace covolve::search
