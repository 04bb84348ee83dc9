#include "unit/build/plan_parts.h"

#include "unit/build/compile_flags.h"
#include "unit/build/main_function.h"

namespace covolve::unit {

std::vector<CompileCommand> unitsOf(const LinkPlan& plan) {
  std::vector<CompileCommand> units;
  if (!plan.includeSource) units.push_back(renamingMain(plan.target, plan.renameMain));
  units.insert(units.end(), plan.support.begin(), plan.support.end());
  return units;
}

std::vector<std::string> flagsBeside(const LinkPlan& plan, int minimumStandard) {
  std::vector<std::string> flags = flagsForCxx(plan.target, minimumStandard);
  // The target finds "order.h" beside itself; so must a source that lies elsewhere.
  flags.insert(flags.end(), {"-iquote", plan.target.file.parent_path().string(), "-fno-sanitize=all",
                             "-Qunused-arguments", "-Wno-unknown-warning-option", "-ferror-limit=0"});
  return flags;
}

}  // namespace covolve::unit
