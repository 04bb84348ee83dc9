// Why a program failed, in one line, from what it printed to standard error.
#pragma once

#include <string>
#include <string_view>

namespace covolve::campaign {

/// Covolve's own sentence, with the first error of the compiler where it goes on with a compiler's output.
/// Of a program that says no such sentence: its exit status and its last line.
std::string failureText(int status, std::string_view errors);

}  // namespace covolve::campaign
