#include "unit/emitted_score.h"

#include <fmt/format.h>

#include "unit/build/users_tests.h"
#include "unit/mutants/mutation_analysis.h"
#include "unit/verify/compile_messages.h"

namespace covolve::unit {

namespace fs = std::filesystem;

Result<report::MutationReport> scoreOfEmitted(const fs::path& tests, const Session& session,
                                              const Prepared& prepared, const execute::Sandbox& sandbox,
                                              const fs::path& scratch, const Deadline& deadline,
                                              const generate::Phases& phases) {
  const program::Model& model = prepared.model;
  const LinkPlan plan = withMutants(prepared.plan, session.installation, model.requestedFiles);
  TestSources sources = prepared.framework;
  sources.tests = tests;
  const fs::path executable = scratch / "mutants";
  const auto built = prepared.builder->buildTests(plan, sources, executable, TestBuild::Plain, deadline);
  if (!built) return std::unexpected(built.error());
  if (built->ranOutOfTime) return userError("there was no time to build them with mutants");
  if (!built->succeeded)
    return ownError("they do not compile with mutants: " + firstCompileError(built->diagnostics));
  MutationOptions mutation;
  mutation.runDirectory = sandbox.options().scratch;
  mutation.beforeExec = execute::sandboxedExec(sandbox);
  mutation.jobs = prepared.builder->jobs();
  mutation.deadline = deadline;
  // Without an end by the clock thousands would take minutes; a sample tells as much.
  constexpr size_t kSample = 500;
  if (session.options.evaluations) mutation.most = kSample;
  if (model.restriction) {
    mutation.isWanted = [&](const fs::path& file, unsigned line, unsigned column) {
      return model.restriction->contains(file, line, column);
    };
  }
  mutation.onProgress = [&](size_t done, size_t total) {
    phases.tellDetail(fmt::format("mutant {} of {}", done, total));
  };
  return analyseMutants({{executable, emit::findFramework(session.options.framework), "this run"}}, mutation);
}

}  // namespace covolve::unit
