// What all modules together say of flags: results are followed into the functions that give them.
#include <functional>
#include <optional>
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

  /// What a decision says of a value; nothing: such a value is not given.
  using Ask = std::function<std::optional<bool>(int64_t)>;

  /// Empty where something else may give it that has no decision.
  std::set<Side> sidesFor(const Flag& flag, bool outcome) {
    sides_.clear();
    functions_.clear();
    isCounted_ = false;
    isPartial_ = false;
    const Ask ask = [&](int64_t value) { return std::optional(flag.question.ask(value)); };
    for (const Origin& origin : flag.origins) add(origin, ask, outcome);
    sides_.erase({flag.site, true});
    sides_.erase({flag.site, false});
    return sides_;
  }

  /// Of the last one.
  bool isCounted() const { return isCounted_; }
  bool isPartial() const { return isPartial_; }

 private:
  void add(const Origin& origin, const Ask& ask, bool outcome) {
    isCounted_ = isCounted_ || origin.isCounted;
    switch (origin.kind) {
      case Origin::Kind::Constant:
        if (ask(origin.value) == outcome) sides_.insert(origin.where.sides.begin(), origin.where.sides.end());
        return;
      case Origin::Kind::Site: {
        for (const bool answer : {true, false}) {
          const int64_t value = answer ? origin.whenTrue : origin.whenFalse;
          if (ask(value) == outcome) sides_.insert({origin.site, answer});
        }
        return;
      }
      case Origin::Kind::Result:
        return addResult(origin, origin.isMapped ? mapped(origin, ask) : ask, outcome);
      case Origin::Kind::Unknown:
        isPartial_ = true;
        return;
    }
  }

  static Ask mapped(const Origin& origin, const Ask& ask) {
    return [&](int64_t value) -> std::optional<bool> {
      const bool isTrue = value != 0;
      if (origin.only && *origin.only != isTrue) return std::nullopt;
      return ask(isTrue ? origin.whenTrue : origin.whenFalse);
    };
  }

  void addResult(const Origin& origin, const Ask& ask, bool outcome) {
    const auto known = resultsOf_.find(origin.function);
    if (known == resultsOf_.end()) {
      isPartial_ = true;
      return;
    }
    if (!functions_.insert(origin.function).second) return;
    for (const Origins* const origins : known->second) {
      for (const Origin& other : *origins) add(other, ask, outcome);
    }
  }

  std::map<std::string, std::vector<const Origins*>> resultsOf_;
  std::set<Side> sides_;
  std::set<std::string> functions_;  // on the way: recursion is cut
  bool isCounted_ = false;
  bool isPartial_ = false;
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

Requirements requiredSides(std::span<const FlagSummary> modules) {
  Resolution resolution(modules);
  std::map<Side, std::set<Side>> required;
  std::set<uint64_t> counters;
  std::set<uint64_t> partial;
  for (const FlagSummary& module : modules) {
    for (const Flag& flag : module.flags) {
      for (const bool outcome : {true, false}) {
        const std::set<Side> sides = resolution.sidesFor(flag, outcome);
        required[{flag.site, outcome}].insert(sides.begin(), sides.end());
        if (resolution.isCounted()) counters.insert(flag.site);
        if (resolution.isPartial() && flag.isOfNumbers) partial.insert(flag.site);
      }
    }
  }
  Requirements result;
  result.counters.assign(counters.begin(), counters.end());
  result.partial.assign(partial.begin(), partial.end());
  for (const auto& [side, sides] : required) {
    if (!sides.empty()) result.sides[side].assign(sides.begin(), sides.end());
  }
  return result;
}

}  // namespace covolve::analysis
