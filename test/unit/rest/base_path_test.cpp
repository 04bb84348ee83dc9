#include "rest/base_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace covolve::rest {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Api petStore() {
  Api api;
  api.servers = {"https://pets.example.org/api/v2/"};
  api.serverPath = "/api/v2";
  for (const char* path : {"/api/v2/pets", "/api/v2/owners", "/api/v2/pets/{petId}", "/elsewhere"}) {
    Operation& operation = api.operations.emplace_back();
    operation.method = "GET";
    operation.path = path;
  }
  return api;
}

TEST(BasePath, IsNotDoubledWhereTheUrlHasIt) {
  EXPECT_EQ(withoutServerPath("http://h/api", "/api"), "http://h");
  EXPECT_EQ(withoutServerPath("http://h:1/api/", "/api"), "http://h:1");
  EXPECT_EQ(withoutServerPath("http://h/proxy/api/v2", "/api/v2"), "http://h/proxy");
}

TEST(BasePath, OfAnotherKindStays) {
  EXPECT_EQ(withoutServerPath("http://h/proxy", "/api"), "http://h/proxy");
  EXPECT_EQ(withoutServerPath("http://h/myapi", "/api"), "http://h/myapi");
  EXPECT_EQ(withoutServerPath("http://h", "/api"), "http://h");
  EXPECT_EQ(withoutServerPath("http://h/api", ""), "http://h/api");
  EXPECT_EQ(withoutServerPath("http://api", "/api"), "http://api") << "that is the host";
}

TEST(BasePath, TakesThePlaceOfTheServers) {
  Api api = petStore();
  setServerPath(api, "v3/");
  EXPECT_EQ(api.operations[0].path, "/v3/pets");
  EXPECT_EQ(api.operations[3].path, "/elsewhere") << "of a server of its own";
  setServerPath(api, "/");
  EXPECT_EQ(api.operations[2].path, "/pets/{petId}");
}

TEST(BasePath, WhereNothingIsFoundTheReasonAndTheRightPlaceAreTold) {
  std::set<std::string> asked;
  const auto why = whyNothingIsFound(petStore(), "http://h", [&](const std::string& path) {
    asked.insert(path);
    return path == "/pets" || path == "/owners" ? 200 : 404;
  });
  ASSERT_TRUE(why);
  EXPECT_THAT(*why, AllOf(HasSubstr("404 at http://h/api/v2"), HasSubstr("path of the document's server"),
                          HasSubstr("At http://h they are found: try --base-path /")));
  for (const std::string& path : asked) EXPECT_THAT(path, Not(HasSubstr("{")));
}

TEST(BasePath, WhereNoPlaceIsRightOnlyTheReasonIsTold) {
  const auto why = whyNothingIsFound(petStore(), "http://h", [](const std::string&) { return 404; });
  ASSERT_TRUE(why);
  EXPECT_THAT(*why, AllOf(Not(HasSubstr("--base-path")), HasSubstr("Is this the service")));
}

TEST(BasePath, NothingIsToldWhereSomethingIsFound) {
  EXPECT_FALSE(whyNothingIsFound(
      petStore(), "http://h", [](const std::string& path) { return path == "/api/v2/owners" ? 401 : 404; }));
  Api few = petStore();
  few.operations.erase(few.operations.begin() + 1, few.operations.end());
  EXPECT_FALSE(whyNothingIsFound(few, "http://h", [](const std::string&) { return 404; }))
      << "one that is not found says little";
}

}  // namespace
}  // namespace covolve::rest
