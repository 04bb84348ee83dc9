#include "program/source_name.h"

#include <gtest/gtest.h>

namespace covolve::program {
namespace {

TEST(SourceName, PartsAreWithoutTemplateArguments) {
  EXPECT_EQ(nameParts("total"), (NameParts{"total"}));
  EXPECT_EQ(nameParts("shop::Stack<std::pair<int, std::string>>::push"),
            (NameParts{"shop", "Stack", "push"}));
  EXPECT_EQ(nameParts("::shop::Order"), (NameParts{"shop", "Order"}));
}

TEST(SourceName, AnOperatorIsOnePart) {
  EXPECT_EQ(nameParts("a::operator<"), (NameParts{"a", "operator<"}));
  EXPECT_EQ(nameParts("a::operator< <int>"), (NameParts{"a", "operator<"}));
  EXPECT_EQ(nameParts("operator<=>"), (NameParts{"operator<=>"}));
  EXPECT_EQ(nameParts("F::operator()"), (NameParts{"F", "operator()"}));
  EXPECT_EQ(nameParts("F::operator ()"), (NameParts{"F", "operator()"}));
  EXPECT_EQ(nameParts("F<int>::operator std::string"), (NameParts{"F", "operator std::string"}));
  EXPECT_EQ(nameParts("a::operator+"), (NameParts{"a", "operator+"}));
}

TEST(SourceName, AWordThatStartsLikeAnOperatorIsNone) {
  EXPECT_EQ(nameParts("operators::total"), (NameParts{"operators", "total"}));
  EXPECT_EQ(nameParts("operator_of<int>::total"), (NameParts{"operator_of", "total"}));
}

TEST(SourceName, NamesStandInEachOtherAtBordersOnly) {
  EXPECT_TRUE(isWithin(nameParts("shop::Order::add"), nameParts("shop::Order")));
  EXPECT_TRUE(isWithin(nameParts("shop::Order"), nameParts("shop::Order")));
  EXPECT_FALSE(isWithin(nameParts("shop::OrderList::add"), nameParts("shop::Order")));
  EXPECT_FALSE(isWithin(nameParts("shop"), nameParts("shop::Order")));
}

}  // namespace
}  // namespace covolve::program
