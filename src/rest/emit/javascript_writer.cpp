#include "rest/emit/javascript_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json_pointer.h"
#include "base/utf8.h"
#include "rest/emit/json_layout.h"
#include "rest/emit/library_limits.h"

namespace covolve::rest::emit {

namespace {

NameTable javaScriptNames() {
  // Keywords, and what the emitted files themselves give a name to.
  return {
      "arguments await async break case catch class const continue debugger default delete do else enum "
      "eval export extends false finally for function if implements import in instanceof interface let "
      "new null package private protected public return static super switch this throw true try typeof "
      "var void while with yield answers assert authentication body cookies fetch http https response "
      "send test undefined process buffer once jsonOf mediaType fromLocation isObject hasElement exchange "
      "authenticated keepCookies logIn loginCookies sendAuthenticated",
      "Value", ""};
}

bool isJavaScriptName(std::string_view text) {
  const auto isLetter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  };
  const auto isInside = [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); };
  return !text.empty() && isLetter(text.front()) && std::ranges::all_of(text, isInside);
}

std::string javaScriptScalar(const Json& value) { return value.dump() + (isUnsafeInteger(value) ? "n" : ""); }

/// Chunks of a long text as a sum.
Layout sum(std::string whole, std::vector<Layout> chunks) {
  if (chunks.size() < 2) return Layout::leaf(std::move(whole));
  Layout layout{"", std::move(chunks), ""};
  layout.separator = " +";
  layout.whole = std::move(whole);
  return layout;
}

Layout javaScriptText(const std::string& value) {
  // JSON is UTF-8; whoever made a value that is not gets what can be shown of it.
  const auto literalOf = [](const std::string& text) {
    return isUtf8(text) ? javaScriptString(text) : javaScriptByteString(text);
  };
  std::vector<Layout> chunks;
  for (const TextTemplate& chunk : chunksOf(literal(value), kChunk)) {
    chunks.push_back(Layout::leaf(literalOf(literalText(chunk))));
  }
  return sum(literalOf(value), std::move(chunks));
}

std::string javaScriptKey(const std::string& name) {
  if (name == "__proto__") return "[\"__proto__\"]: ";  // without brackets it is no field
  return (isJavaScriptName(name) ? name : onOneLine(javaScriptText(name))) + ": ";
}

const JsonDialect& javaScriptJson() {
  static const JsonDialect dialect{javaScriptScalar, javaScriptText, javaScriptKey, " "};
  return dialect;
}

template <class Property>
bool anyScalar(const Json& value, const Property& property) {
  if (!value.is_structured()) return property(value);
  for (const Json& item : value) {
    if (anyScalar(item, property)) return true;
  }
  return false;
}

/// JSON.stringify writes 1.0 as 1, which a service may take for something else.
bool isWrittenOtherwise(const Json& value) {
  if (isUnsafeInteger(value)) return true;
  return value.is_number_float() && std::trunc(value.get<double>()) == value.get<double>();
}

std::string javaScriptField(const std::string& pointer) {
  std::string expression = "body";
  for (const std::string& token : pointerTokens(pointer)) {
    if (isIndex(token)) {
      expression += "[" + token + "]";  // of an array, or the field of that name
    } else {
      expression += isJavaScriptName(token) ? "." + token : "[" + onOneLine(javaScriptText(token)) + "]";
    }
  }
  return expression;
}

}  // namespace

bool isUnsafeInteger(const Json& value) {
  constexpr int64_t kLargest = (int64_t{1} << 53) - 1;
  if (value.is_number_unsigned()) return value.get<uint64_t>() > static_cast<uint64_t>(kLargest);
  return value.is_number_integer() && (value.get<int64_t>() > kLargest || value.get<int64_t>() < -kLargest);
}

bool needsExactIntegers(const TestFile& file) {
  const auto isExpected = [](const BodyExpectation& one) {
    return one.kind == BodyExpectation::Kind::Equals && anyScalar(one.value, isUnsafeInteger);
  };
  const auto isTaken = [](const Capture& one) { return isUnsafeInteger(one.sample); };
  return std::ranges::any_of(file.tests, [&](const Test& test) {
    return std::ranges::any_of(test.steps, [&](const Step& step) {
      return std::ranges::any_of(step.expectations, isExpected) ||
             std::ranges::any_of(step.captures, isTaken);
    });
  });
}

JavaScriptWriter::JavaScriptWriter(const TestFile& file, SourceText& out, std::set<Helper>& used,
                                   size_t margin)
    : TestWriter(file, out, used, margin, javaScriptNames()) {}

std::string JavaScriptWriter::inCase(const std::string& name) const { return camelCase(name); }

/// A constant of the file.
std::string JavaScriptWriter::environment(const std::string& name) {
  use(Helper::Environment);
  return name;
}

// ---- texts ----

std::string JavaScriptWriter::valueText(const TextPiece& piece) {
  const std::string& name = variable(piece.text).name;
  return piece.isPercentEncoded ? "encodeURIComponent(" + name + ")" : name;
}

std::string JavaScriptWriter::templateLiteral(const TextTemplate& text) {
  if (!hasVariables(text)) return javaScriptString(literalText(text));
  std::string result = "`";
  for (const TextPiece& piece : text) {
    result += piece.isVariable ? "${" + valueText(piece) + "}" : javaScriptTemplateText(piece.text);
  }
  return result + "`";
}

Layout JavaScriptWriter::bytes(const TextTemplate& text) {
  if (!hasVariables(text)) {
    std::vector<Layout> chunks;
    for (const TextTemplate& chunk : chunksOf(text, kChunk / 2)) {
      chunks.push_back(Layout::leaf(javaScriptByteString(literalText(chunk))));
    }
    return {"Buffer.from(",
            {sum(javaScriptByteString(literalText(text)), std::move(chunks)), Layout::leaf("\"latin1\"")},
            ")"};
  }
  Layout list{"Buffer.concat([", {}, "])"};
  for (const TextPiece& piece : text) {
    list.items.push_back(
        Layout::leaf(piece.isVariable ? "Buffer.from(String(" + variable(piece.text).name + "))"
                                      : "Buffer.from(" + javaScriptByteString(piece.text) + ", \"latin1\")"));
  }
  return list;
}

Layout JavaScriptWriter::text(const TextTemplate& given) {
  const TextTemplate text = merged(given);
  if (!isText(text)) return bytes(text);
  const bool isOne = text.size() == 1 && text[0].isVariable;
  if (isOne && (text[0].isPercentEncoded || variable(text[0].text).isText())) {
    return Layout::leaf(valueText(text[0]));
  }
  std::vector<Layout> chunks;
  for (const TextTemplate& chunk : chunksOf(text, kChunk)) {
    chunks.push_back(Layout::leaf(templateLiteral(chunk)));
  }
  return sum(templateLiteral(text), std::move(chunks));
}

// ---- calls ----

Layout JavaScriptWriter::headerObject(const SentHeaders& headers) {
  Layout object{"{", {}, "}"};
  object.padding = " ";
  const auto valueOf = [&](const TextTemplate& value) {
    const bool isPlain = hasVariables(value) || isAscii(literalText(value));
    return isPlain ? text(inLatin1(value)) : Layout::leaf(javaScriptByteString(literalText(value)));
  };
  for (const auto& [name, values] : headers) {
    Layout value = valueOf(values[0]);
    if (values.size() > 1) {
      value = Layout{"[", {}, "]"};
      for (const TextTemplate& one : values) value.items.push_back(valueOf(one));
    }
    object.items.push_back(wrapped(javaScriptKey(name), std::move(value)));
  }
  return object.items.empty() ? Layout::leaf("{}") : object;
}

std::string JavaScriptWriter::filling(const Json& place, const std::string& name) {
  const Variable& taken = variable(name);
  if (taken.isText() && (place.is_number() || place.is_boolean())) return "JSON.parse(" + taken.name + ")";
  const bool becomesText = place.is_string() && !taken.isText() && !taken.sample.is_null();
  return becomesText ? "String(" + taken.name + ")" : taken.name;
}

Layout JavaScriptWriter::jsonText(const JsonTemplate& json) {
  // No JSON text contains this character: it marks where a variable's value begins and ends.
  constexpr char kMark = '\1';
  const Json value = withAllPlaces(json);
  Expressions expressions;
  for (const auto& [pointer, name] : json.variables) {
    const Variable& taken = variable(name);
    const Json place = valueAt(value, pointer);
    const bool isRaw = isUnsafeInteger(taken.sample) && !place.is_string();
    const std::string expression = isRaw ? taken.name : "JSON.stringify(" + filling(place, name) + ")";
    expressions[pointer] = kMark + expression + kMark;
  }
  std::string rest = onOneLine(jsonLayout(value, plainJson(), expressions));
  if (expressions.empty()) return javaScriptText(rest);
  std::string result = "`";
  for (bool isExpression = false;; isExpression = !isExpression) {
    const size_t end = std::min(rest.find(kMark), rest.size());
    const std::string part = rest.substr(0, end);
    result += isExpression ? "${" + part + "}" : javaScriptTemplateText(part);
    if (end == rest.size()) break;
    rest.erase(0, end + 1);
  }
  return Layout::leaf(result + "`");
}

std::optional<Layout> JavaScriptWriter::bodyOf(const JsonTemplate& json, SentHeaders& headers) {
  const bool hasBigVariable = std::ranges::any_of(
      json.variables, [&](const auto& one) { return isUnsafeInteger(variable(one.second).sample); });
  const bool isNull = json.value.is_null() && json.variables.empty();
  if (isNull || hasBigVariable || anyScalar(json.value, isWrittenOtherwise)) {
    return wrapped("body: ", jsonText(json));
  }
  const Json value = withAllPlaces(json);
  Expressions expressions;
  for (const auto& [pointer, name] : json.variables) {
    expressions[pointer] = filling(valueAt(value, pointer), name);
  }
  Layout object = jsonLayout(value, javaScriptJson(), expressions);
  const auto type = std::ranges::find(headers, "Content-Type", &SentHeaders::value_type::first);
  if (type == headers.end()) return wrapped("body: JSON.stringify(", std::move(object), ")");
  // That of `json` by itself.
  const bool isUsual = type->second.size() == 1 && type->second[0] == literal("application/json");
  if (isUsual) headers.erase(type);
  return wrapped("json: ", std::move(object));
}

Layout JavaScriptWriter::callOf(const Step& step, const std::string& start, const std::string& end) {
  SentHeaders headers = sentHeaders(step, file_.authentication);
  const TextTemplate target = sentTarget(step);
  std::optional<Layout> body;
  if (const auto* json = std::get_if<JsonTemplate>(&step.body)) {
    body = bodyOf(*json, headers);
  } else if (const auto* given = std::get_if<TextTemplate>(&step.body); given && !merged(*given).empty()) {
    body = wrapped("body: ", text(*given));
  }
  const auto isCookie = [](const auto& header) { return header.first == "Cookie"; };
  if (step.needsAuthentication && std::ranges::any_of(headers, isCookie)) use(Helper::OwnCookies);

  Layout options{"{", {}, "}"};
  options.padding = " ";
  if (!headers.empty()) options.items.push_back(wrapped("headers: ", headerObject(headers)));
  if (body) options.items.push_back(std::move(*body));
  if (!isKeptByFetch(step.method, target, headers, body.has_value())) {
    use(Helper::Verbatim);
    options.items.push_back(Layout::leaf("verbatim: true"));
  }
  Layout call{start, {Layout::leaf(javaScriptString(step.method) + ", " + onOneLine(text(target)))}, end};
  if (!options.items.empty()) call.items.push_back(std::move(options));
  call.hugsLast = true;
  return call;
}

void JavaScriptWriter::call(const Step& step, Binding response) {
  use(step.needsAuthentication ? Helper::SendAuthenticated : Helper::Send);
  const std::string function = step.needsAuthentication ? "sendAuthenticated" : "send";
  const std::string start = !response.isFirst ? "" : response.isOnly ? "const " : "let ";
  statement(callOf(step, start + "response = await " + function + "(", ");"), kJavaScriptStyle);
}

void JavaScriptWriter::expectNoAnswer(const Step& step) {
  use(Helper::Answers);
  use(step.needsAuthentication ? Helper::SendAuthenticated : Helper::Send);
  const std::string function = step.needsAuthentication ? "sendAuthenticated" : "send";
  statement(callOf(step, "assert.ok(!(await answers(" + function + ", ", ")));"), kJavaScriptStyle);
}

// ---- expectations ----

void JavaScriptWriter::expectEqual(const std::string& function, const std::string& actual, Layout expected) {
  Layout layout{"assert." + function + "(", {Layout::leaf(actual), std::move(expected)}, ");"};
  layout.hugsLast = true;
  statement(layout, kJavaScriptStyle);
}

void JavaScriptWriter::startClock(const std::string& name) {
  line(fmt::format("const {} = performance.now();", name));
}

void JavaScriptWriter::expectSlower(const std::string& clock, std::chrono::milliseconds least) {
  line(fmt::format("assert.ok(performance.now() - {} > {});", clock, least.count()));
}

void JavaScriptWriter::expectStatus(int status) {
  line(fmt::format("assert.equal(response.status, {});", status));
}

void JavaScriptWriter::expectSuccess(bool mayRedirect) {
  const char* condition =
      mayRedirect ? "response.status < 400" : "response.status >= 200 && response.status < 300";
  const Layout layout{
      "assert.ok(", {Layout::leaf(condition), Layout::leaf("response.body.toString()")}, ");"};
  statement(layout, kJavaScriptStyle);
}

void JavaScriptWriter::expectMediaType(const std::string& type) {
  use(Helper::MediaType);
  expectEqual("equal", "mediaType(response)", Layout::leaf(javaScriptByteString(type)));
}

void JavaScriptWriter::expectHeader(const std::string& name, const std::string& value) {
  expectEqual("equal", fmt::format("response.headers.get({})", javaScriptByteString(name)),
              Layout::leaf(javaScriptByteString(value)));
}

void JavaScriptWriter::expectMissing(const std::string& header) {
  line(fmt::format("assert.ok(!response.headers.has({}));", javaScriptByteString(header)));
}

void JavaScriptWriter::readBody(Binding body) {
  const std::string start = !body.isFirst ? "" : body.isOnly ? "const " : "let ";
  line(start + "body = jsonOf(response);");
}

void JavaScriptWriter::expectType(const std::string& actual, const std::string& type) {
  if (type == "null") return line("assert.equal(" + actual + ", null);");
  if (type == "array") return line("assert.ok(Array.isArray(" + actual + "));");
  if (type == "number" && needsExactIntegers(file_)) {
    return line("assert.match(typeof " + actual + ", /^(number|bigint)$/);");
  }
  if (type != "object") return line(fmt::format("assert.equal(typeof {}, \"{}\");", actual, type));
  use(Helper::TypeOf);
  line("assert.ok(isObject(" + actual + "));");
}

void JavaScriptWriter::expect(const Step&, const BodyExpectation& expectation) {
  using Kind = BodyExpectation::Kind;
  const Json& value = expectation.value;
  const std::string actual = javaScriptField(expectation.pointer);
  switch (expectation.kind) {
    case Kind::Equals:
      if (!expectation.variable.empty()) {
        return expectEqual("deepEqual", actual, Layout::leaf(variable(expectation.variable).name));
      }
      return expectEqual(value.is_structured() ? "deepEqual" : "equal", actual,
                         jsonLayout(value, javaScriptJson()));
    case Kind::IsType:
      return expectType(actual, value.get<std::string>());
    case Kind::HasLength:
      return line(fmt::format("assert.equal({}.length, {});", actual, value.dump()));
    case Kind::IsText: {
      const TextTemplate body = literal(value.get<std::string>());
      return isText(body) ? expectEqual("equal", "response.body.toString()", text(body))
                          : expectEqual("deepEqual", "response.body", text(body));
    }
    case Kind::IsEmpty:
      return line("assert.equal(response.body.length, 0);");
    case Kind::IsAbsent: {
      const auto [parent, name] = parentAndName(expectation.pointer);
      return line(fmt::format("assert.ok(!({} in {}));", javaScriptString(name), javaScriptField(parent)));
    }
    case Kind::HasElement: {
      use(Helper::HasElement);
      Expressions expressions;
      for (const auto& [member, name] : expectation.variables)
        expressions[pointerTo("", member)] = variable(name).name;
      return statement(wrapped(fmt::format("assert.ok(hasElement({}, ", actual),
                               jsonLayout(value, javaScriptJson(), expressions), "));"),
                       kJavaScriptStyle);
    }
    case Kind::IsUrl:
      return expectEqual("equal", actual,
                         Layout::leaf("BASE_URL + " + javaScriptString(value.get<std::string>())));
  }
}

void JavaScriptWriter::capture(const Step&, const Capture& capture, const Variable& variable) {
  switch (capture.kind) {
    case Capture::Kind::Body:
      return line(fmt::format("const {} = {};", variable.name, javaScriptField(capture.detail)));
    case Capture::Kind::Header:
      return line(fmt::format("const {} = response.headers.get({});", variable.name,
                              javaScriptByteString(capture.detail)));
    case Capture::Kind::LocationSegment:
      use(Helper::FromLocation);
      return line(fmt::format("const {} = fromLocation(response, {});", variable.name,
                              javaScriptByteString(textBeforeSegment(capture.detail))));
  }
}

}  // namespace covolve::rest::emit
