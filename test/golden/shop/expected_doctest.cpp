// Tests for order.cpp, evolved by covolve.
// Link it with one source that defines DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN before it includes
// <doctest/doctest.h>.
#include "order.h"

#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

TEST_CASE("OrderTest.ConstructionThrowsInvalidArgument") {
  CHECK_THROWS_AS(shop::Order(-1, 1.0), std::invalid_argument);
}

TEST_CASE("OrderTest.Constructs") {
  CHECK_NOTHROW(shop::Order(1, 1e+300));
}

TEST_CASE("OrderTest.TotalReturnsZero") {
  const shop::Order order{};
  CHECK(order.total() == 0);
}

TEST_CASE("OrderTest.TotalReturnsZeroAfterAdd") {
  shop::Order order(7, 0.25);
  const shop::Item item{"tea", 3};
  order.add(item, 2u);
  CHECK(order.total() == 0);
}

TEST_CASE("OrderTest.AverageReturnsNaN") {
  const shop::Order order{};
  CHECK(std::isnan(order.average()));
}

TEST_CASE("OrderTest.AverageReturns3Point75") {
  shop::Order order{};
  const shop::Item item{"a \"b\"\n", 5};
  order.add(item, 1u);
  CHECK(order.average() == doctest::Approx(3.75).epsilon(1e-14));
}

TEST_CASE("OrderTest.EmptyReturnsTrue") {
  const shop::Order order{};
  CHECK(order.empty());
}

TEST_CASE("OrderTest.EmptyReturnsFalse") {
  const shop::Order first{};
  const auto second = shop::Order::sample(9);
  const auto order = shop::combine(first, second);
  CHECK_FALSE(order.empty());
}

TEST_CASE("OrderTest.StatusReturnsShipped") {
  shop::Order order{};
  CHECK_THROWS_AS(order.pay(), std::logic_error);
  CHECK_THROWS(order.pay());
  CHECK(order.status() == shop::Status::Shipped);
}

TEST_CASE("OrderTest.StatusReturnsPaid") {
  shop::Order order{};
  order.pay();
  CHECK(order.status() == shop::Status::Paid);
}

TEST_CASE("OrderTest.StatusReturnsStatus5") {
  const shop::Order order{};
  CHECK(order.status() == static_cast<shop::Status>(5));
}

TEST_CASE("OrderTest.PayDoesNotThrowAfterFailedMerge") {
  shop::Order order{};
  shop::Order other{};
  CHECK_THROWS_AS(order.merge(std::move(other)), std::logic_error);
  CHECK_NOTHROW(order.pay());
}

TEST_CASE("OrderTest.PayDoesNotThrowAfterMerge") {
  shop::Order order{};
  shop::Order other{};
  auto& order2 = order.merge(std::move(other));
  CHECK_NOTHROW(order2.pay());
}

TEST_CASE("OrderTest.NamesReturns2Elements") {
  const auto order = shop::Order::sample(3);
  CHECK(order.names() == std::vector<std::string>{"tea", "milk"});
}

TEST_CASE("OrderTest.NamesReturnsNoElements") {
  const shop::Order order{};
  CHECK(order.names().empty());
}

TEST_CASE("OrderTest.CheapestReturnsNothing") {
  const shop::Order order{};
  CHECK_FALSE(order.cheapest().has_value());
}

TEST_CASE("OrderTest.CheapestReturns2") {
  const auto order = shop::Order::sample(3);
  CHECK(order.cheapest() == 2);
}

TEST_CASE("OrderTest.RatioReturns2WithPart6") {
  CHECK(shop::ratio(6, 3) == 2);
}

TEST_CASE("OrderTest.RatioReturns2WithPartMinus6") {
  CHECK(shop::ratio(-6, -3) == 2);
}

TEST_CASE("OrderTest.EqualityReturnsFalse") {
  const shop::Order left{};
  const auto right = shop::Order::sample(9);
  CHECK_FALSE((left == right));
}
