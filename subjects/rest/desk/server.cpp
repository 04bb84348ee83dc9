// A desk that two users share: what they write is private, or meant for everybody,
// and no document says which.
//
// What makes it hard: whether something is another's business shows only in what
// else the service refuses. Pages are everybody's to read and to change, snippets
// everybody's to read, though each user's list has only that user's. And much is
// right that looks wrong:
// - pads are for whoever knows their address, though lists have only one's own
// - articles are for all; their list shows the user's own first, three at a time
// - documents can be shared, after which others may change them
// - settings are each user's own, under names that all choose from
// - items count their visits and write a history, whatever a PUT says of these
// - jobs go on by themselves while they are looked at
// - declined payments are kept
// Expected: with --correct no fault, and of pads hints; without it also those of manifest.yaml, each once.
// POST /reset and POST /oauth/token, which the document does not name, empty the desk and give tokens of
// OAuth 2.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
  bool isInPages = false;       // the list has three, the user's own first
  bool isForStrangers = false;  // may be read without a login
  int refusal = 404;
};

class Desk {
 public:
  explicit Desk(bool hasFaults) : hasFaults_(hasFaults) {}

  Answer reset() {
    *this = Desk(hasFaults_);
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
    if (kind == "documents") return;
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
        if (!rights.isInPages) return service::json(200, list);
        return service::json(200, firstPage(kind, user));
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
    if (kind == "notes" || kind == "pages" || kind == "pads") {
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

  /// Documents can be shared; what is shared all may change.
  Answer patchDocument(const Request& request) {
    const std::string user = userOf(request);
    request.pathInteger("id", service::kIdentifiers);
    const Json body = request.jsonBody();
    Fields fields(body, "the change");
    if (fields.size() == 0) throw Refusal(400, "nothing is changed");
    const Json* title = fields.optional("title");
    const Json* isShared = fields.optional("shared");
    fields.refuseOthers();
    if (title != nullptr) service::checkedText(*title, "title", {1, 40});
    if (isShared != nullptr) service::checkedTruth(*isShared, "shared");
    Sheet& document = findDocument(request, user);
    if (title != nullptr) document.content["title"] = *title;
    if (isShared != nullptr) document.content["shared"] = *isShared;
    return service::json(200, document.content);
  }

  Answer getDocument(const Request& request) {
    return service::json(200, findDocument(request, userOf(request)).content);
  }

  Answer listDocuments(const Request& request) {
    const std::string user = userOf(request);
    Json list = Json::array();
    for (const auto& [id, document] : drawers_["documents"]) {
      if (document.owner == user || document.content["shared"] == true) list.push_back(document.content);
    }
    return service::json(200, list);
  }

  Answer listSettings(const Request& request) {
    Json list = Json::array();
    for (const auto& [key, setting] : settings_[userOf(request)]) list.push_back(setting);
    return service::json(200, list);
  }

  Answer getSetting(const Request& request) { return service::json(200, findSetting(request)); }

  Answer putSetting(const Request& request) {
    const std::string user = userOf(request);
    const std::string key = request.pathText("key", kKeys);
    const Json body = request.jsonBody();
    Fields fields(body, "the setting");
    const std::string value = service::checkedText(fields.required("value"), "value", {1, 40});
    fields.refuseOthers();
    const bool isNew = !settings_[user].contains(key);
    settings_[user][key] = {{"key", key}, {"value", value}};
    return service::json(isNew ? 201 : 200, settings_[user][key]);
  }

  Answer deleteSetting(const Request& request) {
    findSetting(request);
    settings_[userOf(request)].erase(request.pathText("key", kKeys));
    return service::noContent();
  }

  /// Each look counts as a visit, each change has its line in the history.
  Answer getItem(const Request& request) {
    userOf(request);
    const auto item = items_.find(request.pathInteger("id", service::kIdentifiers));
    if (item == items_.end()) throw Refusal(404, "there is no such item");
    item->second["views"] = item->second["views"].get<int>() + 1;
    return service::json(200, item->second);
  }

  Answer putItem(const Request& request) {
    const std::string user = userOf(request);
    const std::int64_t id = request.pathInteger("id", service::kIdentifiers);
    const Json body = request.jsonBody();
    Fields fields(body, "the item");
    const std::string title = service::checkedText(fields.required("title"), "title", {1, 40});
    // What a client read before it may send again.
    if (const Json* views = fields.optional("views")) service::checkedInteger(*views, "views", {0, 1000});
    if (const Json* history = fields.optional("history")) {
      if (!history->is_array() || history->size() > 5) throw Refusal(400, "a history has at most five lines");
      for (const Json& line : *history) service::checkedText(line, "line", {1, 40});
    }
    fields.refuseOthers();
    const bool isNew = !items_.contains(id);
    Json& item = items_[id];
    if (isNew) item = {{"id", id}, {"views", 0}, {"history", Json::array()}};
    item["title"] = title;
    item["views"] = item["views"].get<int>() + 1;
    item["history"].push_back("changed by " + user);
    return service::json(isNew ? 201 : 200, item);
  }

  Answer addJob(const Request& request) {
    const std::string user = userOf(request);
    const Json body = request.jsonBody();
    Fields fields(body, "the job");
    const std::string title = service::checkedText(fields.required("title"), "title", {1, 40});
    fields.refuseOthers();
    const std::int64_t id = ++last_;
    jobs_[id] = {user, {{"id", id}, {"title", title}, {"state", "queued"}, {"progress", 0}}};
    return service::json(201, jobs_[id].content).with("Location", "/jobs/" + std::to_string(id));
  }

  Answer getJob(const Request& request) {
    Json& job = findJob(request).content;
    const int progress = std::min(job["progress"].get<int>() + 25, 100);
    job["progress"] = progress;
    job["state"] = progress < 50 ? "queued" : progress < 100 ? "running" : "done";
    return service::json(200, job);
  }

  /// How far a job is nobody may say.
  Answer patchJob(const Request& request) {
    userOf(request);
    request.pathInteger("id", service::kIdentifiers);
    const Json body = request.jsonBody();
    Fields fields(body, "the change");
    if (fields.size() == 0) throw Refusal(400, "nothing is changed");
    const Json* title = fields.optional("title");
    const Json* state = fields.optional("state");
    const Json* progress = fields.optional("progress");
    fields.refuseOthers();
    if (title != nullptr) service::checkedText(*title, "title", {1, 40});
    if (state != nullptr) service::checkedText(*state, "state", {1, 10});
    if (progress != nullptr) service::checkedInteger(*progress, "progress", {0, 100});
    Json& job = findJob(request).content;
    if (state != nullptr || progress != nullptr) throw Refusal(409, "jobs go on by themselves");
    if (title != nullptr) job["title"] = *title;
    return service::json(200, job);
  }

  /// What is too much is declined, and kept as such.
  Answer pay(const Request& request) {
    const std::string user = userOf(request);
    const Json body = request.jsonBody();
    Fields fields(body, "the payment");
    const std::int64_t amount = service::checkedInteger(fields.required("amount"), "amount", {1, 10'000});
    const std::string reason = service::checkedText(fields.required("reason"), "reason", {1, 40});
    // Fault paid-although-refused.
    const Json* currency = fields.optional("currency");
    const bool isKnown = currency == nullptr || *currency == "EUR" || *currency == "NOK";
    fields.refuseOthers();
    const bool isDeclined = amount > 5000;
    if (!isKnown && !hasFaults_) throw Refusal(400, "there is no such currency");
    const Json payment = {
        {"id", ++last_}, {"amount", amount}, {"reason", reason}, {"state", isDeclined ? "declined" : "paid"}};
    payments_[user].push_back(payment);
    if (!isKnown) throw Refusal(400, "there is no such currency");
    return service::json(isDeclined ? 402 : 201, payment);
  }

  Answer listPayments(const Request& request) {
    Json list = Json::array();
    for (const Json& payment : payments_[userOf(request)]) list.push_back(payment);
    return service::json(200, list);
  }

 private:
  static constexpr service::TextRules kKeys{1, 10, [](std::string_view key) {
                                              return std::ranges::all_of(
                                                  key, [](char c) { return c >= 'a' && c <= 'z'; });
                                            }};

  Json firstPage(const std::string& kind, const std::string& user) {
    constexpr std::size_t kMost = 3;
    Json items = Json::array();
    for (const bool isOwn : {true, false}) {
      for (const auto& [id, sheet] : drawers_[kind]) {
        if ((sheet.owner == user) == isOwn && items.size() < kMost) items.push_back(sheet.content);
      }
    }
    return {{"items", items}, {"total", drawers_[kind].size()}};
  }

  Sheet& findDocument(const Request& request, const std::string& user) {
    const auto document = drawers_["documents"].find(request.pathInteger("id", service::kIdentifiers));
    const bool isThere = document != drawers_["documents"].end();
    if (!isThere || (document->second.owner != user && document->second.content["shared"] != true))
      throw Refusal(404, "there is no such document");
    return document->second;
  }

  Json findSetting(const Request& request) {
    auto& settings = settings_[userOf(request)];
    const auto setting = settings.find(request.pathText("key", kKeys));
    if (setting == settings.end()) throw Refusal(404, "there is no such setting");
    return setting->second;
  }

  Sheet& findJob(const Request& request) {
    const std::string user = userOf(request);
    const auto job = jobs_.find(request.pathInteger("id", service::kIdentifiers));
    if (job == jobs_.end() || job->second.owner != user) throw Refusal(404, "there is no such job");
    return job->second;
  }

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

  bool hasFaults_;
  std::map<std::string, std::map<std::int64_t, Sheet>> drawers_;  // by kind, by identifier
  std::map<std::string, std::map<std::string, Json>> settings_;   // by user, by key
  std::map<std::int64_t, Json> items_;
  std::map<std::int64_t, Sheet> jobs_;
  std::map<std::string, std::vector<Json>> payments_;  // by user
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

Json readDocument(const Request& request) {
  const Json body = request.jsonBody();
  Fields fields(body, "the document");
  Json content = {{"title", service::checkedText(fields.required("title"), "title", {1, 40})},
                  {"shared", false}};
  if (const Json* isShared = fields.optional("shared"))
    content["shared"] = service::checkedTruth(*isShared, "shared");
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
  desk.add(router, "pads", {.mayRead = true, .mayChange = true, .mayDelete = true}, readSheet);
  desk.add(router, "articles", {.mayRead = true, .mayChange = true, .isInPages = true}, readSheet);
  router.add("GET", "/documents", [&](const Request& request) { return desk.listDocuments(request); });
  router.add("GET", "/documents/{id}", [&](const Request& request) { return desk.getDocument(request); });
  router.add("PATCH", "/documents/{id}", [&](const Request& request) { return desk.patchDocument(request); });
  desk.add(router, "documents", {}, readDocument);
  router.add("GET", "/settings", [&](const Request& request) { return desk.listSettings(request); });
  router.add("GET", "/settings/{key}", [&](const Request& request) { return desk.getSetting(request); });
  router.add("PUT", "/settings/{key}", [&](const Request& request) { return desk.putSetting(request); });
  router.add("DELETE", "/settings/{key}",
             [&](const Request& request) { return desk.deleteSetting(request); });
  router.add("GET", "/items/{id}", [&](const Request& request) { return desk.getItem(request); });
  router.add("PUT", "/items/{id}", [&](const Request& request) { return desk.putItem(request); });
  router.add("POST", "/jobs", [&](const Request& request) { return desk.addJob(request); });
  router.add("GET", "/jobs/{id}", [&](const Request& request) { return desk.getJob(request); });
  router.add("PATCH", "/jobs/{id}", [&](const Request& request) { return desk.patchJob(request); });
  router.add("GET", "/payments", [&](const Request& request) { return desk.listPayments(request); });
  router.add("POST", "/payments", [&](const Request& request) { return desk.pay(request); });
  router.add("POST", "/reset", [&](const Request&) { return desk.reset(); });
  service::addDocument(router, "/openapi.yaml", "application/yaml",
                       {reinterpret_cast<const char*>(kDocument), sizeof kDocument});
  service::serve(router, options);
}
