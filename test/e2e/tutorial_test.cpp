// docs/tutorial.md, word for word: its ```sh blocks are run in order, as one script.
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "project.h"

namespace covolve::e2e {
namespace {

std::string shellBlocks(const std::string& markdown) {
  std::istringstream lines(markdown);
  std::string script = "set -eu\n";
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line == "```sh") {
      inside = true;
    } else if (line == "```") {
      inside = false;
    } else if (inside) {
      script += line + "\n";
    }
  }
  return script;
}

TEST(Tutorial, CanBeFollowedWordForWord) {
  const auto tutorial = readFile(std::filesystem::path(COVOLVE_DOCS) / "tutorial.md");
  ASSERT_TRUE(tutorial.has_value());
  const Project project({{"script.sh", shellBlocks(*tutorial)}});
  Command command;
  command.arguments = {"bash", "script.sh"};
  command.directory = project.path();
  const auto bin = std::filesystem::path(COVOLVE_EXECUTABLE).parent_path().string();
  command.environment = {
      {"PATH", bin + ":" + std::getenv("PATH")}, {"CXX", "clang++-19"}, {"CC", "clang-19"}};
  const auto followed = run(command);
  ASSERT_TRUE(followed.has_value());
  EXPECT_TRUE(followed->succeeded()) << followed->output << followed->errors;
  EXPECT_NE(followed->output.find("SIGFPE in home::Thermostat::averageOf"), std::string::npos)
      << followed->output;
  EXPECT_NE(project.read("thermostat/tests/thermostat_test.cpp").find("\"cooling\""), std::string::npos);
}

}  // namespace
}  // namespace covolve::e2e
