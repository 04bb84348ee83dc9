// What a large source costs.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <thread>

#include "project.h"

namespace covolve::e2e {
namespace {

/// Functions and small classes with branches, 3,000 lines.
std::string largeSource() {
  std::string text = "#include <string>\n";
  for (int i = 0; i < 250; ++i) {
    text += fmt::format(
        "int step{0}(int a, const std::string& b) {{\n  if (a > {0} && b.size() > 2) return a;\n"
        "  return b.empty() ? {0} : -a % 100;\n}}\n"
        "class Part{0} {{\n public:\n  void add(int n) {{ if (n > 0) sum_ = (sum_ + n) % 1000; }}\n"
        "  int sum() const {{ return sum_; }}\n\n private:\n  int sum_ = {0};\n}};\n",
        i);
  }
  return text;
}

/// The most memory the engine itself ever held, in KiB; its compilers are processes of their own.
long peakOfEngine(const Project& project) {
  const pid_t child = fork();
  if (child == 0) {
    if (chdir(project.path().c_str()) != 0) _exit(126);
    execl(COVOLVE_EXECUTABLE, "covolve", "unit", "large.cpp", "-q", "-o", "out", "--evaluations", "20000",
          "--mutants", "off", "--", nullptr);
    _exit(127);
  }
  long peak = 0;
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    const std::string text = readFile(fmt::format("/proc/{}/status", child)).value_or("");
    if (const size_t at = text.find("VmHWM:"); at != std::string::npos) {
      peak = std::max(peak, std::atol(text.c_str() + at + std::string_view("VmHWM:").size()));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  return peak;
}

TEST(Scale, TheEngineStaysUnder500MegabytesOnThreeThousandLines) {
  const Project project({{"large.cpp", largeSource()}});
  ASSERT_GE(lineCount(project.read("large.cpp")), 3000u);
  const long peak = peakOfEngine(project);
  EXPECT_GT(nlohmann::json::parse(project.read("out/covolve.json"))["tests"].size(), 400u);
  EXPECT_GT(peak, 0);
#if !__has_feature(address_sanitizer)
  EXPECT_LT(peak, 500 * 1024) << "KiB";
#endif
  std::cout << "the engine's peak: " << peak / 1024 << " MiB\n";
}

}  // namespace
}  // namespace covolve::e2e
