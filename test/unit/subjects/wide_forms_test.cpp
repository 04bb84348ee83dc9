// The tax form and the loan application decide as they say.
#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

#include "../../../subjects/wide/loan_application.cpp"
#include "../../../subjects/wide/tax_form.cpp"
#include "wide_changes.h"

namespace {

using wide::Change;
using wide::changed;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct TaxForm {
  wide::FilingStatus status = wide::FilingStatus::Single;
  int year = 2023;
  int birthYear = 1980;
  int spouseBirthYear = 0;
  int children = 0;
  bool isBlind = false;
  bool isItemised = false;
  long wages = 50'000;
  long business = 0;
  long dividends = 0;
  long capitalGains = 0;
  long retirementSavings = 0;
  long mortgageInterest = 0;
  long donations = 0;
  long medicalCosts = 0;
  long withheld = 5'000;
};

long due(const Change<TaxForm>& change) {
  const auto form = changed<TaxForm>(change);
  return wide::IncomeTax::due(form.status, form.year, form.birthYear, form.spouseBirthYear, form.children,
                              form.isBlind, form.isItemised, form.wages, form.business, form.dividends,
                              form.capitalGains, form.retirementSavings, form.mortgageInterest,
                              form.donations, form.medicalCosts, form.withheld);
}

void marry(TaxForm& form, wide::FilingStatus status = wide::FilingStatus::MarriedJointly) {
  form.status = status;
  form.spouseBirthYear = 1981;
}

TEST(WideTaxForm, RefusesWhatCannotBe) {
  const std::vector<Change<TaxForm>> changes = {
      [](auto& form) { form.year = 2017; },
      [](auto& form) { form.year = 2031; },
      [](auto& form) { form.birthYear = 1899; },
      [](auto& form) { form.birthYear = 2024; },
      [](auto& form) { form.children = -1; },
      [](auto& form) { form.children = 21; },
      [](auto& form) { form.wages = -1; },
      [](auto& form) { form.withheld = 1'000'000'001; },
      [](auto& form) { form.business = -1'000'000'001; },
      [](auto& form) { form.capitalGains = 1'000'000'001; },
      [](auto& form) { marry(form), form.spouseBirthYear = 1899; },
      [](auto& form) { marry(form), form.spouseBirthYear = 2008; },
  };
  for (size_t i = 0; i < changes.size(); ++i) EXPECT_THROW(due(changes[i]), std::out_of_range) << i;
}

TEST(WideTaxForm, RefusesWhatContradictsItself) {
  const std::vector<Change<TaxForm>> changes = {
      [](auto& form) { form.status = wide::FilingStatus::MarriedJointly; },
      [](auto& form) { form.spouseBirthYear = 1981; },
      [](auto& form) { form.status = wide::FilingStatus::HeadOfHousehold; },
      [](auto& form) { form.donations = 1; },
      [](auto& form) { form.withheld = 50'001; },
      [](auto& form) { form.retirementSavings = 6'501; },
  };
  for (size_t i = 0; i < changes.size(); ++i) EXPECT_THROW(due(changes[i]), std::invalid_argument) << i;
}

TEST(WideTaxForm, GrowsWithTheBracket) {
  // 50,000 - 13,850 = 36,150; 10 % of it and 2 % of what is above 11,000.
  EXPECT_EQ(due([](auto&) {}), 3'615 + 503 - 5'000);
  EXPECT_EQ(due([](auto& form) { marry(form); }), 2'230 + 6 - 5'000);
  EXPECT_EQ(due([](auto& form) { form.wages = 13'850, form.birthYear = 2003, form.withheld = 0; }), 0);
  EXPECT_EQ(due([](auto& form) { form.wages = 1'013'850, form.withheld = 400'000; }),
            100'000 + 19'780 + 95'527 + 81'790 - 400'000);
}

TEST(WideTaxForm, TakesInterestFromWhoPaysTooLittleInAdvance) {
  EXPECT_EQ(due([](auto& form) { form.withheld = 3'500; }), 618);
  EXPECT_EQ(due([](auto& form) { form.withheld = 2'000; }), 2'118 + 63);
  EXPECT_EQ(due([](auto& form) { form.wages = 113'850, form.withheld = 15'600; }),
            10'000 + 1'780 + 5'527 - 15'600);
}

TEST(WideTaxForm, DeductsByAgeBlindnessAndHousehold) {
  const long usual = due([](auto&) {});
  EXPECT_EQ(due([](auto& form) { form.birthYear = 1958; }), usual - 180);
  EXPECT_EQ(due([](auto& form) { form.isBlind = true; }), usual - 180);
  EXPECT_LT(due([](auto& form) { form.status = wide::FilingStatus::HeadOfHousehold, form.children = 1; }),
            usual - 2'000);
  EXPECT_EQ(due([](auto& form) { marry(form), form.spouseBirthYear = 1950; }), 2'080 - 5'000);
}

TEST(WideTaxForm, DeductsSavingsUpToAnIncome) {
  const auto saved = [](long wages, bool isJoint) {
    const auto with = [&](long savings) {
      return due([&](auto& form) {
        form.wages = wages, form.withheld = wages / 2, form.retirementSavings = savings;
        if (isJoint) marry(form);
      });
    };
    return with(0) - with(5'000);
  };
  EXPECT_EQ(saved(50'000, false), 600);
  EXPECT_EQ(saved(78'000, false), 550);  // half of it, at 22 %
  EXPECT_EQ(saved(95'000, false), 0);
  EXPECT_EQ(saved(95'000, true), 600);
  EXPECT_EQ(due([](auto& form) { form.retirementSavings = 7'500, form.birthYear = 1970; }),
            due([](auto&) {}) - 900);
}

TEST(WideTaxForm, ItemisesWhatIsBeyondBearable) {
  const auto itemised = [](long medicalCosts) {
    return due([&](auto& form) {
      form.isItemised = true, form.mortgageInterest = 20'000, form.donations = 40'000;
      form.medicalCosts = medicalCosts, form.wages = 100'000, form.withheld = 50'000;
    });
  };
  EXPECT_EQ(itemised(0), 4'000 + 580 - 50'000);
  EXPECT_EQ(itemised(7'500), itemised(0));
  EXPECT_EQ(itemised(17'500), itemised(0) - 1'200);
}

TEST(WideTaxForm, CountsLossesOnlyInPart) {
  const long usual = due([](auto&) {});
  EXPECT_EQ(due([](auto& form) { form.capitalGains = -100'000; }), usual - 360);
}

TEST(WideTaxForm, TakesContributionsFromBusinessUpToALimit) {
  const auto contribution = [](long wages, long business) {
    const auto with = [&](long selfEarned, long employed) {
      return due(
          [&](auto& form) { form.wages = employed, form.business = selfEarned, form.withheld = employed; });
    };
    return with(business, wages) + wages - with(0, wages + business) - (wages + business);
  };
  EXPECT_EQ(contribution(50'000, 399), 0);
  EXPECT_EQ(contribution(50'000, 10'000), 267 + 1'145);
  EXPECT_EQ(contribution(160'200, 10'000), 267);
}

TEST(WideTaxForm, TaxesInvestmentsAboveAThreshold) {
  const auto extra = [](wide::FilingStatus status, long wages) {
    const auto with = [&](long earned, long dividends) {
      return due([&](auto& form) {
        form.wages = earned, form.dividends = dividends, form.withheld = earned;
        if (status != wide::FilingStatus::Single) marry(form, status);
      });
    };
    return with(wages - 10'000, 10'000) + wages - 10'000 - with(wages, 0) - wages;
  };
  EXPECT_EQ(extra(wide::FilingStatus::Single, 200'000), 0);
  EXPECT_EQ(extra(wide::FilingStatus::Single, 300'000), 380);
  EXPECT_EQ(extra(wide::FilingStatus::MarriedJointly, 255'000), 190);
  EXPECT_EQ(extra(wide::FilingStatus::MarriedSeparately, 130'000), 190);
}

TEST(WideTaxForm, CreditsChildrenAndSmallIncomes) {
  const auto credited = [](int children, long wages, int birthYear, long dividends) {
    return due([&](auto& form) {
      form.children = children, form.wages = wages, form.birthYear = birthYear, form.withheld = 0;
      form.dividends = dividends;
    });
  };
  EXPECT_EQ(credited(0, 10'000, 1980, 0), -500);
  EXPECT_EQ(credited(0, 10'000, 2000, 0), 0);
  EXPECT_EQ(credited(0, 10'000, 1950, 0), 0);
  EXPECT_EQ(credited(0, 1, 1980, 11'001), 0);
  EXPECT_EQ(credited(1, 10'000, 1980, 0), -1'500);
  EXPECT_EQ(credited(5, 10'000, 1980, 0), -4'500);
  EXPECT_GT(credited(1, 250'000, 1980, 0), credited(2, 250'000, 1980, 0) - 1);
  EXPECT_EQ(credited(1, 250'000, 1980, 0), credited(0, 250'000, 1980, 0));
}

struct Application {
  int age = 40;
  wide::Employment employment = wide::Employment::Employed;
  int yearsInJob = 8;
  double income = 90'000;
  double partnerIncome = 0;
  double expenses = 20'000;
  double otherDebts = 0;
  int children = 1;
  int creditScore = 760;
  int missedPayments = 0;
  bool wasBankrupt = false;
  wide::Property property = wide::Property::House;
  double price = 300'000;
  double ownMoney = 90'000;
  int years = 25;
  std::optional<double> guarantorIncome;
};

wide::LoanDecision decision(const Change<Application>& change) {
  const auto form = changed<Application>(change);
  return wide::HomeLoan::decide(form.age, form.employment, form.yearsInJob, form.income, form.partnerIncome,
                                form.expenses, form.otherDebts, form.children, form.creditScore,
                                form.missedPayments, form.wasBankrupt, form.property, form.price,
                                form.ownMoney, form.years, form.guarantorIncome);
}

TEST(WideLoanApplication, RefusesWhatCannotBeFilledIn) {
  const std::vector<Change<Application>> changes = {
      [](auto& form) { form.age = -1; },
      [](auto& form) { form.age = 121; },
      [](auto& form) { form.yearsInJob = -1; },
      [](auto& form) { form.yearsInJob = 27; },
      [](auto& form) { form.income = -1; },
      [](auto& form) { form.partnerIncome = 2e9; },
      [](auto& form) { form.expenses = kNan; },
      [](auto& form) { form.otherDebts = -1; },
      [](auto& form) { form.price = -1; },
      [](auto& form) { form.ownMoney = -1; },
      [](auto& form) { form.price = 9'999, form.ownMoney = 0; },
      [](auto& form) { form.ownMoney = 300'000; },
      [](auto& form) { form.children = -1; },
      [](auto& form) { form.children = 16; },
      [](auto& form) { form.missedPayments = -1; },
      [](auto& form) { form.creditScore = 299; },
      [](auto& form) { form.creditScore = 851; },
      [](auto& form) { form.years = 4; },
      [](auto& form) { form.years = 41; },
      [](auto& form) { form.guarantorIncome = -1; },
  };
  for (size_t i = 0; i < changes.size(); ++i) EXPECT_THROW(decision(changes[i]), std::invalid_argument) << i;
}

TEST(WideLoanApplication, IsGrantedToWhoCanPay) {
  using enum wide::LoanDecision;
  EXPECT_EQ(decision([](auto&) {}), Granted);
  EXPECT_EQ(decision([](auto& form) { form.guarantorIncome = 50'000; }), Granted);
  EXPECT_EQ(decision([](auto& form) { form.yearsInJob = 0; }), Granted);
  EXPECT_EQ(decision([](auto& form) { form.missedPayments = 1, form.creditScore = 610; }), Granted);
  EXPECT_EQ(decision([](auto& form) { form.creditScore = 700, form.years = 30; }), Granted);
  EXPECT_EQ(decision([](auto& form) { form.ownMoney = 45'000; }), GrantedWithInsurance);
  EXPECT_EQ(decision([](auto& form) { form.ownMoney = 20'000; }), GrantedWithInsurance);
  EXPECT_EQ(
      decision([](auto& form) { form.employment = wide::Employment::None, form.partnerIncome = 90'000; }),
      Granted);
  EXPECT_EQ(decision([](auto& form) {
              form.employment = wide::Employment::Retired, form.age = 60, form.years = 10,
              form.ownMoney = 200'000;
            }),
            Granted);
  EXPECT_EQ(decision([](auto& form) { form.age = 61, form.years = 15, form.ownMoney = 150'000; }), Granted);
}

TEST(WideLoanApplication, IsRefusedToWhoIsARisk) {
  using enum wide::LoanDecision;
  const std::vector<Change<Application>> changes = {
      [](auto& form) { form.age = 17, form.yearsInJob = 0; },
      [](auto& form) { form.age = 56; },
      [](auto& form) { form.employment = wide::Employment::None; },
      [](auto& form) { form.wasBankrupt = true, form.creditScore = 699; },
      [](auto& form) { form.wasBankrupt = true, form.missedPayments = 1; },
      [](auto& form) { form.missedPayments = 4; },
      [](auto& form) { form.ownMoney = 10'000; },
      [](auto& form) { form.property = wide::Property::Flat, form.ownMoney = 20'000; },
      [](auto& form) { form.property = wide::Property::Land; },
      [](auto& form) { form.property = wide::Property::Commercial, form.ownMoney = 80'000; },
      [](auto& form) { form.expenses = 90'000; },
      [](auto& form) { form.expenses = 75'000; },
      [](auto& form) { form.expenses = 68'000; },
      [](auto& form) { form.expenses = 68'000, form.guarantorIncome = 10'000; },
      [](auto& form) { form.employment = wide::Employment::SelfEmployed, form.yearsInJob = 1; },
  };
  for (size_t i = 0; i < changes.size(); ++i) EXPECT_EQ(decision(changes[i]), Refused) << i;
}

TEST(WideLoanApplication, IsLookedAtOrGuaranteedInBetween) {
  using enum wide::LoanDecision;
  EXPECT_EQ(decision([](auto& form) { form.expenses = 90'000, form.guarantorIncome = 1; }), NeedsGuarantor);
  EXPECT_EQ(decision([](auto& form) { form.expenses = 68'000, form.guarantorIncome = 90'000; }),
            NeedsGuarantor);
  EXPECT_EQ(decision([](auto& form) { form.expenses = 60'000; }), Granted);
  EXPECT_EQ(decision([](auto& form) { form.expenses = 58'000, form.creditScore = 679; }), ByHand);
  EXPECT_EQ(decision([](auto& form) {
              form.employment = wide::Employment::SelfEmployed, form.yearsInJob = 3, form.expenses = 22'000;
            }),
            ByHand);
  EXPECT_EQ(decision([](auto& form) {
              form.employment = wide::Employment::SelfEmployed, form.yearsInJob = 5, form.expenses = 10'000;
            }),
            Granted);
  EXPECT_EQ(decision([](auto& form) { form.wasBankrupt = true; }), ByHand);
  EXPECT_EQ(decision([](auto& form) { form.age = 61, form.years = 16; }), ByHand);
}

}  // namespace
