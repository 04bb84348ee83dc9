// The subjects of real C++'s types compute the right thing.
#include <gtest/gtest.h>

#include "../../../subjects/cpp/seating.cpp"

namespace cpp {
namespace {

TEST(Seating, Reviews) {
  EXPECT_EQ(review({}, {}, 1), Objection::NobodyInvited);
  EXPECT_EQ(review({{1, {"a", "b"}}}, {"a", "b"}, 1), Objection::TableTooFull);
  EXPECT_EQ(review({{1, {"x"}}}, {"a"}, 1), Objection::UnknownGuest);
  EXPECT_EQ(review({{1, {"a"}}, {2, {"a"}}}, {"a", "b"}, 1), Objection::SeatedTwice);
  EXPECT_EQ(review({{1, {"a"}}}, {"a", "b"}, 1), Objection::GuestMissing);
  EXPECT_EQ(review({{1, {"a"}}, {2, {"b"}}}, {"a", "b"}, 1), Objection::None);
}

TEST(Seating, SeatsTheFirstInTheQueue) {
  EXPECT_EQ(seat({"a", "b", "c"}, {0, 1, -1, 1}), std::pair(std::deque<std::string>{"c"}, 2));
  EXPECT_EQ(seat({"a"}, {2}), std::pair(std::deque<std::string>{}, 1));
}

TEST(Seating, FindsTheFavouriteDish) {
  EXPECT_EQ(favourite({}), std::tuple("", 0, false));
  EXPECT_EQ(favourite({{"a", "fish"}, {"b", ""}, {"c", "fish"}, {"d", "soup"}}),
            std::tuple("fish", 2, false));
  EXPECT_EQ(favourite({{"a", "fish"}, {"b", "soup"}}), std::tuple("fish", 1, true));
}

TEST(Seating, ChecksMenus) {
  EXPECT_FALSE(isMenu({}, {}, {}));
  EXPECT_FALSE(isMenu({2, 1}, {}, {1, 1, 2, 2}));
  EXPECT_FALSE(isMenu({1}, {1}, {1, 1}));
  EXPECT_FALSE(isMenu({1}, {}, {1}));
  EXPECT_TRUE(isMenu({1, 2}, {3}, {1, 1, 2, 2}));
}

}  // namespace
}  // namespace cpp
