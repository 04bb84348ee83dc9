#include "unit/preparation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <future>
#include <thread>

#include "base/files.h"
#include "base/interrupt.h"
#include "program/front_end.h"
#include "report/summary_lines.h"
#include "unit/harness/harness.h"
#include "unit/lower/lowering.h"
#include "unit/outcome.h"

namespace covolve::unit {

namespace fs = std::filesystem;
using program::CallableId;

namespace {

Result<void> requireTestable(Prepared& prepared) {
  const program::Model& model = prepared.model;
  if (std::ranges::any_of(model.callables, &program::Callable::underTest)) return {};
  // What cannot be called itself may be reached through its callers.
  const bool mayBeReached = model.restriction && !model.restriction->extents.empty() &&
                            std::ranges::any_of(model.callables, &program::Callable::supports);
  if (mayBeReached) return {};
  prepared.hasNothingToTest = true;
  return userError(nothingToTest(model));
}

/// A callable that cannot be compiled into the harness is neither called nor used to make values.
void withhold(program::Model& model, const std::set<CallableId>& withheld) {
  for (const CallableId id : withheld) {
    program::Callable& callable = model.callables[id];
    if (callable.underTest) {
      model.skipped.push_back(
          {callable.display, "a call to it does not compile", callable.file, callable.line});
    }
    callable.underTest = callable.supports = false;
  }
  for (program::Type& type : model.types) {
    std::erase_if(type.makers, [&](CallableId maker) { return withheld.contains(maker); });
  }
}

Result<std::string> writeHarness(const program::Model& model, const std::set<CallableId>& withheld,
                                 const fs::path& file) {
  std::string text = generateHarness(model, withheld);
  if (auto written = replaceFile(file, text); !written) return std::unexpected(written.error());
  return text;
}

/// Links the harness of that text; thunks that compiler or linker refuse are withheld and the rest is tried
/// again.
Result<Compiled> finishHarness(Builder& builder, const LinkPlan& plan, program::Model& model,
                               const fs::path& file, std::string text, Compiled object) {
  constexpr int kMostAttempts = 8;
  std::set<CallableId> withheld;
  for (int attempt = 1;; ++attempt) {
    auto compiled = builder.linkHarness(plan, file, object);
    if (!compiled) return std::unexpected(compiled.error());
    if (compiled->succeeded) {
      withhold(model, withheld);
      return compiled;
    }
    const size_t before = withheld.size();
    withheld.merge(blamedThunks(compiled->diagnostics, text, file));
    if (withheld.size() == before || attempt == kMostAttempts) {
      return std::unexpected(Builder::harnessError(plan, *compiled));
    }
    auto rewritten = writeHarness(model, withheld, file);
    if (!rewritten) return std::unexpected(rewritten.error());
    text = std::move(*rewritten);
    object = builder.compileHarness(plan, file);
  }
}

std::vector<std::string> symbolsWorthLinking(const program::Model& model) {
  std::vector<std::string> symbols;
  for (const program::Callable& callable : model.callables) {
    if (callable.isWorthLinking && !callable.linkageName.empty()) symbols.push_back(callable.linkageName);
  }
  return symbols;
}

/// The headers of one of the files are read while the harness is built and the search runs. The plan
/// needs no support yet.
void expectTests(const Session& session, const SourceFile& file, const fs::path& scratch,
                 const Prepared& prepared, const LinkPlan& plan, TestSources sources, TestBuild build) {
  const bool ofFaults = build == TestBuild::Plain;
  const program::Model& model = prepared.model;
  const LoweredTests none =
      lowerTests(model, {}, headerComment(file.path, model, session.options), {file.name, session.suites});
  const emit::Framework& framework = *emit::findFramework(session.options.framework);
  sources.tests =
      verificationFolder(scratch, build) / (ofFaults ? faultsFileName(file.path) : testFileName(file.path));
  prepared.builder->expectTests(plan, sources, framework.print(ofFaults ? none.faults : none.passing).text,
                                build);
}

/// The search can do without, only with less guidance.
void analyseObjects(const std::vector<fs::path>& objects, bool followsReturns, Prepared& prepared) {
  auto facts = analysis::analyse(objects, {.followsReturns = followsReturns});
  if (facts) {
    prepared.facts = std::move(*facts);
  } else {
    prepared.notes.push_back("The search had no control dependences to go by: " + facts.error().message +
                             ".");
  }
}

/// Without it, tests start with any objects.
void readState(const std::vector<fs::path>& objects, Prepared& prepared) {
  auto state = analysis::readObjectState(objects);
  if (state) {
    prepared.objects = std::move(*state);
  } else {
    prepared.notes.push_back("It is not known which objects a target needs: " + state.error().message + ".");
  }
}

}  // namespace

Result<TestSources> prepareFramework(Builder& builder, const LinkPlan& plan, const std::string& name,
                                     const fs::path& scratch) {
  const emit::Requirements& needs = emit::findFramework(name)->requirements();
  const auto standard = builder.standardFor(plan, needs.header);
  if (!standard) {
    return userError(fmt::format("--framework {} needs {} (Debian: {}): {}", name, needs.name, needs.package,
                                 standard.error().message));
  }
  TestSources sources{{}, {}, needs.libraries, *standard};
  if (needs.mainSource.empty()) return sources;
  sources.main = scratch / (name + "_main.cpp");
  if (auto written = replaceFile(sources.main, needs.mainSource); !written)
    return std::unexpected(written.error());
  return sources;
}

std::string nothingToTest(const program::Model& model) {
  const std::string what =
      model.restriction
          ? fmt::format("{} of {}", fmt::join(model.restriction->names, ", "), model.source.string())
          : model.source.string();
  if (model.skipped.empty()) return fmt::format("{} has no function or class to test", what);
  constexpr size_t kMostReasons = 3;
  report::ByReason byReason;
  for (const program::Skipped& skipped : model.skipped) byReason[skipped.reason].push_back(skipped.what);
  const auto reasons = report::mostFrequentFirst(byReason);
  std::vector<std::string> texts;
  for (const auto& [reason, whats] : reasons) {
    if (texts.size() == kMostReasons) break;
    const std::string others = whats.size() > 1 ? fmt::format(" and {} more", whats.size() - 1) : "";
    texts.push_back(fmt::format("{} ({}{})", reason, whats.front(), others));
  }
  if (reasons.size() > kMostReasons) {
    texts.push_back(report::counted(reasons.size() - kMostReasons, "more reason", "more reasons"));
  }
  return fmt::format("nothing in {} can be tested: {}", what, fmt::join(texts, "; "));
}

fs::path verificationFolder(const fs::path& scratch, TestBuild build) {
  return scratch / (build == TestBuild::Sanitized ? "verify-sanitized" : "verify");
}

void expectFaults(const Session& session, const SourceFile& file, const fs::path& scratch,
                  const Prepared& prepared) {
  expectTests(session, file, scratch, prepared, prepared.plan, prepared.framework, TestBuild::Plain);
}

Result<void> prepare(const Session& session, const SourceFile& file, const CompileCommand& source,
                     const fs::path& scratch, const std::function<void(const char*)>& phase,
                     Prepared& prepared) {
  const UnitOptions& options = session.options;
  phase("reading");
  const unsigned jobs = options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  prepared.builder = std::make_unique<Builder>(session.project, buildOptions(session, jobs));
  Builder& builder = *prepared.builder;
  const fs::path harnessFile = scratch / "covolve_harness.cpp";
  builder.expectHarness(source, harnessFile, harnessBeginning());
  prepared.model.source = source.file;
  auto model = program::readProgram({source.file, source.directory, source.flags}, options.only);
  if (!model) return std::unexpected(model.error());
  prepared.model = std::move(*model);
  if (auto testable = requireTestable(prepared); !testable) return testable;

  phase("building");
  std::error_code ignored;
  for (const TestBuild each : {TestBuild::Coverage, TestBuild::Sanitized})
    fs::create_directories(verificationFolder(scratch, each), ignored);
  auto text = writeHarness(prepared.model, {}, harnessFile);
  if (!text) return std::unexpected(text.error());

  // Which other units are needed matters only when all is linked.
  const program::Access& access = prepared.model.access;
  const LinkPlan alone{source, {}, {}, access.includeSource, access.definesMain};
  const auto launch = builder.jobs() > 1 ? std::launch::async : std::launch::deferred;
  // The tests' first build is read beside the harness's. Where there are not cores enough for it, the second
  // one comes beside the search, and gives way to it.
  constexpr unsigned kCoresOfSearch = 2;
  const bool sanitizesAtOnce = options.sanitize && builder.jobs() > kCoresOfSearch;
  auto object = std::async(launch, [&] { return builder.compileHarness(alone, harnessFile); });
  auto framework = std::async(launch, [&] {
    auto sources = prepareFramework(builder, alone, options.framework, scratch);
    if (!sources) return sources;
    expectTests(session, file, scratch, prepared, alone, *sources, TestBuild::Coverage);
    if (sanitizesAtOnce) expectTests(session, file, scratch, prepared, alone, *sources, TestBuild::Sanitized);
    return sources;
  });
  auto plan =
      builder.plan(source, access.includeSource, access.definesMain, symbolsWorthLinking(prepared.model));
  if (!plan) return std::unexpected(plan.error());
  prepared.plan = std::move(*plan);
  auto sources = framework.get();
  if (!sources) return std::unexpected(sources.error());
  prepared.framework = std::move(*sources);
  auto harness =
      finishHarness(builder, prepared.plan, prepared.model, harnessFile, std::move(*text), object.get());
  if (!harness) return std::unexpected(harness.error());
  prepared.harness = std::move(harness->executable);
  builder.prepareTests(prepared.plan, prepared.framework, options.sanitize);
  if (options.sanitize && !sanitizesAtOnce)
    expectTests(session, file, scratch, prepared, prepared.plan, prepared.framework, TestBuild::Sanitized);
  if (!interruptRequested()) {
    phase("analysing");
    const search::Techniques& techniques = session.options.parameters.techniques;
    const bool wantsGuards = techniques.flagThrows || techniques.flagEnds;
    analyseObjects(harness->objects, techniques.flags && wantsGuards, prepared);
    const bool wantsStores = techniques.flags && techniques.flagStores;
    if (options.sequences.objectSeeds > 0 || wantsStores) readState(harness->objects, prepared);
  }
  prepared.harnessObjects = std::move(harness->objects);
  if (interruptRequested()) return userError("interrupted before the search began");
  return requireTestable(prepared);
}

}  // namespace covolve::unit
