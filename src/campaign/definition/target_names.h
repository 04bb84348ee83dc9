// Names for targets that their author gave none: as short as they can be. The
// stem of the file; where several have it, the file's name, then with the
// folders around it, until all differ.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "campaign/definition/definition.h"
#include "yaml/reader.h"

namespace covolve::campaign {

struct FoundTarget {
  Target target;               // without a name: it is to be found
  std::filesystem::path file;  // absolute; empty for a service
  std::string part;            // the class or function in it; empty: all
  size_t line = 0;             // of the definition
};

/// A mistake for names given twice, and for targets that are the same.
void nameTargets(std::vector<FoundTarget>& targets, yaml::Mistakes& mistakes);

}  // namespace covolve::campaign
