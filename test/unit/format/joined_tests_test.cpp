#include "format/joined_tests.h"

#include <gtest/gtest.h>

namespace covolve::format {

namespace {

constexpr const char* kEarlier =
    "// Tests for order.cpp\n"
    "\n"
    "#include \"order.h\"\n"
    "\n"
    "#include <gtest/gtest.h>\n"
    "\n"
    "#include <string>\n"
    "\n"
    "TEST(OrderTest, A) {\n"
    "  // by hand\n"
    "}\n";

std::string page(const std::string& includes, const std::string& rest) {
  return "// Tests for order.cpp, of another day\n\n#include \"order.h\"\n\n#include <gtest/gtest.h>\n\n" +
         includes + "\n" + rest;
}

}  // namespace

TEST(JoinedTests, AreTheEarlierOnesAsTheyWereAndTheOthersBehindThem) {
  EXPECT_EQ(joinedTests(kEarlier,
                        page("#include <string>\n", "TEST(OrderTest, B) {\n}\n\n// why\nTEST(C, D) {\n}\n")),
            std::string(kEarlier) + "\nTEST(OrderTest, B) {\n}\n\n// why\nTEST(C, D) {\n}\n");
  EXPECT_EQ(joinedTests(kEarlier, ""), kEarlier);
}

TEST(JoinedTests, HaveTheHeadersOfBothInTheirOrder) {
  const std::string joined = joinedTests(
      kEarlier, page("#include <cmath>\n#include <string>\n#include <vector>\n", "TEST(A, B) {\n}\n"));
  EXPECT_TRUE(joined.contains(
      "#include <gtest/gtest.h>\n\n#include <cmath>\n#include <string>\n#include <vector>\n\nTEST"))
      << joined;
}

TEST(JoinedTests, HaveHeadersOfTheCodeAmongThose) {
  const std::string joined =
      joinedTests(kEarlier, "#include \"order.h\"\n#include \"price.h\"\n\nTEST(A, B) {\n}\n");
  EXPECT_TRUE(joined.contains("#include \"order.h\"\n#include \"price.h\"\n\n#include <gtest")) << joined;
}

TEST(JoinedTests, BeginAGroupOfHeadersWhereThereWasNone) {
  const std::string joined =
      joinedTests("#include \"order.h\"\n\n#include <gtest/gtest.h>\n\nTEST(A, A) {\n}\n",
                  page("#include <cmath>\n", "TEST(A, B) {\n}\n"));
  EXPECT_TRUE(joined.contains("#include <gtest/gtest.h>\n\n#include <cmath>\n")) << joined;
}

TEST(JoinedTests, KeepTheLineEndsOfWindows) {
  const std::string helper = "struct Helper {\r\n};\r\n";
  const std::string earlier =
      "#include \"order.h\"\r\n\r\n#include <gtest/gtest.h>\r\n\r\nnamespace {\r\n\r\n" + helper +
      "\r\n}  // namespace\r\n\r\nTEST(A, A) {\r\n}\r\n";
  EXPECT_EQ(
      joinedTests(earlier,
                  "#include \"order.h\"\n\n#include <gtest/gtest.h>\n\nnamespace {\n\nstruct Helper {\n};\n"
                  "\n}  // namespace\n\nTEST(A, B) {\n}\n"),
      earlier + "\r\nTEST(A, B) {\r\n}\r\n");
  const std::string mixed = "// by hand\r\n" + std::string(kEarlier);
  EXPECT_EQ(joinedTests(mixed, page("#include <string>\n", "TEST(C, D) {\n}\n")),
            mixed + "\nTEST(C, D) {\n}\n");
}

TEST(JoinedTests, HaveClassesAndDeclarationsOnlyOnce) {
  const std::string stub =
      "class StubSensor : public Sensor {\n public:\n  int read();\n\n  int result;\n};\n";
  const std::string other = "struct Other {\n};\n";
  const std::string earlier =
      "#include <gtest/gtest.h>\n\nextern \"C\" {\nint f(int);\n}\n\nnamespace {\n\n" + stub +
      "\n}  // namespace\n\nTEST(A, A) {\n}\n";
  const std::string same =
      joinedTests(earlier, earlier.substr(0, earlier.find("TEST")) + "TEST(A, B) {\n}\n");
  EXPECT_EQ(same, earlier + "\nTEST(A, B) {\n}\n");
  const std::string more = joinedTests(
      earlier, "extern \"C\" {\nint f(int);\nint g(int);\n}\n\n#include <gtest/gtest.h>\n\nnamespace {\n\n" +
                   other + "\n" + stub + "\n}  // namespace\n\nTEST(A, B) {\n}\n");
  EXPECT_TRUE(
      more.contains("}  // namespace\n\nextern \"C\" {\nint f(int);\nint g(int);\n}\n\nnamespace {\n\n" +
                    other + "\n}  // namespace\n\nTEST(A, A) {\n}\n\nTEST(A, B) {\n}\n"))
      << more;
}

}  // namespace covolve::format
