#include "unit/mutants/observed_difference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <tuple>

namespace covolve::unit {

namespace {

bool isSameNumber(double one, double other) {
  constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();  // as frameworks compare
  if (std::isnan(one) || std::isnan(other)) return std::isnan(one) && std::isnan(other);
  if (std::isinf(one) || std::isinf(other)) return !(one < other) && !(other < one);
  return std::abs(one - other) <= kRounding * std::max(std::abs(one), std::abs(other));
}

bool looksAlike(const Value& expected, const Value& seen) {
  if (expected.kind == Value::Kind::Opaque) return true;
  if (expected.kind != seen.kind || expected.children.size() != seen.children.size()) return false;
  if (expected.kind == Value::Kind::Floating) return isSameNumber(expected.floating, seen.floating);
  if (expected.integer != seen.integer || expected.text != seen.text) return false;
  return std::ranges::equal(expected.children, seen.children, looksAlike);
}

/// Whoever expects a class of the standard library is content with one that is derived from it.
bool isCaughtAs(std::string seen, const std::string& expected) {
  static const std::map<std::string, std::string> bases = {
      {"std::invalid_argument", "std::logic_error"},
      {"std::domain_error", "std::logic_error"},
      {"std::length_error", "std::logic_error"},
      {"std::out_of_range", "std::logic_error"},
      {"std::future_error", "std::logic_error"},
      {"std::range_error", "std::runtime_error"},
      {"std::overflow_error", "std::runtime_error"},
      {"std::underflow_error", "std::runtime_error"},
      {"std::regex_error", "std::runtime_error"},
      {"std::system_error", "std::runtime_error"},
      {"std::bad_array_new_length", "std::bad_alloc"},
      {"std::bad_any_cast", "std::bad_cast"},
      {"std::logic_error", "std::exception"},
      {"std::runtime_error", "std::exception"},
      {"std::bad_alloc", "std::exception"},
      {"std::bad_cast", "std::exception"},
  };
  if (expected.empty()) return true;  // of an exception that has no name only that there is one
  while (seen != expected) {
    const auto base = bases.find(seen);
    if (base == bases.end()) return false;
    seen = base->second;
  }
  return true;
}

using Place = std::tuple<uint32_t, Observation::What, uint32_t>;

std::map<Place, const Observation*> byPlace(const std::vector<Observation>& observations) {
  using enum Observation::What;
  std::map<Place, const Observation*> places;
  for (const Observation& observation : observations) {
    if (observation.what == Freed || observation.what == Given) continue;
    places.emplace(Place{observation.step, observation.what, observation.parameter}, &observation);
  }
  return places;
}

}  // namespace

std::set<uint32_t> differingSteps(const std::vector<Observation>& asWritten,
                                  const std::vector<Observation>& changed) {
  const auto expected = byPlace(asWritten);
  const auto seen = byPlace(changed);
  std::set<uint32_t> steps;
  for (const auto& [place, observation] : expected) {
    const auto other = seen.find(place);
    if (other == seen.end() || !isCaughtAs(other->second->exceptionType, observation->exceptionType) ||
        !looksAlike(observation->value, other->second->value))
      steps.insert(observation->step);
  }
  // What an expectation says nothing about can still throw.
  for (const auto& [place, observation] : seen) {
    if (observation->what == Observation::What::Threw && !expected.contains(place))
      steps.insert(observation->step);
  }
  return steps;
}

}  // namespace covolve::unit
