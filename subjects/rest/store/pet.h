// A pet: a cat, a dog or a fish, each with members of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "context.h"

namespace store {

struct Pet {
  std::int64_t id = 0;
  std::int64_t owner = 0;
  std::string kind;
  std::string name;
  std::int64_t age = 0;
  std::string status = "available";
  Json tags = Json::array();
  std::optional<std::int64_t> indoor;  // of a cat; 0 or 1
  std::optional<std::string> size;     // of a dog
  std::optional<std::string> water;    // of a fish
};

/// What petOf() reads, in its order.
constexpr const char* kPetColumns =
    "SELECT id, owner, kind, name, age, status, tags, indoor, size, water FROM pets ";

constexpr service::IntegerRange kAge{0, 40};
constexpr service::TextRules kPetName{1, 30};

const service::Choices& kindsOfPet();
const service::Choices& statusesOfPet();
/// ^[a-z]{1,10}$
bool isTag(std::string_view text);

Pet petOf(const Rows& rows);
Json described(const Pet& pet);
/// A pet as POST takes it: readOnly members may be there and are ignored.
Pet petInput(const Request& request);

/// Refuse with 404 where the owner has no such pet.
Pet expectPet(Context& context, std::int64_t owner, std::int64_t id);
std::int64_t ownerIdentifier(const Request& request);
std::int64_t petIdentifier(const Request& request);

void addPetSearch(Router& router, Context& context);
void addPetMedia(Router& router, Context& context);

}  // namespace store
