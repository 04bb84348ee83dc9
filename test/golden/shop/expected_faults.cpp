// Tests for order.cpp, evolved by covolve.
#include "order.h"

#include <gtest/gtest.h>

// endless loop in shop::Order::total at order.cpp:40
TEST(OrderFaults, TotalNeverReturns) {
  shop::Order order{};
  order.pay();
  order.total();
}

// SIGFPE in shop::ratio at order.cpp:12
TEST(OrderFaults, RatioCrashesWithSIGFPE) {
  shop::ratio(1, 0);
}
