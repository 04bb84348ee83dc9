// The names that \p{...} takes in ECMA 262, in the words of PCRE2.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace covolve::rest {

/// "Script=Greek" gives \p{sc:Greek}; negated: \P{sc:Greek}. None where the text has not the form of a name.
/// Whether there is such a script or property is for PCRE2 to say.
std::optional<std::string> translateProperty(std::string_view text, bool isNegated);

}  // namespace covolve::rest
