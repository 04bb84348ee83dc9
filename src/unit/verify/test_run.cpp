#include "unit/verify/test_run.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/files.h"
#include "base/signal_name.h"

namespace covolve::unit {

namespace {

/// What a test program prints is the code's business; only its end is looked at.
constexpr size_t kKeptOutput = size_t{1} << 20;

}  // namespace

std::string endingOf(const TestRunResult& run) {
  if (run.said.silenced) return "closes the output of the test program";
  if (run.timedOut) return "does not end";
  if (run.signal != 0) return "crashes with " + signalName(run.signal);
  return fmt::format("ends the program with status {}", run.status);
}

Result<TestRunResult> runTests(const TestRun& wanted) {
  const std::filesystem::path report = wanted.directory / "covolve_test_report";
  std::error_code ignored;
  std::filesystem::remove(report, ignored);

  Command command;
  if (wanted.framework != nullptr) command.arguments = wanted.framework->arguments(wanted.selection, report);
  command.arguments.insert(command.arguments.begin(), wanted.executable.string());
  command.directory = wanted.workingDirectory.empty() ? wanted.directory : wanted.workingDirectory;
  if (wanted.elsewhere) {
    command.directory /= "elsewhere";
    std::filesystem::create_directories(command.directory, ignored);
    const std::vector<std::string> bare{"env", "-i", "PATH=/usr/bin:/bin", "HOME=/nonexistent",
                                        "TZ=Pacific/Chatham"};
    command.arguments.insert(command.arguments.begin(), bare.begin(), bare.end());
    // Without it the program might not even start.
    if (const char* libraries = getenv("LD_LIBRARY_PATH")) {
      command.arguments.insert(command.arguments.begin() + 2, std::string("LD_LIBRARY_PATH=") + libraries);
    }
  }
  command.timeout = wanted.timeout;
  command.outputLimit = kKeptOutput;
  command.beforeExec = wanted.beforeExec;
  command.environment = wanted.environment;
  const Result<Completed> completed = wanted.runWith(command);
  if (!completed) return std::unexpected(completed.error());

  TestRunResult result;
  result.timedOut = completed->timedOut;
  result.signal = completed->signal;
  result.status = completed->status;
  if (wanted.framework != nullptr)
    result.said = wanted.framework->read(readFile(report).value_or(""), completed->output);
  // With repetitions each leaves a report: one followed by a death is no end.
  if (result.timedOut || result.signal != 0) result.said.finished = false;
  std::filesystem::remove(report, ignored);
  return result;
}

}  // namespace covolve::unit
