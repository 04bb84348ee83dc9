#include "rest/openapi/reading/document_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "base/utf8.h"
#include "rest/openapi/reading/tree_builder.h"

namespace covolve::rest::openapi {

namespace {

std::string repaired(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) appendCharacter(valid, takeCharacter(text));
  return valid;
}

bool looksLikeJson(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && (text[first] == '{' || text[first] == '[');
}

/// JSON is read as JSON. What is nearly JSON (a comma too many, keys without quotes) is YAML most of the
/// time.
DocumentText parseEither(const std::string& text, MemoryBudget& budget) {
  if (!looksLikeJson(text)) return parseYamlText(text, budget);
  std::optional<Mistake> mistake;
  try {
    return parseJsonText(text, budget);
  } catch (const Mistake& notJson) {
    mistake = notJson;
  }
  try {
    return parseYamlText(text, budget);
  } catch (const Mistake&) {
    throw *mistake;
  }
}

std::unexpected<Error> errorOf(const Mistake& mistake, const std::string& name) {
  if (mistake.line == 0) return userError(fmt::format("{}: {}", name, mistake.sentence));
  return userError(fmt::format("{}:{}: {}", name, mistake.line, mistake.sentence));
}

}  // namespace

Result<DocumentText> parseDocument(const std::string& text, const std::string& name, MemoryBudget& budget) {
  const std::string document = name.empty() ? "the document" : name;
  if (text.size() > kLongestText) {
    return userError(fmt::format("{}: this document has more than {} MB", document, kLongestText >> 20));
  }
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return userError(fmt::format("{}: this is UTF-16 text; covolve reads UTF-8", document));
  }
  try {
    const bool hasMark = text.starts_with("\xEF\xBB\xBF");
    const bool isValid = isUtf8(text);
    DocumentText parsed = !hasMark && isValid
                              ? parseEither(text, budget)
                              : parseEither(repaired(std::string_view(text).substr(hasMark ? 3 : 0)), budget);
    if (!isValid) parsed.notes.push_back(fmt::format("{} is not all UTF-8 text", document));
    return parsed;
  } catch (const Mistake& mistake) {
    return errorOf(mistake, document);
  } catch (const std::exception& error) {
    return userError(fmt::format("{}: this cannot be read: {}", document, error.what()));
  }
}

}  // namespace covolve::rest::openapi
