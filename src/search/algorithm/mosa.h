// MOSA (Panichella, Kifetew and Tonella, "Reformulating Branch Coverage as a
// Many-Objective Optimization Problem"): every uncovered target is an objective; tests
// survive by preference sorting (ranking.h) and parents are chosen in
// tournaments. Covered targets leave the objectives; the archive keeps their
// tests.
//
// The original lets the nearest tests of some objectives die where there are more
// objectives than places in the population; here the archive still knows them
// and they stay parents.
//
// Easy to get wrong: when the set of objectives changes, all rows of fitness
// change with it.
#pragma once

#include "search/algorithm/offspring.h"
#include "search/approach.h"
#include "search/ranking.h"

namespace covolve::search {

class Mosa : public Algorithm {
 public:
  Mosa(const Context& context, Mutator& mutator);

  void breed(size_t count, std::vector<Individual>& batch) override;
  /// A generation, so that selection keeps up with what was learned.
  size_t batchSize() const override { return context_.parameters.population; }
  void receive(EvaluatedTest test) override;
  void adopt(const EvaluatedTest& test) override { receive(test); }

 protected:
  /// Called when targets were covered or found. True if `objectives` changed.
  virtual bool updateObjectives(std::vector<TargetId>& objectives);

  Context context_;

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};

  struct Member {
    EvaluatedTest test;
    uint32_t row = 0;    // of fitness_
    uint32_t place = 0;  // after ranking, 0 is best
    /// One of those that it is nearest to among all, by chance; kNone: of none.
    uint32_t objective = kNone;
  };

  void nextGeneration();
  bool objectivesChange();
  void score(const Member& member);
  Goal parent();
  void prepareTournaments();
  const Member& tournamentWinner();
  void shareObjectives();
  void findDisplaced();

  Offspring offspring_;
  Approach approach_;
  Ranking ranking_;
  std::vector<TargetId> objectives_;
  size_t knownCovered_ = 0;
  size_t knownTargets_ = 0;
  std::vector<TargetId> displaced_;    // objectives whose nearest test is in the archive alone
  std::vector<Member> population_;     // in the order of their places
  std::vector<uint32_t> placeStarts_;  // by place: its first member; one more at the end
  std::vector<double> earlierWins_;    // by member: the chance that a tournament is won by one before it
  std::vector<Member> newcomers_;
  std::vector<Member> survivors_;
  std::vector<uint32_t> survivorOf_;  // by candidate
  std::vector<uint32_t> seen_;        // by survivor: objectives that it is nearest to
  std::vector<Fitness> fitness_;      // a row for each member, a column for each objective
  std::vector<uint32_t> freeRows_;
  std::vector<Ranking::Candidate> candidates_;
};

}  // namespace covolve::search
