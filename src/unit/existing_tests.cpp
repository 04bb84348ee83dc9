#include "unit/existing_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <set>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/source_names.h"
#include "unit/build/main_function.h"
#include "unit/preparation.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::minutes kLongest{5};  // of all tests of a program
constexpr size_t kOutputLimit = 1 << 16;

/// By the framework's header among what the tests include.
const emit::Framework* frameworkOf(const std::vector<fs::path>& included) {
  for (const std::string& name : emit::frameworkNames()) {
    const emit::Framework* const framework = emit::findFramework(name);
    const std::string header = "/" + framework->requirements().header;
    if (std::ranges::any_of(included, [&](const fs::path& file) { return file.string().ends_with(header); }))
      return framework;
  }
  return nullptr;
}

/// Catch2's and doctest's, which a source asks them for.
bool hasFrameworksMain(const std::string& text) {
  constexpr std::array<std::string_view, 3> kMacros{"CATCH_CONFIG_MAIN", "CATCH_CONFIG_RUNNER",
                                                    "DOCTEST_CONFIG_IMPLEMENT"};
  return std::ranges::any_of(kMacros, [&](std::string_view macro) { return text.contains(macro); });
}

std::string describeEnd(const Completed& completed) {
  if (completed.timedOut) return "they do not end within five minutes";
  if (completed.signal != 0) return fmt::format("signal {} ends them", completed.signal);
  return fmt::format("they exit with status {}", completed.status);
}

}  // namespace

Result<TestProgram> ExistingTests::build(const fs::path& tests, const fs::path& executable,
                                         const Addition& addition, std::string_view what) const {
  const auto built = isSource(tests) ? buildFromSource(tests, executable, addition)
                                     : buildUsers(tests, executable, addition);
  if (!built) return std::unexpected(built.error());
  if (!built->compiled.succeeded) {
    return userError(fmt::format("{} cannot be built with {}: {}", tests.string(), what,
                                 firstError(built->compiled.diagnostics)));
  }
  return TestProgram{built->compiled.executable, built->framework, tests.string()};
}

Result<ExistingTests::Built> ExistingTests::buildFromSource(const fs::path& tests, const fs::path& executable,
                                                            const Addition& addition) const {
  Builder builder(project_, options_);
  LinkPlan alone;
  alone.target = target_;
  constexpr int kAnyFrameworks = 14;
  const std::vector<fs::path> included =
      includedFiles(commandOfTests(project_, alone, tests, kAnyFrameworks));
  const emit::Framework* const framework = frameworkOf(included);
  const bool includesSource = std::ranges::find(included, target_.file) != included.end();
  const auto plan = builder.plan(target_, includesSource, model_.access.definesMain);
  if (!plan) return std::unexpected(plan.error());
  TestSources sources;
  if (framework != nullptr) {
    auto prepared = prepareFramework(builder, *plan, std::string(framework->name()), options_.scratch);
    if (!prepared) return std::unexpected(prepared.error());
    sources = std::move(*prepared);
  }
  if (hasFrameworksMain(readFile(tests).value_or(""))) sources.main.clear();
  const CompileCommand command = commandOfTests(project_, *plan, tests, sources.minimumStandard);
  auto compiled = buildUsersTests(*plan, command, sources, addition, options_, executable, {});
  if (!compiled) return std::unexpected(compiled.error());
  return Built{std::move(*compiled), framework};
}

Result<ExistingTests::Built> ExistingTests::buildUsers(const fs::path& tests, const fs::path& executable,
                                                       const Addition& addition) const {
  const auto program = findProgram(project_, tests);
  if (!program) return std::unexpected(program.error());
  const emit::Framework* framework = nullptr;
  for (const CompileCommand& unit : program->units) {
    if (framework == nullptr) framework = frameworkOf(includedFiles(unit));
  }
  const bool isPart =
      std::ranges::find(program->units, target_.file, &CompileCommand::file) != program->units.end();
  const CompileCommand target = renamingMain(target_, model_.access.definesMain && !isPart);
  auto compiled = buildUsersProgram(*program, target, addition, options_, executable, {});
  if (!compiled) return std::unexpected(compiled.error());
  return Built{std::move(*compiled), framework};
}

Result<ExistingCoverage> coverageOf(const ExistingTests& builder, const std::vector<fs::path>& tests,
                                    const fs::path& scratch, const Addition& probes,
                                    const execute::Sandbox& sandbox) {
  ExistingCoverage coverage;
  for (size_t i = 0; i < tests.size() && !interruptRequested(); ++i) {
    const auto program = builder.build(tests[i], scratch / fmt::format("existing-{}", i), probes, "probes");
    if (!program) return std::unexpected(program.error());
    Command command{.arguments = {program->executable.string()}};
    std::error_code ignored;
    command.directory = fs::current_path(ignored);
    command.stop = &interruptRequested();
    command.timeout = kLongest;
    command.beforeExec = execute::sandboxedExec(sandbox);
    command.outputLimit = kOutputLimit;
    auto run = execute::runProbed(std::move(command));
    if (!run) return std::unexpected(run.error());
    if (run->completed.status == execute::Sandbox::kRefused)
      return ownError("the sandbox could not be entered");
    if (!run->completed.succeeded()) {
      coverage.notes.push_back(
          fmt::format("Not all tests of {} pass: {}. What they reach counts all the same.", tests[i].string(),
                      describeEnd(run->completed)));
    }
    coverage.touched.insert(coverage.touched.end(), run->touched.begin(), run->touched.end());
  }
  return coverage;
}

TargetsOfPrograms::TargetsOfPrograms(const execute::SiteTable& sites, guidance::TargetMap& targets)
    : targets_(targets) {
  for (uint32_t site = 0; site < sites.size(); ++site) placesOf_.emplace(sites[site].id, site);
}

std::vector<search::TargetId> TargetsOfPrograms::reached(
    const std::vector<execute::TouchedSiteOfProgram>& touched) const {
  std::vector<abi::TouchedSite> here;
  for (const execute::TouchedSiteOfProgram& site : touched) {
    for (auto [at, end] = placesOf_.equal_range(site.id); at != end; ++at)
      here.push_back({at->second, 0, site.toTrue, site.toFalse});
  }
  std::vector<search::TargetDistance> distances;
  targets_.translate(here, distances);
  std::set<search::TargetId> reached;
  for (const auto& [target, distance] : distances) {
    if (distance == 0 && isWorthATest(targets_.targets()[target].kind)) reached.insert(target);
  }
  return {reached.begin(), reached.end()};
}

}  // namespace covolve::unit
