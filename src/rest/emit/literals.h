// Texts as literals of the languages that tests are written in.
//
// Easy to get wrong: what a reader cannot see (control characters, marks that turn
// the direction of writing) must not stand in a source, and bytes that are no UTF-8
// can stand in none.
#pragma once

#include <string>
#include <string_view>

namespace covolve::rest::emit {

/// Whether a character may stand in a source as it is.
bool isReadable(char32_t character);
/// The same of all characters; a byte that is part of none is not.
bool isReadable(std::string_view text);

/// "..." of C++, or R"(...)" where that reads better; std::string("...", n) where the text contains a zero.
std::string cppString(std::string_view text);
/// What has to stand between the quotes and the parentheses of a raw string with this text; mostly nothing.
std::string cppRawDelimiter(std::string_view text);

/// "..." or '...' of Python; the text must be UTF-8.
std::string pythonString(std::string_view text);
/// The same of bytes, each of which is one character; b before it makes it a bytes literal.
std::string pythonByteString(std::string_view bytes);
/// What stands between the quotes, which are double, of an f-string.
std::string pythonFormatText(std::string_view text);

/// "..." or '...' of JavaScript; the text must be UTF-8.
std::string javaScriptString(std::string_view text);
/// The same of bytes, each of which is one character.
std::string javaScriptByteString(std::string_view bytes);
/// What stands between the backticks of a template literal.
std::string javaScriptTemplateText(std::string_view text);

/// "..." of Java; the text must be UTF-8.
std::string javaString(std::string_view text);
/// A text block of Java with these lines, of which all but the first are indented already.
std::string javaTextBlock(std::string_view lines, size_t margin);

/// "..." of JSON; what is no UTF-8 is replaced.
std::string jsonString(std::string_view text);

/// For comments: one line, with ? for what is not readable.
std::string commentText(std::string_view line);
/// For comments in Java, where \u is read before anything else and could end the comment.
std::string javaCommentText(std::string_view line);

}  // namespace covolve::rest::emit
