// Types of thrown exceptions as a test writes them.
#pragma once

#include <string>

namespace covolve::unit {

/// The demangled type as users write it (std::string, not std::__cxx11::basic_string<...>); "" where a test
/// cannot name it.
std::string publicExceptionType(std::string type);

/// The header that declares an exception type of the standard library; nullptr for other types.
const char* exceptionHeader(const std::string& type);

}  // namespace covolve::unit
