// Holm, A simple sequentially rejective multiple test procedure (1979).
#include <algorithm>
#include <numeric>

#include "campaign/statistics/statistics.h"

namespace covolve::campaign::statistics {

std::vector<double> holm(std::span<const double> p) {
  std::vector<size_t> order(p.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, {}, [&](size_t index) { return p[index]; });

  std::vector<double> adjusted(p.size());
  double largest = 0;  // none may fall below that of a smaller p-value
  for (size_t place = 0; place < order.size(); ++place) {
    const auto hypothesesLeft = static_cast<double>(order.size() - place);
    largest = std::max(largest, std::min(1.0, hypothesesLeft * p[order[place]]));
    adjusted[order[place]] = largest;
  }
  return adjusted;
}

}  // namespace covolve::campaign::statistics
