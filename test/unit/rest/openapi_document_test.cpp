// From text to nodes: both notations, and what no document may do to us.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openapi_support.h"
#include "rest/openapi/reading/document_text.h"

namespace covolve::rest::openapi {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Node read(const std::string& text) {
  MemoryBudget budget(size_t{1} << 24);
  auto parsed = parseDocument(text, "document.yaml", budget);
  if (!parsed) ADD_FAILURE() << parsed.error().message;
  return parsed ? parsed->root : Node();
}

std::string mistakeIn(const std::string& text) {
  MemoryBudget budget(size_t{1} << 24);
  const auto parsed = parseDocument(text, "document.yaml", budget);
  return parsed ? "it is read" : parsed.error().message;
}

TEST(OpenApiText, JsonAndYamlGiveTheSame) {
  const Node json = read(R"({"a": [1, -2, 2.5, true, null, "x"], "b": {"c": "d"}})");
  const Node yaml = read("a: [1, -2, 2.5, true, null, x]\nb:\n  c: d\n");
  EXPECT_EQ(json, yaml);
}

TEST(OpenApiText, KeepsTheOrderOfKeys) {
  const std::string expected = R"({"zebra":1,"apple":2,"mango":3})";
  EXPECT_EQ(read("zebra: 1\napple: 2\nmango: 3\n").dump(), expected);
  EXPECT_EQ(read(R"({"zebra": 1, "apple": 2, "mango": 3})").dump(), expected);
}

TEST(OpenApiText, QuotedScalarsStayTexts) {
  EXPECT_EQ(read(R"(['200', "yes", "null", '1.5', "true"])").dump(), R"(["200","yes","null","1.5","true"])");
}

TEST(OpenApiText, OnlyTrueAndFalseAreTruthValues) {
  EXPECT_EQ(read("[yes, no, on, off, y, n]").dump(), R"(["yes","no","on","off","y","n"])");
  EXPECT_EQ(read("[true, False, TRUE]").dump(), "[true,false,true]");
}

TEST(OpenApiText, NumbersAreWhatJsonTakesForNumbers) {
  EXPECT_EQ(plainScalar("200"), 200);
  EXPECT_EQ(plainScalar("-7"), -7);
  EXPECT_EQ(plainScalar("+7"), 7);
  EXPECT_EQ(plainScalar("1e3"), 1000.0);
  EXPECT_EQ(plainScalar(".5"), 0.5);
  EXPECT_EQ(plainScalar("-1.5"), -1.5);
  EXPECT_EQ(plainScalar("0x1F"), 31);
  EXPECT_EQ(plainScalar("0o17"), 15);
  for (const std::string text : {"007", "12:30", "1_000", "2020-01-01", ".inf", ".nan", "inf", "nan", "-",
                                 "+", ".", "1.2.3", "0x", "1e999", "1e"}) {
    EXPECT_EQ(plainScalar(text), text);
  }
}

TEST(OpenApiText, SixtyFourBitNumbersStayExact) {
  const Node numbers = read("[9223372036854775807, -9223372036854775808, 18446744073709551615]");
  EXPECT_EQ(numbers[0].get<int64_t>(), INT64_MAX);
  EXPECT_EQ(numbers[1].get<int64_t>(), INT64_MIN);
  EXPECT_EQ(numbers[2].get<uint64_t>(), UINT64_MAX);
  EXPECT_TRUE(plainScalar("18446744073709551616").is_number_float());
}

TEST(OpenApiText, KeysAreTextsHoweverTheyAreWritten) {
  EXPECT_EQ(read("200: a\ntrue: b\n'404': c\n1.5: d\nnull: e\n").dump(),
            R"({"200":"a","true":"b","404":"c","1.5":"d","null":"e"})");
}

TEST(OpenApiText, TagsSayWhatAScalarIs) {
  EXPECT_EQ(read("[!!str 200, !!int '7', !!null x, !color red]").dump(), R"(["200",7,null,"red"])");
}

TEST(OpenApiText, AliasesAreCopies) {
  EXPECT_EQ(read("a: &one {x: 1}\nb: *one\nc: [*one, &key k]\n*key : 2\n").dump(),
            R"({"a":{"x":1},"b":{"x":1},"c":[{"x":1},"k"],"k":2})");
}

TEST(OpenApiText, MergeKeysAddWhatIsMissing) {
  EXPECT_EQ(read("base: &base {x: 1, y: 2}\nmore: &more {y: 3, z: 4}\n"
                 "one: {<<: *base, y: 5}\ntwo: {<<: [*base, *more]}\n")
                .dump(),
            R"({"base":{"x":1,"y":2},"more":{"y":3,"z":4},"one":{"y":5,"x":1},"two":{"x":1,"y":2,"z":4}})");
  EXPECT_THAT(mistakeIn("a: 1\nb: {<<: 3}\n"), HasSubstr("document.yaml:2: << takes mappings only"));
}

TEST(OpenApiText, MergeKeysAreOrdinaryKeysInJson) {
  EXPECT_EQ(read(R"({"<<": {"a": 1}})").dump(), R"({"<<":{"a":1}})");
}

TEST(OpenApiText, OfAKeyGivenTwiceTheLastCounts) {
  MemoryBudget budget(size_t{1} << 20);
  const auto parsed = parseDocument(R"({"a": 1, "b": 2, "a": 3})", "x", budget);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->root.dump(), R"({"a":3,"b":2})");
  ASSERT_EQ(parsed->notes.size(), 1u);
  EXPECT_THAT(parsed->notes[0], HasSubstr("a is given twice"));
}

TEST(OpenApiText, OfManyKeysEachIsFoundToBeGivenTwice) {
  std::string text = "{";
  for (int i = 0; i < 1000; ++i) text += "\"k" + std::to_string(i % 999) + "\": " + std::to_string(i) + ",";
  const Node root = read(text + "\"end\": 0}");
  EXPECT_EQ(root.size(), 1000u);
  EXPECT_EQ(root["k0"], 999);
}

TEST(OpenApiText, SyntaxErrorsNameTheLine) {
  EXPECT_THAT(mistakeIn("{\n  \"a\": 1,\n  \"b\" 2 ]\n}"), StartsWith("document.yaml:3: this is not JSON: "));
  EXPECT_THAT(mistakeIn("a: 1\nb: [1, 2\nc: 3\n"), StartsWith("document.yaml:"));
  EXPECT_THAT(mistakeIn("a: b\n c: d\n"), HasSubstr("this is not YAML: "));
  EXPECT_THAT(mistakeIn("a: 1\nsummary: *all* of it\n"), HasSubstr("must be in quotes"));
}

TEST(OpenApiText, JsonWithACommaTooManyIsStillRead) {
  EXPECT_EQ(read("{\"a\": [1, 2,],}").dump(), R"({"a":[1,2]})");
}

TEST(OpenApiText, AliasBombsAreRefused) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
    for (int j = 1; j < 10; ++j) bomb += ", " + before;
    bomb += "]\n";
  }
  EXPECT_THAT(mistakeIn(bomb), HasSubstr("this document is too large"));
}

TEST(OpenApiText, MergeBombsAreRefused) {
  std::string bomb = "a0: &a0 {x: " + std::string(1000, 'x') + "}\n";
  for (int i = 1; i < 30; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " {<<: " + before + ", l" +
            std::to_string(i) + ": " + before + "}\n";
  }
  EXPECT_THAT(mistakeIn(bomb), HasSubstr("this document is too large"));
}

TEST(OpenApiText, AnAliasInsideOfWhatItStandsForIsRefused) {
  EXPECT_THAT(mistakeIn("a: &a [1, *a]\n"), HasSubstr("document.yaml:1: this alias stands for"));
}

TEST(OpenApiText, NestingIsBounded) {
  for (const char* open : {"[", "{\"a\":"}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += open;
    EXPECT_THAT(mistakeIn(text), HasSubstr("nested too deeply")) << open;
  }
  std::string aliases = "a0: &a0 [x]\n";
  for (int i = 1; i < 600; ++i) {
    const std::string name = "a" + std::to_string(i);
    aliases += name + ": &" + name + " [*a" + std::to_string(i - 1) + "]\n";
  }
  EXPECT_THAT(mistakeIn(aliases), HasSubstr("nested too deeply"));
}

TEST(OpenApiText, ReadsUtf8WithAndWithoutMark) {
  EXPECT_EQ(read("\xEF\xBB\xBF{\"a\": \"\xC3\xA4\"}").dump(), "{\"a\":\"\xC3\xA4\"}");
  EXPECT_THAT(mistakeIn(std::string("\xFF\xFE{\0", 4)), HasSubstr("UTF-16"));
}

TEST(OpenApiText, BytesThatAreNoUtf8AreReplaced) {
  EXPECT_EQ(read("{\"a\": \"\xE4\"}").dump(), "{\"a\":\"\xEF\xBF\xBD\"}");
}

TEST(OpenApiText, ControlCharactersAreRefusedInYaml) {
  EXPECT_THAT(mistakeIn("a: 1\nb: \x04 c\nd: 2\n"),
              StartsWith("document.yaml:2: there is a control character"));
}

TEST(OpenApiText, OnlyOneDocumentIsAllowed) {
  EXPECT_THAT(mistakeIn("a: 1\n---\nb: 2\n"), HasSubstr("outside of the document"));
}

TEST(OpenApiText, KeysMustBeTexts) {
  EXPECT_THAT(mistakeIn("? [a, b]\n: c\n"), HasSubstr("a key must be a text"));
}

TEST(OpenApiDocument, SaysInOneSentenceWhatIsNoDocument) {
  const auto reason = [](const std::string& text) {
    const Result<Api> api = tryParse(text);
    if (api) return std::string("it is read");
    EXPECT_EQ(api.error().blame, Error::Blame::User);
    return api.error().message;
  };
  EXPECT_EQ(reason(""), "openapi.yaml is no OpenAPI document: it is nothing");
  EXPECT_EQ(reason("[1, 2]"), "openapi.yaml is no OpenAPI document: it is a list");
  EXPECT_EQ(reason("hello"), "openapi.yaml is no OpenAPI document: it is a text");
  EXPECT_THAT(reason("a: 1"), HasSubstr("neither openapi nor swagger"));
  EXPECT_THAT(reason("openapi: 3.0.0"), HasSubstr("openapi.yaml has no paths"));
  EXPECT_THAT(reason("openapi: 3.0.0\npaths: [1]"), HasSubstr("are a list, not an object"));
  EXPECT_EQ(reason("openapi: 3.0.0\npaths: {$ref: '#/no'}"),
            "openapi.yaml: #/paths refers to #/no, which does not exist");
  EXPECT_THAT(reason("swagger: '1.2'\npaths: {}"), HasSubstr("the version 1.2"));
  EXPECT_THAT(reason("openapi: [3]\npaths: {}"), HasSubstr("the version a list"));
}

TEST(OpenApiDocument, KnowsItsVersions) {
  for (const std::string version : {"swagger: '2.0'", "swagger: 2.0", "openapi: 3.0.0", "openapi: 3.1.0",
                                    "openapi: 3.1", "openapi: 3.2.0"}) {
    EXPECT_TRUE(tryParse(version + "\npaths: {}\n")) << version;
  }
  EXPECT_TRUE(hasNote(parseOrFail("openapi: 3.2.0\npaths: {}\n"), "3.2.0"));
}

TEST(OpenApiDocument, SaysTitleAndVersion) {
  const Api api = parseOrFail("openapi: 3.0.0\ninfo: {title: Pets, version: 2}\npaths: {}\n");
  EXPECT_EQ(api.title, "Pets");
  EXPECT_EQ(api.version, "2");
}

TEST(OpenApiDocument, AFileThatIsNotThereIsAUserError) {
  const Result<Api> api = readApi("/nowhere/openapi.yaml", fetchNothing);
  ASSERT_FALSE(api);
  EXPECT_EQ(api.error().message, "cannot read /nowhere/openapi.yaml: No such file or directory");
  EXPECT_FALSE(readApi("/", fetchNothing));
}

TEST(OpenApiDocument, AnEndlessFileIsAUserError) {
  const Result<Api> api = readApi("/dev/zero", fetchNothing);
  ASSERT_FALSE(api);
  EXPECT_THAT(api.error().message, HasSubstr("more than 256 MB"));
}

TEST(OpenApiDocument, IsFetchedFromAUrl) {
  const auto fetch = [](const std::string& url) -> Result<std::string> {
    EXPECT_EQ(url, "https://example.org/openapi.json");
    return R"({"openapi": "3.0.0", "info": {"title": "fetched"}, "paths": {}})";
  };
  const Result<Api> api = readApi("https://example.org/openapi.json", fetch);
  ASSERT_TRUE(api);
  EXPECT_EQ(api->title, "fetched");
  EXPECT_FALSE(readApi("http://example.org/x", fetchNothing));
}

}  // namespace
}  // namespace covolve::rest::openapi
