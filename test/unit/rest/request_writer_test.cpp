#include "rest/request/request_writer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "data_support.h"
#include "rest/genes/body_form.h"

namespace covolve::rest::data {
namespace {

using Place = Parameter::Place;
using Style = Parameter::Style;

Parameter named(const std::string& name, Place place, Style style, bool explode) {
  Parameter parameter;
  parameter.name = name;
  parameter.place = place;
  parameter.style = style;
  parameter.explode = explode;
  return parameter;
}

std::string target(const std::string& path, const Parameter& parameter, const Json& value) {
  Operation operation;
  operation.path = path;
  const std::vector<Argument> arguments{{&parameter, value, {}}};
  return writeRequest(operation, "GET", arguments, nullptr).target;
}

std::string query(Style style, bool explode, const Json& value) {
  return target("/x", named("color", Place::Query, style, explode), value).substr(2);
}

std::string path(Style style, bool explode, const Json& value) {
  return target("/{color}", named("color", Place::Path, style, explode), value).substr(1);
}

const Json kArray = Json::array({"blue", "black", "brown"});
const Json kObject = {{"R", 100}, {"G", 200}, {"B", 150}};  // in the order of the names: B, G, R

TEST(RequestWriter, WritesQueriesByTheTableOfStyles) {
  EXPECT_EQ(query(Style::Form, true, ""), "?color=");
  EXPECT_EQ(query(Style::Form, true, "blue"), "?color=blue");
  EXPECT_EQ(query(Style::Form, true, kArray), "?color=blue&color=black&color=brown");
  EXPECT_EQ(query(Style::Form, false, kArray), "?color=blue,black,brown");
  EXPECT_EQ(query(Style::Form, true, kObject), "?B=150&G=200&R=100");
  EXPECT_EQ(query(Style::Form, false, kObject), "?color=B,150,G,200,R,100");
  EXPECT_EQ(query(Style::SpaceDelimited, false, kArray), "?color=blue%20black%20brown");
  EXPECT_EQ(query(Style::SpaceDelimited, false, kObject), "?color=B%20150%20G%20200%20R%20100");
  EXPECT_EQ(query(Style::PipeDelimited, false, kArray), "?color=blue%7Cblack%7Cbrown");
  EXPECT_EQ(query(Style::PipeDelimited, true, kArray), "?color=blue&color=black&color=brown");
  EXPECT_EQ(query(Style::TabDelimited, false, kArray), "?color=blue%09black%09brown");
  EXPECT_EQ(query(Style::DeepObject, true, kObject), "?color%5BB%5D=150&color%5BG%5D=200&color%5BR%5D=100");
}

TEST(RequestWriter, WritesPathsByTheTableOfStyles) {
  EXPECT_EQ(path(Style::Simple, false, "blue"), "blue");
  EXPECT_EQ(path(Style::Simple, false, kArray), "blue,black,brown");
  EXPECT_EQ(path(Style::Simple, true, kArray), "blue,black,brown");
  EXPECT_EQ(path(Style::Simple, false, kObject), "B,150,G,200,R,100");
  EXPECT_EQ(path(Style::Simple, true, kObject), "B=150,G=200,R=100");
  EXPECT_EQ(path(Style::Label, false, "blue"), ".blue");
  EXPECT_EQ(path(Style::Label, false, kArray), ".blue,black,brown");
  EXPECT_EQ(path(Style::Label, true, kArray), ".blue.black.brown");
  EXPECT_EQ(path(Style::Label, false, kObject), ".B,150,G,200,R,100");
  EXPECT_EQ(path(Style::Label, true, kObject), ".B=150.G=200.R=100");
  EXPECT_EQ(path(Style::Matrix, false, ""), ";color");
  EXPECT_EQ(path(Style::Matrix, false, "blue"), ";color=blue");
  EXPECT_EQ(path(Style::Matrix, false, kArray), ";color=blue,black,brown");
  EXPECT_EQ(path(Style::Matrix, true, kArray), ";color=blue;color=black;color=brown");
  EXPECT_EQ(path(Style::Matrix, false, kObject), ";color=B,150,G,200,R,100");
  EXPECT_EQ(path(Style::Matrix, true, kObject), ";B=150;G=200;R=100");
}

TEST(RequestWriter, EncodesSeparatorsWithinElements) {
  EXPECT_EQ(query(Style::Form, false, Json::array({"a,b", "c&d", "e f", "g|h"})),
            "?color=a%2Cb,c%26d,e%20f,g%7Ch");
  EXPECT_EQ(path(Style::Simple, false, Json::array({"a,b", "c"})), "a%2Cb,c");
}

TEST(RequestWriter, LeavesReservedCharactersWhereThatIsAllowedAndHarmless) {
  Parameter parameter = named("u", Place::Query, Style::Form, true);
  EXPECT_EQ(target("/x", parameter, "http://a/b?c=d&e#f"), "/x?u=http%3A%2F%2Fa%2Fb%3Fc%3Dd%26e%23f");
  parameter.allowReserved = true;
  EXPECT_EQ(target("/x", parameter, "http://a/b?c=d&e#f"), "/x?u=http://a/b?c=d%26e%23f");
}

TEST(RequestWriter, WritesDeepObjectsOfAnyDepth) {
  const Json value = {{"a", {{"b", 1}}}, {"c", Json::array({2, 3})}};
  EXPECT_EQ(query(Style::DeepObject, true, value), "?color%5Ba%5D%5Bb%5D=1&color%5Bc%5D=2&color%5Bc%5D=3");
}

TEST(RequestWriter, WritesContentParametersAsJson) {
  Parameter parameter = named("filter", Place::Query, Style::Form, true);
  parameter.contentType = "application/json";
  EXPECT_EQ(target("/x", parameter, Json{{"a", 1}}), "/x?filter=%7B%22a%22%3A1%7D");
  parameter.place = Place::Path;
  EXPECT_EQ(target("/{filter}/y", parameter, Json::array({1})), "/%5B1%5D/y");
}

TEST(RequestWriter, KeepsPathsFromLeadingElsewhere) {
  EXPECT_EQ(path(Style::Simple, false, "a/b"), "a%2Fb");
  EXPECT_EQ(path(Style::Simple, false, "."), "%2E");
  EXPECT_EQ(path(Style::Simple, false, ".."), "%2E%2E");
  EXPECT_EQ(path(Style::Simple, false, "..."), "...");
  EXPECT_EQ(path(Style::Label, false, ""), "%2E");
  EXPECT_EQ(path(Style::Simple, false, "a?b#c"), "a%3Fb%23c");
  EXPECT_EQ(target("/a/{x}.json", named("x", Place::Path, Style::Simple, false), "."), "/a/..json");
}

TEST(RequestWriter, LeavesASegmentEmptyWithoutItsParameter) {
  Operation operation;
  operation.path = "/pets/{petId}/toys";
  EXPECT_EQ(writeRequest(operation, "GET", {}, nullptr).target, "/pets//toys");
}

TEST(RequestWriter, JoinsQueriesOfSeveralParametersAndOfThePath) {
  Operation operation;
  operation.path = "/x?version=2";
  const Parameter one = named("a", Place::Query, Style::Form, true);
  const Parameter other = named("b c", Place::Query, Style::Form, true);
  const std::vector<Argument> arguments{{&one, 1, {}}, {&other, nullptr, {}}};
  EXPECT_EQ(writeRequest(operation, "GET", arguments, nullptr).target, "/x?version=2&a=1&b%20c=");
}

TEST(RequestWriter, SpellsScalarsAsJsonDoes) {
  EXPECT_EQ(plainText("a b"), "a b");
  EXPECT_EQ(plainText(12), "12");
  EXPECT_EQ(plainText(1.5), "1.5");
  EXPECT_EQ(plainText(true), "true");
  EXPECT_EQ(plainText(nullptr), "");
}

HeaderList headersOf(const Parameter& parameter, const Json& value) {
  Operation operation;
  operation.path = "/";
  const std::vector<Argument> arguments{{&parameter, value, {}}};
  return writeRequest(operation, "GET", arguments, nullptr).headers;
}

TEST(RequestWriter, NeverLetsAHeaderBeginAnother) {
  const Parameter parameter = named("X-Name", Place::Header, Style::Simple, false);
  EXPECT_EQ(headersOf(parameter, " a\r\nEvil: 1\n "), (HeaderList{{"X-Name", "aEvil: 1"}}));
  EXPECT_EQ(headersOf(parameter, Json::array({"a", "b"})), (HeaderList{{"X-Name", "a,b"}}));
  EXPECT_EQ(headersOf(named("X: y\r\n", Place::Header, Style::Simple, false), "a"), HeaderList{});
}

TEST(RequestWriter, LeavesHeadersAloneThatAreNoParameters) {
  EXPECT_EQ(headersOf(named("authorization", Place::Header, Style::Simple, false), "a"), HeaderList{});
  EXPECT_EQ(headersOf(named("Content-Type", Place::Header, Style::Simple, false), "a"), HeaderList{});
}

TEST(RequestWriter, JoinsCookiesInOneHeader) {
  Operation operation;
  operation.path = "/";
  const Parameter one = named("session", Place::Cookie, Style::Form, true);
  const Parameter other = named("theme", Place::Cookie, Style::Form, true);
  const std::vector<Argument> arguments{{&one, "a;b c", {}}, {&other, Json::array({1, 2}), {}}};
  EXPECT_EQ(writeRequest(operation, "GET", arguments, nullptr).headers,
            (HeaderList{{"Cookie", "session=a%3Bb%20c; theme=1; theme=2"}}));
}

HttpRequest requestWith(const std::string& mediaType, const Json& body, const Schema* schema = nullptr,
                        const std::map<std::string, Encoding>& encoding = {}) {
  Operation operation;
  operation.path = "/";
  MediaType type;
  type.name = mediaType;
  type.schema = schema;
  type.encoding = encoding;
  const std::vector<Argument> arguments{{nullptr, body, {}}};
  return writeRequest(operation, "POST", arguments, &type);
}

TEST(RequestWriter, WritesJsonBodies) {
  for (const char* type :
       {"application/json", "application/merge-patch+json", "application/json; charset=utf-8"}) {
    const HttpRequest request = requestWith(type, Json{{"a", "\xC3\xA9"}});
    EXPECT_EQ(request.body, "{\"a\":\"\xC3\xA9\"}");
    EXPECT_EQ(request.headers, (HeaderList{{"Content-Type", type}}));
  }
  EXPECT_EQ(requestWith("*/*", 1).headers, (HeaderList{{"Content-Type", "application/json"}}));
}

TEST(RequestWriter, SurvivesTextsThatAreNoUtf8) {
  EXPECT_EQ(requestWith("application/json", "\xFF").body, "\"\xEF\xBF\xBD\"");
  EXPECT_EQ(query(Style::Form, true, "\xFF"), "?color=%FF");
}

TEST(RequestWriter, HasNoBodyWithoutAnArgumentForIt) {
  Operation operation;
  operation.path = "/";
  MediaType type;
  type.name = "application/json";
  const HttpRequest request = writeRequest(operation, "POST", {}, &type);
  EXPECT_FALSE(request.body);
  EXPECT_TRUE(request.headers.empty());
}

TEST(RequestWriter, WritesForms) {
  const Json value = {
      {"name", "a b&c"}, {"tags", Json::array({1, 2})}, {"none", nullptr}, {"deep", {{"x", 1}}}};
  const char* kForm = "application/x-www-form-urlencoded";
  EXPECT_EQ(requestWith(kForm, value).body, "deep=%7B%22x%22%3A1%7D&name=a%20b%26c&tags=1&tags=2");
  Encoding commas;
  commas.explode = false;
  Encoding deep;
  deep.style = Style::DeepObject;
  EXPECT_EQ(requestWith(kForm, value, nullptr, {{"tags", commas}, {"deep", deep}}).body,
            "deep%5Bx%5D=1&name=a%20b%26c&tags=1,2");
}

TEST(RequestWriter, WritesMultipartBodies) {
  Schema file;
  file.types = Schema::String;
  file.format = "binary";
  Schema schema;
  schema.properties = {{"picture", &file}};
  const Json value = {
      {"note", "hello"}, {"owner", {{"id", 1}}}, {"picture", "PNG"}, {"tag", Json::array({"a", "b"})}};
  const HttpRequest request = requestWith("multipart/form-data", value, &schema);
  EXPECT_EQ(request.headers, (HeaderList{{"Content-Type", "multipart/form-data; boundary=covolve-part"}}));
  EXPECT_EQ(request.body,
            "--covolve-part\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n"
            "--covolve-part\r\nContent-Disposition: form-data; name=\"owner\"\r\n"
            "Content-Type: application/json\r\n\r\n{\"id\":1}\r\n"
            "--covolve-part\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"picture.bin\"\r\n"
            "Content-Type: application/octet-stream\r\n\r\nPNG\r\n"
            "--covolve-part\r\nContent-Disposition: form-data; name=\"tag\"\r\n\r\na\r\n"
            "--covolve-part\r\nContent-Disposition: form-data; name=\"tag\"\r\n\r\nb\r\n"
            "--covolve-part--\r\n");
}

TEST(RequestWriter, ChoosesABoundaryThatNoPartHolds) {
  const HttpRequest request = requestWith("multipart/form-data", Json{{"a", "x covolve-part y"}});
  EXPECT_EQ(request.headers[0].second, "multipart/form-data; boundary=covolve-part-1");
}

TEST(RequestWriter, WritesPartsInTheTypesTheyAreEncodedIn) {
  Encoding csv;
  csv.contentType = "text/csv";
  const HttpRequest request =
      requestWith("multipart/form-data", Json{{"a\"b", "1,2"}}, nullptr, {{"a\"b", csv}});
  EXPECT_EQ(request.body,
            "--covolve-part\r\nContent-Disposition: form-data; name=\"a%22b\"\r\nContent-Type: "
            "text/csv\r\n\r\n1,2\r\n"
            "--covolve-part--\r\n");
}

TEST(RequestWriter, WritesTextsAsTheyAre) {
  EXPECT_EQ(requestWith("text/plain", "a b").body, "a b");
  EXPECT_EQ(requestWith("text/plain", 5).body, "5");
  EXPECT_EQ(requestWith("text/*", "a").headers, (HeaderList{{"Content-Type", "text/plain"}}));
  EXPECT_EQ(requestWith("application/octet-stream", "\xFF").body, "\xFF");
}

TEST(RequestWriter, WritesXml) {
  Schema pet;
  pet.location = "#/components/schemas/Pet";
  const Json value = {{"name", "<a & b>"}, {"tags", Json::array({1, 2})}, {"1st", {{"x y", "\x01z"}}}};
  EXPECT_EQ(requestWith("application/xml", value, &pet).body,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<Pet><_1st><xy>z</xy></_1st><name>&lt;a &amp; b&gt;</name><tags>1</tags><tags>2</tags></Pet>");
  EXPECT_EQ(requestWith("text/xml", 5).body, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<root>5</root>");
}

TEST(RequestWriter, WritesUrlsThatStayWithinTheirPathWhateverTheValue) {
  Rng rng(3);
  const auto anyText = [&] {
    std::string text;
    for (size_t i = rng.below(8); i > 0; --i) {
      text += static_cast<char>(rng.below(2) == 0 ? rng.below(256)
                                                  : static_cast<uint64_t>("./\\?#%&;="[rng.below(9)]));
    }
    return text;
  };
  for (int i = 0; i < 5000; ++i) {
    const auto style = static_cast<Style>(rng.below(8));
    const Json value = rng.below(3) == 0   ? Json(anyText())
                       : rng.below(2) == 0 ? Json::array({anyText(), anyText()})
                                           : Json{{"k", anyText()}};
    const std::string inPath = target(
        "/a/{x}/b", named("x", Place::Path, static_cast<Style>(rng.below(3)), rng.below(2) == 0), value);
    EXPECT_EQ(std::ranges::count(inPath, '/'), 3) << inPath;
    EXPECT_EQ(inPath.find_first_of("?#"), std::string::npos) << inPath;
    EXPECT_EQ(inPath.find("/./"), std::string::npos);
    EXPECT_EQ(inPath.find("/../"), std::string::npos);
    const std::string inQuery = target("/a", named("x", Place::Query, style, rng.below(2) == 0), value);
    for (const char c : inPath + inQuery) ASSERT_TRUE(c > ' ' && c <= '~' && c != '#') << inQuery;
  }
}

}  // namespace
}  // namespace covolve::rest::data
