// A document's nodes (JSON that keeps the order of its keys), and small questions
// to them that never throw, whatever the document says.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "rest/openapi/schema.h"

namespace covolve::rest::openapi {

using Node = nlohmann::ordered_json;

/// Null where the node is no object or has no such key.
const Node* memberOf(const Node& node, std::string_view key);

/// Null where there is no node, or it is no text.
const std::string* textOf(const Node* node);
std::string textOr(const Node* node, std::string otherwise);
bool isTrue(const Node* node);

/// Texts as they are, numbers and truth values as JSON writes them; empty for all else.
std::string scalarText(const Node& node);

Json plainJson(const Node& node);

/// About how many bytes a copy takes.
size_t weightOf(const Node& node);

/// "a list", "a text": for sentences.
std::string_view kindOf(const Node& node);

/// A text of the document inside a sentence: one line, not too long.
std::string shown(std::string_view text);

}  // namespace covolve::rest::openapi
