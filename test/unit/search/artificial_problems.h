// Problems with known answers for search algorithms. A test is a row of
// integers, one action each; a function tells which targets it reached and how
// near it came. Nothing is run, and a number's own mutation is that of these
// problems, so that what is tested is the algorithm.
#pragma once

#include <algorithm>
#include <bit>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include "gene/number/integer_gene.h"
#include "gene/text/text_gene.h"
#include "search/problem.h"

namespace covolve::search::artificial {

using Numbers = std::vector<int64_t>;
using Judge = std::function<void(const Numbers&, std::vector<TargetDistance>&)>;

/// A number that moves by up to a power of two, not longer than its range: no better at small numbers than at
/// large ones, as no constants of a code under test say which are worth trying.
class NumberGene final : public gene::Gene {
 public:
  NumberGene(int64_t low, int64_t high) : number_(64, low, high) {}

  int64_t value() const { return static_cast<int64_t>(number_.value()); }

  std::unique_ptr<Gene> copy() const override { return std::make_unique<NumberGene>(*this); }
  void sample(gene::Source& source) override {
    number_.set(
        source.rng.between(static_cast<int64_t>(number_.low()), static_cast<int64_t>(number_.high())));
  }
  void mutate(gene::Source& source) override {
    const __int128 before = number_.value();
    const auto width = std::bit_width(static_cast<uint64_t>(number_.high() - number_.low()));
    while (number_.value() == before) {
      const auto step = static_cast<__int128>(1 + source.rng.below(uint64_t{1} << source.rng.below(width)));
      number_.set(before + (source.rng.chance(0.5) ? step : -step));
    }
  }
  void write(gene::ValueSink& sink) const override { number_.write(sink); }
  bool assign(const Value& value) override { return number_.assign(value); }
  bool equals(const Gene& other) const override {
    return number_.equals(static_cast<const NumberGene&>(other).number_);
  }
  gene::Leaf* asLeaf() override { return &number_; }

 private:
  gene::IntegerGene number_;
};

struct Shape {
  size_t targets = 1;
  size_t numbers = 1;  // of a test
  int64_t low = 0;
  int64_t high = 0;
  Judge judge;
  TargetGraph graph = {};
};

class ArtificialProblem : public Problem {
 public:
  explicit ArtificialProblem(Shape shape) : shape_(std::move(shape)) {
    if (shape_.graph.size() == 0) shape_.graph = TargetGraph(shape_.targets, {});
  }

  size_t targetCount() const override { return shape_.targets; }
  const TargetGraph& graph() const override { return shape_.graph; }

  Individual sample(const Goal&, Rng& rng) override {
    Individual individual;
    for (size_t i = 0; i < shape_.numbers; ++i) {
      individual.actions.emplace_back(0).genes.push_back(drawGene(rng));
    }
    return individual;
  }

  StructureChange mutateStructure(Individual&, const Goal&, Rng&, bool) override { return {false, true}; }
  bool repair(Individual&, Rng&) override { return false; }
  bool crossOver(Individual& one, Individual& other, Rng& rng) override {
    if (shape_.numbers < 2) return false;
    const size_t from = rng.below(shape_.numbers + 1);
    for (size_t i = from; i < shape_.numbers; ++i) std::swap(one.actions[i], other.actions[i]);
    return true;
  }
  const gene::Constants& constants() const override { return none_; }
  /// Numbers are told apart by their places.
  uint64_t actionId(const Individual&, size_t action) const override { return action; }

  size_t pipelineDepth() const override { return 2; }
  size_t batchSize() const override { return 100; }

  Result<void> submit(std::vector<Individual> batch) override {
    underWay_.push_back(std::move(batch));
    deepest = std::max(deepest, underWay_.size());
    return {};
  }

  Result<void> collect(const Receive& receive) override {
    std::vector<Individual> batch = std::move(underWay_.front());
    underWay_.pop_front();
    for (Individual& individual : batch) {
      reached_.clear();
      judge(individual, reached_);
      ++evaluations;
      receive(std::move(individual), {reached_, {}});
    }
    return {};
  }

  size_t evaluations = 0;
  size_t deepest = 0;                          // batches under way at once
  uint64_t seen = 0;                           // a digest of all tests in their order
  std::function<bool(const Numbers&)> diesOf;  // tests that kill the code under test

 protected:
  virtual std::unique_ptr<gene::Gene> drawGene(Rng& rng) {
    auto gene = std::make_unique<NumberGene>(shape_.low, shape_.high);
    gene::Source source(rng, none_);
    gene->sample(source);
    return gene;
  }

  virtual void judge(Individual& individual, std::vector<TargetDistance>& reached) {
    numbers_.clear();
    for (const Action& action : individual.actions) {
      numbers_.push_back(static_cast<NumberGene&>(*action.genes[0]).value());
    }
    seen = seen * 31 + static_cast<uint64_t>(numbers_.empty() ? 0 : numbers_[0]);
    if (diesOf && diesOf(numbers_)) {
      individual.actions.clear();
    } else {
      shape_.judge(numbers_, reached);
    }
  }

 private:
  const gene::Constants none_;
  Shape shape_;
  Numbers numbers_;
  std::vector<TargetDistance> reached_;
  std::deque<std::vector<Individual>> underWay_;
};

inline uint64_t apart(int64_t one, int64_t other) {
  return one > other ? static_cast<uint64_t>(one) - static_cast<uint64_t>(other)
                     : static_cast<uint64_t>(other) - static_cast<uint64_t>(one);
}

/// One number of 64 bits; the distance says how far it is off.
inline Shape gradient(int64_t secret = 0x1234'5678'9abc'def0) {
  return {1, 1, INT64_MIN, INT64_MAX, [=](const Numbers& numbers, std::vector<TargetDistance>& reached) {
            reached.push_back({0, apart(numbers[0], secret)});
          }};
}

/// No distance but for one number in 500.
inline Shape plateau() {
  return {1, 1, 0, 99'999, [](const Numbers& numbers, std::vector<TargetDistance>& reached) {
            reached.push_back({0, numbers[0] / 200 == 311 ? 0u : 1u});
          }};
}

/// Steps of 2^40 equal distances each, down to a single one that is right.
inline Shape stairs() {
  return {1, 1, 0, INT64_MAX, [](const Numbers& numbers, std::vector<TargetDistance>& reached) {
            reached.push_back({0, apart(numbers[0] >> 40, 1'234'567)});
          }};
}

/// Ever nearer towards 0, but right is a window of 1 in 200 far from there.
inline Shape deceptive() {
  return {1, 1, 0, 1'000'000, [](const Numbers& numbers, std::vector<TargetDistance>& reached) {
            const int64_t x = numbers[0];
            reached.push_back({0, x >= 900'000 && x < 905'000 ? 0 : static_cast<uint64_t>(x) + 1});
          }};
}

/// Gradients of which every other one never gets to 0.
inline Shape manyInfeasible(size_t targets = 60) {
  return {targets, 1, -1'000'000, 1'000'000,
          [=](const Numbers& numbers, std::vector<TargetDistance>& reached) {
            for (size_t i = 0; i < targets; ++i) {
              const int64_t secret = static_cast<int64_t>(i * 7'919'317 % 2'000'000) - 1'000'000;
              reached.push_back({static_cast<TargetId>(i), apart(numbers[0], secret) + i % 2});
            }
          }};
}

/// Targets, each covered by one remainder, of which a test tells only its own and the next few.
inline Shape remainders(size_t targets = 10'000, size_t next = 1) {
  return {targets, 1, 0, 999'999'999, [=](const Numbers& numbers, std::vector<TargetDistance>& reached) {
            const auto remainder = static_cast<size_t>(numbers[0]) % targets;
            for (size_t i = 0; i <= next; ++i) {
              reached.push_back({static_cast<TargetId>((remainder + i) % targets), i});
            }
          }};
}

/// A ladder of targets: each of ten numbers is worth up to 1,000, the more the nearer it is to its secret,
/// and target i needs a worth above i steps.
inline Shape ladder(uint64_t targets = 10'000, uint64_t step = 1) {
  return {targets, 10, 0, 9'999'999, [=](const Numbers& numbers, std::vector<TargetDistance>& reached) {
            uint64_t worth = 0;
            for (size_t i = 0; i < numbers.size(); ++i) {
              const uint64_t off = apart(numbers[i], static_cast<int64_t>(i * 777'777 + 5'000)) / 1'000;
              worth += off < 1'000 ? 1'000 - off : 0;
            }
            for (uint64_t i = 0; i < targets; ++i) {
              reached.push_back({static_cast<TargetId>(i), worth > i * step ? 0 : i * step + 1 - worth});
            }
          }};
}

/// if (x0 == s0) if (x1 == s1) if (...): the inner one is reached only when all outer ones are covered.
inline Shape nested(size_t depth = 8) {
  std::vector<TargetGraph::Edge> edges;
  for (TargetId i = 1; i < depth; ++i) edges.push_back({i - 1, i});
  return {depth,
          depth,
          -100'000,
          100'000,
          [=](const Numbers& numbers, std::vector<TargetDistance>& reached) {
            for (size_t i = 0; i < depth; ++i) {
              const uint64_t distance = apart(numbers[i], static_cast<int64_t>(i * 12'345) - 50'000);
              reached.push_back({static_cast<TargetId>(i), distance});
              if (distance != 0) return;
            }
          },
          TargetGraph(depth, edges)};
}

/// Two numbers, two targets that guard each other (recursion), reached by either.
inline Shape cycle(std::vector<TargetGraph::Edge> edges) {
  return {3,
          2,
          -1'000'000,
          1'000'000,
          [](const Numbers& numbers, std::vector<TargetDistance>& reached) {
            reached.push_back({0, apart(numbers[0], 4711)});
            reached.push_back({1, apart(numbers[1], -4711)});
            if (numbers[0] == 4711) reached.push_back({2, apart(numbers[1], 99)});
          },
          TargetGraph(3, std::move(edges))};
}

/// Only one of fifty numbers matters.
inline Shape oneOfFifty() {
  return {1, 50, -1'000'000, 1'000'000, [](const Numbers& numbers, std::vector<TargetDistance>& reached) {
            reached.push_back({0, apart(numbers[31], 271'828)});
          }};
}

/// Two of fifty matter, and both must be right.
inline Shape twoOfFifty() {
  return {1, 50, -1'000'000, 1'000'000, [](const Numbers& numbers, std::vector<TargetDistance>& reached) {
            reached.push_back({0, apart(numbers[7], -314'159) + apart(numbers[40], 577'215)});
          }};
}

/// Far between the two ends, which every search sees first.
inline Shape between() {
  return {1, 1, 0, int64_t{1} << 40, [](const Numbers& numbers, std::vector<TargetDistance>& reached) {
            reached.push_back({0, apart(numbers[0], 618'033'988'749)});
          }};
}

/// A text of eleven characters, the sixth of which is a tilde.
class LengthAndCharacter final : public ArtificialProblem {
 public:
  LengthAndCharacter() : ArtificialProblem({1, 1, 0, 0, {}}) {}

 protected:
  std::unique_ptr<gene::Gene> drawGene(Rng& rng) override {
    auto gene = std::make_unique<gene::TextGene>(false);
    gene::Source source(rng, constants());
    gene->sample(source);
    return gene;
  }

  void judge(Individual& individual, std::vector<TargetDistance>& reached) override {
    const std::string& text = static_cast<gene::TextGene&>(*individual.actions[0].genes[0]).text();
    constexpr size_t kPlace = 5;
    const uint64_t character = text.size() > kPlace ? apart(text[kPlace], '~') : 256;
    reached.push_back({0, apart(static_cast<int64_t>(text.size()), 11) * 256 + character});
  }
};

}  // namespace covolve::search::artificial
