// UTF-8, strictly: no characters in more bytes than they need, no halves of
// UTF-16 pairs, nothing above U+10FFFF. Whatever writes our texts (JSON, SQLite,
// HTML) relies on that.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace covolve {

constexpr char32_t kReplacementCharacter = 0xFFFD;

bool isUtf8(std::string_view text);

/// The first character of a text that is not empty, taken off it; U+FFFD for a byte that begins none.
char32_t takeCharacter(std::string_view& text);
/// In characters; of a text that is no UTF-8, about as many.
size_t lengthOf(std::string_view text);
void appendCharacter(std::string& text, char32_t character);

}  // namespace covolve
