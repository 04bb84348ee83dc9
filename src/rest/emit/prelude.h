// The top of an emitted file, up to its first test: what it includes or imports,
// the base URL, and those helpers that its tests use.
#pragma once

#include <set>
#include <string>

#include "rest/emit/test_writer.h"

namespace covolve::rest::emit {

std::string cppPrelude(const TestFile& file, std::set<Helper> used);
std::string pythonPrelude(const TestFile& file, std::set<Helper> used);
std::string javaPrelude(const TestFile& file, std::set<Helper> used, const std::string& className);
std::string javaScriptPrelude(const TestFile& file, std::set<Helper> used);

}  // namespace covolve::rest::emit
