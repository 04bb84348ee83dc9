#include <fmt/format.h>

#include "rest/emit/javascript_writer.h"
#include "rest/emit/prelude.h"
#include "rest/http/message.h"

namespace covolve::rest::emit {

namespace {

constexpr std::string_view kVerbatim = R"(
// As fetch, for requests that it would change or refuse: "..", TRACE, GET with a body, repeated headers.
async function exchange(method, target, headers, body, timeout) {
  const url = new URL(BASE_URL);
  const length = body === undefined ? {} : { "Content-Length": body.length };
  const request = (url.protocol === "https:" ? https : http).request(url, {
    method,
    path: url.pathname.replace(/\/$/, "") + target,
    headers: { ...headers, ...length },
    agent: false,
    signal: AbortSignal.timeout(timeout),
  });
  request.end(body);
  const [response] = await once(request, "response");
  const pairs = Object.entries(response.headersDistinct);
  return {
    status: response.statusCode,
    headers: new Headers(pairs.flatMap(([name, values]) => values.map((value) => [name, value]))),
    body: await buffer(response),
  };
}
)";

constexpr std::string_view kFromEnvironment = R"(
// A variable of the environment, which must be set.
function fromEnvironment(name) {
  assert.ok(process.env[name], `the environment has no ${name}`);
  return process.env[name];
}
)";

constexpr std::string_view kJson = R"(
const jsonOf = (response) => JSON.parse(new TextDecoder().decode(response.body));
)";

constexpr std::string_view kClientCertificate = R"(
// What the service knows us by.
const CERTIFICATE = {
  cert: readFileSync(fromEnvironment("CLIENT_CERTIFICATE")),
  key: readFileSync(process.env.CLIENT_KEY ?? fromEnvironment("CLIENT_CERTIFICATE")),
};
)";

constexpr std::string_view kExactJson = R"(
// Integers that are no numbers of JavaScript's become BigInt.
function jsonOf(response) {
  const text = new TextDecoder().decode(response.body);
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"\\u0000${token}"`,
  );
  return JSON.parse(marked, (_, value) =>
    typeof value === "string" && /^\0-?\d+$/.test(value) ? BigInt(value.slice(1)) : value,
  );
}
)";

constexpr std::string_view kJavaScriptHasElement = R"(
// Whether one of the elements has these members.
function hasElement(elements, members) {
  return elements.some((one) => Object.keys(members).every((name) => one?.[name] === members[name]));
}
)";

constexpr std::string_view kJavaScriptMediaType = R"(
// "application/json" of "application/json; charset=utf-8"
const mediaType = (response) =>
  (response.headers.get("Content-Type") ?? "").split(";")[0].trim().toLowerCase();
)";

constexpr std::string_view kJavaScriptFromLocation = R"(
// What follows `before` in the Location header, up to the end of the path's segment.
function fromLocation(response, before) {
  const location = response.headers.get("Location") ?? "";
  const found = location.lastIndexOf(before);
  assert.ok(found >= 0, `unexpected Location: ${location}`);
  return decodeURIComponent(location.slice(found + before.length).split(/[/?#]/)[0]);
}
)";

constexpr std::string_view kIsObject = R"(
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
)";

constexpr std::string_view kJavaScriptAnswers = R"(
// Whether the service answers within ten seconds.
async function answers(call, method, target, options) {
  try {
    await call(method, target, { ...options, timeout: 10_000 });
    return true;
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    return false;
  }
}
)";

constexpr std::string_view kJavaScriptKeepCookies = R"(
function keepCookies(response, jar) {
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^\s*([^=;]*?)\s*=\s*([^;]*)/.exec(line) ?? [];
    if (value && !/;\s*max-age=0/i.test(line)) {
      jar.set(name, value.trim());
    } else {
      jar.delete(name);
    }
  }
}
)";

class JavaScriptPrelude : private Prelude {
 public:
  JavaScriptPrelude(const TestFile& file, std::set<Helper> used) : Prelude(file, std::move(used)) {}

  std::string print() {
    if (uses(Helper::SendAuthenticated)) used_.insert(Helper::Send);
    // fetch has no way to show a certificate.
    if (certificates_.hasClients) used_.insert(Helper::Verbatim);
    // What the login needs is known when it is written.
    const std::string authentication = uses(Helper::SendAuthenticated) ? printAuthentication() : "";

    SourceText out("//");
    out.comment(file_.headerComment);
    if (certificates_.hasOwnAuthority)
      out.comment(
          "Node looks in NODE_EXTRA_CA_CERTS for the authority that signed the service's certificate.");
    printImports(out);
    out.line();
    if (!certificates_.areVerified) {
      out.line("process.env.NODE_TLS_REJECT_UNAUTHORIZED = \"0\"; // certificates are not verified");
    }
    out.line(fmt::format("const BASE_URL = (process.env.BASE_URL ?? {}).replace(/\\/+$/, \"\");",
                         javaScriptByteString(withoutTrailingSlashes(file_.baseUrl))));
    if (uses(Helper::Send)) printUsualHeaders(out);
    if (uses(Helper::Environment) || certificates_.hasClients) out.block(kFromEnvironment);
    if (uses(Helper::Environment)) {
      out.line();
      for (const std::string& name : file_.secrets)
        out.line(fmt::format("const {0} = fromEnvironment(\"{0}\");", name));
    }
    if (certificates_.hasClients) out.block(kClientCertificate);
    if (uses(Helper::Verbatim)) out.block(exchange());
    if (uses(Helper::Send)) printSend(out);
    if (uses(Helper::Answers)) out.block(kJavaScriptAnswers);
    if (uses(Helper::Json)) out.block(needsExactIntegers(file_) ? kExactJson : kJson);
    if (uses(Helper::MediaType)) out.block(kJavaScriptMediaType);
    if (uses(Helper::FromLocation)) out.block(kJavaScriptFromLocation);
    if (uses(Helper::TypeOf)) out.block(kIsObject);
    if (uses(Helper::HasElement)) out.block(kJavaScriptHasElement);
    out.block(authentication);
    return out.take();
  }

 private:
  void printImports(SourceText& out) const {
    out.line("import assert from \"node:assert/strict\";");
    if (uses(Helper::Verbatim)) {
      out.line("import { once } from \"node:events\";");
      if (certificates_.hasClients) out.line("import { readFileSync } from \"node:fs\";");
      out.line("import http from \"node:http\";");
      out.line("import https from \"node:https\";");
      out.line("import { buffer } from \"node:stream/consumers\";");
    }
    out.line("import test from \"node:test\";");
  }

  std::string exchange() const {
    std::string text(kVerbatim);
    const std::string_view line = "    agent: false,\n";
    if (certificates_.hasClients) text.insert(text.find(line), "    ...CERTIFICATE,\n");
    return text;
  }

  static void printUsualHeaders(SourceText& out) {
    std::string object;
    for (const auto& [name, value] : kUsualHeaders) {
      const bool isPlain = name.find('-') == std::string::npos;
      object += fmt::format("{}{}: {}", object.empty() ? "" : ", ", isPlain ? name : javaScriptString(name),
                            javaScriptString(value));
    }
    out.line("const USUAL_HEADERS = { " + object + " };");
  }

  void printSend(SourceText& out) const {
    const bool hasVerbatim = uses(Helper::Verbatim);
    out.block(fmt::format(R"(
// Sends exactly this: no redirect is followed.
async function send({}) {{
  if (json !== undefined) {{
    headers = {{ "Content-Type": "application/json", ...headers }};
    body = JSON.stringify(json);
  }}
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const given = Object.keys(headers).map((name) => name.toLowerCase());
  const usual = Object.entries(USUAL_HEADERS).filter(([name]) => !given.includes(name.toLowerCase()));
  headers = {{ ...Object.fromEntries(usual), ...headers }};
)",
                          hasVerbatim && !certificates_.hasClients
                              ? "\n  method,\n  target,\n  { headers = {}, json, body, verbatim = false, "
                                "timeout = 30_000 } = {},\n"
                              : "method, target, { headers = {}, json, body, timeout = 30_000 } = {}"));
    if (certificates_.hasClients) {
      out.line("  return exchange(method, target, headers, bytes, timeout);");
      out.line("}");
      return;
    }
    if (hasVerbatim) out.line("  if (verbatim) return exchange(method, target, headers, bytes, timeout);");
    out.block(R"(  const response = await fetch(BASE_URL + target, {
    method,
    headers: { ...headers, Connection: "close" },
    body: bytes,
    redirect: "manual",
    signal: AbortSignal.timeout(timeout),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  };
}
)");
  }

  std::string printAuthentication() {
    SourceText out("//");
    if (keepsCookies()) printCookies(out);
    out.line();
    JavaScriptWriter fixed(file_, out, used_, 0);
    const std::string object = onOneLine(fixed.headerObject(fixedHeaders(authentication_)));
    if (hasLogin()) {
      out.line("let authentication; // the headers that prove who is calling; none before the first login");
      printLogin(out, object);
    } else {
      out.line("const authentication = " + object + "; // the headers that prove who is calling");
    }
    printAuthenticated(out);
    printSendAuthenticated(out);
    return out.take();
  }

  void printCookies(SourceText& out) const {
    out.line();
    out.line("const cookies = new Map(); // of the test that runs");
    if (hasLogin()) out.line("const loginCookies = new Map(); // which every test begins with");
    out.line();
    out.line("test.beforeEach(() => {");
    out.line("  cookies.clear();");
    if (hasLogin()) out.line("  for (const [name, value] of loginCookies) cookies.set(name, value);");
    out.line("});");
    out.block(kJavaScriptKeepCookies);
  }

  void printLogin(SourceText& out, const std::string& alwaysThere) {
    const Authentication::Login& login = *authentication_.login;
    out.line();
    out.line("async function logIn() {");
    JavaScriptWriter writer(file_, out, used_, 2);
    writer.writeLogin(login);
    if (keepsCookies()) {
      out.line("  keepCookies(response, cookies);");
      out.line("  keepCookies(response, loginCookies);");
    }
    out.line("  authentication = " + alwaysThere + ";");
    if (givesToken(login)) {
      out.line(
          fmt::format("  authentication[{}] = {};", javaScriptByteString(login.header), tokenValue(writer)));
    }
    out.line("}");
  }

  std::string tokenValue(JavaScriptWriter& writer) const {
    const Authentication::Login& login = *authentication_.login;
    std::string value = onOneLine(writer.text(login.value));
    const std::string prefix = prefixOfToken(login);
    if (prefix.empty()) return value;
    const std::string token = onOneLine(writer.text({{login.token.variable, true, false}}));
    return fmt::format("{0}.startsWith({1}) ? {0} : {2}", token, javaScriptByteString(prefix), value);
  }

  void printAuthenticated(SourceText& out) const {
    if (!keepsCookies()) return;
    const bool hasOthers = uses(Helper::OwnCookies) || hasFixedCookies(authentication_);
    out.block(R"(
function authenticated(headers) {
  const all = { ...headers, ...authentication };
)");
    if (hasOthers) {
      out.block(
          R"(  const own = (all.Cookie ?? "").split(/;\s*/).filter(Boolean).map((pair) => pair.split(/=(.*)/s));
  const merged = new Map([...own, ...cookies]);
)");
    }
    const std::string_view jar = hasOthers ? "merged" : "cookies";
    out.block(fmt::format(R"(  if ({0}.size > 0) {{
    all.Cookie = [...{0}].map(([name, value]) => `${{name}}=${{value}}`).join("; ");
  }}
  return all;
}}
)",
                          jar));
  }

  void printSendAuthenticated(SourceText& out) const {
    out.line();
    out.line("async function sendAuthenticated(method, target, options = {}) {");
    if (hasLogin()) out.line("  if (authentication === undefined) await logIn();");
    const std::string_view headers =
        keepsCookies() ? "authenticated(options.headers)" : "{ ...options.headers, ...authentication }";
    out.line(
        fmt::format("  const call = () => send(method, target, {{ ...options, headers: {} }});", headers));
    out.line(fmt::format("  {} response = await call();", hasLogin() ? "let" : "const"));
    if (hasLogin()) {
      out.block(R"(  if (response.status === 401) {
    await logIn();
    response = await call();
  }
)");
    }
    if (keepsCookies()) out.line("  keepCookies(response, cookies);");
    out.line("  return response;");
    out.line("}");
  }
};

}  // namespace

std::string javaScriptPrelude(const TestFile& file, std::set<Helper> used) {
  return JavaScriptPrelude(file, std::move(used)).print();
}

}  // namespace covolve::rest::emit
