// Tests as sequences of calls by resource: before a call come those that make what
// it needs, behind a creation those that read, change and delete what was made.
//
// Easy to get wrong: a reference names an earlier action of the same test, so
// every change of the sequence has to be followed by repair().
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "gene/constants.h"
#include "rest/search/action_catalog.h"
#include "rest/search/choices.h"
#include "rest/search/round.h"
#include "rest/search/scenarios.h"
#include "rest/search/value_pool.h"
#include "search/problem.h"

namespace covolve::rest {

/// Individual::seedNote of what was made of the document's examples.
constexpr uint32_t kMadeOfExamples = 1;
/// The same of what follows one of its links.
constexpr uint32_t kMadeOfLinks = 2;

class Sequences {
 public:
  /// `constants` and `seen` grow during the search.
  Sequences(const ActionCatalog& catalog, const gene::Constants& constants, const ValuePool& seen,
            size_t longest);

  /// The test's last call was answered with success: a sure ground for calls that break one rule.
  void learnSuccess(std::span<const search::Action> actions);
  /// Short tests that ended with a success of the operation.
  const std::deque<search::Individual>& successesOf(size_t operation) const { return successes_[operation]; }
  search::Individual sample(Rng& rng);
  /// Whether there are operations that no sample has called yet. As long as there are, samples are about
  /// these, one after the other, with data that shall succeed.
  bool isOpening() const { return uncalled_ > 0; }
  /// Mostly leaves the calls as they are, for their data to be changed; with `must` it does not.
  search::StructureChange mutate(search::Individual& test, Rng& rng, bool must);
  /// Makes references valid; those that nothing can be found for get a value of their own.
  void repair(search::Individual& test, Rng& rng);
  bool crossOver(search::Individual& one, search::Individual& other, Rng& rng);

 private:
  /// What a call's data are for: to be judged themselves, or to bring the service where another call is
  /// judged.
  enum class Role { Judged, Preparing };

  /// Appends an action and, before it, what it needs.
  void append(uint32_t kind, search::Individual& test, gene::Source& source, int depth, Role role);
  /// Appends calls of the resource that the test's last action made or addressed.
  void followUp(search::Individual& test, gene::Source& source);
  /// A deletion of a resource and a call of what is gone then.
  search::Individual useAfterDeletion(gene::Source& source);
  search::Individual unsupportedMethod(gene::Source& source);
  /// A first call of an operation.
  search::Individual firstCall(gene::Source& source);
  /// A call that breaks a rule, or that a stranger makes.
  search::Individual violation(gene::Source& source);
  /// Calls that say something only together.
  search::Individual scenario(gene::Source& source);
  /// Gives a call something to send that is known where it turns up.
  void tell(search::Action& action, gene::Source& source) const;
  /// Adds looks, before and after the last call, at what it does.
  void watch(search::Individual& test, gene::Source& source);
  /// A call of the operation that an answer links to, with what the link says.
  struct FollowedLink {
    uint32_t from;
    const Link* link;
  };
  search::Individual followLink(const FollowedLink& followed, gene::Source& source);
  /// A call of the operation, and of what it needs, with examples of the document where there are some.
  search::Individual exampleCall(uint32_t operation, size_t set, gene::Source& source);
  /// Gives an action a set of its operation's examples; false where there are none.
  bool useExamples(search::Individual& test, size_t action, size_t set, gene::Source& source) const;
  /// A call of the operation with the next value that the document names for its data; none where there is no
  /// such value, or all had their turns, or it is not the time for one.
  std::optional<search::Individual> nextChoice(uint32_t operation, gene::Source& source);
  /// A call of the operation that shall succeed, to change one thing about it: one that did, where there is
  /// one and it was not already tried in vain to find a place for the change there.
  search::Individual ground(uint32_t operation, int attempt, gene::Source& source);
  void sampleData(search::Action& action, gene::Source& source, Role role);
  void useSeenValues(search::Action& action, gene::Source& source);
  void repair(search::Individual& test, gene::Source& source);
  /// References of an action to what is there; of the identifiers in its path that have a value of their own
  /// this share becomes references.
  void bind(search::Individual& test, size_t action, gene::Source& source, double boundShare);
  std::vector<uint32_t> fillers(const search::Individual& test, size_t before, uint32_t slot) const;
  /// Whether the earlier action addresses the resource that the slot names.
  bool addressesSame(uint32_t slot, uint32_t kind) const;

  const ActionCatalog& catalog_;
  const gene::Constants& constants_;
  const ValuePool& seen_;
  size_t longest_;
  std::vector<std::vector<std::string>> paths_;  // by operation
  std::vector<std::vector<uint32_t>> below_;     // by operation: those on its resource or below it
  struct UseAfterDeletion {
    uint32_t deletion;
    uint32_t use;
  };
  std::vector<UseAfterDeletion> usesAfterDeletion_;
  struct RuleOf {
    uint32_t operation;
    std::optional<uint32_t> rule;  // none: that it wants credentials
    bool pretends = false;         // with such as are made up
  };
  std::vector<RuleOf> rules_;
  std::vector<std::deque<search::Individual>> successes_;  // by operation: the last short ones
  /// Sets of examples that were not tried yet, but for the first of each operation.
  std::deque<std::pair<uint32_t, size_t>> furtherExamples_;
  std::deque<FollowedLink> links_;  // that no sample has followed yet
  std::vector<bool> isCalled_;      // by operation: a sample calls it
  size_t uncalled_;                 // operations that none does
  struct Choices {
    std::vector<Choice> all;  // empty when all had their turns
    Round round;
    size_t drawn = 0;
  };
  std::map<uint32_t, Choices> choices_;         // by operation, of those that were called
  std::vector<std::optional<uint32_t>> looks_;  // by operation
  std::vector<Scenario> scenarios_;
  Round operationRound_;
  Round scenarioRound_;
  Round unsupportedRound_;
  Round deletionRound_;
  Round ruleRound_;
};

}  // namespace covolve::rest
