// Which results of a test's steps later steps refer to, and how: decides what
// becomes a variable, whether it can be const, and what it is called.
#pragma once

#include <string>
#include <vector>

#include "program/model.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

struct ObjectUse {
  bool used = false;
  bool mutated = false;  // a non-const use: it must not be declared const
  bool isExact = false;  // something refers to it: one that could be converted to its type will not do
  std::string role;      // name of the parameter it is passed as, when that is its only use
};

/// One a step.
std::vector<ObjectUse> objectUses(const program::Model& model, const std::vector<Step>& steps);

}  // namespace covolve::unit
