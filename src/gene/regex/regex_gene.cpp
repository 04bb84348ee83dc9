#include "gene/regex/regex_gene.h"

#include <fmt/format.h>

#include <algorithm>

#include "gene/draw.h"
#include "gene/regex/part_builder.h"
#include "regex/parser.h"

namespace covolve::gene {

namespace {

constexpr size_t kStepsToAssign = 500'000;
constexpr size_t kStepsToTry = 20'000;

bool isSound(const regex::Spelling& spelling) {
  if (!spelling.possible || spelling.text.size() > regex::kLongestText) return false;
  return std::ranges::all_of(spelling.conditions, [&](const regex::Spelling::Condition& condition) {
    return condition.part->holdsAt(spelling.text, condition.position);
  });
}

}  // namespace

RegexGene::RegexGene(std::unique_ptr<regex::Part> root, size_t groups, RegexScope scope)
    : root_(std::move(root)), groups_(groups), scope_(scope) {}

RegexGene::RegexGene(const RegexGene& other)
    : Gene(other),
      root_(other.root_->copy()),
      groups_(other.groups_),
      scope_(other.scope_),
      before_(other.before_),
      after_(other.after_),
      text_(other.text_) {}

regex::Spelling RegexGene::spell(const Derivation& derivation) const {
  regex::Spelling spelling;
  spelling.text = derivation.before;
  spelling.captures.resize(groups_);
  derivation.root->spell(spelling);
  spelling.text += derivation.after;
  return spelling;
}

bool RegexGene::take(Derivation derivation, bool onlyIfOther) {
  regex::Spelling spelling = spell(derivation);
  if (!isSound(spelling) || (onlyIfOther && spelling.text == text_)) return false;
  root_ = std::move(derivation.root);
  before_ = std::move(derivation.before);
  after_ = std::move(derivation.after);
  text_ = std::move(spelling.text);
  return true;
}

/// Writes what the lookaheads ask for over the text; the parts may be able to match that.
bool RegexGene::takeImprinted(const regex::Spelling& spelling) {
  std::string text = spelling.text;
  bool changed = false;
  for (const auto& [part, position] : spelling.conditions) {
    const auto wanted = part->example();
    if (!wanted || position > text.size()) continue;
    text.replace(position, std::min(wanted->size(), text.size() - position), *wanted);
    changed = true;
  }
  return changed && match(text, kStepsToTry);
}

bool RegexGene::start() {
  if (take(derivation(), false)) return true;
  // Choices of our own: whether there is a text must not depend on the seed of the search.
  Rng rng(1);
  const Constants none;
  Source source(rng, none);
  constexpr int kAttempts = 3000;
  return drawAnew(source, kAttempts, false);
}

bool RegexGene::drawAnew(Source& source, int attempts, bool onlyIfOther) {
  for (int attempt = 0; attempt < attempts; ++attempt) {
    Derivation drawn{root_->copy(), {}, {}};
    drawn.root->sample(source);
    surround(drawn, source.rng);
    const regex::Spelling spelling = spell(drawn);
    if (isSound(spelling)) {
      if (take(std::move(drawn), onlyIfOther)) return true;
    } else {
      const std::string before = text_;
      if (spelling.possible && takeImprinted(spelling) && (!onlyIfOther || text_ != before)) return true;
    }
  }
  return false;
}

/// Now and then something before and behind, if only a search has to find the pattern.
void RegexGene::surround(Derivation& derivation, Rng& rng) const {
  if (scope_ == RegexScope::Whole) return;
  for (std::string* side : {&derivation.before, &derivation.after}) {
    side->clear();
    if (rng.below(4) != 0) continue;
    for (size_t i = 1 + rng.below(4); i > 0; --i) *side += static_cast<char>(rng.between(' ', '~'));
  }
}

void RegexGene::sample(Source& source) {
  bool done = false;
  if (source.rng.below(4) == 0) {
    if (const auto known = drawText(source, false)) done = match(*known, kStepsToTry);
  }
  constexpr int kAttempts = 100;
  if (!done) drawAnew(source, kAttempts, false);
  source.texts.add(text_);
}

void RegexGene::mutate(Source& source) {
  if (!isMutable()) return;
  const std::string old = text_;
  if (source.rng.below(16) == 0) {
    if (const auto known = drawText(source, false)) match(*known, kStepsToTry);
  }
  constexpr int kAttempts = 30;
  for (int attempt = 0; attempt < kAttempts && text_ == old; ++attempt) {
    Derivation changed = derivation();
    if (scope_ == RegexScope::Search && source.rng.below(8) == 0) {
      surround(changed, source.rng);
    } else {
      changed.root->mutate(source);
    }
    take(std::move(changed), true);
  }
  if (text_ == old) drawAnew(source, 2 * kAttempts, true);
  source.texts.add(text_);
}

bool RegexGene::set(std::string_view text) { return match(text, kStepsToAssign); }

/// Operators of the search propose many texts, most of which do not match: none may take long.
bool RegexGene::setText(std::string_view text) {
  if (text == text_) return true;
  // What stands around a match may be anything, but a text stays one.
  return (isUtf8(text) || !isUtf8(text_)) && match(text, kStepsToTry);
}

bool RegexGene::match(std::string_view text, size_t steps) {
  if (text.size() > regex::kLongestText) return false;
  const size_t lastStart = scope_ == RegexScope::Search ? text.size() : 0;
  regex::Match match{text, {}, steps};
  for (size_t start = 0; start <= lastStart && match.stepsLeft > 0; ++start) {
    auto root = root_->copy();
    match.captures.assign(groups_, std::nullopt);
    size_t end = 0;
    auto finish = [&](size_t reached) {
      end = reached;
      return scope_ == RegexScope::Search || reached == text.size();
    };
    if (!root->match(match, start, finish)) continue;
    root_ = std::move(root);
    before_ = text.substr(0, start);
    after_ = text.substr(end);
    text_ = text;
    return true;
  }
  return false;
}

std::vector<std::unique_ptr<Gene>> RegexGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  const auto offer = [&](Derivation derivation) {
    auto changed = std::make_unique<RegexGene>(*this);
    if (changed->take(std::move(derivation), true)) candidates.push_back(std::move(changed));
  };
  if (!before_.empty() || !after_.empty()) offer({root_->copy(), {}, {}});
  if (!before_.empty()) offer({root_->copy(), {}, after_});
  if (!after_.empty()) offer({root_->copy(), before_, {}});
  for (auto& root : root_->simpler()) offer({std::move(root), before_, after_});
  return candidates;
}

std::expected<std::unique_ptr<Gene>, std::string> makeRegexGene(const covolve::regex::SyntaxTree& tree,
                                                                RegexScope scope) {
  auto root = regex::buildParts(tree);
  if (!root) return std::unexpected(root.error());
  auto gene = std::make_unique<RegexGene>(std::move(*root), tree.groups(), scope);
  if (!gene->start())
    return std::unexpected("no text was found that matches it, its conditions seem to contradict each other");
  return gene;
}

Result<std::unique_ptr<Gene>> makeRegexGene(std::string_view pattern, RegexSyntax syntax, RegexScope scope) {
  const auto refuse = [&](std::string_view reason) {
    return userError(fmt::format("The pattern {} cannot be used: {}.", pattern, reason));
  };
  const auto tree = covolve::regex::parse(pattern, syntax);
  if (!tree) return refuse(tree.error().problem);
  auto gene = makeRegexGene(*tree, scope);
  if (!gene) return refuse(gene.error());
  return std::move(*gene);
}

}  // namespace covolve::gene
