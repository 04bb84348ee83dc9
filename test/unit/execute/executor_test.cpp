#include "execute/executor.h"

#include <gtest/gtest.h>

#include "harness_fixture.h"

namespace covolve::execute {
namespace {

using abi::Ending;
using abi::Outcome;

TEST(Executor, ReadsTheSitesThatTheHarnessRegistered) {
  Bench bench;
  ASSERT_EQ(bench.executor().sites().size(), 4u);
  EXPECT_EQ(bench.executor().sites()[1].kind, abi::SiteKind::Compare);
}

TEST(Executor, ReturnsDistancesOfEachTestAlone) {
  Bench bench;
  const auto seen = bench.run({"compare 40", "compare 42", "nothing"});
  EXPECT_EQ(seen[0].sites, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(seen[0].distances, (std::vector<uint64_t>{0, 2}));
  EXPECT_EQ(seen[1].sites, (std::vector<uint32_t>{0, 1, 3}));
  EXPECT_EQ(seen[1].distances, (std::vector<uint64_t>{0, 0, 0}));
  EXPECT_EQ(seen[2].sites, (std::vector<uint32_t>{0}));
}

TEST(Executor, TellsWhichCallThrew) {
  Bench bench;
  const Seen seen = bench.runOne("throw");
  EXPECT_EQ(seen.outcome, Outcome::Returned);
  ASSERT_EQ(seen.thrown.size(), 1u);
  EXPECT_EQ(seen.thrown[0].callSite, 2u);
  EXPECT_EQ(seen.executedActions, 1u);
}

}  // namespace
}  // namespace covolve::execute
