#include "search/algorithm.h"

#include <functional>
#include <utility>

#include "search/algorithm/random.h"

namespace covolve::search {

namespace {

struct Registration {
  const char* name;
  std::unique_ptr<Algorithm> (*make)();
};

// A new algorithm is one file and one line here.
constexpr Registration kAlgorithms[] = {
    {"random", [] -> std::unique_ptr<Algorithm> { return std::make_unique<RandomSearch>(); }},
};

}  // namespace

std::vector<std::string> algorithmNames() {
  std::vector<std::string> names;
  for (const Registration& registration : kAlgorithms) names.emplace_back(registration.name);
  return names;
}

std::unique_ptr<Algorithm> makeAlgorithm(const std::string& name) {
  for (const Registration& registration : kAlgorithms) {
    if (name == registration.name) return registration.make();
  }
  return nullptr;
}

}  // namespace covolve::search
