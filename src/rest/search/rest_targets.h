// What a REST search strives for: each status class and each declared status of
// each operation, each parameter and enumerated value accepted, each kind of
// response, each fault. Most are known from the document, others are found on the
// way.
//
// A later source of targets is the service itself, where it is compiled with
// probes; the search takes them all as numbers.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "rest/oracle/oracle.h"
#include "rest/request/call.h"
#include "search/target.h"

namespace covolve::rest {

/// Whether the target is that an operation succeeds at all.
inline bool isSuccessOfOperation(const search::Target& target) {
  return target.kind == search::TargetKind::Status && target.description == "2xx";
}

class RestTargets {
 public:
  explicit RestTargets(const Api& api);

  const std::vector<search::Target>& targets() const { return targets_; }
  /// What a call reached; appended. Targets that nobody knew are added.
  void judge(const Call& call, std::vector<search::TargetDistance>& reached);
  void judge(const Fault& fault, std::vector<search::TargetDistance>& reached);

 private:
  search::TargetId idOf(search::TargetKind kind, const std::string& operation, const std::string& what);
  void judgeStatus(const Call& call, std::vector<search::TargetDistance>& reached);
  void judgeArguments(const Call& call, std::vector<search::TargetDistance>& reached);
  void judgeResponse(const Call& call, std::vector<search::TargetDistance>& reached);

  std::vector<search::Target> targets_;
  std::map<std::string, search::TargetId> byKey_;
  std::map<std::string, std::vector<std::pair<int, search::TargetId>>>
      statuses_;                            // by operation: declared ones
  std::map<std::string, size_t> outcomes_;  // by operation and status: how many different ones were found
};

}  // namespace covolve::rest
