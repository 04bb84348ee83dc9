// Tests for order.cpp, evolved by covolve.
#include "order.h"

#include <gtest/gtest.h>

#include <stdexcept>

// endless loop in shop::Order::total at order.cpp:40
TEST(OrderFaults, TotalNeverReturns) {
  shop::Order order{};
  order.pay();
  order.total();
}

// SIGSEGV in shop::Order::cheapest at order.cpp:30
TEST(OrderFaults, CheapestCrashesWithSIGSEGV) {
  shop::Order order{};
  EXPECT_THROW(order.pay(), std::logic_error);
  order.cheapest();
}

// SIGFPE in shop::ratio at order.cpp:12
TEST(OrderFaults, RatioCrashesWithSIGFPE) {
  shop::ratio(1, 0);
}
