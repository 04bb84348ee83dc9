#include "gene/gene.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gene/choice/choice_gene.h"
#include "gene/number/boolean_gene.h"
#include "gene/number/floating_gene.h"
#include "gene/number/integer_gene.h"
#include "gene/reference_gene.h"
#include "gene/structure/list_gene.h"
#include "gene/structure/optional_gene.h"
#include "gene/structure/tuple_gene.h"
#include "gene/text/text_gene.h"
#include "gene/value_builder.h"

namespace covolve::gene {
namespace {

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
