#include "unit/concolic_search.h"

namespace covolve::unit {

ConcolicSearch::ConcolicSearch(const Session& session, const Prepared& prepared,
                               const execute::Sandbox& sandbox,
                               const execute::ExecutorOptions& executorOptions,
                               const guidance::TargetMap& targets, const std::filesystem::path& scratch)
    : program_({.installation = session.installation,
                .objects = prepared.harnessObjects,
                .linkArguments = prepared.plan.linkArguments,
                .folder = scratch / "concolic",
                .jobs = prepared.builder->jobs()},
               sandbox, executorOptions),
      tests_({.targets = targets,
              .run = [this](const search::Individual& test) { return program_.run(test); },
              .isBuilt =
                  [this, waits = session.options.evaluations.has_value()] {
                    program_.expect();
                    return waits || program_.isBuilt();
                  },
              .smtSolver = session.installation.smtSolver(),
              .scratch = scratch,
              .repeatable = session.options.evaluations.has_value()}) {}

}  // namespace covolve::unit
