#include "subject.h"

#include <algorithm>
#include <cstring>

#include "base/installation.h"
#include "program/front_end.h"
#include "unit/build/build.h"
#include "unit/harness/harness.h"
#include "unit/problem/gene_factory.h"

namespace covolve::unit {

namespace fs = std::filesystem;

std::vector<uint64_t> valuesOf(const MarkedTest& test) {
  std::vector<uint64_t> values(test.data.size());
  for (const concolic::Mark& mark : test.marks) {
    uint64_t& value = values[mark.datum];
    if (mark.widening == concolic::Widening::Float) {
      double wide = 0;
      std::memcpy(&wide, test.bytes.data() + mark.offset, sizeof wide);
      const auto narrow = static_cast<float>(wide);
      std::memcpy(&value, &narrow, sizeof narrow);
    } else {
      std::memcpy(&value, test.bytes.data() + mark.offset, mark.bytes);
    }
  }
  return values;
}

Subject::Subject(const std::string& text, const std::vector<std::string>& flags)
    : scratch_(ScratchDirectory::make("concolic").value()) {
  const fs::path source = scratch_.path() / "subject.cpp";
  EXPECT_TRUE(replaceFile(source, text).has_value());
  const Project project = projectFromFlags({source}, flags);
  const auto command = findCommand(project, source);
  const auto installation = locateInstallation();
  EXPECT_TRUE(installation.has_value()) << installation.error().message;
  model_ = program::readProgram({source, command->directory, command->flags}, {}).value();
  const fs::path harness = scratch_.path() / "harness.cpp";
  EXPECT_TRUE(replaceFile(harness, generateHarness(model_)).has_value());
  Builder builder(project, {*installation, scratch_.path(), {}});
  const auto plan = builder.plan(*command, model_.access.includeSource, model_.access.definesMain);
  EXPECT_TRUE(plan.has_value()) << plan.error().message;
  const auto compiled = builder.tryHarness(*plan, harness);
  EXPECT_TRUE(compiled.has_value() && compiled->succeeded) << (compiled ? compiled->diagnostics : "");
  harness_ = compiled->executable;
  sandbox_ = std::make_unique<execute::Sandbox>(
      execute::Sandbox::prepare({.scratch = scratch_.path() / "run", .mechanisms = {}}).value());
  ConcolicBuild build{*installation, compiled->objects, plan->linkArguments, scratch_.path() / "variant", 2};
  program_ = std::make_unique<ConcolicProgram>(std::move(build), *sandbox_, execute::ExecutorOptions());
  program_->limitSteps([] { return uint64_t{50'000}; });
  const auto plain = execute::Executor::start(harness_, *sandbox_);
  EXPECT_TRUE(plain.has_value()) << plain.error().message;
  sites_.assign(plain->sites().begin(), plain->sites().end());
}

MarkedTest Subject::test(const std::vector<Call>& calls) const {
  search::Individual individual;
  for (const Call& call : calls) {
    const auto found = std::ranges::find_if(model_.callables, [&](const program::Callable& callable) {
      return callable.name == call.function || callable.display == call.function;
    });
    EXPECT_NE(found, model_.callables.end()) << call.function;
    search::Action action(static_cast<uint32_t>(found - model_.callables.begin()));
    action.genes = makeGenes(model_, *found);
    EXPECT_EQ(action.genes.size(), call.arguments.size());
    for (size_t i = 0; i < call.arguments.size(); ++i)
      EXPECT_TRUE(action.genes[i]->assign(call.arguments[i])) << call.function << " " << i;
    individual.actions.push_back(std::move(action));
  }
  return markTest(individual);
}

concolic::Trace Subject::run(const MarkedTest& test) {
  auto trace = program_->run(test);
  EXPECT_TRUE(trace.has_value()) << trace.error().message;
  return trace ? std::move(*trace) : concolic::Trace{};
}

uint64_t Subject::site(char kind, unsigned line, unsigned ordinal) const {
  for (const execute::Site& site : sites_) {
    if (static_cast<char>(site.kind) == kind && site.line == line && ordinal-- == 0) return site.id;
  }
  ADD_FAILURE() << "no site " << kind << " in line " << line;
  return 0;
}

}  // namespace covolve::unit
