#include "rest/search/scenarios.h"

#include <map>
#include <string>
#include <utility>

#include "rest/resource/names.h"

namespace covolve::rest {

namespace {

/// The operations on what is collected somewhere, and on a member of it.
struct Collection {
  std::optional<uint32_t> list;
  std::optional<uint32_t> look;
  std::vector<uint32_t> changes;  // PUT, PATCH, DELETE
};

/// The GETs of an API by the shape of their path.
class Looks {
 public:
  explicit Looks(const Api& api) {
    for (uint32_t i = 0; i < api.operations.size(); ++i) {
      const Operation& operation = api.operations[i];
      if (operation.method == "GET") gets_.emplace(shapeOf(segmentsOf(operation.path)), i);
    }
  }

  std::optional<uint32_t> at(std::span<const std::string> path) const {
    const auto found = gets_.find(shapeOf(path));
    return found != gets_.end() ? std::optional(found->second) : std::nullopt;
  }

 private:
  std::map<std::string, uint32_t> gets_;
};

std::vector<Collection> collectionsOf(const Api& api) {
  const Looks looks(api);
  std::map<std::string, Collection> byMember;
  for (uint32_t i = 0; i < api.operations.size(); ++i) {
    const std::string& method = api.operations[i].method;
    const std::vector<std::string> path = segmentsOf(api.operations[i].path);
    if (path.size() < 2 || !isParameterSegment(path.back())) continue;
    Collection& collection = byMember[shapeOf(path)];
    collection.look = looks.at(path);
    collection.list = looks.at(std::span(path).first(path.size() - 1));
    if (method == "PUT" || method == "PATCH" || method == "DELETE") collection.changes.push_back(i);
  }
  std::vector<Collection> collections;
  for (auto& [shape, collection] : byMember) {
    if (collection.look) collections.push_back(std::move(collection));
  }
  return collections;
}

class Scenarios {
 public:
  Scenarios(const Api& api, size_t users) : api_(api), users_(users) {}

  std::vector<Scenario> all() {
    for (const Collection& one : collectionsOf(api_)) {
      for (const uint32_t change : one.changes) {
        if (api_.operations[change].method == "PUT") addTwice(change, *one.look);
        for (size_t other = 1; other < users_; ++other) addChange(one, change, other);
      }
      for (size_t other = 1; other < users_; ++other) addReading(one, other);
    }
    return std::move(scenarios_);
  }

 private:
  void addTwice(uint32_t put, uint32_t look) {
    scenarios_.push_back(
        {{put}, {look}, {.operation = put, .repeats = 0}, {.operation = look, .repeats = 1}});
  }

  /// Another changes it after something has shown that it has an owner. The owner looks twice before.
  void addChange(const Collection& collection, uint32_t change, size_t other) {
    const uint32_t look = *collection.look;
    const auto finish = [&](Scenario scenario) {
      scenario.push_back({.operation = look, .repeats = 0});
      scenario.push_back({.operation = change, .user = other});
      scenario.push_back({.operation = look, .repeats = 0});
      scenarios_.push_back(std::move(scenario));
    };
    finish({{look}, {.operation = look, .user = other, .repeats = 0}});
    if (collection.list)
      finish({{look}, {*collection.list}, {.operation = *collection.list, .user = other, .repeats = 1}});
    for (const uint32_t write : collection.changes) {
      if (write == change || api_.operations[write].method == "DELETE") continue;
      // After the owner's own change two looks are needed again.
      finish({{look},
              {write},
              {.operation = write, .user = other, .repeats = 1},
              {.operation = look, .repeats = 0}});
    }
  }

  void addReading(const Collection& collection, size_t other) {
    if (!collection.list) return;
    const uint32_t look = *collection.look;
    const uint32_t list = *collection.list;
    scenarios_.push_back({{look},
                          {.operation = look, .isByStranger = true, .repeats = 0},
                          {list},
                          {.operation = list, .user = other, .repeats = 2},
                          {.operation = look, .user = other, .repeats = 0}});
    scenarios_.push_back(
        {{look}, {.operation = look, .user = other, .repeats = 0}, {.operation = list, .user = other}});
  }

  const Api& api_;
  size_t users_;
  std::vector<Scenario> scenarios_;
};

}  // namespace

std::vector<std::optional<uint32_t>> looksOf(const Api& api) {
  const Looks looks(api);
  std::vector<std::optional<uint32_t>> byOperation;
  for (const Operation& operation : api.operations)
    byOperation.push_back(looks.at(segmentsOf(operation.path)));
  return byOperation;
}

std::vector<Scenario> scenariosOf(const Api& api, size_t users) { return Scenarios(api, users).all(); }

}  // namespace covolve::rest
