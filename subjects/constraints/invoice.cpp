// Invoices whose lines, discounts and taxes must add up to the cent.
//
// What makes it hard: the net sum is a sum of products, the tax of each rate is rounded, and the totals
// that were claimed must equal what follows from the lines before anything else is decided.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <array>
#include <cstdint>

namespace constraints::invoice {

struct Line {
  int32_t quantity;
  int32_t cents;
  bool isReduced;
};

struct Invoice {
  std::array<Line, 3> lines;
  int32_t discountPerMille;
  int64_t net;
  int64_t tax;
  int64_t total;
};

enum class Check {
  BadLine,
  BadDiscount,
  NetDiffers,
  TaxDiffers,
  TotalDiffers,
  Small,
  Regular,
  NeedsApproval
};

namespace {

int64_t rounded(int64_t amount, int64_t numerator, int64_t denominator) {
  return (amount * numerator + denominator / 2) / denominator;
}

}  // namespace

Check check(const Invoice& invoice) {
  int64_t full = 0;
  int64_t reduced = 0;
  for (const Line& line : invoice.lines) {
    if (line.quantity < 0 || line.quantity > 10'000 || line.cents < 0 || line.cents > 5'000'000) {
      return Check::BadLine;
    }
    const int64_t amount = int64_t{line.quantity} * line.cents;
    (line.isReduced ? reduced : full) += amount;
  }
  if (invoice.discountPerMille < 0 || invoice.discountPerMille > 300) return Check::BadDiscount;
  full -= rounded(full, invoice.discountPerMille, 1000);
  reduced -= rounded(reduced, invoice.discountPerMille, 1000);
  if (invoice.net != full + reduced) return Check::NetDiffers;
  if (invoice.tax != rounded(full, 19, 100) + rounded(reduced, 7, 100)) return Check::TaxDiffers;
  if (invoice.total != invoice.net + invoice.tax) return Check::TotalDiffers;
  if (invoice.total < 25'000) return Check::Small;
  if (invoice.total > 1'000'000 || (invoice.discountPerMille > 200 && reduced > full)) {
    return Check::NeedsApproval;
  }
  return Check::Regular;
}

}  // namespace constraints::invoice
