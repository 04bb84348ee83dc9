#include "unit/verify/google_test_run.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/files.h"
#include "base/process.h"

namespace covolve::unit {

namespace {

/// "file.cpp:12\nExpected..." -> 12; "unknown file\nC++ exception ..." -> 0.
unsigned failedLine(std::string_view message) {
  const std::string_view location = message.substr(0, message.find('\n'));
  const size_t colon = location.rfind(':');
  unsigned line = 0;
  if (colon != std::string_view::npos) {
    std::from_chars(location.data() + colon + 1, location.data() + location.size(), line);
  }
  return line;
}

/// What a test program prints is the code's business; only its end is looked at.
constexpr size_t kKeptOutput = size_t{1} << 20;

/// False when the text is not GoogleTest's whole report. Tests can write over it: anything may stand there.
bool readReport(const std::string& text, std::vector<FailedTest>& failed) try {
  const nlohmann::json report = nlohmann::json::parse(text, nullptr, false);
  if (!report.is_object() || !report.contains("testsuites")) return false;
  for (const nlohmann::json& suite : report["testsuites"]) {
    for (const nlohmann::json& test : suite.value("testsuite", nlohmann::json::array())) {
      const nlohmann::json failures = test.value("failures", nlohmann::json::array());
      if (failures.empty()) continue;
      FailedTest one{suite.value("name", "") + "." + test.value("name", ""), {}};
      for (const nlohmann::json& failure : failures)
        one.lines.push_back(failedLine(failure.value("failure", "")));
      failed.push_back(std::move(one));
    }
  }
  return true;
} catch (const nlohmann::json::exception&) {
  return false;
}

/// GoogleTest's closing line stands behind all tests.
bool saidItsEnd(std::string_view output) {
  const size_t end = output.rfind(" ran. (");
  const size_t lastStart = output.rfind("[ RUN      ] ");
  return end != std::string_view::npos && (lastStart == std::string_view::npos || end > lastStart);
}

std::string lastStartedTest(std::string_view output) {
  constexpr std::string_view mark = "[ RUN      ] ";
  const size_t at = output.rfind(mark);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = output.substr(at + mark.size());
  std::string name(rest.substr(0, rest.find_first_of("\r\n")));
  // It ended; what stopped the program came later, from no test.
  const bool ended = rest.find("[       OK ] " + name) != std::string_view::npos ||
                     rest.find("[  FAILED  ] " + name) != std::string_view::npos;
  return ended ? std::string() : name;
}

}  // namespace

Result<TestRunResult> runGoogleTest(const TestRun& wanted) {
  const std::filesystem::path report = wanted.directory / "covolve_test_report.json";
  std::error_code ignored;
  std::filesystem::remove(report, ignored);

  Command command;
  command.arguments = {wanted.executable.string(), "--gtest_color=no",
                       "--gtest_output=json:" + report.string()};
  command.arguments.insert(command.arguments.end(), wanted.flags.begin(), wanted.flags.end());
  command.directory = wanted.directory;
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
  command.environment = wanted.environment;
  command.timeout = wanted.timeout;
  command.outputLimit = kKeptOutput;
  command.beforeExec = wanted.beforeExec;
  const Result<Completed> completed = run(command);
  if (!completed) return std::unexpected(completed.error());

  TestRunResult result;
  result.timedOut = completed->timedOut;
  result.signal = completed->signal;
  result.status = completed->status;
  const Result<std::string> text = readFile(report);
  // With repetitions each iteration leaves a report: one followed by a death is no end.
  const bool died = result.timedOut || result.signal != 0;
  result.finished = !died && text && readReport(*text, result.failed);
  if (result.finished && !saidItsEnd(completed->output)) {
    result.silenced = true;
    result.finished = false;
  }
  if (!result.finished) result.lastStarted = lastStartedTest(completed->output);
  std::filesystem::remove(report, ignored);
  return result;
}

}  // namespace covolve::unit
