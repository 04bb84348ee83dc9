#include "rest/operation_filter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <set>

#include "base/edit_distance.h"

namespace covolve::rest {

namespace {

std::vector<std::string> partsOfPath(std::string_view path) {
  std::vector<std::string> segments;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    segments.emplace_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return segments;
}

/// "https://host/v2/" -> "/v2"; empty where it has no path.
std::string pathOfServer(const std::string& server) {
  const size_t scheme = server.find("://");
  const size_t start = server.find('/', scheme == std::string::npos ? 0 : scheme + 3);
  if (start == std::string::npos) return {};
  std::string path = server.substr(start, server.find_first_of("?#", start) - start);
  while (path.ends_with('/')) path.pop_back();
  return path;
}

std::string capitals(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

/// What a filter can say about an operation.
struct Features {
  std::vector<std::string> paths;  // as it is called, and as the document writes it
  std::vector<std::string> tags;
  std::string id;
  std::string method;
  bool isDeprecated = false;

  /// "GET /pets/{petId} getPet", for each path.
  std::vector<std::string> lines() const {
    std::vector<std::string> all;
    for (const std::string& path : paths) all.push_back(fmt::format("{} {} {}", method, path, id));
    return all;
  }
};

/// One list of a filter: the words that the user gave, and what they are compared with.
struct Kind {
  std::string_view name;  // the end of the option: --include-path
  std::vector<std::string> OperationFilter::* words;
  bool (*fits)(const Features&, const std::string& word);
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{
      {"path", &OperationFilter::paths,
       [](const Features& operation, const std::string& word) {
         return std::ranges::any_of(operation.paths,
                                    [&](const std::string& path) { return fitsPathPattern(path, word); });
       }},
      {"tag", &OperationFilter::tags,
       [](const Features& operation, const std::string& word) {
         return std::ranges::find(operation.tags, word) != operation.tags.end();
       }},
      {"operation", &OperationFilter::operationIds,
       [](const Features& operation, const std::string& word) { return operation.id == word; }},
      {"method", &OperationFilter::methods,
       [](const Features& operation, const std::string& word) { return operation.method == capitals(word); }},
      {"matching", &OperationFilter::expressions,
       [](const Features& operation, const std::string& word) {
         const std::regex expression(word);
         return std::ranges::any_of(
             operation.lines(), [&](const std::string& line) { return std::regex_search(line, expression); });
       }},
  };
  return all;
}

std::vector<std::string> pathsOf(const std::string& path, const Api& api) {
  std::vector<std::string> paths{path};
  for (const std::string& server : api.servers) {
    const std::string prefix = pathOfServer(server);
    if (!prefix.empty() && path.starts_with(prefix + "/")) paths.push_back(path.substr(prefix.size()));
  }
  return paths;
}

Features featuresOf(const Operation& operation, const Api& api) {
  return {pathsOf(operation.path, api), operation.tags, operation.id, operation.method, operation.deprecated};
}

/// Of one that could not be read: "POST /pets" is all that is known.
Features featuresOf(const SkippedOperation& skipped, const Api& api) {
  const size_t space = skipped.what.find(' ');
  Features features;
  features.id = skipped.what;
  features.method = skipped.what.substr(0, space);
  if (space != std::string::npos) features.paths = pathsOf(skipped.what.substr(space + 1), api);
  return features;
}

/// All that a word of this kind could have meant.
std::vector<std::string> namesOf(const Kind& kind, const std::vector<Features>& operations) {
  std::set<std::string> names;
  for (const Features& operation : operations) {
    if (kind.name == "path") names.insert(operation.paths.begin(), operation.paths.end());
    if (kind.name == "tag") names.insert(operation.tags.begin(), operation.tags.end());
    if (kind.name == "operation") names.insert(operation.id);
    if (kind.name == "method") names.insert(operation.method);
  }
  return {names.begin(), names.end()};
}

Result<void> checkExpressions(const OperationFilter& filter, std::string_view option) {
  for (const std::string& expression : filter.expressions) {
    try {
      const std::regex compiled(expression);
    } catch (const std::regex_error& error) {
      return userError(
          fmt::format("--{}-matching {}: it is no regular expression: {}", option, expression, error.what()));
    }
  }
  return {};
}

/// Every word of the filter names something.
Result<void> checkWords(const OperationFilter& filter, std::string_view option,
                        const std::vector<Features>& operations) {
  if (auto checked = checkExpressions(filter, option); !checked) return checked;
  for (const Kind& kind : kinds()) {
    for (const std::string& word : filter.*kind.words) {
      const auto isNamed = [&](const Features& operation) { return kind.fits(operation, word); };
      if (std::ranges::any_of(operations, isNamed)) continue;
      const std::vector<std::string> names = namesOf(kind, operations);
      const std::string* nearest = nearestName(names, kind.name == "method" ? capitals(word) : word);
      return userError(fmt::format("--{}-{} {}: the document has no such operation{}", option, kind.name,
                                   word,
                                   nearest != nullptr ? fmt::format("; did you mean {}?", *nearest) : ""));
    }
  }
  return {};
}

/// Empty: it is tested.
std::string whyLeftOut(const Features& operation, const OperationFilter& include,
                       const OperationFilter& exclude) {
  if (exclude.deprecated && operation.isDeprecated) return "left out by --exclude-deprecated";
  for (const Kind& kind : kinds()) {
    for (const std::string& word : exclude.*kind.words) {
      if (kind.fits(operation, word)) return fmt::format("left out by --exclude-{} {}", kind.name, word);
    }
    const std::vector<std::string>& wanted = include.*kind.words;
    const bool isWanted = wanted.empty() || std::ranges::any_of(wanted, [&](const std::string& word) {
                            return kind.fits(operation, word);
                          });
    if (!isWanted) {
      return fmt::format("left out by --include-{} {}", kind.name, fmt::join(wanted, ", "));
    }
  }
  return {};
}

/// Links to what is gone are gone, too.
void renumberLinks(Api& api, const std::vector<std::optional<size_t>>& newIndex) {
  for (Operation& operation : api.operations) {
    for (ResponseDeclaration& response : operation.responses) {
      std::erase_if(response.links, [&](const Link& link) {
        return link.operation >= newIndex.size() || !newIndex[link.operation];
      });
      for (Link& link : response.links) link.operation = *newIndex[link.operation];
    }
  }
}

}  // namespace

bool fitsPathPattern(std::string_view path, std::string_view pattern) {
  const std::vector<std::string> parts = partsOfPath(path);
  const bool isRooted = pattern.starts_with('/') || pattern.starts_with("**");
  const std::vector<std::string> wanted =
      partsOfPath(isRooted ? std::string(pattern) : "/" + std::string(pattern));
  // fits[i]: the pattern's parts so far fit the path's first i parts.
  std::vector<bool> fits(parts.size() + 1, false);
  fits[0] = true;
  for (const std::string& part : wanted) {
    std::vector<bool> next(parts.size() + 1, false);
    for (size_t i = 0; i <= parts.size(); ++i) {
      if (part == "**") {
        next[i] = fits[i] || (i > 0 && next[i - 1]);
      } else if (i > 0 && fits[i - 1]) {
        next[i] = fnmatch(part.c_str(), parts[i - 1].c_str(), 0) == 0;
      }
    }
    fits = std::move(next);
  }
  return fits.back();
}

Result<void> applyFilters(Api& api, const OperationFilter& include, const OperationFilter& exclude) {
  if (include.empty() && exclude.empty()) return {};
  std::vector<Features> features;
  for (const Operation& operation : api.operations) features.push_back(featuresOf(operation, api));
  // A user may well name what could not be read anyway.
  std::vector<Features> known = features;
  for (const SkippedOperation& skipped : api.skipped) known.push_back(featuresOf(skipped, api));
  if (auto checked = checkWords(include, "include", known); !checked) return checked;
  if (auto checked = checkWords(exclude, "exclude", known); !checked) return checked;

  std::vector<Operation> kept;
  std::vector<std::optional<size_t>> newIndex(api.operations.size());
  for (size_t i = 0; i < api.operations.size(); ++i) {
    const std::string reason = whyLeftOut(features[i], include, exclude);
    if (reason.empty()) {
      newIndex[i] = kept.size();
      kept.push_back(std::move(api.operations[i]));
    } else {
      api.skipped.push_back({api.operations[i].method + " " + api.operations[i].path, reason});
    }
  }
  api.operations = std::move(kept);
  renumberLinks(api, newIndex);
  if (api.operations.empty()) return userError("the include and exclude options leave no operation to test");
  return {};
}

}  // namespace covolve::rest
