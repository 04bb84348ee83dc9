// libFuzzer in one process, started again after every input that ended it: its
// corpus is on disk, so a new start loses next to nothing. Its own fork mode
// (-fork=1 -ignore_crashes=1) does the same with more ceremony: see
// bench/README.md for what was measured.
#include <fmt/format.h>

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
    if (!order.builder.isOptimised()) flavour.flags.emplace_back("-O2");
    flavour.supportFlags = flavour.flags;
    flavour.linkArguments = {"-fsanitize=fuzzer"};
    auto built = order.builder.build(flavour, COVOLVE_PEERS_FUZZ_ENTRY);
    if (!built) return std::unexpected(built.error());
    program_ = std::move(*built);
    return {};
  }

  Result<Found> fuzz(const Order& order) override {
    const fs::path corpus = order.directory / "corpus";
    const fs::path deaths = order.directory / "deaths";
    std::error_code failed;
    fs::create_directories(corpus, failed);
    fs::create_directories(deaths, failed);
    fs::copy_file(order.seed, corpus / "seed", fs::copy_options::overwrite_existing, failed);
    if (failed) return ownError(fmt::format("cannot write to {}", order.directory.string()));

    Found found;
    unsigned starts = 0;
    const auto begin = Clock::now();
    const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    for (;;) {
      const double secondsLeft = order.budget.time.count() - elapsed();
      const uint64_t allowed = order.budget.evaluations.value_or(~uint64_t{0});
      if (order.budget.evaluations ? found.executions >= allowed : secondsLeft < 0.5) break;
      Command command;
      command.arguments = {program_.string(),
                           fmt::format("-seed={}", seedOf(order.randomSeed, starts)),
                           fmt::format("-max_len={}", kLongestInput),
                           "-reload=0",
                           "-timeout=2",
                           "-rss_limit_mb=1024",
                           "-close_fd_mask=3",
                           "-print_final_stats=1",
                           "-artifact_prefix=" + deaths.string() + "/"};
      if (order.budget.evaluations) {
        command.arguments.push_back(fmt::format("-runs={}", allowed - found.executions));
      } else {
        // Whole seconds only: half of the last start's are too many, half too few.
        command.arguments.push_back(
            fmt::format("-max_total_time={}", std::max(1.0, std::round(secondsLeft))));
      }
      if (!order.dictionary.empty()) command.arguments.push_back("-dict=" + order.dictionary.string());
      command.arguments.push_back(corpus.string());
      command.directory = order.directory;
      command.environment["COVOLVE_PEERS_HANG_MILLISECONDS"] = std::to_string(kHangMilliseconds);
      command.outputLimit = size_t{1} << 20;
      command.beforeExec = order.beforeExec;
      command.stop = &interruptRequested();
      const auto completed = run(command);
      if (!completed) return std::unexpected(completed.error());
      const uint64_t executions = executionsOf(completed->errors);
      if (starts == 0 && executions == 0 && !completed->succeeded()) {
        return ownError("libFuzzer did not start: " +
                        completed->errors.substr(0, completed->errors.find('\n')));
      }
      found.executions += std::max<uint64_t>(executions, 1);
      ++starts;
      if (completed->succeeded() || completed->stopped) break;
    }
    found.seconds = elapsed();
    found.corpus = filesIn(corpus);
    found.deaths = filesIn(deaths);
    if (starts > 1)
      found.notes.push_back(fmt::format("libFuzzer was started {} times: inputs ended it.", starts));
    return found;
  }

 private:
  fs::path program_;
};

}  // namespace

std::unique_ptr<Tool> makeLibFuzzer() { return std::make_unique<LibFuzzer>(); }

}  // namespace covolve::peers
