// What a library keeps for itself although its headers show it: the namespaces
// that are called detail or internal by convention.
#pragma once

#include <string_view>

namespace covolve::program {

/// Whether a qualified name stands in such a namespace.
bool isInDetailNamespace(std::string_view qualifiedName);

}  // namespace covolve::program
