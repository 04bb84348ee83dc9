// The subjects that read dates, times and durations answer what they say, on every branch.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "../../../subjects/testability/iso_duration.cpp"
#include "../../../subjects/testability/log_line.cpp"
#include "../../../subjects/testability/opening_hours.cpp"
#include "../../../subjects/testability/visit.cpp"

namespace {

TEST(TestabilityVisit, IsAcceptedWithADateANumberAndASetting) {
  const testability::visit::Visits visits;
  EXPECT_EQ(visits.get("2019-03-04", "42", "Foo"), "OK");
  EXPECT_EQ(visits.get("2019-3-4", "42", "Bar"), "OK");
  EXPECT_EQ(visits.get("2020-02-29", "42", "Foo"), "ERROR");
  EXPECT_EQ(visits.get("2019-03-04", "43", "Foo"), "ERROR");
  EXPECT_EQ(visits.get("2019-03-04", "42", "foo"), "ERROR");
  EXPECT_EQ(visits.get("19-03-04", "42", "Foo"), "NOT FOUND");
}

TEST(TestabilityVisit, ThrowsForWhatOnlyLooksLikeADateOrANumber) {
  const testability::visit::Visits visits;
  EXPECT_THROW(visits.get("2019-42-04", "42", "Foo"), std::invalid_argument);
  EXPECT_THROW(visits.get("2019-03-32", "42", "Foo"), std::invalid_argument);
  EXPECT_THROW(visits.get("2019-03-00", "42", "Foo"), std::invalid_argument);
  EXPECT_THROW(visits.get("2019-02-29", "42", "Foo"), std::invalid_argument);
  EXPECT_THROW(visits.get("2019-03-04", "42 ", "Foo"), std::invalid_argument);
  EXPECT_THROW(visits.get("2019-03-04", "", "Foo"), std::invalid_argument);
  EXPECT_THROW(visits.get("2019-03-04", "99999999999", "Foo"), std::out_of_range);
}

using testability::logs::LogWatch;
using LogVerdict = testability::logs::Verdict;

LogVerdict verdictOn(const std::string& line, int year = 2023) { return LogWatch(year).read(line); }

TEST(TestabilityLogLine, ReadsBothFormatsOfTimes) {
  EXPECT_EQ(verdictOn("2024-02-29T13:05:59.250+01:00 INFO up"), LogVerdict::Quiet);
  EXPECT_EQ(verdictOn("2024-02-29 13:05:59,25Z DEBUG up"), LogVerdict::Quiet);
  EXPECT_EQ(verdictOn("2024-02-29 13:05:59 INFO"), LogVerdict::Quiet);
  EXPECT_EQ(verdictOn("Feb 28 13:05:59 INFO up"), LogVerdict::Quiet);
  EXPECT_EQ(verdictOn("Feb 28 13:05:59"), LogVerdict::NotALine);
  EXPECT_EQ(verdictOn("Feb 28 13:05"), LogVerdict::NotALine);
  EXPECT_EQ(verdictOn("2024-02-29 13:05:59 info"), LogVerdict::NotALine);
  EXPECT_EQ(verdictOn(""), LogVerdict::NotALine);
}

TEST(TestabilityLogLine, KnowsTheDaysOfMonths) {
  EXPECT_EQ(verdictOn("2023-02-29 13:05:59 INFO"), LogVerdict::BadTime);
  EXPECT_EQ(verdictOn("2023-13-01 13:05:59 INFO"), LogVerdict::BadTime);
  EXPECT_EQ(verdictOn("Feb 29 13:05:59 INFO", 2023), LogVerdict::BadTime);
  EXPECT_EQ(verdictOn("Feb 29 13:05:59 INFO", 2024), LogVerdict::Quiet);
  EXPECT_EQ(verdictOn("Feb 29 13:05:59 INFO", 1960), LogVerdict::BadTime);
  EXPECT_EQ(verdictOn("Feb 29 13:05:59 INFO", 2104), LogVerdict::BadTime);
}

TEST(TestabilityLogLine, KnowsLeapSeconds) {
  EXPECT_EQ(verdictOn("2016-12-31 23:59:60 INFO"), LogVerdict::Quiet);
  EXPECT_EQ(verdictOn("2015-06-30 23:59:60 INFO"), LogVerdict::Quiet);
  for (const char* moment : {"2016-12-31 23:59:61", "2016-12-31 22:59:60", "2016-12-31 23:58:60",
                             "2016-12-30 23:59:60", "2016-06-29 23:59:60", "2016-08-31 23:59:60"}) {
    EXPECT_EQ(verdictOn(std::string(moment) + " INFO"), LogVerdict::BadTime) << moment;
  }
}

TEST(TestabilityLogLine, ZonesAreAtMostFourteenHoursAway) {
  EXPECT_EQ(verdictOn("2024-02-29 13:05:59+14:00 INFO"), LogVerdict::Quiet);
  EXPECT_EQ(verdictOn("2024-02-29 13:05:59+14:01 INFO"), LogVerdict::BadTime);
  EXPECT_EQ(verdictOn("2024-02-29 13:05:59+01:60 INFO"), LogVerdict::BadTime);
}

TEST(TestabilityLogLine, LinesAreInOrderOfTheirMoments) {
  LogWatch watch(2024);
  EXPECT_EQ(watch.read("2024-02-29 13:05:59+01:00 INFO"), LogVerdict::Quiet);
  EXPECT_EQ(watch.read("2024-02-29 12:05:57Z INFO"), LogVerdict::Quiet);
  EXPECT_EQ(watch.read("2024-02-29 10:05:54-02:00 INFO"), LogVerdict::OutOfOrder);
}

TEST(TestabilityLogLine, WakesSomebodyForWhatMatters) {
  EXPECT_EQ(verdictOn("2024-02-29 13:05:59 FATAL"), LogVerdict::Alarm);
  EXPECT_EQ(verdictOn("2024-02-29 13:05:59 WARN"), LogVerdict::Noted);
  EXPECT_EQ(verdictOn("2024-02-29 13:05:59 WARN disks"), LogVerdict::Noted);
  EXPECT_EQ(verdictOn("2024-02-29 13:05:59 WARNING disk 2 is full"), LogVerdict::Alarm);
  LogWatch watch(2024);
  EXPECT_EQ(watch.read("Feb 29 13:00:00 ERROR one"), LogVerdict::Noted);
  EXPECT_EQ(watch.read("Feb 29 13:00:59 ERROR two"), LogVerdict::Noted);
  EXPECT_EQ(watch.read("Feb 29 13:01:01 ERROR the first again"), LogVerdict::Noted);
  EXPECT_EQ(watch.read("Feb 29 13:01:02 ERROR two"), LogVerdict::Noted);
  EXPECT_EQ(watch.read("Feb 29 13:02:01 ERROR three"), LogVerdict::Alarm);
}

using testability::durations::Duration;
using testability::durations::DurationParser;
using testability::durations::Pause;
using testability::durations::pauseFor;

TEST(TestabilityIsoDuration, AddsUpItsParts) {
  const Duration all = DurationParser("P1Y2M3DT4H5M6.5S").parse();
  EXPECT_EQ(all.months, 14);
  EXPECT_DOUBLE_EQ(all.seconds, 3 * 86'400 + 4 * 3'600 + 5 * 60 + 6.5);
  EXPECT_DOUBLE_EQ(DurationParser("P1,5W").parse().seconds, 907'200);
  EXPECT_EQ(DurationParser("P0.5Y").parse().months, 6);
  DurationParser twice("PT1H");
  twice.parse();
  EXPECT_DOUBLE_EQ(twice.parse().seconds, 3'600);
}

TEST(TestabilityIsoDuration, ThrowsForAnythingElse) {
  for (const char* text : {"", "1D", "P", "PT", "P1", "PW", "P1D1W", "P1H", "P1D1M", "P1DT1HT1M", "P0.5DT1H",
                           "P1.5.2D", "P-1D", "P1X"}) {
    EXPECT_THROW(DurationParser(text).parse(), std::invalid_argument) << text;
  }
  EXPECT_THROW(DurationParser("P1000001D").parse(), std::out_of_range);
  EXPECT_THROW(DurationParser("P1000001W").parse(), std::out_of_range);
}

TEST(TestabilityIsoDuration, DecidesHowLongAPauseMayBe) {
  EXPECT_EQ(pauseFor("P6D"), Pause::Refused);
  EXPECT_EQ(pauseFor("P1W"), Pause::Free);
  EXPECT_EQ(pauseFor("P30D"), Pause::Free);
  EXPECT_EQ(pauseFor("P31D"), Pause::Charged);
  EXPECT_EQ(pauseFor("P366D"), Pause::Charged);
  EXPECT_EQ(pauseFor("P367D"), Pause::Refused);
  EXPECT_EQ(pauseFor("P7DT1H"), Pause::NeedsConfirmation);
  EXPECT_EQ(pauseFor("P1M"), Pause::Free);
  EXPECT_EQ(pauseFor("P1M1D"), Pause::Charged);
  EXPECT_EQ(pauseFor("P2M"), Pause::Charged);
  EXPECT_EQ(pauseFor("P1Y"), Pause::Charged);
  EXPECT_EQ(pauseFor("P1Y1D"), Pause::Refused);
  EXPECT_EQ(pauseFor("P1Y1M"), Pause::Refused);
}

using testability::hours::stateAt;
using ShopState = testability::hours::State;

constexpr const wchar_t* kShop = L"Mo\u2013Fr 08:30\u201318:00; Sa 22:00-02:00; So geschlossen";

TEST(TestabilityOpeningHours, TellWhetherAShopIsOpen) {
  EXPECT_EQ(stateAt(kShop, L"Di 9:15"), ShopState::Open);
  EXPECT_EQ(stateAt(kShop, L"di 17:45"), ShopState::ClosesSoon);
  EXPECT_EQ(stateAt(kShop, L"FR 18:00"), ShopState::Closed);
  EXPECT_EQ(stateAt(kShop, L"Mo 8:29"), ShopState::Closed);
  EXPECT_EQ(stateAt(kShop, L"Sa 23:59"), ShopState::Open);
  EXPECT_EQ(stateAt(kShop, L"So 12:00"), ShopState::Closed);
  EXPECT_EQ(stateAt(L"Fr-Mo 10:00-24:00", L"Sa 12:00"), ShopState::Open);
  EXPECT_EQ(stateAt(L"Fr-Mo 10:00-24:00", L"Mo 12:00"), ShopState::Open);
  EXPECT_EQ(stateAt(L"Fr-Mo 10:00-24:00", L"Mi 12:00"), ShopState::Closed);
  EXPECT_EQ(stateAt(L"Mi 10:00-24:00", L"Mo 12:00"), ShopState::Closed);
  EXPECT_EQ(stateAt(L"durchgehend ge\u00f6ffnet", L"Mo 0:00"), ShopState::Open);
  EXPECT_EQ(stateAt(L"24/7", L"Mo 0:00"), ShopState::Open);
}

TEST(TestabilityOpeningHours, NeedAMoment) {
  for (const wchar_t* moment :
       {L"", L"Di", L"Di 9.15", L"Xx 9:15", L"Die 9:15", L"Di -1:15", L"Di 24:00", L"Di 9:-1", L"Di 9:60"}) {
    EXPECT_EQ(stateAt(kShop, moment), ShopState::NotAMoment);
  }
}

TEST(TestabilityOpeningHours, NeedDaysAndTimes) {
  for (const wchar_t* hours :
       {L"Mo", L"Mo-Xx 08:00-18:00", L"Xx-Mo 08:00-18:00", L"Mo 08:00", L"Mo 8:00-18:00", L"Mo x8:00-18:00",
        L"Mo 08:x0-18:00", L"Mo 0x:00-18:00", L"Mo 24:00-24:00", L"Mo 08:00-24:01", L"Mo 25:00-26:00",
        L"Mo 08:60-18:00", L"Mo 08:00-x"}) {
    EXPECT_EQ(stateAt(hours, L"Mo 9:00"), ShopState::NotHours);
  }
}

}  // namespace
