// Everything before the search: the user's build is read, the source is
// understood, and the harness stands, linked with the instrumented target.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "analysis/analysis.h"
#include "base/error.h"
#include "program/model.h"
#include "unit/build/build.h"
#include "unit/options.h"

namespace covolve::unit {

struct Prepared {
  std::unique_ptr<Project> project;  // the builder refers to it
  std::unique_ptr<Builder> builder;
  program::Model model;  // what turned out not to compile in the harness is among the skipped
  LinkPlan plan;
  std::filesystem::path harness;
  analysis::Facts facts;           // about the instrumented code
  std::vector<std::string> notes;  // for the report, a sentence each
};

/// A sentence that says why.
Error nothingToTest(const program::Model& model);

/// `phase` is told what is going on.
Result<Prepared> prepare(const UnitOptions& options, const std::filesystem::path& source,
                         const std::filesystem::path& scratch, const std::function<void(const char*)>& phase);

}  // namespace covolve::unit
