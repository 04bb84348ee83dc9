#include "reading.h"

namespace covolve::program {

using Names = std::vector<std::string>;

TEST(Access, AHeaderIsIncludedByAPathThatWorksFromElsewhere) {
  Reader reader;
  reader.file("include/shop/order.h", "int total(int n);")
      .file("src/order.cpp", "#include \"../include/shop/order.h\"\nint total(int n) { return n; }");
  const Model model = reader.read("src/order.cpp", {"-Iinclude"});
  EXPECT_EQ(model.access.includes, Names{"\"shop/order.h\""});
  EXPECT_FALSE(model.access.includeSource);
}

TEST(Access, WithoutAnIncludeDirectoryThePathIsRelativeToTheSource) {
  Reader reader;
  reader.file("src/order.h", "int total(int n);")
      .file("src/order.cpp", "#include \"order.h\"\nint total(int n) { return n; }")
      .file("src/detail/item.h", "int price(int n);")
      .file("src/item.cpp", "#include \"detail/item.h\"\nint price(int n) { return n; }");
  EXPECT_EQ(reader.read("src/order.cpp").access.includes, Names{"\"order.h\""});
  EXPECT_EQ(reader.read("src/item.cpp").access.includes, Names{"\"detail/item.h\""});
}

TEST(Access, AHeaderElsewhereWithoutAnIncludeDirectoryHasAnAbsolutePath) {
  Reader reader;
  reader.file("include/order.h", "int total(int n);")
      .file("src/order.cpp", "#include \"../include/order.h\"\nint total(int n) { return n; }");
  EXPECT_EQ(reader.read("src/order.cpp").access.includes,
            Names{"\"" + reader.path("include/order.h").string() + "\""});
}

TEST(Access, AnEarlierHeaderOfTheSameNameIsNotTakenForIt) {
  Reader reader;
  reader.file("other/order.h", "// another one")
      .file("src/order.h", "int total(int n);")
      .file("src/order.cpp", "#include \"order.h\"\nint total(int n) { return n; }");
  EXPECT_EQ(reader.read("src/order.cpp", {"-Iother", "-Isrc"}).access.includes,
            Names{"\"" + reader.path("src/order.h").string() + "\""});
}

TEST(Access, HeadersOfParameterTypesAreIncludedToo) {
  Reader reader;
  reader.file("item.h", "#pragma once\nstruct Item { int price; };")
      .file("order.h", "#pragma once\nstruct Item;\nint cost(const Item& i);")
      .file("unused.h", "#pragma once\nint unused();")
      .file("order.cpp",
            "#include \"order.h\"\n#include \"unused.h\"\n#include \"item.h\"\nint cost(const Item& i) { "
            "return i.price; }");
  EXPECT_EQ(reader.read("order.cpp", {"-I."}).access.includes, (Names{"\"order.h\"", "\"item.h\""}));
}

TEST(Access, AHeaderThatNeedsOthersBeforeItGetsThem) {
  Reader reader;
  reader.file("order.h", "std::string name(int n);")
      .file("order.cpp",
            "#include <string>\n#include \"order.h\"\nstd::string name(int n) { return std::to_string(n); }");
  EXPECT_EQ(reader.read("order.cpp", {"-I."}).access.includes, (Names{"<string>", "\"order.h\""}));
}

TEST(Access, AMacroThatTheHeaderNeedsMakesTheSourceBeIncluded) {
  Reader reader;
  reader.file("order.h", "#ifndef READY\n#error not ready\n#endif\nint total(int n);")
      .file("order.cpp", "#define READY\n#include \"order.h\"\nint total(int n) { return n; }");
  const Model model = reader.read("order.cpp");
  EXPECT_TRUE(model.access.includeSource);
  EXPECT_TRUE(find(model, "total(int)"));
}

TEST(Access, AFunctionInNoHeaderMakesTheSourceBeIncluded) {
  Reader reader;
  reader.file(
      "order.cpp",
      "int total(int n) { return n; }\nstatic int half(int n) { return n / 2; }\n"
      "namespace { int third(int n) { return n / 3; } }\nint main() { return total(half(third(1))); }");
  const Model model = reader.read("order.cpp");
  EXPECT_TRUE(model.access.includeSource);
  EXPECT_TRUE(model.access.definesMain);
  EXPECT_EQ(model.access.includes, Names{"\"order.cpp\""});
  EXPECT_EQ(displays(model), (Names{"total(int)", "half(int)", "third(int)"}));
  EXPECT_FALSE(find(model, "total(int)")->isStaticLinkage);
  EXPECT_TRUE(find(model, "half(int)")->isStaticLinkage);
  EXPECT_TRUE(find(model, "third(int)")->isStaticLinkage);
  EXPECT_EQ(reasonFor(model, "main()"), "program entry");
}

TEST(Access, AFunctionInNoHeaderThatItsSourceDoesNotUseIsDeclaredWhereAHeaderShowsOthers) {
  Reader reader;
  reader
      .file("order.h", "#pragma once\n#include <string>\nnamespace shop { int total(const std::string& s); }")
      .file("order.cpp",
            "#include \"order.h\"\nextern \"C\" int plain(int n) { return n; }\n"
            "namespace shop { namespace detail {\n"
            "int half(const std::string& s, int n = 2) { return static_cast<int>(s.size()) / n; }\n"
            "const char* third(int) { return \"\"; } }\n"
            "static int quarter() { return 4; }\n"
            "int fifth() { return 5; }\n"
            "int total(const std::string& s) { return fifth() + quarter(); } }");
  const Model model = reader.read("order.cpp", {"-I."});
  EXPECT_FALSE(model.access.includeSource);
  EXPECT_EQ(model.access.includes, Names{"\"order.h\""});
  EXPECT_EQ(model.access.declarations,
            (Names{"// No header declares these.", "extern \"C\" int plain(int);", "namespace shop {",
                   "namespace detail {", "int half(const std::string &, int);", "const char * third(int);",
                   "}", "}"}));
  EXPECT_TRUE(find(model, "shop::detail::half(const std::string &, int)"));
  EXPECT_FALSE(find(model, "shop::detail::half(const std::string &)")) << "the default stands in the source";
  EXPECT_EQ(reasonFor(model, "shop::quarter()"), "static: reached only through its callers");
  EXPECT_EQ(reasonFor(model, "shop::fifth()"), "in no header: reached only through its callers");
}

TEST(Access, AClassInNoHeaderIsReachedThroughTheInterfaceBesideIt) {
  Reader reader;
  reader.file("order.h", "int total(int n);")
      .file("order.cpp",
            "#include \"order.h\"\nstruct Row { int n = 0; int next() { return ++n; } };\n"
            "int first(Row& row) { return row.next(); }\nint total(int n) { Row r; return first(r) + n; }");
  const Model model = reader.read("order.cpp");
  EXPECT_FALSE(model.access.includeSource);
  EXPECT_TRUE(model.access.declarations.empty());
  EXPECT_EQ(displays(model), Names{"total(int)"});
  EXPECT_EQ(reasonFor(model, "Row::next()"), "in no header: reached only through its callers");
  EXPECT_EQ(reasonFor(model, "first(Row &)"), "in no header: reached only through its callers");
}

TEST(Access, AFunctionThatOnlyCallsItselfIsForOthers) {
  const std::string source =
      "#include \"order.h\"\nint depth(int n) { return n < 2 ? n : depth(n / 2) + 1; }\n"
      "int once(int n) { return n + 1; }\nint total(int n) { return once(n); }";
  for (const char* name : {"order.cpp", "order.c"}) {
    Reader reader;
    reader.file("order.h", "int total(int n);").file(name, source);
    const Model model = reader.read(name);
    EXPECT_TRUE(find(model, "depth(int)")) << name;
    EXPECT_EQ(reasonFor(model, "once(int)"), "in no header: reached only through its callers") << name;
  }
}

TEST(Access, AnInterfaceThatNobodyCanCallHidesNoHelpers) {
  Reader reader;
  reader.file("log.h", "int log_f(const char *format, ...);")
      .file("log.c",
            "#include \"log.h\"\nint level(int n) { return n > 3; }\n"
            "int log_f(const char *format, ...) { return level(format[0]); }");
  EXPECT_TRUE(find(reader.read("log.c"), "level(int)"));
}

TEST(Access, AFriendThatOnlyItsClassDeclaresIsFoundThroughItsArguments) {
  Reader reader;
  reader
      .file("row.h",
            "#pragma once\nnamespace shop { class Row { int n = 0; public: Row() {} "
            "friend int count(const Row& row); }; int total(int n); }")
      .file("row.cpp",
            "#include \"row.h\"\nnamespace shop { int count(const Row& row) { return row.n; }\n"
            "int total(int n) { return count(Row()) + n; } }");
  const Model model = reader.read("row.cpp");
  EXPECT_FALSE(model.access.includeSource);
  EXPECT_TRUE(model.access.declarations.empty());
  const Callable* friendly = find(model, "shop::count(const shop::Row &)");
  ASSERT_TRUE(friendly);
  EXPECT_TRUE(friendly->isHiddenFriend);
  EXPECT_EQ(friendly->qualifiedName, "count");
}

TEST(Access, WhatAProgramIsMadeOfIsCalledItself) {
  Reader reader;
  reader.file("order.h", "int total(int n);")
      .file("order.cpp",
            "#include \"order.h\"\nstruct Row { int n = 0; int next() { return ++n; } };\n"
            "int total(int n) { Row r; return r.next() + n; }\nint main() { return total(1); }");
  const Model model = reader.read("order.cpp");
  EXPECT_TRUE(model.access.includeSource);
  EXPECT_TRUE(find(model, "Row::next()"));
}

TEST(Access, StaticFunctionsBesideAHeaderAreReachedThroughTheirCallers) {
  Reader reader;
  reader.file("order.h", "int total(int n);")
      .file("order.cpp",
            "#include \"order.h\"\nstatic int half(int n) { return n / 2; }\n"
            "namespace { struct Help { int f() { return 1; } }; }\n"
            "int total(int n) { return half(n) + Help().f(); }");
  const Model model = reader.read("order.cpp");
  EXPECT_FALSE(model.access.includeSource);
  EXPECT_EQ(displays(model), Names{"total(int)"});
  EXPECT_EQ(reasonFor(model, "half(int)"), "static: reached only through its callers");
  EXPECT_EQ(reasonFor(model, "Help::f()"), "in an unnamed namespace: reached only through its callers");
}

TEST(Access, AnOuterFunctionHidesOneOfAnUnnamedNamespace) {
  const Model model =
      readText("namespace a { int f(long x) { return x; } namespace { int f(int x) { return x; } } }");
  EXPECT_TRUE(find(model, "a::f(long)"));
  EXPECT_EQ(reasonFor(model, "a::f(int)"), "in an unnamed namespace, hidden by an outer function");
}

TEST(Access, AResultThatIsCompleteInTheSourceOnlyCannotBeReturned) {
  Reader reader;
  reader
      .file("order.h",
            "struct Row;\nstruct Never;\nRow row(int n);\nint total(int n);\ninline int f(Never (*)());")
      .file("order.cpp",
            "#include \"order.h\"\nstruct Row { int n; };\nRow row(int n) { return {n}; }\n"
            "int total(int n) { return n; }");
  const Model model = reader.read("order.cpp");
  EXPECT_EQ(displays(model), Names{"total(int)"});
  EXPECT_EQ(reasonFor(model, "row(int)"), "its result type is defined in the source only");
  EXPECT_EQ(reasonFor(readHeader("struct Never; struct A { A() {} Never f(); };"), "A::f()"),
            "its result type is incomplete here");
}

TEST(Access, ASourceWithNothingButStaticFunctionsIsIncluded) {
  const Model model = readText("static int half(int n) { return n / 2; }\nint main() { return half(4); }");
  EXPECT_TRUE(model.access.includeSource);
  EXPECT_TRUE(find(model, "half(int)"));
}

TEST(Access, AClassInNoHeaderMakesTheSourceBeIncludedUnlessItIsPlainData) {
  EXPECT_TRUE(readText("class Parser { public: int next() { return 1; } };").access.includeSource);
  Reader reader;
  reader.file("order.h", "int total(int n);")
      .file("order.cpp",
            "#include \"order.h\"\nstruct Row { int n; };\nint total(int n) { Row r{n}; return r.n; }");
  EXPECT_FALSE(reader.read("order.cpp").access.includeSource);
}

TEST(Access, StaticFunctionsOfAHeaderAreVisible) {
  const Model model = readHeader("static inline int f(int n) { return n; }");
  ASSERT_TRUE(find(model, "f(int)"));
  EXPECT_FALSE(find(model, "f(int)")->isStaticLinkage);
  EXPECT_FALSE(model.access.includeSource);
}

TEST(Access, TheHeadersOfAClassDefinedHereAreUnderTestAndOthersAreNot) {
  Reader reader;
  reader
      .file("include/shop.h",
            "#pragma once\nstruct Till { int open(int n); int shut() { return 1; } };\n"
            "struct Other { int f() { return 2; } };\ninline int loose() { return 3; }")
      .file("include/order.hpp", "#pragma once\ninline int same() { return 4; }")
      .file("src/order.cpp",
            "#include \"shop.h\"\n#include \"order.hpp\"\nint Till::open(int n) { return n; }");
  const Model model = reader.read("src/order.cpp", {"-Iinclude"});
  EXPECT_EQ(model.requestedFiles, (std::vector<std::filesystem::path>{reader.path("src/order.cpp"),
                                                                      reader.path("include/order.hpp"),
                                                                      reader.path("include/shop.h")}));
  EXPECT_TRUE(find(model, "Till::open(int)"));
  EXPECT_TRUE(find(model, "Till::shut()"));
  EXPECT_TRUE(find(model, "same()"));
  EXPECT_FALSE(find(model, "Other::f()"));
  EXPECT_FALSE(find(model, "loose()"));
}

TEST(Access, CompilerHeadersAreFound) {
  EXPECT_TRUE(
      find(readHeader("#include <stddef.h>\n#include <immintrin.h>\ninline size_t f(size_t n) { return n; }"),
           "f(unsigned long)"));
}

TEST(Access, AHeaderStandsForThoseThatItIncludesWhereItIsForNoMore) {
  Reader reader;
  reader.file("lib/a.h", "#pragma once\ninline int a() { return 1; }\n")
      .file("lib/b.h", "#pragma once\ninline int b() { return 2; }\n")
      .file("lib.h", "#ifndef LIB_H\n#define LIB_H\n#include \"lib/a.h\"\n#include \"lib/b.h\"\n#endif\n")
      .file("config.h", "#pragma once\n#include \"lib/a.h\"\n#include \"lib/b.h\"\n#define LIB_FAST 1\n")
      .file("one.h", "#pragma once\n#include \"lib/a.h\"\n#include <stddef.h>\n")
      .file("windows.h", "#pragma once\n#ifdef _WIN32\nint c();\n#endif\n");
  EXPECT_EQ(reader.read("lib.h").requestedFiles,
            (std::vector{reader.path("lib.h"), reader.path("lib/a.h"), reader.path("lib/b.h")}));
  for (const std::string other : {"config.h", "one.h", "windows.h"}) {
    const Result<Model> model = reader.tryRead(other);
    if (model) EXPECT_EQ(model->requestedFiles, std::vector{reader.path(other)}) << other;
  }
}

TEST(Access, ASourceThatDoesNotCompileGivesTheCompilersMessage) {
  Reader reader;
  const Result<Model> model = reader.file("bad.cpp", "int f() { return missing; }\n").tryRead("bad.cpp");
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().blame, Error::Blame::User);
  EXPECT_NE(model.error().message.find("bad.cpp:1:18: error: use of undeclared identifier 'missing'"),
            std::string::npos)
      << model.error().message;
}

TEST(Access, AMissingFileAndAMissingHeaderAreUserErrors) {
  Reader reader;
  EXPECT_FALSE(reader.tryRead("none.cpp"));
  const Result<Model> model = reader.file("bad.cpp", "#include \"none.h\"\n").tryRead("bad.cpp");
  ASSERT_FALSE(model);
  EXPECT_NE(model.error().message.find("'none.h' file not found"), std::string::npos);
}

TEST(Access, TheSameSourceGivesTheSameModelTwice) {
  Reader reader;
  reader.file("unit.h",
              "#include <string>\nstruct A { int x; };\ninline int f(A a, std::string s) { return a.x; }");
  EXPECT_EQ(displays(reader.read("unit.h")), displays(reader.read("unit.h")));
}

}  // namespace covolve::program
