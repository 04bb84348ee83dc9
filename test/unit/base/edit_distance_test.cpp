#include "base/edit_distance.h"

#include <gtest/gtest.h>

#include <vector>

namespace covolve {
namespace {

TEST(EditDistance, CountsInsertedRemovedAndReplacedCharacters) {
  EXPECT_EQ(editDistance("", ""), 0u);
  EXPECT_EQ(editDistance("", "abc"), 3u);
  EXPECT_EQ(editDistance("kitten", "sitting"), 3u);
  EXPECT_EQ(editDistance("seeds", "seed"), 1u);
}

TEST(NearestName, IsTheOneThatWasMeant) {
  const std::vector<std::string> names{"budgets", "targets", "seeds"};
  const auto nearest = [&](std::string_view name) {
    const std::string* found = nearestName(names, name);
    return found != nullptr ? *found : "none";
  };
  EXPECT_EQ(nearest("target"), "targets");
  EXPECT_EQ(nearest("bugdets"), "budgets");
  EXPECT_EQ(nearest("seed"), "seeds");
  EXPECT_EQ(nearest("colour"), "none");
  EXPECT_EQ(nearest(""), "none");
}

TEST(NearestName, NeverIsANameThatSharesNothing) {
  const std::vector<std::string> names{"p"};
  EXPECT_EQ(nearestName(names, "q"), nullptr);
}

}  // namespace
}  // namespace covolve
