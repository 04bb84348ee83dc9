#include "rest/operation_filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace covolve::rest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Texts = std::vector<std::string>;

Operation operation(const std::string& id, const std::string& method, const std::string& path,
                    Texts tags = {}) {
  Operation made;
  made.id = id;
  made.method = method;
  made.path = path;
  made.tags = std::move(tags);
  return made;
}

/// Creating a pet links to reading and to deleting it.
Api petStore() {
  Api api;
  api.servers = {"https://pets.example.org/v2/"};
  api.operations = {operation("listPets", "GET", "/v2/pets", {"pets"}),
                    operation("addPet", "POST", "/v2/pets", {"pets", "write"}),
                    operation("deletePet", "DELETE", "/v2/pets/{petId}", {"pets", "write"}),
                    operation("getPet", "GET", "/v2/pets/{petId}", {"pets"}),
                    operation("getStatus", "GET", "/v2/status")};
  ResponseDeclaration created;
  created.status = "201";
  created.links = {{"delete", 2, {}}, {"read", 3, {}}};
  api.operations[1].responses = {created};
  api.skipped = {{"PUT /v2/toys", "its body cannot be read"}};
  return api;
}

struct Filtered {
  Api api;
  std::string error;  // empty: none

  Texts ids() const {
    Texts all;
    for (const Operation& each : api.operations) all.push_back(each.id);
    return all;
  }
  std::string reason(const std::string& what) const {
    for (const SkippedOperation& each : api.skipped) {
      if (each.what == what) return each.reason;
    }
    return "tested";
  }
};

Filtered filtered(const OperationFilter& include, const OperationFilter& exclude = {}) {
  Filtered result{petStore(), ""};
  if (auto done = applyFilters(result.api, include, exclude); !done) result.error = done.error().message;
  return result;
}

TEST(PathPattern, StarIsWithinASegment) {
  EXPECT_TRUE(fitsPathPattern("/pets/{petId}", "/pets/*"));
  EXPECT_FALSE(fitsPathPattern("/pets", "/pets/*"));
  EXPECT_FALSE(fitsPathPattern("/pets/{petId}/toys", "/pets/*"));
  EXPECT_TRUE(fitsPathPattern("/pets/{petId}/toys", "/*/*/toys"));
  EXPECT_TRUE(fitsPathPattern("/pets/find-by-tag", "/pets/find*"));
}

TEST(PathPattern, TwoStarsAreAnySegments) {
  EXPECT_TRUE(fitsPathPattern("/pets", "/pets/**"));
  EXPECT_TRUE(fitsPathPattern("/pets/{petId}/toys/{toyId}", "/pets/**"));
  EXPECT_FALSE(fitsPathPattern("/petshops", "/pets/**"));
  EXPECT_TRUE(fitsPathPattern("/a/b/toys", "/**/toys"));
  EXPECT_TRUE(fitsPathPattern("/toys", "**/toys"));
  EXPECT_TRUE(fitsPathPattern("/", "**"));
}

TEST(PathPattern, WithoutWildcardsIsThePathItself) {
  EXPECT_TRUE(fitsPathPattern("/pets", "/pets"));
  EXPECT_TRUE(fitsPathPattern("/pets", "pets"));
  EXPECT_FALSE(fitsPathPattern("/pets/{petId}", "/pets"));
  EXPECT_TRUE(fitsPathPattern("/pets/{petId}", "/pets/{petId}"));
  EXPECT_FALSE(fitsPathPattern("/pets/", "/pets"));
}

TEST(PathPattern, ManyStarsTakeNoTime) {
  std::string path;
  std::string pattern;
  for (int i = 0; i < 60; ++i) {
    path += "/a";
    pattern += "/**/a";
  }
  EXPECT_FALSE(fitsPathPattern(path, pattern + "/b"));
}

TEST(OperationFilters, NoneKeepAll) {
  EXPECT_THAT(filtered({}).ids(), ElementsAre("listPets", "addPet", "deletePet", "getPet", "getStatus"));
}

TEST(OperationFilters, IncludeByEachKind) {
  EXPECT_THAT(filtered({.paths = {"/pets/*"}}).ids(), ElementsAre("deletePet", "getPet"));
  EXPECT_THAT(filtered({.paths = {"/v2/pets/*"}}).ids(), ElementsAre("deletePet", "getPet"));
  EXPECT_THAT(filtered({.tags = {"write"}}).ids(), ElementsAre("addPet", "deletePet"));
  EXPECT_THAT(filtered({.operationIds = {"getStatus", "getPet"}}).ids(), ElementsAre("getPet", "getStatus"));
  EXPECT_THAT(filtered({.methods = {"get"}}).ids(), ElementsAre("listPets", "getPet", "getStatus"));
}

TEST(OperationFilters, IncludeAndExcludeByRegularExpressions) {
  EXPECT_THAT(filtered({.expressions = {"^(GET|POST) .*pets$|Status$"}}).ids(), ElementsAre("getStatus"));
  EXPECT_THAT(filtered({.expressions = {"^(GET|POST) \\S*/pets "}}).ids(), ElementsAre("listPets", "addPet"));
  EXPECT_THAT(filtered({.expressions = {"^GET /pets "}}).ids(), ElementsAre("listPets"));
  EXPECT_THAT(filtered({.expressions = {"^GET /v2/pets "}}).ids(), ElementsAre("listPets"));
  EXPECT_THAT(filtered({}, {.expressions = {"Pet$"}}).ids(), ElementsAre("listPets", "getStatus"));
  EXPECT_EQ(filtered({}, {.expressions = {"Pet$"}}).reason("GET /v2/pets/{petId}"),
            "left out by --exclude-matching Pet$");
}

TEST(OperationFilters, WhatIsNoRegularExpressionIsAMistake) {
  EXPECT_THAT(filtered({.expressions = {"(pets"}}).error,
              testing::HasSubstr("--include-matching (pets: it is no regular expression"));
  EXPECT_THAT(filtered({}, {.expressions = {"^horses"}}).error, testing::HasSubstr("no such operation"));
}

TEST(OperationFilters, WhatIsDeprecatedIsLeftOutOnRequest) {
  Filtered result{petStore(), ""};
  result.api.operations[3].deprecated = true;
  ASSERT_TRUE(applyFilters(result.api, {}, {.deprecated = true}));
  EXPECT_THAT(result.ids(), ElementsAre("listPets", "addPet", "deletePet", "getStatus"));
  EXPECT_EQ(result.reason("GET /v2/pets/{petId}"), "left out by --exclude-deprecated");
}

TEST(OperationFilters, KindsOfIncludeRestrictEachOther) {
  EXPECT_THAT(filtered({.tags = {"pets"}, .methods = {"GET", "DELETE"}}).ids(),
              ElementsAre("listPets", "deletePet", "getPet"));
}

TEST(OperationFilters, ExcludeWins) {
  EXPECT_THAT(filtered({.tags = {"pets"}}, {.operationIds = {"getPet"}, .methods = {"DELETE"}}).ids(),
              ElementsAre("listPets", "addPet"));
}

TEST(OperationFilters, WhatIsLeftOutIsListedWithTheReason) {
  const Filtered result = filtered({.paths = {"/pets", "/pets/*"}}, {.methods = {"delete"}});
  EXPECT_EQ(result.reason("DELETE /v2/pets/{petId}"), "left out by --exclude-method delete");
  EXPECT_EQ(result.reason("GET /v2/status"), "left out by --include-path /pets, /pets/*");
  EXPECT_EQ(result.reason("PUT /v2/toys"), "its body cannot be read");
  EXPECT_EQ(result.reason("GET /v2/pets"), "tested");
}

TEST(OperationFilters, LinksStillPointToTheirOperations) {
  const Filtered result = filtered({}, {.operationIds = {"listPets", "deletePet"}});
  ASSERT_THAT(result.ids(), ElementsAre("addPet", "getPet", "getStatus"));
  const std::vector<Link>& links = result.api.operations[0].responses[0].links;
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].name, "read");
  EXPECT_EQ(links[0].operation, 1u);
}

TEST(OperationFilters, AWordThatNamesNothingIsAMistake) {
  EXPECT_EQ(filtered({.tags = {"pet"}}).error,
            "--include-tag pet: the document has no such operation; did you mean pets?");
  EXPECT_EQ(filtered({}, {.paths = {"/admin/**"}}).error,
            "--exclude-path /admin/**: the document has no such operation");
  EXPECT_EQ(filtered({}, {.operationIds = {"getpet"}}).error,
            "--exclude-operation getpet: the document has no such operation; did you mean getPet?");
  EXPECT_EQ(filtered({.methods = {"gett"}}).error,
            "--include-method gett: the document has no such operation; did you mean GET?");
}

TEST(OperationFilters, MayNameWhatCouldNotBeRead) {
  EXPECT_EQ(filtered({}, {.paths = {"/toys"}, .methods = {"PUT"}}).error, "");
}

TEST(OperationFilters, SomethingMustBeLeft) {
  EXPECT_EQ(filtered({.tags = {"write"}}, {.tags = {"pets"}}).error,
            "the include and exclude options leave no operation to test");
}

}  // namespace
}  // namespace covolve::rest
