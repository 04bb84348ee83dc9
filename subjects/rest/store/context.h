// What the parts of the store share.
//
// The store is correct with --correct. Without, it has the faults that
// manifest.yaml lists; each stands in the code behind `hasFaults`, with its name
// in a comment, and shows in one way only.
#pragma once

#include <string>

#include "../common/database.h"
#include "../common/router.h"
#include "accounts.h"

namespace store {

using service::Answer;
using service::Fields;
using service::Json;
using service::Refusal;
using service::Request;
using service::Router;
using service::Rows;

struct Context {
  explicit Context(bool hasFaults) : hasFaults(hasFaults) {}

  const bool hasFaults;
  service::Database database;
  Accounts accounts;
};

void createTables(service::Database& database);

void addOwners(Router& router, Context& context);
void addPets(Router& router, Context& context);
void addOrders(Router& router, Context& context);
void addAccounts(Router& router, Context& context);

/// Refuses with 404 where there is none. Owners that were deleted do not count.
void expectOwner(Context& context, std::int64_t owner);

}  // namespace store
