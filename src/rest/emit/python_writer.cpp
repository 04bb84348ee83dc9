#include "rest/emit/python_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/json_pointer.h"
#include "base/utf8.h"
#include "rest/emit/body_shape.h"
#include "rest/emit/json_layout.h"
#include "rest/emit/library_limits.h"

namespace covolve::rest::emit {

namespace {

NameTable pythonNames() {
  // Keywords, and what the emitted files themselves give a name to.
  return {
      "and as assert async await break class continue def del elif else except finally for from global "
      "if import in is lambda nonlocal not or pass raise return try while with yield answers at "
      "authentication body cookies dict encoded int float isinstance json len list os pytest queue quote "
      "re requests response send str bool text threading type unquote media_type from_location "
      "send_authenticated has_element log_in keep_cookies login_cookies cookies_of_this_test authenticated",
      "_value", "_"};
}

std::string pythonScalar(const Json& value) {
  if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
  std::string text = value.dump();
  return text == "null" ? "None" : text;  // a number that is none, too
}

/// Chunks of a long text in parentheses.
Layout inParentheses(std::string whole, std::vector<Layout> chunks) {
  if (chunks.size() < 2) return Layout::leaf(std::move(whole));
  Layout layout{"(", std::move(chunks), ")"};
  layout.separator = "";
  layout.whole = std::move(whole);
  return layout;
}

Layout pythonText(const std::string& value) {
  // JSON is UTF-8; whoever made a value that is not gets what can be shown of it.
  const auto literalOf = [](const std::string& text) {
    return isUtf8(text) ? pythonString(text) : pythonByteString(text);
  };
  std::vector<Layout> chunks;
  for (const TextTemplate& chunk : chunksOf(literal(value), kChunk)) {
    chunks.push_back(Layout::leaf(literalOf(literalText(chunk))));
  }
  return inParentheses(literalOf(value), std::move(chunks));
}

std::string pythonKey(const std::string& name) { return onOneLine(pythonText(name)) + ": "; }

const JsonDialect& pythonJson() {
  static const JsonDialect dialect{pythonScalar, pythonText, pythonKey, ""};
  return dialect;
}

}  // namespace

PythonWriter::PythonWriter(const TestFile& file, SourceText& out, std::set<Helper>& used, size_t margin)
    : TestWriter(file, out, used, margin, pythonNames()) {}

std::string PythonWriter::inCase(const std::string& name) const { return snakeCase(name); }

/// A constant of the file.
std::string PythonWriter::environment(const std::string& name) {
  use(Helper::Environment);
  return pythonConstants(file_.secrets).at(name);
}

std::map<std::string, std::string> pythonConstants(const std::vector<std::string>& variables) {
  std::set<std::string> taken{"BASE_URL", "CERTIFICATE", "USUAL_HEADERS", "VERIFY"};
  std::map<std::string, std::string> constants;
  for (const std::string& variable : variables) {
    std::string constant;
    for (const char c : variable) constant += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    while (!taken.insert(constant).second) constant += '_';
    constants.emplace(variable, constant);
  }
  return constants;
}

// ---- texts ----

std::string PythonWriter::valueText(const TextPiece& piece) {
  const Variable& taken = variable(piece.text);
  if (piece.isPercentEncoded) {
    use(Helper::Encoded);
    return "encoded(" + taken.name + ")";
  }
  if (taken.isText() || taken.sample.is_number()) return taken.name;
  use(Helper::Text);
  return "text(" + taken.name + ")";
}

std::string PythonWriter::formatted(const TextTemplate& text) {
  if (!hasVariables(text)) return pythonString(literalText(text));
  std::string result = "f\"";
  for (const TextPiece& piece : text) {
    result += piece.isVariable ? "{" + valueText(piece) + "}" : pythonFormatText(piece.text);
  }
  return result + "\"";
}

Layout PythonWriter::bytes(const TextTemplate& text) {
  std::string whole;
  for (const TextPiece& piece : text) {
    if (!whole.empty()) whole += " + ";
    if (!piece.isVariable) {
      whole += "b" + pythonByteString(piece.text);
    } else {
      use(Helper::Text);
      whole += "text(" + variable(piece.text).name + ").encode()";
    }
  }
  if (hasVariables(text)) return Layout::leaf(std::move(whole));
  std::vector<Layout> chunks;
  for (const TextTemplate& chunk : chunksOf(text, kChunk / 2)) {
    chunks.push_back(Layout::leaf("b" + pythonByteString(literalText(chunk))));
  }
  return inParentheses(std::move(whole), std::move(chunks));
}

Layout PythonWriter::text(const TextTemplate& given) {
  const TextTemplate text = merged(given);
  if (!isText(text)) return bytes(text);
  const bool isOne = text.size() == 1 && text[0].isVariable;
  if (isOne && (text[0].isPercentEncoded || variable(text[0].text).isText())) {
    return Layout::leaf(valueText(text[0]));
  }
  std::vector<Layout> chunks;
  for (const TextTemplate& chunk : chunksOf(text, kChunk)) chunks.push_back(Layout::leaf(formatted(chunk)));
  return inParentheses(formatted(text), std::move(chunks));
}

// ---- calls ----

Layout PythonWriter::headerDictionary(const SentHeaders& headers) {
  Layout dictionary{"{", {}, "}"};
  for (const auto& [name, values] : headers) {
    Layout value = Layout::leaf("");
    if (values.size() == 1) {
      const TextTemplate& only = values[0];
      const bool isPlain = hasVariables(only) || isAscii(literalText(only));
      value = isPlain ? text(inLatin1(only)) : Layout::leaf(pythonByteString(literalText(only)));
    } else {
      value = Layout{"[", {}, "]"};
      for (const TextTemplate& one : values) value.items.push_back(text(inLatin1(one)));
    }
    dictionary.items.push_back(wrapped(pythonString(name) + ": ", std::move(value)));
  }
  return dictionary.items.empty() ? Layout::leaf("{}") : dictionary;
}

std::string PythonWriter::filling(const Json& place, const std::string& name) {
  const Variable& taken = variable(name);
  if (taken.isText() && (place.is_number() || place.is_boolean())) {
    use(Helper::Json);
    return "json.loads(" + taken.name + ")";
  }
  if (!place.is_string() || taken.isText() || taken.sample.is_null()) return taken.name;
  use(Helper::Text);
  return "text(" + taken.name + ")";
}

Layout PythonWriter::json(const JsonTemplate& json) {
  const Json value = withAllPlaces(json);
  Expressions expressions;
  for (const auto& [pointer, name] : json.variables) {
    expressions[pointer] = filling(valueAt(value, pointer), name);
  }
  return jsonLayout(value, pythonJson(), expressions);
}

Layout PythonWriter::callOf(const Step& step, const std::string& start) {
  SentHeaders headers = sentHeaders(step, file_.authentication);
  const TextTemplate target = sentTarget(step);
  const bool isKept = isKeptByRequests(target, headers);
  const auto type = std::ranges::find(headers, "Content-Type", &SentHeaders::value_type::first);
  Layout call{start, {Layout::leaf(pythonString(step.method) + ", " + onOneLine(text(target)))}, ")"};
  std::optional<Layout> body;
  if (const auto* given = std::get_if<JsonTemplate>(&step.body)) {
    Layout value = json(*given);
    if (onOneLine(value) == "None") {
      body = Layout::leaf("body=\"null\"");  // None would be no body
    } else if (type == headers.end() || !isKept) {
      use(Helper::Json);
      body = wrapped("body=json.dumps(", std::move(value), ")");
    } else {
      body = wrapped("json=", std::move(value));
      // That of json= by itself.
      const bool isUsual = type->second.size() == 1 && type->second[0] == literal("application/json");
      if (isUsual) headers.erase(type);
    }
  } else if (const auto* written = std::get_if<TextTemplate>(&step.body);
             written && !merged(*written).empty()) {
    body = wrapped("body=", text(*written));
  }
  const auto isCookie = [](const auto& header) { return header.first == "Cookie"; };
  if (step.needsAuthentication && std::ranges::any_of(headers, isCookie)) use(Helper::OwnCookies);
  if (!headers.empty()) call.items.push_back(wrapped("headers=", headerDictionary(headers)));
  if (body) call.items.push_back(std::move(*body));
  call.hugsLast = call.items.size() == 2;
  if (!isKept) {
    use(Helper::Verbatim);
    call.items.push_back(Layout::leaf("verbatim=True"));
  }
  return call;
}

void PythonWriter::call(const Step& step, Binding) {
  use(step.needsAuthentication ? Helper::SendAuthenticated : Helper::Send);
  const std::string function = step.needsAuthentication ? "send_authenticated" : "send";
  statement(callOf(step, "response = " + function + "("), kPythonStyle);
}

void PythonWriter::expectNoAnswer(const Step& step) {
  use(Helper::Answers);
  use(step.needsAuthentication ? Helper::SendAuthenticated : Helper::Send);
  const std::string function = step.needsAuthentication ? "send_authenticated" : "send";
  statement(callOf(step, "assert not answers(" + function + ", "), kPythonStyle);
}

// ---- expectations ----

void PythonWriter::startClock(const std::string& name) { line(fmt::format("{} = time.monotonic()", name)); }

void PythonWriter::expectSlower(const std::string& clock, std::chrono::milliseconds least) {
  line(fmt::format("assert time.monotonic() - {} > {:g}", clock,
                   std::chrono::duration<double>(least).count()));
}

void PythonWriter::expectStatus(int status) {
  line(fmt::format("assert response.status_code == {}", status));
}

void PythonWriter::expectSuccess(bool mayRedirect) {
  line(mayRedirect ? "assert response.status_code < 400, response.content"
                   : "assert 200 <= response.status_code < 300, response.content");
}

void PythonWriter::expectMediaType(const std::string& type) {
  use(Helper::MediaType);
  line("assert media_type(response) == " + pythonByteString(type));
}

void PythonWriter::expectHeader(const std::string& name, const std::string& value) {
  line(fmt::format("assert response.headers[{}] == {}", pythonByteString(name), pythonByteString(value)));
}

void PythonWriter::expectMissing(const std::string& header) {
  line(fmt::format("assert {} not in response.headers", pythonByteString(header)));
}

void PythonWriter::readBody(Binding) { line("body = json.loads(response.content)"); }

std::string PythonWriter::fieldAt(const Step& step, const std::string& pointer) {
  const BodyShape shape(step);
  std::string expression = "body";
  std::string parent;
  for (const std::string& token : pointerTokens(pointer)) {
    const BodyShape::Kind kind = shape.kindOf(parent);
    if (isIndex(token) && kind == BodyShape::Kind::Unknown) {
      use(Helper::FieldAt);
      return "at(body, " + onOneLine(pythonText(pointer)) + ")";
    }
    const bool isElement = isIndex(token) && kind == BodyShape::Kind::Array;
    expression += "[" + (isElement ? token : onOneLine(pythonText(token))) + "]";
    parent = pointerTo(std::move(parent), token);
  }
  return expression;
}

void PythonWriter::expectText(const std::string& body) {
  if (!isAscii(body) && isUtf8(body)) {
    return statement(wrapped("assert response.content.decode() == ", pythonText(body)), kPythonStyle);
  }
  statement(wrapped("assert response.content == ", bytes(literal(body))), kPythonStyle);
}

void PythonWriter::expect(const Step& step, const BodyExpectation& expectation) {
  using Kind = BodyExpectation::Kind;
  const Json& value = expectation.value;
  if (expectation.kind == Kind::IsEmpty) return line("assert response.content == b\"\"");
  if (expectation.kind == Kind::IsText) return expectText(value.get<std::string>());
  if (expectation.kind == Kind::IsAbsent) {
    const auto [parent, name] = parentAndName(expectation.pointer);
    return line(fmt::format("assert {} not in {}", pythonString(name), fieldAt(step, parent)));
  }
  const std::string actual = fieldAt(step, expectation.pointer);
  if (expectation.kind == Kind::IsUrl) {
    return line(fmt::format("assert {} == BASE_URL + {}", actual, pythonString(value.get<std::string>())));
  }
  if (expectation.kind == Kind::HasLength) {
    return line(fmt::format("assert len({}) == {}", actual, value.dump()));
  }
  if (expectation.kind == Kind::HasElement) {
    use(Helper::HasElement);
    Expressions expressions;
    for (const auto& [member, name] : expectation.variables)
      expressions[pointerTo("", member)] = variable(name).name;
    return statement(wrapped(fmt::format("assert has_element({}, ", actual),
                             jsonLayout(value, pythonJson(), expressions), ")"),
                     kPythonStyle);
  }
  if (expectation.kind == Kind::Equals) {
    if (!expectation.variable.empty()) {
      return line(fmt::format("assert {} == {}", actual, variable(expectation.variable).name));
    }
    const bool isSingle = value.is_null() || value.is_boolean();
    return statement(wrapped(fmt::format("assert {} {} ", actual, isSingle ? "is" : "=="),
                             jsonLayout(value, pythonJson())),
                     kPythonStyle);
  }
  const std::string type = value.get<std::string>();
  if (type == "null") return line("assert " + actual + " is None");
  // A bool is an int to isinstance.
  if (type == "number") return line("assert type(" + actual + ") in (int, float)");
  const std::string python = type == "object"    ? "dict"
                             : type == "array"   ? "list"
                             : type == "boolean" ? "bool"
                                                 : "str";
  line(fmt::format("assert isinstance({}, {})", actual, python));
}

void PythonWriter::capture(const Step& step, const Capture& capture, const Variable& variable) {
  switch (capture.kind) {
    case Capture::Kind::Body:
      return line(variable.name + " = " + fieldAt(step, capture.detail));
    case Capture::Kind::Header:
      return line(fmt::format("{} = response.headers[{}]", variable.name, pythonByteString(capture.detail)));
    case Capture::Kind::LocationSegment:
      use(Helper::FromLocation);
      return line(fmt::format("{} = from_location(response, {})", variable.name,
                              pythonByteString(textBeforeSegment(capture.detail))));
  }
}

}  // namespace covolve::rest::emit
