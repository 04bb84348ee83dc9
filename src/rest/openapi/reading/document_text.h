// The text of a document, JSON or YAML, as a tree of nodes.
//
// Easy to get wrong: YAML's plain words. As in YAML 1.2 and JSON, yes, no, on
// and off are texts, and so is all that is in quotes; a number is only what JSON
// takes for one, so that 007 and 12:30 stay as they are written.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "rest/openapi/reading/memory_budget.h"
#include "rest/openapi/reading/node.h"

namespace covolve::rest::openapi {

/// No document is read that is longer.
constexpr size_t kLongestText = size_t{256} << 20;

struct DocumentText {
  Node root;
  std::vector<std::string> notes;
};

/// An Error is one sentence that begins with the place: "openapi.yaml:12: ".
Result<DocumentText> parseDocument(const std::string& text, const std::string& name, MemoryBudget& budget);

/// The parts of that: a Mistake is thrown.
DocumentText parseJsonText(const std::string& text, MemoryBudget& budget);
DocumentText parseYamlText(const std::string& text, MemoryBudget& budget);

/// A plain scalar of YAML: a truth value, a number, nothing, or a text.
Node plainScalar(const std::string& text);

}  // namespace covolve::rest::openapi
