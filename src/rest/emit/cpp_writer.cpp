#include "rest/emit/cpp_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/json_pointer.h"
#include "rest/emit/json_layout.h"
#include "rest/emit/templates.h"
#include "rest/http/message.h"

namespace covolve::rest::emit {

namespace {

NameTable cppNames() {
  // Keywords, and what the emitted files themselves give a name to.
  return {
      "alignas alignof and asm auto bitand bitor bool break case catch char class compl concept const "
      "consteval constexpr constinit continue decltype default delete do double else enum explicit "
      "export extern false float for friend goto if inline int long mutable namespace new noexcept not "
      "nullptr operator or private protected public register requires return short signed sizeof static "
      "struct switch template this throw true try typedef typeid typename union unsigned using virtual "
      "void volatile while xor answers authenticated authentication body cookies decoded encoded httplib "
      "json request response send std text testing errno linux unix main stdin stdout stderr mediaType "
      "fromLocation hasElement sendAuthenticated makeClient makeRequest logIn keepCookies loginCookies",
      "Value", ""};
}

bool isExpression(const TextPiece& piece) { return piece.isVariable || piece.text.contains('\0'); }

/// {"a": 1} as R"({"a": 1})"
Layout rawJson(const Json& value, std::string_view suffix = {}) {
  Layout json = jsonLayout(value, plainJson());
  const std::string delimiter = cppRawDelimiter(onOneLine(json));
  return wrapped(fmt::format("R\"{}(", delimiter), std::move(json),
                 fmt::format("){}\"{}", delimiter, suffix));
}

std::string number(const Json& value) {
  const bool isSmallest = value.is_number_integer() && !value.is_number_unsigned() &&
                          value.get<int64_t>() == std::numeric_limits<int64_t>::min();
  // Its digits alone are no integer of C++.
  if (isSmallest) return "json::parse(\"" + value.dump() + "\")";
  const bool isLarge = value.is_number_unsigned() &&
                       value.get<uint64_t>() > static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  return value.dump() + (isLarge ? "u" : "");
}

/// What stands in the brackets to get there.
std::string placeIn(const std::string& pointer) {
  const auto tokens = pointerTokens(pointer);
  // A number may be an index or a name: pointers are right in both cases.
  if (tokens.size() == 1 && !isIndex(tokens[0])) return cppString(tokens[0]);
  return pointer.contains('\0') ? "json::json_pointer(" + cppString(pointer) + ")"
                                : cppString(pointer) + "_json_pointer";
}

std::string cppField(const std::string& pointer) {
  return pointer.empty() ? "body" : "body.at(" + placeIn(pointer) + ")";
}

bool isOnlyJsonType(const SentHeaders& headers) {
  return headers.size() == 1 && headers[0].first == "Content-Type" && headers[0].second.size() == 1 &&
         headers[0].second[0] == literal("application/json");
}

bool hasPercentEncoding(std::string_view text) { return text.contains('%'); }

}  // namespace

CppWriter::CppWriter(const TestFile& file, SourceText& out, std::set<Helper>& used, size_t margin)
    : TestWriter(file, out, used, margin, cppNames()) {}

std::string CppWriter::inCase(const std::string& name) const { return camelCase(name); }

std::string CppWriter::environment(const std::string& name) {
  use(Helper::Environment);
  return "fromEnvironment(" + cppString(name) + ")";
}

// ---- texts ----

std::string CppWriter::pieceText(const TextPiece& piece) {
  if (!piece.isVariable) return cppString(piece.text);
  const Variable& taken = variable(piece.text);
  if (piece.isPercentEncoded) {
    use(Helper::Encoded);
    return "encoded(" + taken.name + ")";
  }
  if (taken.kind != Capture::Kind::Body) return taken.name;  // a std::string
  use(Helper::Text);
  return "text(" + taken.name + ")";
}

std::string CppWriter::concatenated(const TextTemplate& text) {
  std::string result;
  for (const TextPiece& piece : text) {
    if (!result.empty()) result += " + ";
    result += pieceText(piece);
  }
  return result;
}

Layout CppWriter::text(const TextTemplate& given) {
  const TextTemplate text = merged(given);
  if (text.empty()) return Layout::leaf("\"\"");
  Layout layout = Layout::leaf("");
  layout.whole = concatenated(text);
  layout.separator = "";
  const auto chunks = chunksOf(text, kChunk);
  if (chunks.size() == 1) return Layout::leaf(*layout.whole);
  for (size_t i = 0; i < chunks.size(); ++i) {
    const bool isLast = i + 1 == chunks.size();
    // Literals that follow each other are one.
    const bool isJoined = isLast || (!isExpression(chunks[i].back()) && !isExpression(chunks[i + 1].front()));
    layout.items.push_back(Layout::leaf(concatenated(chunks[i]) + (isJoined ? "" : " +")));
  }
  return layout;
}

// ---- calls ----

Layout CppWriter::headerList(const SentHeaders& headers) {
  Layout list{"{", {}, "}"};
  list.spread = Layout::Spread::Filled;
  for (const auto& [name, values] : headers) {
    for (const TextTemplate& value : values) {
      list.items.push_back(Layout::leaf(fmt::format("{{{}, {}}}", cppString(name), onOneLine(text(value)))));
    }
  }
  return list.items.empty() ? Layout::leaf("{}") : list;
}

Layout CppWriter::headersOf(const Step& step, bool hasBody) {
  const SentHeaders headers = sentHeaders(step, file_.authentication);
  const auto isNamed = [](std::string_view name) {
    return [name](const auto& header) { return header.first == name; };
  };
  if (hasBody && std::ranges::none_of(headers, isNamed("Content-Type"))) use(Helper::BodyWithoutType);
  if (step.needsAuthentication && std::ranges::any_of(headers, isNamed("Cookie"))) use(Helper::OwnCookies);
  if (!isOnlyJsonType(headers)) return headerList(headers);
  use(Helper::JsonHeaders);
  return Layout::leaf("kJson");
}

void CppWriter::fillIn(const JsonTemplate& json) {
  use(Helper::Json);
  const Json value = withAllPlaces(json);
  statement(wrapped(hasRequest_ ? "request = " : "json request = ", rawJson(value, "_json"), ";"), kCppStyle);
  hasRequest_ = true;
  for (const auto& [pointer, name] : json.variables) {
    const std::string place = pointer.empty() ? "request" : "request[" + placeIn(pointer) + "]";
    line(fmt::format("{} = {};", place, filling(valueAt(value, pointer), name)));
  }
}

std::string CppWriter::filling(const Json& place, const std::string& name) {
  const Variable& taken = variable(name);
  if (taken.isText() && (place.is_number() || place.is_boolean())) {
    return "json::parse(" + pieceText({name, true, false}) + ")";
  }
  const bool becomesText = place.is_string() && !taken.isText() && !taken.sample.is_null();
  return becomesText ? pieceText({name, true, false}) : taken.name;
}

std::optional<Layout> CppWriter::bodyOf(const Step& step) {
  if (const auto* json = std::get_if<JsonTemplate>(&step.body)) {
    if (json->variables.empty()) return rawJson(json->value);
    fillIn(*json);
    return Layout::leaf("request.dump()");
  }
  const auto* given = std::get_if<TextTemplate>(&step.body);
  return given == nullptr || merged(*given).empty() ? std::nullopt : std::optional(text(*given));
}

Layout CppWriter::callOf(const Step& step, const std::string& function, bool addsAuthentication) {
  const std::optional<Layout> body = bodyOf(step);
  Layout headers = headersOf(step, body.has_value());
  const bool hasHeaders = onOneLine(headers) != "{}";
  if (addsAuthentication) headers = wrapped("authenticated(", hasHeaders ? headers : Layout::leaf(""), ")");
  Layout call{function + "(",
              {Layout::leaf(cppString(step.method)), Layout::leaf(onOneLine(text(sentTarget(step))))},
              ")"};
  if (hasHeaders || body || addsAuthentication) call.items.push_back(std::move(headers));
  if (body) call.items.push_back(*body);
  call.spread = Layout::Spread::Filled;
  call.hugsLast = body.has_value();
  return call;
}

void CppWriter::call(const Step& step, Binding response) {
  use(step.needsAuthentication ? Helper::SendAuthenticated : Helper::Send);
  const std::string start = !response.isFirst ? "response = "
                            : response.isOnly ? "const httplib::Response response = "
                                              : "httplib::Response response = ";
  const std::string function = step.needsAuthentication ? "sendAuthenticated" : "send";
  statement(wrapped(start, callOf(step, function, false), ";"), kCppStyle);
}

void CppWriter::expectNoAnswer(const Step& step) {
  use(Helper::Answers);
  if (step.needsAuthentication) use(Helper::Authentication);
  statement(wrapped("EXPECT_FALSE(", callOf(step, "answers", step.needsAuthentication), ");"), kCppStyle);
}

// ---- expectations ----

void CppWriter::expectEqual(const std::string& actual, Layout expected) {
  Layout layout{"EXPECT_EQ(", {Layout::leaf(actual), std::move(expected)}, ");"};
  layout.spread = Layout::Spread::Filled;
  layout.hugsLast = true;
  statement(layout, kCppStyle);
}

Layout CppWriter::scalar(const Json& value) {
  if (value.is_string()) return text(literal(value.get<std::string>()));
  return Layout::leaf(value.is_null() ? "nullptr" : value.is_number() ? number(value) : value.dump());
}

void CppWriter::expectElement(const std::string& list, const BodyExpectation& expectation) {
  use(Helper::HasElement);
  Layout members{"{", {}, "}"};
  for (const auto& [name, value] : expectation.value.items()) {
    const auto taken = expectation.variables.find(name);
    Layout held =
        taken != expectation.variables.end() ? Layout::leaf(variable(taken->second).name) : scalar(value);
    members.items.push_back(wrapped("{" + cppString(name) + ", ", std::move(held), "}"));
  }
  statement(
      wrapped(fmt::format("EXPECT_TRUE(hasElement({}, json::object(", list), std::move(members), ")));"),
      kCppStyle);
}

void CppWriter::startClock(const std::string& name) {
  line(fmt::format("const auto {} = std::chrono::steady_clock::now();", name));
}

void CppWriter::expectSlower(const std::string& clock, std::chrono::milliseconds least) {
  line(fmt::format("EXPECT_TRUE(std::chrono::steady_clock::now() - {} > std::chrono::milliseconds({}));",
                   clock, least.count()));
}

void CppWriter::expectStatus(int status) { line(fmt::format("ASSERT_EQ(response.status, {});", status)); }

void CppWriter::expectSuccess(bool mayRedirect) {
  line(mayRedirect ? "ASSERT_LT(response.status, 400) << response.body;"
                   : "ASSERT_TRUE(response.status >= 200 && response.status < 300) << response.body;");
}

void CppWriter::expectMediaType(const std::string& type) {
  use(Helper::MediaType);
  expectEqual("mediaType(response)", text(literal(type)));
}

void CppWriter::expectHeader(const std::string& name, const std::string& value) {
  const std::string actual = fmt::format("response.get_header_value({})", cppString(name));
  if (!hasPercentEncoding(value)) return expectEqual(actual, text(literal(value)));
  // Some versions of cpp-httplib decode what they read.
  use(Helper::Decoded);
  expectEqual("decoded(" + actual + ")", wrapped("decoded(", text(literal(value)), ")"));
}

void CppWriter::expectMissing(const std::string& header) {
  line(fmt::format("EXPECT_FALSE(response.has_header({}));", cppString(header)));
}

void CppWriter::readBody(Binding body) {
  const std::string start = !body.isFirst ? "" : body.isOnly ? "const json " : "json ";
  line(start + "body = json::parse(response.body);");
}

void CppWriter::expect(const Step&, const BodyExpectation& expectation) {
  using Kind = BodyExpectation::Kind;
  const Json& value = expectation.value;
  const std::string actual = cppField(expectation.pointer);
  switch (expectation.kind) {
    case Kind::Equals:
      if (!expectation.variable.empty()) {
        return expectEqual(actual, Layout::leaf(variable(expectation.variable).name));
      }
      if (value.is_null()) return line("EXPECT_TRUE(" + actual + ".is_null());");
      if (!value.is_structured()) return expectEqual(actual, scalar(value));
      if (value.empty()) {
        return expectEqual(actual, Layout::leaf(value.is_array() ? "json::array()" : "json::object()"));
      }
      return expectEqual(actual, rawJson(value, "_json"));
    case Kind::IsType:
      return line(fmt::format("EXPECT_TRUE({}.is_{}());", actual, value.get<std::string>()));
    case Kind::HasLength:
      return line(fmt::format("EXPECT_EQ({}.size(), {}u);", actual, value.dump()));
    case Kind::IsText:
      return expectEqual("response.body", text(literal(value.get<std::string>())));
    case Kind::IsEmpty:
      return line("EXPECT_EQ(response.body, \"\");");
    case Kind::IsAbsent: {
      const auto [parent, name] = parentAndName(expectation.pointer);
      return line(fmt::format("EXPECT_FALSE({}.contains({}));", cppField(parent), cppString(name)));
    }
    case Kind::HasElement:
      return expectElement(actual, expectation);
    case Kind::IsUrl:
      return expectEqual(actual, Layout::leaf("kBaseUrl + " + cppString(value.get<std::string>())));
  }
}

void CppWriter::capture(const Step&, const Capture& capture, const Variable& variable) {
  switch (capture.kind) {
    case Capture::Kind::Body:
      return line(fmt::format("const json {} = {};", variable.name, cppField(capture.detail)));
    case Capture::Kind::Header:
      return line(fmt::format("const std::string {} = response.get_header_value({});", variable.name,
                              cppString(capture.detail)));
    case Capture::Kind::LocationSegment:
      use(Helper::FromLocation);
      return line(fmt::format("const std::string {} = fromLocation(response, {});", variable.name,
                              cppString(textBeforeSegment(capture.detail))));
  }
}

}  // namespace covolve::rest::emit
