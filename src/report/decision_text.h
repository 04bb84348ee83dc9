// The text of a decision, cut out of its line of source: "a == b" of
// "if (a == b && c < 3) {". Textual, so that it works without a front end; what
// it returns is for reading only.
#pragma once

#include <string>
#include <string_view>

namespace covolve::report {

/// `column` (from 1) is where the compiler says that the decision stands: at its operator, or at its start.
/// The whole trimmed line where nothing better is found.
std::string decisionText(std::string_view line, unsigned column);

}  // namespace covolve::report
