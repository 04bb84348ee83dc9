// Dynamic symbolic execution, from the source to the emitted tests.
#include <gtest/gtest.h>

#include "project.h"

namespace covolve::e2e {
namespace {

using nlohmann::json;

// No test comes nearer to one of these by small steps, and no operand of the comparison stands in the data.
const char* const kMixed = R"(#include <cstdint>
namespace {
uint32_t mix(uint32_t value) {
  value ^= value >> 16;
  value *= 0x7feb352dU;
  value ^= value >> 15;
  value *= 0x846ca68bU;
  return value ^ (value >> 16);
}
}  // namespace
int open(uint32_t key) {
  if (mix(key) == 0x1F3A90C4U) return 1;
  return 0;
}
)";

json generate(const Project& project, const std::string& dse, std::vector<std::string> more = {}) {
  std::vector<std::string> options{"--dse", dse, "--seed", "1", "--sanitize", "off"};
  options.insert(options.end(), more.begin(), more.end());
  options.insert(options.end(), {"--", "-std=c++17"});
  return project.generate("mixed.cpp", 10000, options);
}

TEST(Dse, SolvesWhatTheSearchDoesNotFind) {
  const Project project({{"mixed.cpp", kMixed}});
  const json off = generate(project, "off");
  EXPECT_EQ(off["coverage"]["emitted"]["branches"]["covered"], 1);
  EXPECT_EQ(off["options"]["dse"], "off");
  EXPECT_FALSE(off["search"].contains("dse"));
  const json adaptive = generate(project, "adaptive");
  EXPECT_EQ(adaptive["coverage"]["emitted"]["branches"]["covered"], 2) << adaptive["search"];
  EXPECT_GT(adaptive["search"]["dse"]["uses"], 0);
  EXPECT_GT(adaptive["search"]["dse"]["queries"]["solved"], 0);
  EXPECT_EQ(adaptive["search"]["dse"]["build"], "built");
}

TEST(Dse, IsUsedUnlessItIsSwitchedOff) {
  const Project project({{"mixed.cpp", kMixed}});
  const Completed run = project.covolve({"unit", "mixed.cpp", "-o", "out", "--evaluations", "10000", "--seed",
                                         "1", "--sanitize", "off", "--", "-std=c++17"},
                                        Defaults::AsUsersHaveThem);
  EXPECT_TRUE(run.succeeded()) << run.errors;
  const json report = json::parse(project.read("out/covolve.json"));
  EXPECT_EQ(report["options"]["dse"], "adaptive");
  EXPECT_EQ(report["search"]["dse"]["build"], "built");
}

TEST(Dse, TheSameSeedFindsTheSame) {
  const Project project({{"mixed.cpp", kMixed}});
  generate(project, "adaptive");
  const auto first = contents(project.path("out"));
  std::filesystem::remove_all(project.path("out"));
  generate(project, "adaptive");
  EXPECT_EQ(contents(project.path("out")), first);
}

TEST(Dse, SourcesThatTakeLongToCompileAreLeftToTheSearch) {
  std::string source = "#include <map>\n#include <regex>\n#include <sstream>\n#include <string>\n";
  source +=
      "int find(int key, const std::string& text) {\n"
      "  std::map<std::string, int> all;\n  std::istringstream stream(text);\n"
      "  for (std::string word; stream >> word;) ++all[word];\n"
      "  if (std::regex_search(text, std::regex(\"a+b\")) && all.size() > 900) return 1;\n"
      "  return key * 7919 == 1234567891 ? 2 : 0;\n}\n";
  const Project project({{"mixed.cpp", source}});
  const json report = generate(project, "adaptive");
  EXPECT_EQ(report["search"]["dse"]["uses"], 0);
  const auto build = report["search"]["dse"]["build"].get<std::string>();
  EXPECT_NE(build.find("takes too long for 10000 tests"), std::string::npos) << build;
}

class DseWith : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Algorithms, DseWith, testing::Values("mosa", "mio", "monotonic"),
                         [](const auto& info) { return info.param; });

TEST_P(DseWith, SolvesTheSame) {
  const Project project({{"mixed.cpp", kMixed}});
  const json report = generate(project, "adaptive", {"--algorithm", GetParam()});
  EXPECT_EQ(report["coverage"]["emitted"]["branches"]["covered"], 2) << report["search"];
}

}  // namespace
}  // namespace covolve::e2e
