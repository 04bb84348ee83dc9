// Tests for order.cpp, evolved by covolve.
// Link it with one source that defines CATCH_CONFIG_MAIN before it includes <catch2/catch.hpp>.
#include "order.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

TEST_CASE("OrderTest.ConstructionThrowsInvalidArgument", "[OrderTest]") {
  CHECK_THROWS_AS(shop::Order(-1, 1.0), std::invalid_argument);
}

TEST_CASE("OrderTest.Constructs", "[OrderTest]") {
  CHECK_NOTHROW(shop::Order(1, 1e+300));
}

TEST_CASE("OrderTest.TotalReturnsZero", "[OrderTest]") {
  const shop::Order order{};
  CHECK(order.total() == 0);
}

TEST_CASE("OrderTest.TotalReturnsZeroAfterAdd", "[OrderTest]") {
  shop::Order order(7, 0.25);
  const shop::Item item{"tea", 3};
  order.add(item, 2u);
  CHECK(order.total() == 0);
}

TEST_CASE("OrderTest.AverageReturnsNaN", "[OrderTest]") {
  const shop::Order order{};
  CHECK(std::isnan(order.average()));
}

TEST_CASE("OrderTest.AverageReturns3Point75", "[OrderTest]") {
  shop::Order order{};
  const shop::Item item{"a \"b\"\n", 5};
  order.add(item, 1u);
  CHECK_THAT(order.average(), Catch::Matchers::WithinULP(3.75, 4));
}

TEST_CASE("OrderTest.EmptyReturnsTrue", "[OrderTest]") {
  const shop::Order order{};
  CHECK(order.empty());
}

TEST_CASE("OrderTest.EmptyReturnsFalse", "[OrderTest]") {
  const shop::Order first{};
  const auto second = shop::Order::sample(9);
  const auto order = shop::combine(first, second);
  CHECK_FALSE(order.empty());
}

TEST_CASE("OrderTest.StatusReturnsShipped", "[OrderTest]") {
  shop::Order order{};
  CHECK_THROWS_AS(order.pay(), std::logic_error);
  CHECK_THROWS(order.pay());
  CHECK(order.status() == shop::Status::Shipped);
}

TEST_CASE("OrderTest.StatusReturnsPaid", "[OrderTest]") {
  shop::Order order{};
  order.pay();
  CHECK(order.status() == shop::Status::Paid);
}

TEST_CASE("OrderTest.StatusReturnsStatus5", "[OrderTest]") {
  const shop::Order order{};
  CHECK(order.status() == static_cast<shop::Status>(5));
}

TEST_CASE("OrderTest.PayDoesNotThrowAfterFailedMerge", "[OrderTest]") {
  shop::Order order{};
  shop::Order other{};
  CHECK_THROWS_AS(order.merge(std::move(other)), std::logic_error);
  CHECK_NOTHROW(order.pay());
}

TEST_CASE("OrderTest.PayDoesNotThrowAfterMerge", "[OrderTest]") {
  shop::Order order{};
  shop::Order other{};
  auto& order2 = order.merge(std::move(other));
  CHECK_NOTHROW(order2.pay());
}

TEST_CASE("OrderTest.NamesReturns2Elements", "[OrderTest]") {
  const auto order = shop::Order::sample(3);
  CHECK(order.names() == std::vector<std::string>{"tea", "milk"});
}

TEST_CASE("OrderTest.NamesReturnsNoElements", "[OrderTest]") {
  const shop::Order order{};
  CHECK(order.names().empty());
}

TEST_CASE("OrderTest.CheapestReturnsNothing", "[OrderTest]") {
  const shop::Order order{};
  CHECK_FALSE(order.cheapest().has_value());
}

TEST_CASE("OrderTest.CheapestReturns2", "[OrderTest]") {
  const auto order = shop::Order::sample(3);
  CHECK(order.cheapest() == 2);
}

TEST_CASE("OrderTest.RatioReturns2WithPart6", "[OrderTest]") {
  CHECK(shop::ratio(6, 3) == 2);
}

TEST_CASE("OrderTest.RatioReturns2WithPartMinus6", "[OrderTest]") {
  CHECK(shop::ratio(-6, -3) == 2);
}

TEST_CASE("OrderTest.EqualityReturnsFalse", "[OrderTest]") {
  const shop::Order left{};
  const auto right = shop::Order::sample(9);
  CHECK_FALSE((left == right));
}
