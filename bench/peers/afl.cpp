// AFL++ in persistent mode, with a second program for CmpLog. Both are compiled
// by covolve's clang with the coverage hooks that AFL++'s runtime understands:
// that found more than its own afl-clang-fast, whose clang is older and may not
// know the code's language. See bench/README.md for what was measured.
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/process.h"
#include "tool.h"

namespace covolve::peers {

namespace fs = std::filesystem;

namespace {

/// Where AFL++'s runtime and driver are: AFL_PATH, or beside the programs.
Result<fs::path> findParts() {
  std::vector<fs::path> places{"/usr/lib/afl", "/usr/local/lib/afl"};
  if (const char* named = std::getenv("AFL_PATH")) places.insert(places.begin(), named);
  for (const fs::path& place : places) {
    std::error_code failed;
    if (fs::exists(place / "libAFLDriver.a", failed) && fs::exists(place / "afl-compiler-rt.o", failed))
      return place;
  }
  return userError("AFL++ is not installed: there is no libAFLDriver.a (Debian: apt install afl++)");
}

Result<uint64_t> readStatistic(const fs::path& file, const std::string& name) {
  const auto text = readFile(file);
  if (!text) return std::unexpected(text.error());
  const size_t at = text->find(name);
  const size_t start = at == std::string::npos ? at : text->find_first_of("0123456789", at + name.size());
  uint64_t number = 0;
  if (start == std::string::npos ||
      std::from_chars(text->data() + start, text->data() + text->size(), number).ec != std::errc())
    return ownError(fmt::format("{} has no {}", file.string(), name));
  return number;
}

/// AFL++ marks its complaints, in colours.
std::string complaintOf(const Completed& completed) {
  const std::string text = completed.output + completed.errors;
  const size_t at = text.find("PROGRAM ABORT");
  if (at == std::string::npos) return fmt::format("exit status {}", completed.status);
  std::string plain;
  for (size_t i = at; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '\x1b') {
      while (i < text.size() && text[i] != 'm') ++i;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

class AflPlusPlus final : public Tool {
 public:
  Result<void> prepare(const Order& order) override {
    const auto parts = findParts();
    if (!parts) return std::unexpected(parts.error());
    Flavour flavour;
    flavour.name = "afl";
    // Not optimised, unless the user's flags ask for it: folded branches cannot be seen, and most of the time
    // goes to switching processes anyway.
    flavour.flags = {"-fsanitize-coverage=trace-pc-guard"};
    flavour.supportFlags = flavour.flags;
    flavour.linkArguments = {"-Wl,-u,LLVMFuzzerTestOneInput", (*parts / "libAFLDriver.a").string(),
                             (*parts / "afl-compiler-rt.o").string()};
    auto program = order.builder.build(flavour, COVOLVE_PEERS_FUZZ_ENTRY);
    if (!program) return std::unexpected(program.error());
    flavour.name = "afl-cmplog";
    flavour.flags.emplace_back("-fsanitize-coverage=trace-cmp");
    flavour.supportFlags = flavour.flags;
    auto cmpLog = order.builder.build(flavour, COVOLVE_PEERS_FUZZ_ENTRY);
    if (!cmpLog) return std::unexpected(cmpLog.error());
    program_ = std::move(*program);
    cmpLogProgram_ = std::move(*cmpLog);
    return {};
  }

  Result<Found> fuzz(const Order& order) override {
    const fs::path seeds = order.directory / "seeds";
    const fs::path output = order.directory / "findings";
    std::error_code failed;
    fs::create_directories(seeds, failed);
    fs::copy_file(order.seed, seeds / "seed", fs::copy_options::overwrite_existing, failed);
    if (failed) return ownError(fmt::format("cannot write to {}", order.directory.string()));

    const auto begin = std::chrono::steady_clock::now();
    Command command = commandLine(order, seeds, output);
    const auto completed = run(command);
    if (!completed) return std::unexpected(completed.error());
    Found found;
    found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const fs::path state = output / "default";
    const auto executions = readStatistic(state / "fuzzer_stats", "execs_done");
    if (!executions) return ownError("AFL++ did not run: " + complaintOf(*completed));
    found.executions = *executions;
    found.corpus = filesIn(state / "queue");
    for (const char* kind : {"crashes", "hangs"}) {
      for (const fs::path& file : filesIn(state / kind)) {
        if (file.filename() != "README.txt") found.deaths.push_back(file);
      }
    }
    return found;
  }

 private:
  Command commandLine(const Order& order, const fs::path& seeds, const fs::path& output) const {
    Command command;
    command.arguments = {"afl-fuzz", "-i", seeds.string(), "-o", output.string(),
                         // 0 would let it choose.
                         "-s", std::to_string(order.randomSeed % 0x7fffffff + 1), "-t", "2000", "-m", "none",
                         "-G", std::to_string(kLongestInput), "-c", cmpLogProgram_.string()};
    if (!order.dictionary.empty())
      command.arguments.insert(command.arguments.end(), {"-x", order.dictionary.string()});
    if (order.budget.evaluations) {
      command.arguments.insert(command.arguments.end(), {"-E", std::to_string(*order.budget.evaluations)});
    } else {
      command.arguments.insert(
          command.arguments.end(),
          {"-V", fmt::format("{}", std::max(1.0, std::round(order.budget.time.count())))});
    }
    command.arguments.insert(command.arguments.end(), {"--", program_.string()});
    command.directory = order.directory;
    // The processors that a run may use are chosen outside; how the machine treats core files and clock
    // rates is not ours to change.
    command.environment = {{"COVOLVE_PEERS_HANG_MILLISECONDS", std::to_string(kHangMilliseconds)},
                           {"AFL_NO_UI", "1"},
                           {"AFL_NO_AFFINITY", "1"},
                           {"AFL_SKIP_CPUFREQ", "1"},
                           {"AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1"},
                           {"AFL_FORKSRV_INIT_TMOUT", "10000"}};
    command.outputLimit = size_t{1} << 20;
    command.beforeExec = order.beforeExec;
    command.stop = &interruptRequested();
    return command;
  }

  fs::path program_;
  fs::path cmpLogProgram_;
};

}  // namespace

std::unique_ptr<Tool> makeAflPlusPlus() { return std::make_unique<AflPlusPlus>(); }

}  // namespace covolve::peers
