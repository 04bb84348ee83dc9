#include "unit/mutants/mutant_table.h"

#include <gtest/gtest.h>

#include <cstring>

#include "covolve/mutants.h"

namespace covolve::unit {
namespace {

TEST(MutantTable, IsInTheOrderOfTheSourceAndHasEachOnce) {
  const std::vector<Mutant> read = readMutantTable(
      "00000000000000ff\tarithmetic\t9\t3\t`+` becomes `-`\tshop::f\t/p/a.h\n"
      "000000000000000a\treturn\t2\t3\treturns `0`\tshop::g\t/p/a.h\n"
      "00000000000000ff\tarithmetic\t9\t3\t`+` becomes `-`\tshop::f\t/p/a.h\n");
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].line, 2u);
  EXPECT_EQ(read[1].id, 0xffu);
  EXPECT_EQ(read[1].change, "`+` becomes `-`");
  EXPECT_EQ(read[1].file, "/p/a.h");
}

TEST(MutantTable, LinesThatAreNoneAreLeftOut) {
  EXPECT_TRUE(readMutantTable("").empty());
  EXPECT_TRUE(readMutantTable("what\tis\tthis\n\n").empty());
  EXPECT_TRUE(readMutantTable("zz\treturn\t2\t3\treturns `0`\tg\t/p/a.h\n").empty());
}

TEST(MutantTable, ARecordTellsWhatWasReached) {
  std::string bytes(mutants::kRecordBytes, '\0');
  const uint64_t steps = 7;
  const uint64_t id = 0xabcdef;
  std::memcpy(bytes.data(), &steps, sizeof(steps));
  std::memcpy(bytes.data() + 24, &id, sizeof(id));
  const Reached reached = readRecord(bytes);
  EXPECT_EQ(reached.steps, 7u);
  EXPECT_EQ(reached.mutants, (std::set<uint64_t>{0xabcdef}));
  EXPECT_TRUE(readRecord("cut").mutants.empty());
}

}  // namespace
}  // namespace covolve::unit
