#include "format/test_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace covolve::format {

namespace {

using ::testing::ElementsAre;

std::vector<std::string> namesIn(const std::string& text) {
  std::vector<std::string> names;
  for (const TestBlock& block : testBlocks(text)) names.push_back(block.name);
  return names;
}

constexpr const char* kFile =
    "// Tests for order.cpp\n"
    "\n"
    "#include <gtest/gtest.h>\n"
    "\n"
    "TEST(OrderTest, AddThrows) {\n"
    "  EXPECT_EQ(text(\"} TEST(A, B) {\"), '}');  // }\n"
    "}\n"
    "\n"
    "// SIGFPE in ratio at order.cpp:12\n"
    "// (robustness: far)\n"
    "TEST(OrderTest, RatioCrashes) { ratio(0); }\n";

std::string textOf(const std::string& text, const TestBlock& block) {
  return text.substr(block.begin, block.end - block.begin);
}

}  // namespace

TEST(TestBlocks, AreFoundWithTheCommentsAboveThem) {
  const std::vector<TestBlock> blocks = testBlocks(kFile);
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[0].name, "OrderTest.AddThrows");
  EXPECT_EQ(blocks[0].comment, "");
  EXPECT_EQ(blocks[0].firstLine, 5u);
  EXPECT_EQ(blocks[0].lastLine, 7u);
  EXPECT_EQ(textOf(kFile, blocks[0]),
            "TEST(OrderTest, AddThrows) {\n  EXPECT_EQ(text(\"} TEST(A, B) {\"), '}');  // }\n}\n");
  EXPECT_EQ(blocks[1].name, "OrderTest.RatioCrashes");
  EXPECT_EQ(blocks[1].comment, "SIGFPE in ratio at order.cpp:12\n(robustness: far)");
  EXPECT_EQ(blocks[1].firstLine, 9u);
  EXPECT_EQ(blocks[1].lastLine, 11u);
}

TEST(TestBlocks, AreThoseOfAllFrameworks) {
  EXPECT_THAT(
      namesIn("TEST_CASE(\"A.B\", \"[A]\") {\n}\nDOCTEST_TEST_CASE(\"C.D\") {}\nGTEST_TEST(E, F)\n{\n}\n"
              "TEST_F(G, H) {}\nTEST_CASE_METHOD(Fixture, \"I\") {}\n"),
      ElementsAre("A.B", "C.D", "E.F", "G.H", "I"));
}

TEST(TestBlocks, AreNotWithinOtherThings) {
  EXPECT_THAT(namesIn("#define TWICE(x) \\\nTEST(A, x) {\nR\"(\nTEST(B, C) {}\n)\";\n/*\nTEST(D, E) {}\n*/\n"
                      "void f() {\nTEST(G, H);\n}\nTEST(I, J);\n"),
              ElementsAre());
}

TEST(TestBlocks, TheLastMayLackItsNewline) {
  const std::string text = "TEST(A, B) {}";
  const std::vector<TestBlock> blocks = testBlocks(text);
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(textOf(text, blocks[0]), text);
}

TEST(TestBlocks, LeaveEmptyLinesOrNone) {
  const std::string text = kFile;
  const std::vector<TestBlock> blocks = testBlocks(text);
  const std::string blank = blanked(text, {blocks[0]});
  EXPECT_EQ(std::ranges::count(blank, '\n'), std::ranges::count(text, '\n'));
  EXPECT_EQ(testBlocks(blank).front().firstLine, blocks[1].firstLine);
  EXPECT_EQ(without("a;\n\nTEST(A, B) {\n}\n\nTEST(A, C) {\n}\n",
                    testBlocks("a;\n\nTEST(A, B) {\n}\n\nTEST(A, C) {\n}\n")),
            "a;\n");
  EXPECT_EQ(without(text, {blocks[1]}), text.substr(0, blocks[0].end));
}

}  // namespace covolve::format
