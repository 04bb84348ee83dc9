// Makes a text of two: structured texts are made of parts between delimiters, and
// each of two tests may have found a part that the other one lacks. Parts are cut
// where a delimiter begins or ends and between letters and digits ("P1Y", "7D"), so
// that words and numbers stay whole.
#pragma once

#include <string>
#include <string_view>

#include "base/rng.h"

namespace covolve::search {

/// The beginning of the one and the end of the other, the other's part in place of one's own or beside it, or
/// both with a delimiter between them. The delimiter is one of theirs or `delimiter`.
std::string splicedText(std::string_view text, std::string_view donor, char delimiter, Rng& rng);

}  // namespace covolve::search
