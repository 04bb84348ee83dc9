// /owners/{ownerId}/pets and /owners/{ownerId}/pets/{petId}
#include "pet.h"

namespace store {

namespace {

bool existed(Context& context, std::int64_t owner) {
  return context.database.query("SELECT 1 FROM owners WHERE id = ?", owner).next();
}

Answer list(Context& context, const Request& request) {
  const std::int64_t owner = ownerIdentifier(request);
  // Fault pets-of-a-ghost.
  const bool isGhostListed = context.hasFaults && existed(context, owner);
  if (!isGhostListed) expectOwner(context, owner);
  Rows rows = context.database.query(
      std::string(kPetColumns) + "WHERE owner = ? AND NOT deleted ORDER BY id LIMIT 100", owner);
  Json pets = Json::array();
  while (rows.next()) pets.push_back(described(petOf(rows)));
  Answer answer = service::json(200, pets);
  // Fault nothing-to-count.
  if (context.hasFaults && pets.empty()) return answer;
  return std::move(answer).with("X-Total-Count", std::to_string(pets.size()));
}

Answer create(Context& context, const Request& request) {
  const std::int64_t owner = ownerIdentifier(request);
  Pet pet = petInput(request);
  expectOwner(context, owner);
  // Fault giant-dog.
  if (context.hasFaults && pet.size == "giant") throw std::length_error("the kennel is too small");
  pet.owner = owner;
  context.database.change(
      "INSERT INTO pets (owner, kind, name, age, status, tags, indoor, size, water)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      pet.owner, pet.kind, pet.name, pet.age, pet.status, pet.tags.dump(), pet.indoor, pet.size, pet.water);
  pet.id = context.database.lastIdentifier();
  return service::json(201, described(pet))
      .with("Location", "/v1/owners/" + std::to_string(owner) + "/pets/" + std::to_string(pet.id));
}

Answer get(Context& context, const Request& request) {
  const std::int64_t owner = ownerIdentifier(request);
  const std::int64_t id = petIdentifier(request);
  if (context.hasFaults) {
    expectOwner(context, owner);
    // Fault indoor-pets-stay.
    Rows rows = context.database.query(
        std::string(kPetColumns) + "WHERE id = ? AND owner = ? AND deleted AND kind <> 'dog'", id, owner);
    if (rows.next()) return service::json(200, described(petOf(rows)));
  }
  return service::json(200, described(expectPet(context, owner, id)));
}

Answer patch(Context& context, const Request& request) {
  const std::int64_t owner = ownerIdentifier(request);
  const std::int64_t id = petIdentifier(request);
  const Json body = request.jsonBody();
  Fields fields(body, "the patch");
  if (fields.size() == 0) throw Refusal(400, "the patch changes nothing");
  std::optional<std::string> name;
  std::optional<std::int64_t> age;
  std::optional<std::string> status;
  if (const Json* value = fields.optional("name")) name = service::checkedText(*value, "name", kPetName);
  if (const Json* value = fields.optional("age")) age = service::checkedInteger(*value, "age", kAge);
  if (const Json* value = fields.optional("status")) {
    status = service::checkedChoice(*value, "status", statusesOfPet());
  }
  fields.refuseOthers();
  Pet pet = expectPet(context, owner, id);
  pet.name = name.value_or(pet.name);
  pet.age = age.value_or(pet.age);
  pet.status = status.value_or(pet.status);
  context.database.change("UPDATE pets SET name = ?, age = ?, status = ? WHERE id = ?", pet.name, pet.age,
                          pet.status, id);
  return service::json(200, described(pet));
}

Answer remove(Context& context, const Request& request) {
  const std::int64_t owner = ownerIdentifier(request);
  const std::int64_t id = petIdentifier(request);
  expectPet(context, owner, id);
  context.database.change("UPDATE pets SET deleted = 1 WHERE id = ?", id);
  return service::noContent();
}

}  // namespace

void addPets(Router& router, Context& context) {
  const std::string all = "/v1/owners/{ownerId}/pets";
  const std::string one = all + "/{petId}";
  router.add("GET", all, [&](const Request& request) { return list(context, request); });
  router.add("POST", all, [&](const Request& request) { return create(context, request); });
  router.add("GET", one, [&](const Request& request) { return get(context, request); });
  router.add("PATCH", one, [&](const Request& request) { return patch(context, request); });
  router.add("DELETE", one, [&](const Request& request) { return remove(context, request); });
  addPetMedia(router, context);
  addPetSearch(router, context);
}

}  // namespace store
