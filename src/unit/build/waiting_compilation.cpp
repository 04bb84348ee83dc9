#include "unit/build/waiting_compilation.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "base/files.h"
#include "unit/build/objects.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

constexpr auto kGlance = std::chrono::milliseconds(2);
// All in one folder, which is searched before those of the user's: no header of theirs is called like these.
constexpr const char* kMain = "covolve_waiting.cpp";
constexpr const char* kGate = "covolve_gate";
constexpr const char* kRest = "covolve_rest";

std::string inQuotes(const fs::path& file) {
  std::string text = "\"";
  for (const char c : file.string()) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"";
}

}  // namespace

std::unique_ptr<WaitingCompilation> WaitingCompilation::start(std::vector<std::string> command,
                                                              const fs::path& directory,
                                                              const fs::path& source, std::string beginning,
                                                              int niceness) {
  std::unique_ptr<WaitingCompilation> waiting(
      new WaitingCompilation(std::move(command), source, std::move(beginning)));
  const fs::path main = waiting->folder_ / kMain;
  const std::string text =
      fmt::format("{}#include \"{}\"\n#include \"{}\"\n", waiting->beginning_, kGate, kRest);
  std::error_code failed;
  fs::create_directories(waiting->folder_, failed);
  const bool hasGate = mkfifo((waiting->folder_ / kGate).c_str(), S_IRUSR | S_IWUSR) == 0;
  if (!hasGate || !replaceFile(main, text)) return nullptr;
  std::vector<std::string> arguments = waiting->command_;
  const fs::path object = waiting->folder_ / "covolve_output";
  // A compiler that crashes would read all of it once more for its report, and wait at the gate for ever.
  arguments.insert(arguments.end(), {"-fno-crash-diagnostics", "-c", main.string(), "-o", object.string()});
  waiting->compiling_ =
      std::async(std::launch::async, [arguments, directory, object, niceness, &stop = waiting->stop_] {
        // A compiler that is ccache in disguise would read ahead, and twice.
        return runCompiler(
            arguments, directory, object,
            {.deadline = {}, .stop = &stop, .niceness = niceness, .environment = {{"CCACHE_DISABLE", "1"}}});
      });
  return waiting;
}

WaitingCompilation::~WaitingCompilation() {
  stop_ = true;
  if (compiling_.valid()) compiling_.wait();
}

bool WaitingCompilation::suits(const std::vector<std::string>& command, const fs::path& source,
                               const std::string& text) const {
  return command == command_ && source == source_ && text.starts_with(beginning_);
}

/// Returns at once where the compiler has come to an end before it came to the gate.
void WaitingCompilation::openGate(const Deadline& deadline) const {
  while (compiling_.wait_for(kGlance) != std::future_status::ready && !deadline.isOver()) {
    // Fails as long as nobody reads; then opening and closing it is all that is needed.
    const int end = open((folder_ / kGate).c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (end < 0) continue;
    close(end);
    return;
  }
}

Compiled WaitingCompilation::finish(const std::string& text, const Deadline& deadline) {
  const auto line = std::ranges::count(beginning_, '\n') + 1;
  const std::string rest =
      fmt::format("#line {} {}\n{}", line, inQuotes(source_), text.substr(beginning_.size()));
  if (replaceFile(folder_ / kRest, rest)) {
    openGate(deadline);
  } else {
    stop_ = true;
  }
  // By the deadline's own clock, which may be slower than the one that waits.
  while (const auto left = deadline.left()) {
    if (compiling_.wait_for(*left) == std::future_status::ready) break;
    if (!deadline.isOver()) continue;
    stop_ = true;
    break;
  }
  return compiling_.get();
}

}  // namespace covolve::unit
