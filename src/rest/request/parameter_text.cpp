#include "rest/request/parameter_text.h"

#include "base/percent_encoding.h"
#include "rest/request/request_writer.h"

namespace covolve::rest {

namespace {

using Style = Parameter::Style;

/// Reserved by RFC 3986, but for those that would end a query, a name or a value.
constexpr std::string_view kHarmlessReserved = ":/?@!$'()*,;=";

std::string encoded(std::string_view text, TextEncoding encoding) {
  switch (encoding) {
    case TextEncoding::Url:
      return percentEncoded(text);
    case TextEncoding::UrlWithReserved:
      return percentEncoded(text, kHarmlessReserved);
    case TextEncoding::None:
      break;
  }
  return std::string(text);
}

std::string scalarText(const Json& value, TextEncoding encoding) {
  return encoded(plainText(value), encoding);
}

/// Elements, or names and values in turn ("a", "1", "b", "2"), or together where `paired` ("a=1", "b=2").
std::vector<std::string> partsOf(const Json& value, bool paired, TextEncoding encoding) {
  std::vector<std::string> parts;
  if (value.is_array()) {
    for (const Json& element : value) parts.push_back(scalarText(element, encoding));
  } else {
    for (const auto& [name, member] : value.items()) {
      if (paired) {
        parts.push_back(encoded(name, encoding) + "=" + scalarText(member, encoding));
      } else {
        parts.push_back(encoded(name, encoding));
        parts.push_back(scalarText(member, encoding));
      }
    }
  }
  return parts;
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += separator;
    text += parts[i];
  }
  return text;
}

std::string matrixText(const std::string& name, const Json& value, bool explode, TextEncoding encoding) {
  const std::string own = encoded(name, encoding);
  // Without a value there is no sign of equality either.
  const auto named = [](const std::string& key, const std::string& text) {
    return ";" + key + (text.empty() ? "" : "=" + text);
  };
  if (!value.is_structured()) return named(own, scalarText(value, encoding));
  if (!explode) return named(own, joined(partsOf(value, false, encoding), ","));
  std::string text;
  if (value.is_array()) {
    for (const std::string& part : partsOf(value, false, encoding)) text += named(own, part);
  } else {
    for (const auto& [key, member] : value.items()) {
      text += named(encoded(key, encoding), scalarText(member, encoding));
    }
  }
  return text;
}

/// Between the parts of one value in a query; encoded where a URL cannot hold it.
std::string_view separatorOf(Style style) {
  switch (style) {
    case Style::SpaceDelimited:
      return "%20";
    case Style::PipeDelimited:
      return "%7C";
    case Style::TabDelimited:
      return "%09";
    default:
      return ",";
  }
}

void addDeep(NamedTexts& texts, const std::string& name, const Json& value, TextEncoding encoding) {
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) {
      addDeep(texts, name + "%5B" + encoded(key, TextEncoding::Url) + "%5D", member, encoding);
    }
  } else if (value.is_array()) {
    for (const Json& element : value) addDeep(texts, name, element, encoding);
  } else {
    texts.emplace_back(name, scalarText(value, encoding));
  }
}

}  // namespace

std::string jsonText(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string expandInline(const std::string& name, const Json& value, Style style, bool explode,
                         TextEncoding encoding) {
  if (style == Style::Matrix) return matrixText(name, value, explode, encoding);
  const bool isLabel = style == Style::Label;
  if (!value.is_structured()) return (isLabel ? "." : "") + scalarText(value, encoding);
  const std::string text = joined(partsOf(value, explode, encoding), isLabel && explode ? "." : ",");
  return (isLabel ? "." : "") + text;
}

NamedTexts expandNamed(const std::string& name, const Json& value, Style style, bool explode,
                       TextEncoding encoding) {
  NamedTexts texts;
  const std::string own = encoded(name, encoding == TextEncoding::None ? encoding : TextEncoding::Url);
  if (style == Style::DeepObject) {
    addDeep(texts, own, value, encoding);
  } else if (!value.is_structured()) {
    texts.emplace_back(own, scalarText(value, encoding));
  } else if (!explode) {
    const auto parts = partsOf(value, false, encoding);
    const bool isUrl = encoding != TextEncoding::None;
    if (!parts.empty()) texts.emplace_back(own, joined(parts, isUrl ? separatorOf(style) : ","));
  } else if (value.is_array()) {
    for (const Json& element : value) texts.emplace_back(own, scalarText(element, encoding));
  } else {
    for (const auto& [key, member] : value.items()) {
      texts.emplace_back(encoded(key, encoding == TextEncoding::None ? encoding : TextEncoding::Url),
                         scalarText(member, encoding));
    }
  }
  return texts;
}

}  // namespace covolve::rest
