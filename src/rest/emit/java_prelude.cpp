#include <fmt/format.h>

#include "rest/emit/java_fragments.h"
#include "rest/emit/java_writer.h"
#include "rest/emit/prelude.h"
#include "rest/http/message.h"

namespace covolve::rest::emit {

namespace {

std::string replacedIn(std::string text, std::string_view what, std::string_view by) {
  return text.replace(text.find(what), what.size(), by);
}

class JavaPrelude : private Prelude {
 public:
  JavaPrelude(const TestFile& file, std::set<Helper> used, std::string className)
      : Prelude(file, std::move(used)), className_(std::move(className)) {}

  std::string print() {
    // What the login needs is known when it is written.
    const std::string authentication = uses(Helper::SendAuthenticated) ? printAuthentication() : "";
    SourceText out("//", javaCommentText);
    out.comment(file_.headerComment);
    out.comment("mvn test runs it, with the pom.xml beside it.");
    printImports(out);
    out.line();
    out.line("@TestMethodOrder(MethodOrderer.OrderAnnotation.class)");
    out.line("class " + className_ + " {");
    out.line(
        fmt::format("    private static final String BASE_URL =\n"
                    "            System.getenv().getOrDefault(\"BASE_URL\", {}).replaceAll(\"/+$\", \"\");",
                    javaString(withoutTrailingSlashes(file_.baseUrl))));
    if (uses(Helper::Send)) printConfiguration(out);
    if (uses(Helper::Environment) || certificates_.hasClients) out.block(kJavaFromEnvironment);
    if (hasOwnTls()) printTls(out);
    if (uses(Helper::Send)) printCall(out);
    if (uses(Helper::Verbatim)) out.block(exchange());
    if (uses(Helper::Answers)) out.block(kJavaAnswers);
    if (uses(Helper::Json) || uses(Helper::SameJson)) out.block(kJavaJson);
    if (uses(Helper::Json)) out.block(kJavaJsonText);
    if (uses(Helper::SameJson)) out.block(kJavaSameJson);
    if (uses(Helper::HasElement)) out.block(kJavaHasElement);
    if (uses(Helper::Text)) out.block(kJavaText);
    if (uses(Helper::Encoded)) out.block(kJavaEncoded);
    if (uses(Helper::QuotedJson)) out.block(kJavaQuoted);
    if (uses(Helper::Bytes)) out.block(kJavaBytes);
    if (uses(Helper::Send)) out.block(kJavaUtf8);
    if (uses(Helper::MediaType)) out.block(kJavaMediaType);
    if (uses(Helper::FromLocation)) out.block(kJavaFromLocation);
    out.block(authentication);
    return out.take();
  }

 private:
  bool hasOwnTls() const {
    return !certificates_.areVerified || certificates_.hasOwnAuthority || certificates_.hasClients;
  }

  void printImports(SourceText& out) const {
    std::set<std::string> names{"io.restassured.config.RestAssuredConfig",
                                "io.restassured.http.ContentType",
                                "io.restassured.http.Header",
                                "io.restassured.http.Headers",
                                "io.restassured.response.Response",
                                "io.restassured.specification.RequestSpecification",
                                "java.util.ArrayList",
                                "java.util.List",
                                "org.junit.jupiter.api.MethodOrderer",
                                "org.junit.jupiter.api.Order",
                                "org.junit.jupiter.api.Test",
                                "org.junit.jupiter.api.TestMethodOrder"};
    const auto needs = [&](bool isUsed, std::initializer_list<const char*> some) {
      if (isUsed) names.insert(some.begin(), some.end());
    };
    const bool usesJson = uses(Helper::Json) || uses(Helper::SameJson);
    needs(usesJson,
          {"com.fasterxml.jackson.databind.DeserializationFeature", "com.fasterxml.jackson.databind.JsonNode",
           "com.fasterxml.jackson.databind.ObjectMapper", "java.io.IOException"});
    needs(uses(Helper::Text), {"com.fasterxml.jackson.databind.JsonNode"});
    needs(uses(Helper::QuotedJson), {"com.fasterxml.jackson.databind.node.TextNode"});
    needs(uses(Helper::Encoded), {"java.net.URLEncoder"});
    needs(uses(Helper::FromLocation), {"java.net.URLDecoder", "java.util.Objects"});
    needs(uses(Helper::MediaType), {"java.util.Locale", "java.util.Objects"});
    needs(uses(Helper::Environment) || certificates_.hasClients, {"java.util.Objects"});
    needs(uses(Helper::SkippedTests), {"org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable"});
    needs(uses(Helper::SendAuthenticated) && keepsCookies(),
          {"java.util.LinkedHashMap", "java.util.Locale", "java.util.Map", "java.util.stream.Collectors",
           "org.junit.jupiter.api.BeforeEach"});
    needs(uses(Helper::Answers), {"java.io.IOException", "java.util.concurrent.CompletableFuture",
                                  "java.util.concurrent.ExecutionException", "java.util.concurrent.TimeUnit",
                                  "java.util.concurrent.TimeoutException", "org.apache.http.HttpException"});
    needs(uses(Helper::Verbatim),
          {"io.restassured.builder.ResponseBuilder", "java.net.InetSocketAddress", "java.net.Socket",
           "java.net.URI", "java.util.Objects", "javax.net.SocketFactory", "javax.net.ssl.SSLParameters",
           "javax.net.ssl.SSLSocket", "javax.net.ssl.SSLSocketFactory", "org.apache.http.HttpResponse",
           "org.apache.http.entity.ByteArrayEntity", "org.apache.http.impl.DefaultBHttpClientConnection",
           "org.apache.http.message.BasicHttpEntityEnclosingRequest", "org.apache.http.util.EntityUtils"});
    needs(hasOwnTls(), {"io.restassured.config.SSLConfig", "javax.net.ssl.SSLContext",
                        "javax.net.ssl.TrustManager", "javax.net.ssl.KeyManager"});
    needs(!certificates_.areVerified, {"java.net.Socket", "java.security.cert.X509Certificate",
                                       "javax.net.ssl.SSLEngine", "javax.net.ssl.X509ExtendedTrustManager"});
    needs(usesStores(),
          {"java.io.InputStream", "java.nio.file.Files", "java.nio.file.Path", "java.security.KeyStore",
           "java.security.cert.Certificate", "java.security.cert.CertificateFactory"});
    needs(trustsOwn(), {"javax.net.ssl.TrustManagerFactory"});
    needs(certificates_.hasClients,
          {"java.security.KeyFactory", "java.security.spec.PKCS8EncodedKeySpec", "java.util.Base64",
           "java.util.regex.Matcher", "java.util.regex.Pattern", "javax.net.ssl.KeyManagerFactory"});
    out.block(R"(
import static io.restassured.RestAssured.config;
import static io.restassured.RestAssured.given;
import static io.restassured.config.DecoderConfig.decoderConfig;
import static io.restassured.config.EncoderConfig.encoderConfig;
import static io.restassured.config.HttpClientConfig.httpClientConfig;
import static io.restassured.config.RedirectConfig.redirectConfig;
)");
    if (uses(Helper::Bytes)) out.line("import static java.nio.charset.StandardCharsets.ISO_8859_1;");
    out.line("import static java.nio.charset.StandardCharsets.UTF_8;");
    out.line("import static org.junit.jupiter.api.Assertions.*;");
    out.line();
    for (const std::string& name : names) out.line("import " + name + ";");
  }

  bool trustsOwn() const { return certificates_.areVerified && certificates_.hasOwnAuthority; }
  bool usesStores() const { return trustsOwn() || certificates_.hasClients; }

  void printConfiguration(SourceText& out) const {
    out.block(R"(
    /** Calls go out as they are written: no redirect is followed, nothing is added or decoded. */
    private static final RestAssuredConfig CONFIG = config()
            .redirect(redirectConfig().followRedirects(false))
            .decoderConfig(decoderConfig().noContentDecoders())
            .encoderConfig(encoderConfig()
                    .appendDefaultContentCharsetToContentTypeIfUndefined(false)
                    .encodeContentTypeAs("application/x-www-form-urlencoded", ContentType.TEXT)
                    .encodeContentTypeAs("multipart/form-data", ContentType.TEXT))
)");
    if (hasOwnTls()) {
      out.line(
          fmt::format("            .sslConfig(SSLConfig.sslConfig().sslSocketFactory(\n"
                      "                    new org.apache.http.conn.ssl.SSLSocketFactory(tls(), {})))",
                      certificates_.areVerified
                          ? "org.apache.http.conn.ssl.SSLSocketFactory.STRICT_HOSTNAME_VERIFIER"
                          : "org.apache.http.conn.ssl.SSLSocketFactory.ALLOW_ALL_HOSTNAME_VERIFIER"));
    }
    out.block(R"(            .httpClient(httpClientConfig()
                    .setParam("http.connection.timeout", 10_000)
                    .setParam("http.socket.timeout", 30_000));
    private static final List<Header> USUAL_HEADERS = List.of(
)");
    size_t left = kUsualHeaders.size();
    for (const auto& [name, value] : kUsualHeaders) {
      out.line(fmt::format("            new Header({}, {}){}", javaString(name), javaString(value),
                           --left > 0 ? "," : ");"));
    }
  }

  void printTls(SourceText& out) const {
    if (usesStores()) out.block(kCertificates);
    if (!certificates_.areVerified) out.block(kTrustAll);
    if (trustsOwn()) out.block(kTrustOwn);
    if (certificates_.hasClients) out.block(kOwnKeys);
    const bool hasTrust = !certificates_.areVerified || trustsOwn();
    out.block(fmt::format(R"(
    private static SSLContext tls() {{
        try {{
            SSLContext context = SSLContext.getInstance("TLS");
            KeyManager[] keys = {};
            TrustManager[] trusted = {};
            context.init(keys, trusted, null);
            return context;
        }} catch (Exception failed) {{
            throw new IllegalStateException(failed);
        }}
    }}
)",
                          certificates_.hasClients ? "keys()" : "null", hasTrust ? "trusted()" : "null"));
  }

  void printCall(SourceText& out) const {
    const bool isAuthenticated = uses(Helper::SendAuthenticated);
    const bool isVerbatim = uses(Helper::Verbatim);
    out.block(R"(
    private static Call call(String method, String target) {
        return new Call(method, target);
    }

    private static final class Call {
        private final String method;
        private final String target;
        private final List<Header> headers = new ArrayList<>();
        private byte[] body;
)");
    if (isAuthenticated) out.line("        private boolean isAuthenticated;");
    if (isVerbatim) out.line("        private boolean isVerbatim;");
    out.block(R"(
        Call(String method, String target) {
            this.method = method;
            this.target = target;
        }

        Call header(String name, String value) {
            headers.add(new Header(name, value));
            return this;
        }

        Call json(String text) {
            return header("Content-Type", "application/json").body(text);
        }

        Call body(String text) {
            return body(text.getBytes(UTF_8));
        }

        Call body(byte[] bytes) {
            body = bytes;
            return this;
        }
)");
    if (isAuthenticated) {
      out.block(R"(
        /** Proves who makes it. */
        Call authenticated() {
            isAuthenticated = true;
            return this;
        }
)");
    }
    if (isVerbatim) {
      out.block(R"(
        /** Not by REST Assured, which would change it. */
        Call verbatim() {
            isVerbatim = true;
            return this;
        }
)");
    }
    out.block(R"(
        Response send() throws Exception {
)");
    if (isAuthenticated) {
      out.block(R"(            if (!isAuthenticated) return send(headers);
            Response response = send(withAuthentication(headers));
)");
      if (hasLogin()) {
        out.block(R"(            if (response.statusCode() == 401) {
                logIn();
                response = send(withAuthentication(headers));
            }
)");
      }
      if (keepsCookies()) out.line("            keepCookies(response, cookies);");
      out.line("            return response;");
    } else {
      out.line("            return send(headers);");
    }
    out.block(R"(        }

        private Response send(List<Header> given) throws Exception {
            List<Header> all = new ArrayList<>(given);
            for (Header usual : USUAL_HEADERS) {
                if (given.stream().noneMatch(usual::hasSameNameAs)) all.add(usual);
            }
)");
    if (isVerbatim) out.line("            if (isVerbatim) return exchange(method, target, all, body);");
    out.block(R"(            all.add(new Header("Connection", "close"));
            RequestSpecification request =
                    given().config(CONFIG).urlEncodingEnabled(false).headers(new Headers(all));
            if (body != null) request.body(body);
            if (!new Headers(all).hasHeaderWithName("Content-Type")) request.noContentType();
            return request.request(method, BASE_URL + target);
        }
    }
)");
  }

  std::string exchange() const {
    const std::string sockets = hasOwnTls() ? "tls().getSocketFactory()" : "SSLSocketFactory.getDefault()";
    std::string text = replacedIn(std::string(kJavaExchange), "SECURE_SOCKETS", sockets);
    if (certificates_.areVerified)
      text = replacedIn(std::move(text), "            connection.bind(",
                        std::string("    ") + std::string(kSecuredSocket) + "            connection.bind(");
    return replacedIn(std::move(text), "SECURED", "socket");
  }

  std::string printAuthentication() {
    SourceText out("//", javaCommentText);
    if (keepsCookies()) printCookies(out);
    out.line();
    JavaWriter fixed(file_, out, used_, 4);
    std::string list;
    for (const std::string& one : fixed.headerCalls(fixedHeaders(authentication_)))
      list += fmt::format("{}new Header{}", list.empty() ? "" : ", ",
                          one.substr(std::string_view(".header").size()));
    if (hasLogin()) {
      out.line("/** The headers that prove who is calling; none before the first login. */", 4);
      out.line("private static List<Header> authentication;", 4);
      printLogin(out, list);
    } else {
      out.line("/** The headers that prove who is calling. */", 4);
      out.line("private static final List<Header> authentication = List.of(" + list + ");", 4);
    }
    printWithAuthentication(out);
    return out.take();
  }

  void printCookies(SourceText& out) const {
    out.line();
    out.line(
        "private static final Map<String, String> cookies = new LinkedHashMap<>(); // of the test that runs",
        4);
    if (hasLogin())
      out.line(
          "private static final Map<String, String> loginCookies = new LinkedHashMap<>(); // which every "
          "test begins with",
          4);
    out.block(R"(
    @BeforeEach
    void beginTest() {
        cookies.clear();
)");
    if (hasLogin()) out.line("cookies.putAll(loginCookies);", 8);
    out.line("}", 4);
    out.block(kJavaKeepCookies);
  }

  void printLogin(SourceText& out, const std::string& alwaysThere) {
    const Authentication::Login& login = *authentication_.login;
    out.line();
    out.line("private static void logIn() throws Exception {", 4);
    JavaWriter writer(file_, out, used_, 8);
    writer.writeLogin(login);
    if (keepsCookies()) {
      out.line("keepCookies(response, cookies);", 8);
      out.line("keepCookies(response, loginCookies);", 8);
    }
    out.line("authentication = new ArrayList<>(List.of(" + alwaysThere + "));", 8);
    if (givesToken(login)) {
      out.line(fmt::format("authentication.add(new Header({}, {}));", javaString(login.header),
                           tokenValue(writer)),
               8);
    }
    out.line("}", 4);
  }

  std::string tokenValue(JavaWriter& writer) const {
    const Authentication::Login& login = *authentication_.login;
    std::string value = onOneLine(writer.text(login.value));
    const std::string prefix = prefixOfToken(login);
    if (prefix.empty()) return value;
    const std::string token = onOneLine(writer.text({{login.token.variable, true, false}}));
    return fmt::format("{0}.startsWith({1}) ? {0} : {2}", token, javaString(prefix), value);
  }

  void printWithAuthentication(SourceText& out) const {
    out.line();
    out.line(fmt::format("private static List<Header> withAuthentication(List<Header> given){} {{",
                         hasLogin() ? " throws Exception" : ""),
             4);
    if (hasLogin()) out.line("if (authentication == null) logIn();", 8);
    out.line("List<Header> all = new ArrayList<>(given);", 8);
    out.line("all.addAll(authentication);", 8);
    if (keepsCookies()) {
      out.block(R"(        Map<String, String> jar = new LinkedHashMap<>();
        for (Header header : all) {
            if (!"Cookie".equalsIgnoreCase(header.getName())) continue;
            for (String pair : header.getValue().split(";\\s*")) {
                String[] parts = pair.split("=", 2);
                if (parts.length == 2) jar.put(parts[0], parts[1]);
            }
        }
        jar.putAll(cookies);
        all.removeIf(header -> "Cookie".equalsIgnoreCase(header.getName()));
        if (!jar.isEmpty()) {
            all.add(new Header("Cookie", jar.entrySet().stream()
                    .map(one -> one.getKey() + "=" + one.getValue())
                    .collect(Collectors.joining("; "))));
        }
)");
    }
    out.line("return all;", 8);
    out.line("}", 4);
  }

  std::string className_;
};

}  // namespace

std::string javaPrelude(const TestFile& file, std::set<Helper> used, const std::string& className) {
  return JavaPrelude(file, std::move(used), className).print();
}

}  // namespace covolve::rest::emit
