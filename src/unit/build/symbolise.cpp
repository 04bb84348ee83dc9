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

std::string withoutParameters(const std::string& function) {
  const size_t end = function.rfind(')');
  const bool isScope = end != std::string::npos && function.compare(end, 3, ")::") == 0;
  if (isScope) return function;
  int depth = 0;
  for (size_t at = end; at != std::string::npos && at > 0; --at) {
    if (function[at] == ')') ++depth;
    if (function[at] == '(' && --depth == 0) return function.substr(0, at);
  }
  return function;
}

}  // namespace covolve::unit
