#include "smt/solve.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <string_view>

#include "smt/translation.h"

namespace covolve::smt {

using concolic::Constraint;
using concolic::SmtAnswer;
using concolic::SmtQuery;
using concolic::Verdict;

namespace {

using Clock = std::chrono::steady_clock;

/// Its words for a limit of steps and one of time are often the same ("canceled"); what the clock says is
/// not.
Verdict verdictOf(const SmtQuery& query, Clock::time_point begin, std::string_view reason) {
  const bool isOfTime = Clock::now() - begin >= std::chrono::milliseconds(query.limits.milliseconds);
  return isOfTime || reason.contains("memory") ? Verdict::OutOfTime : Verdict::OutOfSteps;
}

SmtAnswer ask(const SmtQuery& query, Clock::time_point begin) {
  z3::context context;
  Translation translation(context, query.expressions);
  std::vector<z3::expr> wanted;
  for (const Constraint& constraint : query.constraints) {
    const z3::expr truth = translation.truth(constraint.expression);
    wanted.push_back(constraint.wanted ? truth : !truth);
  }
  z3::solver solver = z3::tactic(context, translation.hasFloats() ? "qffp" : "qfbv").mk_solver();
  z3::params limits(context);
  const uint64_t most = std::numeric_limits<unsigned>::max();
  limits.set("rlimit", static_cast<unsigned>(std::min(query.limits.resources, most)));
  limits.set("timeout", query.limits.milliseconds);
  solver.set(limits);
  for (const z3::expr& condition : translation.conditions()) solver.add(condition);
  for (const z3::expr& condition : wanted) solver.add(condition);
  switch (solver.check()) {
    case z3::unsat:
      return {Verdict::Unsatisfiable};
    case z3::unknown:
      return {verdictOf(query, begin, solver.reason_unknown())};
    case z3::sat:
      break;
  }
  SmtAnswer answer{Verdict::Solved};
  const z3::model model = solver.get_model();
  for (size_t i = 0; i < query.data.size(); ++i) {
    const auto& datum = translation.datum(i);
    uint64_t value = 0;
    if (datum) model.eval(*datum, true).is_numeral_u64(value);
    answer.values.push_back(value);
  }
  return answer;
}

}  // namespace

SmtAnswer solve(const SmtQuery& query) {
  const Clock::time_point begin = Clock::now();
  try {
    z3::set_param("memory_max_size", static_cast<int>(query.limits.megabytes));
    return ask(query, begin);
  } catch (const z3::exception& exception) {
    const std::string_view reason = exception.msg();
    const bool isOfLimit = reason.contains("memory") || reason.contains("cancel") || reason.contains("limit");
    return {isOfLimit ? verdictOf(query, begin, reason) : Verdict::Unknown};
  }
}

}  // namespace covolve::smt
