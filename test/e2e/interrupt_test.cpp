// Ctrl-C: once for what was found so far, twice to stop at once.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "project.h"

namespace covolve::e2e {
namespace {

// One branch is out of reach, so that the search does not end by itself.
const char* const kEndless =
    "int search(int x, int y) {\n  if (x > 5 && y < 3) return 1;\n"
    "  if (x == 123456789 && y == 987654321) return 2;\n  return 3;\n}\n";

class RunningCovolve {
 public:
  explicit RunningCovolve(const Project& project,
                          std::vector<std::string> arguments = {"unit", "endless.cpp", "-o", "out",
                                                                "--budget", "10m", "--"})
      : log_(project.path("log.txt")) {
    std::vector<char*> line{const_cast<char*>("covolve")};
    for (std::string& argument : arguments) line.push_back(argument.data());
    line.push_back(nullptr);
    child_ = fork();
    if (child_ != 0) return;
    const int log = open(log_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    if (chdir(project.path().c_str()) != 0) _exit(126);
    execv(COVOLVE_EXECUTABLE, line.data());
    _exit(127);
  }
  ~RunningCovolve() {
    if (!isOver_) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
  }

  void waitFor(const std::string& text) const {
    for (int i = 0; i < 1200; ++i) {
      if (readFile(log_).value_or("").find(text) != std::string::npos) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    FAIL() << "never said " << text << ": " << readFile(log_).value_or("");
  }
  void interrupt() const { kill(child_, SIGINT); }
  void hangUp() const { kill(child_, SIGHUP); }
  int status() {
    int status = 0;
    waitpid(child_, &status, 0);
    isOver_ = true;
    return status;
  }

 private:
  std::filesystem::path log_;
  pid_t child_;
  bool isOver_ = false;
};

TEST(Interrupt, TheFirstOneEmitsWhatWasFound) {
  const Project project({{"endless.cpp", kEndless}});
  RunningCovolve covolve(project);
  covolve.waitFor(" targets");
  covolve.interrupt();
  const int status = covolve.status();
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0) << project.read("log.txt");
  EXPECT_NE(project.read("out/endless_test.cpp").find("TEST("), std::string::npos);
  EXPECT_TRUE(nlohmann::json::accept(project.read("out/covolve.json")));
}

TEST(Interrupt, AClosedTerminalEmitsWhatWasFoundHoweverOftenItIsTold) {
  const Project project({{"endless.cpp", kEndless}});
  RunningCovolve covolve(project);
  covolve.waitFor(" targets");
  covolve.hangUp();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  covolve.hangUp();
  const int status = covolve.status();
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0) << project.read("log.txt");
  EXPECT_NE(project.read("out/endless_test.cpp").find("TEST("), std::string::npos);
}

TEST(Interrupt, TheSecondOneStopsAtOnceAndLeavesNoHalfWrittenFile) {
  const Project project({{"endless.cpp", kEndless}});
  RunningCovolve covolve(project);
  covolve.waitFor(" targets");
  covolve.interrupt();
  covolve.interrupt();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  covolve.interrupt();  // two signals that are pending together count as one
  const int status = covolve.status();
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 130) << status;
  for (const auto& [name, text] : contents(project.path("out"))) {
    EXPECT_FALSE(name.ends_with(".json") && !nlohmann::json::accept(text)) << name;
    EXPECT_TRUE(name.ends_with(".json") || name.ends_with(".cpp") || name.ends_with(".lcov") ||
                name.ends_with(".sarif"))
        << name;
  }
}

TEST(Interrupt, OneEndsTheWaitForADocument) {
  const Project project({});
  // Nobody listens there.
  RunningCovolve covolve(project, {"rest", "--schema", "http://127.0.0.1:1/openapi.json", "--url",
                                   "http://127.0.0.1:1", "--wait-for-schema", "10m", "-o", "out"});
  covolve.waitFor("reading the document");
  covolve.interrupt();
  const int status = covolve.status();
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 4);
  EXPECT_NE(project.read("log.txt").find("told to stop before there was a document"), std::string::npos)
      << project.read("log.txt");
}

}  // namespace
}  // namespace covolve::e2e
