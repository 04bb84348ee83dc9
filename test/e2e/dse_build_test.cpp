// What becomes of dynamic symbolic execution where its own build goes wrong, takes long, or is wanted no
// more. A compiler that stands before the real one sees to that.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <chrono>

#include "project.h"

namespace covolve::e2e {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

const char* const kMixed =
    "int open(unsigned key) { return (key ^ (key >> 16)) * 0x7feb352dU == 0x1F3A90C4U ? 1 : 0; }\n";
constexpr const char* kCompilesConcolically = "concolic_pass";
constexpr const char* kLinksConcolically = "--wrap=covolve_run_test";
constexpr const char* kIsEndless = "touch \"$BEGUN\"; exec sleep 150";

class DseBuild : public testing::Test {
 protected:
  /// `action` is done instead of compiling where the arguments contain `part`.
  void standBeforeCompiler(const std::string& part, const std::string& action) {
    const std::string before = getenv("PATH");
    project_.write("bin/clang++-19", "#!/bin/bash\ncase \"$*\" in *'" + part + "'*) " + action +
                                         ";; esac\nPATH='" + before + "' exec clang++-19 \"$@\"\n");
    std::filesystem::permissions(project_.path("bin/clang++-19"), std::filesystem::perms::owner_all);
    setenv("BEGUN", project_.path("begun").c_str(), 1);
    setenv("PATH", (project_.path("bin").string() + ":" + before).c_str(), 1);
    path_ = before;
  }
  ~DseBuild() override {
    if (!path_.empty()) setenv("PATH", path_.c_str(), 1);
  }

  std::vector<std::string> arguments(const std::string& limit, const std::string& value) const {
    return {"unit", "mixed.cpp", "-o", "out",        "--dse", "always", limit,       value,
            "-q",   "--seed",    "1",  "--sanitize", "off",   "--",     "-std=c++17"};
  }
  json report() const { return json::parse(project_.read("out/covolve.json")); }

  const Project project_{{{"mixed.cpp", kMixed}}};
  std::string path_;
};

TEST_F(DseBuild, AFailureIsReportedWithItsReason) {
  standBeforeCompiler(kCompilesConcolically, "echo 'error: no such pass' >&2; exit 1");
  const Completed completed = project_.covolve(arguments("--evaluations", "5000"));
  EXPECT_TRUE(completed.succeeded()) << completed.errors;
  const json solving = report()["search"]["dse"];
  const auto build = solving["build"].get<std::string>();
  EXPECT_TRUE(build.starts_with("failed: ")) << build;
  EXPECT_NE(build.find("error: no such pass"), std::string::npos) << build;
  EXPECT_EQ(solving["uses"], 0);
  EXPECT_NE(report()["notes"].dump().find("Conditions could not be solved"), std::string::npos);
}

TEST_F(DseBuild, AFailureTookItsTime) {
  standBeforeCompiler(kCompilesConcolically, "sleep 0.2; exit 1");
  const Completed completed = project_.covolve(arguments("--budget", "3s"));
  EXPECT_TRUE(completed.succeeded()) << completed.errors;
  EXPECT_GE(report()["search"]["dse"]["buildMilliseconds"], 200);
}

TEST_F(DseBuild, ItsLinkerEndsWithTheSearch) {
  standBeforeCompiler(kLinksConcolically, kIsEndless);
  const auto begin = Clock::now();
  const Completed completed = project_.covolve(arguments("--budget", "15s"));  // on a busy machine, too
  EXPECT_TRUE(completed.succeeded()) << completed.errors;
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(120));
  EXPECT_TRUE(project_.has("begun"));
  EXPECT_EQ(report()["search"]["dse"]["build"], "not built in time: the search was over before");
}

TEST_F(DseBuild, AnInterruptDoesNotWaitForItWhereTestsAreCounted) {
  standBeforeCompiler(kCompilesConcolically, std::string("kill -INT $PPID; ") + kIsEndless);
  const auto begin = Clock::now();
  const Completed completed = project_.covolve(arguments("--evaluations", "100000"));
  EXPECT_TRUE(completed.succeeded()) << completed.errors;
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(120));
  EXPECT_EQ(report()["search"]["dse"]["build"], "not built in time: the search was over before");
}

}  // namespace
}  // namespace covolve::e2e
