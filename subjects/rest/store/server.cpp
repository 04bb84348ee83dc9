// A store for pets, their owners and orders: nested resources, three ways to
// authenticate, every kind of parameter and body.
//
// What makes it hard: pets need an owner, payments an order, orders a login whose
// token wears out; identifiers must flow from answers into later calls.
// Expected: with --correct no fault; without it those of manifest.yaml, each once.
// POST /reset, which the document does not name, removes owners, pets and orders.
#include <chrono>

#include "../common/serve.h"
#include "context.h"

namespace {

using service::Answer;
using service::Request;

const unsigned char kDocument[] = {
#embed "openapi.yaml"
};

void addStatus(service::Router& router, bool hasFaults) {
  const auto health = [](const Request&) { return service::text(200, "ok"); };
  router.add("GET", "/v1/health", health);
  router.add("HEAD", "/v1/health", health);
  const auto start = std::chrono::steady_clock::now();
  router.add("GET", "/v1/status", [=](const Request& request) {
    const auto theme = request.cookie("theme");
    if (theme) service::checkedChoice(*theme, "theme", {"light", "dark"});
    const std::int64_t seconds =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start).count();
    service::Json status = {{"version", "1.0.0"}, {"theme", theme.value_or("light")}, {"uptime", seconds}};
    // Fault uptime-in-words.
    if (hasFaults) status["uptime"] = std::to_string(seconds) + " seconds";
    return service::json(200, status);
  });
  if (hasFaults) {
    // Fault status-takes-all.
    for (const char* method : {"POST", "PUT", "PATCH", "DELETE"}) {
      router.add(method, "/v1/status", [](const Request&) { return service::noContent(); });
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const service::Options options = service::readOptions(argc, argv, {"--correct"});
  store::Context context(!options.switches.contains("--correct"));
  store::createTables(context.database);
  service::Router router;
  addStatus(router, context.hasFaults);
  store::addAccounts(router, context);
  store::addOwners(router, context);
  store::addPets(router, context);
  store::addOrders(router, context);
  router.add("POST", "/reset", [&](const Request&) {
    store::createTables(context.database);
    return service::noContent();
  });
  service::addDocument(router, "/openapi.yaml", "application/yaml",
                       {reinterpret_cast<const char*>(kDocument), sizeof kDocument});
  service::serve(router, options);
}
