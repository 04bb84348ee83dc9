#include "unit/build/header_command.h"

#include <algorithm>
#include <tuple>

#include "base/files.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

bool includes(const fs::path& source, const std::string& headerName) {
  const std::string text = readFile(source).value_or("");
  for (size_t at = text.find(headerName); at != std::string::npos; at = text.find(headerName, at + 1)) {
    const size_t lineStart = text.rfind('\n', at) + 1;  // npos + 1 is 0
    const size_t first = text.find_first_not_of(" \t", lineStart);
    const char before = at > 0 ? text[at - 1] : ' ';
    if (text[first] == '#' && (before == '"' || before == '<' || before == '/')) return true;
  }
  return false;
}

std::ptrdiff_t sharedComponents(const fs::path& left, const fs::path& right) {
  return std::distance(left.begin(),
                       std::mismatch(left.begin(), left.end(), right.begin(), right.end()).first);
}

}  // namespace

std::optional<CompileCommand> commandForHeader(const Project& project, const fs::path& header) {
  const auto rank = [&](const CompileCommand& command) {
    const bool isNamesake = command.file.stem() == header.stem();
    const bool isStranger = !isNamesake && !includes(command.file, header.filename().string());
    return std::tuple(!isNamesake, isStranger, -sharedComponents(command.file, header));
  };
  const auto nearest = std::ranges::min_element(project.commands, {}, rank);
  if (nearest == project.commands.end()) return std::nullopt;
  CompileCommand command = *nearest;
  command.file = header;
  command.flags.insert(command.flags.end(), {"-x", command.isC ? "c" : "c++"});
  return command;
}

}  // namespace covolve::unit
