#include "rest/genes/pattern_gene.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "gene/regex/regex_gene.h"
#include "gene/value_builder.h"

namespace covolve::rest {

namespace {

using gene::Gene;

constexpr int kTrials = 24;
constexpr size_t kUnbounded = SIZE_MAX;
constexpr size_t kLongestGenerated = 1000;  // what the genes of patterns can spell

struct Quantifier {
  size_t begin = 0;  // in the pattern's text
  size_t end = 0;
  size_t least = 0;
  size_t most = kUnbounded;
};

std::optional<size_t> takeNumber(std::string_view pattern, size_t& position) {
  constexpr size_t kMost = 100'000;
  const size_t begin = position;
  size_t number = 0;
  while (position < pattern.size() && pattern[position] >= '0' && pattern[position] <= '9') {
    number = std::min(number * 10 + static_cast<size_t>(pattern[position++] - '0'), kMost);
  }
  if (position == begin) return std::nullopt;
  return number;
}

/// {2}, {2,} or {2,5} at the position.
std::optional<Quantifier> countAt(std::string_view pattern, size_t begin) {
  size_t position = begin + 1;
  const auto least = takeNumber(pattern, position);
  if (!least || position >= pattern.size()) return std::nullopt;
  std::optional<size_t> most = least;
  if (pattern[position] == ',') {
    ++position;
    most = takeNumber(pattern, position);
  }
  if (position >= pattern.size() || pattern[position] != '}') return std::nullopt;
  return Quantifier{begin, position + 1, *least, most.value_or(kUnbounded)};
}

/// Those that leave a choice.
std::vector<Quantifier> quantifiersOf(std::string_view pattern) {
  std::vector<Quantifier> found;
  bool isInClass = false;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c == '\\') {
      ++i;
    } else if (isInClass) {
      isInClass = c != ']';
    } else if (c == '[') {
      isInClass = true;
    } else if (c == '*') {
      found.push_back({i, i + 1, 0, kUnbounded});
    } else if (c == '+') {
      found.push_back({i, i + 1, 1, kUnbounded});
    } else if (c == '{') {
      if (const auto count = countAt(pattern, i); count && count->least < count->most) {
        found.push_back(*count);
        i = count->end - 1;
      }
    }
  }
  return found;
}

std::string replaced(const std::string& pattern, const Quantifier& quantifier, size_t least, size_t most) {
  std::string narrowed = pattern;
  return narrowed.replace(quantifier.begin, quantifier.end - quantifier.begin,
                          fmt::format("{{{},{}}}", least, most));
}

std::unique_ptr<Gene> generator(const std::string& pattern) {
  auto gene = gene::makeRegexGene(pattern, gene::RegexSyntax::Ecmascript, gene::RegexScope::Search);
  return gene ? std::move(*gene) : nullptr;
}

/// How often a quantifier repeats in texts of a length, judged by the simplest text of the pattern.
class Rounds {
 public:
  Rounds(const Quantifier& quantifier, size_t simplest, size_t width)
      : quantifier_(quantifier),
        around_(simplest > quantifier.least * width ? simplest - quantifier.least * width : 0),
        width_(width) {}

  const Quantifier& quantifier() const { return quantifier_; }
  size_t within(size_t length) const { return length > around_ ? (length - around_) / width_ : 0; }
  size_t reaching(size_t length) const { return within(length) + (exactly(length) ? 0 : 1); }

 private:
  bool exactly(size_t length) const { return length <= around_ || (length - around_) % width_ == 0; }

  Quantifier quantifier_;
  size_t around_;  // characters beside those of the quantifier
  size_t width_;   // characters of a round
};

class Narrowing {
 public:
  Narrowing(const std::string& pattern, const LengthBounds& lengths,
            const std::function<bool(const std::string&)>& fits)
      : pattern_(pattern), lengths_(lengths), fits_(fits) {}

  PatternGene make() {
    auto original = generator(pattern_);
    if (original == nullptr) return {};
    simplest_ = lengthOf(gene::valueOf(*original).text);
    consider(std::move(original));
    for (const Quantifier& quantifier : quantifiersOf(pattern_)) {
      const Rounds rounds(quantifier, simplest_, widthOf(quantifier));
      if (2 * bestCount_ < kTrials) narrow(rounds);
      addBorders(rounds);
    }
    return std::move(best_);
  }

 private:
  /// How many characters one more round adds; one where that cannot be tried.
  size_t widthOf(const Quantifier& quantifier) const {
    const size_t rounds = quantifier.least + 1;
    const auto gene = generator(replaced(pattern_, quantifier, rounds, rounds));
    const size_t longer = gene != nullptr ? lengthOf(gene::valueOf(*gene).text) : 0;
    return longer > simplest_ ? longer - simplest_ : 1;
  }

  /// Keeps the gene if more of its samples fit.
  void consider(std::unique_ptr<Gene> gene) {
    if (gene == nullptr) return;
    int count = 0;
    const auto probe = gene->copy();
    Rng rng(1);
    const gene::Constants none;
    gene::Source source(rng, none);
    for (int i = 0; i < kTrials; ++i) {
      probe->sample(source);
      count += fits_(gene::valueOf(*probe).text) ? 1 : 0;
    }
    if (count > bestCount_) {
      bestCount_ = count;
      best_.gene = std::move(gene);
    }
  }

  void narrow(const Rounds& rounds) {
    const Quantifier& quantifier = rounds.quantifier();
    const size_t least = std::max(quantifier.least, rounds.reaching(lengths_.shortest));
    size_t most = std::min(quantifier.most, least + 16);
    if (lengths_.longest != kUnbounded) most = std::min(quantifier.most, rounds.within(lengths_.longest));
    if (least > most || least > kLongestGenerated) return;
    consider(generator(replaced(pattern_, quantifier, least, std::min(most, least + kLongestGenerated))));
  }

  void addBorders(const Rounds& rounds) {
    const Quantifier& quantifier = rounds.quantifier();
    for (const size_t length : {lengths_.shortest, lengths_.longest}) {
      if (length == 0 || length > kLongestGenerated) continue;
      const size_t count = rounds.within(length);
      if (count < quantifier.least || count > quantifier.most) continue;
      const auto gene = generator(replaced(pattern_, quantifier, count, count));
      if (gene == nullptr) continue;
      std::string text = gene::valueOf(*gene).text;
      const bool isNew = std::ranges::find(best_.borders, text) == best_.borders.end();
      if (isNew && lengthOf(text) == length && fits_(text)) best_.borders.push_back(std::move(text));
    }
  }

  const std::string& pattern_;
  const LengthBounds& lengths_;
  const std::function<bool(const std::string&)>& fits_;
  size_t simplest_ = 0;  // length of the simplest text
  int bestCount_ = 0;
  PatternGene best_;
};

}  // namespace

size_t lengthOf(std::string_view text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

PatternGene makePatternGene(const std::string& pattern, const LengthBounds& lengths,
                            const std::function<bool(const std::string&)>& fits) {
  return Narrowing(pattern, lengths, fits).make();
}

}  // namespace covolve::rest
