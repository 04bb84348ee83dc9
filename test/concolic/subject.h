// Source text that is run concolically, as covolve would run it: read, harnessed,
// compiled by the wrapper, and compiled again from its bitcode.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "concolic/trace.h"
#include "execute/sandbox.h"
#include "gene/value.h"
#include "program/model.h"
#include "unit/concolic/concolic_program.h"

namespace covolve::unit {

struct Call {
  std::string function;  // its name, or what it is displayed as
  std::vector<Value> arguments;
};

/// What the data of a test are, by number of the datum.
std::vector<uint64_t> valuesOf(const MarkedTest& test);

class Subject {
 public:
  explicit Subject(const std::string& text, const std::vector<std::string>& flags = {"-std=c++20", "-O1"});

  MarkedTest test(const std::vector<Call>& calls) const;
  concolic::Trace run(const std::vector<Call>& calls) { return run(test(calls)); }
  concolic::Trace run(const MarkedTest& test);
  /// The number of the line's comparison (C), truth value (T), case (S) or default (D), from the left.
  uint64_t site(char kind, unsigned line, unsigned ordinal = 0) const;

  const ConcolicStatistics& statistics() const { return program_->statistics(); }
  const std::filesystem::path& harness() const { return harness_; }
  const execute::Sandbox& sandbox() const { return *sandbox_; }

 private:
  ScratchDirectory scratch_;
  program::Model model_;
  std::filesystem::path harness_;
  std::unique_ptr<execute::Sandbox> sandbox_;
  std::unique_ptr<ConcolicProgram> program_;
  std::vector<execute::Site> sites_;
};

}  // namespace covolve::unit
