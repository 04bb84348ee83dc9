#include "program/detail_namespaces.h"

#include <algorithm>
#include <array>

namespace covolve::program {

namespace {

bool isDetailName(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNames{"detail",    "details", "internal",
                                                   "internals", "impl",    "implementation"};
  return std::ranges::any_of(kNames, [&](std::string_view known) {
    if (!name.ends_with(known)) return false;
    const std::string_view before = name.substr(0, name.size() - known.size());
    return before.empty() || before.ends_with('_');
  });
}

}  // namespace

bool isInDetailNamespace(std::string_view qualifiedName) {
  // Of shop::detail::Row<a::internal::Key>::size the arguments tell nothing.
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < qualifiedName.size(); ++i) {
    const char c = qualifiedName[i];
    if (c == '<') ++depth;
    if (c == '>') --depth;
    if (depth != 0 || !qualifiedName.substr(i).starts_with("::")) continue;
    if (isDetailName(qualifiedName.substr(begin, i - begin))) return true;
    begin = i + 2;
    ++i;
  }
  return false;
}

}  // namespace covolve::program
