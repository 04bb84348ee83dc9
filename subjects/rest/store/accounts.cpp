#include "accounts.h"

#include <cstdlib>

#include "../common/text.h"
#include "context.h"

namespace store {

namespace {

constexpr std::string_view kUser = "keeper";
constexpr std::string_view kPassword = "kibble";
constexpr std::string_view kAdministrator = "admin:biscuit";
constexpr std::size_t kMostSecrets = 10000;

[[noreturn]] void refuse() { throw Refusal(401, "this needs authentication"); }

/// What follows "Bearer " or "Basic ", in whichever Authorization header has it.
std::optional<std::string> credentials(const Request& request, const std::string& scheme) {
  for (const std::string& line : request.headers("Authorization")) {
    if (service::lowered(line).starts_with(scheme + ' '))
      return service::trimmed(line.substr(scheme.size() + 1));
  }
  return std::nullopt;
}

constexpr service::TextRules kNickname{1, 20};

Answer logIn(Context& context, const Request& request) {
  const Json body = request.jsonBody();
  Fields fields(body, "the login");
  const std::string user = service::checkedText(fields.required("user"), "user", {1, 30});
  const std::string password = service::checkedText(fields.required("password"), "password", {1, 30});
  const std::optional<std::string> token = context.accounts.logIn(user, password);
  if (!token) throw Refusal(401, "the password is wrong");
  return service::json(200, {{"token", *token}, {"uses", Accounts::kUsesOfToken}});
}

Json described(const Session& session) {
  return {{"nickname", session.nickname}, {"visits", session.visits}};
}

Answer openSession(Context& context, const Request& request) {
  const Json body = request.formBody();
  Fields fields(body, "the session");
  const std::string nickname = service::checkedText(fields.required("nickname"), "nickname", kNickname);
  if (const Json* newsletter = fields.optional("newsletter")) {
    service::checkedTruth(service::truthFrom(newsletter->get<std::string>()), "newsletter");
  }
  // Fault longest-nickname.
  if (context.hasFaults && service::codePointsOf(nickname) == kNickname.longest) std::abort();
  return service::json(201, described({nickname, 0}))
      .with("Set-Cookie", "session=" + context.accounts.openSession(nickname) + "; Path=/; HttpOnly");
}

Answer getStatistics(Context& context) {
  Rows rows = context.database.query(
      "SELECT (SELECT count(*) FROM owners WHERE NOT deleted), (SELECT count(*) FROM pets WHERE NOT deleted),"
      " (SELECT count(*) FROM orders WHERE NOT deleted)");
  rows.next();
  return service::json(200,
                       {{"owners", rows.integer(0)}, {"pets", rows.integer(1)}, {"orders", rows.integer(2)}});
}

}  // namespace

Accounts::Accounts() : random_(std::random_device{}()) {}

std::string Accounts::secret() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (int i = 0; i < 2; ++i) {
    for (std::uint64_t bits = random_(), count = 0; count < 16; ++count, bits >>= 4)
      text += kDigits[bits & 15];
  }
  return text;
}

std::optional<std::string> Accounts::logIn(const std::string& user, const std::string& password) {
  if (user != kUser || password != kPassword) return std::nullopt;
  if (tokens_.size() >= kMostSecrets) tokens_.clear();
  std::string token = secret();
  tokens_[token].end = Clock::now() + std::chrono::minutes(10);
  return token;
}

void Accounts::expectToken(const Request& request) {
  const std::optional<std::string> given = credentials(request, "bearer");
  if (!given) refuse();
  const auto token = tokens_.find(*given);
  if (token == tokens_.end()) refuse();
  if (token->second.usesLeft == 0 || Clock::now() > token->second.end) {
    tokens_.erase(token);
    refuse();
  }
  --token->second.usesLeft;
}

void Accounts::expectAdministrator(const Request& request) const {
  const std::optional<std::string> given = credentials(request, "basic");
  if (!given || service::base64Decoded(*given) != kAdministrator) refuse();
}

std::string Accounts::openSession(const std::string& nickname) {
  if (sessions_.size() >= kMostSecrets) sessions_.clear();
  std::string name = secret();
  sessions_[name].nickname = nickname;
  return name;
}

Session& Accounts::session(const Request& request) {
  const auto session = sessions_.find(request.cookie("session").value_or(""));
  if (session == sessions_.end()) refuse();
  return session->second;
}

void Accounts::closeSession(const Request& request) {
  session(request);
  sessions_.erase(request.cookie("session").value_or(""));
}

void addAccounts(Router& router, Context& context) {
  router.add("POST", "/v1/login", [&](const Request& request) { return logIn(context, request); });
  if (context.hasFaults) {
    // Fault login-hides.
    for (const char* method : {"GET", "PUT", "PATCH", "DELETE"}) {
      router.add(method, "/v1/login", [](const Request&) { return service::error(404, "nothing to see"); });
    }
  }
  router.add("POST", "/v1/session", [&](const Request& request) { return openSession(context, request); });
  router.add("GET", "/v1/session", [&](const Request& request) {
    Session& session = context.accounts.session(request);
    ++session.visits;
    return service::json(200, described(session));
  });
  router.add("DELETE", "/v1/session", [&](const Request& request) {
    context.accounts.closeSession(request);
    return service::noContent();
  });
  router.add("GET", "/v1/admin/statistics", [&](const Request& request) {
    // Fault open-statistics.
    const bool isOpen = context.hasFaults && request.headers("Authorization").empty();
    if (!isOpen) context.accounts.expectAdministrator(request);
    return getStatistics(context);
  });
}

}  // namespace store
