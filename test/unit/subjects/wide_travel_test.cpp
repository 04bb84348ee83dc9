// The flight desk and the check of zoned times decide as they say.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "../../../subjects/wide/flight_plan.cpp"
#include "../../../subjects/wide/zoned_time.cpp"
#include "wide_changes.h"

namespace {

using wide::Change;

wide::Objection objection(const Change<wide::FlightPlan>& change) {
  wide::FlightPlan plan;
  plan.aircraft = {"D-EABC", 4, 120, 18'000, 500, 150, 30, false, true};
  plan.from = {"EDDF", 364, 4'000, 300, 1'380, true};
  plan.to = {"EDDM", 1'487, 4'000, 0, 1'440, true};
  plan.legs = {{100, 0, 6'000, 3'000}, {60, 0, 6'000, 3'000}};  // 80 minutes
  plan.persons = 3;
  plan.departure = 600;
  plan.fuel = 100;
  change(plan);
  return wide::FlightDesk::review(plan);
}

TEST(WideFlightPlan, NeedsAnAircraftThatCanBe) {
  const std::vector<Change<wide::Aircraft>> changes = {
      [](auto& aircraft) { aircraft.registration = ""; },

      [](auto& aircraft) { aircraft.seats = 0; },

      [](auto& aircraft) { aircraft.cruiseSpeed = 39; },
      [](auto& aircraft) { aircraft.cruiseSpeed = 651; },

      [](auto& aircraft) { aircraft.fuelPerHour = 0; },
      [](auto& aircraft) { aircraft.fuelPerHour = 20'001; },
  };
  for (size_t i = 0; i < changes.size(); ++i) {
    EXPECT_EQ(objection([&](auto& plan) { changes[i](plan.aircraft); }), wide::Objection::Aircraft) << i;
  }
}

TEST(WideFlightPlan, NeedsAirportsThatCanBe) {
  const std::vector<Change<wide::Airport>> changes = {
      [](auto& airport) { airport.code = "EDD"; },       [](auto& airport) { airport.code = "ED1F"; },
      [](auto& airport) { airport.code = "EDdF"; },      [](auto& airport) { airport.elevation = -1'501; },
      [](auto& airport) { airport.elevation = 15'001; }, [](auto& airport) { airport.opens = -1; },
      [](auto& airport) { airport.opens = 1'440; },      [](auto& airport) { airport.closes = 1'441; },
  };
  for (size_t i = 0; i < changes.size(); ++i) {
    EXPECT_EQ(objection([&](auto& plan) { changes[i](plan.from); }), wide::Objection::Airport) << i;
    EXPECT_EQ(objection([&](auto& plan) { changes[i](plan.to); }), wide::Objection::Airport) << i;
  }
  EXPECT_EQ(objection([](auto& plan) { plan.from.runway = 499; }), wide::Objection::Runway);
  EXPECT_EQ(objection([](auto& plan) { plan.to.runway = 499; }), wide::Objection::Runway);
}

TEST(WideFlightPlan, NeedsEnoughPilotsAndSeats) {
  using enum wide::Objection;
  EXPECT_EQ(objection([](auto& plan) { plan.pilots = 0; }), Persons);
  EXPECT_EQ(objection([](auto& plan) { plan.pilots = 4; }), Persons);
  EXPECT_EQ(objection([](auto& plan) { plan.persons = 5; }), Persons);
}

TEST(WideFlightPlan, KeepsToItsRules) {
  using enum wide::Objection;
  EXPECT_EQ(objection([](auto& plan) { plan.visibility = 4'999; }), Weather);
  const auto byInstruments = [](const Change<wide::FlightPlan>& change) {
    return objection([&](auto& plan) {
      plan.rules = wide::Rules::Instrument;
      plan.alternate = wide::Airport{"EDDN", 1'046, 2'700, 0, 1'440, true};
      change(plan);
    });
  };
  EXPECT_EQ(byInstruments([](auto&) {}), None);
  EXPECT_EQ(byInstruments([](auto& plan) { plan.aircraft.hasInstruments = false; }), Equipment);
  EXPECT_EQ(byInstruments([](auto& plan) { plan.to.hasInstruments = false, plan.visibility = 1'499; }),
            Weather);
  EXPECT_EQ(byInstruments([](auto& plan) { plan.to.hasInstruments = false; }), None);
  EXPECT_EQ(byInstruments([](auto& plan) { plan.alternate.reset(); }), None);
  EXPECT_EQ(byInstruments([](auto& plan) { plan.alternate.reset(), plan.visibility = 7'999; }), Alternate);
  EXPECT_EQ(byInstruments([](auto& plan) { plan.alternate->code = "n/a"; }), Alternate);
  EXPECT_EQ(byInstruments([](auto& plan) { plan.alternate->code = "EDDM"; }), Alternate);
  EXPECT_EQ(byInstruments([](auto& plan) { plan.alternate->runway = 499; }), Alternate);
  EXPECT_EQ(byInstruments([](auto& plan) { plan.alternate->hasInstruments = false; }), Alternate);
}

TEST(WideFlightPlan, HasARouteThatCanBeFlown) {
  using enum wide::Objection;
  EXPECT_EQ(objection([](auto& plan) { plan.legs.clear(); }), Route);
  EXPECT_EQ(objection([](auto& plan) { plan.legs.resize(21, plan.legs[0]); }), Route);
  const auto onLeg = [](const Change<wide::Leg>& change) {
    return objection([&](auto& plan) { change(plan.legs[1]); });
  };
  EXPECT_EQ(onLeg([](auto& leg) { leg.distance = 0; }), Route);
  EXPECT_EQ(onLeg([](auto& leg) { leg.distance = 6'001; }), Route);
  EXPECT_EQ(onLeg([](auto& leg) { leg.tailwind = -251; }), Route);
  EXPECT_EQ(onLeg([](auto& leg) { leg.tailwind = 251; }), Route);
  EXPECT_EQ(onLeg([](auto& leg) { leg.tailwind = -100; }), Route);
  EXPECT_EQ(onLeg([](auto& leg) { leg.altitude = 18'001; }), Altitude);
  EXPECT_EQ(onLeg([](auto& leg) { leg.altitude = 364; }), Altitude);
  EXPECT_EQ(onLeg([](auto& leg) { leg.highestObstacle = -1; }), Altitude);
  EXPECT_EQ(onLeg([](auto& leg) { leg.highestObstacle = 5'001; }), Altitude);
  EXPECT_EQ(onLeg([](auto& leg) { leg.altitude = 12'501; }), Oxygen);
  EXPECT_EQ(objection([](auto& plan) { plan.legs[0].altitude = 12'501, plan.aircraft.hasOxygen = true; }),
            None);
  EXPECT_EQ(objection([](auto& plan) { plan.legs[0].altitude = 20'000, plan.aircraft.ceiling = 25'000; }),
            Altitude);
}

TEST(WideFlightPlan, NeedsFuelAndOpenAirports) {
  using enum wide::Objection;
  EXPECT_EQ(objection([](auto& plan) { plan.departure = 299; }), Hours);
  EXPECT_EQ(objection([](auto& plan) { plan.departure = 1'381; }), Hours);
  EXPECT_EQ(objection([](auto& plan) { plan.to.opens = 681; }), Hours);
  EXPECT_EQ(objection([](auto& plan) { plan.to.closes = 679; }), Hours);
  EXPECT_EQ(objection([](auto& plan) { plan.fuel = 54; }), Fuel);
  EXPECT_EQ(objection([](auto& plan) { plan.fuel = 55; }), None);
  EXPECT_EQ(objection([](auto& plan) { plan.fuel = 151; }), Fuel);
}

wide::Mistake mistake(const Change<wide::ZonedTime>& change) {
  wide::ZonedTime time;
  time.year = 2024, time.month = 2, time.day = 29, time.hour = 9, time.zone = "UTC";
  change(time);
  return wide::TimeCheck::check(time);
}

TEST(WideZonedTime, HasADateAndATimeThatExist) {
  using enum wide::Mistake;
  EXPECT_EQ(mistake([](auto&) {}), None);
  EXPECT_EQ(mistake([](auto& time) { time.year = 1582; }), Year);
  EXPECT_EQ(mistake([](auto& time) { time.year = 10'000; }), Year);
  EXPECT_EQ(mistake([](auto& time) { time.month = 0; }), Month);
  EXPECT_EQ(mistake([](auto& time) { time.month = 13; }), Month);
  EXPECT_EQ(mistake([](auto& time) { time.day = 0; }), Day);
  for (const int year : {2023, 1900}) EXPECT_EQ(mistake([&](auto& time) { time.year = year; }), Day);
  EXPECT_EQ(mistake([](auto& time) { time.year = 2000; }), None);
  for (const int month : {4, 6, 9, 11})
    EXPECT_EQ(mistake([&](auto& time) { time.month = month, time.day = 31; }), Day);
  EXPECT_EQ(mistake([](auto& time) { time.month = 12, time.day = 31; }), None);
  for (const int hour : {-1, 25}) EXPECT_EQ(mistake([&](auto& time) { time.hour = hour; }), Hour);
  for (const int minute : {-1, 60}) EXPECT_EQ(mistake([&](auto& time) { time.minute = minute; }), Minute);
  EXPECT_EQ(mistake([](auto& time) { time.hour = 24; }), None);
  EXPECT_EQ(mistake([](auto& time) { time.hour = 24, time.minute = 1; }), Hour);
  EXPECT_EQ(mistake([](auto& time) { time.hour = 24, time.second = 1; }), Hour);
  for (const int second : {-1, 61}) EXPECT_EQ(mistake([&](auto& time) { time.second = second; }), Second);
  for (const int nanosecond : {-1, 1'000'000'000}) {
    EXPECT_EQ(mistake([&](auto& time) { time.nanosecond = nanosecond; }), Second);
  }
}

TEST(WideZonedTime, RepeatsItselfCorrectly) {
  using enum wide::Mistake;
  EXPECT_EQ(mistake([](auto& time) { time.weekday = 4; }), None);  // a Thursday
  EXPECT_EQ(mistake([](auto& time) { time.weekday = 5; }), Weekday);
  EXPECT_EQ(mistake([](auto& time) { time.month = 12, time.weekday = 7; }), None);
  EXPECT_EQ(mistake([](auto& time) { time.dayOfYear = 60; }), None);
  EXPECT_EQ(mistake([](auto& time) { time.dayOfYear = 59; }), DayOfYear);
  EXPECT_EQ(mistake([](auto& time) { time.month = 12, time.day = 31, time.dayOfYear = 366; }), None);
}

TEST(WideZonedTime, HasLeapSecondsAtTheEndOfAYear) {
  using enum wide::Mistake;
  const auto leaping = [](const Change<wide::ZonedTime>& change) {
    return mistake([&](auto& time) {
      time.month = 12, time.day = 31, time.hour = 23, time.minute = 59, time.second = 60;
      change(time);
    });
  };
  EXPECT_EQ(leaping([](auto&) {}), None);
  EXPECT_EQ(leaping([](auto& time) { time.day = 30; }), Second);
  EXPECT_EQ(leaping([](auto& time) { time.month = 10; }), Second);
  EXPECT_EQ(leaping([](auto& time) { time.minute = 58; }), Second);
  EXPECT_EQ(leaping([](auto& time) { time.zone = "CET", time.offset = 60; }), Second);
}

TEST(WideZonedTime, HasTheOffsetOfItsZone) {
  using enum wide::Mistake;
  const auto inZone = [](const std::string& zone, int offset) {
    return mistake([&](auto& time) { time.zone = zone, time.offset = offset; });
  };
  EXPECT_EQ(inZone("UTC", 1), Offset);
  EXPECT_EQ(inZone("XYZ", 0), Zone);
}

TEST(WideZonedTime, KnowsSummerInEuropeAndAmerica) {
  using enum wide::Mistake;
  struct Moment {
    int year, month, day, hour;
  };
  const auto at = [](const char* zone, Moment moment, int offset) {
    return mistake([&](auto& time) {
      time.year = moment.year, time.month = moment.month, time.day = moment.day, time.hour = moment.hour;
      time.zone = zone, time.offset = offset;
    });
  };
  EXPECT_EQ(at("CET", {2024, 7, 1, 12}, 120), None);
  EXPECT_EQ(at("CET", {2024, 7, 1, 12}, 60), Offset);
  EXPECT_EQ(at("CET", {2024, 12, 1, 12}, 60), None);
  EXPECT_EQ(at("CET", {2024, 1, 1, 12}, 60), None);
  EXPECT_EQ(at("CET", {2024, 3, 30, 12}, 60), None);
  EXPECT_EQ(at("CET", {2024, 3, 31, 1}, 60), None);
  EXPECT_EQ(at("CET", {2024, 3, 31, 2}, 60), Gap);
  EXPECT_EQ(at("CET", {2024, 3, 31, 3}, 120), None);
  EXPECT_EQ(at("CET", {2024, 10, 27, 1}, 120), None);
  EXPECT_EQ(at("CET", {2024, 10, 27, 2}, 120), Ambiguous);
  EXPECT_EQ(at("CET", {2024, 10, 27, 2}, 60), Ambiguous);
  EXPECT_EQ(at("CET", {2024, 10, 27, 3}, 60), None);
  EXPECT_EQ(at("CET", {2024, 10, 28, 12}, 60), None);
  EXPECT_EQ(at("ET", {2024, 3, 10, 2}, -300), Gap);
  EXPECT_EQ(at("ET", {2024, 3, 11, 2}, -240), None);
  EXPECT_EQ(at("ET", {2024, 11, 3, 1}, -240), Ambiguous);
  EXPECT_EQ(at("ET", {2024, 11, 4, 1}, -300), None);
}

}  // namespace
