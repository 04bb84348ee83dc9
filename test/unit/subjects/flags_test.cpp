// The subjects of subjects/flags that are hard for what stands before a decision: everything they can answer
// can be had.
#include <gtest/gtest.h>

#include "../../../subjects/flags/meter_reading.cpp"
#include "../../../subjects/flags/payroll_batch.cpp"
#include "../../../subjects/flags/route_plan.cpp"
#include "../../../subjects/flags/shipment_label.cpp"
#include "../../../subjects/flags/two_windows.cpp"
#include "../../../subjects/flags/vault_door.cpp"

namespace flags {
namespace {

TEST(ShipmentLabel, WhatIsNoLabelThrows) {
  EXPECT_THROW(shipments::Label("123"), std::invalid_argument);
  EXPECT_THROW(shipments::Label("1234567x"), std::invalid_argument);
  EXPECT_THROW(shipments::Label("1234567 "), std::invalid_argument);
  EXPECT_THROW(shipments::Label("00000001"), std::invalid_argument);
}

TEST(ShipmentLabel, EveryPrice) {
  EXPECT_THROW(shipments::priceOf("00000000", 100, 10'000), std::out_of_range);
  EXPECT_THROW(shipments::priceOf("00000000", 40'000, 10'115), std::out_of_range);
  EXPECT_EQ(shipments::priceOf("77000020", 100, 10'117), 0);
  EXPECT_EQ(shipments::priceOf("00000000", 20'001, 10'117), 1'999);
  EXPECT_EQ(shipments::priceOf("00000000", 2'000, 10'117), 499);
  EXPECT_EQ(shipments::priceOf("00000000", 2'001, 10'116), 899);
  EXPECT_EQ(shipments::priceOf("00000071", 2'001, 10'116), 949);
}

TEST(PayrollBatch, EveryOutcome) {
  using payroll::Outcome;
  const payroll::Payment right{100'004, 500, 3, 1}, other{100'015, 500, 12, 4};
  ASSERT_EQ(right.account % 11, 3);
  ASSERT_EQ(other.account % 11, 3);
  EXPECT_EQ(payroll::take({right}), Outcome::Empty);
  EXPECT_EQ(payroll::take({right, {5, 0, 0, -1}}), Outcome::Refused);
  EXPECT_EQ(payroll::take({right, {1'000'000, 5, 13, 5}}), Outcome::Refused);
  EXPECT_EQ(payroll::take({right, {100'004, 1'000'001, 12, 0}}), Outcome::Held);
  EXPECT_EQ(payroll::take({right, other}), Outcome::Sent);
  EXPECT_EQ(payroll::take({right, other, right}), Outcome::SentAtOnce);
}

TEST(RoutePlan, EveryVerdict) {
  using routes::Verdict;
  EXPECT_EQ(routes::judge({}), Verdict::TooShort);
  EXPECT_EQ(routes::judge({{0, 0, 1}, {5, 5, 1}, {5, 6, 1}}), Verdict::Backwards);
  EXPECT_EQ(routes::judge({{0, 0, 1}, {5, 5, 1}, {6, 5, 1}}), Verdict::Backwards);
  EXPECT_EQ(routes::judge({{0, 0, 1}, {5, 5, 13}, {6, 6, 1}}), Verdict::Wrong);
  EXPECT_EQ(routes::judge({{0, 0, 0}, {5, 5, 25}, {6, 6, 1}}), Verdict::Wrong);
  EXPECT_EQ(routes::judge({{0, 0, 1}, {5, 5, 25}, {6, 6, 1}}), Verdict::Wrong);
  EXPECT_EQ(routes::judge({{0, 0, 1}, {5, 5, 2}, {6, 6, 1}}), Verdict::Slow);
  EXPECT_EQ(routes::judge({{0, 0, 1}, {50, 5, 2}, {60, 6, 3}}), Verdict::Fine);
  EXPECT_EQ(routes::judge({{0, 0, 1}, {50, 5, 2}, {60, 6, 1}}), Verdict::Express);
}

TEST(TwoWindows, OneAfterTheOther) {
  EXPECT_EQ(windows::openWindows(0, 0), 0);
  EXPECT_EQ(windows::openWindows(700'901, 0), 0);
  EXPECT_EQ(windows::openWindows(700'600, 0), 1);
  EXPECT_EQ(windows::openWindows(700'600, 350'000), 2);
  EXPECT_EQ(windows::openWindows(700'500, 350'450), 3);
  EXPECT_EQ(windows::openWindows(700'300, 350'100), 4);
  EXPECT_EQ(windows::openWindows(700'200, 350'100), 5);
}

TEST(VaultDoor, StepByStep) {
  vault::Door door;
  EXPECT_THROW(door.open(false), std::logic_error);
  door.insert(-7);
  EXPECT_THROW(door.enter(9'930, 700), std::logic_error);
  door.insert(500'472);
  ASSERT_EQ(500'472 % 1'009, 8);
  EXPECT_THROW(door.enter(999, 700), std::out_of_range);
  EXPECT_THROW(door.enter(1'111, 700), std::invalid_argument);
  EXPECT_THROW(door.open(false), std::logic_error);
  door.enter(9'930, 1'300);
  EXPECT_EQ(door.open(false), 10);
  door.enter(9'930, 700);
  EXPECT_EQ(door.open(false), 60);
  EXPECT_EQ(door.open(true), 90);
  door.insert(500'000);
  door.insert(1);
  EXPECT_EQ(door.open(true), 30);
}

TEST(MeterReading, EveryKind) {
  using meters::Kind;
  const meters::Reading right{45'005, 1'000, 5'000, 400};
  const meters::Reading other{45'016, 1'000, 5'000, 400};
  EXPECT_EQ(meters::take(right, {0, 0, 0, 0}), Kind::Rejected);
  EXPECT_EQ(meters::take(right, {right.meter, 0, 0, 400}), Kind::Rejected);
  EXPECT_EQ(meters::take(right, {right.meter, 0, 5'000, 299}), Kind::Rejected);
  EXPECT_EQ(meters::take(right, {right.meter, 0, 400 * 41, 400}), Kind::Rejected);
  EXPECT_EQ(meters::take(right, {right.meter, 0, 400 * 3, 400}), Kind::Rejected);
  EXPECT_EQ(meters::take(right, {right.meter, 0, 400 * 19, 400}), Kind::Rejected);
  EXPECT_EQ(meters::take({}, right), Kind::Estimated);
  EXPECT_EQ(meters::take(other, right), Kind::TakenAsNew);
  EXPECT_EQ(meters::take(right, right), Kind::Taken);
}

}  // namespace
}  // namespace flags
