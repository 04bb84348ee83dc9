#include "smt/solve.h"

#include <algorithm>
#include <limits>

#include "smt/translation.h"

namespace covolve::smt {

using concolic::Constraint;
using concolic::SmtAnswer;
using concolic::SmtQuery;
using concolic::Verdict;

namespace {

SmtAnswer ask(const SmtQuery& query) {
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
      return {Verdict::OutOfTime};
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
  try {
    z3::set_param("memory_max_size", static_cast<int>(query.limits.megabytes));
    return ask(query);
  } catch (const z3::exception&) {
    return {Verdict::Unknown};
  }
}

}  // namespace covolve::smt
