// Texts that sscanf reads by a format, as glibc does in the "C" locale.
//
// Easy to get wrong: sscanf never goes back. A conversion takes all it can, so "%d%d"
// does not read "12", and "%lf" takes the e of "1em".
#pragma once

#include "distance/language_builder.h"

namespace covolve::distance {

/// As many as the format has.
constexpr unsigned kAllConversions = ~0u;

/// The texts of which at least `conversions` are stored: those for which sscanf returns that or more.
/// Malformed where the format has fewer.
Fragment scanfText(LanguageBuilder& builder, std::string_view format, unsigned conversions = kAllConversions);

}  // namespace covolve::distance
