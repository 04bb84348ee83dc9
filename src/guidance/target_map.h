// From sites to targets. A site is where instrumented code reports; a target is
// what the search is after: both sides of a decision, a case, a line, a
// function, a call that threw, a kind of result. Sites of several instantiations
// of one template, or of one inline function in several units, share a target.
#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/side.h"
#include "covolve/protocol.h"
#include "execute/site_table.h"
#include "guidance/criteria.h"
#include "search/target.h"
#include "search/target_graph.h"

namespace covolve::guidance {

/// A call of a function of the standard library whose answers are known, and which of them tests were given.
struct KnownCallAnswers {
  execute::Site site;
  bool yes = false;
  bool no = false;
};

/// By site id, as analysis::Facts has them.
using Dependences = std::map<uint64_t, std::vector<analysis::Side>>;

class TargetMap {
 public:
  /// Which sites of the requested files are asked for; none: all of them.
  using Restriction = std::function<bool(const execute::Site&)>;

  /// Only sites of the requested files make targets, there only those that are asked for, and only those of
  /// the criteria.
  TargetMap(const execute::SiteTable& sites, const std::vector<std::filesystem::path>& requestedFiles,
            Criteria criteria = Criteria::defaults(), const Restriction& restriction = {});

  const std::vector<search::Target>& targets() const { return targets_; }
  bool findsExceptions() const { return criteria_.has(Criterion::Exception); }

  /// Appends what a test reached. On the hot path: three array reads a touched site. Built in place: a copy
  /// of what was just written in parts would wait for the parts.
  void translate(std::span<const abi::TouchedSite> touched, std::vector<search::TargetDistance>& reached) {
    translateOf(touched, reached, [](size_t) { return true; });
  }
  /// The same without sites that are settled.
  void translateOpen(std::span<const abi::TouchedSite> touched,
                     std::vector<search::TargetDistance>& reached) {
    translateOf(touched, reached, [settled = settled_.data()](size_t site) { return settled[site] == 0; });
  }
  /// Sites have nothing more to tell where all their targets are settled (by target).
  void settle(std::span<const uint8_t> settledTargets);

  /// What must be covered on the way to what. Sides that are no targets themselves are passed over to what
  /// they depend on.
  search::TargetGraph graph(const Dependences& dependences) const;

  /// By site id and outcome: the branch side, the answer, or the function's entry.
  std::map<analysis::Side, search::TargetId> targetsOfSides() const;

  /// The branch targets of a decision's site: true, false; kNoTarget where there is none.
  std::pair<search::TargetId, search::TargetId> sidesOf(uint32_t site) const;
  size_t siteCount() const { return sites_.size(); }
  const execute::Site& site(uint32_t index) const { return sites_[index]; }

  /// Those of the requested files, in the order of the source, with the answers of all tests translated so
  /// far.
  std::vector<KnownCallAnswers> knownCalls() const;

  /// The target "this came from this call"; made when first seen. The callable, by index and name, stands
  /// in where the throwing call lies outside the code that is asked for. Throwing tests are common: known
  /// ones cost one lookup. `type` tells types apart, `typeName` is asked for a new one only. kNoTarget when
  /// the criterion is not wanted, or this call and where it threw are not.
  struct Thrown {
    uint32_t callSite;
    uint32_t type;
    uint32_t callable;
    bool underTest = true;  // the callable
  };
  template <class TypeName>
  search::TargetId exceptionTarget(const Thrown& thrown, const std::string& callableName, TypeName typeName) {
    if (!criteria_.has(Criterion::Exception)) return search::kNoTarget;
    // What a maker of others throws (std::string("", 2)) is no behaviour of this code.
    if (!thrown.underTest && !isRequested(thrown.callSite)) return search::kNoTarget;
    const ThrownKey key{(uint64_t{thrown.callSite} << 32) | thrown.callable, thrown.type};
    if (const auto known = exceptions_.find(key); known != exceptions_.end()) return known->second;
    return exceptions_[key] = makeExceptionTarget(thrown.callSite, callableName, typeName());
  }

  /// Whether something is about what is asked for: a call under test, or the site where it came about.
  bool concerns(bool callUnderTest, uint32_t site) const {
    return !isRestricted_ || callUnderTest || isRequested(site);
  }
  /// Whether there is any code to reach.
  bool hasSites() const { return std::ranges::find(requestedSites_, true) != requestedSites_.end(); }

  bool findsReturns() const { return criteria_.has(Criterion::NoException); }
  /// The target "this call came back without an exception", made when first asked for; kNoTarget when the
  /// criterion is not wanted.
  search::TargetId returnTarget(uint32_t callable, const std::string& name, const std::filesystem::path& file,
                                unsigned line);

 private:
  template <class IsWanted>
  void translateOf(std::span<const abi::TouchedSite> touched, std::vector<search::TargetDistance>& reached,
                   IsWanted isWanted) {
    // Looked up once: what is written on the way are bytes, which might be anything to the compiler.
    const uint32_t* const first = first_.data();
    const Link* const links = links_.data();
    uint8_t* const taken = taken_.data();
    const size_t siteCount = taken_.size();
    for (const abi::TouchedSite& touch : touched) {
      // The record lies in memory that the code under test can write to.
      const size_t site = touch.site;
      if (site >= siteCount || !isWanted(site)) continue;
      const uint64_t toTrue = touch.toTrue;
      const uint64_t toFalse = touch.toFalse;
      taken[site] |= static_cast<uint8_t>((toTrue == 0 ? kTaken : 0) | (toFalse == 0 ? kNotTaken : 0));
      const Link* const end = links + first[site + 1];
      for (const Link* link = links + first[site]; link != end; ++link) {
        const uint64_t distance = link->side == Side::True ? toTrue : toFalse;
        if (distance != abi::kNever) reached.emplace_back(link->target, distance);
      }
    }
  }

  enum class Side : uint32_t { True, False };
  static constexpr uint8_t kTaken = 1;
  static constexpr uint8_t kNotTaken = 2;
  struct Link {
    search::TargetId target;
    Side side;
  };
  struct ThrownKey {
    uint64_t place;
    uint32_t type;
    bool operator==(const ThrownKey&) const = default;
  };
  struct HashThrown {
    size_t operator()(const ThrownKey& key) const {
      return static_cast<size_t>((key.place ^ (uint64_t{key.type} << 17)) * 0x9e3779b97f4a7c15u);
    }
  };

  void addLinks(const execute::Site& site);
  bool isRequested(uint32_t site) const { return site < requestedSites_.size() && requestedSites_[site]; }
  search::TargetId makeExceptionTarget(uint32_t callSite, const std::string& name,
                                       const std::string& typeName);
  search::TargetId intern(search::Target target);

  const execute::SiteTable& sites_;
  Criteria criteria_;
  bool isRestricted_;
  std::vector<bool> requestedSites_;
  std::vector<search::Target> targets_;
  std::map<uint64_t, search::TargetId> byId_;
  std::unordered_map<ThrownKey, search::TargetId, HashThrown> exceptions_;
  std::vector<search::TargetId> returns_;  // by callable
  std::vector<uint32_t> first_;            // by site: its first link; one more at the end
  std::vector<Link> links_;
  std::vector<uint8_t> taken_;    // by site: its sides that some test took
  std::vector<uint8_t> settled_;  // by site
};

}  // namespace covolve::guidance
