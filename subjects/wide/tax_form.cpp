// An income tax return: does it contradict itself, and what is still to be paid?
//
// What makes it hard: sixteen arguments. Every amount must be plausible before any of
// them is looked at; deductions and credits then depend on sums of several of them, on the
// status and on ages, within windows of incomes.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <stdexcept>

namespace wide {

enum class FilingStatus { Single, MarriedJointly, MarriedSeparately, HeadOfHousehold };

/// All amounts are whole units of the currency. The parts are private: they rely on the form being plausible.
class IncomeTax {
 public:
  /// What is due beyond what was withheld; negative where it is paid back. A spouse's year of birth is 0
  /// where there is none. Throws std::out_of_range for what cannot be, std::invalid_argument for what
  /// contradicts itself.
  static long due(FilingStatus status, int year, int birthYear, int spouseBirthYear, int children,
                  bool isBlind, bool isItemised, long wages, long business, long dividends, long capitalGains,
                  long retirementSavings, long mortgageInterest, long donations, long medicalCosts,
                  long withheld) {
    if (year < 2018 || year > 2030) throw std::out_of_range("there are no rules for this year");
    if (birthYear < 1900 || birthYear > year) throw std::out_of_range("nobody can be that old or that young");
    if (children < 0 || children > 20) throw std::out_of_range("that is no number of children");
    for (const long amount :
         {wages, dividends, retirementSavings, mortgageInterest, donations, medicalCosts, withheld}) {
      if (amount < 0 || amount > kHighestAmount) throw std::out_of_range("an amount is not plausible");
    }
    for (const long amount : {business, capitalGains}) {
      if (amount < -kHighestAmount || amount > kHighestAmount) {
        throw std::out_of_range("a profit or loss is not plausible");
      }
    }
    const bool isJoint = status == FilingStatus::MarriedJointly;
    const bool isMarried = isJoint || status == FilingStatus::MarriedSeparately;
    if (isMarried && spouseBirthYear == 0) throw std::invalid_argument("the spouse is missing");
    if (!isMarried && spouseBirthYear != 0) throw std::invalid_argument("a spouse without a marriage");
    if (isMarried && (spouseBirthYear < 1900 || spouseBirthYear > year - 16)) {
      throw std::out_of_range("the spouse cannot be that old or that young");
    }
    if (status == FilingStatus::HeadOfHousehold && children == 0) {
      throw std::invalid_argument("a household needs somebody to be headed");
    }
    const bool hasDeductions = mortgageInterest + donations + medicalCosts > 0;
    if (!isItemised && hasDeductions) throw std::invalid_argument("deductions that are not itemised");
    if (withheld > wages) throw std::invalid_argument("more was withheld than was earned");

    const int age = year - birthYear;
    const long earned = wages + std::max(business, 0L);
    if (retirementSavings > std::min(earned, age >= 50 ? 7'500L : 6'500L)) {
      throw std::invalid_argument("more was saved for retirement than is allowed");
    }
    const long income = std::max(0L, wages + business + dividends + std::max(capitalGains, -kDeductibleLoss));
    const long adjusted = std::max(0L, income - deductibleSavings(isJoint, income, retirementSavings));
    const long deduction =
        isItemised ? itemisedDeduction(adjusted, mortgageInterest, donations, medicalCosts)
                   : standardDeduction(status, age, isJoint ? year - spouseBirthYear : 0, isBlind);
    const long taxable = std::max(0L, adjusted - deduction);

    long tax = progressiveTax(taxable, isJoint) + socialContribution(wages, business) +
               surtax(status, adjusted, dividends + std::max(capitalGains, 0L));
    tax = std::max(0L, tax - childCredit(isJoint, children, adjusted));
    if (qualifiesForEarnedIncomeCredit(status, age, children, earned, dividends)) {
      tax -= children == 0 ? 500 : std::min(3, children) * 1'500L;
    }
    const long open = tax - withheld;
    // Who pays far too little in advance pays interest.
    if (open > 1'000 && withheld < tax * 9 / 10) return open + open * 3 / 100;
    return open;
  }

 private:
  static constexpr long kHighestAmount = 1'000'000'000;
  static constexpr long kDeductibleLoss = 3'000;

  /// Falls to nothing over a window of incomes.
  static long phasedOut(long amount, long income, long start, long width) {
    if (income <= start) return amount;
    if (income >= start + width) return 0;
    return amount * (start + width - income) / width;
  }

  static long deductibleSavings(bool isJoint, long income, long savings) {
    return phasedOut(savings, income, isJoint ? 116'000 : 73'000, 10'000);
  }

  static long itemisedDeduction(long adjusted, long mortgageInterest, long donations, long medicalCosts) {
    long deduction = std::min(mortgageInterest, 40'000L) + std::min(donations, adjusted * 6 / 10);
    const long bearable = adjusted * 75 / 1000;
    if (medicalCosts > bearable) deduction += medicalCosts - bearable;
    return deduction;
  }

  static long standardDeduction(FilingStatus status, int age, int spouseAge, bool isBlind) {
    long deduction = 13'850;
    if (status == FilingStatus::MarriedJointly) deduction = 27'700;
    if (status == FilingStatus::HeadOfHousehold) deduction = 20'800;
    constexpr long extra = 1'500;
    if (age >= 65) deduction += extra;
    if (spouseAge >= 65) deduction += extra;
    if (isBlind) deduction += extra;
    return deduction;
  }

  static long progressiveTax(long taxable, bool isJoint) {
    const long factor = isJoint ? 2 : 1;
    long tax = taxable * 10 / 100;
    if (taxable > 11'000 * factor) tax += (taxable - 11'000 * factor) * 2 / 100;
    if (taxable > 44'725 * factor) tax += (taxable - 44'725 * factor) * 10 / 100;
    if (taxable > 182'100 * factor) tax += (taxable - 182'100 * factor) * 10 / 100;
    return tax;
  }

  static long socialContribution(long wages, long business) {
    if (business < 400) return 0;
    const long base = business * 9'235 / 10'000;
    const long health = base * 29 / 1000;
    if (wages >= 160'200) return health;
    return health + std::min(base, 160'200 - wages) * 124 / 1000;
  }

  static long surtax(FilingStatus status, long adjusted, long investments) {
    long threshold = 200'000;
    if (status == FilingStatus::MarriedJointly) threshold = 250'000;
    if (status == FilingStatus::MarriedSeparately) threshold = 125'000;
    if (adjusted <= threshold) return 0;
    return std::min(adjusted - threshold, investments) * 38 / 1000;
  }

  static long childCredit(bool isJoint, int children, long adjusted) {
    const long threshold = isJoint ? 400'000 : 200'000;
    const long credit = children * 2'000L;
    if (adjusted <= threshold) return credit;
    return std::max(0L, credit - (adjusted - threshold + 999) / 1'000 * 50);
  }

  static bool qualifiesForEarnedIncomeCredit(FilingStatus status, int age, int children, long earned,
                                             long dividends) {
    if (status == FilingStatus::MarriedSeparately || dividends > 11'000) return false;
    if (children > 0) return earned < 46'560;
    return earned < 17'640 && age >= 25 && age < 65;
  }
};

}  // namespace wide
