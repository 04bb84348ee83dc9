// Which representation does a server send for an Accept header's entry? In the manner of C.
//
// What makes it hard: pointers walk over one text with strspn, strchr and strtod; words are compared in any
// case over a given length; and a parameter counts only behind a type that is known.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <strings.h>

#include <cstdlib>
#include <cstring>

namespace testability::mime {

enum Representation {
  kMalformed = -1,
  kNotAcceptable = 0,
  kHtml,
  kHtmlLatin1,
  kXml,
  kJson,
  kJsonPretty,
  kCsv,
  kCsvWithoutHeader,
  kImage,
  kAnything,
};

struct MediaRange {
  double quality;
  bool isCompressed;
  Representation representation;
};

/// The parts are private: each relies on what those before it have checked.
class AcceptHeader {
 public:
  /// "text/html; charset=utf-8; q=0.8"
  static MediaRange parseMediaRange(const char* text) {
    MediaRange range = {1, false, kMalformed};
    if (text == nullptr) return range;
    const char* slash = std::strchr(text, '/');
    if (slash == nullptr || slash == text) return range;
    const std::size_t typeLength = static_cast<std::size_t>(slash - text);
    if (std::strspn(text, kTokenCharacters) != typeLength) return range;
    const char* subtype = slash + 1;
    const char* rest = subtype + std::strspn(subtype, kTokenCharacters);
    if (rest == subtype) return range;
    MediaRange result = {
        1, false, representationOf(text, typeLength, subtype, static_cast<std::size_t>(rest - subtype))};
    while (*rest != '\0') {
      rest += std::strspn(rest, " \t");
      if (*rest != ';') return range;
      ++rest;
      rest += std::strspn(rest, " \t");
      const char* name = rest;
      const std::size_t nameLength = std::strspn(name, kTokenCharacters);
      if (nameLength == 0 || name[nameLength] != '=') return range;
      const char* value = name + nameLength + 1;
      const std::size_t length = std::strspn(value, kTokenCharacters);
      rest = value + length;
      if (length == 0 || !applyParameter(name, nameLength, value, length, &result)) return range;
    }
    return result;
  }

  /// Is this header the one that is asked for first, so that nothing else need be compared?
  static bool isPreferred(const char* text) {
    if (text == nullptr || std::strcmp(text, "*/*") == 0) return false;
    const MediaRange range = parseMediaRange(text);
    return range.representation > kNotAcceptable && range.quality == 1 && std::strstr(text, "q=") == nullptr;
  }

 private:
  static constexpr char kTokenCharacters[] =
      "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  /// Words of the header end where their length says, not with a zero.
  static bool isWord(const char* begin, std::size_t length, const char* word) {
    return std::strlen(word) == length && strncasecmp(begin, word, length) == 0;
  }

  static Representation representationOf(const char* type, std::size_t typeLength, const char* subtype,
                                         std::size_t length) {
    static const struct {
      const char* type;
      const char* subtype;
      Representation representation;
    } table[] = {
        {"text", "html", kHtml},        {"application", "xhtml+xml", kHtml},
        {"application", "xml", kXml},   {"text", "xml", kXml},
        {"application", "json", kJson}, {"text", "csv", kCsv},
        {"image", "png", kImage},       {"image", "*", kImage},
        {"*", "*", kAnything},
    };
    for (const auto& row : table) {
      if (isWord(type, typeLength, row.type) && isWord(subtype, length, row.subtype))
        return row.representation;
    }
    // Formats that are built upon others: application/problem+json.
    if (length > 5 && strncasecmp(subtype + length - 5, "+json", 5) == 0) return kJson;
    return kNotAcceptable;
  }

  /// One parameter behind its semicolon. Those that nobody knows are passed over.
  static bool applyParameter(const char* name, std::size_t nameLength, const char* value, std::size_t length,
                             MediaRange* range) {
    if (isWord(name, nameLength, "q")) {
      char* end = nullptr;
      range->quality = std::strtod(value, &end);
      return end == value + length && range->quality >= 0 && range->quality <= 1;
    }
    if (isWord(name, nameLength, "charset")) {
      if (isWord(value, length, "utf-8")) return true;
      const bool isLatin1 = range->representation == kHtml && isWord(value, length, "iso-8859-1");
      range->representation = isLatin1 ? kHtmlLatin1 : kNotAcceptable;
    } else if (isWord(name, nameLength, "header") && range->representation == kCsv) {
      if (length == 6 && std::memcmp(value, "absent", 6) == 0) range->representation = kCsvWithoutHeader;
    } else if (isWord(name, nameLength, "indent") && range->representation == kJson) {
      const long indent = std::strtol(value, nullptr, 10);
      if (indent < 0 || indent > 8) return false;
      if (indent > 0) range->representation = kJsonPretty;
    } else if (isWord(name, nameLength, "encoding")) {
      range->isCompressed = isWord(value, length, "gzip") || isWord(value, length, "br");
    }
    return true;
  }
};

}  // namespace testability::mime
