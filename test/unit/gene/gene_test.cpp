#include "gene/gene.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gene/boolean_gene.h"
#include "gene/choice_gene.h"
#include "gene/floating_gene.h"
#include "gene/integer_gene.h"
#include "gene/list_gene.h"
#include "gene/optional_gene.h"
#include "gene/reference_gene.h"
#include "gene/text_gene.h"
#include "gene/tuple_gene.h"
#include "gene/value_builder.h"

namespace covolve::gene {
namespace {

std::vector<std::unique_ptr<Gene>> oneOfEach() {
  std::vector<std::unique_ptr<Gene>> genes;
  genes.push_back(std::make_unique<BooleanGene>());
  for (const unsigned bits : {8u, 16u, 32u, 64u, 128u}) {
    genes.push_back(IntegerGene::ofType(bits, true));
    genes.push_back(IntegerGene::ofType(bits, false));
  }
  genes.push_back(IntegerGene::ofCharacter(8, true));
  genes.push_back(std::make_unique<FloatingGene>(32));
  genes.push_back(std::make_unique<FloatingGene>(64));
  genes.push_back(std::make_unique<ChoiceGene>(
      std::make_shared<std::vector<int64_t>>(std::vector<int64_t>{-3, 0, 7}), 32));
  genes.push_back(std::make_unique<TextGene>(true));
  genes.push_back(std::make_unique<TextGene>(false));
  genes.push_back(std::make_unique<ListGene>(std::make_unique<TextGene>(true), 12));
  genes.push_back(ListGene::fixed(IntegerGene::ofType(16, true), 3));
  genes.push_back(std::make_unique<OptionalGene>(std::make_unique<FloatingGene>(64)));
  std::vector<std::unique_ptr<Gene>> parts;
  parts.push_back(IntegerGene::ofType(32, true));
  parts.push_back(std::make_unique<TextGene>(true));
  genes.push_back(std::make_unique<TupleGene>(std::move(parts)));
  return genes;
}

TEST(Gene, CopiesAreEqualAndIndependent) {
  Rng rng(1);
  const Constants constants;
  Source source(rng, constants);
  for (const auto& gene : oneOfEach()) {
    for (int i = 0; i < 200; ++i) {
      gene->sample(source);
      const auto copy = gene->copy();
      const Value before = valueOf(*copy);
      EXPECT_TRUE(copy->equals(*gene));
      gene->sample(source);
      EXPECT_EQ(valueOf(*copy), before);
    }
  }
}

TEST(Gene, TheSameSeedSamplesTheSameValues) {
  struct Seeded {
    Rng rng{7};
    Constants constants;
    Source source{rng, constants};
  } one, two;
  const auto genes = oneOfEach();
  const auto others = oneOfEach();
  for (size_t i = 0; i < genes.size(); ++i) {
    for (int k = 0; k < 100; ++k) {
      genes[i]->sample(one.source);
      others[i]->sample(two.source);
      EXPECT_EQ(valueOf(*genes[i]), valueOf(*others[i]));
    }
  }
}

// Always taking the first simpler value must come to an end, whatever the start.
TEST(Gene, ShrinkingEndsFromAnyValue) {
  Rng rng(3);
  const Constants constants;
  Source source(rng, constants);
  for (const auto& pattern : oneOfEach()) {
    for (int i = 0; i < 100; ++i) {
      for (const bool takeLast : {false, true}) {
        auto gene = pattern->copy();
        gene->sample(source);
        if (takeLast && gene->weight() > 300) continue;
        int steps = 0;
        const int most = takeLast ? 5000 : 600;
        for (auto simpler = gene->simpler(); !simpler.empty() && steps < most; simpler = gene->simpler()) {
          auto& next = takeLast ? simpler.back() : simpler.front();
          EXPECT_FALSE(next->equals(*gene));
          gene = std::move(next);
          ++steps;
        }
        if (!takeLast) {
          EXPECT_LT(steps, most);
        }
      }
    }
  }
}

TEST(IntegerGene, StaysInTheRangeOfItsTypeAndReachesItsBorders) {
  Rng rng(5);
  const Constants constants;
  Source source(rng, constants);
  const auto gene = IntegerGene::ofType(8, true);
  bool sawLow = false;
  bool sawHigh = false;
  for (int i = 0; i < 5000; ++i) {
    gene->sample(source);
    EXPECT_GE(gene->value(), -128);
    EXPECT_LE(gene->value(), 127);
    sawLow |= gene->value() == -128;
    sawHigh |= gene->value() == 127;
  }
  EXPECT_TRUE(sawLow);
  EXPECT_TRUE(sawHigh);
}

TEST(IntegerGene, UnsignedSixtyFourBitsReachAboveTheSignedRange) {
  Rng rng(5);
  const Constants constants;
  Source source(rng, constants);
  const auto gene = IntegerGene::ofType(64, false);
  bool sawLarge = false;
  for (int i = 0; i < 1000; ++i) {
    gene->sample(source);
    EXPECT_GE(gene->value(), 0);
    sawLarge |= gene->value() > INT64_MAX;
  }
  EXPECT_TRUE(sawLarge);
}

TEST(FloatingGene, FloatsAreExactlyRepresentable) {
  Rng rng(5);
  const Constants constants;
  Source source(rng, constants);
  FloatingGene gene(32);
  for (int i = 0; i < 2000; ++i) {
    gene.sample(source);
    const double value = valueOf(gene).floating;
    if (!std::isnan(value)) {
      EXPECT_EQ(static_cast<double>(static_cast<float>(value)), value);
    }
  }
}

TEST(TextGene, CStringsHoldNoNul) {
  Rng rng(5);
  const Constants constants;
  Source source(rng, constants);
  TextGene gene(false);
  for (int i = 0; i < 5000; ++i) {
    gene.sample(source);
    EXPECT_EQ(valueOf(gene).text.find('\0'), std::string::npos);
  }
}

TEST(ListGene, FixedListsKeepTheirLength) {
  Rng rng(5);
  const Constants constants;
  Source source(rng, constants);
  const auto gene = ListGene::fixed(IntegerGene::ofType(32, true), 4);
  EXPECT_EQ(valueOf(*gene).children.size(), 4u);
  for (int i = 0; i < 100; ++i) {
    gene->sample(source);
    EXPECT_EQ(valueOf(*gene).children.size(), 4u);
    for (const auto& simpler : gene->simpler()) EXPECT_EQ(valueOf(*simpler).children.size(), 4u);
  }
}

TEST(ReferenceGene, SamplingForgetsWhatItReferredTo) {
  Rng rng(5);
  const Constants constants;
  Source source(rng, constants);
  auto gene = std::make_unique<ReferenceGene>(4);
  gene->refer(2);
  gene->sample(source);
  EXPECT_EQ(gene->action(), ReferenceGene::kOpen);
}

TEST(ReferenceGene, AreFoundInsideListsButNotInWhatIsAbsent) {
  Rng rng(5);
  const Constants constants;
  Source source(rng, constants);
  std::unique_ptr<Gene> list = ListGene::fixed(std::make_unique<ReferenceGene>(1), 3);
  int count = 0;
  forEachReference(list, [&](ReferenceGene&) { ++count; });
  EXPECT_EQ(count, 3);
  std::unique_ptr<Gene> absent = std::make_unique<OptionalGene>(std::make_unique<ReferenceGene>(1), 0.0);
  absent->sample(source);
  forEachReference(absent, [&](ReferenceGene&) { ++count; });
  EXPECT_EQ(count, 3);
}

TEST(Value, NanEqualsNanAndZerosDifferBySign) {
  EXPECT_EQ(Value::real(NAN), Value::real(NAN));
  EXPECT_FALSE(Value::real(0.0) == Value::real(-0.0));
}

}  // namespace
}  // namespace covolve::gene
