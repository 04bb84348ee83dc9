#include "search/refine/operand_matches.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "gene/text_characters.h"
#include "search/refine/text_matches.h"

namespace covolve::search {

namespace {

/// Operands beyond would overflow on the way, and are nobody's input.
constexpr __int128 kLargestOperand = static_cast<__int128>(1) << 125;

__int128 magnitude(__int128 value) { return value < 0 ? -(value + 1) : value; }

std::optional<__int128> asInteger(const Operand& operand) {
  if (operand.kind == Operand::Kind::Integer) {
    if (magnitude(operand.integer) > kLargestOperand) return std::nullopt;
    return operand.integer;
  }
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

/// Looks for one operand in every leaf and notes what the other one would make of it.
class Matcher {
 public:
  Matcher(const Operand& found, const Operand& wanted, std::vector<Replacement>& replacements)
      : found_(found), wanted_(wanted), replacements_(replacements) {}

  void match(const Reading& reading, size_t leaf) {
    leaf_ = leaf;
    if (reading.integer) matchInteger(*reading.integer);
    if (reading.floating) matchFloating(*reading.floating);
    if (reading.text) matchText(*reading.text, reading.numbers);
  }

 private:
  void matchInteger(const gene::Leaf::Integer& datum) {
    const auto found = asInteger(found_);
    const auto wanted = asInteger(wanted_);
    if (!found || !wanted) return;
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

  void matchText(const gene::Leaf::Text& datum, const std::vector<TextNumber>& numbers) {
    const std::string& text = datum.text;
    if (found_.kind == Operand::Kind::Text) {
      if (wanted_.kind != Operand::Kind::Text) return;
      std::vector<std::string> changed;
      matchTexts(text, found_.text, wanted_.text, changed);
      for (std::string& one : changed) replacements_.push_back({leaf_, std::move(one)});
      return;
    }
    if (found_.kind == Operand::Kind::Floating) replaceDecimals(text);
    const auto found = asInteger(found_);
    const auto wanted = asInteger(wanted_);
    if (!found || !wanted) return;
    replaceCharacter(text, *found, *wanted);
    for (const TextNumber& number : numbers) replaceNumber(text, number, *found, *wanted);
    replaceDigits(text, *found, *wanted);
    replaceHexadecimals(text, *found, *wanted);
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

  /// As it is, or as C counts months and years.
  void replaceNumber(const std::string& text, const TextNumber& number, __int128 found, __int128 wanted) {
    constexpr int kFirstYearOfC = 1900;
    const __int128 offset = number.value - found;
    if (offset != kFirstYearOfC && (offset < -1 || offset > 1)) return;
    for (const int more : {0, 1, -1}) {
      const __int128 value = wanted + offset + more;
      if (value <= INT64_MAX && value >= INT64_MIN && value != number.value)
        replacements_.push_back({leaf_, withNumber(text, number, static_cast<int64_t>(value))});
    }
  }

  /// Some of a longer number's digits, as many as before: a number may say several things.
  void replaceDigits(const std::string& text, __int128 found, __int128 wanted) {
    constexpr __int128 kLargest = 1'000'000'000;
    if (found < 0 || found >= kLargest || wanted < 0 || wanted >= kLargest || found == wanted) return;
    std::string digits = std::to_string(static_cast<int64_t>(found));
    std::string others = std::to_string(static_cast<int64_t>(wanted));
    const size_t width = std::max(digits.size(), others.size());
    digits.insert(0, width - digits.size(), '0');
    others.insert(0, width - others.size(), '0');
    const auto isDigitAt = [&](size_t at) {
      return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
    };
    size_t places = 0;
    for (size_t at = text.find(digits); at != std::string::npos && places < kMostPlaces;
         at = text.find(digits, at + 1)) {
      const bool isWhole = !isDigitAt(at - 1) && !isDigitAt(at + width);
      if (isWhole) continue;
      ++places;
      std::string changed = text;
      replacements_.push_back({leaf_, changed.replace(at, width, others)});
    }
  }

  /// Where a text says what a floating number is, perhaps one of less precision.
  void replaceDecimals(const std::string& text) {
    const auto wanted = asFloating(wanted_);
    if (!wanted || !std::isfinite(*wanted) || std::isnan(found_.floating)) return;
    for (const TextDecimal& decimal : decimalsIn(text)) {
      if (static_cast<float>(decimal.value) != static_cast<float>(found_.floating)) continue;
      for (const int more : {0, 1, -1}) {
        std::string changed = text;
        changed.replace(decimal.begin, decimal.size, fmt::format("{}", *wanted + more));
        replacements_.push_back({leaf_, std::move(changed)});
      }
    }
  }

  /// Where a text says it to the base of 16: as it is, or in as many places as bytes and words have.
  void replaceHexadecimals(const std::string& text, __int128 found, __int128 wanted) {
    constexpr __int128 kLargest = UINT32_MAX;
    if (found < 0 || found > kLargest || wanted < 0 || wanted > kLargest || (found < 10 && wanted < 10))
      return;
    const auto digits = [](__int128 value, size_t width) {
      return fmt::format("{:0{}x}", static_cast<uint64_t>(value), width);
    };
    const auto isDigitAt = [&](size_t at) {
      return at < text.size() && std::isxdigit(static_cast<unsigned char>(text[at])) != 0;
    };
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    const size_t own = digits(found, 1).size();
    size_t places = 0;
    size_t tried = 0;
    for (const size_t width : {own, size_t{2}, size_t{4}, size_t{8}}) {
      if (width < own || width == tried) continue;
      tried = width;
      const std::string before = digits(found, width);
      const std::string after = digits(wanted, width);
      for (size_t at = 0; at + width <= text.size() && places < kMostPlaces; ++at) {
        const bool isThere =
            std::equal(before.begin(), before.end(), text.begin() + static_cast<ptrdiff_t>(at),
                       [&](char a, char b) { return a == lower(b); });
        // A single digit within others says something else.
        if (!isThere || (width == 1 && (isDigitAt(at - 1) || isDigitAt(at + 1)))) continue;
        ++places;
        std::string changed = text;
        replacements_.push_back({leaf_, changed.replace(at, width, after)});
      }
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
    if (!found_) return;
    const auto& datum = reading.integer;
    if (datum && datum->bits <= 64) {
      guess(datum->value, datum->bits, [&](__int128 value) {
        if (value >= datum->low && value <= datum->high) guesses_.push_back({leaf, value});
      });
    }
    for (const TextNumber& number : reading.numbers) {
      constexpr unsigned kBits = 32;  // more are shifted by nobody who reads them from a text
      guess(number.value, kBits, [&](__int128 value) {
        if (value < 0 || value > INT64_MAX) return;
        guesses_.push_back({leaf, withNumber(reading.text->text, number, static_cast<int64_t>(value))});
      });
    }
  }

 private:
  template <class Offer>
  void guess(__int128 value, unsigned bits, const Offer& offerAny) {
    const __int128 found = *found_;
    const __int128 wanted = *wanted_;
    const auto offer = [&](__int128 guessed) {
      if (guessed != value) offerAny(guessed);
    };
    offer(value + (wanted - found));
    offer(value - (wanted - found));
    if (value != 0 && found != 0 && found % value == 0) {
      // Between two multiples one of them is past the bound.
      const __int128 factor = found / value;
      const bool isBelow = wanted % factor != 0 && (wanted < 0) != (factor < 0);
      const __int128 below = wanted / factor - (isBelow ? 1 : 0);
      if (magnitude(wanted) >= magnitude(factor) || wanted == 0) {
        offer(below);
        if (wanted % factor != 0) offer(below + 1);
      }
    }
    for (unsigned shift = 1; shift < bits; ++shift) {
      if (value >> shift != found) continue;
      const __int128 unit = static_cast<__int128>(1) << shift;
      __int128 shifted = 0;
      if (!__builtin_mul_overflow(wanted, unit, &shifted)) offer(shifted + (value & (unit - 1)));
    }
    if (found != 0 && value / found > 1) {
      const __int128 divisor = value / found;
      __int128 multiple = 0;
      if (value / divisor == found && !__builtin_mul_overflow(wanted, divisor, &multiple)) offer(multiple);
    }
  }

  std::optional<__int128> found_;
  std::optional<__int128> wanted_;
  std::vector<Replacement>& guesses_;
};

}  // namespace

std::vector<Replacement> matchesOf(const Operand& found, const Operand& wanted,
                                   const std::vector<Reading>& readings) {
  std::vector<Replacement> matches;
  Matcher matcher(found, wanted, matches);
  for (size_t leaf = 0; leaf < readings.size(); ++leaf) matcher.match(readings[leaf], leaf);
  return matches;
}

std::vector<Replacement> halvesOf(const Operand& found, const Operand& wanted,
                                  const std::vector<Reading>& readings) {
  std::vector<Replacement> matches;
  if (found.kind != Operand::Kind::Text || wanted.kind != Operand::Kind::Text) return matches;
  const auto changed = [&](size_t leaf, std::string_view part, std::string_view by) {
    const auto& text = readings[leaf].text;
    return text ? withPart(text->text, part, by) : std::nullopt;
  };
  for (const Halves& halves : cutAtDelimiters(found.text, wanted.text)) {
    for (size_t leaf = 0; leaf < readings.size(); ++leaf) {
      const auto first = changed(leaf, halves.first, halves.wantedFirst);
      if (!first) continue;
      for (size_t other = 0; other < readings.size(); ++other) {
        const auto second = other == leaf ? std::nullopt : changed(other, halves.second, halves.wantedSecond);
        if (!second) continue;
        if (*first == readings[leaf].text->text) {
          matches.push_back({other, *second});
        } else if (*second == readings[other].text->text) {
          matches.push_back({leaf, *first});
        } else {
          matches.push_back({leaf, *first, {{other, *second}}});
        }
      }
    }
  }
  return matches;
}

std::vector<Replacement> rowsOf(const Operand& found, const Operand& wanted, const gene::TextsByNumber& rows,
                                const std::vector<Reading>& readings) {
  std::vector<Replacement> matches;
  if (found.kind != Operand::Kind::Integer || wanted.kind != Operand::Kind::Integer) return matches;
  const auto wantedRows = rows.find(wanted.integer);
  if (wantedRows == rows.end()) return matches;
  const auto presentRows = rows.find(found.integer);
  std::vector<std::string> changed;
  for (const std::vector<std::string>& row : wantedRows->second) {
    for (size_t leaf = 0; leaf < readings.size(); ++leaf) {
      if (!readings[leaf].text) continue;
      const std::string& text = readings[leaf].text->text;
      changed.clear();
      if (presentRows != rows.end()) {
        for (const auto& present : presentRows->second) exchangeTexts(text, present, row, changed);
      }
      exchangeWords(text, row, changed);
      for (std::string& one : changed) matches.push_back({leaf, std::move(one)});
    }
  }
  return matches;
}

std::vector<Replacement> joinsOf(const Operand& found, const Operand& wanted, char delimiter,
                                 const std::vector<Reading>& readings) {
  std::vector<Replacement> joins;
  if (found.kind != Operand::Kind::Text || wanted.kind != Operand::Kind::Text) return joins;
  for (size_t leaf = 0; leaf < readings.size(); ++leaf) {
    if (!readings[leaf].text) continue;
    std::vector<std::string> changed;
    joinTexts(readings[leaf].text->text, found.text, wanted.text, delimiter, changed);
    for (std::string& one : changed) joins.push_back({leaf, std::move(one)});
  }
  return joins;
}

std::vector<Replacement> guessesOf(const Operand& found, const Operand& wanted,
                                   const std::vector<Reading>& readings) {
  std::vector<Replacement> guesses;
  LinearGuess guess(found, wanted, guesses);
  for (size_t leaf = 0; leaf < readings.size(); ++leaf) guess.match(readings[leaf], leaf);
  return guesses;
}

}  // namespace covolve::search
