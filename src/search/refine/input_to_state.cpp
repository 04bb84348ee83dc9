#include "search/refine/input_to_state.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>
#include <variant>

#include "gene/text_characters.h"

namespace covolve::search {

namespace {

constexpr size_t kMostPlaces = 4;  // of one character or number within one text

/// A value for one leaf.
struct Replacement {
  size_t leaf;
  std::variant<__int128, double, std::string> value;
};

std::optional<__int128> asInteger(const Operand& operand) {
  if (operand.kind == Operand::Kind::Integer) return operand.integer;
  // Beyond 2^62 a double names no integer that anybody wrote.
  if (operand.kind == Operand::Kind::Floating && std::fabs(operand.floating) < 0x1p62 &&
      std::trunc(operand.floating) == operand.floating) {
    return static_cast<__int128>(operand.floating);
  }
  return std::nullopt;
}

std::optional<double> asFloating(const Operand& operand) {
  if (operand.kind == Operand::Kind::Floating) return operand.floating;
  if (operand.kind == Operand::Kind::Integer) return static_cast<double>(operand.integer);
  return std::nullopt;
}

std::optional<std::string> asDecimal(const Operand& operand) {
  const auto integer = asInteger(operand);
  if (!integer || *integer > INT64_MAX || *integer < INT64_MIN) return std::nullopt;
  return fmt::format("{}", static_cast<int64_t>(*integer));
}

/// Operands beyond would overflow on the way, and are nobody's input.
constexpr __int128 kLargestOperand = static_cast<__int128>(1) << 126;

/// The same bits as the datum reads them: comparisons for equality give unsigned operands as signed numbers.
__int128 asRead(const gene::Leaf::Integer& datum, __int128 value) {
  if (datum.bits >= 126) return value;
  const __int128 range = static_cast<__int128>(1) << datum.bits;
  if (value < -range / 2 || value >= range) return value;  // has more bits
  __int128 low = value & (range - 1);
  if (datum.low < 0 && low >= range / 2) low -= range;
  return low;
}

__int128 swapBytes(__int128 value, unsigned bits) {
  switch (bits) {
    case 16:
      return __builtin_bswap16(static_cast<uint16_t>(value));
    case 32:
      return __builtin_bswap32(static_cast<uint32_t>(value));
    default:
      return __builtin_bswap64(static_cast<uint64_t>(value));
  }
}

/// What a leaf says of itself: asked once for all comparisons.
struct Reading {
  std::optional<gene::Leaf::Integer> integer;
  std::optional<gene::Leaf::Floating> floating;
  std::optional<gene::Leaf::Text> text;
};

/// Looks for one operand in every leaf and notes what the other one would make of it.
class Matcher {
 public:
  Matcher(const Operand& found, const Operand& wanted, std::vector<Replacement>& replacements)
      : found_(found), wanted_(wanted), replacements_(replacements) {}

  void match(const Reading& reading, size_t leaf) {
    leaf_ = leaf;
    if (reading.integer) matchInteger(*reading.integer);
    if (reading.floating) matchFloating(*reading.floating);
    if (reading.text) matchText(*reading.text);
  }

 private:
  static __int128 magnitude(__int128 value) { return value < 0 ? -(value + 1) : value; }

  void matchInteger(const gene::Leaf::Integer& datum) {
    const auto found = asInteger(found_);
    const auto wanted = asInteger(wanted_);
    if (!found || !wanted || magnitude(*found) > kLargestOperand || magnitude(*wanted) > kLargestOperand) {
      return;
    }
    if (magnitude(datum.value) > kLargestOperand) return;
    for (const bool wraps : {false, true}) {
      // Beyond its range the operand may be the same bits read with another sign.
      const __int128 from = wraps ? asRead(datum, *found) : *found;
      const __int128 to = wraps ? asRead(datum, *wanted) : *wanted;
      if (wraps && from == *found && to == *wanted) return;
      replaceInteger(datum, from, to);
    }
  }

  void matchFloating(const gene::Leaf::Floating& datum) {
    const auto found = asFloating(found_);
    const auto wanted = asFloating(wanted_);
    if (!found || !wanted || datum.value != *found) return;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const double value :
         {*wanted, std::nextafter(*wanted, kInfinity), std::nextafter(*wanted, -kInfinity)}) {
      if (!std::isnan(value)) replacements_.push_back({leaf_, value});
    }
  }

  void matchText(const gene::Leaf::Text& datum) {
    const std::string& text = datum.text;
    if (found_.kind == Operand::Kind::Text) {
      if (wanted_.kind == Operand::Kind::Text) replaceText(text);
      return;
    }
    const auto found = asInteger(found_);
    const auto wanted = asInteger(wanted_);
    if (!found || !wanted) return;
    replaceCharacter(text, *found, *wanted);
    if (const auto digits = asDecimal(found_)) {
      if (const auto others = asDecimal(wanted_)) replaceAll(text, *digits, *others);
    }
    const std::u32string characters = gene::charactersOf(text, datum.isUnicode);
    if (*found == static_cast<__int128>(characters.size())) {
      for (const int more : {0, 1, -1}) resize(datum, characters, *wanted + more);
    }
  }

  void replaceInteger(const gene::Leaf::Integer& datum, __int128 found, __int128 wanted) {
    const __int128 value = datum.value;
    const __int128 offset = value - found;
    // The same shift between data and operand is kept: x - 1 == 7 wants 8.
    if (offset >= -1 && offset <= 1) {
      for (const int more : {0, 1, -1}) put(datum, wanted + offset + more);
    } else if (value == -found) {
      put(datum, -wanted);
    } else if (found != 0) {
      for (const unsigned bits : {16u, 32u, 64u}) {
        if (datum.bits != bits || asRead(datum, swapBytes(value, bits)) != asRead(datum, found)) continue;
        put(datum, asRead(datum, swapBytes(wanted, bits)));
      }
    }
  }

  void put(const gene::Leaf::Integer& datum, __int128 value) {
    if (value >= datum.low && value <= datum.high && value != datum.value) {
      replacements_.push_back({leaf_, value});
    }
  }

  void replaceText(const std::string& text) {
    const std::string wanted(wanted_.text);
    if (found_.text.empty()) {
      if (text.empty()) replacements_.push_back({leaf_, wanted});
      return;
    }
    replaceAll(text, std::string(found_.text), wanted);
    // The code may have put something around the test's own text before it compared: the same around the
    // other operand is left out.
    const size_t before = text.empty() ? std::string_view::npos : found_.text.find(text);
    if (before == std::string_view::npos || text.size() == found_.text.size()) return;
    const size_t behind = found_.text.size() - before - text.size();
    if (wanted.size() < before + behind) return;
    replacements_.push_back({leaf_, wanted.substr(before, wanted.size() - before - behind)});
  }

  void replaceAll(const std::string& text, const std::string& found, const std::string& wanted) {
    size_t places = 0;
    for (size_t at = text.find(found); at != std::string::npos && places < kMostPlaces;
         at = text.find(found, at + 1), ++places) {
      replacements_.push_back({leaf_, text.substr(0, at) + wanted + text.substr(at + found.size())});
    }
  }

  void replaceCharacter(const std::string& text, __int128 found, __int128 wanted) {
    if (found < -128 || found > 255 || wanted < -128 || wanted > 255) return;
    size_t places = 0;
    for (size_t at = 0; at < text.size() && places < kMostPlaces; ++at) {
      if (text[at] != static_cast<char>(found)) continue;
      ++places;
      for (const int more : {0, 1, -1}) {
        std::string changed = text;
        changed[at] = static_cast<char>(wanted + more);
        replacements_.push_back({leaf_, std::move(changed)});
      }
    }
  }

  void resize(const gene::Leaf::Text& datum, std::u32string characters, __int128 size) {
    if (size < 0 || size > static_cast<__int128>(datum.longest)) return;
    characters.resize(static_cast<size_t>(size), characters.empty() ? U'a' : characters.back());
    replacements_.push_back({leaf_, gene::textOf(characters, datum.isUnicode)});
  }

  const Operand& found_;
  const Operand& wanted_;
  std::vector<Replacement>& replacements_;
  size_t leaf_ = 0;
};

/// False where the datum's gene refuses.
bool put(Individual& individual, const Replacement& replacement) {
  return setLeaf(individual, replacement.leaf, [&](gene::Leaf& leaf) {
    if (const auto* integer = std::get_if<__int128>(&replacement.value)) return leaf.setInteger(*integer);
    if (const auto* floating = std::get_if<double>(&replacement.value)) return leaf.setFloating(*floating);
    const std::string& text = std::get<std::string>(replacement.value);
    return text != leaf.readText()->text && leaf.setText(text);
  });
}

/// Where the operand is not the datum itself, it may be a multiple, a fraction or a sum of it.
class LinearGuess {
 public:
  LinearGuess(const Operand& found, const Operand& wanted, std::vector<Replacement>& guesses)
      : found_(asInteger(found)), wanted_(asInteger(wanted)), guesses_(guesses) {
    constexpr __int128 kLargest = static_cast<__int128>(1) << 64;
    const auto isLarge = [&](const auto& value) { return !value || *value > kLargest || *value < -kLargest; };
    if (isLarge(found_) || isLarge(wanted_)) found_.reset();
  }

  void match(const Reading& reading, size_t leaf) {
    const auto& datum = reading.integer;
    if (!found_ || !datum || datum->bits > 64) return;
    const __int128 value = datum->value;
    const __int128 found = *found_;
    const __int128 wanted = *wanted_;
    const auto offer = [&](__int128 guess) {
      if (guess >= datum->low && guess <= datum->high && guess != value) guesses_.push_back({leaf, guess});
    };
    offer(value + (wanted - found));
    offer(value - (wanted - found));
    if (value != 0 && found != 0 && found % value == 0 && wanted % (found / value) == 0) {
      offer(wanted / (found / value));
    }
    for (unsigned shift = 1; shift < datum->bits; ++shift) {
      if (value >> shift != found) continue;
      offer(wanted * (static_cast<__int128>(1) << shift) +
            (value & ((static_cast<__int128>(1) << shift) - 1)));
    }
    if (found != 0 && value / found > 1) {
      const __int128 divisor = value / found;
      if (value / divisor == found) offer(wanted * divisor);
    }
  }

 private:
  std::optional<__int128> found_;
  std::optional<__int128> wanted_;
  std::vector<Replacement>& guesses_;
};

/// Appends copies changed by a random selection, in random order, until there are `most`.
void apply(std::vector<Replacement> replacements, const Individual& individual, size_t most, Rng& rng,
           std::vector<Individual>& changed) {
  for (size_t i = 0; i < replacements.size() && changed.size() < most; ++i) {
    std::swap(replacements[i], replacements[i + rng.below(replacements.size() - i)]);
    Individual copy = individual;
    if (put(copy, replacements[i])) changed.push_back(std::move(copy));
  }
}

}  // namespace

std::vector<Individual> matchOperands(const Individual& individual, std::span<const Comparison> comparisons,
                                      size_t most, Rng& rng) {
  std::vector<Reading> readings;
  visitLeaves(individual, [&](const gene::Leaf& leaf) {
    readings.push_back({leaf.readInteger(), leaf.readFloating(), leaf.readText()});
  });
  std::vector<Replacement> replacements;
  std::vector<Replacement> guesses;
  for (const Comparison& comparison : comparisons) {
    for (const bool swapped : {false, true}) {
      const Operand& found = swapped ? comparison.right : comparison.left;
      const Operand& wanted = swapped ? comparison.left : comparison.right;
      Matcher matcher(found, wanted, replacements);
      LinearGuess guess(found, wanted, guesses);
      for (size_t leaf = 0; leaf < readings.size(); ++leaf) {
        matcher.match(readings[leaf], leaf);
        guess.match(readings[leaf], leaf);
      }
    }
  }
  std::vector<Individual> changed;
  apply(std::move(replacements), individual, most, rng, changed);
  apply(std::move(guesses), individual, most, rng, changed);
  return changed;
}

void InputToState::observe(const Observation& observation) {
  // Of the tests that are no better a few are matched, too, while there is nothing to propose.
  constexpr uint64_t kIdle = 64;
  const auto& [test, evaluation, isBetter] = observation;
  if (evaluation.comparisons.empty() || proposals_.size() > kMostProposals) return;
  if (!isBetter && (!proposals_.empty() || context_.rng.below(kIdle) != 0)) return;
  std::vector<Comparison> open;
  for (const Comparison& comparison : evaluation.comparisons) {
    if (comparison.target == kNoTarget || !context_.archive.isCovered(comparison.target))
      open.push_back(comparison);
  }
  for (Individual& changed : matchOperands(test->individual, open, kMostMatches, context_.rng)) {
    proposals_.push_front(std::move(changed));  // the newest test is likely the best
  }
}

void InputToState::propose(size_t count, std::vector<Individual>& batch) {
  for (; count > 0 && !proposals_.empty(); --count) {
    batch.push_back(std::move(proposals_.front()));
    proposals_.pop_front();
  }
}

}  // namespace covolve::search
