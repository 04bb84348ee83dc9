#include <fmt/format.h>

#include <algorithm>

#include "rest/emit/prelude.h"
#include "rest/emit/python_writer.h"
#include "rest/http/message.h"

namespace covolve::rest::emit {

namespace {

constexpr std::string_view kExchange = R"(

def exchange(method, target, headers, body):
    """As requests, for what it would change: odd characters in targets, repeated headers."""
    url = urlsplit(BASE_URL)
    connection = CONNECT
    connection.putrequest(method, url.path + target, skip_accept_encoding=True)
    for name, values in headers.items():
        for value in values if isinstance(values, list) else [values]:
            connection.putheader(name, value)
    if body is not None or method in ("POST", "PUT", "PATCH"):
        connection.putheader("Content-Length", len(body or b""))
    connection.endheaders(body)
    raw = connection.getresponse()
    headers = requests.structures.CaseInsensitiveDict(raw.headers.items())
    return SimpleNamespace(status_code=raw.status, headers=headers, content=raw.read(), raw=raw)
)";

constexpr std::string_view kPythonText = R"(

def text(value):
    """A value as it stands in a URL or a header."""
    return value if isinstance(value, str) else json.dumps(value)
)";

constexpr std::string_view kPythonEncoded = R"(

def encoded(value):
    """The same, percent-encoded."""
    return quote(text(value), safe="")
)";

constexpr std::string_view kPythonMediaType = R"(

def media_type(response):
    """application/json of application/json; charset=utf-8"""
    return response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
)";

constexpr std::string_view kPythonFromLocation = R"(

def from_location(response, before):
    """What follows `before` in the Location header, up to the end of the path's segment."""
    _, found, rest = response.headers["Location"].rpartition(before)
    assert found, f"unexpected Location: {rest}"
    return unquote(re.split("[/?#]", rest)[0])
)";

constexpr std::string_view kFieldAt = R"(

def at(value, pointer):
    """The value at a JSON pointer."""
    for token in pointer.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value
)";

constexpr std::string_view kPythonHasElement = R"(

def has_element(elements, members):
    """Whether one of the elements has these members."""
    return any(isinstance(one, dict) and members.items() <= one.items() for one in elements)
)";

/// Some exceptions are of http.client, which is used where there are requests to be sent verbatim.
constexpr std::string_view kPythonAnswers = R"(

def answers(function, *arguments, **options):
    """Whether the service answers within ten seconds."""
    outcome = queue.Queue()

    def call():
        try:
            raw = function(*arguments, **options).raw
            # requests takes headers and bodies that end too early for whole ones.
            defects = (getattr(raw, "_original_response", None) or raw).msg.defects
            outcome.put(not defects and not getattr(raw, "length_remaining", 0))
        except EXCEPTIONS:
            outcome.put(False)
        except BaseException as error:
            outcome.put(error)

    threading.Thread(target=call, daemon=True).start()
    try:
        answered = outcome.get(timeout=10)
    except queue.Empty:
        return False
    if isinstance(answered, BaseException):
        raise answered
    return answered
)";

constexpr std::string_view kPythonKeepCookies = R"(

def keep_cookies(response, jar):
    for line in response.raw.headers.get_all("Set-Cookie", []):
        name, _, value = line.partition(";")[0].partition("=")
        if value.strip() and "max-age=0" not in line.lower():
            jar[name.strip()] = value.strip()
        else:
            jar.pop(name.strip(), None)
)";

std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string result(text);
  return result.replace(result.find(what), what.size(), by);
}

/// Without what would end it before its end.
std::string docstring(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (!lines.empty()) lines += '\n';
    lines += commentText(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  std::string result;
  for (size_t i = 0; i < lines.size(); ++i) {
    const bool isLast = i + 1 == lines.size() && !lines.contains('\n');
    const bool mayEnd = lines[i] == '"' && (isLast || lines.substr(i + 1, 1) == "\"");
    if (lines[i] == '\\' || mayEnd) result += '\\';
    result += lines[i];
  }
  return "\"\"\"" + result + (result.contains('\n') ? "\n" : "") + "\"\"\"";
}

class PythonPrelude : private Prelude {
 public:
  PythonPrelude(const TestFile& file, std::set<Helper> used) : Prelude(file, std::move(used)) {}

  std::string print() {
    if (uses(Helper::SendAuthenticated)) used_.insert(Helper::Send);
    // What the login needs is known when it is written.
    const std::string authentication = uses(Helper::SendAuthenticated) ? printAuthentication() : "";
    if (uses(Helper::Encoded)) used_.insert(Helper::Text);

    SourceText out("#");
    out.line(docstring(file_.headerComment.empty() ? "Tests of a REST API." : file_.headerComment));
    out.line();
    printImports(out);
    out.line();
    out.line(fmt::format("BASE_URL = os.environ.get(\"BASE_URL\", {}).rstrip(\"/\")",
                         pythonByteString(withoutTrailingSlashes(file_.baseUrl))));
    printEnvironment(out);
    if (uses(Helper::Send)) printUsualHeaders(out);
    printSend(out);
    if (uses(Helper::Answers)) {
      out.block(replaced(kPythonAnswers, "EXCEPTIONS",
                         uses(Helper::Verbatim) ? "(requests.RequestException, HTTPException, OSError)"
                                                : "requests.RequestException"));
    }
    if (uses(Helper::Text)) out.block(kPythonText);
    if (uses(Helper::Encoded)) out.block(kPythonEncoded);
    if (uses(Helper::MediaType)) out.block(kPythonMediaType);
    if (uses(Helper::FromLocation)) out.block(kPythonFromLocation);
    if (uses(Helper::FieldAt)) out.block(kFieldAt);
    if (uses(Helper::HasElement)) out.block(kPythonHasElement);
    out.block(authentication);
    return out.take();
  }

 private:
  void printImports(SourceText& out) const {
    const bool isVerbatim = uses(Helper::Verbatim);
    if (uses(Helper::Json) || uses(Helper::Text)) out.line("import json");
    out.line("import os");
    if (uses(Helper::Answers)) out.line("import queue");
    if (uses(Helper::FromLocation)) out.line("import re");
    if (isVerbatim && (!certificates_.areVerified || certificates_.hasClients)) out.line("import ssl");
    if (uses(Helper::Answers)) out.line("import threading");
    if (uses(Helper::Clock)) out.line("import time");
    if (isVerbatim) {
      out.line(fmt::format("from http.client import HTTPConnection, {}HTTPSConnection",
                           uses(Helper::Answers) ? "HTTPException, " : ""));
      out.line("from types import SimpleNamespace");
    }
    std::string parse;
    for (const auto& [isUsed, name] :
         {std::pair(uses(Helper::Encoded), "quote"), std::pair(uses(Helper::FromLocation), "unquote"),
          std::pair(isVerbatim, "urlsplit")}) {
      if (isUsed) parse += (parse.empty() ? "" : ", ") + std::string(name);
    }
    if (!parse.empty()) out.line("from urllib.parse import " + parse);
    out.line();
    const bool hasFixture = uses(Helper::SendAuthenticated) && keepsCookies();
    if (uses(Helper::SkippedTests) || hasFixture) out.line("import pytest");
    out.line("import requests");
    if (!certificates_.areVerified) {
      out.line("import urllib3");
      out.line();
      out.line("urllib3.disable_warnings()  # certificates are not verified");
    }
  }

  void printExchange(SourceText& out) const {
    std::string open;
    if (!certificates_.areVerified) open = "        context = ssl._create_unverified_context()\n";
    if (open.empty() && certificates_.hasClients) open = "        context = ssl.create_default_context()\n";
    if (certificates_.hasClients) open += "        context.load_cert_chain(*CERTIFICATE)\n";
    out.block(replaced(kExchange, "    connection = CONNECT\n",
                       fmt::format(R"(    if url.scheme == "https":
{}        connection = HTTPSConnection(url.netloc, timeout=30{})
    else:
        connection = HTTPConnection(url.netloc, timeout=30)
)",
                                   open, open.empty() ? "" : ", context=context")));
  }

  void printEnvironment(SourceText& out) const {
    if (certificates_.hasOwnAuthority)
      out.line("VERIFY = os.environ.get(\"SSL_CERT_FILE\", True)  # who signed the service's certificate");
    if (certificates_.hasClients)
      out.line("CERTIFICATE = (os.environ[\"CLIENT_CERTIFICATE\"], os.environ.get(\"CLIENT_KEY\"))");
    if (!uses(Helper::Environment)) return;
    for (const auto& [name, constant] : pythonConstants(file_.secrets))
      out.line(fmt::format("{} = os.environ[\"{}\"]", constant, name));
  }

  static void printUsualHeaders(SourceText& out) {
    std::string dictionary;
    for (const auto& [name, value] : kUsualHeaders) {
      dictionary +=
          fmt::format("{}{}: {}", dictionary.empty() ? "" : ", ", pythonString(name), pythonString(value));
    }
    out.line("USUAL_HEADERS = {" + dictionary + "}");
  }

  void printSend(SourceText& out) const {
    if (!uses(Helper::Send)) return;
    const bool isVerbatim = uses(Helper::Verbatim);
    if (isVerbatim) printExchange(out);
    out.block(fmt::format(R"(

def send(method, target, headers=None, body=None, json=None{}):
    """Sends exactly this: no redirect is followed and nothing in the target is changed."""
    data = body.encode() if isinstance(body, str) else body
    given = {{name.lower() for name in headers or {{}}}}
    usual = {{name: value for name, value in USUAL_HEADERS.items() if name.lower() not in given}}
    headers = {{**usual, **(headers or {{}})}}
)",
                          isVerbatim ? ", verbatim=False" : ""));
    if (isVerbatim) {
      out.line("    if verbatim:");
      out.line("        return exchange(method, target, headers, data)");
    }
    out.block(fmt::format(R"(    with requests.Session() as session:
        call = requests.Request(method, BASE_URL, headers, data=data, json=json)
        request = session.prepare_request(call)
        request.url = BASE_URL + target
        if request.body is None and method not in ("POST", "PUT", "PATCH"):
            request.headers.pop("Content-Length", None)
        response = session.get_adapter(BASE_URL).send(request, timeout=30{})
        response.content  # reads all of it
        return response
)",
                          certificateArguments()));
  }

  std::string certificateArguments() const {
    const char* verify = !certificates_.areVerified      ? ", verify=False"
                         : certificates_.hasOwnAuthority ? ", verify=VERIFY"
                                                         : "";
    return fmt::format("{}{}", verify, certificates_.hasClients ? ", cert=CERTIFICATE" : "");
  }

  std::string printAuthentication() {
    SourceText out("#");
    out.line();
    if (keepsCookies()) {
      printCookies(out);
      out.line();
    }
    out.line();
    PythonWriter fixed(file_, out, used_, 0);
    const std::string dictionary = onOneLine(fixed.headerDictionary(fixedHeaders(authentication_)));
    if (hasLogin()) {
      out.line("authentication = None  # the headers that prove who is calling; none before the first login");
      printLogin(out, dictionary);
    } else {
      out.line("authentication = " + dictionary + "  # the headers that prove who is calling");
    }
    printAuthenticated(out);
    printSendAuthenticated(out);
    return out.take();
  }

  void printCookies(SourceText& out) const {
    out.line();
    out.line("cookies = {}  # of the test that runs");
    if (hasLogin()) out.line("login_cookies = {}  # which every test begins with");
    out.block(R"(

@pytest.fixture(autouse=True)
def cookies_of_this_test():
    cookies.clear()
)");
    if (hasLogin()) out.line("    cookies.update(login_cookies)");
    out.block(kPythonKeepCookies);
  }

  void printLogin(SourceText& out, const std::string& alwaysThere) {
    const Authentication::Login& login = *authentication_.login;
    out.block(R"(

def log_in():
    global authentication
)");
    PythonWriter writer(file_, out, used_, 4);
    writer.writeLogin(login);
    if (keepsCookies()) {
      out.line("    keep_cookies(response, cookies)");
      out.line("    keep_cookies(response, login_cookies)");
    }
    out.line("    authentication = " + alwaysThere);
    if (givesToken(login)) {
      out.line(
          fmt::format("    authentication[{}] = {}", pythonByteString(login.header), tokenValue(writer)));
    }
  }

  std::string tokenValue(PythonWriter& writer) const {
    const Authentication::Login& login = *authentication_.login;
    std::string value = onOneLine(writer.text(login.value));
    const std::string prefix = prefixOfToken(login);
    if (prefix.empty()) return value;
    const std::string token = onOneLine(writer.text({{login.token.variable, true, false}}));
    return fmt::format("{0} if {0}.startswith({1}) else {2}", token, pythonByteString(prefix), value);
  }

  void printAuthenticated(SourceText& out) const {
    out.block(R"(

def authenticated(headers):
)");
    if (hasLogin()) {
      out.line("    if authentication is None:");
      out.line("        log_in()");
    }
    if (!keepsCookies()) return out.line("    return {**(headers or {}), **authentication}");
    out.line("    headers = {**(headers or {}), **authentication}");
    const bool hasOthers = uses(Helper::OwnCookies) || hasFixedCookies(authentication_);
    if (hasOthers) {
      out.block(R"(    own = headers.pop("Cookie", "").split(";")
    own = dict(pair.strip().split("=", 1) for pair in own if "=" in pair)
)");
    }
    out.block(fmt::format(R"(    if {0}:
        headers["Cookie"] = "; ".join(f"{{name}}={{value}}" for name, value in {1}.items())
    return headers
)",
                          hasOthers ? "own or cookies" : "cookies",
                          hasOthers ? "{**own, **cookies}" : "cookies"));
  }

  void printSendAuthenticated(SourceText& out) const {
    out.block(R"(

def send_authenticated(method, target, headers=None, **content):
    response = send(method, target, authenticated(headers), **content)
)");
    if (hasLogin()) {
      out.block(R"(    if response.status_code == 401:
        log_in()
        response = send(method, target, authenticated(headers), **content)
)");
    }
    if (keepsCookies()) out.line("    keep_cookies(response, cookies)");
    out.line("    return response");
  }
};

}  // namespace

std::string pythonPrelude(const TestFile& file, std::set<Helper> used) {
  return PythonPrelude(file, std::move(used)).print();
}

}  // namespace covolve::rest::emit
