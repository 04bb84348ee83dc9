// Tests for order.cpp, evolved by covolve.
#include "order.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

TEST(OrderTest, ConstructionThrowsInvalidArgument) {
  EXPECT_THROW(shop::Order(-1, 1.0), std::invalid_argument);
}

TEST(OrderTest, Constructs) {
  EXPECT_NO_THROW(shop::Order(1, 1e+300));
}

TEST(OrderTest, TotalReturnsZero) {
  const shop::Order order{};
  EXPECT_EQ(order.total(), 0);
}

TEST(OrderTest, TotalReturnsZeroAfterAdd) {
  shop::Order order(7, 0.25);
  const shop::Item item{"tea", 3};
  order.add(item, 2u);
  EXPECT_EQ(order.total(), 0);
}

TEST(OrderTest, AverageReturnsNaN) {
  const shop::Order order{};
  EXPECT_TRUE(std::isnan(order.average()));
}

TEST(OrderTest, AverageReturns3Point75) {
  shop::Order order{};
  const shop::Item item{"a \"b\"\n", 5};
  order.add(item, 1u);
  EXPECT_DOUBLE_EQ(order.average(), 3.75);
}

TEST(OrderTest, EmptyReturnsTrue) {
  const shop::Order order{};
  EXPECT_TRUE(order.empty());
}

TEST(OrderTest, EmptyReturnsFalse) {
  const shop::Order first{};
  const auto second = shop::Order::sample(9);
  const auto order = shop::combine(first, second);
  EXPECT_FALSE(order.empty());
}

TEST(OrderTest, StatusReturnsShipped) {
  shop::Order order{};
  EXPECT_THROW(order.pay(), std::logic_error);
  EXPECT_ANY_THROW(order.pay());
  EXPECT_EQ(order.status(), shop::Status::Shipped);
}

TEST(OrderTest, StatusReturnsPaid) {
  shop::Order order{};
  order.pay();
  EXPECT_EQ(order.status(), shop::Status::Paid);
}

TEST(OrderTest, StatusReturnsStatus5) {
  const shop::Order order{};
  EXPECT_EQ(order.status(), static_cast<shop::Status>(5));
}

TEST(OrderTest, PayDoesNotThrowAfterFailedMerge) {
  shop::Order order{};
  shop::Order other{};
  EXPECT_THROW(order.merge(std::move(other)), std::logic_error);
  EXPECT_NO_THROW(order.pay());
}

TEST(OrderTest, PayDoesNotThrowAfterMerge) {
  shop::Order order{};
  shop::Order other{};
  auto& order2 = order.merge(std::move(other));
  EXPECT_NO_THROW(order2.pay());
}

TEST(OrderTest, NamesReturns2Elements) {
  const auto order = shop::Order::sample(3);
  EXPECT_EQ(order.names(), (std::vector<std::string>{"tea", "milk"}));
}

TEST(OrderTest, NamesReturnsNoElements) {
  const shop::Order order{};
  EXPECT_TRUE(order.names().empty());
}

TEST(OrderTest, CheapestReturnsNothing) {
  const shop::Order order{};
  EXPECT_FALSE(order.cheapest().has_value());
}

TEST(OrderTest, CheapestReturns2) {
  const auto order = shop::Order::sample(3);
  EXPECT_EQ(order.cheapest(), 2);
}

TEST(OrderTest, RatioReturns2WithPart6) {
  EXPECT_EQ(shop::ratio(6, 3), 2);
}

TEST(OrderTest, RatioReturns2WithPartMinus6) {
  EXPECT_EQ(shop::ratio(-6, -3), 2);
}

TEST(OrderTest, EqualityReturnsFalse) {
  const shop::Order left{};
  const auto right = shop::Order::sample(9);
  EXPECT_FALSE(left == right);
}
