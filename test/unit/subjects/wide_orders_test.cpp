// The shipping quote and the printer's queue decide as they say.
#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../../../subjects/wide/printer_job.cpp"
#include "../../../subjects/wide/shipping_quote.cpp"
#include "wide_changes.h"

namespace {

using wide::Change;
using wide::changed;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Parcel {
  std::string from = "DE";
  std::string to = "DE";
  double weight = 2;
  double length = 20;
  double width = 10;
  double height = 10;
  long declaredCents = 0;
  wide::Delivery delivery = wide::Delivery::Standard;
  bool isFragile = false;
  bool isDangerous = false;
  int hourOfPickup = 10;
  std::optional<int> customerLevel;
  std::string coupon;
};

long price(const Change<Parcel>& change) {
  const auto parcel = changed<Parcel>(change);
  return wide::quote(parcel.from, parcel.to, parcel.weight, parcel.length, parcel.width, parcel.height,
                     parcel.declaredCents, parcel.delivery, parcel.isFragile, parcel.isDangerous,
                     parcel.hourOfPickup, parcel.customerLevel, parcel.coupon);
}

TEST(WideShippingQuote, RefusesWhatCannotBeSent) {
  using wide::Delivery;
  const std::vector<Change<Parcel>> changes = {
      [](auto& parcel) { parcel.from = "DEU"; },
      [](auto& parcel) { parcel.to = ".E"; },
      [](auto& parcel) { parcel.to = "dE"; },
      [](auto& parcel) { parcel.to = "D."; },
      [](auto& parcel) { parcel.to = "De"; },
      [](auto& parcel) { parcel.weight = 0; },
      [](auto& parcel) { parcel.weight = 71; },
      [](auto& parcel) { parcel.length = 9; },
      [](auto& parcel) { parcel.width = 9; },
      [](auto& parcel) { parcel.height = 0; },
      [](auto& parcel) { parcel.height = kNan; },
      [](auto& parcel) { parcel.length = 271; },
      [](auto& parcel) { parcel.length = 200, parcel.width = 60; },
      [](auto& parcel) { parcel.declaredCents = -1; },
      [](auto& parcel) { parcel.declaredCents = 5'000'001; },
      [](auto& parcel) { parcel.hourOfPickup = -1; },
      [](auto& parcel) { parcel.hourOfPickup = 24; },
      [](auto& parcel) { parcel.isDangerous = true, parcel.delivery = Delivery::SameDay; },
      [](auto& parcel) { parcel.isDangerous = true, parcel.delivery = Delivery::Express; },
      [](auto& parcel) { parcel.isDangerous = true, parcel.to = "US"; },
      [](auto& parcel) { parcel.delivery = Delivery::SameDay, parcel.to = "AT"; },
      [](auto& parcel) { parcel.delivery = Delivery::SameDay, parcel.hourOfPickup = 12; },
      [](auto& parcel) { parcel.customerLevel = 0; },
      [](auto& parcel) { parcel.customerLevel = 6; },
      [](auto& parcel) { parcel.coupon = "SUMMER"; },
      [](auto& parcel) { parcel.coupon = "FIRST10", parcel.customerLevel = 1; },
      [](auto& parcel) { parcel.coupon = "HEAVY"; },
      [](auto& parcel) { parcel.coupon = "HEAVY", parcel.weight = 25, parcel.to = "AT"; },
  };
  for (size_t i = 0; i < changes.size(); ++i) EXPECT_THROW(price(changes[i]), std::invalid_argument) << i;
}

TEST(WideShippingQuote, GrowsWithTheZone) {
  EXPECT_EQ(price([](auto&) {}), 390);
  for (const char* country : {"AT", "CH", "DE", "FR"}) {
    EXPECT_EQ(price([&](auto& parcel) { parcel.from = "US", parcel.to = country; }), 540) << country;
  }
  EXPECT_EQ(price([](auto& parcel) { parcel.to = "US"; }), 690);
}

TEST(WideShippingQuote, CountsWeightOrVolume) {
  EXPECT_EQ(price([](auto& parcel) { parcel.weight = 15; }), 390 + 450);
  EXPECT_EQ(price([](auto& parcel) { parcel.length = 50, parcel.width = parcel.height = 40; }), 390 + 495);
  EXPECT_EQ(price([](auto& parcel) { parcel.weight = 41.5; }), 390 + 2500 + 900);
  EXPECT_EQ(price([](auto& parcel) { parcel.weight = 25, parcel.coupon = "HEAVY"; }), 390 + 900 - 500);
}

TEST(WideShippingQuote, AddsWhatIsWantedBeside) {
  using wide::Delivery;
  EXPECT_EQ(price([](auto& parcel) { parcel.delivery = Delivery::Economy; }), 390);
  EXPECT_EQ(price([](auto& parcel) { parcel.delivery = Delivery::Economy, parcel.to = "AT"; }), 432);
  EXPECT_EQ(price([](auto& parcel) { parcel.delivery = Delivery::Express; }), 1290);
  EXPECT_EQ(price([](auto& parcel) { parcel.delivery = Delivery::SameDay; }), 1890);
  EXPECT_EQ(price([](auto& parcel) { parcel.delivery = Delivery::SameDay, parcel.weight = 11; }), 660 + 2900);
  EXPECT_EQ(price([](auto& parcel) { parcel.isFragile = true; }), 640);
  EXPECT_EQ(price([](auto& parcel) { parcel.isFragile = true, parcel.delivery = Delivery::Economy; }), 390);
  EXPECT_EQ(price([](auto& parcel) { parcel.isFragile = true, parcel.weight = 25; }), 390 + 900 + 1450);
  EXPECT_EQ(price([](auto& parcel) { parcel.isFragile = true, parcel.length = 170; }), 390 + 1450);
  EXPECT_EQ(price([](auto& parcel) { parcel.isDangerous = true; }), 2790);
  EXPECT_EQ(price([](auto& parcel) { parcel.isDangerous = true, parcel.weight = 1; }), 1290);
  EXPECT_EQ(price([](auto& parcel) { parcel.declaredCents = 60'000; }), 490);
  EXPECT_EQ(price([](auto& parcel) { parcel.declaredCents = 60'000, parcel.to = "US"; }), 690 + 300 + 750);
}

TEST(WideShippingQuote, IsCheaperForGoodAndForNewCustomers) {
  EXPECT_EQ(price([](auto& parcel) { parcel.customerLevel = 2; }), 390);
  EXPECT_EQ(price([](auto& parcel) { parcel.customerLevel = 3; }), 363);
  EXPECT_EQ(price([](auto& parcel) { parcel.customerLevel = 5; }), 332);
  EXPECT_EQ(price([](auto& parcel) { parcel.coupon = "FIRST10"; }), 351);
}

struct Submission {
  wide::PrintJob job;
  wide::Account account;
};

std::pair<wide::Problem, int> admitted(const Change<Submission>& change) {
  Submission submission;
  submission.job.title = "thesis";
  submission.job.pages = 10;
  change(submission);
  return wide::PrintQueue::admit(submission.job, submission.account);
}

wide::Problem problem(const Change<Submission>& change) { return admitted(change).first; }
wide::Problem problemOf(const Change<wide::PrintJob>& change) {
  return problem([&](auto& submission) { change(submission.job); });
}
int sheets(const Change<wide::PrintJob>& change) {
  return admitted([&](auto& submission) { change(submission.job); }).second;
}

TEST(WidePrinterJob, TakesSheetsByPagesSidesAndCopies) {
  EXPECT_EQ(sheets([](auto&) {}), 10);
  EXPECT_EQ(sheets([](auto& job) { job.copies = 3; }), 30);
  EXPECT_EQ(sheets([](auto& job) { job.duplex = wide::Duplex::LongEdge; }), 5);
  EXPECT_EQ(sheets([](auto& job) { job.pagesPerSide = 4; }), 3);
  EXPECT_EQ(sheets([](auto& job) { job.ranges = {{1, 3}, {5, 5}}; }), 4);
}

TEST(WidePrinterJob, NeedsADocumentThatCanBe) {
  using enum wide::Problem;
  EXPECT_EQ(problemOf([](auto& job) { job.title = ""; }), NoTitle);
  EXPECT_EQ(problemOf([](auto& job) { job.pages = 0; }), BadPages);
  EXPECT_EQ(problemOf([](auto& job) { job.pages = 5'001; }), BadPages);
  EXPECT_EQ(problemOf([](auto& job) { job.ranges = {{0, 1}}; }), BadRange);
  EXPECT_EQ(problemOf([](auto& job) { job.ranges = {{2, 1}}; }), BadRange);
  EXPECT_EQ(problemOf([](auto& job) { job.ranges = {{1, 11}}; }), BadRange);
  EXPECT_EQ(problemOf([](auto& job) { job.copies = 0; }), BadCopies);
  EXPECT_EQ(problemOf([](auto& job) { job.copies = 100; }), BadCopies);
  EXPECT_EQ(problemOf([](auto& job) { job.pagesPerSide = 0; }), BadLayout);
  EXPECT_EQ(problemOf([](auto& job) { job.pagesPerSide = 17; }), BadLayout);
  EXPECT_EQ(problemOf([](auto& job) { job.resolution = 149; }), BadResolution);
  EXPECT_EQ(problemOf([](auto& job) { job.resolution = 1'201; }), BadResolution);
  EXPECT_EQ(problemOf([](auto& job) { job.pin = 999; }), BadPin);
  EXPECT_EQ(problemOf([](auto& job) { job.pin = 10'000; }), BadPin);
  EXPECT_EQ(problemOf([](auto& job) { job.pin = 1234; }), None);
  EXPECT_EQ(problemOf([](auto& job) { job.pagesPerSide = 2, job.paper = wide::Paper::Envelope; }), BadLayout);
}

TEST(WidePrinterJob, NeedsPaperThatATrayHolds) {
  using enum wide::Problem;
  using wide::Medium;
  using wide::Paper;
  EXPECT_EQ(problemOf([](auto& job) { job.tray = -1; }), WrongTray);
  EXPECT_EQ(problemOf([](auto& job) { job.tray = 4; }), WrongTray);
  EXPECT_EQ(problemOf([](auto& job) { job.tray = 3; }), None);
  EXPECT_EQ(problemOf([](auto& job) { job.tray = 1; }), None);
  EXPECT_EQ(problemOf([](auto& job) { job.tray = 1, job.medium = Medium::Heavy; }), WrongTray);
  EXPECT_EQ(problemOf([](auto& job) { job.tray = 1, job.paper = Paper::A3; }), WrongTray);
  EXPECT_EQ(problemOf([](auto& job) { job.tray = 2, job.paper = Paper::A3; }), None);
  EXPECT_EQ(problemOf([](auto& job) { job.paper = Paper::Envelope; }), None);
}

TEST(WidePrinterJob, IsPrintedOnBothSidesOnlyWhereThatWorks) {
  using enum wide::Problem;
  using wide::Medium;
  const auto onBothSides = [](const Change<wide::PrintJob>& change) {
    return problemOf([&](auto& job) { job.duplex = wide::Duplex::LongEdge, change(job); });
  };
  EXPECT_EQ(onBothSides([](auto& job) { job.medium = Medium::Transparency; }), NoDuplex);
  EXPECT_EQ(onBothSides([](auto& job) { job.paper = wide::Paper::Envelope; }), NoDuplex);
  EXPECT_EQ(onBothSides([](auto& job) { job.medium = Medium::Glossy; }), None);
}

TEST(WidePrinterJob, IsFinishedOnlyWhereThatWorks) {
  using enum wide::Problem;
  using wide::Finishing;
  const auto finished = [](Finishing finishing, const Change<wide::PrintJob>& change) {
    return problemOf([&](auto& job) { job.finishing = finishing, change(job); });
  };
  EXPECT_EQ(finished(Finishing::Punch, [](auto& job) { job.medium = wide::Medium::Transparency; }),
            BadFinishing);
  EXPECT_EQ(finished(Finishing::Punch, [](auto& job) { job.paper = wide::Paper::Envelope; }), BadFinishing);
  EXPECT_EQ(finished(Finishing::Punch, [](auto& job) { job.paper = wide::Paper::A5; }), BadFinishing);
  EXPECT_EQ(finished(Finishing::Punch, [](auto&) {}), None);
  EXPECT_EQ(finished(Finishing::Staple, [](auto&) {}), None);
  EXPECT_EQ(finished(Finishing::Staple, [](auto& job) { job.pages = 1; }), BadFinishing);
  EXPECT_EQ(finished(Finishing::Staple, [](auto& job) { job.pages = 51; }), BadFinishing);
  EXPECT_EQ(finished(Finishing::Staple, [](auto& job) { job.isCollated = false; }), BadFinishing);
  const auto booklet = [&](const Change<wide::PrintJob>& change) {
    return finished(Finishing::Booklet, [&](auto& job) {
      job.duplex = wide::Duplex::ShortEdge, job.pagesPerSide = 2;
      change(job);
    });
  };
  EXPECT_EQ(booklet([](auto&) {}), None);
  EXPECT_EQ(booklet([](auto& job) { job.duplex = wide::Duplex::LongEdge; }), BadFinishing);
  EXPECT_EQ(booklet([](auto& job) { job.pagesPerSide = 1; }), BadFinishing);
  EXPECT_EQ(booklet([](auto& job) { job.pages = 81; }), BadFinishing);
}

TEST(WidePrinterJob, IsRefusedToGuestsThatWantMuchAndToColourWithoutLeave) {
  using enum wide::Problem;
  EXPECT_EQ(problemOf([](auto& job) { job.isColour = true; }), NoColour);
  const auto guest = [](const Change<wide::PrintJob>& change) {
    return problem([&](auto& submission) { submission.account.isGuest = true, change(submission.job); });
  };
  EXPECT_EQ(guest([](auto&) {}), None);
  EXPECT_EQ(guest([](auto& job) { job.copies = 6; }), NotForGuests);
  EXPECT_EQ(guest([](auto& job) {
              job.finishing = wide::Finishing::Booklet;
              job.duplex = wide::Duplex::ShortEdge, job.pagesPerSide = 2;
            }),
            NotForGuests);
}

TEST(WidePrinterJob, KeepsToTheQuota) {
  using enum wide::Problem;
  EXPECT_EQ(problemOf([](auto& job) { job.copies = 11; }), OutOfQuota);
  const auto inColour = [](int sides) {
    return problem([&](auto& submission) {
      submission.job.isColour = submission.account.mayPrintColour = true;
      submission.account.colourSidesLeft = sides;
    });
  };
  EXPECT_EQ(inColour(9), OutOfQuota);
  EXPECT_EQ(inColour(10), None);
  const auto large = [](int hour) {
    return problem([&](auto& submission) {
      submission.job.pages = 501, submission.account.sheetsLeft = 1'000, submission.job.hour = hour;
    });
  };
  EXPECT_EQ(large(7), None);
  EXPECT_EQ(large(8), Closed);
  EXPECT_EQ(large(18), None);
}

}  // namespace
