#include "search/refine/input_to_state.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string_view>

#include "gene/draw.h"
#include "search/refine/operand_matches.h"

namespace covolve::search {

namespace {

/// False where the datum's gene refuses.
bool put(Individual& individual, const Replacement& replacement) {
  for (const Replacement& other : replacement.others) {
    if (!put(individual, other)) return false;
  }
  return setLeaf(individual, replacement.leaf, [&](gene::Leaf& leaf) {
    if (const auto* integer = std::get_if<__int128>(&replacement.value)) return leaf.setInteger(*integer);
    if (const auto* floating = std::get_if<double>(&replacement.value)) return leaf.setFloating(*floating);
    const std::string& text = std::get<std::string>(replacement.value);
    return text != leaf.readText()->text && leaf.setText(text);
  });
}

/// What one comparison asks for.
using Matches = std::vector<Replacement>;

/// The same value may stand in several data, which have to stay the same: all of them at once.
void addEverywhere(Matches& matches) {
  std::vector<Replacement> everywhere;
  for (const Replacement& one : matches) {
    if (everywhere.empty() || everywhere.back().leaf != one.leaf) everywhere.push_back(one);
  }
  if (everywhere.size() < 2) return;
  Replacement whole = everywhere.front();
  whole.others.assign(everywhere.begin() + 1, everywhere.end());
  matches.push_back(std::move(whole));
}

class Selection {
 public:
  Selection(const Individual& individual, Rng& rng) : individual_(individual), rng_(rng) {}

  /// Comparison by comparison, as long as fewer than `most` copies are there: one with many matches must not
  /// hide the others.
  void take(std::vector<Matches>& all, size_t most) {
    while (!all.empty() && changed_.size() < most) {
      const size_t which = rng_.below(all.size());
      Matches& replacements = all[which];
      if (replacements.empty()) {
        std::swap(all[which], all.back());
        all.pop_back();
        continue;
      }
      std::swap(replacements[rng_.below(replacements.size())], replacements.back());
      Individual copy = individual_;
      if (put(copy, replacements.back())) changed_.push_back(std::move(copy));
      replacements.pop_back();
    }
  }

  std::vector<Individual> changed() && { return std::move(changed_); }

 private:
  const Individual& individual_;
  Rng& rng_;
  std::vector<Individual> changed_;
};

}  // namespace

std::vector<Individual> matchOperands(const Individual& individual, std::span<const Comparison> comparisons,
                                      size_t most, Rng& rng, std::optional<char> delimiter,
                                      const gene::TextsByNumber& rows) {
  std::vector<Reading> readings;
  visitLeaves(individual, [&](const gene::Leaf& leaf) {
    Reading reading{leaf.readInteger(), leaf.readFloating(), leaf.readText(), {}};
    if (reading.text) reading.numbers = numbersIn(reading.text->text);
    readings.push_back(std::move(reading));
  });
  std::vector<Matches> targeted;
  std::vector<Matches> texts;
  std::vector<Matches> joins;
  std::vector<Matches> targetedGuesses;
  std::vector<Matches> guesses;
  for (const Comparison& comparison : comparisons) {
    for (const bool swapped : {false, true}) {
      const Operand& found = swapped ? comparison.right : comparison.left;
      const Operand& wanted = swapped ? comparison.left : comparison.right;
      Matches matched = matchesOf(found, wanted, readings);
      Matches halves = halvesOf(found, wanted, readings);
      Matches tabled = rowsOf(found, wanted, rows, readings);
      Matches guessed = guessesOf(found, wanted, readings);
      Matches joined = delimiter ? joinsOf(found, wanted, *delimiter, readings) : Matches();
      addEverywhere(matched);
      if (!tabled.empty()) targeted.push_back(std::move(tabled));
      if (!halves.empty()) (comparison.target != kNoTarget ? targeted : texts).push_back(std::move(halves));
      if (!joined.empty()) joins.push_back(std::move(joined));
      if (!matched.empty()) (comparison.target != kNoTarget ? targeted : texts).push_back(std::move(matched));
      if (!guessed.empty())
        (comparison.target != kNoTarget ? targetedGuesses : guesses).push_back(std::move(guessed));
    }
  }
  Selection selection(individual, rng);
  selection.take(targeted, most / 2);
  selection.take(targetedGuesses, most * 3 / 4);
  selection.take(texts, joins.empty() ? most : most * 7 / 8);
  selection.take(joins, most);
  selection.take(texts, most);
  selection.take(targeted, most);
  selection.take(targetedGuesses, most);
  selection.take(guesses, most);
  return std::move(selection).changed();
}

/// A test that is better is matched as a whole. Others wait behind it, and only a few: some as a whole, of
/// the rest what was never tried.
void InputToState::observe(const Observation& observation) {
  constexpr uint64_t kSeldom = 16;
  const EvaluatedTest& test = observation.test;
  const bool isBetter = observation.isBetter;
  if (proposals_.size() > (isBetter ? kMostProposals : kFewProposals)) return;
  const std::span<const Comparison> comparisons = observation.evaluation.comparisons.read();
  if (comparisons.empty() || test->individual.actions.empty()) return;
  const bool isWhole = isBetter || context_.rng.below(kSeldom) == 0;
  chosen_.clear();
  for (const Comparison& comparison : comparisons) {
    if (comparison.target != kNoTarget && context_.archive.isCovered(comparison.target)) continue;
    const bool isNew = (isWhole || chosen_.size() < kMostUntried) && isUntried(comparison);
    if (isWhole || isNew) chosen_.push_back(comparison);
  }
  if (chosen_.empty()) return;
  std::optional<char> delimiter;
  if (isWhole) {
    gene::Source source(context_.rng, context_.problem.constants());
    delimiter = gene::drawDelimiter(source);
  }
  const size_t most = isWhole ? kMostMatches : kMostUntried;
  for (Individual& changed : matchOperands(test->individual, chosen_, most, context_.rng, delimiter,
                                           context_.problem.constants().rows)) {
    if (isBetter) {
      proposals_.push_front(std::move(changed));  // the newest test is likely the best
    } else {
      proposals_.push_back(std::move(changed));
    }
  }
}

/// Of texts that an open call asked about: a test that is no nearer may be the first whose data they are made
/// of, as where the nearest text is near by chance.
bool InputToState::isUntried(const Comparison& comparison) {
  constexpr size_t kMostTried = 1 << 16;
  if (comparison.target == kNoTarget || comparison.left.kind != Operand::Kind::Text) return false;
  if (tried_.size() >= kMostTried) tried_.clear();
  uint64_t hash = comparison.target;
  for (const std::string_view text : {comparison.left.text, comparison.right.text}) {
    hash = hash * 0x9e3779b97f4a7c15 + std::hash<std::string_view>()(text);
  }
  return tried_.insert(hash).second;
}

void InputToState::propose(size_t count, std::vector<Individual>& batch) {
  for (; count > 0 && !proposals_.empty(); --count) {
    batch.push_back(std::move(proposals_.front()));
    proposals_.pop_front();
  }
}

}  // namespace covolve::search
