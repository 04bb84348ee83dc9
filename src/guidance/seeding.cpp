#include "guidance/seeding.h"

#include <set>

#include "gene/regex/regex_gene.h"
#include "gene/value_builder.h"

namespace covolve::guidance {

namespace {

constexpr int kSamplesOfAPattern = 6;

/// A class of characters or a quantifier: no ordinary text has these by chance, and where one does, a few odd
/// texts do no harm.
bool looksLikePattern(const std::string& text) {
  for (const std::string_view sign :
       {"[", "\\d", "\\w", "\\s", ")+", ")*", ")?", ".*", ".+", "{1", "{2", "{3", "{4"}) {
    if (text.find(sign) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

gene::Constants seedConstants(const analysis::Constants& found, Rng& rng) {
  gene::Constants constants;
  for (const __int128 integer : found.integers) constants.integers.addFixed(integer);
  for (const double number : found.floats) constants.floats.addFixed(number);
  for (const std::string& text : found.texts) constants.texts.addFixed(text);
  for (const auto& [texts, integers] : found.rows) {
    for (const __int128 integer : std::set(integers.begin(), integers.end()))
      constants.rows[integer].push_back(texts);
  }
  for (const std::string& text : found.texts) {
    if (!looksLikePattern(text)) continue;
    const auto pattern = gene::makeRegexGene(text, gene::RegexSyntax::StdEcmascript);
    if (!pattern) continue;
    const gene::Constants none;
    for (int i = 0; i < kSamplesOfAPattern; ++i) {
      gene::Source source(rng, none);
      (*pattern)->sample(source);
      constants.texts.addFixed(gene::valueOf(**pattern).text);
    }
  }
  return constants;
}

}  // namespace covolve::guidance
