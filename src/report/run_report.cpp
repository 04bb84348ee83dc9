#include "report/run_report.h"

#include <set>

namespace covolve::report {

Ratio coveredTargets(const RunReport& report, std::optional<search::TargetKind> kind) {
  Ratio ratio;
  for (const TargetReport& target : report.targets) {
    const search::TargetKind own = target.target.kind;
    if (kind ? own == *kind : isWorthATest(own)) ratio += {target.covered ? 1u : 0u, 1};
  }
  return ratio;
}

Ratio targetsOfTests(const RunReport& report, search::TargetKind kind) {
  std::set<search::TargetId> covered;
  for (const TestReport& test : report.tests) covered.insert(test.covers.begin(), test.covers.end());
  Ratio ratio;
  for (size_t id = 0; id < report.targets.size(); ++id) {
    if (report.targets[id].target.kind != kind) continue;
    ratio += {covered.contains(static_cast<search::TargetId>(id)) ? 1u : 0u, 1};
  }
  return ratio;
}

std::string kindName(search::TargetKind kind) {
  switch (kind) {
    case search::TargetKind::Branch:
      return "branch";
    case search::TargetKind::Line:
      return "line";
    case search::TargetKind::Function:
      return "function";
    case search::TargetKind::Return:
      return "return";
    case search::TargetKind::Exception:
      return "exception";
    case search::TargetKind::Output:
      return "output";
    case search::TargetKind::Answer:
      return "answer";
    case search::TargetKind::Step:
      return "step";
    case search::TargetKind::Status:
      return "status";
    case search::TargetKind::Response:
      return "response";
    case search::TargetKind::Parameter:
      return "parameter";
    case search::TargetKind::Fault:
      return "fault";
  }
  return "other";
}

}  // namespace covolve::report
