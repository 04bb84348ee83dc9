#include "rest/openapi/reading/link_reader.h"

#include <fmt/format.h>

#include <map>
#include <unordered_map>

#include "base/json_pointer.h"
#include "base/percent_encoding.h"
#include "rest/openapi/reading/uri.h"

namespace covolve::rest::openapi {

namespace {

class LinkTargets {
 public:
  LinkTargets(const std::vector<OperationDraft>& drafts, Reading& reading) : reading_(reading) {
    for (size_t i = 0; i < drafts.size(); ++i) {
      if (!drafts[i].declaredId.empty()) byId_.emplace(drafts[i].declaredId, i);
      byName_.emplace(drafts[i].name, i);
      byNode_.emplace(drafts[i].site.node, i);
    }
  }

  /// Which draft a link leads to, or why there is none.
  Result<size_t> find(const Site& link) {
    if (const Node* id = memberOf(*link.node, "operationId")) {
      const auto found = byId_.find(scalarText(*id));
      if (found != byId_.end()) return found->second;
      return userError(
          fmt::format("leads to the operation {}, which does not exist", shown(scalarText(*id))));
    }
    const std::string* reference = textOf(memberOf(*link.node, "operationRef"));
    if (reference == nullptr) return userError("names no operation");
    const std::vector<std::string> tokens = localTokens(*reference);
    if (tokens.size() == 3 && tokens[0] == "paths") {
      const auto named = byName_.find(nameOf(tokens[2], tokens[1]));
      if (named != byName_.end()) return named->second;
    }
    const Result<Site> target = reading_.references.follow(link, *reference);
    if (!target) return std::unexpected(target.error());
    const auto found = byNode_.find(target->node);
    if (found != byNode_.end()) return found->second;
    return userError(
        fmt::format("leads to {}, which is none of the document's operations", shown(*reference)));
  }

 private:
  static std::vector<std::string> localTokens(const std::string& reference) {
    const SplitReference parts = splitReference(reference);
    if (!parts.document.empty() || !parts.fragment.starts_with('/')) return {};
    return pointerTokens(percentDecoded(parts.fragment));
  }

  Reading& reading_;
  std::map<std::string, size_t> byId_;
  std::map<std::string, size_t> byName_;
  std::unordered_map<const Node*, size_t> byNode_;
};

}  // namespace

void resolveLinks(const std::vector<OperationDraft>& drafts,
                  const std::vector<std::optional<size_t>>& indices, Api& api, Reading& reading) {
  LinkTargets targets(drafts, reading);
  for (size_t i = 0; i < drafts.size(); ++i) {
    if (!indices[i]) continue;
    for (const WrittenLink& written : drafts[i].links) {
      const auto note = [&](const std::string& problem) {
        reading.notes.add(
            fmt::format("{}: the link {} {}", drafts[i].name, shown(written.link.name), problem));
      };
      const Result<size_t> target = targets.find(written.site);
      if (!target) {
        note(target.error().message);
      } else if (!indices[*target]) {
        note(fmt::format("leads to {}, which is left out", drafts[*target].name));
      } else {
        Link link = written.link;
        link.operation = *indices[*target];
        api.operations[*indices[i]].responses[written.response].links.push_back(std::move(link));
      }
    }
  }
}

}  // namespace covolve::rest::openapi
