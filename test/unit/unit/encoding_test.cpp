#include "unit/scenario/encoding.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/rng.h"
#include "base/type_name.h"
#include "gene/number/integer_gene.h"
#include "gene/reference_gene.h"
#include "gene/structure/optional_gene.h"
#include "gene/text/text_gene.h"

namespace covolve::unit {
namespace {

TEST(Encoding, FollowsTheHarnessFormat) {
  search::Individual individual;
  individual.actions.emplace_back(0x0102);
  auto number = gene::IntegerGene::ofType(16, true);
  number->set(-2);
  individual.actions[0].genes.push_back(std::move(number));
  individual.actions[0].genes.push_back(
      std::make_unique<gene::OptionalGene>(std::make_unique<gene::TextGene>(false)));
  auto reference = std::make_unique<gene::ReferenceGene>(0);
  reference->refer(3);
  individual.actions[0].genes.push_back(std::move(reference));
  const std::vector<uint8_t> bytes = encodeTest(individual);
  const std::vector<uint8_t> expected{1, 0, 2, 1, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 3, 0};
  EXPECT_EQ(bytes, expected);
}

TEST(Encoding, TellsWhereATestDoesNotFit) {
  search::Individual individual;
  individual.actions.emplace_back(1);
  individual.actions[0].genes.push_back(gene::IntegerGene::ofType(32, true));
  individual.actions.emplace_back(2);  // would fit where the integer does not
  const size_t size = encodeTest(individual).size();
  std::vector<uint8_t> room(size);
  EXPECT_EQ(encodeTest(individual, room), size);
  EXPECT_EQ(encodeTest(individual, std::span(room).first(size - 1)), std::nullopt);
  EXPECT_EQ(encodeTest(individual, std::span(room).first(6)), std::nullopt);
}

TEST(Observations, AreDecoded) {
  // action 1 returned present(list(true, "a"))
  const std::vector<uint8_t> bytes{1, 0, 0, 0, 7, 5, 2, 0, 0, 0, 1, 1, 4, 1, 0, 0, 0, 'a'};
  const auto observations = decodeObservations(bytes);
  ASSERT_TRUE(observations.has_value());
  ASSERT_EQ(observations->size(), 1u);
  EXPECT_EQ((*observations)[0].step, 1u);
  EXPECT_EQ((*observations)[0].value,
            Value::present(Value::list({Value::boolean(true), Value::string("a")})));
}

TEST(Observations, ThrownTypesAreNamed) {
  std::vector<uint8_t> bytes{0, 0, 2, 0, 5, 2, 0, 0, 0};
  for (const std::string text : {"St12out_of_range", "too far"}) {
    bytes.insert(bytes.end(), {4, static_cast<uint8_t>(text.size()), 0, 0, 0});
    bytes.insert(bytes.end(), text.begin(), text.end());
  }
  const auto observations = decodeObservations(bytes);
  ASSERT_TRUE(observations.has_value());
  EXPECT_EQ((*observations)[0].what, Observation::What::Threw);
  EXPECT_EQ((*observations)[0].exceptionType, "std::out_of_range");
  EXPECT_EQ((*observations)[0].exceptionText, "too far");
}

TEST(TypeNames, OnlyThoseThatATestCanWriteAreNameable) {
  EXPECT_EQ(nameableType("i"), "int");
  EXPECT_EQ(nameableType("N12_GLOBAL__N_15LocalE"), "");
  EXPECT_NE(readableType("N12_GLOBAL__N_15LocalE"), "");
}

TEST(Observations, NonsenseBytesAreAnErrorNeverACrash) {
  Rng rng(1);
  for (int i = 0; i < 20000; ++i) {
    std::vector<uint8_t> bytes(rng.below(64));
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(rng.chance(0.7) ? rng.below(8) : rng.bits());
    (void)decodeObservations(bytes);
  }
  EXPECT_FALSE(decodeObservations(std::vector<uint8_t>{1, 0, 0, 0, 9}).has_value());
  EXPECT_FALSE(decodeObservations(std::vector<uint8_t>(300, 7)).has_value());  // nested too deep
}

}  // namespace
}  // namespace covolve::unit
