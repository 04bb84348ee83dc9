#include "search/refine/climb.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "distance/branch_distance.h"
#include "gene/text_characters.h"
#include "search/refine/text_numbers.h"

namespace covolve::search {

namespace {

// Beyond these a climb costs more than it is worth.
constexpr size_t kMostVariables = 400;
constexpr size_t kMostCharacters = 48;
constexpr uint32_t kMostDecimals = 12;
constexpr size_t kMostPaired = 8;  // integers
constexpr size_t kMostRounds = 1000;
constexpr __int128 kMostChoices = 16;  // that are tried of one

struct Variables {
  std::vector<Variable> integers, choices, texts, floats, gaps;

  void add(const gene::Leaf& leaf, size_t index) {
    if (leaf.readChoice()) {
      choices.push_back({index, Variable::Kind::Choice, 0});
    } else if (leaf.readInteger()) {
      integers.push_back({index, Variable::Kind::Integer, 0});
    } else if (leaf.readFloating()) {
      for (uint32_t places = 0; places <= kMostDecimals; ++places) {
        floats.push_back({index, Variable::Kind::Decimal, places});
      }
      floats.push_back({index, Variable::Kind::Ordinal, 0});
    } else if (const auto text = leaf.readText()) {
      texts.push_back({index, Variable::Kind::Length, 0});
      const size_t numbers = numbersIn(text->text).size();
      for (uint32_t i = 0; i < numbers; ++i) texts.push_back({index, Variable::Kind::Number, i});
      const size_t size = std::min(gene::charactersOf(text->text, text->isUnicode).size(), kMostCharacters);
      for (uint32_t i = 0; i < size; ++i) texts.push_back({index, Variable::Kind::Character, i});
      for (uint32_t i = 0; i + 1 < size; ++i) gaps.push_back({index, Variable::Kind::Gap, i});
    }
  }
};

double stepDecimal(double value, uint32_t places, __int128 step) {
  const double unit = std::pow(10.0, static_cast<double>(places));
  const double moved = (std::round(value * unit) + static_cast<double>(step)) / unit;
  // Beyond the precision of a double, rounding to places would only lose what is there.
  return std::isfinite(moved) ? moved : value;
}

double stepOrdinal(double value, __int128 step) {
  const __int128 position = distance::position(value) + step;
  const __int128 last = distance::position(std::numeric_limits<double>::max());
  if (position > last || position < -last) return value;
  return distance::atPosition(static_cast<int64_t>(position));
}

bool stepInteger(gene::Leaf& leaf, __int128 step) {
  const auto integer = leaf.readInteger();
  __int128 moved = 0;
  return integer && !__builtin_add_overflow(integer->value, step, &moved) && leaf.setInteger(moved);
}

/// Round and round: each of the others is a step away.
bool stepChoice(gene::Leaf& leaf, __int128 step) {
  const auto choice = leaf.readChoice();
  if (!choice || step <= 0 || step >= static_cast<__int128>(choice->count)) return false;
  return leaf.setChoice((choice->chosen + static_cast<size_t>(step)) % choice->count);
}

bool stepFloating(gene::Leaf& leaf, const Variable& variable, __int128 step) {
  const auto floating = leaf.readFloating();
  if (!floating || std::isnan(floating->value)) return false;
  const double moved = variable.kind == Variable::Kind::Decimal
                           ? stepDecimal(floating->value, variable.detail, step)
                           : stepOrdinal(floating->value, step);
  return leaf.setFloating(moved) && leaf.readFloating()->value != floating->value;
}

bool stepNumber(gene::Leaf& leaf, const Variable& variable, __int128 step) {
  const auto text = leaf.readText();
  const auto numbers = text ? numbersIn(text->text) : std::vector<TextNumber>{};
  if (variable.detail >= numbers.size()) return false;
  const TextNumber& number = numbers[variable.detail];
  const __int128 value = number.value + step;
  if (value < 0 || value > std::numeric_limits<int64_t>::max()) return false;
  return leaf.setText(withNumber(text->text, number, static_cast<int64_t>(value)));
}

/// More of the character that stands there, or fewer from there on.
bool stepGap(std::u32string& characters, size_t at, __int128 step, size_t longest) {
  if (at >= characters.size() || step > static_cast<__int128>(longest)) return false;
  if (step < 0 && -step > static_cast<__int128>(characters.size() - at)) return false;
  if (step < 0) {
    characters.erase(at, static_cast<size_t>(-step));
  } else {
    characters.insert(at, static_cast<size_t>(step), characters[at]);
  }
  return characters.size() <= longest;
}

bool stepText(gene::Leaf& leaf, const Variable& variable, __int128 step) {
  const auto text = leaf.readText();
  if (!text) return false;
  std::u32string characters = gene::charactersOf(text->text, text->isUnicode);
  if (variable.kind == Variable::Kind::Length) {
    const auto size = static_cast<__int128>(characters.size()) + step;
    if (size < 0 || size > static_cast<__int128>(text->longest)) return false;
    characters.resize(static_cast<size_t>(size), characters.empty() ? U'a' : characters.back());
  } else if (variable.kind == Variable::Kind::Gap) {
    if (!stepGap(characters, variable.detail, step, text->longest)) return false;
  } else {
    if (variable.detail >= characters.size()) return false;
    const __int128 character = characters[variable.detail] + step;
    if (character < 0 || character > (text->isUnicode ? 0x10FFFF : 0xFF)) return false;
    characters[variable.detail] = static_cast<char32_t>(character);
  }
  return leaf.setText(gene::textOf(characters, text->isUnicode));
}

/// A text by its characters.
using LeafValue = std::variant<std::monostate, __int128, double, size_t, std::u32string>;

LeafValue valueOf(const gene::Leaf& leaf) {
  if (const auto choice = leaf.readChoice()) return choice->chosen;
  if (const auto integer = leaf.readInteger()) return integer->value;
  if (const auto floating = leaf.readFloating()) return floating->value;
  if (const auto text = leaf.readText()) return gene::charactersOf(text->text, text->isUnicode);
  return {};
}

bool stepLeaf(gene::Leaf& leaf, const Variable& variable, __int128 step) {
  switch (variable.kind) {
    case Variable::Kind::Choice:
      return stepChoice(leaf, step);
    case Variable::Kind::Decimal:
    case Variable::Kind::Ordinal:
      return stepFloating(leaf, variable, step);
    case Variable::Kind::Number:
      return stepNumber(leaf, variable, step);
    case Variable::Kind::Length:
    case Variable::Kind::Character:
    case Variable::Kind::Gap:
      return stepText(leaf, variable, step);
    default:
      return stepInteger(leaf, step);
  }
}

}  // namespace

std::vector<Variable> variablesOf(const Individual& individual) {
  Variables found;
  size_t leaf = 0;
  visitLeaves(individual, [&](const gene::Leaf& visited) { found.add(visited, leaf++); });
  std::vector<Variable> variables = std::move(found.integers);
  const size_t integers = variables.size();
  for (size_t i = 0; i < integers && integers <= kMostPaired; ++i) {
    for (size_t j = i + 1; j < integers; ++j) {
      for (const auto kind : {Variable::Kind::Together, Variable::Kind::Opposed}) {
        variables.push_back({variables[i].leaf, kind, static_cast<uint32_t>(variables[j].leaf)});
      }
    }
  }
  for (const auto* kind : {&found.choices, &found.texts, &found.floats, &found.gaps}) {
    variables.insert(variables.end(), kind->begin(), kind->end());
  }
  if (variables.size() > kMostVariables) variables.resize(kMostVariables);
  return variables;
}

bool vary(Individual& individual, const Variable& variable, __int128 step) {
  const auto move = [&](size_t leaf, __int128 by) {
    return setLeaf(individual, leaf, [&](gene::Leaf& found) { return stepLeaf(found, variable, by); });
  };
  if (!move(variable.leaf, step)) return false;
  if (variable.kind == Variable::Kind::Together) return move(variable.detail, step);
  if (variable.kind == Variable::Kind::Opposed) return move(variable.detail, -step);
  return true;
}

bool KeptPart::holds(const Variable& variable) const {
  const bool isOfTwo = variable.kind == Variable::Kind::Together || variable.kind == Variable::Kind::Opposed;
  if (isOfTwo && variable.detail == leaf) return true;
  if (variable.leaf != leaf) return false;
  switch (variable.kind) {
    case Variable::Kind::Length:
      return isAtEnd;
    case Variable::Kind::Gap:
      return variable.detail < end;
    case Variable::Kind::Character:
      return variable.detail >= begin && variable.detail < end;
    default:
      return true;
  }
}

std::vector<KeptPart> changedParts(const Individual& before, const Individual& after) {
  std::vector<LeafValue> values;
  visitLeaves(before, [&](const gene::Leaf& leaf) { values.push_back(valueOf(leaf)); });
  std::vector<KeptPart> parts;
  size_t index = 0;
  visitLeaves(after, [&](const gene::Leaf& leaf) {
    const size_t at = index++;
    if (at >= values.size()) return;
    const LeafValue value = valueOf(leaf);
    if (value == values[at]) return;
    const auto* const text = std::get_if<std::u32string>(&value);
    const auto* const former = std::get_if<std::u32string>(&values[at]);
    if (text == nullptr || former == nullptr) {
      parts.push_back({at});
      return;
    }
    const auto begin = std::ranges::mismatch(*text, *former).in1 - text->begin();
    const auto rest = std::min(text->size(), former->size()) - static_cast<size_t>(begin);
    size_t same = 0;
    while (same < rest && text->end()[-1 - static_cast<std::ptrdiff_t>(same)] ==
                              former->end()[-1 - static_cast<std::ptrdiff_t>(same)]) {
      ++same;
    }
    parts.push_back({at, static_cast<size_t>(begin), text->size() - same, same == 0});
  });
  return parts;
}

Climb::Climb(EvaluatedTest start, TargetId target, Fitness fitness, std::vector<KeptPart> kept)
    : current_(std::move(start)),
      target_(target),
      fitness_(fitness),
      kept_(std::move(kept)),
      variables_(freeVariables()) {}

std::vector<Variable> Climb::freeVariables() const {
  std::vector<Variable> variables = variablesOf(current_->individual);
  std::erase_if(variables, [&](const Variable& variable) {
    return std::ranges::any_of(kept_, [&](const KeptPart& part) { return part.holds(variable); });
  });
  return variables;
}

/// The present variable, where it is one.
std::optional<char32_t> Climb::digit() const {
  if (variable_ >= variables_.size() || variables_[variable_].kind != Variable::Kind::Character)
    return std::nullopt;
  const Variable& variable = variables_[variable_];
  std::optional<char32_t> found;
  size_t leaf = 0;
  visitLeaves(current_->individual, [&](const gene::Leaf& visited) {
    if (leaf++ != variable.leaf) return;
    const auto text = visited.readText();
    const auto characters = text ? gene::charactersOf(text->text, text->isUnicode) : std::u32string();
    if (variable.detail >= characters.size()) return;
    const char32_t character = characters[variable.detail];
    if (character >= U'0' && character <= U'9') found = character;
  });
  return found;
}

bool Climb::offer(__int128 step, std::vector<Individual>& candidates) {
  Individual candidate = current_->individual;
  if (!vary(candidate, variables_[variable_], step)) return false;
  candidates.push_back(std::move(candidate));
  steps_.push_back(step);
  return true;
}

std::vector<Individual> Climb::next() {
  if (hasAsked_) moveOn();
  hasAsked_ = true;
  std::vector<Individual> candidates;
  ++rounds_;
  while (candidates.empty() && fruitless_ < variables_.size() && !fitness_.isCovered() &&
         rounds_ < kMostRounds) {
    steps_.clear();
    if (variables_[variable_].kind == Variable::Kind::Choice) {
      phase_ = Phase::Explore;
      for (__int128 other = 1; other <= kMostChoices; ++other) offer(other, candidates);
    } else if (phase_ == Phase::Explore) {
      offer(-1, candidates);
      offer(1, candidates);
    } else if (phase_ == Phase::Digits) {
      const __int128 present = digit().value_or(U'0');
      for (__int128 other = U'0'; other <= U'9'; ++other) {
        if (other < present - 1 || other > present + 1) offer(other - present, candidates);
      }
    } else if (phase_ == Phase::Leap) {
      offer(leap_ * direction_, candidates);
    } else {
      // A few refusals may be a gene's conditions; more are the end of its range.
      constexpr unsigned kMostRefusals = 3;
      unsigned refused = 0;
      for (unsigned k = 1; k <= 126 && refused < kMostRefusals; ++k) {
        refused = offer((static_cast<__int128>(1) << k) * direction_, candidates) ? 0 : refused + 1;
      }
    }
    if (candidates.empty()) moveOn();
  }
  best_ = nullptr;
  bestFitness_ = fitness_;
  return candidates;
}

void Climb::result(size_t index, const EvaluatedTest& test, Fitness fitness) {
  if (!(fitness < bestFitness_)) return;
  bestFitness_ = fitness;
  best_ = test;
  bestStep_ = steps_[index];
}

/// What the candidates' results mean for the next step.
void Climb::moveOn() {
  const bool improved = best_ != nullptr;
  if (improved) {
    // Most decisions compare what is linear in a datum: then two points tell where the distance ends.
    const bool isSameLevel = bestFitness_.level == fitness_.level;
    const uint64_t gain = isSameLevel ? fitness_.distance - bestFitness_.distance : 0;
    leap_ = phase_ == Phase::Explore && gain > 0 ? bestFitness_.distance / gain : 0;
    current_ = std::move(best_);
    fitness_ = bestFitness_;
    const std::vector<Variable> variables = freeVariables();
    if (variables != variables_) {  // a text has become longer or shorter, or the test ended earlier
      variables_ = variables;
      variable_ = variables_.empty() ? 0 : std::min(variable_, variables_.size() - 1);
    }
    fruitless_ = 0;
    direction_ = bestStep_ > 0 ? 1 : -1;
    if (phase_ == Phase::Digits) {
      nextVariable();  // of this one all were tried
    } else {
      phase_ = leap_ > 1 ? Phase::Leap : phase_ == Phase::Explore ? Phase::Stride : Phase::Explore;
    }
    return;
  }
  if (phase_ == Phase::Leap) {
    phase_ = Phase::Stride;
    return;
  }
  if (phase_ == Phase::Stride) {
    phase_ = Phase::Explore;  // one more look around the present place
    return;
  }
  if (phase_ == Phase::Explore && digit()) {
    phase_ = Phase::Digits;
    return;
  }
  ++fruitless_;
  nextVariable();
}

void Climb::nextVariable() {
  phase_ = Phase::Explore;
  if (!variables_.empty()) variable_ = (variable_ + 1) % variables_.size();
}

}  // namespace covolve::search
