// What all modules together say of flags: results are followed into the functions that give them.
#include <set>

#include "analysis/flags.h"

namespace covolve::analysis {

namespace {

/// Follows results into the functions they are of.
class Resolution {
 public:
  explicit Resolution(std::span<const FlagSummary> modules) {
    for (const FlagSummary& module : modules) {
      for (const auto& [function, origins] : module.results) resultsOf_[function].push_back(&origins);
    }
  }

  /// Empty where something else may give it that has no decision.
  std::set<Side> sidesFor(const Flag& flag, bool outcome) {
    sides_.clear();
    functions_.clear();
    for (const Origin& origin : flag.origins) add(origin, flag.question, outcome);
    sides_.erase({flag.site, true});
    sides_.erase({flag.site, false});
    return sides_;
  }

 private:
  void add(const Origin& origin, const Question& question, bool outcome) {
    switch (origin.kind) {
      case Origin::Kind::Constant:
        if (question.ask(origin.value) == outcome)
          sides_.insert(origin.where.sides.begin(), origin.where.sides.end());
        return;
      case Origin::Kind::Site: {
        for (const bool answer : {true, false}) {
          const int64_t value = answer ? origin.whenTrue : origin.whenFalse;
          if (question.ask(value) == outcome) sides_.insert({origin.site, answer});
        }
        return;
      }
      case Origin::Kind::Result: {
        const auto known = resultsOf_.find(origin.function);
        if (known == resultsOf_.end() || !functions_.insert(origin.function).second) return;
        for (const Origins* const origins : known->second) {
          for (const Origin& other : *origins) add(other, question, outcome);
        }
        return;
      }
      case Origin::Kind::Unknown:
        return;
    }
  }

  std::map<std::string, std::vector<const Origins*>> resultsOf_;
  std::set<Side> sides_;
  std::set<std::string> functions_;  // on the way: recursion is cut
};

}  // namespace

bool Question::ask(int64_t value) const {
  const auto isLess = [this](int64_t one, int64_t other) {
    // Numbers of one width with their sign are in the right order without, too.
    return isUnsigned ? static_cast<uint64_t>(one) < static_cast<uint64_t>(other) : one < other;
  };
  switch (relation) {
    case Relation::IsTrue:
      return value != 0;
    case Relation::Equal:
      return value == right;
    case Relation::Unequal:
      return value != right;
    case Relation::Less:
      return isLess(value, right);
    case Relation::LessOrEqual:
      return !isLess(right, value);
    case Relation::Greater:
      return isLess(right, value);
    case Relation::GreaterOrEqual:
      return !isLess(value, right);
  }
  return false;
}

std::map<Side, std::vector<Side>> requiredSides(std::span<const FlagSummary> modules) {
  Resolution resolution(modules);
  std::map<Side, std::set<Side>> required;
  for (const FlagSummary& module : modules) {
    for (const Flag& flag : module.flags) {
      for (const bool outcome : {true, false}) {
        const std::set<Side> sides = resolution.sidesFor(flag, outcome);
        required[{flag.site, outcome}].insert(sides.begin(), sides.end());
      }
    }
  }
  std::map<Side, std::vector<Side>> result;
  for (const auto& [side, sides] : required) {
    if (!sides.empty()) result[side].assign(sides.begin(), sides.end());
  }
  return result;
}

}  // namespace covolve::analysis
