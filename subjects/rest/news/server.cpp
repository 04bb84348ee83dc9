// rest-news: news by country and author, after the papers' service of that name.
//
// What makes it hard: a news must be made before it can be read, changed or deleted,
// and everything about it is checked.
// Expected: no fault. POST /reset, which the document does not name, empties it.
#include <optional>
#include <string>
#include <string_view>

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

const service::Choices kCountries = {"Argentina", "Australia", "Austria", "Brazil",      "Canada",
                                     "China",     "Denmark",   "Egypt",   "Finland",     "France",
                                     "Germany",   "Iceland",   "India",   "Italy",       "Japan",
                                     "Kenya",     "Norway",    "Spain",   "Switzerland", "Turkey"};

constexpr const char* kColumns = "SELECT id, authorId, text, country, creationTime FROM news ";

/// Blank is what has nothing but spaces and ends of lines.
bool isNotBlank(std::string_view text) { return text.find_first_not_of(" \t\r\n") != std::string_view::npos; }

constexpr service::TextRules kAuthor{1, 32, isNotBlank};
constexpr service::TextRules kText{1, 1024, isNotBlank};

struct NewsInput {
  std::string author;
  std::string text;
  std::string country;
};

NewsInput newsInput(const Request& request) {
  const Json body = request.jsonBody();
  service::Fields fields(body, "the news");
  NewsInput input;
  input.author = service::checkedText(fields.required("authorId"), "authorId", kAuthor);
  input.text = service::checkedText(fields.required("text"), "text", kText);
  input.country = service::checkedChoice(fields.required("country"), "country", kCountries);
  fields.refuseOthers();
  return input;
}

Json newsOf(const Rows& rows) {
  return {{"id", rows.integer(0)},
          {"authorId", rows.text(1)},
          {"text", rows.text(2)},
          {"country", rows.text(3)},
          {"creationTime", rows.text(4)}};
}

class News {
 public:
  News() { reset(); }

  Answer reset() {
    database_.run(
        "DROP TABLE IF EXISTS news;"
        "CREATE TABLE news (id INTEGER PRIMARY KEY AUTOINCREMENT, authorId TEXT NOT NULL, text TEXT NOT NULL,"
        " country TEXT NOT NULL, creationTime TEXT NOT NULL)");
    return service::noContent();
  }

  Answer list(const Request& request) {
    const std::optional<std::string> country = request.queryChoice("country", kCountries);
    const std::optional<std::string> author = request.queryText("authorId", kAuthor);
    Rows rows = database_.query(std::string(kColumns) +
                                    "WHERE (?1 IS NULL OR country = ?1) AND (?2 IS NULL OR authorId = ?2)"
                                    " ORDER BY id DESC LIMIT 50",
                                country, author);
    Json all = Json::array();
    while (rows.next()) all.push_back(newsOf(rows));
    return service::json(200, all);
  }

  Answer create(const Request& request) {
    const NewsInput input = newsInput(request);
    database_.change("INSERT INTO news (authorId, text, country, creationTime) VALUES (?, ?, ?, ?)",
                     input.author, input.text, input.country, service::currentTime());
    const std::int64_t id = database_.lastIdentifier();
    return service::json(201, find(id)).with("Location", "/news/" + std::to_string(id));
  }

  Answer get(const Request& request) { return service::json(200, find(identifier(request))); }

  Answer replace(const Request& request) {
    const std::int64_t id = identifier(request);
    const NewsInput input = newsInput(request);
    expectChange(database_.change("UPDATE news SET authorId = ?, text = ?, country = ? WHERE id = ?",
                                  input.author, input.text, input.country, id));
    return service::noContent();
  }

  Answer replaceText(const Request& request) {
    const std::int64_t id = identifier(request);
    const std::string text = request.textBody(kText);
    expectChange(database_.change("UPDATE news SET text = ? WHERE id = ?", text, id));
    return service::noContent();
  }

  Answer remove(const Request& request) {
    expectChange(database_.change("DELETE FROM news WHERE id = ?", identifier(request)));
    return service::noContent();
  }

 private:
  static std::int64_t identifier(const Request& request) {
    return request.pathInteger("id", service::kIdentifiers);
  }

  static void expectChange(std::int64_t rows) {
    if (rows == 0) throw Refusal(404, "there is no such news");
  }

  Json find(std::int64_t id) {
    Rows rows = database_.query(std::string(kColumns) + "WHERE id = ?", id);
    if (!rows.next()) throw Refusal(404, "there is no such news");
    return newsOf(rows);
  }

  service::Database database_;
};

}  // namespace

int main(int argc, char** argv) {
  const service::Options options = service::readOptions(argc, argv);
  News news;
  service::Router router;
  router.add("GET", "/countries", [](const Request&) { return service::json(200, kCountries); });
  router.add("GET", "/news", [&](const Request& request) { return news.list(request); });
  router.add("POST", "/news", [&](const Request& request) { return news.create(request); });
  router.add("GET", "/news/{id}", [&](const Request& request) { return news.get(request); });
  router.add("PUT", "/news/{id}", [&](const Request& request) { return news.replace(request); });
  router.add("DELETE", "/news/{id}", [&](const Request& request) { return news.remove(request); });
  router.add("PUT", "/news/{id}/text", [&](const Request& request) { return news.replaceText(request); });
  router.add("POST", "/reset", [&](const Request&) { return news.reset(); });
  service::addDocument(router, "/openapi.yaml", "application/yaml",
                       {reinterpret_cast<const char*>(kDocument), sizeof kDocument});
  service::serve(router, options);
}
