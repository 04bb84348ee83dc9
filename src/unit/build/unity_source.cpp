#include "unit/build/unity_source.h"

#include <regex>
#include <sstream>

#include "base/files.h"

namespace covolve::unit {

namespace fs = std::filesystem;

std::vector<fs::path> unityMembers(const fs::path& file) {
  static const std::regex ofCMake("unity_[0-9]+_[a-z]+\\.[a-z]+");
  static const std::regex ofMeson(".*-unity[0-9]*\\.[a-z]+");
  static const std::regex inclusion("\\s*#\\s*include\\s*[\"<](.*)[\">]\\s*");
  const std::string name = file.filename().string();
  const bool isGenerated = (file.parent_path().filename() == "Unity" && std::regex_match(name, ofCMake)) ||
                           std::regex_match(name, ofMeson);
  std::vector<fs::path> members;
  if (!isGenerated) return members;
  std::istringstream lines(readFile(file).value_or(""));
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, match, inclusion))
      members.push_back(pathFrom(file.parent_path(), match[1].str()));
  }
  return members;
}

}  // namespace covolve::unit
