// The table of a fuzzer's harness (driver/table.h) as C++ source, from the model
// of the code under test.
#pragma once

#include <string>

#include "program/model.h"

namespace covolve::peers {

std::string tableText(const program::Model& model);

}  // namespace covolve::peers
