#include "unit/build/symbolise.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/process.h"

namespace covolve::unit {

Result<std::vector<SourceFrame>> symbolise(const std::filesystem::path& executable,
                                           std::span<const uint64_t> addresses) {
  std::vector<SourceFrame> frames;
  if (addresses.empty()) return frames;
  Command command;
  command.arguments = {"llvm-symbolizer-19", "--output-style=JSON", "--obj=" + executable.string()};
  // A return address points behind its call, which may be another line.
  for (const uint64_t address : addresses) command.arguments.push_back(fmt::format("{:#x}", address - 1));
  auto completed = run(command);
  if (!completed) return std::unexpected(completed.error());
  const auto answer = nlohmann::json::parse(completed->output, nullptr, false);
  if (!answer.is_array()) return ownError("llvm-symbolizer did not answer: " + completed->errors);
  for (const auto& address : answer) {
    for (const auto& symbol : address.value("Symbol", nlohmann::json::array())) {
      frames.push_back(
          {symbol.value("FunctionName", ""), symbol.value("FileName", ""), symbol.value("Line", 0u)});
    }
  }
  return frames;
}

}  // namespace covolve::unit
