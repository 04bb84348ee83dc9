// Everything before the search: the user's build is read, the source is
// understood, and the harness stands, linked with the instrumented target. What
// does not depend on each other is done side by side.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "analysis/analysis.h"
#include "analysis/object_state.h"
#include "base/error.h"
#include "program/model.h"
#include "unit/build/build.h"
#include "unit/session.h"

namespace covolve::unit {

struct Prepared {
  program::Model model;  // what turned out not to compile in the harness is among the skipped
  bool hasNothingToTest = false;
  std::unique_ptr<Builder> builder;
  LinkPlan plan;
  TestSources framework;  // what every program of tests has beside its tests
  std::filesystem::path harness;
  std::vector<std::filesystem::path> harnessObjects;  // what it was linked from, with bitcode
  analysis::Facts facts;                              // about the instrumented code
  std::optional<analysis::ObjectState> objects;       // which state it reads and writes, if that is wanted
  std::vector<std::string> notes;                     // for the report, a sentence each
};

/// Why there is nothing to test, what stands in the way of most callables first.
std::string nothingToTest(const program::Model& model);

/// Where the emitted tests of a source are built, below its scratch directory.
std::filesystem::path verificationFolder(const std::filesystem::path& scratch, TestBuild build);

/// `phase` is told what is going on; the harness is written to `scratch`. After an Error the model holds what
/// was read until then. What the emitted tests will need is begun, too.
Result<void> prepare(const Session& session, const SourceFile& file, const CompileCommand& source,
                     const std::filesystem::path& scratch, const std::function<void(const char*)>& phase,
                     Prepared& prepared);

/// What every program of tests of a framework has beside its tests. A user Error where it is not installed:
/// known before minutes are spent.
Result<TestSources> prepareFramework(Builder& builder, const LinkPlan& plan, const std::string& name,
                                     const std::filesystem::path& scratch);

/// As soon as it is known that there will be a file of faults.
void expectFaults(const Session& session, const SourceFile& file, const std::filesystem::path& scratch,
                  const Prepared& prepared);

}  // namespace covolve::unit
