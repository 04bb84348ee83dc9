#include "unit/earlier_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/interrupt.h"
#include "format/joined_tests.h"
#include "format/layout.h"
#include "unit/build/objects.h"
#include "unit/verify/sanitized_run.h"
#include "unit/verify/test_run.h"

namespace covolve::unit {

namespace fs = std::filesystem;
using format::TestBlock;

namespace {

constexpr std::chrono::seconds kLongestFault{5};

/// What a fault test was built with when it was seen to fail.
bool needsSanitizers(const TestBlock& block) { return block.comment.contains("-fsanitize="); }

/// Its first line is the description, its second may be "(robustness: a number beyond a thousand ...)".
KeptFault faultOf(const TestBlock& block, std::string ending) {
  KeptFault fault{block.name, block.comment.substr(0, block.comment.find('\n')), FaultRank::LikelyBug, "",
                  std::move(ending)};
  for (const FaultRank rank : kFaultRanks) {
    const std::string beginning = fmt::format("\n({}: ", nameOf(rank));
    const size_t at = block.comment.find(beginning);
    if (at == std::string::npos) continue;
    const size_t reason = at + beginning.size();
    fault.rank = rank;
    fault.rankReason = block.comment.substr(reason, block.comment.find(")", reason) - reason);
  }
  return fault;
}

class FaultReplay {
 public:
  FaultReplay(const Session& session, const Prepared& prepared, const execute::Sandbox& sandbox,
              const fs::path& scratch)
      : session_(session),
        prepared_(prepared),
        sandbox_(sandbox),
        scratch_(scratch),
        framework_(*emit::findFramework(session.options.framework)) {}

  Result<EarlierFaults> run(const fs::path& file) {
    auto earlier = readEarlierFile(file, framework_);
    if (!earlier) return std::unexpected(earlier.error());
    faults_ = EarlierFaults{std::move(*earlier), {}, {}, {}};
    for (const TestBuild build : {TestBuild::Plain, TestBuild::Sanitized}) {
      if (auto ran = runThoseFor(build); !ran) return std::unexpected(ran.error());
    }
    for (const TestBlock& block : faults_.blocks) settle(block);
    return std::move(faults_);
  }

 private:
  Result<void> runThoseFor(TestBuild build) {
    const bool isSanitized = build == TestBuild::Sanitized;
    std::vector<std::string> names;
    for (const TestBlock& block : faults_.blocks) {
      if (needsSanitizers(block) == isSanitized) names.push_back(block.name);
    }
    if (names.empty() || (isSanitized && !session_.options.sanitize)) return {};
    const auto built = buildEarlierFile(
        faults_, framework_, scratch_, isSanitized ? "earlier-faults-sanitized" : "earlier-faults",
        [&](const fs::path& source, const fs::path& executable) {
          TestSources sources = prepared_.framework;
          sources.tests = source;
          LinkPlan plan = prepared_.plan;
          plan.target.flags.insert(plan.target.flags.end(), faults_.flags.begin(), faults_.flags.end());
          return prepared_.builder->buildTests(plan, sources, executable, build);
        });
    if (!built) return std::unexpected(built.error());
    std::vector<Result<TestRunResult>> results(names.size(), TestRunResult{});
    inParallel(prepared_.builder->jobs(), names.size(), [&](size_t i) {
      if (!interruptRequested() && !faults_.isChanged(names[i]))
        results[i] = runOne(built->executable, names[i], i, isSanitized);
    });
    if (interruptRequested()) return userError("interrupted before the search began");
    for (size_t i = 0; i < names.size(); ++i) {
      if (!results[i]) return std::unexpected(results[i].error());
      if (!faults_.isChanged(names[i])) endings_[names[i]] = *results[i];
    }
    return {};
  }

  Result<TestRunResult> runOne(const fs::path& executable, const std::string& name, size_t number,
                               bool isSanitized) const {
    TestRun wanted;
    wanted.framework = &framework_;
    wanted.executable = executable;
    wanted.directory = sandbox_.options().scratch / fmt::format("earlier-fault-{}", number);
    wanted.selection.only = {name};
    wanted.timeout = kLongestFault;
    wanted.beforeExec =
        execute::sandboxedExec(sandbox_, isSanitized ? execute::Sandbox::Program::SanitizedTest
                                                     : execute::Sandbox::Program::EmittedTest);
    if (isSanitized) wanted.environment = sanitizerEnvironment();
    std::error_code ignored;
    fs::create_directories(wanted.directory, ignored);
    auto result = runTests(wanted);
    fs::remove_all(wanted.directory, ignored);
    return result;
  }

  /// Of one that nobody asked nothing is held against it.
  void settle(const TestBlock& block) {
    if (faults_.isChanged(block.name)) return;
    const auto found = endings_.find(block.name);
    const bool hasRun = found != endings_.end() &&
                        std::ranges::find(found->second.said.ran, block.name) != found->second.said.ran.end();
    if (hasRun && found->second.passed()) {
      faults_.changes.push_back({block.name, "passes now", faultOf(block, "").description, ""});
      return;
    }
    const bool isSwitchedOff = found != endings_.end() && found->second.passed();
    const std::string ending = found == endings_.end() || isSwitchedOff ? "was not run again"
                               : found->second.said.finished            ? "ends with an exception"
                                                                        : endingOf(found->second);
    faults_.kept.push_back(faultOf(block, ending));
  }

  const Session& session_;
  const Prepared& prepared_;
  const execute::Sandbox& sandbox_;
  const fs::path& scratch_;
  const emit::Framework& framework_;
  EarlierFaults faults_;
  std::map<std::string, TestRunResult> endings_;  // by name
};

}  // namespace

std::string_view causeOf(std::string_view description) {
  return description.substr(0, description.rfind(" at "));
}

const KeptFault* EarlierFaults::find(const Fault& fault) const {
  for (const KeptFault& one : kept) {
    if (one.description.empty() || one.rank > fault.rank) continue;
    if (causeOf(one.description) == causeOf(fault.description)) return &one;
  }
  return nullptr;
}

Result<EarlierFaults> replayEarlierFaults(const fs::path& file, const Session& session,
                                          const Prepared& prepared, const execute::Sandbox& sandbox,
                                          const fs::path& scratch) {
  return FaultReplay(session, prepared, sandbox, scratch).run(file);
}

std::string joinedFaults(const EarlierFaults& earlier, const Verified& added, const Session& session,
                         const fs::path& source) {
  const std::string kept = earlier.textThatStays(session.options.update);
  std::string page;
  if (!added.file.tests.empty()) page = format::laidOut(added.text, source);
  const std::string joined = format::joinedTests(kept, page);
  const bool isEmptied = session.options.update && page.empty() && !earlier.blocks.empty() &&
                         earlier.kept.empty() && earlier.changes.size() == earlier.blocks.size();
  return isEmptied ? "" : joined;
}

}  // namespace covolve::unit
