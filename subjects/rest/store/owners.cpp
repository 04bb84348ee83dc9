// /owners and /owners/{ownerId}
#include <algorithm>
#include <vector>

#include "../common/text.h"
#include "context.h"

namespace store {

namespace {

constexpr const char* kColumns =
    "SELECT id, name, email, phone, city, birthday, street, zip, country, createdAt FROM owners ";
constexpr std::int64_t kMostOfPage = 100;

bool isEmail(std::string_view text) {
  const std::size_t at = text.find('@');
  return at != std::string_view::npos && at > 0 && at + 1 < text.size();
}

/// ^\+?[0-9]{3,15}$
bool isPhone(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return text.size() >= 3 && text.size() <= 15 &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isZip(std::string_view text) {
  return text.size() == 5 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

constexpr service::TextRules kName{1, 40};
constexpr service::TextRules kEmail{3, 60, isEmail};
constexpr service::TextRules kPhone{3, 16, isPhone};
constexpr service::TextRules kCity{1, 30};
constexpr service::TextRules kDate{10, 10, service::isDate};

struct Address {
  std::string street;
  std::string zip;
  std::string country;
};

struct Owner {
  std::int64_t id = 0;
  std::string name;
  std::string email;
  std::optional<std::string> phone;
  std::optional<std::string> city;
  std::optional<std::string> birthday;
  std::optional<Address> address;
  std::string createdAt;
};

Json orNull(const std::optional<std::string>& text) { return text ? Json(*text) : Json(); }

Json described(const Owner& owner) {
  Json json = {{"id", owner.id},
               {"name", owner.name},
               {"email", owner.email},
               {"phone", orNull(owner.phone)},
               {"city", orNull(owner.city)},
               {"birthday", orNull(owner.birthday)},
               {"createdAt", owner.createdAt}};
  if (owner.address) {
    json["address"] = {
        {"street", owner.address->street}, {"zip", owner.address->zip}, {"country", owner.address->country}};
  }
  return json;
}

Owner ownerOf(const Rows& rows) {
  Owner owner{rows.integer(0),      rows.text(1),         rows.text(2), rows.optionalText(3),
              rows.optionalText(4), rows.optionalText(5), {},           rows.text(9)};
  if (rows.optionalText(6)) owner.address = Address{rows.text(6), rows.text(7), rows.text(8)};
  return owner;
}

std::optional<std::string> nullableText(Fields& fields, const char* name, const service::TextRules& rules) {
  const Json* value = fields.nullable(name);
  if (value == nullptr) return std::nullopt;
  return service::checkedText(*value, name, rules);
}

std::optional<Address> addressOf(const Json* value) {
  if (value == nullptr) return std::nullopt;
  Fields fields(*value, "address");
  Address address;
  address.street = service::checkedText(fields.required("street"), "street", {1, 60});
  address.zip = service::checkedText(fields.required("zip"), "zip", {5, 5, isZip});
  address.country =
      service::checkedChoice(fields.required("country"), "country", {"AT", "CH", "DE", "FR", "GB", "US"});
  fields.refuseOthers();
  return address;
}

/// The whole of an owner, as POST and PUT take it. Members that nobody knows are ignored.
Owner ownerInput(const Request& request, bool mayLackEmail) {
  const Json body = request.jsonBody();
  Fields fields(body, "the owner");
  Owner owner;
  owner.name = service::checkedText(fields.required("name"), "name", kName);
  owner.email = mayLackEmail && !fields.has("email")
                    ? "unknown@example.com"
                    : service::checkedText(fields.required("email"), "email", kEmail);
  owner.phone = nullableText(fields, "phone", kPhone);
  owner.city = nullableText(fields, "city", kCity);
  owner.birthday = nullableText(fields, "birthday", kDate);
  owner.address = addressOf(fields.optional("address"));
  return owner;
}

std::optional<Owner> find(Context& context, std::int64_t id, bool evenIfDeleted = false) {
  Rows rows = context.database.query(std::string(kColumns) + "WHERE id = ? AND (? OR NOT deleted)", id,
                                     evenIfDeleted);
  if (!rows.next()) return std::nullopt;
  return ownerOf(rows);
}

void save(Context& context, const Owner& owner) {
  const std::optional<Address>& address = owner.address;
  context.database.change(
      "UPDATE owners SET name = ?, email = ?, phone = ?, city = ?, birthday = ?, street = ?, zip = ?, "
      "country = ?"
      " WHERE id = ?",
      owner.name, owner.email, owner.phone, owner.city, owner.birthday,
      address ? std::optional(address->street) : std::nullopt,
      address ? std::optional(address->zip) : std::nullopt,
      address ? std::optional(address->country) : std::nullopt, owner.id);
}

std::int64_t identifier(const Request& request) {
  return request.pathInteger("ownerId", service::kIdentifiers);
}

[[noreturn]] void refuseMissing() { throw Refusal(404, "there is no such owner"); }

Answer list(Context& context, const Request& request) {
  // Fault limit-without-limit.
  const std::int64_t highestLimit = context.hasFaults ? 1'000'000'000 : kMostOfPage;
  const std::int64_t limit =
      std::min(request.queryInteger("limit", {1, highestLimit}).value_or(20), kMostOfPage);
  const std::int64_t offset = request.queryInteger("offset", {0, 1'000'000}).value_or(0);
  const std::optional<std::string> city = request.queryText("city", kCity);
  std::vector<std::int64_t> wanted;
  for (const std::string& id : request.queryList("ids", ',', 10)) {
    wanted.push_back(service::checkedInteger(service::numberFrom(id), "ids", service::kIdentifiers));
  }
  const std::optional<std::string> style = request.header("X-Page-Style");
  if (style) service::checkedChoice(*style, "X-Page-Style", {"short", "full"});

  std::string condition = "WHERE NOT deleted AND (?1 IS NULL OR city = ?1)";
  if (!wanted.empty()) {
    std::string numbers;
    for (const std::int64_t id : wanted) numbers += (numbers.empty() ? "" : ",") + std::to_string(id);
    condition += " AND id IN (" + numbers + ")";
  }
  Rows count = context.database.query("SELECT count(*) FROM owners " + condition, city);
  count.next();
  const std::int64_t total = count.integer(0);
  // Fault nobody-there.
  if (context.hasFaults && city && total == 0) return service::noContent();
  Rows rows =
      context.database.query(kColumns + condition + " ORDER BY id LIMIT ?2 OFFSET ?3", city, limit, offset);
  Json items = Json::array();
  while (rows.next()) {
    Owner owner = ownerOf(rows);
    if (style == "short") owner.address.reset();
    items.push_back(described(owner));
  }
  return service::json(200, {{"items", items}, {"total", total}})
      .with("X-Total-Count", std::to_string(total));
}

Answer create(Context& context, const Request& request) {
  // Fault owner-without-email.
  Owner owner = ownerInput(request, context.hasFaults);
  // Fault longest-name.
  if (context.hasFaults && service::codePointsOf(owner.name) == kName.longest) {
    throw Refusal(400, "the name is too long");
  }
  owner.createdAt = service::currentTime();
  context.database.change("INSERT INTO owners (name, email, createdAt) VALUES (?, ?, ?)", owner.name,
                          owner.email, owner.createdAt);
  owner.id = context.database.lastIdentifier();
  save(context, owner);
  return service::json(201, described(owner)).with("Location", "/v1/owners/" + std::to_string(owner.id));
}

Answer get(Context& context, const Request& request) {
  const std::optional<Owner> owner = find(context, identifier(request));
  if (!owner) refuseMissing();
  Json json = described(*owner);
  // Fault city-left-out.
  if (context.hasFaults && !owner->city) json.erase("city");
  return service::json(200, json);
}

Answer replace(Context& context, const Request& request) {
  const std::int64_t id = identifier(request);
  Owner owner = ownerInput(request, false);
  const std::optional<Owner> before = find(context, id);
  if (!before) refuseMissing();
  owner.id = id;
  owner.createdAt = before->createdAt;
  save(context, owner);
  return service::json(200, described(owner));
}

Answer patch(Context& context, const Request& request) {
  const std::int64_t id = identifier(request);
  const Json body = request.jsonBody("application/merge-patch+json");
  Fields fields(body, "the patch");
  if (fields.size() == 0) throw Refusal(400, "the patch changes nothing");
  const Json* name = fields.optional("name");
  if (name != nullptr) service::checkedText(*name, "name", kName);
  const std::optional<std::string> phone = nullableText(fields, "phone", kPhone);
  const std::optional<std::string> city = nullableText(fields, "city", kCity);
  fields.refuseOthers();
  // Fault ghost-owner.
  std::optional<Owner> owner = find(context, id, context.hasFaults);
  if (!owner) refuseMissing();
  // Fault no-phone.
  if (context.hasFaults && fields.has("phone") && !phone) throw std::logic_error("phone is null");
  if (name != nullptr) owner->name = name->get<std::string>();
  if (fields.has("phone")) owner->phone = phone;
  if (fields.has("city")) owner->city = city;
  save(context, *owner);
  return service::json(200, described(*owner));
}

Answer remove(Context& context, const Request& request) {
  const std::int64_t id = identifier(request);
  if (context.database.change("UPDATE owners SET deleted = 1 WHERE id = ? AND NOT deleted", id) == 0) {
    // Fault traced-owner.
    if (context.hasFaults) throw Refusal(404, "Traceback (most recent call last): KeyError in owners.py");
    refuseMissing();
  }
  context.database.change("UPDATE pets SET deleted = 1 WHERE owner = ?", id);
  return service::noContent();
}

}  // namespace

void expectOwner(Context& context, std::int64_t owner) {
  if (!context.database.query("SELECT 1 FROM owners WHERE id = ? AND NOT deleted", owner).next())
    refuseMissing();
}

void addOwners(Router& router, Context& context) {
  router.add("GET", "/v1/owners", [&](const Request& request) { return list(context, request); });
  router.add("POST", "/v1/owners", [&](const Request& request) { return create(context, request); });
  router.add("GET", "/v1/owners/{ownerId}", [&](const Request& request) { return get(context, request); });
  router.add("PUT", "/v1/owners/{ownerId}",
             [&](const Request& request) { return replace(context, request); });
  router.add("PATCH", "/v1/owners/{ownerId}",
             [&](const Request& request) { return patch(context, request); });
  router.add("DELETE", "/v1/owners/{ownerId}",
             [&](const Request& request) { return remove(context, request); });
}

}  // namespace store
