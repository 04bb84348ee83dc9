#include "search/input_to_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <variant>

#include "gene/number/floating_gene.h"
#include "gene/number/integer_gene.h"
#include "gene/text/text_gene.h"

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

/// The same bits as the gene reads them: comparisons for equality give unsigned operands as signed numbers.
__int128 asRead(const gene::IntegerGene& gene, __int128 value) {
  if (gene.bits() >= 126) return value;
  const __int128 range = static_cast<__int128>(1) << gene.bits();
  if (value < -range / 2 || value >= range) return value;  // has more bits
  __int128 low = value & (range - 1);
  if (gene.low() < 0 && low >= range / 2) low -= range;
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

/// Looks for one operand in every leaf and notes what the other one would make of it.
class Matcher final : public gene::LeafVisitor {
 public:
  Matcher(const Operand& found, const Operand& wanted, std::vector<Replacement>& replacements)
      : found_(found), wanted_(wanted), replacements_(replacements) {}

  void integer(gene::IntegerGene& gene) override {
    const size_t leaf = leaf_++;
    const auto found = asInteger(found_);
    const auto wanted = asInteger(wanted_);
    if (!found || !wanted || magnitude(*found) > kLargestOperand || magnitude(*wanted) > kLargestOperand) {
      return;
    }
    const __int128 value = gene.value();
    if (magnitude(value) > kLargestOperand) return;
    for (const bool wraps : {false, true}) {
      // Beyond its range the operand may be the same bits read with another sign.
      const __int128 from = wraps ? asRead(gene, *found) : *found;
      const __int128 to = wraps ? asRead(gene, *wanted) : *wanted;
      if (wraps && from == *found && to == *wanted) return;
      match(gene, leaf, from, to);
    }
  }

  void floating(gene::FloatingGene& gene) override {
    const size_t leaf = leaf_++;
    const auto found = asFloating(found_);
    const auto wanted = asFloating(wanted_);
    if (!found || !wanted || gene.value() != *found) return;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const double value :
         {*wanted, std::nextafter(*wanted, kInfinity), std::nextafter(*wanted, -kInfinity)}) {
      if (!std::isnan(value)) replacements_.push_back({leaf, value});
    }
  }

  void text(gene::TextGene& gene) override {
    const size_t leaf = leaf_++;
    const std::string& text = gene.text();
    if (found_.kind == Operand::Kind::Text) {
      if (wanted_.kind == Operand::Kind::Text) replaceText(text, leaf);
      return;
    }
    const auto found = asInteger(found_);
    const auto wanted = asInteger(wanted_);
    if (!found || !wanted) return;
    replaceCharacter(text, leaf, *found, *wanted);
    if (const auto digits = asDecimal(found_)) {
      if (const auto others = asDecimal(wanted_)) replaceAll(text, leaf, *digits, *others);
    }
    if (*found == static_cast<__int128>(text.size())) {
      for (const int more : {0, 1, -1}) resize(gene, leaf, *wanted + more);
    }
  }

 private:
  static __int128 magnitude(__int128 value) { return value < 0 ? -(value + 1) : value; }

  void match(const gene::IntegerGene& gene, size_t leaf, __int128 found, __int128 wanted) {
    const __int128 value = gene.value();
    const __int128 offset = value - found;
    // The same shift between data and operand is kept: x - 1 == 7 wants 8.
    if (offset >= -1 && offset <= 1) {
      for (const int more : {0, 1, -1}) put(gene, leaf, wanted + offset + more);
    } else if (value == -found) {
      put(gene, leaf, -wanted);
    } else if (found != 0) {
      for (const unsigned bits : {16u, 32u, 64u}) {
        if (gene.bits() != bits || asRead(gene, swapBytes(value, bits)) != asRead(gene, found)) continue;
        put(gene, leaf, asRead(gene, swapBytes(wanted, bits)));
      }
    }
  }

  void put(const gene::IntegerGene& gene, size_t leaf, __int128 value) {
    if (value >= gene.low() && value <= gene.high() && value != gene.value()) {
      replacements_.push_back({leaf, value});
    }
  }

  void replaceText(const std::string& text, size_t leaf) {
    const std::string wanted(wanted_.text);
    if (found_.text.empty()) {
      if (text.empty()) replacements_.push_back({leaf, wanted});
      return;
    }
    replaceAll(text, leaf, std::string(found_.text), wanted);
    // The code may have put something around the test's own text before it compared: the same around the
    // other operand is left out.
    const size_t before = text.empty() ? std::string_view::npos : found_.text.find(text);
    if (before == std::string_view::npos || text.size() == found_.text.size()) return;
    const size_t behind = found_.text.size() - before - text.size();
    if (wanted.size() < before + behind) return;
    replacements_.push_back({leaf, wanted.substr(before, wanted.size() - before - behind)});
  }

  void replaceAll(const std::string& text, size_t leaf, const std::string& found, const std::string& wanted) {
    size_t places = 0;
    for (size_t at = text.find(found); at != std::string::npos && places < kMostPlaces;
         at = text.find(found, at + 1), ++places) {
      replacements_.push_back({leaf, text.substr(0, at) + wanted + text.substr(at + found.size())});
    }
  }

  void replaceCharacter(const std::string& text, size_t leaf, __int128 found, __int128 wanted) {
    if (found < -128 || found > 255 || wanted < -128 || wanted > 255) return;
    size_t places = 0;
    for (size_t at = 0; at < text.size() && places < kMostPlaces; ++at) {
      if (text[at] != static_cast<char>(found)) continue;
      ++places;
      for (const int more : {0, 1, -1}) {
        std::string changed = text;
        changed[at] = static_cast<char>(wanted + more);
        replacements_.push_back({leaf, std::move(changed)});
      }
    }
  }

  void resize(const gene::TextGene& gene, size_t leaf, __int128 size) {
    if (size < 0 || size > static_cast<__int128>(gene.longest())) return;
    std::string text = gene.text();
    text.resize(static_cast<size_t>(size), text.empty() ? 'a' : text.back());
    replacements_.push_back({leaf, std::move(text)});
  }

  const Operand& found_;
  const Operand& wanted_;
  std::vector<Replacement>& replacements_;
  size_t leaf_ = 0;
};

class Setter final : public gene::LeafVisitor {
 public:
  explicit Setter(const Replacement& replacement) : replacement_(replacement) {}

  bool changed = false;

  void integer(gene::IntegerGene& gene) override {
    if (leaf_++ != replacement_.leaf) return;
    gene.set(std::get<__int128>(replacement_.value));
    changed = true;
  }
  void floating(gene::FloatingGene& gene) override {
    if (leaf_++ != replacement_.leaf) return;
    gene.set(std::get<double>(replacement_.value));
    changed = true;
  }
  void text(gene::TextGene& gene) override {
    if (leaf_++ != replacement_.leaf) return;
    const std::string& text = std::get<std::string>(replacement_.value);
    changed = text != gene.text() && gene.set(text);
  }

 private:
  const Replacement& replacement_;
  size_t leaf_ = 0;
};

/// Where the operand is not the datum itself, it may be a multiple, a fraction or a sum of it.
class LinearGuess final : public gene::LeafVisitor {
 public:
  LinearGuess(const Operand& found, const Operand& wanted, std::vector<Replacement>& guesses)
      : found_(asInteger(found)), wanted_(asInteger(wanted)), guesses_(guesses) {
    constexpr __int128 kLargest = static_cast<__int128>(1) << 64;
    const auto isLarge = [&](const auto& value) { return !value || *value > kLargest || *value < -kLargest; };
    if (isLarge(found_) || isLarge(wanted_)) found_.reset();
  }

  void integer(gene::IntegerGene& gene) override {
    const size_t leaf = leaf_++;
    if (!found_ || gene.bits() > 64) return;
    const __int128 value = gene.value();
    const __int128 found = *found_;
    const __int128 wanted = *wanted_;
    const auto offer = [&](__int128 guess) {
      if (guess >= gene.low() && guess <= gene.high() && guess != value) guesses_.push_back({leaf, guess});
    };
    offer(value + (wanted - found));
    offer(value - (wanted - found));
    if (value != 0 && found != 0 && found % value == 0 && wanted % (found / value) == 0) {
      offer(wanted / (found / value));
    }
    for (unsigned shift = 1; shift < gene.bits(); ++shift) {
      if (value >> shift != found) continue;
      offer(wanted * (static_cast<__int128>(1) << shift) +
            (value & ((static_cast<__int128>(1) << shift) - 1)));
    }
    if (found != 0 && value / found > 1) {
      const __int128 divisor = value / found;
      if (value / divisor == found) offer(wanted * divisor);
    }
  }
  void floating(gene::FloatingGene&) override { ++leaf_; }
  void text(gene::TextGene&) override { ++leaf_; }

 private:
  std::optional<__int128> found_;
  std::optional<__int128> wanted_;
  std::vector<Replacement>& guesses_;
  size_t leaf_ = 0;
};

/// A random selection, in a fixed order.
void choose(std::vector<Replacement>& replacements, size_t most, Rng& rng) {
  for (size_t i = 0; i < std::min(most, replacements.size()); ++i) {
    std::swap(replacements[i], replacements[i + rng.below(replacements.size() - i)]);
  }
  if (replacements.size() > most) replacements.resize(most);
}

}  // namespace

std::vector<Individual> matchOperands(const Individual& individual, std::span<const Comparison> comparisons,
                                      size_t most, Rng& rng) {
  std::vector<Replacement> replacements;
  std::vector<Replacement> guesses;
  for (const Comparison& comparison : comparisons) {
    for (const bool swapped : {false, true}) {
      const Operand& found = swapped ? comparison.right : comparison.left;
      const Operand& wanted = swapped ? comparison.left : comparison.right;
      Matcher matcher(found, wanted, replacements);
      visitLeaves(individual, matcher);
      LinearGuess guess(found, wanted, guesses);
      visitLeaves(individual, guess);
    }
  }
  choose(replacements, most, rng);
  choose(guesses, most - replacements.size(), rng);
  replacements.insert(replacements.end(), std::make_move_iterator(guesses.begin()),
                      std::make_move_iterator(guesses.end()));
  std::vector<Individual> changed;
  for (const Replacement& replacement : replacements) {
    Individual copy = individual;
    Setter setter(replacement);
    visitLeaves(copy, setter);
    if (setter.changed) changed.push_back(std::move(copy));
  }
  return changed;
}

}  // namespace covolve::search
