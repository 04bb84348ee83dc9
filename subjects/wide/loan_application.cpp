// Is a loan for a home granted?
//
// What makes it hard: sixteen arguments, of which the decision sees ratios; each grade of
// the answer is a window in several of them.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cmath>
#include <optional>
#include <stdexcept>

namespace wide {

enum class Employment { Employed, SelfEmployed, Retired, None };
enum class Property { House, Flat, Land, Commercial };
enum class LoanDecision { Granted, GrantedWithInsurance, NeedsGuarantor, ByHand, Refused };

class HomeLoan {
 public:
  /// Amounts are yearly or in total. Throws std::invalid_argument for what cannot be filled in.
  static LoanDecision decide(int age, Employment employment, int yearsInJob, double income,
                             double partnerIncome, double expenses, double otherDebts, int children,
                             int creditScore, int missedPayments, bool wasBankrupt, Property property,
                             double price, double ownMoney, int years,
                             std::optional<double> guarantorIncome) {
    if (age < 0 || age > 120 || yearsInJob < 0) throw std::invalid_argument("not an age or a time in a job");
    if (yearsInJob > 0 && yearsInJob > age - 14) throw std::invalid_argument("nobody works as a child");
    if (!isAmount(income) || !isAmount(partnerIncome) || !isAmount(expenses) || !isAmount(otherDebts)) {
      throw std::invalid_argument("not an amount");
    }
    if (!isAmount(price) || !isAmount(ownMoney) || price < 10'000) throw std::invalid_argument("not a price");
    if (ownMoney >= price) throw std::invalid_argument("no loan is needed");
    if (children < 0 || children > 15 || missedPayments < 0) throw std::invalid_argument("not a number");
    if (creditScore < 300 || creditScore > 850) throw std::invalid_argument("not a score");
    if (years < 5 || years > 40) throw std::invalid_argument("not a term");
    if (guarantorIncome && !isAmount(*guarantorIncome)) throw std::invalid_argument("not a guarantor");

    if (age < 18 || age + years > 80) return LoanDecision::Refused;
    if (employment == Employment::None && partnerIncome == 0) return LoanDecision::Refused;
    if (wasBankrupt && (creditScore < 700 || missedPayments > 0)) return LoanDecision::Refused;
    if (missedPayments > 3) return LoanDecision::Refused;

    const double loan = price - ownMoney;
    const double share = loan / price;
    if (share > mostOf(property)) return LoanDecision::Refused;
    const double household = countedIncome(employment, yearsInJob, income) + 0.9 * partnerIncome;
    const double available = household - expenses - 4'000.0 * children;
    if (available <= 0) return guarantorIncome ? LoanDecision::NeedsGuarantor : LoanDecision::Refused;

    const double rate = yearlyRate(creditScore, missedPayments, share);
    const double payment = loan * rate / (1 - std::pow(1 + rate, -years));
    const double burden = (payment + otherDebts * 0.1) / available;
    if (burden > 0.9) return LoanDecision::Refused;
    if (burden > 0.6) {
      const bool hasStrongGuarantor = guarantorIncome && *guarantorIncome * 0.3 > payment;
      return hasStrongGuarantor ? LoanDecision::NeedsGuarantor : LoanDecision::Refused;
    }
    if (burden > 0.4 && (creditScore < 680 || employment == Employment::SelfEmployed)) {
      return LoanDecision::ByHand;
    }
    if (wasBankrupt || (age > 60 && years > 15)) return LoanDecision::ByHand;
    return share > 0.8 ? LoanDecision::GrantedWithInsurance : LoanDecision::Granted;
  }

 private:
  /// Neither negative, nor NaN, nor beyond reason.
  static bool isAmount(double amount) { return amount >= 0 && amount <= 1e9; }

  static double mostOf(Property property) {
    switch (property) {
      case Property::House:
        return 0.95;
      case Property::Flat:
        return 0.9;
      case Property::Land:
        return 0.6;
      default:
        return 0.7;
    }
  }

  static double countedIncome(Employment employment, int yearsInJob, double income) {
    if (employment == Employment::Employed) return yearsInJob >= 1 ? income : income * 0.8;
    if (employment == Employment::SelfEmployed) {
      if (yearsInJob < 2) return 0;
      return yearsInJob < 5 ? income * 0.6 : income * 0.75;
    }
    return employment == Employment::Retired ? income * 0.95 : 0;
  }

  static double yearlyRate(int creditScore, int missedPayments, double share) {
    double rate = 0.031 + 0.004 * missedPayments;
    if (creditScore < 620) {
      rate += 0.022;
    } else if (creditScore < 740) {
      rate += 0.008;
    }
    if (share > 0.9) rate += 0.006;
    return rate;
  }
};

}  // namespace wide
