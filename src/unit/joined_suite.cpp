#include "unit/joined_suite.h"

#include <algorithm>
#include <set>

#include "base/files.h"
#include "base/interrupt.h"
#include "format/joined_tests.h"
#include "format/layout.h"
#include "unit/verify/compile_messages.h"
#include "unit/verify/test_compilation.h"
#include "unit/verify/test_run.h"

namespace covolve::unit {

namespace fs = std::filesystem;
using format::TestBlock;

namespace {

class Joining {
 public:
  Joining(const EarlierTests& earlier, Verified& added, const Session& session, const Prepared& prepared,
          const execute::Sandbox& sandbox, const fs::path& scratch, const Deadline& deadline)
      : earlier_(earlier),
        added_(added),
        session_(session),
        prepared_(prepared),
        sandbox_(sandbox),
        scratch_(scratch),
        deadline_(deadline) {}

  Result<JoinedSuite> join() {
    if (!added_.file.tests.empty()) page_ = format::laidOut(added_.text, prepared_.model.source);
    dropNamesakes();
    for (;;) {
      JoinedSuite joined = put();
      if (isEmptied() && page_.empty()) return JoinedSuite{};
      if (auto written = write(joined); !written) return std::unexpected(written.error());
      if (format::testBlocks(measured(joined.text)).empty()) return joined;
      const auto passes = tryOut(joined);
      if (!passes) return std::unexpected(passes.error());
      if (*passes) return joined;
    }
  }

 private:
  JoinedSuite put() const { return {format::joinedTests(earlier_.textThatStays(takesOut()), page_), {}, {}}; }

  /// A run that is cut short has found nothing in place of what it would take out.
  bool takesOut() const { return session_.options.update && !interruptRequested(); }

  /// Of every test that the file has it is known that it does not hold any more. (Some may stand where no
  /// block was found: in a namespace, in a macro of the user's.)
  bool isEmptied() const {
    return takesOut() && !earlier_.blocks.empty() && earlier_.kept.empty() &&
           earlier_.changed().size() == earlier_.blocks.size() &&
           earlier_.changes.size() == earlier_.blocks.size();
  }

  std::string measured(const std::string& text) const {
    std::vector<TestBlock> changed = format::testBlocks(text);
    std::erase_if(changed, [&](const TestBlock& block) { return !earlier_.isChanged(block.name); });
    return format::blanked(text, changed);
  }

  Result<void> write(JoinedSuite& joined) const {
    joined.source = scratch_ / "joined" / earlier_.file.filename();
    std::error_code ignored;
    fs::create_directories(joined.source.parent_path(), ignored);
    return replaceFile(joined.source, measured(joined.text));
  }

  /// False where new tests were dropped, so that it must be tried again. Once there are none left, nothing
  /// more is asked.
  Result<bool> tryOut(JoinedSuite& joined) {
    TestSources sources = prepared_.framework;
    sources.tests = joined.source;
    LinkPlan plan = prepared_.plan;
    plan.target.flags.insert(plan.target.flags.end(), earlier_.flags.begin(), earlier_.flags.end());
    const fs::path executable = scratch_ / "joined" / "tests";
    auto built = prepared_.builder->buildTests(plan, sources, executable, TestBuild::Coverage, deadline_);
    if (!built) return std::unexpected(built.error());
    if (built->ranOutOfTime) return !dropAll("there was no time to build it beside the earlier tests");
    if (!built->succeeded)
      return !dropAll("does not compile beside the earlier tests: " + firstCompileError(built->diagnostics));
    joined.executable = built->executable;
    if (page_.empty()) return true;
    TestRun wanted;
    wanted.framework = emit::findFramework(session_.options.framework);
    wanted.executable = joined.executable;
    wanted.directory = sandbox_.options().scratch;
    wanted.timeout = kLongestOfAllTests;
    for (const report::BehaviourChange& change : earlier_.changes)
      wanted.selection.except.push_back(change.test);
    wanted.beforeExec = execute::sandboxedExec(sandbox_, execute::Sandbox::Program::EmittedTest);
    const auto result = runTests(wanted);
    if (!result) return std::unexpected(result.error());
    return result->passed() || !dropFailed(*result);
  }

  /// Tests may have got other names since the earlier ones' were avoided.
  void dropNamesakes() {
    const std::set<std::string> taken = earlier_.namesThatStay(takesOut());
    for (size_t i = added_.file.tests.size(); i-- > 0;) {
      if (taken.contains(added_.file.tests[i].fullName())) dropOne(i, "is called as an earlier test is");
    }
  }

  bool dropFailed(const TestRunResult& result) {
    constexpr const char* kReason = "does not pass beside the earlier tests";
    bool anyDropped = false;
    for (const emit::FailedTest& failed : result.said.failed) {
      const auto test = std::ranges::find(added_.file.tests, failed.name, &emit::Test::fullName);
      if (test == added_.file.tests.end()) continue;
      dropOne(static_cast<size_t>(test - added_.file.tests.begin()), kReason);
      anyDropped = true;
    }
    // Where only earlier ones fail, which are known or come and go, the new ones are not to blame.
    return anyDropped || (!result.said.finished && dropAll(kReason));
  }

  /// False when there is none.
  bool dropAll(const std::string& reason) {
    if (page_.empty()) return false;
    while (!added_.file.tests.empty()) dropOne(added_.file.tests.size() - 1, reason);
    page_.clear();
    return true;
  }

  void dropOne(size_t test, const std::string& reason) {
    std::vector<TestBlock> blocks = format::testBlocks(page_);
    std::erase_if(blocks,
                  [&](const TestBlock& block) { return block.name != added_.file.tests[test].fullName(); });
    page_ = format::without(page_, blocks);
    drop(added_, test, reason);
  }

  const EarlierTests& earlier_;
  Verified& added_;
  const Session& session_;
  const Prepared& prepared_;
  const execute::Sandbox& sandbox_;
  const fs::path& scratch_;
  const Deadline& deadline_;
  std::string page_;  // of the new tests, as they are left
};

}  // namespace

Result<JoinedSuite> joinSuites(const EarlierTests& earlier, Verified& added, const Session& session,
                               const Prepared& prepared, const execute::Sandbox& sandbox,
                               const fs::path& scratch, const Deadline& deadline) {
  return Joining(earlier, added, session, prepared, sandbox, scratch, deadline).join();
}

}  // namespace covolve::unit
