// Operations as they are read, before all schemas are: until then it is not known
// which of them can be called.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rest/openapi/api.h"
#include "rest/openapi/reading/reading.h"
#include "rest/openapi/reading/response_reader.h"

namespace covolve::rest::openapi {

struct OperationDraft {
  std::string name;  // "POST /pets", with the path as the document has it
  Site site;
  std::string declaredId;  // may be empty
  Operation operation;
  std::vector<WrittenLink> links;
  std::optional<std::string> reasonToSkip;
};

/// Where an operation stands.
struct OperationPlace {
  std::string method;  // in small letters
  std::string path;    // as the document has it
  Site site;
  std::vector<Site> pathItems;  // what it shares with the path's others: outermost last
};

/// "POST /pets" of "post" and "/pets".
std::string nameOf(std::string method, const std::string& path);

/// A draft whatever happens; `serverPath` is the document's.
OperationDraft readOperation(const OperationPlace& place, const std::string& serverPath, Reading& reading);

/// What the schemas' defects cost: parameters and bodies that need not be sent go with a note, others give
/// the draft a reason to be skipped. After all schemas are read.
void dropBrokenParts(OperationDraft& draft, Reading& reading);

}  // namespace covolve::rest::openapi
