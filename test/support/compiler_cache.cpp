#include "compiler_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/path_search.h"

namespace covolve::test {

bool hasCompilerCache() {
  static const bool found = findProgram("ccache").has_value();
  return found;
}

std::string nameOfThisTest() {
  const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
  if (test == nullptr) return "no-test";
  std::string name = std::string(test->test_suite_name()) + "." + test->name();
  std::ranges::replace(name, '/', '-');
  return name;
}

Result<Completed> compileCached(Command command) {
  if (hasCompilerCache()) {
    command.arguments.insert(command.arguments.begin(), "ccache");
    command.arguments.emplace_back("-MD");
    // The object has it anyway; ccache may have been told not to look.
    const auto directory = command.directory.empty() ? std::filesystem::current_path() : command.directory;
    command.arguments.push_back("-ffile-compilation-dir=" + directory.string());
    command.environment["CCACHE_DEPEND"] = "1";  // nothing is preprocessed only to look it up
    command.environment["CCACHE_BASEDIR"] = "";
  }
  return run(command);
}

}  // namespace covolve::test
