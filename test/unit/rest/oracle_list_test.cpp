#include <gtest/gtest.h>

#include "rest/oracle/oracle.h"

namespace covolve::rest {
namespace {

TEST(OracleList, HasTheNamesThatUsersKnow) {
  std::vector<std::string> names;
  for (const auto& oracle : oracles()) names.emplace_back(oracle->name());
  EXPECT_EQ(names, (std::vector<std::string>{
                       "server-error", "connection-loss", "schema", "undeclared-status", "content-type",
                       "missing-header", "delete-then-get", "use-after-delete", "unsupported-method",
                       "positive-rejected", "negative-accepted", "ignored-authentication",
                       "ignored-ownership", "refused-but-done", "not-idempotent", "leak", "slow-answer"}));
}

TEST(OracleList, SaysOfEachInOneLineWhatItIs) {
  for (const auto& oracle : oracles()) {
    EXPECT_FALSE(oracle->description().empty()) << oracle->name();
    EXPECT_EQ(oracle->description().find('\n'), std::string_view::npos) << oracle->name();
    EXPECT_LT(oracle->description().size(), 80u) << oracle->name();
  }
}

}  // namespace
}  // namespace covolve::rest
