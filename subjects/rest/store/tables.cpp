// Nothing is ever erased, only marked: so the faults about deleted things can be.
#include "context.h"

namespace store {

void createTables(service::Database& database) {
  database.run(R"(
    DROP TABLE IF EXISTS owners;
    CREATE TABLE owners (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, phone TEXT, city TEXT, birthday TEXT,
      street TEXT, zip TEXT, country TEXT, createdAt TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0);
    DROP TABLE IF EXISTS pets;
    CREATE TABLE pets (
      id INTEGER PRIMARY KEY, owner INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, age INTEGER NOT NULL,
      status TEXT NOT NULL, tags TEXT NOT NULL, indoor INTEGER, size TEXT, water TEXT, notes TEXT, caption TEXT,
      photo TEXT, deleted INTEGER NOT NULL DEFAULT 0);
    CREATE INDEX petsOfOwner ON pets (owner);
    DROP TABLE IF EXISTS orders;
    CREATE TABLE orders (
      id INTEGER PRIMARY KEY, status TEXT NOT NULL, quantity INTEGER NOT NULL, priority TEXT NOT NULL, pet INTEGER,
      shipDate TEXT, remark TEXT, price REAL NOT NULL, gift INTEGER NOT NULL, createdAt TEXT NOT NULL,
      deleted INTEGER NOT NULL DEFAULT 0);
  )");
}

}  // namespace store
