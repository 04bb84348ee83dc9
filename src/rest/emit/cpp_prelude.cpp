#include <fmt/format.h>

#include <algorithm>

#include "rest/emit/cpp_writer.h"
#include "rest/emit/prelude.h"
#include "rest/http/message.h"

namespace covolve::rest::emit {

namespace {

constexpr std::string_view kCppText = R"(
/// A value as it stands in a URL or a header.
std::string text(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}
)";

constexpr std::string_view kCppEncoded = R"(
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
)";

constexpr std::string_view kDecoded = R"(
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
)";

constexpr std::string_view kCppMediaType = R"(
/// "application/json" of "application/json; charset=utf-8"
std::string mediaType(const httplib::Response& response) {
  std::string type = response.get_header_value("Content-Type");
  type.erase(std::min(type.find_first_of("; "), type.size()));
  for (char& c : type) c = static_cast<char>(std::tolower(c & 0xFF));
  return type;
}
)";

constexpr std::string_view kCppHasElement = R"(
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
)";

constexpr std::string_view kCppFromLocation = R"(
/// What follows `before` in the Location header, up to the end of the path's segment.
std::string fromLocation(const httplib::Response& response, const std::string& before) {
  const std::string location = response.get_header_value("Location");
  const size_t found = location.rfind(before);
  if (found == std::string::npos) throw std::runtime_error("unexpected Location: " + location);
  const size_t begin = found + before.size();
  return decoded(location.substr(begin, location.find_first_of("/?#", begin) - begin));
}
)";

constexpr std::string_view kCppAnswers = R"(
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
)";

constexpr std::string_view kCppFromEnvironment = R"(
/// A variable of the environment, which must be set.
std::string fromEnvironment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr) throw std::runtime_error(std::string("the environment has no ") + name);
  return value;
}
)";

constexpr std::string_view kCppKeepCookies = R"(
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
)";

constexpr std::string_view kPlainClient = R"(  httplib::Client client(kBaseUrl.substr(0, kPathStart));
)";

constexpr std::string_view kClientWithCertificate =
    R"(  const std::string certificate = fromEnvironment("CLIENT_CERTIFICATE");
  const char* key = std::getenv("CLIENT_KEY");
  httplib::Client client(kBaseUrl.substr(0, kPathStart), certificate, key != nullptr ? key : certificate);
)";

class CppPrelude : private Prelude {
 public:
  CppPrelude(const TestFile& file, std::set<Helper> used) : Prelude(file, std::move(used)) {}

  std::string print() {
    if (uses(Helper::SendAuthenticated)) used_.insert({Helper::Authentication, Helper::Send});
    // What the login needs is known when it is written.
    const std::string authentication = uses(Helper::Authentication) ? printAuthentication() : "";
    if (uses(Helper::FromLocation)) used_.insert(Helper::Decoded);
    if (uses(Helper::Encoded)) used_.insert(Helper::Text);
    const bool usesJson = uses(Helper::Json) || uses(Helper::Text);

    SourceText out("//");
    out.comment(file_.headerComment);
    out.comment("Build: c++ -std=c++17 FILE $(pkg-config --cflags --libs cpp-httplib) -lgtest -lgtest_main");
    printIncludes(out, usesJson);
    out.line("namespace {");
    if (usesJson) {
      out.line();
      out.line("using nlohmann::json;");
    }
    if (uses(Helper::JsonHeaders)) {
      out.line();
      out.line("const httplib::Headers kJson = {{\"Content-Type\", \"application/json\"}};");
    }
    if (uses(Helper::Environment) || file_.certificates.hasClients) out.block(kCppFromEnvironment);
    printSend(out);
    if (uses(Helper::Answers)) out.block(kCppAnswers);
    if (uses(Helper::Text)) out.block(kCppText);
    if (uses(Helper::Encoded)) out.block(kCppEncoded);
    if (uses(Helper::Decoded)) out.block(kDecoded);
    if (uses(Helper::MediaType)) out.block(kCppMediaType);
    if (uses(Helper::HasElement)) out.block(kCppHasElement);
    if (uses(Helper::FromLocation)) out.block(kCppFromLocation);
    out.block(authentication);
    out.line();
    out.line("}  // namespace");
    return out.take();
  }

 private:
  /// Cookies beside those that the service set.
  bool hasOtherCookies() const {
    return keepsCookies() && (uses(Helper::OwnCookies) || hasFixedCookies(authentication_));
  }

  void printIncludes(SourceText& out, bool usesJson) const {
    std::set<std::string> headers{"<algorithm>", "<csignal>", "<cstdlib>", "<stdexcept>", "<string>"};
    if (usesJson) headers.insert("<nlohmann/json.hpp>");
    if (uses(Helper::Answers)) headers.insert({"<chrono>", "<future>"});
    if (uses(Helper::Clock)) headers.insert("<chrono>");
    if (uses(Helper::Encoded)) headers.insert({"<cctype>", "<cstdio>", "<cstring>"});
    if (uses(Helper::Decoded) || uses(Helper::MediaType)) headers.insert("<cctype>");
    if (uses(Helper::Authentication) && authentication_.login) headers.insert("<optional>");
    if (uses(Helper::Authentication) && keepsCookies()) headers.insert({"<cctype>", "<map>"});
    if (uses(Helper::Authentication) && hasOtherCookies()) headers.insert("<sstream>");
    out.line();
    out.line("#include <gtest/gtest.h>");
    out.line("#include <httplib.h>");
    out.line();
    for (const std::string& header : headers) out.line("#include " + header);
    out.line();
  }

  void printSend(SourceText& out) const {
    out.block(fmt::format(R"(
/// Without slashes at its end.
const std::string kBaseUrl = [] {{
  const char* given = std::getenv("BASE_URL");
  std::string url = given != nullptr ? given : {};
  while (!url.empty() && url.back() == '/') url.pop_back();
  return url;
}}();
const size_t kPathStart = std::min(kBaseUrl.find('/', kBaseUrl.find("//") + 2), kBaseUrl.size());

httplib::Client makeClient() {{
  std::signal(SIGPIPE, SIG_IGN);  // a lost connection is no reason to die
{}  client.set_url_encode(false);
  client.set_connection_timeout(10);
  client.set_read_timeout(30);
)",
                          cppString(withoutTrailingSlashes(file_.baseUrl)),
                          file_.certificates.hasClients ? kClientWithCertificate : kPlainClient));
    if (!file_.certificates.areVerified) out.line("  client.enable_server_certificate_verification(false);");
    out.block(R"(  return client;
}

httplib::Request makeRequest(const std::string& method, const std::string& target,
                             const httplib::Headers& headers, const std::string& body) {
  httplib::Request request;
  request.method = method;
  request.path = kBaseUrl.substr(kPathStart) + target;
  request.headers = headers;
)");
    for (const auto& [name, value] : kUsualHeaders) {
      out.line(fmt::format("  if (!request.has_header({0})) request.headers.emplace({0}, {1});",
                           cppString(name), cppString(value)));
    }
    if (uses(Helper::BodyWithoutType)) {
      out.block(R"(  if (!body.empty() && !request.has_header("Content-Type")) {
    // cpp-httplib makes up a type for a body, but not for what it is handed piece by piece.
    request.content_length_ = body.size();
    request.content_provider_ = [body](size_t offset, size_t length, httplib::DataSink& sink) {
      return sink.write(body.data() + offset, length);
    };
    return request;
  }
)");
    }
    out.block(R"(  request.body = body;
  return request;
}
)");
    if (!uses(Helper::Send)) return;
    out.block(R"(
/// Sends exactly this: no redirect is followed and nothing in the target is changed.
httplib::Response send(const std::string& method, const std::string& target,
                       const httplib::Headers& headers = {}, const std::string& body = {}) {
  const httplib::Result result = makeClient().send(makeRequest(method, target, headers, body));
  if (!result) {
    throw std::runtime_error(method + " " + target + ": " + httplib::to_string(result.error()));
  }
  return *result;
}
)");
  }

  std::string printAuthentication() {
    SourceText out("//");
    if (keepsCookies()) printCookies(out);
    out.line();
    if (authentication_.login) {
      out.line("/// The headers that prove who is calling; none before the first login.");
      out.line("std::optional<httplib::Headers> authentication;");
      printLogin(out);
    } else {
      out.line("/// The headers that prove who is calling.");
      out.line("httplib::Headers authentication() { return " + fixedList() + "; }");
    }
    printAuthenticated(out);
    if (uses(Helper::SendAuthenticated)) printSendAuthenticated(out);
    return out.take();
  }

  void printCookies(SourceText& out) const {
    out.line();
    out.line("using Cookies = std::map<std::string, std::string>;");
    if (authentication_.login) {
      out.line("Cookies cookies;       // of the test that runs");
      out.line("Cookies loginCookies;  // which every test begins with");
    } else {
      out.line("Cookies cookies;  // of the test that runs");
    }
    out.block(kCppKeepCookies);
  }

  std::string fixedList() {
    SourceText nowhere("//");
    return onOneLine(CppWriter(file_, nowhere, used_, 0).headerList(fixedHeaders(authentication_)));
  }

  void printLogin(SourceText& out) {
    const Authentication::Login& login = *authentication_.login;
    out.line();
    out.line("void logIn() {");
    out.line("  authentication = httplib::Headers" + fixedList() + ";");
    CppWriter writer(file_, out, used_, 2);
    writer.writeLogin(login);
    if (keepsCookies()) {
      out.line("  keepCookies(response, cookies);");
      out.line("  keepCookies(response, loginCookies);");
    }
    if (givesToken(login)) {
      out.line(
          fmt::format("  authentication->emplace({}, {});", cppString(login.header), tokenValue(writer)));
    }
    out.line("}");
  }

  std::string tokenValue(CppWriter& writer) const {
    const Authentication::Login& login = *authentication_.login;
    std::string value = onOneLine(writer.text(login.value));
    const std::string prefix = prefixOfToken(login);
    if (prefix.empty()) return value;
    const std::string token = onOneLine(writer.text({{login.token.variable, true, false}}));
    return fmt::format("{0}.rfind({1}, 0) == 0 ? {0} : {2}", token, cppString(prefix), value);
  }

  void printAuthenticated(SourceText& out) const {
    out.block(R"(
httplib::Headers authenticated(httplib::Headers headers = {}) {
)");
    const bool hasLogin = authentication_.login.has_value();
    if (hasLogin) out.line("  if (!authentication) logIn();");
    out.line(hasLogin ? "  headers.insert(authentication->begin(), authentication->end());"
                      : "  for (const auto& header : authentication()) headers.insert(header);");
    if (hasOtherCookies()) {
      out.block(R"(  Cookies all = cookies;
  std::istringstream own(headers.find("Cookie") != headers.end() ? headers.find("Cookie")->second : "");
  for (std::string pair; std::getline(own >> std::ws, pair, ';');) {
    const size_t equals = std::min(pair.find('='), pair.size());
    all.emplace(pair.substr(0, equals), pair.substr(std::min(equals + 1, pair.size())));
  }
  headers.erase("Cookie");
)");
    }
    if (keepsCookies()) {
      out.line("  std::string cookie;");
      out.line(
          fmt::format("  for (const auto& [name, value] : {}) {{", hasOtherCookies() ? "all" : "cookies"));
      out.block(R"(    cookie += (cookie.empty() ? "" : "; ") + name + "=" + value;
  }
  if (!cookie.empty()) headers.emplace("Cookie", cookie);
)");
    }
    out.line("  return headers;");
    out.line("}");
  }

  void printSendAuthenticated(SourceText& out) const {
    const bool mayChange = authentication_.login.has_value();
    out.block(fmt::format(R"(
httplib::Response sendAuthenticated(const std::string& method, const std::string& target,
                                    const httplib::Headers& headers = {{}}, const std::string& body = {{}}) {{
  {}httplib::Response response = send(method, target, authenticated(headers), body);
)",
                          mayChange ? "" : "const "));
    if (mayChange) {
      out.block(R"(  if (response.status == 401) {
    logIn();
    response = send(method, target, authenticated(headers), body);
  }
)");
    }
    if (keepsCookies()) out.line("  keepCookies(response, cookies);");
    out.line("  return response;");
    out.line("}");
  }
};

}  // namespace

std::string cppPrelude(const TestFile& file, std::set<Helper> used) {
  return CppPrelude(file, std::move(used)).print();
}

}  // namespace covolve::rest::emit
