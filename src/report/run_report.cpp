#include "report/run_report.h"

namespace covolve::report {

Ratio coveredTargets(const RunReport& report, std::optional<search::TargetKind> kind) {
  Ratio ratio;
  for (const TargetReport& target : report.targets) {
    if (!kind || target.target.kind == *kind) ratio += {target.covered ? 1u : 0u, 1};
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
