// /orders, for those who have logged in
#include <algorithm>
#include <vector>

#include "../common/text.h"
#include "context.h"

namespace store {

namespace {

constexpr const char* kColumns =
    "SELECT id, status, quantity, priority, pet, shipDate, remark, price, gift FROM orders ";
constexpr service::IntegerRange kQuantity{1, 100};
constexpr service::NumberRange kPrice{.lowest = 0, .highest = 10000, .multipleOf = 0.01};
constexpr service::TextRules kDateTime{20, 1000, service::isDateTime};

const service::Choices kStatuses = {"open", "paid", "shipped", "cancelled"};
const service::Choices kPriorities = {"low", "normal", "high"};

struct Order {
  std::int64_t id = 0;
  std::string status = "open";
  std::int64_t quantity = 0;
  std::string priority;
  std::optional<std::int64_t> pet;
  std::optional<std::string> shipDate;
  std::optional<std::string> remark;  // JSON: a text or a number
  double price = 0;
  bool gift = false;
};

bool isAmong(const std::vector<std::string>& choices, const std::string& text) {
  return std::find(choices.begin(), choices.end(), text) != choices.end();
}

Order orderOf(const Rows& rows) {
  return {rows.integer(0),         rows.text(1),         rows.integer(2),      rows.text(3),
          rows.optionalInteger(4), rows.optionalText(5), rows.optionalText(6), rows.number(7),
          rows.integer(8) != 0};
}

Json described(const Order& order) {
  Json json = {{"id", order.id},
               {"status", order.status},
               {"quantity", order.quantity},
               {"priority", order.priority},
               {"petId", order.pet ? Json(*order.pet) : Json()},
               {"shipDate", order.shipDate ? Json(*order.shipDate) : Json()},
               {"price", order.price},
               {"gift", order.gift}};
  if (order.remark) json["remark"] = Json::parse(*order.remark);
  return json;
}

/// A short text, or a number for a remark that is on file.
Json remarkInput(const Json& value) {
  if (value.is_string()) return service::checkedText(value, "remark", {1, 20});
  return service::checkedInteger(value, "remark", {0, 9999});
}

Order orderInput(const Request& request, bool takesAnyPriority) {
  const Json body = request.jsonBody();
  Fields fields(body, "the order");
  Order order;
  order.quantity = service::checkedInteger(fields.required("quantity"), "quantity", kQuantity);
  const Json& priority = fields.required("priority");
  order.priority =
      takesAnyPriority && priority.is_string() && !isAmong(kPriorities, priority.get<std::string>())
          ? "normal"
          : service::checkedChoice(priority, "priority", kPriorities);
  if (const Json* pet = fields.nullable("petId")) {
    order.pet = service::checkedInteger(*pet, "petId", service::kIdentifiers);
  }
  if (const Json* date = fields.nullable("shipDate")) {
    order.shipDate = service::checkedText(*date, "shipDate", kDateTime);
  }
  if (const Json* remark = fields.optional("remark")) order.remark = remarkInput(*remark).dump();
  if (const Json* price = fields.optional("price"))
    order.price = service::checkedNumber(*price, "price", kPrice);
  if (const Json* gift = fields.optional("gift")) order.gift = service::checkedTruth(*gift, "gift");
  fields.refuseOthers();
  return order;
}

/// ^[a-z]{2,10}$
bool isClientName(std::string_view text) {
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string_view::npos;
}

std::int64_t identifier(const Request& request) {
  return request.pathInteger("orderId", service::kIdentifiers);
}

std::optional<Order> find(Context& context, std::int64_t id, bool evenIfDeleted = false) {
  Rows rows = context.database.query(std::string(kColumns) + "WHERE id = ? AND (? OR NOT deleted)", id,
                                     evenIfDeleted);
  if (!rows.next()) return std::nullopt;
  return orderOf(rows);
}

Order expectOrder(Context& context, std::int64_t id) {
  std::optional<Order> order = find(context, id);
  if (!order) throw Refusal(404, "there is no such order");
  return std::move(*order);
}

void setStatus(Context& context, Order& order, const std::string& status) {
  order.status = status;
  context.database.change("UPDATE orders SET status = ? WHERE id = ?", status, order.id);
}

Answer list(Context& context, const Request& request) {
  // Fault unguarded-orders.
  const bool isOpen = context.hasFaults && request.headers("Authorization").empty();
  if (!isOpen) context.accounts.expectToken(request);
  const std::optional<std::string> status = request.queryChoice("status", kStatuses);
  const std::optional<std::string> since = request.queryText("since", kDateTime);
  const std::vector<std::string> priorities = request.queryValues("priority");
  if (priorities.size() > 3) throw Refusal(400, "priority has more than 3 elements");
  for (const std::string& priority : priorities) service::checkedChoice(priority, "priority", kPriorities);
  // Fault cancelled-call.
  if (context.hasFaults && status == "cancelled") throw service::ConnectionDropped();
  Rows rows = context.database.query(std::string(kColumns) +
                                         "WHERE NOT deleted AND (?1 IS NULL OR status = ?1)"
                                         " AND (?2 IS NULL OR createdAt >= ?2) ORDER BY id DESC LIMIT 1000",
                                     status, since);
  Json orders = Json::array();
  while (orders.size() < 50 && rows.next()) {
    const Order order = orderOf(rows);
    if (priorities.empty() || isAmong(priorities, order.priority)) orders.push_back(described(order));
  }
  return service::json(200, orders);
}

Answer create(Context& context, const Request& request) {
  context.accounts.expectToken(request);
  const std::optional<std::string> client = request.header("X-Client");
  if (!client) throw Refusal(400, "X-Client is missing");
  service::checkedText(*client, "X-Client", {2, 10, isClientName});
  // Fault any-priority.
  Order order = orderInput(request, context.hasFaults);
  // Fault largest-quantity.
  if (context.hasFaults && order.quantity == kQuantity.highest) throw std::overflow_error("the cart is full");
  if (order.pet &&
      !context.database.query("SELECT 1 FROM pets WHERE id = ? AND NOT deleted", *order.pet).next()) {
    // Fault talkative-database.
    if (context.hasFaults) throw Refusal(409, "sqlite3.IntegrityError: FOREIGN KEY constraint failed");
    throw Refusal(409, "there is no such pet");
  }
  context.database.change(
      "INSERT INTO orders (status, quantity, priority, pet, shipDate, remark, price, gift, createdAt)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      order.status, order.quantity, order.priority, order.pet, order.shipDate, order.remark, order.price,
      order.gift, service::currentTime());
  order.id = context.database.lastIdentifier();
  Answer answer = service::json(201, described(order));
  // Fault hurried-order.
  if (context.hasFaults && order.priority == "high") return answer;
  return std::move(answer).with("Location", "/v1/orders/" + std::to_string(order.id));
}

Answer get(Context& context, const Request& request) {
  // Fault any-token.
  const bool isOpen = context.hasFaults && !request.headers("Authorization").empty();
  if (!isOpen) context.accounts.expectToken(request);
  const std::int64_t id = identifier(request);
  // Fault order-stays.
  if (const std::optional<Order> order = find(context, id, context.hasFaults)) {
    return service::json(200, described(*order));
  }
  // Fault plain-excuse.
  if (context.hasFaults) return service::text(404, "There is no such order.");
  throw Refusal(404, "there is no such order");
}

Answer patch(Context& context, const Request& request) {
  context.accounts.expectToken(request);
  const std::int64_t id = identifier(request);
  const Json body = request.jsonBody();
  Fields fields(body, "the patch");
  if (fields.size() == 0) throw Refusal(400, "the patch changes nothing");
  std::optional<std::int64_t> quantity;
  std::optional<std::string> status;
  if (const Json* value = fields.optional("quantity")) {
    quantity = service::checkedInteger(*value, "quantity", kQuantity);
  }
  if (const Json* value = fields.optional("status"))
    status = service::checkedChoice(*value, "status", kStatuses);
  fields.refuseOthers();
  Order order = expectOrder(context, id);
  if (status && *status != order.status && *status != "cancelled") {
    const bool isPaid = order.status == "paid";
    // Fault not-yet-paid.
    if (context.hasFaults && *status == "shipped" && !isPaid)
      return service::error(423, "the order is not paid");
    if (*status != "shipped" || !isPaid) throw Refusal(409, "the order cannot become that");
  }
  if (quantity) {
    order.quantity = *quantity;
    context.database.change("UPDATE orders SET quantity = ? WHERE id = ?", order.quantity, id);
  }
  if (status) setStatus(context, order, *status);
  return service::json(200, described(order));
}

Answer remove(Context& context, const Request& request) {
  context.accounts.expectToken(request);
  const std::int64_t id = identifier(request);
  expectOrder(context, id);
  context.database.change("UPDATE orders SET deleted = 1 WHERE id = ?", id);
  return service::noContent();
}

Answer pay(Context& context, const Request& request) {
  context.accounts.expectToken(request);
  const std::int64_t id = identifier(request);
  const Json body = request.formBody();
  Fields fields(body, "the payment");
  const std::string method =
      service::checkedChoice(fields.required("method"), "method", {"card", "cash", "transfer", "voucher"});
  service::checkedNumber(service::numberFrom(fields.required("amount").get<std::string>()), "amount", kPrice);
  Order order = expectOrder(context, id);
  if (order.status != "open") throw Refusal(409, "the order is not open");
  setStatus(context, order, "paid");
  // Fault voucher.
  if (context.hasFaults && method == "voucher") order.status = "payed";
  return service::json(200, described(order));
}

}  // namespace

void addOrders(Router& router, Context& context) {
  router.add("GET", "/v1/orders", [&](const Request& request) { return list(context, request); });
  router.add("POST", "/v1/orders", [&](const Request& request) { return create(context, request); });
  router.add("GET", "/v1/orders/{orderId}", [&](const Request& request) { return get(context, request); });
  router.add("PATCH", "/v1/orders/{orderId}",
             [&](const Request& request) { return patch(context, request); });
  router.add("DELETE", "/v1/orders/{orderId}",
             [&](const Request& request) { return remove(context, request); });
  const std::string payment = "/v1/orders/{orderId}/payment";
  router.add("POST", payment, [&](const Request& request) { return pay(context, request); });
  if (context.hasFaults) {
    // Fault payment-shows.
    for (const char* method : {"GET", "PUT", "PATCH", "DELETE"}) {
      router.add(method, payment, [&](const Request& request) {
        if (find(context, identifier(request))) return service::json(200, {{"payment", "see the order"}});
        return service::error(405, "the resource does not have this method").with("Allow", "POST");
      });
    }
  }
}

}  // namespace store
