// What C says by convention only: lengths, buffers, structures that a function initialises, handles.
#include <gtest/gtest.h>

#include "project.h"

namespace covolve::e2e {

namespace {

bool hasDroppedFor(const nlohmann::json& report, const std::string& reason) {
  for (const auto& dropped : report["dropped"]) {
    if (dropped["reason"] == reason) return true;
  }
  return false;
}

TEST(CIdioms, TheTextBesideABufferEndsByItself) {
  const Project project({{"join.c",
                          "#include <stddef.h>\n#include <string.h>\n"
                          "size_t last_part(const char *path, char *buffer, size_t buffer_size) {\n"
                          "  size_t start = 0, length = strlen(path), used = 0;\n"
                          "  for (size_t i = 0; i < length; ++i) if (path[i] == '/') start = i + 1;\n"
                          "  for (; start + used < length && used + 1 < buffer_size; ++used)\n"
                          "    buffer[used] = path[start + used];\n"
                          "  if (buffer_size > 0) buffer[used] = '\\0';\n"
                          "  return length - start;\n"
                          "}\n"}});
  const auto report = project.generate("join.c", 5000, {"--", "-std=c11"});
  EXPECT_EQ(report["coverage"]["emitted"]["branches"]["covered"],
            report["coverage"]["emitted"]["branches"]["total"]);
  EXPECT_FALSE(hasDroppedFor(report, "does not hold outside the search")) << report["dropped"];
}

TEST(CIdioms, ALengthBehindAPointerIsThatOfTheBuffer) {
  const Project project({{"split.h",
                          "#include <stddef.h>\n"
                          "struct part { size_t start; size_t length; };\n"
                          "#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
                          "int split(const char *text, size_t len, struct part *parts, size_t *num_parts);\n"
                          "#ifdef __cplusplus\n}\n#endif\n"},
                         {"split.c",
                          "#include \"split.h\"\n"
                          "int split(const char *text, size_t len, struct part *parts, size_t *num_parts) {\n"
                          "  size_t room = *num_parts, start = 0;\n"
                          "  *num_parts = 0;\n"
                          "  for (size_t i = 0; i <= len; ++i) {\n"
                          "    if (i < len && text[i] != ',') continue;\n"
                          "    if (*num_parts == room) return -1;\n"
                          "    parts[*num_parts].start = start;\n"
                          "    parts[(*num_parts)++].length = i - start;\n"
                          "    start = i + 1;\n"
                          "  }\n"
                          "  return 0;\n"
                          "}\n"}});
  const auto report = project.generate("split.c", 10000, {"--", "-std=c11"});
  EXPECT_EQ(report["coverage"]["emitted"]["branches"]["covered"],
            report["coverage"]["emitted"]["branches"]["total"]);
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
  const std::string tests = project.read("out/split_test.cpp");
  EXPECT_NE(tests.find("num_parts = 1"), std::string::npos) << tests;
  EXPECT_NE(tests.find("parts.data(), &num_parts)"), std::string::npos) << tests;
}

}  // namespace

}  // namespace covolve::e2e
