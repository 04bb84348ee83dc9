#include "search/refine/text_matches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/refine/text_numbers.h"

namespace covolve::search {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> matched(std::string_view text, std::string_view found, std::string_view wanted) {
  std::vector<std::string> changed;
  matchTexts(text, found, wanted, changed);
  return changed;
}

TEST(TextMatches, PutTheOtherTextInItsPlace) {
  EXPECT_THAT(matched("level=INFO", "INFO", "FATAL"), ElementsAre("level=FATAL"));
  EXPECT_THAT(matched("a-a", "a", "bc"), ElementsAre("bc-a", "a-bc"));
  EXPECT_THAT(matched("", "", "now"), ElementsAre("now"));
  EXPECT_THAT(matched("level", "other", "FATAL"), IsEmpty());
}

TEST(TextMatches, SeeThroughAChangeOfCase) {
  EXPECT_THAT(matched("Content-Type", "content-type", "host"), ElementsAre("host"));
}

TEST(TextMatches, LeaveOutWhatTheCodeHasPutAroundTheText) {
  EXPECT_THAT(matched("bob", "user:bob;", "user:root;"), Contains("root"));
}

TEST(TextMatches, ExchangeTheWordsOfWhatWasPutTogether) {
  EXPECT_THAT(matched("[shop]", "shop.colour", "server.port"), ElementsAre("[server]"));
  EXPECT_THAT(matched("colour = 5", "shop.colour", "server.port"), ElementsAre("port = 5"));
  EXPECT_THAT(matched("colour of shop", "shop.colour", "server.port"), Contains("port of server"));
}

TEST(TextMatches, ExchangeWordsBetweenTheSameDelimitersThoughOthersAreEmpty) {
  EXPECT_THAT(matched("q = 5", ".q", "server.port"), ElementsAre("port = 5"));
  EXPECT_THAT(matched("<a>", "a//c", "usr/local/share"), ElementsAre("<usr>"));
  EXPECT_THAT(matched("<b>", "a/b/", "usr//share"), IsEmpty());
  EXPECT_THAT(matched("q = 5", ".q", "server:port"), IsEmpty());
  EXPECT_THAT(matched("q = 5", ".q", "server.port.0"), IsEmpty());
}

TEST(TextMatches, PutTheOtherTextBesideIt) {
  const auto joined = [](std::string_view text, std::string_view found, std::string_view wanted) {
    std::vector<std::string> changed;
    joinTexts(text, found, wanted, ',', changed);
    return changed;
  };
  EXPECT_THAT(joined("count", "count", "price"), ElementsAre("count,price"));
  EXPECT_THAT(joined("a;Count;b", "count", "price"), ElementsAre("a;Count,price;b"));
  EXPECT_THAT(joined("count;price", "count", "price"), IsEmpty());  // it stands there
  EXPECT_THAT(joined("total", "count", "price"), IsEmpty());
  EXPECT_THAT(joined("count", "", "price"), IsEmpty());
}

TEST(TextMatches, CutBothTextsAtTheSameDelimiter) {
  const auto cuts = cutAtDelimiters("a@b.c", "server.port");
  ASSERT_EQ(cuts.size(), 1u);
  EXPECT_EQ(cuts[0].first, "a@b");
  EXPECT_EQ(cuts[0].second, "c");
  EXPECT_EQ(cuts[0].wantedFirst, "server");
  EXPECT_EQ(cuts[0].wantedSecond, "port");
  EXPECT_TRUE(cutAtDelimiters(".c", "server.port").empty()) << "there is nothing before it";
}

TEST(TextNumbers, AreFoundWithTheirPlaces) {
  const auto numbers = numbersIn("2024-02-09T7");
  ASSERT_EQ(numbers.size(), 4u);
  EXPECT_EQ(numbers[1].begin, 5u);
  EXPECT_EQ(numbers[1].size, 2u);
  EXPECT_EQ(numbers[1].value, 2);
  EXPECT_THAT(numbersIn("1234567890123456789"), IsEmpty());  // may not fit
  EXPECT_EQ(numbersIn("1 2 3 4 5 6 7 8 9 10").size(), 8u);
}

TEST(TextNumbers, StayAsWideAsTheirZerosMadeThem) {
  const std::string date = "2024-02-09";
  const auto numbers = numbersIn(date);
  EXPECT_EQ(withNumber(date, numbers[1], 7), "2024-07-09");
  EXPECT_EQ(withNumber(date, numbers[1], 12), "2024-12-09");
  EXPECT_EQ(withNumber(date, numbers[0], 7), "7-02-09");
  EXPECT_EQ(withNumber(date, numbers[2], 100), "2024-02-100");
}

}  // namespace
}  // namespace covolve::search
