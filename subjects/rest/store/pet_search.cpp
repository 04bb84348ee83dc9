// /pets: a search over all owners, with lists and an object in the query.
#include <algorithm>
#include <vector>

#include "pet.h"

namespace store {

namespace {

constexpr std::size_t kMostTags = 3;

/// A member of the parameter `filter`, which is an object: filter[kind]=cat.
std::string filterMember(const char* name) { return std::string("filter[") + name + ']'; }

bool isAmong(const std::vector<std::string>& wanted, const std::string& text) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), text) != wanted.end();
}

bool hasAll(const Pet& pet, const std::vector<std::string>& tags) {
  return std::all_of(tags.begin(), tags.end(), [&](const std::string& tag) {
    return std::find(pet.tags.begin(), pet.tags.end(), tag) != pet.tags.end();
  });
}

Answer search(Context& context, const Request& request) {
  const std::vector<std::string> statuses = request.queryList("status", '|', 3);
  for (const std::string& status : statuses) service::checkedChoice(status, "status", statusesOfPet());
  const std::vector<std::string> tags = request.queryList("tags", ',', kMostTags);
  for (const std::string& tag : tags) service::checkedText(tag, "tags", {1, 10, isTag});
  const std::optional<std::string> kind = request.queryChoice(filterMember("kind"), kindsOfPet());
  const std::optional<std::int64_t> youngest = request.queryInteger(filterMember("minAge"), kAge);
  const std::optional<std::int64_t> oldest = request.queryInteger(filterMember("maxAge"), kAge);
  const std::string sort = request.queryChoice("sort", {"name", "age", "newest"}).value_or("newest");
  const std::int64_t limit = request.queryInteger("limit", {1, 50}).value_or(20);

  if (context.hasFaults) {
    // Fault all-tags.
    if (tags.size() == kMostTags) throw Refusal(400, "too many tags");
    // Fault sort-by-age.
    if (sort == "age") throw std::out_of_range("there is no such column");
  }
  const std::string order = sort == "newest" ? "id DESC" : sort + ", id";
  Rows rows = context.database.query(
      std::string(kPetColumns) +
          "WHERE NOT deleted AND (?1 IS NULL OR kind = ?1) AND (?2 IS NULL OR age >= ?2)"
          " AND (?3 IS NULL OR age <= ?3) ORDER BY " +
          order + " LIMIT 1000",
      kind, youngest, oldest);
  Json pets = Json::array();
  while (static_cast<std::int64_t>(pets.size()) < limit && rows.next()) {
    const Pet pet = petOf(rows);
    if (isAmong(statuses, pet.status) && hasAll(pet, tags)) pets.push_back(described(pet));
  }
  return service::json(200, pets).with("X-Total-Count", std::to_string(pets.size()));
}

}  // namespace

void addPetSearch(Router& router, Context& context) {
  router.add("GET", "/v1/pets", [&](const Request& request) { return search(context, request); });
  if (context.hasFaults) {
    // Fault nothing-allowed.
    for (const char* method : {"POST", "PUT", "PATCH", "DELETE"}) {
      router.add(method, "/v1/pets", [](const Request&) {
        return service::error(405, "the resource does not have this method");
      });
    }
  }
}

}  // namespace store
