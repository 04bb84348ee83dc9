#include "unit/build/unity_source.h"

#include <regex>
#include <sstream>

#include "base/files.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

bool isGeneratedUnity(const fs::path& file) {
  static const std::regex ofCMake("unity_[0-9]+_[a-z]+\\.[a-z]+");
  static const std::regex ofMeson("[^/]*-unity[0-9]*\\.[a-z]+");
  const std::string name = file.filename().string();
  return (file.parent_path().filename() == "Unity" && std::regex_match(name, ofCMake)) ||
         std::regex_match(name, ofMeson);
}

/// What stands between the marks of a line #include "..." or <...>; empty for any other line.
std::string includedName(const std::string& line) {
  constexpr std::string_view kInclude = "#include";
  if (!line.starts_with(kInclude)) return {};
  const size_t first = line.find_first_of("\"<", kInclude.size());
  const size_t last = line.find_last_of("\">");
  return first != std::string::npos && last > first ? line.substr(first + 1, last - first - 1)
                                                    : std::string();
}

}  // namespace

std::vector<fs::path> unityMembers(const fs::path& file) {
  std::vector<fs::path> members;
  if (!isGeneratedUnity(file)) return members;
  std::istringstream lines(readFile(file).value_or(""));
  for (std::string line; std::getline(lines, line);) {
    const std::string name = includedName(line);
    if (!name.empty()) members.push_back(pathFrom(file.parent_path(), name));
  }
  return members;
}

}  // namespace covolve::unit
