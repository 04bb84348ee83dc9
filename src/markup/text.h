// Texts from the world (names, reasons, commands) on their way into documents:
// whatever bytes they hold, what is written is valid UTF-8 and valid XML.
#pragma once

#include <string>
#include <string_view>

#include "base/utf8.h"

namespace covolve::markup {

/// With U+FFFD in place of what is no UTF-8 and of control characters other than tab and new line.
std::string cleaned(std::string_view text);
/// In characters, not bytes.
size_t lengthOf(std::string_view text);
/// Cut to so many characters, the last one of them "…" if something was cut.
std::string shortened(std::string_view text, size_t characters);

/// Cleaned, and escaped for XML and HTML, in texts and in quoted attributes.
std::string escapedForXml(std::string_view text);

}  // namespace covolve::markup
