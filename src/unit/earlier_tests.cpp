#include "unit/earlier_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <sstream>

#include "base/interrupt.h"
#include "base/trimmed.h"
#include "emit/framework.h"
#include "unit/build/objects.h"
#include "unit/build/users_tests.h"
#include "unit/verify/test_run.h"

namespace covolve::unit {

namespace fs = std::filesystem;
using format::TestBlock;

namespace {

constexpr std::chrono::seconds kLongestTest{10};
constexpr size_t kLongestStatement = 400;

/// From that line to the end of the statement, on one line.
std::string statementFrom(const std::string& text, unsigned line) {
  std::istringstream lines(text);
  std::string statement;
  std::string one;
  for (unsigned number = 1; std::getline(lines, one); ++number) {
    if (number < line) continue;
    const std::string_view part = trimmed(one);
    statement += (statement.empty() ? "" : " ") + std::string(part);
    if (part.ends_with(';') || part.empty() || statement.size() > kLongestStatement) break;
  }
  if (statement.ends_with(';')) statement.pop_back();
  return shownInReport(statement);
}

class Replay {
 public:
  Replay(const Session& session, const Prepared& prepared, const execute::Sandbox& sandbox,
         const fs::path& scratch)
      : session_(session),
        prepared_(prepared),
        sandbox_(sandbox),
        scratch_(scratch),
        framework_(*emit::findFramework(session.options.framework)),
        build_(buildOptions(session, prepared.builder->jobs())) {}

  Result<EarlierTests> run(const fs::path& file);

 private:
  Result<Compiled> build(const fs::path& source, const fs::path& executable) const;
  Result<void> runAll(const fs::path& executable);
  Result<TestRunResult> runSome(const fs::path& executable, std::vector<std::string> only,
                                std::chrono::milliseconds timeout, const std::string& folder,
                                std::vector<execute::TouchedSiteOfProgram>& touched) const;
  report::BehaviourChange change(const std::string& test, const TestRunResult& result) const;
  void settle();

  const Session& session_;
  const Prepared& prepared_;
  const execute::Sandbox& sandbox_;
  const fs::path& scratch_;
  const emit::Framework& framework_;
  BuildOptions build_;
  EarlierTests tests_;
};

Result<EarlierTests> Replay::run(const fs::path& file) {
  auto earlier = readEarlierFile(file, framework_);
  if (!earlier) return std::unexpected(earlier.error());
  tests_ = EarlierTests{std::move(*earlier), {}, {}};
  const auto built = buildEarlierFile(
      tests_, framework_, scratch_, "earlier",
      [this](const auto& source, const auto& executable) { return build(source, executable); });
  if (!built) return std::unexpected(built.error());
  if (auto ran = runAll(built->executable); !ran) return std::unexpected(ran.error());
  settle();
  return std::move(tests_);
}

Result<Compiled> Replay::build(const fs::path& source, const fs::path& executable) const {
  CompileCommand command =
      commandOfTests(session_.project, prepared_.plan, tests_.file, prepared_.framework.minimumStandard);
  command.file = source;
  command.flags.insert(command.flags.end(), tests_.flags.begin(), tests_.flags.end());
  return buildUsersTests(prepared_.plan, command, prepared_.framework, probes(session_.installation), build_,
                         executable, {});
}

/// All of them as a user would, then each alone, to see what it reaches.
Result<void> Replay::runAll(const fs::path& executable) {
  std::vector<execute::TouchedSiteOfProgram> ignored;
  const auto all = runSome(executable, {}, kLongestOfAllTests, "earlier", ignored);
  if (!all) return std::unexpected(all.error());
  std::vector<std::string> names = all->said.ran;
  if (!all->said.finished) {
    names.clear();
    for (const TestBlock& block : tests_.blocks) names.push_back(block.name);
  }
  std::erase_if(names, [&](const std::string& name) { return tests_.isChanged(name); });
  struct Alone {
    Result<TestRunResult> result = TestRunResult{};
    std::vector<execute::TouchedSiteOfProgram> touched;
  };
  std::vector<Alone> alone(names.size());
  inParallel(build_.jobs, names.size(), [&](size_t i) {
    if (interruptRequested()) return;
    alone[i].result =
        runSome(executable, {names[i]}, kLongestTest, fmt::format("earlier-{}", i), alone[i].touched);
  });
  if (interruptRequested()) return userError("interrupted before the search began");
  for (size_t i = 0; i < names.size(); ++i) {
    const Result<TestRunResult>& result = alone[i].result;
    if (!result) return std::unexpected(result.error());
    const auto failed = std::ranges::find(all->said.failed, names[i], &emit::FailedTest::name);
    const bool failsBesideOthers = all->said.finished && failed != all->said.failed.end();
    if (!result->passed() || failsBesideOthers) {
      tests_.changes.push_back(change(names[i], result->passed() ? *all : *result));
      std::ranges::move(alone[i].touched, std::back_inserter(tests_.touchedByChanged));
    } else if (std::ranges::find(result->said.ran, names[i]) != result->said.ran.end()) {
      tests_.kept.push_back({names[i], std::move(alone[i].touched)});
    }  // else it is switched off
  }
  return {};
}

Result<TestRunResult> Replay::runSome(const fs::path& executable, std::vector<std::string> only,
                                      std::chrono::milliseconds timeout, const std::string& folder,
                                      std::vector<execute::TouchedSiteOfProgram>& touched) const {
  TestRun wanted;
  wanted.framework = &framework_;
  wanted.executable = executable;
  wanted.directory = sandbox_.options().scratch / folder;
  wanted.selection.only = std::move(only);
  wanted.timeout = timeout;
  wanted.beforeExec = execute::sandboxedExec(sandbox_, execute::Sandbox::Program::EmittedTest);
  wanted.runWith = [&](Command command) -> Result<Completed> {
    command.stop = &interruptRequested();
    auto run = execute::runProbed(std::move(command));
    if (!run) return std::unexpected(run.error());
    touched = std::move(run->touched);
    return std::move(run->completed);
  };
  std::error_code ignored;
  fs::create_directories(wanted.directory, ignored);
  auto result = runTests(wanted);
  fs::remove_all(wanted.directory, ignored);
  return result;
}

report::BehaviourChange Replay::change(const std::string& test, const TestRunResult& result) const {
  if (!result.said.finished) return {test, endingOf(result), "", ""};
  const auto failed = std::ranges::find(result.said.failed, test, &emit::FailedTest::name);
  if (failed == result.said.failed.end()) return {test, endingOf(result), "", ""};
  const unsigned line = failed->lines.empty() ? 0 : failed->lines.front();
  return {test, "fails", line == 0 ? "" : statementFrom(tests_.text, line), shownInReport(failed->found)};
}

void Replay::settle() {
  std::map<std::string, size_t> order;
  for (size_t i = 0; i < tests_.blocks.size(); ++i) order.emplace(tests_.blocks[i].name, i);
  const auto placeOf = [&](const std::string& name) {
    const auto place = order.find(name);
    return std::pair(place == order.end() ? tests_.blocks.size() : place->second, name);
  };
  std::ranges::sort(tests_.changes, {},
                    [&](const report::BehaviourChange& change) { return placeOf(change.test); });
  std::ranges::sort(tests_.kept, {}, [&](const KeptTest& test) { return placeOf(test.name); });
}

}  // namespace

Result<EarlierTests> replayEarlierTests(const fs::path& file, const Session& session,
                                        const Prepared& prepared, const execute::Sandbox& sandbox,
                                        const fs::path& scratch) {
  return Replay(session, prepared, sandbox, scratch).run(file);
}

}  // namespace covolve::unit
