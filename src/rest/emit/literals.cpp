#include "rest/emit/literals.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/utf8.h"

namespace covolve::rest::emit {

namespace {

/// How a character is written that is not readable; `bytes` are those it is made of.
using Escape = std::string (*)(char32_t character, std::string_view bytes);

std::string octalBytes(char32_t, std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("\\{:03o}", static_cast<unsigned char>(byte));
  return text;
}

std::string pythonEscape(char32_t character, std::string_view) {
  const auto number = static_cast<uint32_t>(character);
  if (number < 0x100) return fmt::format("\\x{:02x}", number);
  return number < 0x10000 ? fmt::format("\\u{:04x}", number) : fmt::format("\\U{:08x}", number);
}

std::string javaScriptEscape(char32_t character, std::string_view) {
  const auto number = static_cast<uint32_t>(character);
  if (number < 0x100) return fmt::format("\\x{:02x}", number);
  return number < 0x10000 ? fmt::format("\\u{:04x}", number) : fmt::format("\\u{{{:x}}}", number);
}

std::string jsonEscape(char32_t character, std::string_view) {
  const auto number = static_cast<uint32_t>(character);
  if (number < 0x10000) return fmt::format("\\u{:04x}", number);
  // A pair of UTF-16.
  const uint32_t above = number - 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (above >> 10), 0xDC00 + (above & 0x3FF));
}

/// \u is read before anything else, so what ends a line or a text needs another way.
std::string javaEscape(char32_t character, std::string_view bytes) {
  const auto number = static_cast<uint32_t>(character);
  return number < 0x100 ? fmt::format("\\{:03o}", number) : jsonEscape(character, bytes);
}

std::string escaped(std::string_view text, std::string_view special, Escape escape) {
  std::string result;
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t character = takeCharacter(text);
    const std::string_view bytes = before.substr(0, before.size() - text.size());
    if (character == '\n') {
      result += "\\n";
    } else if (character == '\r') {
      result += "\\r";
    } else if (character == '\t') {
      result += "\\t";
    } else if (character < 0x80 && (character == '\\' || special.contains(bytes.front()))) {
      result += '\\';
      result += bytes;
    } else if (isReadable(character)) {
      result += bytes;
    } else {
      result += escape(character, bytes);
    }
  }
  return result;
}

/// Double ones unless the text has such and no single ones.
char quoteFor(std::string_view text) { return text.contains('"') && !text.contains('\'') ? '\'' : '"'; }

std::string quoted(std::string_view text, Escape escape) {
  const char quote = quoteFor(text);
  return quote + escaped(text, {&quote, 1}, escape) + quote;
}

/// Bytes as the characters of those numbers, which Python and JavaScript write alike.
std::string quotedBytes(std::string_view bytes) {
  const char quote = quoteFor(bytes);
  std::string result(1, quote);
  for (const char byte : bytes) {
    const bool isAscii = static_cast<unsigned char>(byte) < 0x80;
    result += isAscii ? escaped({&byte, 1}, {&quote, 1}, pythonEscape)
                      : fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
  }
  return result + quote;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

/// ??/ and the like were something else before C++17.
std::string withoutTrigraphs(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '?' && result.ends_with('?')) result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

bool isReadable(char32_t character) {
  constexpr std::array<std::pair<char32_t, char32_t>, 15> kHidden{{{0x00, 0x1F},
                                                                   {0x7F, 0xA0},
                                                                   {0xAD, 0xAD},
                                                                   {0x61C, 0x61C},
                                                                   {0x115F, 0x1160},
                                                                   {0x180E, 0x180E},
                                                                   {0x2000, 0x200F},
                                                                   {0x2028, 0x202F},
                                                                   {0x205F, 0x206F},
                                                                   {0x3000, 0x3000},
                                                                   {0x3164, 0x3164},
                                                                   {0xD800, 0xF8FF},
                                                                   {0xFE00, 0xFE0F},
                                                                   {0xFEFF, 0xFEFF},
                                                                   {0xFFA0, 0xFFA0}}};
  for (const auto& [first, last] : kHidden) {
    if (character >= first && character <= last) return false;
  }
  const bool isNoCharacter = (character & 0xFFFE) == 0xFFFE;
  return !isNoCharacter && !(character >= 0xFFF0 && character <= 0xFFFF) && character < 0xE0000;
}

bool isReadable(std::string_view text) {
  while (!text.empty()) {
    if (!isReadable(takeCharacter(text))) return false;
  }
  return true;
}

std::string cppString(std::string_view text) {
  // With more backslashes than text nobody reads it.
  const auto special = std::ranges::count_if(text, [](char c) { return c == '"' || c == '\\'; });
  if (special > 2 && isReadable(text)) {
    const std::string delimiter = cppRawDelimiter(text);
    return fmt::format("R\"{0}({1}){0}\"", delimiter, text);
  }
  const std::string literal = '"' + withoutTrigraphs(escaped(text, "\"", octalBytes)) + '"';
  return text.contains('\0') ? fmt::format("std::string({}, {})", literal, text.size()) : literal;
}

std::string cppRawDelimiter(std::string_view text) {
  std::string delimiter;
  while (text.contains(")" + delimiter + "\"")) delimiter += delimiter.empty() ? "json" : "_";
  return delimiter;
}

std::string pythonString(std::string_view text) { return quoted(text, pythonEscape); }

std::string pythonByteString(std::string_view bytes) { return quotedBytes(bytes); }

std::string pythonFormatText(std::string_view text) {
  return replaced(replaced(escaped(text, "\"", pythonEscape), "{", "{{"), "}", "}}");
}

std::string javaScriptString(std::string_view text) { return quoted(text, javaScriptEscape); }

std::string javaScriptByteString(std::string_view bytes) { return quotedBytes(bytes); }

std::string javaScriptTemplateText(std::string_view text) {
  return replaced(escaped(text, "`", javaScriptEscape), "${", "\\${");
}

std::string javaString(std::string_view text) { return '"' + escaped(text, "\"", javaEscape) + '"'; }

std::string javaTextBlock(std::string_view lines, size_t margin) {
  std::string block = "\"\"\"\n" + std::string(margin, ' ');
  for (const char c : lines) {
    const bool mustBeEscaped = c == '\\' || (c == '"' && block.ends_with("\"\""));
    if (mustBeEscaped) block += '\\';
    block += c;
  }
  // What ends it must not join a quote before it.
  if (block.ends_with('"')) block.insert(block.size() - 1, 1, '\\');
  return block + "\"\"\"";
}

std::string jsonString(std::string_view text) { return '"' + escaped(text, "\"", jsonEscape) + '"'; }

std::string commentText(std::string_view line) {
  std::string result;
  while (!line.empty()) {
    const std::string_view before = line;
    const char32_t character = takeCharacter(line);
    if (character == '\t') {
      result += ' ';
    } else if (isReadable(character)) {
      result += before.substr(0, before.size() - line.size());
    } else {
      result += '?';
    }
  }
  return result;
}

std::string javaCommentText(std::string_view line) { return replaced(commentText(line), "\\u", "\\ u"); }

}  // namespace covolve::rest::emit
