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

TEST(CIdioms, ABufferForAMessageHasRoomForIt) {
  const Project project({{"parse.c",
                          "#include <stdio.h>\n"
                          "int parse(const char *text, long *number, char *errbuf, int errbufsz) {\n"
                          "  long unused;\n"
                          "  if (number == NULL) number = &unused;\n"
                          "  if (text[0] < '0' || text[0] > '9') {\n"
                          "    snprintf(errbuf, errbufsz, \"line 1: no number\");\n"
                          "    return -1;\n"
                          "  }\n"
                          "  *number = text[0] - '0' + 70;\n"
                          "  return 0;\n"
                          "}\n"}});
  const auto report = project.generate("parse.c", 5000, {"--", "-std=c11"});
  EXPECT_EQ(report["coverage"]["emitted"]["branches"]["covered"],
            report["coverage"]["emitted"]["branches"]["total"]);
  const std::string tests = project.read("out/parse_test.cpp");
  EXPECT_NE(tests.find("char errbuf[128] = \"\";"), std::string::npos) << tests;
  EXPECT_NE(tests.find("&number, errbuf, sizeof errbuf)"), std::string::npos) << tests;
  EXPECT_NE(tests.find("EXPECT_STREQ(errbuf, \"line 1: no number\");"), std::string::npos) << tests;
  EXPECT_NE(tests.find("EXPECT_EQ(number, 7"), std::string::npos) << tests;
}

TEST(CIdioms, ArgumentsOfAProgramAreARowOfTexts) {
  const Project project({{"options.c",
                          "#include <stddef.h>\n#include <string.h>\n"
                          "int verbosity(int argc, const char *const *argv) {\n"
                          "  int level = 0;\n"
                          "  for (int i = 1; i < argc; ++i)\n"
                          "    if (strcmp(argv[i], \"-v\") == 0) ++level;\n"
                          "  return argv[argc] == NULL ? level : -1;\n"
                          "}\n"
                          "int shorten(int argc, char **argv) {\n"
                          "  if (argc < 2) return 0;\n"
                          "  if (argv[1][0] != '-') return 1;\n"
                          "  argv[1][0] = '\\0';\n"
                          "  return 2;\n"
                          "}\n"}});
  const auto report = project.generate("options.c", 10000, {"--", "-std=c11"});
  // Of argv[argc] == NULL the other side is nobody's.
  EXPECT_EQ(report["coverage"]["emitted"]["branches"]["covered"],
            report["coverage"]["emitted"]["branches"]["total"].get<int>() - 1);
  for (const auto& fault : report["faults"]) EXPECT_EQ(fault["rank"], "outside the contract") << fault;
  const std::string tests = project.read("out/options_test.cpp");
  EXPECT_NE(tests.find("const std::vector<const char *> argv{\"\", \"-v\", nullptr};"), std::string::npos)
      << tests;
  EXPECT_NE(tests.find("EXPECT_EQ(verbosity(2, argv.data()), 1);"), std::string::npos) << tests;
}

TEST(CIdioms, FieldsThatMatterForNothingAreNotSpelled) {
  const Project project({{"stamp.c",
                          "#include <stddef.h>\n"
                          "struct stamp { char zone[8]; int year; int *leap; const char *name; };\n"
                          "int parse(const char *text, struct stamp *out) {\n"
                          "  if (text[0] != '1') return -1;\n"
                          "  out->year = 1900;\n"
                          "  return 0;\n"
                          "}\n"}});
  const auto report = project.generate("stamp.c", 5000, {"--", "-std=c11"});
  EXPECT_EQ(report["coverage"]["emitted"]["branches"]["covered"],
            report["coverage"]["emitted"]["branches"]["total"]);
  const std::string tests = project.read("out/stamp_test.cpp");
  EXPECT_NE(tests.find("stamp stamp1{};"), std::string::npos) << tests;
  EXPECT_NE(tests.find("EXPECT_EQ(stamp1.year, 1900);"), std::string::npos) << tests;
}

TEST(CIdioms, TestsOfCodeThatReadsStandardInputGiveItNone) {
  const Project project({{"ask.h", "int ask(int tries);\n"},
                         {"ask.cpp",
                          "#include \"ask.h\"\n#include <iostream>\n#include <string>\n"
                          "int ask(int tries) {\n"
                          "  std::string word;\n"
                          "  for (int i = 0; i < tries && i < 3; ++i)\n"
                          "    if (std::cin >> word) return i;\n"
                          "  return -1;\n"
                          "}\n"}});
  const auto report = project.generate("ask.cpp", 2000);
  EXPECT_GE(report["tests"].size(), 1u);
  const std::string tests = project.read("out/ask_test.cpp");
  EXPECT_NE(tests.find("std::freopen(\"/dev/null\", \"r\", stdin)"), std::string::npos) << tests;
  EXPECT_NE(tests.find("EXPECT_EQ(ask("), std::string::npos) << tests;
}

TEST(CIdioms, ALengthBehindAPointerMayBeNull) {
  const Project project({{"fill.c",
                          "#include <stddef.h>\n"
                          "static int has_room(const size_t *size) { return size && *size > 0; }\n"
                          "int fill(char *out, size_t *out_len) {\n"
                          "  if (out_len == NULL) return -1;\n"
                          "  for (size_t i = 0; i < *out_len; ++i) out[i] = 'x';\n"
                          "  return 0;\n"
                          "}\n"
                          "int mark(char *out, size_t *out_len) {\n"
                          "  if (!has_room(out_len)) return out == NULL ? -2 : -1;\n"
                          "  out[0] = '!';\n"
                          "  return 1;\n"
                          "}\n"}});
  const auto report = project.generate("fill.c", 5000, {"--", "-std=c11"});
  EXPECT_EQ(report["coverage"]["emitted"]["branches"]["covered"],
            report["coverage"]["emitted"]["branches"]["total"]);
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
  const std::string tests = project.read("out/fill_test.cpp");
  EXPECT_NE(tests.find("fill(&out[0], nullptr), -1);"), std::string::npos) << tests;
}

TEST(CIdioms, ACallbackMayBeNullWhereTheCodeChecksForIt) {
  const Project project(
      {{"walk.h",
        "struct hooks { int (*on_item)(int); void (*on_end)(void *); int (*start)(void); };\n"
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
        "int walk(const struct hooks *hooks, int items);\n"
        "#ifdef __cplusplus\n}\n#endif\n"},
       {"walk.c",
        "#include \"walk.h\"\n"
        "#define HAS(HOOKS, WHICH) ((HOOKS)->on_##WHICH)\n"
        "int walk(const struct hooks *hooks, int items) {\n"
        "  int sum = hooks->start();\n"
        "  for (int i = 0; i < items && i < 5; ++i)\n"
        "    if (HAS(hooks, item)) sum += hooks->on_item(i) > 0;\n"
        "  if (hooks->on_end != 0) hooks->on_end(0);\n"
        "  return sum;\n"
        "}\n"}});
  const auto report = project.generate("walk.c", 10000, {"--", "-std=c11"});
  EXPECT_EQ(report["coverage"]["emitted"]["branches"]["covered"],
            report["coverage"]["emitted"]["branches"]["total"]);
  for (const auto& fault : report["faults"])
    EXPECT_EQ(fault.dump().find("callback"), std::string::npos) << fault;
  const std::string tests = project.read("out/walk_test.cpp");
  EXPECT_NE(tests.find("nullptr"), std::string::npos) << tests;
  EXPECT_EQ(tests.find("nullptr}"), std::string::npos) << "nobody checks for start: " << tests;
}

TEST(CIdioms, ATextMayBeOfUnsignedCharacters) {
  const Project project({{"tag.c",
                          "#include <string.h>\ntypedef unsigned char letter;\n"
                          "int rank(const letter *tag) {\n"
                          "  if (!tag) return -1;\n"
                          "  size_t length = strlen((const char *)tag);\n"
                          "  if (length > 2) return tag[0] == '!' ? 3 : 2;\n"
                          "  return length > 0;\n"
                          "}\n"}});
  const auto report = project.generate("tag.c", 10000, {"--", "-std=c11"});
  EXPECT_EQ(report["coverage"]["emitted"]["branches"]["covered"],
            report["coverage"]["emitted"]["branches"]["total"]);
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
  EXPECT_TRUE(report["dropped"].empty()) << report["dropped"];
  EXPECT_NE(project.read("out/tag_test.cpp").find("unsigned char tag[256] = \""), std::string::npos)
      << project.read("out/tag_test.cpp");
}

const char* const kTape = R"(#include "tape.h"
#include <stdlib.h>
int tape_init(struct tape *tape, unsigned room) {
  tape->cells = malloc((room + 1) * sizeof(int));
  tape->used = 0;
  tape->room = room;
  return tape->cells ? 0 : -1;
}
int tape_put(struct tape *tape, int cell) {
  if (tape->used >= tape->room) return -1;
  tape->cells[tape->used++] = cell;
  return tape->used > 2 ? 2 : 1;
}
int tape_last(const struct tape *tape) { return tape->used ? tape->cells[tape->used - 1] : 0; }
void tape_free(struct tape *tape) { if (tape) free(tape->cells); }
)";

TEST(CIdioms, AStructureIsInitialisedByItsFunctionAndGivenBack) {
  const Project project({{"tape.h",
                          "struct tape { int *cells; unsigned used; unsigned room; };\n"
                          "#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
                          "int tape_init(struct tape *tape, unsigned room);\n"
                          "int tape_put(struct tape *tape, int cell);\n"
                          "int tape_last(const struct tape *tape);\n"
                          "void tape_free(struct tape *tape);\n"
                          "#ifdef __cplusplus\n}\n#endif\n"},
                         {"tape.c", kTape}});
  const auto report = project.generate("tape.c", 20000, {"--", "-std=c11"});
  const std::string tests = project.read("out/tape_test.cpp");
  EXPECT_NE(tests.find("  tape tape1{};\n  tape_init(&tape1, "), std::string::npos) << tests;
  EXPECT_NE(tests.find("  tape_free(&tape1);\n"), std::string::npos) << tests;
  EXPECT_EQ(tests.find("tape{nullptr"), std::string::npos) << tests;
  EXPECT_EQ(tests.find("tape_last(&tape1), 3);\n  EXPECT_EQ(tape_last("), std::string::npos)
      << "what a test is about is not looked at once more: " << tests;
  for (const auto& fault : report["faults"]) EXPECT_NE(fault["rank"], "likely bug") << fault;
}

constexpr const char* kMeter = R"(#include "meter.h"
#include <cstdlib>
struct Meter { unsigned mark; int total; };
static Meter *of(meter_t meter) {
  Meter *known = static_cast<Meter *>(meter);
  if (known->mark != 0x4d455452) std::abort();
  return known;
}
meter_t meter_create(int start) { return start < 0 ? nullptr : new Meter{0x4d455452, start}; }
int meter_add(meter_t meter, int n) { return of(meter)->total = (of(meter)->total + n) % 1000; }
int meter_state(meter_t meter) { return of(meter)->total == 77 ? 2 : of(meter)->total > 50 ? 1 : 0; }
void meter_release(meter_t meter) { delete of(meter); }
)";

TEST(CIdioms, AHandleBehindAnUntypedPointerIsMadeUsedAndReleased) {
  const Project project({{"meter.h",
                          "typedef void *meter_t;\nextern \"C\" {\nmeter_t meter_create(int start);\n"
                          "int meter_add(meter_t meter, int n);\nint meter_state(meter_t meter);\n"
                          "void meter_release(meter_t meter);\n}\n"},
                         {"meter.cpp", kMeter}});
  const auto report = project.generate("meter.cpp", 20000, {"--", "-std=c++17"});
  const std::string tests = project.read("out/meter_test.cpp");
  EXPECT_NE(tests.find("auto* meter = meter_create("), std::string::npos) << tests;
  EXPECT_NE(tests.find("  meter_release(meter);\n"), std::string::npos) << tests;
  EXPECT_NE(tests.find("EXPECT_EQ(meter_state(meter), 2)"), std::string::npos) << tests;
  for (const auto& fault : report["faults"]) EXPECT_NE(fault["rank"], "likely bug") << fault;
}

TEST(CIdioms, AnObjectThatIsHandedOutThroughAPointerIsUsedAndClosed) {
  const Project project({{"log.h",
                          "#ifdef __cplusplus\nextern \"C\" {\n#endif\ntypedef struct log log;\n"
                          "int log_open(log **out, int room);\nint log_add(log *l, int line);\n"
                          "void log_close(log *l);\n#ifdef __cplusplus\n}\n#endif\n"},
                         {"log.c",
                          "#include \"log.h\"\n#include <stdlib.h>\n"
                          "struct log { int room; int used; };\n"
                          "int log_open(log **out, int room) {\n  if (room < 1) return -1;\n"
                          "  *out = malloc(sizeof **out);\n  if (!*out) return -2;\n"
                          "  (*out)->room = room > 3 ? 3 : room;\n  (*out)->used = 0;\n  return 0;\n}\n"
                          "int log_add(log *l, int line) {\n  if (l->used == l->room) return 77;\n"
                          "  return line < 0 ? -1 : ++l->used;\n}\n"
                          "void log_close(log *l) { free(l); }\n"}});
  const auto report = project.generate("log.c", 20000, {"--", "-std=c11"});
  const std::string tests = project.read("out/log_test.cpp");
  EXPECT_NE(tests.find("* log1 = nullptr;\n  log_open(&log1, "), std::string::npos) << tests;
  EXPECT_NE(tests.find("77"), std::string::npos) << tests;
  EXPECT_NE(tests.find("  log_close(log1);\n"), std::string::npos) << tests;
  for (const auto& fault : report["faults"]) EXPECT_NE(fault["rank"], "likely bug") << fault;
}

TEST(CIdioms, AnArrayWithoutElementsIsMostlyNotNull) {
  const Project project({{"keep.h",
                          "#include <stddef.h>\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
                          "int keep(const int *values, size_t count);\n#ifdef __cplusplus\n}\n#endif\n"},
                         {"keep.c",
                          "#include \"keep.h\"\n#include <string.h>\n"
                          "int keep(const int *values, size_t count) {\n  static int kept[8];\n"
                          "  if (count > 8) return -1;\n  memcpy(kept, values, count * sizeof *values);\n"
                          "  return count == 0 ? 7 : kept[0];\n}\n"}});
  const auto report = project.generate("keep.c", 5000, {"--", "-std=c11"});
  const std::string tests = project.read("out/keep_test.cpp");
  EXPECT_NE(tests.find("keep(values.data(), 0u), 7)"), std::string::npos) << tests;
  for (const auto& fault : report["faults"]) EXPECT_NE(fault["rank"], "likely bug") << fault;
}

TEST(CIdioms, APointerThatNobodyCanMakeStaysNull) {
  const Project project({{"bag.c",
                          "struct node { struct node *next; int value; };\n#include \"bag.h\"\n"
                          "int bag_holds(const struct bag *bag, int value) {\n"
                          "  if (bag->buckets == 0) return value < 0 ? -2 : -1;\n"
                          "  return bag->buckets[0]->value == value;\n"
                          "}\n"},
                         {"bag.h",
                          "struct node;\nstruct bag { struct node **buckets; unsigned count; };\n"
                          "#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
                          "int bag_holds(const struct bag *bag, int value);\n"
                          "#ifdef __cplusplus\n}\n#endif\n"}});
  const auto report = project.generate("bag.c", 5000, {"--", "-std=c11"});
  const std::string tests = project.read("out/bag_test.cpp");
  EXPECT_NE(tests.find("bag1{{}, "), std::string::npos) << tests;
  EXPECT_NE(tests.find("-2"), std::string::npos) << tests;
}

TEST(CIdioms, ASourceThatIncludesItselfIsOneSource) {
  const Project project({{"half.c",
                          "#ifndef SECOND\n#define SECOND\n#define NAME(x) x##_int\n#define NUMBER int\n"
                          "#include \"half.c\"\n#undef NAME\n#undef NUMBER\n#define NAME(x) x##_long\n"
                          "#define NUMBER long\n#include \"half.c\"\n#else\n"
                          "NUMBER NAME(half)(NUMBER n) { return n > 100 ? n / 2 : n; }\n#endif\n"}});
  project.generate("half.c", 2000, {"--", "-std=c11"});
  const std::string tests = project.read("out/half_test.cpp");
  EXPECT_NE(tests.find("half_int("), std::string::npos) << tests;
  EXPECT_NE(tests.find("half_long("), std::string::npos) << tests;
}

}  // namespace

}  // namespace covolve::e2e
