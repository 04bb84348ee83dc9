#include "emit/framework.h"

namespace covolve::emit {

namespace {

const std::vector<const Framework*>& frameworks() {
  static const std::vector<const Framework*> all = {
      &googleTest(),
      &catch2(),
      &catch2Version2(),
      &doctest(),
  };
  return all;
}

}  // namespace

const Framework* findFramework(std::string_view name) {
  for (const Framework* framework : frameworks()) {
    if (framework->name() == name) return framework;
  }
  return nullptr;
}

std::vector<std::string> frameworkNames() {
  std::vector<std::string> names;
  for (const Framework* framework : frameworks()) names.emplace_back(framework->name());
  return names;
}

}  // namespace covolve::emit
