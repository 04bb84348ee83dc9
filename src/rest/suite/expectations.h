// What a test may expect of an answer: what was the same in all its runs.
#pragma once

#include <string_view>
#include <vector>

#include "rest/emit/rest_tests.h"
#include "rest/suite/suite.h"

namespace covolve::rest {

enum class Depth { Status, Body };

/// What the runs of a test had in common that those of its emitted form need not have.
struct Surroundings {
  std::string url;  // of the service; empty: not known
  /// Every run began with the same state, so that identifiers that the service gives are the same.
  bool isFirstStateKnown = true;
  /// What nobody is to read in a file: expectations do not have it.
  std::vector<std::string> secrets = {};
};

/// Whether a value has one of the surroundings' secrets in it.
bool tellsSecret(std::string_view text, const Surroundings& surroundings);

/// Fills in the status of call `index` and, where so much is wanted, media type and expectations on the body:
/// first of all on what the faults that the call shows are about.
void addExpectations(emit::Step& step, const SuiteTest& test, size_t index, Depth depth,
                     const Surroundings& surroundings = {});

}  // namespace covolve::rest
