// What all printers of REST tests are made of: literals, names, line breaks, templates.
#include <gtest/gtest.h>

#include "rest/emit/body_shape.h"
#include "rest/emit/json_layout.h"
#include "rest/emit/layout.h"
#include "rest/emit/library_limits.h"
#include "rest/emit/literals.h"
#include "rest/emit/names.h"
#include "rest/emit/source_text.h"
#include "rest/emit/templates.h"

namespace covolve::rest::emit {
namespace {

using namespace std::string_literals;

TextPiece variable(const std::string& name) { return {name, true, false}; }

// ---- literals ----

TEST(EmittedLiteral, CppBytesThatAreNoTextAreOctal) {
  EXPECT_EQ(cppString("a\"b\\c\n"), R"("a\"b\\c\n")");
  EXPECT_EQ(cppString("\xff"
                      "1"),
            R"("\3771")");
  EXPECT_EQ(cppString("grüß"), "\"grüß\"");
  EXPECT_EQ(cppString("\x7f"), R"("\177")");
}

TEST(EmittedLiteral, CppHasNoTrigraphs) { EXPECT_EQ(cppString("a?\?/?\?\?"), R"("a?\?/?\?\?")"); }

TEST(EmittedLiteral, CppTextsWithManyQuotesAreRaw) {
  EXPECT_EQ(cppString(R"({"a": 1})"), R"("{\"a\": 1}")");
  EXPECT_EQ(cppString(R"({"a": "b"})"), R"x(R"({"a": "b"})")x");
  EXPECT_EQ(cppString(R"x({"a": "(b)"})x"), R"x(R"json({"a": "(b)"})json")x");
  EXPECT_EQ(cppString("\"\"\"\n"), R"("\"\"\"\n")");
}

TEST(EmittedLiteral, CppTextsWithAZeroHaveALength) {
  EXPECT_EQ(cppString("a\0b"s), R"(std::string("a\000b", 3))");
}

TEST(EmittedLiteral, CppRawStringsEndWhereTheyShould) {
  EXPECT_EQ(cppRawDelimiter(R"({"a": "b"})"), "");
  EXPECT_EQ(cppRawDelimiter(R"x({"a": "(b)"})x"), "json");
  EXPECT_EQ(cppRawDelimiter(R"x({"a": "(b)", "c": ")json"})x"), "json_");
}

TEST(EmittedLiteral, PythonAndJavaScriptPreferDoubleQuotes) {
  EXPECT_EQ(pythonString("it's"), "\"it's\"");
  EXPECT_EQ(pythonString("say \"a\""), "'say \"a\"'");
  EXPECT_EQ(javaScriptString("'\""), R"("'\"")");
}

TEST(EmittedLiteral, WhatNobodySeesIsEscaped) {
  const std::string hidden = "\u200b\u202e\U000e0041\x01";
  EXPECT_EQ(pythonString(hidden), R"("\u200b\u202e\U000e0041\x01")");
  EXPECT_EQ(javaScriptString(hidden), R"("\u200b\u202e\u{e0041}\x01")");
  EXPECT_EQ(jsonString(hidden), R"("\u200b\u202e\udb40\udc41\u0001")");
  EXPECT_EQ(cppString(hidden), R"("\342\200\213\342\200\256\363\240\201\201\001")");
}

TEST(EmittedLiteral, BytesAreCharactersOfTheirNumbers) {
  EXPECT_EQ(pythonByteString("a\xc3\xa9\0"s), R"("a\xc3\xa9\x00")");
  EXPECT_EQ(javaScriptByteString("\xff'\"\n"), R"("\xff'\"\n")");
}

TEST(EmittedLiteral, BracesAndDollarsStayTextInTemplates) {
  EXPECT_EQ(pythonFormatText("{a} \"b\""), R"({{a}} \"b\")");
  EXPECT_EQ(javaScriptTemplateText("${a} $b `c`"), R"(\${a} $b \`c\`)");
}

TEST(EmittedLiteral, JsonReplacesWhatIsNoText) { EXPECT_EQ(jsonString("a\xff"), R"("a\ufffd")"); }

TEST(EmittedComment, StaysOnItsLine) {
  SourceText out("//");
  out.comment("one\rtwo\u2028three\nends with \\\n\xff");
  EXPECT_EQ(out.take(), "// one?two?three\n// ends with\n// ?\n");
}

TEST(EmittedComment, HasNoEscapesInJava) {
  SourceText out("//", javaCommentText);
  out.comment(R"(C:\users \u000aint x; \\u000a \uu000a \n)");
  EXPECT_EQ(out.take(), "// C:\\ users \\ u000aint x; \\\\ u000a \\ uu000a \\n\n");
}

// ---- names ----

TEST(EmittedName, IsWrittenInTheLanguagesCase) {
  EXPECT_EQ(snakeCase("petId"), "pet_id");
  EXPECT_EQ(snakeCase("X-HTTPCode"), "x_http_code");
  EXPECT_EQ(camelCase("pet_ID"), "petId");
  EXPECT_EQ(pascalCase("post_pets_returns_201"), "PostPetsReturns201");
  EXPECT_EQ(plainWords("get_petById_returns_200"), "get pet by id returns 200");
}

TEST(EmittedName, BeginsWithALetter) {
  EXPECT_EQ(camelCase("2fa"), "value2fa");
  EXPECT_EQ(snakeCase("größe"), "gr_e");
  EXPECT_EQ(snakeCase("日本"), "value");
}

TEST(EmittedName, IsNeitherReservedNorTaken) {
  NameTable names("class for", "Value", "");
  EXPECT_EQ(names.add("class"), "classValue");
  EXPECT_EQ(names.add("pet"), "pet");
  EXPECT_EQ(names.add("pet"), "pet2");
  EXPECT_EQ(names.add("classValue"), "classValue2");
}

// ---- layout ----

Layout list(const std::string& open, std::vector<std::string> items, const std::string& close) {
  Layout layout{open, {}, close};
  for (std::string& item : items) layout.items.push_back(Layout::leaf(std::move(item)));
  return layout;
}

TEST(Layout, IsOneLineWhereItFits) {
  const LayoutStyle style{.indent = 2, .width = 9, .hasTrailingCommas = true};
  EXPECT_EQ(laidOut(list("f(", {"1", "22"}, ");"), style, 0), "f(1, 22);");
  EXPECT_EQ(laidOut(list("f(", {"1", "22"}, ");"), style, 1), "f(\n   1,\n   22,\n );");
}

TEST(Layout, HugsAListAtTheEnd) {
  Layout call = list("f(", {"1"}, ");");
  call.items.push_back(list("{", {"a", "b"}, "}"));
  call.hugsLast = true;
  const LayoutStyle style{.indent = 2, .width = 12, .hasTrailingCommas = false};
  EXPECT_EQ(laidOut(call, style, 0), "f(1, {\n  a,\n  b\n});");
}

TEST(Layout, FillsLines) {
  Layout call = list("f(", {"11", "22", "33", "44"}, ");");
  call.spread = Layout::Spread::Filled;
  const LayoutStyle style{.indent = 2, .width = 12, .hasTrailingCommas = false};
  EXPECT_EQ(laidOut(call, style, 0), "f(11, 22,\n    33, 44);");
}

TEST(Layout, APieceOfALongTextGoesOnWhereItBegan) {
  Layout text = list("", {"\"aaaa\"", "\"bbbb\""}, "");
  text.separator = " +";
  text.whole = "\"aaaabbbb\"";
  const LayoutStyle style{.indent = 2, .width = 14, .hasTrailingCommas = true};
  EXPECT_EQ(laidOut(wrapped("x = ", text, ";"), style, 0), "x =\n  \"aaaa\" +\n  \"bbbb\";");
  EXPECT_EQ(laidOut(wrapped("x = ", text, ";"), {.indent = 2, .width = 99}, 0), "x = \"aaaabbbb\";");
  Layout call{"f(", {text}, ")"};
  EXPECT_EQ(laidOut(call, {.indent = 2, .width = 11}, 0), "f(\n  \"aaaa\" +\n  \"bbbb\"\n)");
}

TEST(JsonLayout, PutsExpressionsInTheirPlaces) {
  const Json value = Json::parse(R"({"a": [1, {"b/c": null}], "d": "x"})");
  EXPECT_EQ(onOneLine(jsonLayout(value, plainJson(), {{"/a/1/b~1c", "id"}, {"/d", "name"}})),
            R"({"a": [1, {"b/c": id}], "d": name})");
}

TEST(JsonLayout, MakesRoomForVariables) {
  EXPECT_EQ(withAllPlaces({Json::object(), {{"/a/b", "x"}}}), Json::parse(R"({"a": {"b": null}})"));
  EXPECT_EQ(withAllPlaces({Json("text"), {{"/a/b", "x"}, {"no pointer", "y"}}}), Json("text"));
}

TEST(BodyShape, IsKnownFromWhatIsExpected) {
  Step step;
  step.expectations = {{BodyExpectation::Kind::HasLength, "/list", 2, ""},
                       {BodyExpectation::Kind::Equals, "/list/0/name", "Rex", ""},
                       {BodyExpectation::Kind::Equals, "/byId/12", 1, ""}};
  const BodyShape shape(step);
  EXPECT_EQ(shape.kindOf(""), BodyShape::Kind::Object);
  EXPECT_EQ(shape.kindOf("/list"), BodyShape::Kind::Array);
  EXPECT_EQ(shape.kindOf("/list/0"), BodyShape::Kind::Object);
  EXPECT_EQ(shape.kindOf("/byId"), BodyShape::Kind::Unknown);
}

// ---- templates ----

TEST(TextTemplate, IsBrokenBehindNewlinesAndWhereItIsLong) {
  const auto chunks = chunksOf({{"a\nbb cc", false, false}, variable("id"), {"d", false, false}}, 4);
  ASSERT_EQ(chunks.size(), 3u);
  EXPECT_EQ(literalText(chunks[0]), "a\n");
  EXPECT_EQ(literalText(chunks[1]), "bb cc");
  EXPECT_EQ(chunks[2], (TextTemplate{variable("id"), {"d", false, false}}));
}

TEST(TextTemplate, IsNeverBrokenWithinACharacter) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "ü";
  for (const TextTemplate& chunk : chunksOf(literal(text), 7)) {
    EXPECT_TRUE(isText(chunk)) << literalText(chunk);
  }
}

TEST(TextTemplate, LosesNothingWhenBroken) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += static_cast<char>(i * 7);
  std::string all;
  for (const TextTemplate& chunk : chunksOf(literal(text), 30)) all += literalText(chunk);
  EXPECT_EQ(all, text);
}

TEST(SentTarget, HasNothingThatARequestLineCannotHold) {
  Step step;
  step.target = {{"/a b#c\xff/%41/[x]", false, false}};
  EXPECT_EQ(literalText(sentTarget(step)), "/a%20b%23c%FF/%41/[x]");
}

TEST(SentHeaders, AreGroupedAndLeaveFramingToTheLibrary) {
  Step step;
  step.headers = {{"X-A", literal(" 1 ")},
                  {"content-length", literal("5")},
                  {"x-a", literal("2\r\n")},
                  {"content-type", literal("text/plain")}};
  const SentHeaders sent = sentHeaders(step, {});
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_EQ(sent[0].first, "X-A");
  EXPECT_EQ(sent[0].second, (std::vector<TextTemplate>{literal("1"), literal("2")}));
  EXPECT_EQ(sent[1].first, "Content-Type");
}

TEST(SentHeaders, LeaveAuthenticationToTheHelper) {
  Authentication authentication;
  authentication.headers = {{"X-Key", literal("k")}};
  Step step;
  step.headers = {{"x-key", literal("guess")}};
  EXPECT_EQ(sentHeaders(step, authentication).size(), 1u);
  step.needsAuthentication = true;
  EXPECT_TRUE(sentHeaders(step, authentication).empty());
}

TEST(LocationSegment, FollowsTheLastFixedText) {
  EXPECT_EQ(textBeforeSegment("/pets/{}"), "/pets/");
  EXPECT_EQ(textBeforeSegment("/owners/{ownerId}/pets/{}"), "/pets/");
  EXPECT_EQ(textBeforeSegment("{}"), "/");
}

TEST(Fetch, KeepsOrdinaryRequests) {
  EXPECT_TRUE(isKeptByFetch("GET", literal("/pets/a.b/..c?x=%2F..&f[a]=1"), {}, false));
  EXPECT_TRUE(isKeptByFetch("DELETE", literal("/pets"), {{"X-A", {literal("1")}}}, true));
}

TEST(Fetch, ChangesOrRefusesOthers) {
  EXPECT_FALSE(isKeptByFetch("TRACE", literal("/"), {}, false));
  EXPECT_FALSE(isKeptByFetch("GET", literal("/"), {}, true));
  EXPECT_FALSE(isKeptByFetch("GET", literal("/a/../b"), {}, false));
  EXPECT_FALSE(isKeptByFetch("GET", literal("/a/%2e%2E?x"), {}, false));
  EXPECT_FALSE(isKeptByFetch("GET", literal("/a\\b"), {}, false));
  EXPECT_FALSE(isKeptByFetch("GET", literal("/a?"), {}, false));
  EXPECT_FALSE(isKeptByFetch("GET", literal("/"), {{"host", {literal("x")}}}, false));
  EXPECT_FALSE(isKeptByFetch("GET", literal("/"), {{"X-A", {literal("1"), literal("2")}}}, false));
}

TEST(Requests, KeepsOrdinaryTargets) {
  EXPECT_TRUE(isKeptByRequests(literal("/a/../b;c/it's?x=%2F&y=/?z"), {{"X-A", {literal("1")}}}));
}

TEST(Requests, ChangesOthers) {
  EXPECT_FALSE(isKeptByRequests(literal("/a?f[x]=1"), {}));
  EXPECT_FALSE(isKeptByRequests(literal("/a%2f"), {}));
  EXPECT_FALSE(isKeptByRequests(literal("/50%"), {}));
  EXPECT_FALSE(isKeptByRequests(literal("/50%/a"), {}));
  EXPECT_FALSE(isKeptByRequests(literal("//a"), {}));
  EXPECT_FALSE(isKeptByRequests(literal("/a?"), {}));
  EXPECT_FALSE(isKeptByRequests(literal("/"), {{"X-A", {literal("1"), literal("2")}}}));
}

}  // namespace
}  // namespace covolve::rest::emit
