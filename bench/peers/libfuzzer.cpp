// libFuzzer in one process, started again after every input that ended it: its
// corpus is on disk, so a new start loses next to nothing, and costs a third of
// what its own fork mode (-fork=1 -ignore_crashes=1) spends on such an input.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

#include "base/interrupt.h"
#include "base/process.h"
#include "tool.h"

namespace covolve::peers {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

/// The number that follows the last occurrence of the mark.
std::optional<uint64_t> numberBehind(const std::string& text, std::string_view mark) {
  const size_t at = text.rfind(mark);
  if (at == std::string::npos) return std::nullopt;
  const size_t start = text.find_first_not_of(' ', at + mark.size());
  if (start == std::string::npos) return std::nullopt;
  uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data() + start, text.data() + text.size(), number);
  return failed == std::errc() && end != text.data() + start ? std::optional(number) : std::nullopt;
}

/// The statistics at its end, or the last status line where it could not print them.
uint64_t executionsOf(const std::string& log) {
  if (const auto total = numberBehind(log, "stat::number_of_executed_units:")) return *total;
  return numberBehind(log, "\n#").value_or(0);
}

/// 0 would let libFuzzer choose; a start after a death must not repeat the one before.
uint32_t seedOf(uint64_t seed, unsigned start) {
  return static_cast<uint32_t>((seed * 1'000'003 + start) % 0x7fffffff + 1);
}

class LibFuzzer final : public Tool {
 public:
  Result<void> prepare(const Order& order) override {
    Flavour flavour;
    flavour.name = "libfuzzer";
    flavour.flags = {"-fsanitize=fuzzer-no-link"};
    // Twice as fast, and -fsanitize=fuzzer keeps the compiler from folding branches.
    if (!order.builder.isOptimised()) flavour.flags.emplace_back("-O2");
    flavour.supportFlags = flavour.flags;
    flavour.linkArguments = {"-fsanitize=fuzzer"};
    auto built = order.builder.build(flavour, COVOLVE_PEERS_FUZZ_ENTRY);
    if (!built) return std::unexpected(built.error());
    program_ = std::move(*built);
    return {};
  }

  Result<Found> fuzz(const Order& order) override {
    corpus_ = order.directory / "corpus";
    deaths_ = order.directory / "deaths";
    std::error_code failed;
    fs::create_directories(corpus_, failed);
    fs::create_directories(deaths_, failed);
    fs::copy_file(order.seed, corpus_ / "seed", fs::copy_options::overwrite_existing, failed);
    if (failed) return ownError(fmt::format("cannot write to {}", order.directory.string()));

    Found found;
    const auto begin = Clock::now();
    const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin); };
    unsigned starts = 0;
    for (bool goesOn = true; goesOn; ++starts) {
      Budget left = order.budget;
      left.time -= elapsed();
      if (left.evaluations) *left.evaluations -= std::min(found.executions, *left.evaluations);
      if (left.evaluations ? *left.evaluations == 0 : left.time.count() < 0.5 && starts > 0) break;
      const auto completed = run(commandLine(order, left, starts));
      if (!completed) return std::unexpected(completed.error());
      const uint64_t executions = executionsOf(completed->errors);
      if (starts == 0 && executions == 0) {
        return ownError("libFuzzer did not start: " +
                        completed->errors.substr(0, completed->errors.find('\n')));
      }
      found.executions += std::max<uint64_t>(executions, 1);
      goesOn = !completed->succeeded() && !completed->stopped;  // an input ended it
    }
    found.seconds = elapsed().count();
    found.corpus = filesIn(corpus_);
    found.deaths = filesIn(deaths_);
    if (starts > 1)
      found.notes.push_back(fmt::format("libFuzzer was started {} times: inputs ended it.", starts));
    return found;
  }

 private:
  Command commandLine(const Order& order, const Budget& left, unsigned start) const {
    Command command;
    command.arguments = {program_.string(),
                         fmt::format("-seed={}", seedOf(order.randomSeed, start)),
                         fmt::format("-max_len={}", kLongestInput),
                         "-reload=0",  // nobody else adds to the corpus
                         "-timeout=2",
                         "-rss_limit_mb=1024",
                         "-close_fd_mask=3",
                         "-print_final_stats=1",
                         "-artifact_prefix=" + deaths_.string() + "/"};
    // It stops when more than so many whole seconds are over.
    command.arguments.push_back(
        left.evaluations
            ? fmt::format("-runs={}", *left.evaluations)
            : fmt::format("-max_total_time={}", std::max(1.0, std::round(left.time.count()) - 1)));
    if (!order.dictionary.empty()) command.arguments.push_back("-dict=" + order.dictionary.string());
    command.arguments.push_back(corpus_.string());
    command.directory = order.directory;
    command.environment["COVOLVE_PEERS_HANG_MILLISECONDS"] = std::to_string(kHangMilliseconds);
    command.outputLimit = size_t{1} << 20;
    command.beforeExec = order.beforeExec;
    command.stop = &interruptRequested();
    return command;
  }

  fs::path program_;
  fs::path corpus_;
  fs::path deaths_;
};

}  // namespace

std::unique_ptr<Tool> makeLibFuzzer() { return std::make_unique<LibFuzzer>(); }

}  // namespace covolve::peers
