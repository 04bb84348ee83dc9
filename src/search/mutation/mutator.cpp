#include "search/mutation/mutator.h"

#include "gene/draw.h"
#include "search/mutation/text_splicing.h"

namespace covolve::search {

namespace {

constexpr double kRepeats = 0.25;  // of what is spliced

struct TextOfTest {
  uint32_t action;  // its kind
  size_t rank;      // among the leaves of the action
  size_t leaf;      // of the test
  std::string text;
};

std::vector<TextOfTest> textsOf(const Individual& test) {
  std::vector<TextOfTest> texts;
  size_t leaf = 0;
  for (const Action& action : test.actions) {
    size_t rank = 0;
    for (const auto& gene : action.genes) {
      gene->visitLeaves([&](const gene::Leaf& visited) {
        if (auto text = visited.readText()) texts.push_back({action.kind, rank, leaf, std::move(text->text)});
        ++rank;
        ++leaf;
      });
    }
  }
  return texts;
}

}  // namespace

Individual Mutator::mutant(const Goal& goal) {
  Individual copy = goal.start->individual;
  mutate(copy, goal, true);
  return copy;
}

void Mutator::mutate(Individual& test, const Goal& goal, bool isStart) {
  Problem& problem = context_.problem;
  test.lineage = nullptr;
  test.hasNewData = false;
  if (test.actions.empty()) {
    test = problem.sample(goal, context_.rng);
    return;
  }
  if (splice(test)) return;
  const StructureChange structure = problem.mutateStructure(test, goal, context_.rng, false);
  if (!structure.wantsData) return;
  gene::Source source(context_.rng, problem.constants());
  lineage_.changes.clear();
  lineage_.values.clear();
  if (!strategy_->change(test, goal, source, lineage_)) {
    // A test without data, or whose data have one value each: other actions are a change, too.
    if (!structure.changed) problem.mutateStructure(test, goal, context_.rng, true);
    return;
  }
  test.hasNewData = true;
  const bool hasOtherActions = problem.repair(test, context_.rng) || structure.changed;
  if (!isStart || hasOtherActions || goal.target == kNoTarget || !strategy_->learns()) return;
  test.lineage =
      std::make_shared<const Lineage>(goal, std::move(lineage_.changes), std::move(lineage_.values));
}

/// What one test has brought about may be what another one lacks: its actions, or parts of its texts.
bool Mutator::splice(Individual& test) {
  const Archive& archive = context_.archive;
  if (archive.coveredCount() == 0 || !context_.rng.chance(context_.parameters.splice)) return false;
  if (context_.rng.chance(kRepeats) && repeat(test)) return true;
  const auto target = static_cast<TargetId>(context_.rng.below(archive.targetCount()));
  const Individual* donor = archive.best(target).get();
  if (donor == nullptr && archive.nearestTest(target) != nullptr)
    donor = &archive.nearestTest(target)->individual;
  if (donor == nullptr) return false;
  if (context_.rng.chance(0.5) && context_.problem.splice(test, *donor, context_.rng)) return true;
  if (!spliceTexts(test, *donor)) return false;
  context_.problem.repair(test, context_.rng);
  return true;
}

/// What a test has done once it may have to do again, with the same data: what is set twice, found, taken
/// back.
bool Mutator::repeat(Individual& test) {
  const Individual donor = test;
  return context_.problem.splice(test, donor, context_.rng);
}

bool Mutator::spliceTexts(Individual& test, const Individual& donor) {
  // Of the same role, or any: what a helper was given may be a part of what its caller takes. Shortest tests
  // have nothing in those that do not matter.
  const bool isAny = context_.rng.chance(0.5);
  std::vector<TextOfTest> texts = textsOf(test);
  if (texts.empty()) return false;
  const std::vector<TextOfTest> donated = textsOf(donor);
  std::vector<std::pair<TextOfTest, const TextOfTest*>> pairs;
  for (const TextOfTest& own : texts) {
    for (const TextOfTest& other : donated) {
      const bool isSameRole = other.action == own.action && other.rank == own.rank;
      if ((isAny || isSameRole) && !other.text.empty() && other.text != own.text)
        pairs.emplace_back(own, &other);
    }
  }
  if (pairs.empty()) return false;
  Rng& rng = context_.rng;
  gene::Source source(rng, context_.problem.constants());
  const auto& [own, other] = rng.pick(pairs);
  const std::string spliced = splicedText(own.text, other->text, gene::drawDelimiter(source), rng);
  if (spliced == own.text) return false;
  Individual copy = test;
  const auto set = [&](gene::Leaf& leaf) { return leaf.setText(spliced); };
  if (!setLeaf(copy, own.leaf, set)) return false;
  test = std::move(copy);
  return true;
}

}  // namespace covolve::search
