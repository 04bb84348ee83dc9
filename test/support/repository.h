// Where the sources of the project are.
//
// Easy to get wrong: __FILE__ would do, but objects then differ with the folder of
// the checkout, and the compiler's cache could not serve a fresh clone.
#pragma once

#include <filesystem>

namespace covolve::test {

std::filesystem::path repository();

}  // namespace covolve::test
