// The alternating variable method on one test for one target: a step of +-1 on
// one variable, then doubled steps in the direction that helped, until nothing
// helps on any variable.
//
// The doubled steps are run together and the best is taken: tests are cheap,
// waiting for each other is not. What a step means depends on the variable: one
// on an integer or a character, a decimal place or the next representable
// number on a float, a character more or less at a text's end or at a place within
// it, one on a number that stands in a text, any other one of a choice. Two
// integers together are a variable, too: x + y == 31 && x - y == 5 is a ridge on
// which neither alone gets any further.
#pragma once

#include <optional>
#include <vector>

#include "search/evaluated.h"
#include "search/target.h"

namespace covolve::search {

/// One number that can be varied, within a test's data.
struct Variable {
  enum class Kind : uint8_t {
    Integer,
    Together,
    Opposed,
    Choice,
    Decimal,
    Ordinal,
    Length,
    Character,
    Number,  // of a text
    Gap,     // characters more or less within a text
  };

  size_t leaf = 0;  // in the order of visitLeaves()
  Kind kind = Kind::Integer;
  /// Together, Opposed: another leaf; Decimal: places; Character, Gap: position; Number: which.
  uint32_t detail = 0;

  bool operator==(const Variable&) const = default;
};

/// Integers first, then their pairs, choices, texts, floats from coarse to fine, gaps in texts.
std::vector<Variable> variablesOf(const Individual& individual);

/// Changes the variable by `step`. False where that leaves the domain or changes nothing; the individual is
/// of no use then.
bool vary(Individual& individual, const Variable& variable, __int128 step);

/// What of a test's data a climb leaves as it is: a leaf, of a text some characters, which stay where they
/// are.
struct KeptPart {
  size_t leaf = 0;
  size_t begin = 0;
  size_t end = ~size_t{0};
  bool isAtEnd = true;  // of the text, which may not become shorter or longer then

  bool holds(const Variable& variable) const;
};

/// Where two tests of the same actions differ.
std::vector<KeptPart> changedParts(const Individual& before, const Individual& after);

class Climb {
 public:
  /// `fitness` is the start's.
  Climb(EvaluatedTest start, TargetId target, Fitness fitness, std::vector<KeptPart> kept = {});

  TargetId target() const { return target_; }
  /// The tests to run next; empty when the climb is over. Call again only when all have come back.
  std::vector<Individual> next();
  /// How near candidate `index` of the last next() came.
  void result(size_t index, const EvaluatedTest& test, Fitness fitness);

 private:
  /// A step to either side; as far as the distance has to go if it falls on as it did; ever longer steps; of
  /// a digit all others: where it counts for a remainder, its neighbours tell nothing.
  enum class Phase { Explore, Leap, Stride, Digits };

  std::vector<Variable> freeVariables() const;
  std::optional<char32_t> digit() const;
  bool offer(__int128 step, std::vector<Individual>& candidates);
  void moveOn();
  void nextVariable();

  EvaluatedTest current_;
  TargetId target_;
  Fitness fitness_;
  std::vector<KeptPart> kept_;
  std::vector<Variable> variables_;
  size_t variable_ = 0;
  size_t fruitless_ = 0;  // variables in a row without improvement
  Phase phase_ = Phase::Explore;
  int direction_ = 0;
  __int128 leap_ = 0;
  std::vector<__int128> steps_;  // of the candidates
  EvaluatedTest best_;           // of the present step, if better
  Fitness bestFitness_;
  __int128 bestStep_ = 0;
  bool hasAsked_ = false;
  size_t rounds_ = 0;
};

}  // namespace covolve::search
