#include "rest/genes/pattern_gene.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "gene/regex/regex_gene.h"
#include "gene/value_builder.h"
#include "regex/parser.h"

namespace covolve::rest {

namespace {

using gene::Gene;
using regex::Quantifier;
using regex::SyntaxTree;

constexpr int kTrials = 24;
constexpr size_t kLongestGenerated = 1000;  // what the genes of patterns can spell

/// Those that leave a choice, the innermost first. Not those of a negative lookahead: it would refuse less if
/// they were narrowed.
void addQuantifiers(regex::Disjunction& alternatives, std::vector<Quantifier*>& found) {
  for (regex::Alternative& alternative : alternatives) {
    for (regex::Term& term : alternative) {
      if (auto* group = std::get_if<regex::Group>(&term.atom)) addQuantifiers(group->inside, found);
      auto* look = std::get_if<regex::Lookaround>(&term.atom);
      if (look != nullptr && look->isPositive) addQuantifiers(look->inside, found);
      if (term.quantifier && term.quantifier->least < term.quantifier->most && term.quantifier->most > 1)
        found.push_back(&*term.quantifier);
    }
  }
}

std::vector<Quantifier*> quantifiersOf(SyntaxTree& tree) {
  std::vector<Quantifier*> found;
  addQuantifiers(tree.whole, found);
  return found;
}

std::unique_ptr<Gene> generator(const SyntaxTree& tree) {
  auto gene = gene::makeRegexGene(tree, gene::RegexScope::Search);
  return gene ? std::move(*gene) : nullptr;
}

/// How often a quantifier repeats in texts of a length, judged by the simplest text of the pattern.
class Rounds {
 public:
  Rounds(const Quantifier& quantifier, size_t simplest, size_t width)
      : around_(simplest > quantifier.least * width ? simplest - quantifier.least * width : 0),
        width_(width) {}

  size_t within(size_t length) const { return length > around_ ? (length - around_) / width_ : 0; }
  size_t reaching(size_t length) const { return within(length) + (exactly(length) ? 0 : 1); }

 private:
  bool exactly(size_t length) const { return length <= around_ || (length - around_) % width_ == 0; }

  size_t around_;  // characters beside those of the quantifier
  size_t width_;   // characters of a round
};

class Narrowing {
 public:
  Narrowing(SyntaxTree tree, const LengthBounds& lengths, const std::function<bool(const std::string&)>& fits)
      : tree_(std::move(tree)), lengths_(lengths), fits_(fits) {}

  PatternGene make() {
    auto original = generator(tree_);
    if (original == nullptr) return {};
    simplest_ = lengthOf(gene::valueOf(*original).text);
    consider(std::move(original));
    for (Quantifier* quantifier : quantifiersOf(tree_)) {
      const Rounds rounds(*quantifier, simplest_, widthOf(*quantifier));
      if (2 * bestCount_ < kTrials) narrow(*quantifier, rounds);
      addBorders(*quantifier, rounds);
    }
    return std::move(best_);
  }

 private:
  /// Of the tree with other bounds for one of its quantifiers.
  std::unique_ptr<Gene> repeating(Quantifier& quantifier, size_t least, size_t most) {
    const Quantifier before = std::exchange(quantifier, {least, most, quantifier.isLazy});
    auto gene = generator(tree_);
    quantifier = before;
    return gene;
  }

  /// How many characters one more round adds; one where that cannot be tried.
  size_t widthOf(Quantifier& quantifier) {
    const size_t rounds = quantifier.least + 1;
    const auto gene = repeating(quantifier, rounds, rounds);
    const size_t longer = gene != nullptr ? lengthOf(gene::valueOf(*gene).text) : 0;
    return longer > simplest_ ? longer - simplest_ : 1;
  }

  /// Keeps the gene if more of its samples fit.
  void consider(std::unique_ptr<Gene> gene) {
    if (gene == nullptr) return;
    int count = 0;
    const auto probe = gene->copy();
    Rng rng(1);
    const gene::Constants none;
    gene::Source source(rng, none);
    for (int i = 0; i < kTrials; ++i) {
      probe->sample(source);
      count += fits_(gene::valueOf(*probe).text) ? 1 : 0;
    }
    if (count > bestCount_) {
      bestCount_ = count;
      best_.gene = std::move(gene);
    }
  }

  void narrow(Quantifier& quantifier, const Rounds& rounds) {
    const size_t least = std::max(quantifier.least, rounds.reaching(lengths_.shortest));
    size_t most = std::min(quantifier.most, least + 16);
    if (lengths_.longest != SIZE_MAX) most = std::min(quantifier.most, rounds.within(lengths_.longest));
    if (least > most || least > kLongestGenerated) return;
    consider(repeating(quantifier, least, std::min(most, least + kLongestGenerated)));
  }

  void addBorders(Quantifier& quantifier, const Rounds& rounds) {
    for (const size_t length : {lengths_.shortest, lengths_.longest}) {
      if (length == 0 || length > kLongestGenerated) continue;
      const size_t count = rounds.within(length);
      if (count < quantifier.least || count > quantifier.most) continue;
      const auto gene = repeating(quantifier, count, count);
      if (gene == nullptr) continue;
      std::string text = gene::valueOf(*gene).text;
      const bool isNew = std::ranges::find(best_.borders, text) == best_.borders.end();
      if (isNew && lengthOf(text) == length && fits_(text)) best_.borders.push_back(std::move(text));
    }
  }

  SyntaxTree tree_;
  const LengthBounds& lengths_;
  const std::function<bool(const std::string&)>& fits_;
  size_t simplest_ = 0;  // length of the simplest text
  int bestCount_ = 0;
  PatternGene best_;
};

}  // namespace

PatternGene makePatternGene(const std::string& pattern, const LengthBounds& lengths,
                            const std::function<bool(const std::string&)>& fits) {
  auto tree = regex::parse(pattern, regex::Syntax::Ecma262);
  if (!tree) return {};
  return Narrowing(std::move(*tree), lengths, fits).make();
}

}  // namespace covolve::rest
