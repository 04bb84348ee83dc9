// C sources, seen from C++.
#include <gmock/gmock.h>

#include "reading.h"

namespace covolve::program {

namespace {

using Names = std::vector<std::string>;

const std::vector<std::string> kC11 = {"-std=c11", "-I."};

}  // namespace

TEST(CSources, AHeaderStandsInExternC) {
  Reader reader;
  reader.file("clamp.h", "int clamp(int value, int low, int high);")
      .file("clamp.c",
            "#include <string.h>\n#include \"clamp.h\"\n\n"
            "int clamp(int v, int low, int high) { int class = v; return class < low ? low : high; }");
  const Model model = reader.read("clamp.c", kC11);
  const Callable* clamp = find(model, "clamp(int, int, int)");
  ASSERT_TRUE(clamp);
  EXPECT_TRUE(clamp->underTest);
  EXPECT_EQ(clamp->parameters[0].name, "v");
  EXPECT_EQ(clamp->file, reader.path("clamp.c"));
  EXPECT_EQ(clamp->line, 4u);
  EXPECT_EQ(model.access.includes, Names{});
  EXPECT_EQ(model.access.cIncludes, Names{"\"clamp.h\""});
  EXPECT_EQ(model.access.cDeclarations, Names{});
  EXPECT_FALSE(model.access.includeSource);
  EXPECT_EQ(model.source, reader.path("clamp.c"));
  EXPECT_EQ(model.requestedFiles,
            (std::vector<std::filesystem::path>{reader.path("clamp.c"), reader.path("clamp.h")}));
}

TEST(CSources, AHeaderThatKnowsCxxIsIncludedPlainly) {
  Reader reader;
  reader
      .file("half.h",
            "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint half(int n);\n#ifdef __cplusplus\n}\n#endif\n")
      .file("half.c", "#include \"half.h\"\nint half(int n) { return n / 2; }");
  const Model model = reader.read("half.c", kC11);
  EXPECT_EQ(model.access.includes, Names{"\"half.h\""});
  EXPECT_EQ(model.access.cIncludes, Names{});
  EXPECT_TRUE(find(model, "half(int)"));
}

TEST(CSources, AFunctionInNoHeaderIsDeclaredByItsPrototype) {
  Reader reader;
  reader.file("loose.c",
              "#include <stdbool.h>\n#include <stddef.h>\ntypedef unsigned char byte;\n"
              "bool find(const byte *restrict from, size_t n, char *name) { return n > 3; }\n"
              "const char *title(void) { return \"x\"; }\nint main(void) { return 0; }");
  const Model model = reader.read("loose.c", kC11);
  EXPECT_EQ(model.access.cDeclarations,
            (Names{"bool find(const unsigned char *, unsigned long, char *)", "const char *title()"}));
  EXPECT_EQ(model.access.includes, Names{});
  EXPECT_EQ(parameterType(model, "find", 2).kind, TypeKind::Buffer);
  EXPECT_TRUE(model.access.definesMain);
  EXPECT_EQ(reasonFor(model, "main()"), "program entry");
}

TEST(CSources, StructuresEnumerationsAndAliasesAreTypesOfCxx) {
  Reader reader;
  reader
      .file("shapes.h",
            "#include <stdbool.h>\ntypedef struct { int low; int high; } range;\n"
            "struct node { int value; struct node *next; };\nenum side { LEFT, RIGHT = 5 };\n"
            "typedef enum { OFF, ON } state;\n"
            "int f(range r, const struct node *n, enum side s, state t, _Bool b);\n")
      .file("shapes.c",
            "#include \"shapes.h\"\nint f(range r, const struct node *n, enum side s, state t, _Bool b) "
            "{ return r.low; }");
  const Model model = reader.read("shapes.c", {"-Dunused"});
  ASSERT_TRUE(find(model, "f(range, const node *, side, state, bool)"))
      << testing::PrintToString(displays(model));
  EXPECT_EQ(parameterType(model, "f", 0).kind, TypeKind::Class);
  EXPECT_FALSE(parameterType(model, "f", 0).makers.empty());
  EXPECT_EQ(parameterType(model, "f", 1).kind, TypeKind::Pointer);
  EXPECT_EQ(parameterType(model, "f", 2).enumerators[1].name, "side::RIGHT");
  EXPECT_EQ(parameterType(model, "f", 4).kind, TypeKind::Boolean);
}

TEST(CSources, WhatCxxCannotCallIsSkippedWithItsReason) {
  Reader reader;
  reader
      .file("odd.h",
            "struct stat { int size; };\nstruct pair { int x; };\nint stat(struct stat *s);\nint plain(int);")
      .file("odd.c",
            "#include \"odd.h\"\nstruct hidden { int x; };\nstatic int half(int n) { return n / 2; }\n"
            "int peek(struct hidden *h) { return half(h->x); }\nint delete(int n) { return n; }\n"
            "int old(a) int a; { return a; }\nint each(struct pair (*f)(int)) { return f(1).x; }\n"
            "int sum(int n, ...) { return n; }\nint stat(struct stat *s) { return s->size; }\n"
            "inline int quick(int n) { return n; }\nint plain(int n) { return n; }");
  const Model model = reader.read("odd.c", kC11);
  EXPECT_EQ(displays(model), (Names{"plain(int)", "pair::x", "pair{int}"}));
  EXPECT_EQ(reasonFor(model, "half(int)"), "static: reached only through its callers");
  EXPECT_EQ(reasonFor(model, "peek(struct hidden *)"), "one of its types is defined in the source only");
  EXPECT_EQ(reasonFor(model, "delete(int)"), "its name is a keyword in C++");
  EXPECT_EQ(reasonFor(model, "old(int)"), "has no prototype");
  EXPECT_EQ(reasonFor(model, "each(pair (*)(int))"),
            "parameter 1 (pair (*)(int)): callbacks that return objects are not supported yet");
  EXPECT_EQ(reasonFor(model, "sum(int, ...)"), "variadic");
  EXPECT_EQ(reasonFor(model, "quick(int)"), "inline without an external definition");
  EXPECT_NE(reasonFor(model, "stat(stat *)").find("of the same name hides the type"), std::string::npos)
      << testing::PrintToString(displays(model));
}

TEST(CSources, ASourceThatShowsNothingIsIncluded) {
  Reader reader;
  reader.file("types.h", "struct point { int x; };\n")
      .file("tool.c",
            "#include <stdlib.h>\n#include \"types.h\"\nstruct hidden { int y; };\n"
            "static int twice(struct point p) { return 2 * abs(p.x); }\n"
            "int peek(struct hidden *h) { return h->y; }\n"
            "int main(void) { struct point p = {1}; return twice(p); }");
  const Model model = reader.read("tool.c", kC11);
  ASSERT_TRUE(find(model, "twice(point)")) << testing::PrintToString(displays(model));
  EXPECT_TRUE(find(model, "twice(point)")->underTest);
  EXPECT_TRUE(find(model, "peek(hidden *)"));
  EXPECT_TRUE(model.access.includeSource);
  EXPECT_TRUE(model.access.definesMain);
  EXPECT_EQ(model.access.includes, Names{"<stdlib.h>"});
  EXPECT_EQ(model.access.cIncludes, Names{"\"tool.c\""});
  EXPECT_EQ(model.access.cDeclarations, Names{});
}

TEST(CSources, ASourceThatShowsSomethingIsNotIncluded) {
  Reader reader;
  reader.file("some.c", "static int half(int n) { return n / 2; }\nint f(int n) { return half(n); }");
  const Model model = reader.read("some.c", kC11);
  EXPECT_FALSE(model.access.includeSource);
  EXPECT_EQ(displays(model), Names{"f(int)"});
}

TEST(CSources, ASourceThatIsNoCxxCannotBeIncluded) {
  Reader reader;
  reader.file("tool.c",
              "#include <stdlib.h>\nstatic int *make(void) { int *new = malloc(4); return new; }\n"
              "int main(void) { return make() == 0; }");
  const Model model = reader.read("tool.c", kC11);
  EXPECT_EQ(displays(model), Names{});
  EXPECT_THAT(reasonFor(model, "make()"),
              testing::StartsWith("static, and the source cannot be included, as it is no C++: "));
}

TEST(CSources, AHeaderThatIsNoCxxLeavesFunctionsOfPlainTypes) {
  Reader reader;
  reader
      .file("strict.h",
            "struct box { int new; };\nint copy(char *restrict to, const char *restrict from);\n"
            "int open_box(struct box *b);")
      .file("strict.c",
            "#include \"strict.h\"\nint copy(char *restrict to, const char *restrict from) { return 1; }\n"
            "int open_box(struct box *b) { return b->new; }");
  const Model model = reader.read("strict.c", kC11);
  EXPECT_EQ(displays(model), Names{"copy(char *, const char *)"});
  EXPECT_EQ(model.access.cIncludes, Names{});
  EXPECT_EQ(model.access.cDeclarations, Names{"int copy(char *, const char *)"});
  EXPECT_EQ(reasonFor(model, "open_box(struct box *)"), "its header is not C++");
}

TEST(CSources, FunctionsOfAHeaderOfTheSameNameAreTestedToo) {
  Reader reader;
  reader.file("twice.h", "static inline int twice(int n) { return 2 * n; }\nint other(int n);")
      .file("twice.c", "#include \"twice.h\"\nint other(int n) { return n; }");
  EXPECT_TRUE(find(reader.read("twice.c", kC11), "twice(int)"));
  const Model header = reader.read("twice.h", {"-std=c11", "-x", "c"});
  EXPECT_TRUE(find(header, "twice(int)"));
  EXPECT_EQ(header.access.includes, Names{"\"twice.h\""});
}

TEST(CSources, FunctionsThatOnlyFreeTheirArgumentAreKnown) {
  Reader reader;
  reader.file("memory.c", R"(#include <stdlib.h>
static void (*free_hook)(void *) = free;
static void (*sink)(void *);
static struct { void (*release)(void *); } hooks = {free};
static void checked(void *p) { if (p) free(p); }
void by_free(char *p) { free(p); }
void by_hook(void *p) { if (p == NULL) return; free_hook(p); }
void by_field(void *p) { hooks.release(p); p = NULL; }
void by_another(char *p) { if (!p) return; checked(p); }
void after_looking(char *p) { if (p[0]) free(p); }
void all(void **p) { free(p[0]); free(p); }
void log_close(char *p) { if (sink) sink(p); }
static char *other;
void other_than_it(char *p) { p = other; free(p); }
void nothing(char *p) { (void)p; }
void to_file(char *p) { if (p) remove_file(p); }
void with_flags(char *p, int flags) { if (flags) free(p); }
)");
  reader.file("memory.h", "void remove_file(const char *);\n");
  const Model model = reader.read("memory.c", {"-std=c11", "-include", reader.path("memory.h").string()});
  for (const char* name : {"by_free(char *)", "by_hook(void *)", "by_field(void *)", "by_another(char *)"}) {
    ASSERT_TRUE(find(model, name)) << name;
    EXPECT_TRUE(find(model, name)->freesArgument) << name;
  }
  for (const Callable& callable : model.callables) {
    if (!callable.name.starts_with("by_")) EXPECT_FALSE(callable.freesArgument) << callable.display;
  }
}

TEST(CSources, FlagsDecideTheLanguage) {
  Reader reader;
  reader.file("really.c", "class Really { public: int f() { return 1; } };");
  EXPECT_TRUE(find(reader.read("really.c", {"-x", "c++"}), "Really::f()"));
  EXPECT_FALSE(reader.tryRead("really.c", {}));
}

TEST(CSources, ASourceThatDoesNotCompileGivesTheCompilersMessage) {
  Reader reader;
  const Result<Model> model = reader.file("bad.c", "int f(void) { return missing; }\n").tryRead("bad.c", {});
  ASSERT_FALSE(model);
  EXPECT_NE(model.error().message.find("bad.c:1:22: error: use of undeclared identifier 'missing'"),
            std::string::npos)
      << model.error().message;
}

TEST(CSources, WhoReadsStandardInputIsKnown) {
  Reader reader;
  reader.file("ask.c", "#include <stdio.h>\nint ask(void) { return getchar() == 'y'; }\n");
  EXPECT_TRUE(reader.read("ask.c", kC11).access.readsInput);
  reader.file("line.c", "#include <stdio.h>\nint line(char *to) { return fgets(to, 9, stdin) != NULL; }\n");
  EXPECT_TRUE(reader.read("line.c", kC11).access.readsInput);
  reader.file("loud.c",
              "#include <stdio.h>\nint twice(int a) { return 2 * a; }\n"
              "int main(void) { return twice(getchar()); }\n");
  EXPECT_FALSE(reader.read("loud.c", kC11).access.readsInput) << "nobody calls main";
  reader.file(
      "either.c",
      "#include <stdio.h>\nint first(FILE *file) { FILE *in = file ? file : stdin; return fgetc(in); }\n");
  EXPECT_TRUE(reader.read("either.c", kC11).access.readsInput) << "by another name";
  reader.file("close.c", "#include <stdio.h>\nvoid done(FILE *in) { if (in != stdin) fclose(in); }\n");
  EXPECT_FALSE(reader.read("close.c", kC11).access.readsInput) << "only compares";
}

TEST(CSources, WhatAHeaderBesideReadsDoesNotCount) {
  Reader reader;
  reader.file("prompt.h",
              "#include <iostream>\n#include <string>\n"
              "inline std::string prompt() { std::string word; std::cin >> word; return word; }\n");
  reader.file("twice.cpp", "#include \"prompt.h\"\nint twice(int a) { return 2 * a; }\n");
  EXPECT_FALSE(reader.read("twice.cpp").access.readsInput);
  reader.file("asked.cpp",
              "#include <iostream>\n#include <string>\n"
              "bool asked() { std::string line; return bool(std::getline(std::cin, line)); }\n");
  EXPECT_TRUE(reader.read("asked.cpp").access.readsInput);
  reader.file("kept.cpp",
              "#include <iostream>\n"
              "struct Kept { explicit Kept(std::istream& from = std::cin) : in(from) {}\n"
              "  int next() { int n = 0; in >> n; return n; }\n"
              "  std::istream& in; };\n");
  EXPECT_TRUE(reader.read("kept.cpp").access.readsInput);
  reader.file("fast.cpp", "#include <iostream>\nvoid fast() { std::cin.tie(nullptr); }\n");
  EXPECT_FALSE(reader.read("fast.cpp").access.readsInput);
}

TEST(CSources, NullChecksAreFoundThroughCallsHoweverManyThereAre) {
  Reader reader;
  constexpr int kFunctions = 150;
  constexpr int kCalls = 55;
  const auto name = [](int i) { return "fill" + std::to_string(i % kFunctions); };
  std::string text = "#include <stddef.h>\n";
  for (int i = 0; i < kFunctions; ++i) text += "int " + name(i) + "(char *out, size_t *out_len);\n";
  text += "int fill0(char *out, size_t *out_len) { return out_len == NULL ? -1 : 0; }\n";
  for (int i = 1; i < kFunctions; ++i) {
    text += "int " + name(i) + "(char *out, size_t *out_len) {\n  int sum = 0;\n";
    for (int call = 1; call <= kCalls; ++call) text += "  sum += " + name(i + call) + "(out, out_len);\n";
    text += "  return sum;\n}\n";
  }
  text += "int fixed(char *out, size_t *out_len) { return (int)*out_len; }\n";
  reader.file("fill.c", text);
  const Model model = reader.read("fill.c", kC11);
  for (const std::string far : {"fill0", "fill149", "fill1", "fixed"}) {
    const Callable* callable = find(model, far + "(char *, unsigned long *)");
    ASSERT_TRUE(callable) << far;
    EXPECT_EQ(callable->parameters[1].mayBeNull, far != "fixed") << far;
  }
}

}  // namespace covolve::program
