#include "unit/verify/polluters.h"

#include <algorithm>

namespace covolve::unit {

namespace {

constexpr size_t kMostSearches = 4;  // that find none
constexpr size_t kMostPolluters = 32;

using Names = std::vector<std::string>;
using NameSet = std::set<std::string>;

class PolluterSearch {
 public:
  PolluterSearch(const Names& tests, const RunTogether& run) : tests_(tests), run_(run) {}

  /// The test beside which alone the victim fails, though it passes by itself; empty: there is none.
  Result<std::string> polluterOf(const std::string& victim, const NameSet& known) const {
    Names suspects;
    for (const std::string& test : tests_) {
      if (test != victim && !known.contains(test)) suspects.push_back(test);
    }
    const auto alone = failsBeside(victim, {});
    if (!alone) return std::unexpected(alone.error());
    auto fails = *alone ? Result<bool>(false) : failsBeside(victim, suspects);
    while (fails && *fails && suspects.size() > 1) {
      const auto middle = suspects.begin() + static_cast<ptrdiff_t>(suspects.size() / 2);
      const Names second(middle, suspects.end());
      suspects.erase(middle, suspects.end());
      fails = failsBeside(victim, suspects);
      if (!fails || *fails) continue;
      suspects = second;
      fails = failsBeside(victim, suspects);
    }
    if (!fails) return std::unexpected(fails.error());
    return *fails && suspects.size() == 1 ? suspects.front() : std::string();
  }

  /// Of the victims those that fail even without these tests.
  Result<Names> failingWithout(const NameSet& polluters, Names victims) const {
    Names others = tests_;
    std::erase_if(others, [&](const std::string& test) { return polluters.contains(test); });
    const auto failed = run_(others);
    if (!failed) return std::unexpected(failed.error());
    std::erase_if(victims, [&](const std::string& victim) { return !failed->contains(victim); });
    return victims;
  }

 private:
  Result<bool> failsBeside(const std::string& victim, Names others) const {
    others.push_back(victim);
    const auto failed = run_(others);
    if (!failed) return std::unexpected(failed.error());
    return failed->contains(victim);
  }

  const Names& tests_;
  const RunTogether& run_;
};

}  // namespace

Result<NameSet> findPolluters(const Names& tests, Names victims, const RunTogether& run,
                              const std::function<bool()>& isTimeUp) {
  const PolluterSearch search(tests, run);
  // What fails for another reason (a time zone, another directory) is no better off without anybody.
  const auto together = run(tests);
  if (!together) return std::unexpected(together.error());
  std::erase_if(victims, [&](const std::string& victim) { return !together->contains(victim); });
  NameSet worthLosing;
  NameSet known;  // also those without which nothing is better yet
  // As many victims as are still to be had, for so many polluters that have not paid yet and the next one.
  const auto isWorthIt = [&] {
    return victims.size() >= kManyVictims * (known.size() - worthLosing.size() + 1);
  };
  size_t inVain = 0;
  while (inVain < kMostSearches && known.size() < kMostPolluters && isWorthIt() && !isTimeUp()) {
    const auto polluter = search.polluterOf(victims.front(), known);
    if (!polluter) return std::unexpected(polluter.error());
    if (polluter->empty()) {
      victims.erase(victims.begin());  // its own doing, or that of none alone
      ++inVain;
      continue;
    }
    known.insert(*polluter);
    std::erase(victims, *polluter);
    const auto left = search.failingWithout(known, victims);
    if (!left) return std::unexpected(left.error());
    if (victims.size() - left->size() < kManyVictims * (known.size() - worthLosing.size())) continue;
    worthLosing = known;
    victims = *left;
  }
  return worthLosing;
}

}  // namespace covolve::unit
