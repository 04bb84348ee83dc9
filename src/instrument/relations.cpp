#include "instrument/relations.h"

#include <algorithm>
#include <string_view>

namespace covolve::instrument {

namespace {

constexpr std::string_view kRelations[] = {"operator==", "operator!=", "operator<",
                                           "operator<=", "operator>",  "operator>="};

}  // namespace

bool isOfStandardLibrary(const Demangled& function) {
  return function.scope == "std" || function.scope.starts_with("std::");
}

bool isRelation(const Demangled& function) {
  return std::ranges::find(kRelations, function.name) != std::end(kRelations);
}

bool hasGradient(const Demangled& comparison) {
  return std::ranges::none_of(comparison.parameters, [](const std::string& type) {
    const auto isA = [&](const char* part) { return type.find(part) != std::string::npos; };
    // Points in time as fine as clocks tell them; days are data.
    const bool isNow = isA("time_point<") && (isA("1000000000l>") || isA("steady_clock"));
    return isNow || isA("thread::id");
  });
}

}  // namespace covolve::instrument
