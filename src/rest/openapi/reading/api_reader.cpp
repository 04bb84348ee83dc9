// From a location to an Api: the document's text, its version, its operations.
#include <fmt/format.h>

#include <map>
#include <set>

#include "rest/openapi/api.h"
#include "rest/openapi/reading/document_source.h"
#include "rest/openapi/reading/document_text.h"
#include "rest/openapi/reading/link_reader.h"
#include "rest/openapi/reading/path_reader.h"
#include "rest/openapi/reading/security_reader.h"
#include "rest/openapi/reading/server_reader.h"

namespace covolve::rest {

namespace openapi {

namespace {

constexpr size_t kDocumentMemory = size_t{1} << 30;
constexpr size_t kApiMemory = size_t{3} << 29;

Result<Version> versionOf(const Node& root, const std::string& name, Notes& notes) {
  if (!root.is_object()) {
    return userError(fmt::format("{} is no OpenAPI document: it is {}", name, kindOf(root)));
  }
  const Node* written = memberOf(root, "openapi");
  if (written == nullptr) written = memberOf(root, "swagger");
  if (written == nullptr) {
    return userError(fmt::format("{} is no OpenAPI document: it says neither openapi nor swagger", name));
  }
  const std::string version = scalarText(*written);
  if (version == "2" || version.starts_with("2.")) return Version::V2;
  if (version == "3" || version.starts_with("3.0")) return Version::V30;
  if (!version.starts_with("3.")) {
    return userError(fmt::format("{} is of the version {} of OpenAPI; covolve reads 2.0, 3.0 and 3.1", name,
                                 version.empty() ? kindOf(*written) : shown(version)));
  }
  if (!version.starts_with("3.1")) {
    notes.add(fmt::format("OpenAPI {} is read as if it were 3.1", shown(version)));
  }
  return Version::V31;
}

Result<Site> pathsOf(const std::string& name, Reading& reading) {
  Result<std::optional<Site>> paths = reading.part(reading.root, "paths");
  if (!paths) return userError(fmt::format("{}: {}", name, paths.error().message));
  if (!*paths) return userError(fmt::format("{} has no paths", name));
  const Node& node = *(*paths)->node;
  if (!node.is_object())
    return userError(fmt::format("the paths of {} are {}, not an object", name, kindOf(node)));
  return std::move(**paths);
}

/// Gives each operation an id of its own.
class Identifiers {
 public:
  explicit Identifiers(Notes& notes) : notes_(notes) {}

  std::string choose(const OperationDraft& draft) {
    const std::string wanted = draft.declaredId.empty() ? draft.name : draft.declaredId;
    if (used_.insert(wanted).second) return wanted;
    std::string id = fmt::format("{} {}", wanted, draft.name);
    while (!used_.insert(id).second)
      id = fmt::format("{} {} {}", wanted, draft.name, ++repeated_[wanted] + 1);
    notes_.add(fmt::format("{} has the operationId {} of another operation; it is called {}",
                           shown(draft.name), shown(wanted), shown(id)));
    return id;
  }

 private:
  Notes& notes_;
  std::set<std::string> used_;
  std::map<std::string, size_t> repeated_;
};

void addOperations(std::vector<OperationDraft>& drafts, Api& api, Reading& reading) {
  Identifiers identifiers(reading.notes);
  std::vector<std::optional<size_t>> indices(drafts.size());
  for (size_t i = 0; i < drafts.size(); ++i) {
    OperationDraft& draft = drafts[i];
    if (!draft.reasonToSkip) dropBrokenParts(draft, reading);
    if (draft.reasonToSkip) {
      api.skipped.push_back({draft.name, *draft.reasonToSkip});
      continue;
    }
    draft.operation.id = identifiers.choose(draft);
    indices[i] = api.operations.size();
    api.operations.push_back(std::move(draft.operation));
  }
  resolveLinks(drafts, indices, api, reading);
  std::set<std::string> declared;
  for (const Operation& operation : api.operations) {
    for (const ResponseDeclaration& response : operation.responses) declared.insert(response.status);
  }
  const auto shared = std::make_shared<const std::set<std::string>>(std::move(declared));
  for (Operation& operation : api.operations) operation.declaredSomewhere = shared;
}

}  // namespace

}  // namespace openapi

Result<Api> parseApi(const std::string& text, const std::string& location, const FetchText& fetch) {
  using namespace openapi;
  const std::string name = location.empty() ? "the document" : location;
  MemoryBudget documentBudget(kDocumentMemory);
  MemoryBudget apiBudget(kApiMemory);
  Notes notes;
  Result<DocumentText> parsed = parseDocument(text, location, documentBudget);
  if (!parsed) return std::unexpected(parsed.error());
  for (std::string& note : parsed->notes) notes.add(std::move(note));
  const Result<Version> version = versionOf(parsed->root, name, notes);
  if (!version) return std::unexpected(version.error());

  Api api;
  References references(fetch, documentBudget, notes);
  const Site root = references.addMain(std::move(parsed->root), location);
  SchemaReader schemas(references, notes, apiBudget, *version == Version::V31, api.schemas);
  Reading reading{*version, root, references, schemas, notes, apiBudget};
  const Result<Site> paths = pathsOf(name, reading);
  if (!paths) return std::unexpected(paths.error());

  if (const Node* information = memberOf(*root.node, "info")) {
    if (const Node* title = memberOf(*information, "title")) api.title = scalarText(*title);
    if (const Node* said = memberOf(*information, "version")) api.version = scalarText(*said);
  }
  api.servers = readServers(reading);
  api.securitySchemes = readSecuritySchemes(reading);
  if (!api.servers.empty()) api.serverPath = pathOfServer(api.servers.front(), location);
  Result<std::vector<OperationDraft>> drafts = readPaths(*paths, api.serverPath, reading);
  if (!drafts) return std::unexpected(drafts.error());
  schemas.readAll();
  addOperations(*drafts, api, reading);
  api.notes = notes.take();
  return api;
}

Result<Api> readApi(const std::string& location, const FetchText& fetch) {
  const Result<std::string> text = openapi::readSource(location, fetch);
  if (!text) return std::unexpected(text.error());
  return parseApi(*text, location, fetch);
}

}  // namespace covolve::rest
