// Everything that tests of a REST API can have.
// covolve rest --schema "a.yaml"
// Build: c++ -std=c++17 FILE $(pkg-config --cflags --libs cpp-httplib) -lgtest -lgtest_main

#include <gtest/gtest.h>
#include <httplib.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <future>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

using nlohmann::json;

const httplib::Headers kJson = {{"Content-Type", "application/json"}};

/// A variable of the environment, which must be set.
std::string fromEnvironment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr) throw std::runtime_error(std::string("the environment has no ") + name);
  return value;
}

/// Without slashes at its end.
const std::string kBaseUrl = [] {
  const char* given = std::getenv("BASE_URL");
  std::string url = given != nullptr ? given : "http://localhost:8080/v1";
  while (!url.empty() && url.back() == '/') url.pop_back();
  return url;
}();
const size_t kPathStart = std::min(kBaseUrl.find('/', kBaseUrl.find("//") + 2), kBaseUrl.size());

httplib::Client makeClient() {
  std::signal(SIGPIPE, SIG_IGN);  // a lost connection is no reason to die
  httplib::Client client(kBaseUrl.substr(0, kPathStart));
  client.set_url_encode(false);
  client.set_connection_timeout(10);
  client.set_read_timeout(30);
  return client;
}

httplib::Request makeRequest(const std::string& method, const std::string& target,
                             const httplib::Headers& headers, const std::string& body) {
  httplib::Request request;
  request.method = method;
  request.path = kBaseUrl.substr(kPathStart) + target;
  request.headers = headers;
  if (!request.has_header("User-Agent")) request.headers.emplace("User-Agent", "covolve");
  if (!request.has_header("Accept")) request.headers.emplace("Accept", "*/*");
  if (!request.has_header("Accept-Encoding")) request.headers.emplace("Accept-Encoding", "identity");
  if (!body.empty() && !request.has_header("Content-Type")) {
    // cpp-httplib makes up a type for a body, but not for what it is handed piece by piece.
    request.content_length_ = body.size();
    request.content_provider_ = [body](size_t offset, size_t length, httplib::DataSink& sink) {
      return sink.write(body.data() + offset, length);
    };
    return request;
  }
  request.body = body;
  return request;
}

/// Sends exactly this: no redirect is followed and nothing in the target is changed.
httplib::Response send(const std::string& method, const std::string& target,
                       const httplib::Headers& headers = {}, const std::string& body = {}) {
  const httplib::Result result = makeClient().send(makeRequest(method, target, headers, body));
  if (!result) {
    throw std::runtime_error(method + " " + target + ": " + httplib::to_string(result.error()));
  }
  return *result;
}

/// Whether the service answers within ten seconds.
bool answers(const std::string& method, const std::string& target, const httplib::Headers& headers = {},
             const std::string& body = {}) {
  httplib::Client client = makeClient();
  const httplib::Request request = makeRequest(method, target, headers, body);
  auto answer = std::async(std::launch::async, [&] { return static_cast<bool>(client.send(request)); });
  if (answer.wait_for(std::chrono::seconds(10)) == std::future_status::ready) return answer.get();
  client.stop();
  return false;
}

/// A value as it stands in a URL or a header.
std::string text(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// The same, percent-encoded.
std::string encoded(const json& value) {
  std::string result;
  for (const unsigned char c : text(value)) {
    if (std::isalnum(c) || std::strchr("-._~", c)) {
      result += static_cast<char>(c);
    } else {
      char code[4];
      std::snprintf(code, sizeof code, "%%%02X", c);
      result += code;
    }
  }
  return result;
}

/// Without percent-encoding; versions of cpp-httplib differ in whether they leave it in headers.
std::string decoded(const std::string& text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool isCode = text[i] == '%' && i + 2 < text.size() && std::isxdigit(text[i + 1] & 0xFF) &&
                        std::isxdigit(text[i + 2] & 0xFF);
    result += isCode ? static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16)) : text[i];
    if (isCode) i += 2;
  }
  return result;
}

/// "application/json" of "application/json; charset=utf-8"
std::string mediaType(const httplib::Response& response) {
  std::string type = response.get_header_value("Content-Type");
  type.erase(std::min(type.find_first_of("; "), type.size()));
  for (char& c : type) c = static_cast<char>(std::tolower(c & 0xFF));
  return type;
}

/// Whether one of the elements has these members.
bool hasElement(const json& elements, const json& members) {
  for (const json& one : elements) {
    bool hasAll = one.is_object();
    for (const auto& [name, value] : members.items()) {
      hasAll = hasAll && one.contains(name) && one.at(name) == value;
    }
    if (hasAll) return true;
  }
  return false;
}

/// What follows `before` in the Location header, up to the end of the path's segment.
std::string fromLocation(const httplib::Response& response, const std::string& before) {
  const std::string location = response.get_header_value("Location");
  const size_t found = location.rfind(before);
  if (found == std::string::npos) throw std::runtime_error("unexpected Location: " + location);
  const size_t begin = found + before.size();
  return decoded(location.substr(begin, location.find_first_of("/?#", begin) - begin));
}

using Cookies = std::map<std::string, std::string>;
Cookies cookies;       // of the test that runs
Cookies loginCookies;  // which every test begins with

void keepCookies(const httplib::Response& response, Cookies& jar) {
  const auto [first, last] = response.headers.equal_range("Set-Cookie");
  for (auto header = first; header != last; ++header) {
    const std::string pair = header->second.substr(0, header->second.find(';'));
    const size_t equals = std::min(pair.find('='), pair.size());
    const std::string value = pair.substr(std::min(equals + 1, pair.size()));
    std::string rest = header->second.substr(pair.size());
    for (char& c : rest) c = static_cast<char>(std::tolower(c & 0xFF));
    const bool isDeleted = value.empty() || rest.find("max-age=0") != std::string::npos;
    if (isDeleted) {
      jar.erase(pair.substr(0, equals));
    } else {
      jar[pair.substr(0, equals)] = value;
    }
  }
}

/// The headers that prove who is calling; none before the first login.
std::optional<httplib::Headers> authentication;

void logIn() {
  authentication = httplib::Headers{{"X-Api-Key", fromEnvironment("API_KEY")}};
  json request = R"({"password": "", "user": "rex"})"_json;
  request["password"] = fromEnvironment("LOGIN_PASSWORD");
  const httplib::Response response = send("POST", "/login",
      {{"Content-Type", "application/json"}, {"X-Api-Key", fromEnvironment("API_KEY")}},
      request.dump());
  ASSERT_EQ(response.status, 200);
  const json body = json::parse(response.body);
  const json token = body.at("/session/token"_json_pointer);
  keepCookies(response, cookies);
  keepCookies(response, loginCookies);
  authentication->emplace("Authorization", "Bearer " + text(token));
}

httplib::Headers authenticated(httplib::Headers headers = {}) {
  if (!authentication) logIn();
  headers.insert(authentication->begin(), authentication->end());
  Cookies all = cookies;
  std::istringstream own(headers.find("Cookie") != headers.end() ? headers.find("Cookie")->second : "");
  for (std::string pair; std::getline(own >> std::ws, pair, ';');) {
    const size_t equals = std::min(pair.find('='), pair.size());
    all.emplace(pair.substr(0, equals), pair.substr(std::min(equals + 1, pair.size())));
  }
  headers.erase("Cookie");
  std::string cookie;
  for (const auto& [name, value] : all) {
    cookie += (cookie.empty() ? "" : "; ") + name + "=" + value;
  }
  if (!cookie.empty()) headers.emplace("Cookie", cookie);
  return headers;
}

httplib::Response sendAuthenticated(const std::string& method, const std::string& target,
                                    const httplib::Headers& headers = {}, const std::string& body = {}) {
  httplib::Response response = send(method, target, authenticated(headers), body);
  if (response.status == 401) {
    logIn();
    response = send(method, target, authenticated(headers), body);
  }
  keepCookies(response, cookies);
  return response;
}

}  // namespace

// The whole life of a pet.
// curl -i --path-as-is -X POST 'http://localhost/pets'
TEST(PetStore, CreateReadUpdateAndDeleteAPet) {
  cookies = loginCookies;
  // A pet of its own.
  httplib::Response response = sendAuthenticated("POST", "/pets", kJson, R"({
    "description": "A rather long text, which does not fit on one line together with everything else, so that it is broken where there are blanks.",
    "name": "Rex \"the (dog)\" ü\u200b",
    "owner": null,
    "tags": ["a", "b"],
    "vaccinated": true,
    "weight": 3.5
  })");
  ASSERT_EQ(response.status, 201);
  EXPECT_EQ(mediaType(response), "application/json");
  EXPECT_EQ(response.get_header_value("X-Kind"), "pet; big");
  EXPECT_FALSE(response.has_header("X-Nothing"));
  json body = json::parse(response.body);
  EXPECT_EQ(body.at("name"), "Rex \"the (dog)\" ü\342\200\213");
  EXPECT_TRUE(body.at("owner").is_null());
  EXPECT_EQ(body.at("vaccinated"), true);
  EXPECT_EQ(body.at("weight"), 3.5);
  EXPECT_EQ(body.at("zero"), 0.0);
  EXPECT_EQ(body.at("big"), 9007199254740993);
  EXPECT_EQ(body.at("tags").size(), 2u);
  EXPECT_EQ(body.at("/tags/1"_json_pointer), "b");
  EXPECT_EQ(body.at("place"), R"({
    "city": "Oslo",
    "deep": {"a": [], "b": {}},
    "odd-key": [1, 2.5, null]
  })"_json);
  EXPECT_TRUE(body.at("id").is_number());
  EXPECT_TRUE(body.at("created").is_string());
  EXPECT_TRUE(body.at("links").is_object());
  EXPECT_TRUE(body.at("empty").is_array());
  EXPECT_TRUE(body.at("vaccinated").is_boolean());
  EXPECT_TRUE(body.at("owner").is_null());
  const json petId = body.at("id");
  const json mediaTypeValue = body.at("/links/self"_json_pointer);
  const std::string classValue = response.get_header_value("ETag");
  const std::string slug = fromLocation(response, "/pets/");

  response = sendAuthenticated("GET",
      "/pets/" + encoded(slug) + "?view=%22full%22&id=" + encoded(petId),
      {{"If-Match", classValue}, {"X-Pet", "pet {" + text(petId) + "}"}});
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("id"), petId);
  EXPECT_EQ(body.at("etag"), classValue);

  json request = R"({"ids": [1, "1"], "pet": 1, "self": "", "slug": "x"})"_json;
  request["pet"] = petId;
  request["slug"] = slug;
  request["/ids/0"_json_pointer] = petId;
  request["/ids/1"_json_pointer] = text(petId);
  request["self"] = mediaTypeValue;
  response = sendAuthenticated("PUT", "/pets/" + encoded(slug) + "/owner",
      {{"Content-Type", "application/merge-patch+json"}}, request.dump());
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("ok"), true);

  response = sendAuthenticated("DELETE", "/pets/" + encoded(slug));
  ASSERT_EQ(response.status, 204);
  EXPECT_FALSE(response.has_header("Content-Type"));
  EXPECT_EQ(response.body, "");
}

TEST(PetStore, RequestsThatLibrariesWouldRatherChange) {
  httplib::Response response = send("TRACE", "/echo/a");
  ASSERT_EQ(response.status, 200);
  json body = json::parse(response.body);
  EXPECT_EQ(body.at("method"), "TRACE");

  response = send("BREW", "/echo/pot");
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("method"), "BREW");
  EXPECT_EQ(body.at("body"), "");

  response = send("GET", "/echo/with-body", {{"Content-Type", "text/plain"}}, "a body");
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("method"), "GET");
  EXPECT_EQ(body.at("body"), "a body");

  response = send("GET", "/echo/a/../b/%2E%2E/c%2Fd?x=%26&y[z]=1");
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("target"), "/v1/echo/a/../b/%2E%2E/c%2Fd?x=%26&y[z]=1");

  response = send("GET", "/echo/headers",
      {{"X-Tag", "one"}, {"X-Tag", "two"}, {"X-Odd", "é \"quoted\""}});
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("/headers/x-tag"_json_pointer), R"(["one", "two"])"_json);
  EXPECT_EQ(body.at("/headers/x-odd"_json_pointer), R"(["Ã© \"quoted\""])"_json);

  response = send("HEAD", "/echo/head");
  ASSERT_EQ(response.status, 200);
  EXPECT_EQ(response.body, "");

  // A redirect is an answer like any other.
  response = send("GET", "/moved");
  ASSERT_EQ(response.status, 302);
  EXPECT_EQ(decoded(response.get_header_value("Location")), decoded("/v1/next%20page"));

  response = send("DELETE", "/echo/usual");
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("/headers/user-agent"_json_pointer), R"(["covolve"])"_json);
  EXPECT_EQ(body.at("/headers/accept"_json_pointer), R"(["*/*"])"_json);
  EXPECT_EQ(body.at("/headers/accept-encoding"_json_pointer), R"(["identity"])"_json);
  EXPECT_FALSE(body.at("headers").contains("content-length"));
}

TEST(PetStore, BodiesOfEveryKind) {
  httplib::Response response = send("GET", "/number");
  ASSERT_EQ(response.status, 200);
  json body = json::parse(response.body);
  EXPECT_EQ(body, 5);
  const json number = body;

  response = send("POST", "/echo", {{"Content-Type", "application/x-www-form-urlencoded"}},
      "a=%C3%A9&n=" + encoded(number) + "&c=d");
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("body"), "a=%C3%A9&n=5&c=d");

  response = send("POST", "/echo", {{"Content-Type", "multipart/form-data; boundary=limit"}},
      "--limit\r\n"
      "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
      "Content-Type: text/plain\r\n"
      "\r\n"
      "Hello, {world} `${x}`!\r\n"
      "--limit--\r\n");
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("body"),
      "--limit\r\n"
      "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
      "Content-Type: text/plain\r\n"
      "\r\n"
      "Hello, {world} `${x}`!\r\n"
      "--limit--\r\n");

  response = send("POST", "/echo", {{"Content-Type", "application/octet-stream"}},
      std::string("\000\377\376\n7", 5));
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("body"), std::string("\000ÿþ\n7", 7));

  response = send("POST", "/echo", {{"Content-Type", "text/plain"}}, "grüß Gott");
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("body"), "grÃ¼Ã\302\237 Gott");

  response = send("POST", "/echo", kJson, R"(null)");
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("body"), "null");
  EXPECT_EQ(body.at("/headers/content-type"_json_pointer), R"(["application/json"])"_json);

  response = send("POST", "/echo", kJson, R"({"big": 18446744073709551615, "whole": 3.0})");
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("json"), R"({"big": 18446744073709551615, "whole": 3.0})");

  response = send("POST", "/echo", {}, R"({"a": [true, false]})");
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("json"), "{\"a\": [true, false]}");
  EXPECT_EQ(body.at("/headers/content-type"_json_pointer), json::array());

  response = send("POST", "/echo");
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("body"), "");
}

TEST(PetStore, AnswersOfEveryKind) {
  httplib::Response response = send("GET", "/list");
  ASSERT_EQ(response.status, 200);
  json body = json::parse(response.body);
  EXPECT_EQ(body.size(), 2u);
  EXPECT_EQ(body.at("/0/name"_json_pointer), "Rex");
  EXPECT_FALSE(body.at("/0"_json_pointer).contains("a/b"));
  EXPECT_EQ(body.at("/1/12/a~1b"_json_pointer), 1);
  const json weight = body.at("/1/12/a~1b"_json_pointer);

  response = send("GET", "/list");
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_TRUE(hasElement(body, json::object({{"name", "Rex"}})));
  EXPECT_TRUE(hasElement(body.at("/1/more"_json_pointer), json::object({{"a/b", weight}})));

  response = send("GET", "/here");
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("self"), kBaseUrl + "/here");

  response = send("GET", "/text");
  ASSERT_EQ(response.status, 200);
  EXPECT_EQ(mediaType(response), "text/plain");
  EXPECT_EQ(response.body, "pong");

  response = send("GET", "/unicode");
  ASSERT_EQ(response.status, 200);
  EXPECT_EQ(response.body, "grüß\n");

  response = send("GET", "/bytes");
  ASSERT_EQ(response.status, 200);
  EXPECT_EQ(response.body, "\377\376\001");

  // JSON with a byte order mark, said to be Latin-1.
  response = send("GET", "/marked");
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("name"), "ü");

  // Of C:\users and \u000a nothing must come.
  response = send("GET", "/numbers");
  ASSERT_TRUE(response.status >= 200 && response.status < 300) << response.body;
  body = json::parse(response.body);
  EXPECT_EQ(body.at("share"), 0.1);
  EXPECT_EQ(body.at("shares"), R"([0.1, 3.0, 9007199254740993])"_json);
}

// The service closes the connection, or talks no HTTP.
TEST(PetStore, CallsWithoutAnAnswer) {
  cookies = loginCookies;
  EXPECT_FALSE(answers("GET", "/lost"));

  EXPECT_FALSE(answers("GET", "/short", authenticated()));

  EXPECT_FALSE(answers("GET", "/noise"));

  const httplib::Response response = send("GET", "/text");
  ASSERT_EQ(response.status, 200);
}

TEST(PetStore, WhoAmI) {
  cookies = loginCookies;
  httplib::Response response = send("GET", "/me");
  ASSERT_EQ(response.status, 401);

  response = sendAuthenticated("GET", "/me", {{"Cookie", "theme=dark; session=guessed"}});
  ASSERT_EQ(response.status, 200);
  const json body = json::parse(response.body);
  EXPECT_EQ(body.at("theme"), "dark");
}

TEST(PetStore, AGuestWhoComesAgainIsKnown) {
  cookies = loginCookies;
  httplib::Response response = sendAuthenticated("GET", "/visit");
  ASSERT_EQ(response.status, 200);
  json body = json::parse(response.body);
  EXPECT_EQ(body.at("seen"), false);

  response = sendAuthenticated("GET", "/forbidden");
  ASSERT_EQ(response.status, 401);

  response = sendAuthenticated("GET", "/visit");
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("seen"), true);
}

TEST(PetStore, AnotherTestIsAnotherGuest) {
  cookies = loginCookies;
  httplib::Response response = sendAuthenticated("GET", "/visit");
  ASSERT_EQ(response.status, 200);
  json body = json::parse(response.body);
  EXPECT_EQ(body.at("seen"), false);

  response = sendAuthenticated("GET", "/forbidden");
  ASSERT_EQ(response.status, 401);

  response = sendAuthenticated("GET", "/visit");
  ASSERT_EQ(response.status, 200);
  body = json::parse(response.body);
  EXPECT_EQ(body.at("seen"), true);
}

// Ends the service.
TEST(PetStore, Die) {
  if (std::getenv("RUN_CRASH_TESTS") == nullptr) GTEST_SKIP() << "it ends the service";
  cookies = loginCookies;
  EXPECT_FALSE(answers("POST", "/die", authenticated()));
}
