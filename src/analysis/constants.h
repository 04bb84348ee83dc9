// Constants that the code under test knows: what it compares with, switches
// on, computes with and hands over. Search starts from them.
#pragma once

#include <string>
#include <vector>

namespace covolve::analysis {

/// Sorted and unique. Integers are there as signed numbers, and as unsigned ones too where code may mean
/// that.
struct Constants {
  std::vector<__int128> integers;
  std::vector<double> floats;
  std::vector<std::string> texts;  // without the NUL
};

}  // namespace covolve::analysis
