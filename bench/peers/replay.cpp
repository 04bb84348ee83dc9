#include "replay.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "base/files.h"
#include "unit/suite/fault_description.h"

namespace covolve::peers {

namespace fs = std::filesystem;

Result<Replay> Replay::build(const Builder& builder, fs::path directory, std::function<void()> beforeExec) {
  Flavour flavour;
  flavour.name = "replay";
  flavour.flags = {"-fprofile-instr-generate", "-fcoverage-mapping", "-gline-tables-only"};
  flavour.linkArguments = {"-fprofile-instr-generate"};
  auto program = builder.build(flavour, COVOLVE_PEERS_REPLAY);
  if (!program) return std::unexpected(program.error());
  Replay replay;
  replay.program_ = std::move(*program);
  replay.directory_ = std::move(directory);
  replay.beforeExec_ = std::move(beforeExec);
  return replay;
}

Result<Replayed> Replay::run(const std::vector<fs::path>& inputs,
                             const std::vector<fs::path>& requestedFiles) const {
  const fs::path list = directory_ / "inputs";
  const fs::path deaths = directory_ / "deaths.txt";
  std::string names;
  for (const fs::path& input : inputs) names += input.string() + "\n";
  if (auto written = replaceFile(list, names); !written) return std::unexpected(written.error());

  unit::CoverageRequest request;
  request.executable = program_;
  request.directory = directory_;
  request.files = requestedFiles;
  request.flags = {list.string(), deaths.string()};
  request.timeout = std::chrono::hours(1);
  request.beforeExec = beforeExec_;
  auto measured = unit::measureCoverage(request);
  if (!measured) return std::unexpected(measured.error());
  const auto text = readFile(deaths);
  if (!text) return std::unexpected(text.error());
  // The translator's promise; a peer that is not let in would look worse than it is.
  if (!text->ends_with("refused 0\n")) return ownError("inputs did not get through the harness");
  return Replayed{std::move(*measured), readDeaths(*text, program_, inputs, requestedFiles)};
}

std::vector<report::FaultReport> readDeaths(const std::string& text, const fs::path& program,
                                            const std::vector<fs::path>& inputs,
                                            const std::vector<fs::path>& requestedFiles) {
  std::vector<report::FaultReport> faults;
  program::Model model;  // of what is asked here it knows all: the fuzzers' tests have no calls
  model.requestedFiles = requestedFiles;
  std::set<std::string> looked;  // looking up addresses takes long, and most deaths are alike
  std::set<std::tuple<std::string, std::string, unsigned>> known;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    size_t index = 0;
    unsigned ending = 0;
    execute::Death death;
    words >> index >> ending >> death.signal >> death.exitStatus;
    if (!words || index >= inputs.size()) continue;
    death.ending = static_cast<abi::Ending>(ending);
    for (uint64_t address = 0; words >> address;) death.frames.push_back(address);
    if (!looked.insert(line.substr(line.find(' '))).second) continue;
    const unit::Fault fault = unit::describeFault({.individual = {}, .death = death}, model, program, {});
    if (!known.emplace(fault.kind, fault.file, fault.line).second) continue;
    faults.push_back({fault.kind, fault.description, fault.file, fault.line, fault.function,
                      inputs[index].filename().string(), true, fault.kind});
  }
  return faults;
}

}  // namespace covolve::peers
