#include "format/layout.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "workspace.h"

namespace covolve::format {

namespace {

constexpr const char* kTest =
    "TEST(A, B) {\n  EXPECT_EQ(first(1, 2), second(\"a text that has to stand on a line of its own here\", "
    "3));\n}\n";

std::string laidOutWith(const std::string& style, const std::string& text) {
  const test::Workspace workspace;
  if (!style.empty()) EXPECT_TRUE(replaceFile(workspace.path(".clang-format"), style));
  return laidOut(text, workspace.path("source.cpp"));
}

}  // namespace

TEST(Layout, IsGooglesWithoutAStyle) {
  EXPECT_EQ(laidOutWith("", kTest),
            "TEST(A, B) {\n  EXPECT_EQ(first(1, 2),\n            second(\"a text that has to stand on a line "
            "of its own here\", 3));\n}\n");
}

TEST(Layout, IsThatOfTheNearestStyle) {
  EXPECT_EQ(laidOutWith("BasedOnStyle: Google\nIndentWidth: 4\nAllowShortFunctionsOnASingleLine: None\n",
                        "TEST(A, B) {\n  f();\n}\n"),
            "TEST(A, B) {\n    f();\n}\n");
}

TEST(Layout, ChangesNoToken) {
  const std::string style =
      "BasedOnStyle: LLVM\nSortIncludes: CaseSensitive\nRemoveParentheses: ReturnStatement\n"
      "InsertBraces: true\nQualifierAlignment: Right\nBreakStringLiterals: true\nColumnLimit: 20\n";
  const std::string text = laidOutWith(
      style,
      "#include \"b.h\"\n#include \"a.h\"\nconst int x = f((1), \"a text that is longer than a line\");\n");
  EXPECT_LT(text.find("b.h"), text.find("a.h"));
  EXPECT_NE(text.find("const int"), std::string::npos);
  EXPECT_NE(text.find("(1)"), std::string::npos);
  EXPECT_NE(text.find("\"a text that is longer than a line\""), std::string::npos);
}

TEST(Layout, NumbersStayAsTheyWere) {
  EXPECT_EQ(laidOutWith("BasedOnStyle: Google\nIntegerLiteralSeparator: {Decimal: 3}\n", "int  x = 12345;\n"),
            "int x = 12345;\n");
}

TEST(Layout, AStyleThatCannotBeReadChangesNothing) {
  EXPECT_EQ(laidOutWith("BasedOnStyle: [\n", kTest), kTest);
}

}  // namespace covolve::format
