#include "rest/openapi/reading/path_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace covolve::rest::openapi {

namespace {

constexpr size_t kMostOperations = 100'000;

bool isMethod(std::string_view key) {
  constexpr std::array<std::string_view, 8> kMethods{"get",     "put",  "post",  "delete",
                                                     "options", "head", "patch", "trace"};
  return std::ranges::find(kMethods, key) != kMethods.end();
}

OperationDraft unreadable(const std::string& name, const Site& site, std::string reason) {
  OperationDraft draft;
  draft.name = name;
  draft.site = site;
  draft.reasonToSkip = std::move(reason);
  return draft;
}

void readPathItem(const std::string& path, const Site& item, const std::string& serverPath, Reading& reading,
                  std::vector<OperationDraft>& drafts) {
  if (item.node->is_null()) {
    reading.notes.add(fmt::format("{} has no operations", shown(path)));
    return;
  }
  if (!item.node->is_object()) {
    drafts.push_back(unreadable(path, item, fmt::format("it is {}, not an object", kindOf(*item.node))));
    return;
  }
  std::vector<Site> sources{item};
  if (referenceOf(*item.node) != nullptr) {
    const Result<Site> target = reading.references.resolve(item);
    if (target && target->node->is_object()) {
      sources.push_back(*target);
    } else {
      drafts.push_back(unreadable(
          path, item, target ? fmt::format("refers to {}", kindOf(*target->node)) : target.error().message));
    }
  }
  for (size_t i = 0; i < sources.size(); ++i) {
    for (const auto& [key, node] : sources[i].node->get_ref<const Node::object_t&>()) {
      // What stands beside a reference goes before what it leads to.
      if (!isMethod(key) || (i > 0 && memberOf(*item.node, key) != nullptr)) continue;
      const Site place = sources[i].enter(key, node);
      const Result<Site> site = reading.references.resolve(place);
      if (site) {
        drafts.push_back(readOperation({key, path, *site, sources}, serverPath, reading));
      } else {
        drafts.push_back(unreadable(nameOf(key, path), place, site.error().message));
      }
    }
  }
}

}  // namespace

Result<std::vector<OperationDraft>> readPaths(const Site& paths, const std::string& serverPath,
                                              Reading& reading) {
  std::vector<OperationDraft> drafts;
  for (const auto& [path, node] : paths.node->get_ref<const Node::object_t&>()) {
    if (path.starts_with("x-")) continue;
    if (!path.starts_with('/'))
      reading.notes.add(fmt::format("the path {} does not begin with /", shown(path)));
    readPathItem(path, paths.enter(path, node), serverPath, reading, drafts);
    if (drafts.size() > kMostOperations) {
      return userError(
          fmt::format("{} has more than {} operations", shown(paths.describe()), kMostOperations));
    }
  }
  return drafts;
}

}  // namespace covolve::rest::openapi
