#include "tool.h"

#include <algorithm>

namespace covolve::peers {

namespace fs = std::filesystem;

namespace {

struct Registered {
  std::string name;
  std::unique_ptr<Tool> (*make)();
};

const std::vector<Registered>& registered() {
  static const std::vector<Registered> kTools{{"libfuzzer", makeLibFuzzer}, {"afl", makeAflPlusPlus}};
  return kTools;
}

}  // namespace

std::unique_ptr<Tool> makeTool(const std::string& name) {
  const auto found = std::ranges::find(registered(), name, &Registered::name);
  return found != registered().end() ? found->make() : nullptr;
}

const std::vector<std::string>& toolNames() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const Registered& tool : registered()) names.push_back(tool.name);
    return names;
  }();
  return kNames;
}

std::vector<fs::path> filesIn(const fs::path& directory) {
  std::vector<fs::path> files;
  std::error_code failed;
  for (fs::directory_iterator entry(directory, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    if (entry->is_regular_file(failed)) files.push_back(entry->path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace covolve::peers
