// A desk that two users share: what they write is private, or meant for everybody,
// and no document says which.
//
// What makes it hard: whether something is another's business shows only in what
// else the service refuses. Pages are everybody's to read and to change, snippets
// everybody's to read, though each user's list has only that user's.
// Expected: with --correct no fault; without it those of manifest.yaml, each once.
// POST /reset and POST /oauth/token, which the document does not name, empty the desk and give tokens of
// OAuth 2.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "../common/serve.h"
#include "../common/text.h"

namespace {

using service::Answer;
using service::Fields;
using service::Json;
using service::Refusal;
using service::Request;
using service::Router;

const unsigned char kDocument[] = {
#embed "openapi.yaml"
};

const std::map<std::string, std::string> kPasswords = {
    {"ann", "apple"}, {"ben", "berry"}, {"clerk", "cherry"}};
constexpr std::string_view kClient = "clerk";

struct Sheet {
  std::string owner;
  Json content;
};

/// What may be done by others than the owner.
struct Rights {
  bool mayRead = false;
  bool mayChange = false;
  bool mayDelete = false;
  bool isListed = false;        // in everybody's list
  bool isForStrangers = false;  // may be read without a login
  int refusal = 404;
};

class Desk {
 public:
  explicit Desk(bool hasFaults) : hasFaults_(hasFaults) {}

  Answer reset() {
    drawers_.clear();
    last_ = 0;
    return service::noContent();
  }

  Answer logIn(const Request& request) {
    const Json body = request.jsonBody();
    Fields fields(body, "the login");
    const std::string user = service::checkedText(fields.required("user"), "user", {1, 30});
    const std::string password = service::checkedText(fields.required("password"), "password", {1, 30});
    fields.refuseOthers();
    const auto known = kPasswords.find(user);
    if (known == kPasswords.end() || known->second != password) throw Refusal(401, "the password is wrong");
    return service::json(200, {{"token", "token-of-" + user}});
  }

  /// A token endpoint of OAuth 2 (RFC 6749, 4.3 and 4.4): the client is known by basic authentication or by
  /// the body.
  static Answer giveToken(const Request& request) {
    const Json form = request.formBody();
    const auto field = [&](const char* name) {
      return form.contains(name) ? form[name].get<std::string>() : "";
    };
    const auto refuse = [](int status, const char* error) {
      return service::json(status, {{"error", error}});
    };
    const std::string header = request.header("Authorization").value_or("");
    const std::string expected = std::string(kClient) + ":" + kPasswords.at("clerk");
    const bool isKnown = header.starts_with("Basic ")
                             ? service::base64Decoded(header.substr(6)) == expected
                             : field("client_id") + ":" + field("client_secret") == expected;
    if (!isKnown) return refuse(401, "invalid_client");
    std::string user(kClient);
    if (field("grant_type") == "password") {
      user = field("username");
      const auto known = kPasswords.find(user);
      if (known == kPasswords.end() || known->second != field("password"))
        return refuse(400, "invalid_grant");
    } else if (field("grant_type") != "client_credentials") {
      return refuse(400, "unsupported_grant_type");
    }
    return service::json(
        200, {{"access_token", "token-of-" + user}, {"token_type", "bearer"}, {"expires_in", 600}});
  }

  /// The five things that can be done with a kind of sheets. `read` checks a body.
  using Read = Json (*)(const Request&);
  void add(Router& router, const std::string& kind, Rights rights, Read read) {
    const std::string all = "/" + kind;
    const std::string one = all + "/{id}";
    router.add("POST", all, [this, kind, read](const Request& request) {
      const std::string owner = userOf(request);
      Json content = read(request);
      content["id"] = ++last_;
      drawers_[kind][last_] = {owner, content};
      return service::json(201, content).with("Location", "/" + kind + "/" + std::to_string(last_));
    });
    router.add("GET", one, [this, kind, rights](const Request& request) {
      if (!rights.isForStrangers) userOf(request);
      return service::json(200, find(kind, request, rights.mayRead, rights.refusal).content);
    });
    if (kind != "tasks") {
      router.add("GET", all, [this, kind, rights](const Request& request) {
        const std::string user = userOf(request);
        Json list = Json::array();
        for (const auto& [id, sheet] : drawers_[kind]) {
          if (rights.isListed || sheet.owner == user) list.push_back(sheet.content);
        }
        return service::json(200, list);
      });
    }
    if (kind == "letters" || kind == "diaries") return;
    router.add("PUT", one, [this, kind, rights, read](const Request& request) {
      userOf(request);
      const std::int64_t id = request.pathInteger("id", service::kIdentifiers);
      Json content = read(request);
      Sheet& sheet = find(kind, request, rights.mayChange, rights.refusal);
      // Fault labels-pile-up.
      if (hasFaults_ && kind == "tasks") {
        Json labels = sheet.content["labels"];
        for (const Json& label : content["labels"]) labels.push_back(label);
        content["labels"] = labels;
      }
      content["id"] = id;
      sheet.content = content;
      return service::json(200, content);
    });
    if (kind == "notes" || kind == "pages") {
      router.add("DELETE", one, [this, kind, rights](const Request& request) {
        userOf(request);
        find(kind, request, rights.mayDelete, rights.refusal);
        drawers_[kind].erase(request.pathInteger("id", service::kIdentifiers));
        return service::noContent();
      });
    }
  }

  Answer patchTask(const Request& request) {
    userOf(request);
    request.pathInteger("id", service::kIdentifiers);
    const Json body = request.jsonBody();
    Fields fields(body, "the change");
    if (fields.size() == 0) throw Refusal(400, "nothing is changed");
    const Json* title = fields.optional("title");
    const Json* effort = fields.optional("effort");
    fields.refuseOthers();
    if (title != nullptr) service::checkedText(*title, "title", {1, 40});
    // Fault tasks-of-all.
    Sheet* sheet = hasFaults_ ? &find("tasks", request, true, 403) : nullptr;
    // Fault kept-although-refused.
    if (hasFaults_ && title != nullptr) sheet->content["title"] = *title;
    if (effort != nullptr) service::checkedInteger(*effort, "effort", {1, 100});
    if (sheet == nullptr) sheet = &find("tasks", request, false, 403);
    if (title != nullptr) sheet->content["title"] = *title;
    if (effort != nullptr) sheet->content["effort"] = *effort;
    return service::json(200, sheet->content);
  }

 private:
  static std::string userOf(const Request& request) {
    const std::string given = request.header("Authorization").value_or("");
    for (const auto& [user, password] : kPasswords) {
      if (given == "Bearer token-of-" + user) return user;
    }
    throw Refusal(401, "this needs a login");
  }

  Sheet& find(const std::string& kind, const Request& request, bool isForAll, int refusal) {
    auto& drawer = drawers_[kind];
    const auto sheet = drawer.find(request.pathInteger("id", service::kIdentifiers));
    if (sheet == drawer.end()) throw Refusal(404, "there is no such sheet");
    if (!isForAll && sheet->second.owner != userOf(request))
      throw Refusal(refusal, refusal == 404 ? "there is no such sheet" : "this is another's");
    return sheet->second;
  }

  const bool hasFaults_;
  std::map<std::string, std::map<std::int64_t, Sheet>> drawers_;  // by kind, by identifier
  std::int64_t last_ = 0;
};

Json readSheet(const Request& request) {
  const Json body = request.jsonBody();
  Fields fields(body, "the sheet");
  Json content = {{"title", service::checkedText(fields.required("title"), "title", {1, 40})},
                  {"text", service::checkedText(fields.required("text"), "text", {0, 200})}};
  fields.refuseOthers();
  return content;
}

Json readTask(const Request& request) {
  const Json body = request.jsonBody();
  Fields fields(body, "the task");
  Json content = {{"title", service::checkedText(fields.required("title"), "title", {1, 40})},
                  {"effort", service::checkedInteger(fields.required("effort"), "effort", {1, 100})},
                  {"labels", Json::array()}};
  const Json& labels = fields.required("labels");
  fields.refuseOthers();
  if (!labels.is_array() || labels.size() > 5) throw Refusal(400, "labels are at most five");
  for (const Json& label : labels) content["labels"].push_back(service::checkedText(label, "label", {1, 20}));
  return content;
}

}  // namespace

int main(int argc, char** argv) {
  const service::Options options = service::readOptions(argc, argv, {"--correct"});
  const bool hasFaults = !options.switches.contains("--correct");
  Desk desk(hasFaults);
  Router router;
  router.add("POST", "/login", [&](const Request& request) { return desk.logIn(request); });
  router.add("POST", "/oauth/token", [&](const Request& request) { return Desk::giveToken(request); });
  // Fault notes-thrown-away.
  desk.add(router, "notes", {.mayDelete = hasFaults}, readSheet);
  desk.add(router, "tasks", {.refusal = 403}, readTask);
  router.add("PATCH", "/tasks/{id}", [&](const Request& request) { return desk.patchTask(request); });
  // Fault letters-opened.
  desk.add(router, "letters", {.mayRead = hasFaults}, readSheet);
  // Fault diaries-on-show.
  desk.add(router, "diaries", {.isListed = hasFaults}, readSheet);
  desk.add(router, "pages", {.mayRead = true, .mayChange = true, .mayDelete = true, .isListed = true},
           readSheet);
  desk.add(router, "snippets", {.mayRead = true, .isForStrangers = true, .refusal = 403}, readSheet);
  router.add("POST", "/reset", [&](const Request&) { return desk.reset(); });
  service::addDocument(router, "/openapi.yaml", "application/yaml",
                       {reinterpret_cast<const char*>(kDocument), sizeof kDocument});
  service::serve(router, options);
}
