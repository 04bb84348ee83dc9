#include "repository.h"

namespace covolve::test {

std::filesystem::path repository() { return COVOLVE_REPOSITORY; }

}  // namespace covolve::test
