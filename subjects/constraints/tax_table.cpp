// Income tax by a table of brackets with a progressive zone, and the rebates at its edges.
//
// What makes it hard: the decisions compare what floating formulas make of the income, some within half a
// unit.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <array>
#include <cmath>

namespace constraints::tax {

enum class Notice { Invalid, Free, FullRebate, PartialRebate, Edge, Cliff, Regular, Top };

namespace {

struct Bracket {
  double from;
  double rate;
  double progression;  // of the rate, for each thousand above `from`
};

constexpr std::array<Bracket, 4> kBrackets{{
    {0, 0, 0},
    {11'784, 0.14, 0.0009},
    {17'005, 0.2397, 0.0002},
    {66'760, 0.42, 0},
}};

double taxOf(double income) {
  double tax = 0;
  for (std::size_t i = 0; i < kBrackets.size(); ++i) {
    if (income <= kBrackets[i].from) break;
    const double end = i + 1 < kBrackets.size() ? kBrackets[i + 1].from : income;
    const double part = (income < end ? income : end) - kBrackets[i].from;
    tax += part * (kBrackets[i].rate + kBrackets[i].progression * part / 2000);
  }
  return tax;
}

}  // namespace

Notice assess(double income, double withheld, int children) {
  if (!(income >= 0) || income > 1e7 || withheld < 0 || children < 0 || children > 12) return Notice::Invalid;
  const double taxable = income - 3'192.0 * children;
  const double tax = taxOf(taxable);
  if (tax <= 0) return withheld > 0 ? Notice::FullRebate : Notice::Free;
  const double difference = withheld - tax;
  if (std::fabs(difference) < 0.005) return Notice::Edge;
  const double share = tax / income;
  if (share > 0.1999 && share < 0.2001 && children > 1) return Notice::Cliff;
  if (difference > 0 && difference < 0.5) return Notice::PartialRebate;
  if (share > 0.4) return Notice::Top;
  return Notice::Regular;
}

}  // namespace constraints::tax
