#include "rest/emit/java_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/json_pointer.h"
#include "base/utf8.h"
#include "rest/emit/json_layout.h"
#include "rest/emit/library_limits.h"

namespace covolve::rest::emit {

namespace {

constexpr size_t kBehindCall = 8;
constexpr size_t kLongestConstant = 60'000;  // of 65,535 bytes, a sum of literals being one of them

NameTable javaNames() {
  // Keywords, and what the emitted files themselves give a name to.
  return {
      "abstract assert boolean break byte case catch char class const continue default do double else enum "
      "extends final finally float for goto if implements import instanceof int interface long native new "
      "package private protected public return short static strictfp super switch synchronized this throw "
      "throws transient try var void volatile while true false null yield record sealed permits when "
      "answers authentication body cookies response call text utf8 bytes json quoted encoded mediaType "
      "fromLocation hasElement keepCookies logIn loginCookies fromEnvironment isSame assertJson exchange "
      "beginTest",
      "Value", ""};
}

/// A literal of Java for bytes, each of which is one character.
std::string byteText(std::string_view bytes) {
  return javaString(literalText(inLatin1(literal(std::string(bytes)))));
}

std::string fieldAt(const std::string& pointer) {
  return pointer.empty() ? "body" : "body.at(" + javaString(pointer) + ")";
}

bool isNamed(const SentHeaders::value_type& header, std::string_view name) { return header.first == name; }

}  // namespace

JavaWriter::JavaWriter(const TestFile& file, SourceText& out, std::set<Helper>& used, size_t margin)
    : TestWriter(file, out, used, margin, javaNames()) {}

std::string JavaWriter::inCase(const std::string& name) const { return camelCase(name); }

std::string JavaWriter::environment(const std::string& name) {
  use(Helper::Environment);
  return "fromEnvironment(" + javaString(name) + ")";
}

// ---- texts ----

std::string JavaWriter::pieceText(const TextPiece& piece) {
  if (!piece.isVariable) return javaString(piece.text);
  const Variable& taken = variable(piece.text);
  std::string value = taken.name;
  if (taken.kind == Capture::Kind::Body) {
    use(Helper::Text);
    value = "text(" + value + ")";
  }
  if (!piece.isPercentEncoded) return value;
  use(Helper::Encoded);
  return "encoded(" + value + ")";
}

std::string JavaWriter::concatenated(const TextTemplate& text) {
  std::string result;
  for (const TextPiece& piece : text) result += (result.empty() ? "" : " + ") + pieceText(piece);
  return result.empty() ? "\"\"" : result;
}

Layout JavaWriter::text(const TextTemplate& given) {
  const TextTemplate text = merged(given);
  const auto chunks = chunksOf(text, kChunk);
  if (chunks.size() < 2) return Layout::leaf(concatenated(text));
  Layout layout{"", {}, ""};
  for (const TextTemplate& chunk : chunks) layout.items.push_back(Layout::leaf(concatenated(chunk)));
  if (concatenated(text).size() > kLongestConstant) {
    layout.items.insert(layout.items.begin(), Layout::leaf("\"\""));  // the delimiter
    layout.head = "String.join(";
    layout.tail = ")";
    return layout;
  }
  layout.separator = " +";
  layout.whole = concatenated(text);
  return layout;
}

// ---- calls ----

std::vector<std::string> JavaWriter::headerCalls(const SentHeaders& headers) {
  std::vector<std::string> calls;
  for (const auto& [name, values] : headers) {
    for (const TextTemplate& one : values) {
      const std::string value =
          hasVariables(one) ? onOneLine(text(inLatin1(one))) : byteText(literalText(one));
      calls.push_back(fmt::format(".header({}, {})", javaString(name), value));
    }
  }
  return calls;
}

std::string JavaWriter::filling(const Json& place, const std::string& name) {
  const Variable& taken = variable(name);
  const bool isInBody = taken.kind == Capture::Kind::Body;
  if (isInBody) use(Helper::Text);
  const std::string asText = isInBody ? "text(" + taken.name + ")" : taken.name;
  if (taken.isText() && (place.is_number() || place.is_boolean())) return asText;
  const bool becomesText = place.is_string() && !taken.isText() && !taken.sample.is_null();
  if (isInBody && !becomesText) return taken.name;  // which is JSON
  use(Helper::QuotedJson);
  return "quoted(" + asText + ")";
}

std::string JavaWriter::jsonBlock(const Json& value,
                                  const std::vector<std::pair<std::string, std::string>>& variables) {
  // No JSON text contains this character: it marks the place of a variable's value.
  constexpr std::string_view kMark = "\1";
  Expressions expressions;
  for (const auto& [pointer, name] : variables) expressions[pointer] = kMark;
  const size_t margin = this->margin() + kBehindCall;
  const LayoutStyle style{.indent = 2, .width = kJavaStyle.width};
  std::string block =
      javaTextBlock(laidOut(jsonLayout(value, plainJson(), expressions), style, margin), margin);
  if (variables.empty())
    return block.size() <= kLongestConstant
               ? block
               : onOneLine(text(literal(onOneLine(jsonLayout(value, plainJson())))));
  // In the order in which the places stand in the text.
  std::vector<std::string> arguments;
  const auto visit = [&](const auto& self, const std::string& pointer, const Json& at) -> void {
    const auto taken = std::ranges::find(variables, pointer, &std::pair<std::string, std::string>::first);
    if (taken != variables.end()) return arguments.push_back(filling(at, taken->second));
    if (!at.is_structured()) return;
    size_t index = 0;
    for (const auto& [name, item] : at.items())
      self(self, pointerTo(pointer, at.is_object() ? name : std::to_string(index++)), item);
  };
  visit(visit, "", value);
  std::string formatted;
  for (const char c : block) {
    formatted += c == '%' ? "%%" : c == kMark[0] ? "%s" : std::string(1, c);
  }
  return fmt::format("{}.formatted({})", formatted, fmt::join(arguments, ", "));
}

std::optional<std::string> JavaWriter::bodyOf(const Step& step, SentHeaders& headers) {
  if (const auto* given = std::get_if<JsonTemplate>(&step.body)) {
    const auto type = std::ranges::find(headers, "Content-Type", &SentHeaders::value_type::first);
    const bool isUsual =
        type != headers.end() && type->second.size() == 1 && type->second[0] == literal("application/json");
    if (isUsual) headers.erase(type);
    return fmt::format(".{}({})", isUsual ? "json" : "body",
                       jsonBlock(withAllPlaces(*given), given->variables));
  }
  const auto* written = std::get_if<TextTemplate>(&step.body);
  if (written == nullptr || merged(*written).empty()) return std::nullopt;
  if (isText(*written)) return ".body(" + onOneLine(text(*written)) + ")";
  use(Helper::Bytes);
  std::string parts;
  for (const TextPiece& piece : merged(*written)) {
    if (!parts.empty()) parts += " + ";
    // What a variable holds is text, of which each byte becomes a character.
    parts += piece.isVariable ? fmt::format("new String({}.getBytes(UTF_8), ISO_8859_1)", pieceText(piece))
                              : byteText(piece.text);
  }
  return ".body(bytes(" + parts + "))";
}

std::vector<std::string> JavaWriter::partsOfCall(const Step& step, bool isVerbatim) {
  SentHeaders headers = sentHeaders(step, file_.authentication);
  const TextTemplate target = sentTarget(step);
  const bool hasBody = !std::holds_alternative<std::monostate>(step.body);
  if (step.needsAuthentication &&
      std::ranges::any_of(headers, [](const auto& one) { return isNamed(one, "Cookie"); }))
    use(Helper::OwnCookies);
  isVerbatim = isVerbatim || !isKeptByRestAssured(step.method, target, headers, hasBody);
  const auto body = bodyOf(step, headers);
  use(Helper::Send);
  std::vector<std::string> parts{
      fmt::format("call({}, {})", javaString(step.method), onOneLine(text(target)))};
  if (step.needsAuthentication) {
    use(Helper::SendAuthenticated);
    parts.emplace_back(".authenticated()");
  }
  for (std::string& header : headerCalls(headers)) parts.push_back(std::move(header));
  if (isVerbatim) {
    use(Helper::Verbatim);
    parts.emplace_back(".verbatim()");
  }
  if (body) parts.push_back(*body);
  return parts;
}

void JavaWriter::writeCall(const std::string& before, const std::vector<std::string>& parts,
                           const std::string& behind) {
  const std::string whole = before + fmt::format("{}", fmt::join(parts, "")) + behind;
  const std::string firstLine = whole.substr(0, whole.find('\n'));
  if (margin() + firstLine.size() <= kJavaStyle.width) return line(whole);
  std::string spread = before + parts.front();
  for (size_t i = 1; i < parts.size(); ++i)
    spread += "\n" + std::string(margin() + kBehindCall, ' ') + parts[i];
  line(spread + behind);
}

void JavaWriter::call(const Step& step, Binding response) {
  std::vector<std::string> parts = partsOfCall(step, false);
  writeCall(response.isFirst ? "Response response = " : "response = ", parts, ".send();");
}

void JavaWriter::expectNoAnswer(const Step& step) {
  use(Helper::Answers);
  // REST Assured would try again.
  writeCall("assertFalse(answers(", partsOfCall(step, true), "));");
}

// ---- expectations ----

void JavaWriter::assertCall(const std::string& function, std::vector<Layout> arguments) {
  statement(Layout{function + "(", std::move(arguments), ");"}, kJavaStyle);
}

void JavaWriter::expectJson(const std::string& actual, Layout expected) {
  use(Helper::SameJson);
  assertCall("assertJson", {std::move(expected), Layout::leaf(actual)});
}

Layout JavaWriter::value(const Json& value) {
  if (value.is_string()) return text(literal(value.get<std::string>()));
  if (value.is_structured()) {
    use(Helper::Json);
    const std::string compact = onOneLine(jsonLayout(value, plainJson()));
    constexpr size_t kShort = 20;
    return Layout::leaf("json(" + (compact.size() <= kShort ? javaString(compact) : jsonBlock(value, {})) +
                        ")");
  }
  const bool isLarge = value.is_number_unsigned() &&
                       value.get<uint64_t>() > static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  if (isLarge) {
    use(Helper::Json);
    return Layout::leaf("json(\"" + value.dump() + "\")");
  }
  const bool isLong =
      value.is_number_integer() && (value.get<int64_t>() > std::numeric_limits<int32_t>::max() ||
                                    value.get<int64_t>() < std::numeric_limits<int32_t>::min());
  return Layout::leaf(value.dump() + (isLong ? "L" : ""));
}

void JavaWriter::expectElement(const std::string& list, const BodyExpectation& expectation) {
  use(Helper::HasElement);
  use(Helper::SameJson);
  Layout call{"assertTrue(hasElement(", {Layout::leaf(list)}, "));"};
  for (const auto& [name, member] : expectation.value.items()) {
    const auto taken = expectation.variables.find(name);
    const std::string held =
        taken != expectation.variables.end() ? variable(taken->second).name : onOneLine(value(member));
    // null alone would be taken for all that follows.
    call.items.push_back(Layout::leaf(javaString(name) + ", " + (held == "null" ? "(Object) null" : held)));
  }
  statement(call, kJavaStyle);
}

void JavaWriter::startClock(const std::string& name) {
  line(fmt::format("long {} = System.nanoTime();", name));
}

void JavaWriter::expectSlower(const std::string& clock, std::chrono::milliseconds least) {
  line(fmt::format("assertTrue(System.nanoTime() - {} > {} * 1_000_000L);", clock, least.count()));
}

void JavaWriter::expectStatus(int status) {
  line(fmt::format("assertEquals({}, response.statusCode());", status));
}

void JavaWriter::expectSuccess(bool mayRedirect) {
  line(mayRedirect
           ? "assertTrue(response.statusCode() < 400, utf8(response));"
           : "assertTrue(response.statusCode() >= 200 && response.statusCode() < 300, utf8(response));");
}

void JavaWriter::expectMediaType(const std::string& type) {
  use(Helper::MediaType);
  assertCall("assertEquals", {Layout::leaf(byteText(type)), Layout::leaf("mediaType(response)")});
}

void JavaWriter::expectHeader(const std::string& name, const std::string& value) {
  assertCall("assertEquals",
             {Layout::leaf(byteText(value)), Layout::leaf("response.header(" + javaString(name) + ")")});
}

void JavaWriter::expectMissing(const std::string& header) {
  line("assertFalse(response.headers().hasHeaderWithName(" + javaString(header) + "));");
}

void JavaWriter::readBody(Binding body) {
  line(body.isFirst ? "JsonNode body = json(response.asByteArray());"
                    : "body = json(response.asByteArray());");
}

void JavaWriter::expect(const Step&, const BodyExpectation& expectation) {
  using Kind = BodyExpectation::Kind;
  const Json& expected = expectation.value;
  const std::string actual = fieldAt(expectation.pointer);
  switch (expectation.kind) {
    case Kind::Equals:
      if (expectation.variable.empty()) return expectJson(actual, value(expected));
      return expectJson(actual, Layout::leaf(variable(expectation.variable).name));
    case Kind::IsType: {
      const std::string type = expected.get<std::string>();
      const std::string check = type == "string" ? "Textual" : pascalCase(type);
      return line(fmt::format("assertTrue({}.is{}());", actual, check));
    }
    case Kind::HasLength:
      return line(fmt::format("assertEquals({}, {}.size());", expected.dump(), actual));
    case Kind::IsText: {
      const std::string body = expected.get<std::string>();
      if (isUtf8(body))
        return assertCall("assertEquals", {text(literal(body)), Layout::leaf("utf8(response)")});
      use(Helper::Bytes);
      return assertCall("assertArrayEquals", {Layout::leaf("bytes(" + byteText(body) + ")"),
                                              Layout::leaf("response.asByteArray()")});
    }
    case Kind::IsEmpty:
      return line("assertEquals(0, response.asByteArray().length);");
    case Kind::IsAbsent: {
      const auto [parent, name] = parentAndName(expectation.pointer);
      return line(fmt::format("assertFalse({}.has({}));", fieldAt(parent), javaString(name)));
    }
    case Kind::HasElement:
      return expectElement(actual, expectation);
    case Kind::IsUrl:
      return expectJson(actual, Layout::leaf("BASE_URL + " + javaString(expected.get<std::string>())));
  }
}

void JavaWriter::capture(const Step&, const Capture& capture, const Variable& variable) {
  switch (capture.kind) {
    case Capture::Kind::Body:
      return line(fmt::format("JsonNode {} = {};", variable.name, fieldAt(capture.detail)));
    case Capture::Kind::Header:
      return line(fmt::format("String {} = response.header({});", variable.name, javaString(capture.detail)));
    case Capture::Kind::LocationSegment:
      use(Helper::FromLocation);
      return line(fmt::format("String {} = fromLocation(response, {});", variable.name,
                              byteText(textBeforeSegment(capture.detail))));
  }
}

}  // namespace covolve::rest::emit
