#include "execute/site_table.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace covolve::execute {
namespace {

const std::string kText =
    "F\t00000000000000ff\t3\t1\t-\t3,4,5\tshop::total\t/a/order.cpp\n"
    "S\tffffffffffffffff\t7\t3\t-9223372036854775808\t-\tshop::kind\t/a/with\ttab.cpp\n"
    "O\t0000000000000007\t9\t0\t2\tshop::Color::Red\tshop::color\t/a/order.cpp\n";

TEST(SiteTable, ReadsEveryField) {
  const auto table = SiteTable::parse(kText);
  ASSERT_TRUE(table);
  ASSERT_EQ(table->size(), 3u);
  const auto known = SiteTable::parse("K\t00000000000000ff\t3\t1\t1\tstd::stoi\tshop::total\t/a/order.cpp\n");
  ASSERT_TRUE(known);
  EXPECT_EQ((*known)[0].callee, "std::stoi");
  const Site function{abi::SiteKind::Function, 0xff,           3, 1, std::nullopt, {3, 4, 5},
                      "shop::total",           "/a/order.cpp", ""};
  EXPECT_EQ((*table)[0], function);
  EXPECT_EQ((*table)[1].value, INT64_MIN);
  EXPECT_EQ((*table)[1].id, ~uint64_t{0});
  EXPECT_EQ((*table)[1].file, "/a/with\ttab.cpp");
  EXPECT_EQ((*table)[2].kind, abi::SiteKind::Output);
  EXPECT_EQ((*table)[2].value, 2);
  EXPECT_EQ((*table)[2].output, "shop::Color::Red");
  EXPECT_TRUE((*table)[2].lines.empty());
}

TEST(SiteTable, AnEmptyTextHasNoSites) { EXPECT_EQ(SiteTable::parse("")->size(), 0u); }

TEST(SiteTable, NamesTheMalformedLine) {
  for (const char* wrong :
       {"F\n", "Q\t00000000000000ff\t3\t1\t-\t-\tf\t/f\n", "F\tff\t3\t1\t-\t-\tf\t/f\n",
        "F\t00000000000000ff\t-3\t1\t-\t-\tf\t/f\n", "F\t00000000000000ff\t3\t1\tx\t-\tf\t/f\n",
        "F\t00000000000000ff\t3\t1\t-\t1,,2\tf\t/f\n", "F\t00000000000000ff\t3\t1\t-\t-\tf\t/f", "\n",
        "O\t00000000000000ff\t3\t1\t-\tnegative\tf\t/f\n", "O\t00000000000000ff\t3\t1\t0\t-\tf\t/f\n",
        "O\t00000000000000ff\t3\t1\t0\t\tf\t/f\n", "F\t00000000000000ff\t3\t1\t-\tnegative\tf\t/f\n"}) {
    const auto table = SiteTable::parse(kText + wrong);
    ASSERT_FALSE(table) << wrong;
    EXPECT_NE(table.error().message.find("line 4"), std::string::npos) << table.error().message;
  }
}

TEST(SiteTable, AnyBytesAreReadOrRefusedNeverMore) {
  Rng rng(1);
  for (int round = 0; round < 20'000; ++round) {
    std::string text = kText;
    for (uint64_t changes = rng.below(6); changes > 0; --changes) {
      const size_t at = rng.below(text.size());
      switch (rng.below(3)) {
        case 0:
          text[at] = static_cast<char>(rng.below(256));
          break;
        case 1:
          text.erase(at, rng.below(8));
          break;
        default:
          text.insert(at, 1, "\t\n-,0FfO"[rng.below(8)]);
          break;
      }
      if (text.empty()) text = "\n";
    }
    const auto table = SiteTable::parse(text);
    if (table) {
      EXPECT_LE(table->size(), text.size());
    }
  }
}

}  // namespace
}  // namespace covolve::execute
