#include "unit/verify/sanitized_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "base/files.h"
#include "emit/cpp_text.h"
#include "unit/build/symbolise.h"
#include "unit/verify/compile_messages.h"
#include "unit/verify/test_compilation.h"
#include "unit/verify/test_run.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kAddress = "AddressSanitizer";
constexpr std::string_view kUndefined = "UndefinedBehaviorSanitizer";

/// What its messages are about. They hold values and addresses, which are no part of a kind.
std::string kindOfUndefined(std::string_view message) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kKinds{{
      {"overflowed to", "pointer overflow"},
      {"signed integer overflow", "signed integer overflow"},
      {"negation of", "signed integer overflow"},
      {"division by zero", "division by zero"},
      {"division of", "signed integer overflow"},
      {"shift", "shift out of range"},
      {"out of bounds", "index out of bounds"},
      {"misaligned", "misaligned access"},
      {"never be null", "null argument"},
      {"null pointer", "null pointer use"},
      {"not a valid value", "invalid value"},
      {"outside the range", "conversion out of range"},
      {"value-returning function", "missing return"},
      {"unreachable", "unreachable code"},
      {"pointer index", "pointer overflow"},
  }};
  for (const auto& [words, kind] : kKinds) {
    if (message.find(words) != std::string_view::npos) return std::string(kind);
  }
  return "undefined behaviour";
}

/// A sanitizer refuses what malloc would answer with null. Who runs the tests with one would see them fail.
bool isAboutMemory(std::string_view kind) {
  static constexpr std::array<std::string_view, 5> kKinds{"allocation-size-too-big", "out-of-memory",
                                                          "rss-limit", "calloc-overflow",
                                                          "invalid-allocation-alignment"};
  return std::ranges::find(kKinds, kind) != kKinds.end();
}

/// "#1 0x55d0 (/tmp/run+0x12ab) (BuildId: ...)": 0x12ab, if it is of the program.
std::optional<uint64_t> addressIn(std::string_view line, std::string_view executable) {
  const std::string module = fmt::format("({}+0x", executable);
  const size_t at = line.find(module);
  if (at == std::string_view::npos) return std::nullopt;
  uint64_t address = 0;
  const std::string_view digits = line.substr(at + module.size());
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), address, 16);
  return read.ec == std::errc() ? std::optional(address) : std::nullopt;
}

bool isOfSystem(const fs::path& file) { return file.empty() || file.string().starts_with("/usr/"); }

/// The innermost place in the code under test, or elsewhere in what is not the system's. Runtimes of the
/// sanitizers are named by where they were built.
void locate(const std::vector<SourceFrame>& frames, const VerificationOptions& options,
            const std::vector<fs::path>& requestedFiles, SanitizerFinding& finding) {
  const auto isRuntime = [](const SourceFrame& frame) {
    return frame.file.find("compiler-rt") != std::string::npos || frame.function.starts_with("__asan") ||
           frame.function.starts_with("__interceptor") || frame.function.starts_with("__ubsan");
  };
  for (const SourceFrame& frame : frames) {
    const fs::path file = fs::path(frame.file).lexically_normal();
    if (frame.line == 0 || isRuntime(frame)) continue;
    if (file.filename() == options.fileName) {
      finding.isInTest = true;
      return;
    }
    const bool isRequested = std::ranges::find(requestedFiles, file) != requestedFiles.end();
    if (!isRequested && isOfSystem(file)) continue;
    finding.fault.file = file.string();
    finding.fault.line = frame.line;
    finding.fault.function = withoutParameters(frame.function);
    return;
  }
  finding.isInTest = true;
}

/// As the framework runs them: suite by suite.
std::vector<const emit::Test*> inOrderOfRun(const emit::TestFile& file) {
  std::vector<const emit::Test*> tests;
  std::map<std::string, size_t> suites;
  for (const emit::Test& test : file.tests) {
    suites.try_emplace(test.suite, suites.size());
    tests.push_back(&test);
  }
  // Within a suite as they stand in the file.
  std::ranges::sort(tests, {},
                    [&](const emit::Test* test) { return std::pair(suites.at(test->suite), test); });
  return tests;
}

class SanitizedTests {
 public:
  SanitizedTests(emit::TestFile file, const VerificationOptions& options,
                 const std::vector<fs::path>& requestedFiles)
      : options_(options), requestedFiles_(requestedFiles) {
    verified_.file = std::move(file);
  }

  Result<SanitizedRun> run() {
    if (verified_.file.tests.empty()) return found_;
    if (auto compiled = compileInTime(verified_, options_); !compiled)
      return std::unexpected(compiled.error());
    for (const DroppedTest& dropped : verified_.dropped) {
      if (dropped.reason == kNotVerified) {
        isNotJudgedInTime(dropped.origin);
      } else {
        found_.notJudged[dropped.origin] = "with sanitizers it " + dropped.reason;
      }
    }
    const std::vector<const emit::Test*> tests = inOrderOfRun(verified_.file);
    for (size_t next = 0; next < tests.size();) {
      if (options_.isTimeUp()) {
        for (; next < tests.size(); ++next) isNotJudgedInTime(tests[next]->origin);
        break;
      }
      const auto ended = runFrom(tests, next);
      if (!ended) return std::unexpected(ended.error());
      next = *ended;
    }
    return found_;
  }

 private:
  void isNotJudgedInTime(size_t origin) {
    found_.notJudged[origin] = kNotSanitized;
    found_.ranOutOfTime = true;
  }

  /// The index of the test to go on with: behind the one that ended the program.
  Result<size_t> runFrom(const std::vector<const emit::Test*>& tests, size_t first) {
    TestRun wanted;
    wanted.framework = options_.framework;
    wanted.executable = verified_.executable;
    wanted.directory = options_.runDirectory / "sanitized";
    std::error_code ignored;
    fs::create_directories(wanted.directory, ignored);
    wanted.selection.except = verified_.leftOut;
    for (size_t i = 0; i < first; ++i) wanted.selection.except.push_back(tests[i]->fullName());
    wanted.timeout = options_.timeoutOfRun();
    wanted.beforeExec = options_.beforeExec;
    // The code may print what looks like a report.
    const fs::path log = wanted.directory / "report";
    wanted.environment = options_.environment;
    for (const char* const which : {"ASAN_OPTIONS", "UBSAN_OPTIONS"})
      wanted.environment[which] += ":log_path=" + log.string();
    removeReports(wanted.directory);
    const Result<TestRunResult> result = runTests(wanted);
    if (!result) return std::unexpected(result.error());
    // What it would have done behind that nobody knows: another test may have left something that it sees.
    for (const emit::FailedTest& failed : result->said.failed) {
      const auto test = std::ranges::find(tests, failed.name, &emit::Test::fullName);
      if (test != tests.end()) found_.notJudged[(*test)->origin] = "does not pass with sanitizers";
    }
    if (result->said.finished) return tests.size();
    const auto last = std::ranges::find(tests, result->said.lastStarted, &emit::Test::fullName);
    if (last == tests.end()) {
      for (size_t i = first; i < tests.size(); ++i)
        found_.notJudged[tests[i]->origin] = "with sanitizers the program ends before it runs a test";
      return tests.size();
    }
    const SanitizerReport report = readSanitizerReport(reportsIn(wanted.directory), verified_.executable);
    if (result->timedOut) {
      const bool isCut = wanted.timeout < options_.timeout;
      isCut ? isNotJudgedInTime((*last)->origin)
            : void(found_.notJudged[(*last)->origin] = "does not end with sanitizers");
    } else if (!report.kind.empty()) {
      add(**last, report);
    } else if (!report.isAboutStack) {
      found_.notJudged[(*last)->origin] = endingOf(*result) + " with sanitizers, which do not say why";
    }
    return static_cast<size_t>(last - tests.begin()) + 1;
  }

  /// By process: report.2
  static std::vector<fs::path> reportFiles(const fs::path& directory) {
    std::vector<fs::path> files;
    std::error_code failed;
    for (fs::directory_iterator entry(directory, failed), end; !failed && entry != end;
         entry.increment(failed)) {
      if (entry->path().filename().string().starts_with("report.")) files.push_back(entry->path());
    }
    std::ranges::sort(files);
    return files;
  }
  static void removeReports(const fs::path& directory) {
    std::error_code ignored;
    for (const fs::path& file : reportFiles(directory)) fs::remove(file, ignored);
  }
  static std::string reportsIn(const fs::path& directory) {
    std::string text;
    for (const fs::path& file : reportFiles(directory)) text += readFile(file).value_or("");
    return text;
  }

  void add(const emit::Test& test, const SanitizerReport& report) {
    SanitizerFinding finding;
    finding.origin = test.origin;
    finding.fault.kind = report.kind;
    // Those of the innermost frames are exact; symbolise() takes them for return addresses.
    std::vector<uint64_t> addresses = report.addresses;
    for (uint64_t& address : addresses) ++address;
    const auto frames = symbolise(verified_.executable, addresses);
    locate(frames.value_or(std::vector<SourceFrame>()), options_, requestedFiles_, finding);
    if (frames) finding.isInLook = isInLook(*frames, test);
    finding.isInTest |= report.isAboutMemory;
    // Where a variable of the test was used behind its end, the test must not have let it go.
    if (report.owner) {
      const auto owner = symbolise(verified_.executable, {{*report.owner + 1}});
      finding.isInTest |= owner && std::ranges::any_of(*owner, [&](const SourceFrame& frame) {
                            return fs::path(frame.file).filename() == options_.fileName;
                          });
    }
    Fault& fault = finding.fault;
    fault.description = fmt::format("{}: {}", report.sanitizer, report.kind);
    if (!fault.function.empty()) fault.description += " in " + fault.function;
    if (!fault.file.empty())
      fault.description += fmt::format(" at {}:{}", fs::path(fault.file).filename().string(), fault.line);
    found_.findings.push_back(std::move(finding));
  }

  /// Whether these frames come from a look of the test's.
  bool isInLook(const std::vector<SourceFrame>& frames, const emit::Test& test) const {
    const auto inTest = std::ranges::find_if(frames, [&](const SourceFrame& frame) {
      return frame.line != 0 && fs::path(frame.file).filename() == options_.fileName;
    });
    if (inTest == frames.end()) return false;
    const emit::Printed printed = options_.framework->print(verified_.file);
    const std::optional<size_t> statement =
        statementAt(printed.tests[static_cast<size_t>(&test - verified_.file.tests.data())], inTest->line);
    return statement && emit::isInspection(test.statements[*statement]);
  }

  const VerificationOptions& options_;
  const std::vector<fs::path>& requestedFiles_;
  Verified verified_;
  SanitizedRun found_;
};

}  // namespace

std::map<std::string, std::string> sanitizerEnvironment() {
  return {{"ASAN_OPTIONS",
           "detect_leaks=0:symbolize=0:detect_container_overflow=0:"
           "max_allocation_size_mb=2048"},
          {"UBSAN_OPTIONS", "print_stacktrace=1:symbolize=0"}};
}

SanitizerReport readSanitizerReport(const std::string& text, const fs::path& executable) {
  constexpr std::string_view kSummary = "SUMMARY: AddressSanitizer: ";
  constexpr std::string_view kRuntimeError = ": runtime error: ";
  SanitizerReport report;
  std::istringstream lines(text);
  bool isInFirstStack = true;
  bool isOwnerNext = false;
  for (std::string line; std::getline(lines, line);) {
    if (const size_t at = line.find(kRuntimeError); at != std::string::npos && report.kind.empty()) {
      report.sanitizer = kUndefined;
      report.kind = kindOfUndefined(std::string_view(line).substr(at + kRuntimeError.size()));
    } else if (line.starts_with(kSummary) && report.kind.empty()) {
      report.sanitizer = kAddress;
      const size_t end = line.find_first_of(" :(", kSummary.size());
      report.kind = line.substr(kSummary.size(), end == std::string::npos ? end : end - kSummary.size());
    } else if (line.find("is located in stack of thread") != std::string::npos) {
      isOwnerNext = true;
    } else if (line.find('#') != std::string::npos) {
      const auto address = addressIn(line, executable.string());
      if (isOwnerNext) report.owner = address;
      if (isInFirstStack && address) report.addresses.push_back(*address);
      isOwnerNext = false;
    } else if (!report.addresses.empty()) {
      isInFirstStack = false;
    }
  }
  report.isAboutMemory = isAboutMemory(report.kind);
  report.isAboutStack = report.kind == "stack-overflow";
  if (report.isAboutStack) report.kind.clear();  // frames are larger here than at the user's
  return report;
}

Result<SanitizedRun> runSanitized(emit::TestFile file, const VerificationOptions& options,
                                  const std::vector<fs::path>& requestedFiles) {
  return SanitizedTests(std::move(file), options, requestedFiles).run();
}

}  // namespace covolve::unit
