#include "pet.h"

#include <algorithm>

namespace store {

namespace {

Json tagsInput(const Json& value) {
  if (!value.is_array()) throw Refusal(400, "tags is no list");
  if (value.size() > 5) throw Refusal(400, "tags has more than 5 elements");
  Json tags = Json::array();
  for (const Json& element : value) {
    const std::string tag = service::checkedText(element, "tags", {1, 10, isTag});
    if (std::find(tags.begin(), tags.end(), tag) != tags.end())
      throw Refusal(400, "tags has an element twice");
    tags.push_back(tag);
  }
  return tags;
}

}  // namespace

const service::Choices& kindsOfPet() {
  static const service::Choices kinds = {"cat", "dog", "fish"};
  return kinds;
}

const service::Choices& statusesOfPet() {
  static const service::Choices statuses = {"available", "pending", "sold"};
  return statuses;
}

bool isTag(std::string_view text) {
  return !text.empty() && text.size() <= 10 &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string_view::npos;
}

Pet petOf(const Rows& rows) {
  return {rows.integer(0),
          rows.integer(1),
          rows.text(2),
          rows.text(3),
          rows.integer(4),
          rows.text(5),
          Json::parse(rows.text(6)),
          rows.optionalInteger(7),
          rows.optionalText(8),
          rows.optionalText(9)};
}

Json described(const Pet& pet) {
  Json json = {{"id", pet.id},   {"ownerId", pet.owner}, {"kind", pet.kind}, {"name", pet.name},
               {"age", pet.age}, {"status", pet.status}, {"tags", pet.tags}};
  if (pet.indoor) json["indoor"] = *pet.indoor != 0;
  if (pet.size) json["size"] = *pet.size;
  if (pet.water) json["water"] = *pet.water;
  return json;
}

Pet petInput(const Request& request) {
  const Json body = request.jsonBody();
  Fields fields(body, "the pet");
  Pet pet;
  pet.kind = service::checkedChoice(fields.required("kind"), "kind", kindsOfPet());
  pet.name = service::checkedText(fields.required("name"), "name", kPetName);
  pet.age = service::checkedInteger(fields.required("age"), "age", kAge);
  if (const Json* status = fields.optional("status")) {
    pet.status = service::checkedChoice(*status, "status", statusesOfPet());
  }
  if (const Json* tags = fields.optional("tags")) pet.tags = tagsInput(*tags);
  for (const char* readOnly : {"id", "ownerId"}) {
    if (const Json* value = fields.optional(readOnly)) {
      service::checkedInteger(*value, readOnly, service::kIdentifiers);
    }
  }
  if (pet.kind == "cat") {
    const Json* indoor = fields.optional("indoor");
    pet.indoor = indoor == nullptr || service::checkedTruth(*indoor, "indoor") ? 1 : 0;
  } else if (pet.kind == "dog") {
    pet.size = service::checkedChoice(fields.required("size"), "size", {"small", "medium", "giant"});
  } else {
    pet.water = service::checkedChoice(fields.required("water"), "water", {"fresh", "salt"});
  }
  fields.refuseOthers();
  return pet;
}

Pet expectPet(Context& context, std::int64_t owner, std::int64_t id) {
  expectOwner(context, owner);
  Rows rows = context.database.query(std::string(kPetColumns) + "WHERE id = ? AND owner = ? AND NOT deleted",
                                     id, owner);
  if (!rows.next()) throw Refusal(404, "the owner has no such pet");
  return petOf(rows);
}

std::int64_t ownerIdentifier(const Request& request) {
  return request.pathInteger("ownerId", service::kIdentifiers);
}

std::int64_t petIdentifier(const Request& request) {
  return request.pathInteger("petId", service::kIdentifiers);
}

}  // namespace store
