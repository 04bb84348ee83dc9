// rest-foobar: foos and bars, after the running example of Zhang and Arcuri, "Adaptive
// Hypermutation for Search-Based System Test Generation: A Study on REST APIs with EvoMaster".
//
// What makes it hard: a foo is only made where there are three already, by a number that is
// free and one word; six branches (B0 to B5, which the answer names) then depend on members of
// the body and on a foo that must be there. The document tells none of it.
// Expected: as in the paper, right data are refused with 400, so createFoo is a positive-rejected.
// Nobody can make the first three foos over HTTP. --filled starts with three foos and a bar;
// otherwise they must be put into the database. POST /reset, which the document does not name,
// goes back to the start.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../common/database.h"
#include "../common/serve.h"
#include "../common/text.h"

namespace {

using service::Answer;
using service::Json;
using service::Refusal;
using service::Request;
using service::Rows;

const unsigned char kDocument[] = {
#embed "openapi.yaml"
};

constexpr service::IntegerRange kInt32{std::numeric_limits<std::int32_t>::min(),
                                       std::numeric_limits<std::int32_t>::max()};

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// ^\d{4}-\d{1,2}-\d{1,2}$, which also holds for days that no calendar has.
bool hasFormOfDate(std::string_view text) {
  const std::vector<std::string> parts = service::split(text, '-');
  if (parts.size() != 3 || parts[0].size() != 4) return false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].empty() || (i > 0 && parts[i].size() > 2)) return false;
    for (const char c : parts[i]) {
      if (!isDigit(c)) return false;
    }
  }
  return true;
}

constexpr service::TextRules kAnyText{0, std::numeric_limits<std::size_t>::max()};
constexpr service::TextRules kFormOfDate{8, 10, hasFormOfDate};

/// The body of POST, called z in the paper.
struct Info {
  std::int64_t c = 0;
  std::string t;
  std::optional<std::string> d1;
  std::optional<std::string> d2;
  std::optional<std::string> d3;
};

std::optional<std::string> optionalText(service::Fields& fields, const std::string& name) {
  const Json* member = fields.optional(name);
  if (member == nullptr) return std::nullopt;
  return service::checkedText(*member, name, kAnyText);
}

Info infoOf(const Request& request) {
  const Json body = request.jsonBody();
  service::Fields fields(body, "z");
  Info info;
  info.c = service::checkedInteger(fields.required("c"), "c", kInt32);
  info.t = service::checkedText(fields.required("t"), "t", kFormOfDate);
  info.d1 = optionalText(fields, "d1");
  info.d2 = optionalText(fields, "d2");
  info.d3 = optionalText(fields, "d3");
  return info;
}

constexpr const char* kFoos = "SELECT x, y, zc, zt, zd1, zd2, zd3 FROM foo ";

Json fooOf(const Rows& rows) {
  Json info = {{"c", rows.integer(2)}, {"t", rows.text(3)}};
  int column = 4;
  for (const char* name : {"d1", "d2", "d3"}) {
    if (const auto value = rows.optionalText(column++)) info[name] = *value;
  }
  return {{"x", rows.integer(0)}, {"y", rows.text(1)}, {"z", info}};
}

/// Says as little as the paper's answer, so that the conditions cannot be told apart from outside.
[[noreturn]] void refuseFoo() { throw Refusal(400, "the foo cannot be made"); }

class FooBar {
 public:
  explicit FooBar(bool isFilled) : isFilled_(isFilled) { reset(); }

  Answer reset() {
    database_.run(
        "DROP TABLE IF EXISTS foo;"
        "CREATE TABLE foo (x INTEGER PRIMARY KEY CHECK (x >= 0), y TEXT NOT NULL, zc INTEGER NOT NULL,"
        " zt DATE NOT NULL, zd1 TEXT, zd2 TEXT, zd3 TEXT);"
        "DROP TABLE IF EXISTS bar;"
        "CREATE TABLE bar (a INTEGER PRIMARY KEY, b TEXT NOT NULL, c INTEGER NOT NULL)");
    if (isFilled_) {
      database_.run(
          "INSERT INTO foo (x, y, zc, zt) VALUES (0, 'foo', 0, '1900-01-20'), (1, 'foo', 1, '1900-01-21'),"
          " (2, 'foo', 2, '1900-01-22');"
          "INSERT INTO bar VALUES (0, 'bar', 369)");
    }
    return service::noContent();
  }

  Answer listFoos() {
    Rows rows = database_.query(std::string(kFoos) + "ORDER BY x");
    Json all = Json::array();
    while (rows.next()) all.push_back(fooOf(rows));
    return service::json(200, all);
  }

  Answer createFoo(const Request& request) {
    const std::int64_t x = request.pathInteger("x", kInt32);
    const std::optional<std::string> y = request.queryText("y", kAnyText);
    if (!y) throw Refusal(400, "y is missing");
    const Info z = infoOf(request);
    if (countOfFoos() < 3) refuseFoo();
    if (x < 0 || hasFoo(x)) refuseFoo();
    if (service::lowered(*y) != "foo") refuseFoo();
    std::string branches = "B0";
    if (z.c == 100) {
      branches = "B1";
    } else if (z.c == 200) {
      branches = "B2";
    } else if (z.c == 300) {
      branches = "B3";
    }
    if (!service::isDate(z.t)) refuseFoo();
    if (z.t.starts_with("2020-")) branches += "B4";
    if (hasFoo(42)) branches += "B5";
    database_.change("INSERT INTO foo (x, y, zc, zt, zd1, zd2, zd3) VALUES (?, ?, ?, ?, ?, ?, ?)", x, *y, z.c,
                     z.t, z.d1, z.d2, z.d3);
    return service::text(200, branches);
  }

  Answer getFoo(const Request& request) {
    Rows rows = database_.query(std::string(kFoos) + "WHERE x = ?", request.pathInteger("x", kInt32));
    if (!rows.next()) throw Refusal(404, "there is no such foo");
    return service::json(200, fooOf(rows));
  }

  Answer deleteFoo(const Request& request) {
    if (database_.change("DELETE FROM foo WHERE x = ?", request.pathInteger("x", kInt32)) == 0) {
      throw Refusal(404, "there is no such foo");
    }
    return service::noContent();
  }

  Answer getBar(const Request& request) {
    Rows rows = database_.query("SELECT a, b, c FROM bar WHERE a = ?", request.pathInteger("a", kInt32));
    if (!rows.next()) throw Refusal(404, "there is no such bar");
    return service::json(200, {{"a", rows.integer(0)}, {"b", rows.text(1)}, {"c", rows.integer(2)}});
  }

 private:
  std::int64_t countOfFoos() {
    Rows rows = database_.query("SELECT COUNT(*) FROM foo");
    rows.next();
    return rows.integer(0);
  }

  bool hasFoo(std::int64_t x) { return database_.query("SELECT 1 FROM foo WHERE x = ?", x).next(); }

  const bool isFilled_;
  service::Database database_;
};

}  // namespace

int main(int argc, char** argv) {
  const service::Options options = service::readOptions(argc, argv, {"--filled"});
  FooBar foobar(options.switches.contains("--filled"));
  service::Router router;
  router.add("GET", "/api/foos", [&](const Request&) { return foobar.listFoos(); });
  router.add("POST", "/api/foos/{x}", [&](const Request& request) { return foobar.createFoo(request); });
  router.add("GET", "/api/foos/{x}", [&](const Request& request) { return foobar.getFoo(request); });
  router.add("DELETE", "/api/foos/{x}", [&](const Request& request) { return foobar.deleteFoo(request); });
  router.add("GET", "/api/bars/{a}", [&](const Request& request) { return foobar.getBar(request); });
  router.add("POST", "/reset", [&](const Request&) { return foobar.reset(); });
  service::addDocument(router, "/openapi.yaml", "application/yaml",
                       {reinterpret_cast<const char*>(kDocument), sizeof kDocument});
  service::serve(router, options);
}
