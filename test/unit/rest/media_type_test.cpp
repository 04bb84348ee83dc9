#include "rest/openapi/media_type.h"

#include <gtest/gtest.h>

namespace covolve::rest {
namespace {

MediaType named(std::string name) {
  MediaType type;
  type.name = std::move(name);
  return type;
}

TEST(MediaTypeText, HasNeitherCaseNorParameters) {
  EXPECT_EQ(bareMediaType("Application/JSON; charset=utf-8"), "application/json");
  EXPECT_EQ(bareMediaType("  text/plain\t;x=y"), "text/plain");
  EXPECT_EQ(bareMediaType(""), "");
}

TEST(MediaTypeText, MatchesRanges) {
  EXPECT_TRUE(matchesMediaType("application/json; charset=utf-8", "application/*"));
  EXPECT_TRUE(matchesMediaType("application/json", "*/*"));
  EXPECT_TRUE(matchesMediaType("application/json", "*"));
  EXPECT_TRUE(matchesMediaType("application/problem+json", "application/*+json"));
  EXPECT_TRUE(matchesMediaType("Text/HTML", "text/html;charset=utf-8"));
}

TEST(MediaTypeText, DoesNotMatchOthers) {
  EXPECT_FALSE(matchesMediaType("text/html", "application/*"));
  EXPECT_FALSE(matchesMediaType("application/problem+json", "application/json"));
  EXPECT_FALSE(matchesMediaType("application/json", "application/*+json"));
  EXPECT_FALSE(matchesMediaType("application/jsonx", "application/json"));
  EXPECT_FALSE(matchesMediaType("", "*/*"));
}

TEST(MediaTypeText, TellsKindsApart) {
  EXPECT_TRUE(isJson("application/json"));
  EXPECT_TRUE(isJson("application/problem+JSON; charset=utf-8"));
  EXPECT_TRUE(isJson("text/json"));
  EXPECT_FALSE(isJson("application/json-seq"));
  EXPECT_FALSE(isJson("application/*"));
  EXPECT_TRUE(isXml("text/xml"));
  EXPECT_TRUE(isXml("image/svg+xml"));
  EXPECT_FALSE(isXml("text/html"));
  EXPECT_TRUE(isText("text/csv"));
  EXPECT_FALSE(isText("application/text"));
  EXPECT_TRUE(isForm("application/x-www-form-urlencoded;charset=utf-8"));
  EXPECT_FALSE(isForm("multipart/form-data"));
  EXPECT_TRUE(isMultipart("multipart/form-data; boundary=x"));
  EXPECT_FALSE(isMultipart("application/multipart"));
}

TEST(MediaTypeText, TheNarrowestDeclarationCounts) {
  const std::vector<MediaType> declared{named("*/*"), named("application/*"), named("application/json"),
                                        named("application/json; v=2")};
  EXPECT_EQ(findMediaType(declared, "application/json"), &declared[2]);
  EXPECT_EQ(findMediaType(declared, "application/json;v=2"), &declared[3]);
  EXPECT_EQ(findMediaType(declared, "application/json;v=3"), &declared[2]);
  EXPECT_EQ(findMediaType(declared, "application/xml"), &declared[1]);
  EXPECT_EQ(findMediaType(declared, "text/plain"), &declared[0]);
  EXPECT_EQ(findMediaType({named("text/plain")}, "application/json"), nullptr);
}

}  // namespace
}  // namespace covolve::rest
