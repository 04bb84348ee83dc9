// How covolve itself runs the tests that it emits, in languages that need no
// compiler: a program, and a listener inside it that says what became of each test.
//
// Easy to get wrong: what is known must survive a run that is cut short. So the
// listener writes a line for each test as it ends, no report when all have ended.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace covolve::rest {

struct Launcher {
  std::string_view format;           // of the printer whose files it runs
  std::vector<std::string> probe;    // succeeds where all is installed that the tests need
  std::vector<std::string> command;  // names of files are added; runs in their folder
  std::string_view listenerFile;
  std::string_view listener;
};

/// The quickest to start first.
const std::vector<Launcher>& launchers();

/// Those of `all` that are installed and whose languages are emitted; else one that is installed, which shows
/// as well what the tests expect.
std::vector<const Launcher*> launchersFor(const std::vector<std::string>& formats,
                                          const std::atomic<bool>& stop,
                                          const std::vector<Launcher>& all = launchers());

/// What became of a test. Those that were skipped have none.
struct EmittedResult {
  std::string file;
  std::string name;  // as the framework has it; empty: the file could not be read
  bool hasPassed = false;
  std::string message;  // why it failed, on one line

  bool operator==(const EmittedResult&) const = default;
};

/// Where the listener writes to, in the folder of the tests.
constexpr std::string_view kResultsFile = "covolve-results.jsonl";

/// Lines as listeners write them; what is no such line (the last of a run that was cut short) is left out.
std::vector<EmittedResult> readResults(std::string_view lines);

}  // namespace covolve::rest
