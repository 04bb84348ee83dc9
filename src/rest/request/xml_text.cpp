#include "rest/request/xml_text.h"

#include "base/utf8.h"
#include "rest/request/request_writer.h"

namespace covolve::rest {

namespace {

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

std::string elementName(const std::string& name) {
  std::string allowed;
  for (const char c : name) {
    const bool isNameCharacter = isLetter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
    if (isNameCharacter || static_cast<unsigned char>(c) >= 0x80) allowed += c;
  }
  if (allowed.empty() || !isUtf8(allowed)) return "item";
  const bool mayBegin = isLetter(allowed.front()) || static_cast<unsigned char>(allowed.front()) >= 0x80;
  return mayBegin ? allowed : "_" + allowed;
}

bool isXmlCharacter(char32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c != 0xFFFE && c != 0xFFFF;
}

std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const char32_t c = takeCharacter(text);
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '\r') {
      result += "&#13;";  // a reader would take it for a line end
    } else if (isXmlCharacter(c)) {
      appendCharacter(result, c);
    }
  }
  return result;
}

void addElement(std::string& text, const std::string& name, const Json& value) {
  text += "<" + name + ">";
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) {
      if (!member.is_array()) {
        addElement(text, elementName(key), member);
        continue;
      }
      for (const Json& element : member) addElement(text, elementName(key), element);
    }
  } else if (value.is_array()) {
    for (const Json& element : value) addElement(text, "item", element);
  } else {
    text += escaped(plainText(value));
  }
  text += "</" + name + ">";
}

}  // namespace

std::string xmlText(const Json& value, const std::string& name) {
  std::string text = R"(<?xml version="1.0" encoding="UTF-8"?>)";
  text += '\n';
  addElement(text, name.empty() ? "root" : elementName(name), value);
  return text;
}

}  // namespace covolve::rest
