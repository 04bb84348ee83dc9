// The strongly connected components of a graph: nodes that reach each other.
#pragma once

#include <cstdint>
#include <vector>

namespace covolve::analysis {

/// By node the number of its component. Successors are given by node (Tarjan 1972).
std::vector<uint32_t> strongComponents(const std::vector<std::vector<uint32_t>>& successors);

}  // namespace covolve::analysis
