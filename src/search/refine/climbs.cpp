#include "search/refine/climbs.h"

#include <utility>

namespace covolve::search {

void Climbs::start(Climb climb) {
  ++climbing_;
  goOn(std::make_shared<UnderWay>(std::move(climb)));
}

bool Climbs::propose(std::vector<Individual>& batch) {
  if (candidates_.empty()) return false;
  Candidate& candidate = candidates_.front();
  batch.push_back(std::move(candidate.individual));
  underWay_.push_back(std::move(candidate));
  candidates_.pop_front();
  return true;
}

void Climbs::receive(const EvaluatedTest& test) {
  const auto [individual, climb, index] = std::move(underWay_.front());
  underWay_.pop_front();
  approach_.load(test->reached);
  climb->climb.result(index, test, approach_.to(climb->climb.target()));
  if (--climb->missing == 0) goOn(climb);
}

void Climbs::goOn(const std::shared_ptr<UnderWay>& climb) {
  std::vector<Individual> next;
  if (!context_.archive.isCovered(climb->climb.target())) next = climb->climb.next();
  if (next.empty()) {
    --climbing_;
    return;
  }
  climb->missing = next.size();
  for (size_t i = 0; i < next.size(); ++i) candidates_.push_back({std::move(next[i]), climb, i});
}

}  // namespace covolve::search
