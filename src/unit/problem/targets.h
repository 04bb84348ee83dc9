// From sites to targets. A site is where instrumented code reports; a target is
// what the search is after: both sides of a decision, a case, a line, a
// function, a call that threw. Sites of several instantiations of one template,
// or of one inline function in several units, share a target.
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "covolve/protocol.h"
#include "execute/site_table.h"
#include "search/target.h"

namespace covolve::unit {

class TargetMap {
 public:
  /// Only sites of the requested files make targets.
  TargetMap(const execute::SiteTable& sites, const std::vector<std::filesystem::path>& requestedFiles);

  const std::vector<search::Target>& targets() const { return targets_; }

  /// Appends what a test reached. On the hot path: two array reads a touched site.
  void translate(std::span<const abi::TouchedSite> touched, std::vector<search::Closeness>& reached) const {
    for (const abi::TouchedSite& touch : touched) {
      // The record lies in memory that the code under test can write to.
      const size_t site = touch.site;
      if (site + 1 >= first_.size()) continue;
      for (uint32_t i = first_[site]; i < first_[site + 1]; ++i) {
        const Link& link = links_[i];
        const uint64_t distance = link.side == Side::True ? touch.toTrue : touch.toFalse;
        if (distance != abi::kNever) reached.push_back({link.target, distance});
      }
    }
  }

  /// The target "an exception came from this call"; made when first seen. The callable, by index and name,
  /// stands in where the throwing call lies outside the instrumented code. Throwing tests are common: known
  /// ones cost one lookup.
  search::TargetId exceptionTarget(uint32_t callSite, uint32_t callable, const std::string& name);

 private:
  enum class Side : uint32_t { True, False };
  struct Link {
    search::TargetId target;
    Side side;
  };

  bool isRequested(const execute::Site& site) const;
  search::TargetId makeExceptionTarget(uint32_t callSite, const std::string& name);
  search::TargetId intern(search::Target target);

  const execute::SiteTable& sites_;
  std::vector<std::string> requested_;
  std::vector<search::Target> targets_;
  std::map<uint64_t, search::TargetId> byId_;
  std::unordered_map<uint64_t, search::TargetId> exceptions_;  // by call site and callable
  std::vector<uint32_t> first_;                                // by site: its first link; one more at the end
  std::vector<Link> links_;
};

}  // namespace covolve::unit
