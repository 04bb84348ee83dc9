#include "base/json_pointer.h"

#include <gtest/gtest.h>

namespace covolve {
namespace {

using Json = nlohmann::json;
using Tokens = std::vector<std::string>;

TEST(JsonPointer, TokensAreUnescapedOnce) {
  EXPECT_EQ(pointerTokens("/a~1b/0/m~0n/"), (Tokens{"a/b", "0", "m~n", ""}));
  EXPECT_EQ(pointerTokens("/~01"), Tokens{"~1"});
  EXPECT_EQ(pointerTokens("/~2~"), Tokens{"~2~"});
  EXPECT_TRUE(pointerTokens("").empty());
}

TEST(JsonPointer, NamesAreEscaped) {
  EXPECT_EQ(pointerTo("/a", "b/c~d"), "/a/b~1c~0d");
  EXPECT_EQ(pointerTokens(pointerTo("", "~1/")), Tokens{"~1/"});
}

TEST(JsonPointer, AnIndexHasNoLeadingZeroAndIsNotHuge) {
  for (const char* index : {"0", "7", "10", "999999999"}) EXPECT_TRUE(isIndex(index)) << index;
  for (const char* name : {"", "01", "-1", "1a", "*", "99999999999"}) EXPECT_FALSE(isIndex(name)) << name;
}

TEST(JsonPointer, ElementsOfAListAreAlike) {
  EXPECT_EQ(withoutIndices("/items/7/id"), "/items/*/id");
  EXPECT_EQ(withoutIndices("/a~1b/007"), "/a~1b/007");
  EXPECT_EQ(withoutIndices(""), "");
}

TEST(JsonPointer, LeadsToFieldsAndElements) {
  const Json value = Json::parse(R"({"pets": [{"a/b": 1}], "0": "zero"})");
  EXPECT_EQ(*findPointer(value, "/pets/0/a~1b"), 1);
  EXPECT_EQ(*findPointer(value, "/0"), "zero");
  EXPECT_EQ(findPointer(value, ""), &value);
  for (const char* nowhere : {"/pets/1", "/pets/-", "/pets/00", "/none", "/pets/0/a~1b/c", "pets"})
    EXPECT_EQ(findPointer(value, nowhere), nullptr) << nowhere;
}

}  // namespace
}  // namespace covolve
