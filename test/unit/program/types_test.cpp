#include "program/counted_pointers.h"
#include "reading.h"

namespace covolve::program {

namespace {

/// The type of `f(<parameter>)`.
Type typeOf(const std::string& parameter, const std::string& before = "") {
  return parameterType(readHeader(before + "\ninline void f(" + parameter + ") {}"), "f");
}

}  // namespace

TEST(Types, ArithmeticTypesKeepWidthAndSign) {
  EXPECT_EQ(typeOf("bool").kind, TypeKind::Boolean);
  EXPECT_EQ(typeOf("char16_t").kind, TypeKind::Character);
  EXPECT_EQ(typeOf("unsigned char").bits, 8u);
  EXPECT_FALSE(typeOf("std::uint16_t", "#include <cstdint>").isSigned);
  EXPECT_EQ(typeOf("std::size_t", "#include <cstddef>").spelling, "unsigned long");
  EXPECT_EQ(typeOf("__int128").bits, 128u);
  EXPECT_EQ(typeOf("float").kind, TypeKind::Floating);
  EXPECT_EQ(typeOf("long double").kind, TypeKind::Floating);
  EXPECT_EQ(typeOf("std::nullptr_t", "#include <cstddef>").kind, TypeKind::Null);
}

TEST(Types, EnumerationsScopedAndUnscopedKnowTheirEnumerators) {
  const Type color = typeOf("shop::Color", "namespace shop { enum class Color : short { Red, Blue = -7 }; }");
  ASSERT_EQ(color.kind, TypeKind::Enumeration);
  ASSERT_EQ(color.enumerators.size(), 2u);
  EXPECT_EQ(color.enumerators[1].name, "shop::Color::Blue");
  EXPECT_EQ(color.enumerators[1].value, -7);
  EXPECT_EQ(color.bits, 16u);
  EXPECT_TRUE(color.isFixed);
  const Type mode = typeOf("Holder::Mode", "struct Holder { enum Mode { On = 3 }; };");
  EXPECT_EQ(mode.enumerators[0].name, "Holder::Mode::On");
  EXPECT_FALSE(mode.isFixed);
  const Type old = typeOf("Old", "typedef enum { A, B } Old;");
  EXPECT_EQ(old.kind, TypeKind::Enumeration);
  EXPECT_EQ(old.enumerators[0].name, "Old::A");
}

TEST(Types, StandardTypesAreSeenThroughAliases) {
  EXPECT_EQ(typeOf("Name", "#include <string>\nusing Name = std::string;").kind, TypeKind::String);
  EXPECT_EQ(typeOf("std::string_view", "#include <string_view>").kind, TypeKind::StringView);
  const Type rows =
      typeOf("const std::vector<std::vector<std::string>>&", "#include <string>\n#include <vector>");
  EXPECT_EQ(rows.kind, TypeKind::Sequence);
  EXPECT_EQ(rows.spelling, "std::vector<std::vector<std::string>>");
  const Type array = typeOf("std::array<int, 3>", "#include <array>");
  EXPECT_EQ(array.kind, TypeKind::Array);
  EXPECT_EQ(array.length, 3u);
  EXPECT_EQ(typeOf("std::optional<bool>", "#include <optional>").kind, TypeKind::Optional);
  EXPECT_EQ(typeOf("std::pair<int, std::string>", "#include <string>").spelling,
            "std::pair<int, std::string>");
}

TEST(Types, ContainersKnowTheirHeaderAndWhetherKeysAreDistinct) {
  const Type numbers = typeOf("std::multiset<int>", "#include <set>");
  EXPECT_EQ(numbers.kind, TypeKind::Set);
  EXPECT_FALSE(numbers.isDistinct);
  const Type names =
      typeOf("std::unordered_map<std::string, int>", "#include <string>\n#include <unordered_map>");
  EXPECT_EQ(names.kind, TypeKind::Map);
  EXPECT_TRUE(names.isDistinct);
  EXPECT_EQ(names.header, "<unordered_map>");
  EXPECT_EQ(typeOf("std::forward_list<int>", "#include <forward_list>").kind, TypeKind::Sequence);
  EXPECT_EQ(typeOf("std::tuple<int, char, bool>", "#include <tuple>").parts.size(), 3u);
}

TEST(Types, TimesPathsAndAdaptersAreMadeFromWhatTheyWrap) {
  const Type pause = typeOf("std::chrono::milliseconds", "#include <chrono>");
  EXPECT_EQ(pause.kind, TypeKind::Wrapped);
  EXPECT_EQ(pause.spelling, "std::chrono::milliseconds");
  EXPECT_EQ(pause.accessor, "count");
  EXPECT_EQ(typeOf("std::chrono::steady_clock::time_point", "#include <chrono>").spelling,
            "std::chrono::steady_clock::time_point");
  EXPECT_EQ(typeOf("std::chrono::system_clock::time_point", "#include <chrono>").spelling,
            "std::chrono::system_clock::time_point");
  EXPECT_EQ(typeOf("std::chrono::duration<long, std::ratio<86400>>", "#include <chrono>").spelling,
            "std::chrono::days");
  const Type day = typeOf("std::chrono::sys_days", "#include <chrono>");
  EXPECT_EQ(day.spelling, "std::chrono::sys_days");
  EXPECT_EQ(day.accessor, "time_since_epoch");
  EXPECT_EQ(typeOf("std::chrono::sys_time<std::chrono::seconds>", "#include <chrono>").spelling,
            "std::chrono::sys_seconds");
  EXPECT_EQ(typeOf("std::chrono::duration<int, std::ratio<86400>>", "#include <chrono>").spelling,
            "std::chrono::duration<int, std::ratio<86400>>")
      << "it counts in another type";
  EXPECT_EQ(typeOf("const std::filesystem::path&", "#include <filesystem>").accessor, "string");
  EXPECT_EQ(typeOf("std::bitset<8>", "#include <bitset>").kind, TypeKind::Wrapped);
  EXPECT_EQ(typeOf("std::bitset<80>", "#include <bitset>").accessor, "") << "does not fit a number";
  EXPECT_EQ(typeOf("std::stack<int>", "#include <stack>").accessor, "size");
  EXPECT_EQ(typeOf("std::byte", "#include <cstddef>").kind, TypeKind::Enumeration);
}

TEST(Types, StreamsAreMadeInMemory) {
  const Type in = typeOf("std::istream&", "#include <istream>");
  EXPECT_EQ(in.kind, TypeKind::Stream);
  EXPECT_EQ(in.spelling, "std::istream");
  EXPECT_EQ(in.madeAs, "std::istringstream");
  EXPECT_TRUE(in.isRead);
  EXPECT_EQ(in.accessor, "");
  const Type out = typeOf("std::ostream&", "#include <ostream>");
  EXPECT_FALSE(out.isRead);
  EXPECT_EQ(out.accessor, "str");
  EXPECT_EQ(whyNot("std::ofstream&", "#include <fstream>"),
            "parameter 1 (std::ofstream): streams are not supported yet");
}

TEST(Types, FilesAreMadeInMemoryToo) {
  const Model model = readHeader("#include <cstdio>\ninline std::FILE* f(std::FILE* file) { return file; }");
  const Type pointer = parameterType(model, "f");
  ASSERT_EQ(pointer.kind, TypeKind::Pointer);
  EXPECT_EQ(pointer.spelling, "FILE *");
  const Type& file = model.types[pointer.parts[0]];
  EXPECT_EQ(file.kind, TypeKind::Stream);
  EXPECT_EQ(file.spelling, "FILE");
  EXPECT_TRUE(file.isRead);
  EXPECT_EQ(file.accessor, "text");
  EXPECT_FALSE(lentBy(model.types, *find(model, "f(FILE *)"))) << "what is returned is not looked into";
}

TEST(Types, UnionsAreMadeByTheirFirstMember) {
  const Model model = readHeader(
      "union Word { unsigned number; unsigned char bytes[4]; };\n"
      "struct Reading { int kind; union { int whole; float exact; }; struct { char a[2]; } tail; };\n"
      "inline int f(Word word, const Reading* reading) { return word.bytes[0] + reading->kind; }");
  ASSERT_TRUE(find(model, "Word{unsigned int}")) << testing::PrintToString(displays(model));
  const Callable* reading = find(model, "Reading{int, int, char, char}");
  ASSERT_TRUE(reading) << testing::PrintToString(displays(model));
  const auto braces = [&](size_t i) {
    return std::pair(reading->parameters[i].opensBraces, reading->parameters[i].closesBraces);
  };
  EXPECT_EQ(braces(0), std::pair(0u, 0u));
  EXPECT_EQ(braces(1), std::pair(1u, 1u));
  EXPECT_EQ(braces(2), std::pair(2u, 0u));
  EXPECT_EQ(braces(3), std::pair(0u, 2u));
}

TEST(Types, UnionsThatMayHoldPointersAreLeftToTheirCode) {
  const std::string text =
      "union Any { long number; char* text; };\n"
      "struct Value { int kind; union { long number; char* text; } as; int more; };\n"
      "inline long f(const Value& value, Any any) { return value.as.number + any.number; }\n";
  const Model model = readHeader(text);
  EXPECT_TRUE(find(model, "Value{int, {}, int}")) << "what cannot be told stays zero";
  EXPECT_TRUE(find(model, "Any{}"));
  const Model made = readHeader(text + "inline Value number(long n) { return {0, {n}, 1}; }");
  EXPECT_FALSE(find(made, "Value{int, {}, int}"));
  EXPECT_TRUE(find(made, "f(const Value &, Any)"));
}

TEST(Types, VariantsViewsAndWideTexts) {
  EXPECT_EQ(typeOf("std::variant<int, bool>", "#include <variant>").parts.size(), 2u);
  EXPECT_EQ(typeOf("std::any", "#include <any>").kind, TypeKind::Variant);
  EXPECT_EQ(typeOf("std::span<const int>", "#include <span>").madeAs, "std::vector<int>");
  EXPECT_NE(whyNot("std::span<int, 3>", "#include <span>"), "");
  EXPECT_EQ(typeOf("std::initializer_list<int>", "#include <initializer_list>").kind, TypeKind::Sequence);
  EXPECT_TRUE(typeOf("std::u16string", "#include <string>").isWide);
  EXPECT_EQ(typeOf("std::wstring_view", "#include <string_view>").spelling, "std::wstring_view");
}

TEST(Types, HandlesAreClassesThatFunctionsLend) {
  const Model model = readHeader(R"(
    struct List;
    inline List* make() { return nullptr; }
    inline int add(List* list, int item) { return list ? item : 0; })");
  ASSERT_TRUE(find(model, "add(List *, int)"));
  const Callable* make = find(model, "make()");
  ASSERT_TRUE(make);
  const auto lent = lentBy(model.types, *make);
  ASSERT_TRUE(lent);
  EXPECT_TRUE(model.types[lent->type].isOnlyLent);
  EXPECT_EQ(model.types[lent->type].makers.size(), 1u);
  EXPECT_EQ(whyNot("List* list", "struct List;"), "parameter 1 (List *): of List: incomplete type");
}

TEST(Types, AReferenceToItsOwnClassIsNotLent) {
  const Model model = readHeader("struct Builder { Builder& add(int) { return *this; } };");
  EXPECT_FALSE(lentBy(model.types, *find(model, "Builder::add(int)")));
}

TEST(Types, DerivedObjectsStandForTheirBases) {
  const Model model = readHeader(R"(
    struct Base { virtual ~Base() = default; virtual int f() const = 0; };
    struct Left : virtual Base { int f() const override { return 1; } };
    struct Right : virtual Base {};
    struct Both : Left, Right { int g = 0; };
    struct Hidden : private Left {};
    inline int use(const Base& base) { return base.f(); })");
  const Type base = parameterType(model, "use");
  ASSERT_EQ(base.kind, TypeKind::Class);
  EXPECT_EQ(base.unsupportedReason, "abstract without subclass");
  EXPECT_FALSE(base.makers.empty());
  for (const CallableId maker : base.makers) {
    EXPECT_NE(model.types[model.callables[maker].result].spelling, "Hidden");
  }
}

TEST(Types, AmbiguousBasesAreNone) {
  const Model model = readHeader(R"(
    struct A { int x = 0; };
    struct B : A { int y = 0; };
    struct C : private A, B { C() {} };
    inline int use(const A& a) { return a.x; })");
  for (const CallableId maker : parameterType(model, "use").makers) {
    EXPECT_NE(model.types[model.callables[maker].result].spelling, "C");
  }
}

TEST(Types, OrdersThatAreFunctionsAreNotSupported) {
  EXPECT_NE(whyNot("std::set<int, bool (*)(int, int)> s", "#include <set>"), "");
  EXPECT_EQ(whyNot("std::set<int, std::greater<int>> s", "#include <functional>\n#include <set>"), "");
}

TEST(Types, SmartPointersAreMadeWithTheConstructorsOfWhatTheyHold) {
  const Model model = readHeader(R"(
    #include <memory>
    struct Shape { virtual ~Shape() = default; virtual int area() const = 0; };
    class Square : public Shape { public: explicit Square(int s) : side(s) {} int area() const override { return side; } int side; };
    inline int use(std::unique_ptr<Shape> shape) { return shape ? shape->area() : 0; }
    inline int share(std::shared_ptr<const Square> square) { return square ? square->side : 0; })");
  EXPECT_TRUE(find(model, "std::make_unique<Square>(int)"));
  EXPECT_TRUE(find(model, "std::make_shared<const Square>(int)"));
  EXPECT_TRUE(find(model, "std::unique_ptr<Shape>::get() const"));
  EXPECT_TRUE(find(model, "use(std::unique_ptr<Shape>)"));
  EXPECT_NE(whyNot("std::unique_ptr<int[]> p", "#include <memory>"), "");
}

TEST(Types, PointersToBothEndsAreOneRow) {
  const Model model = readHeader(R"(
    inline int parse(const char* beginDoc, const char* endDoc, bool strict) { return 0; }
    inline int sum(const int* first, const int* last) { return 0; }
    inline int replace(const char* from, const char* to) { return 0; }
    inline int mix(const int* first, const long* last) { return 0; })");
  const auto& parse = find(model, "parse(const char *, const char *, bool)")->parameters;
  EXPECT_EQ(parse[1].countsOf, std::vector<uint32_t>{0});
  EXPECT_TRUE(parse[1].isEnd);
  EXPECT_EQ(parameterType(model, "parse").kind, TypeKind::Elements);
  EXPECT_EQ(parameterType(model, "sum").kind, TypeKind::Elements);
  EXPECT_EQ(parameterType(model, "replace").kind, TypeKind::CString) << "two texts";
  EXPECT_EQ(parameterType(model, "mix").kind, TypeKind::Pointer) << "of two arrays";
}

TEST(Types, PointersWithALengthAreRows) {
  const Model model = readHeader(R"(
    #include <cstddef>
    inline int sum(const int* values, int count) { return count; }
    inline int crc(std::size_t size, const void* data) { return 0; }
    inline void scale(int* total, int amount) { *total += amount; }
    inline void sort(double a[], int n) {}
    inline int find(const char* text, std::size_t text_len, char c) { return 0; }
    inline double dot(const double* a, const double* b, int n) { return 0; }
    struct Stack { int top; };
    inline void reserve(Stack* stack, int capacity) {}
    inline int total(const Stack* stacks, int count) { return 0; })");
  EXPECT_EQ(find(model, "dot(const double *, const double *, int)")->parameters[2].countsOf.size(), 2u);
  EXPECT_EQ(parameterType(model, "reserve").kind, TypeKind::Pointer) << "one structure is mostly one";
  EXPECT_EQ(parameterType(model, "total").kind, TypeKind::Elements);
  EXPECT_EQ(parameterType(model, "sum").kind, TypeKind::Elements);
  EXPECT_EQ(find(model, "sum(const int *, int)")->parameters[1].countsOf, std::vector<uint32_t>{0});
  EXPECT_EQ(find(model, "crc(unsigned long, const void *)")->parameters[0].countsOf,
            std::vector<uint32_t>{1});
  EXPECT_EQ(parameterType(model, "scale").kind, TypeKind::Pointer);
  EXPECT_EQ(parameterType(model, "sort").kind, TypeKind::Elements);
  EXPECT_TRUE(parameterType(model, "find").isText);
}

TEST(Types, ALengthNamedAfterOnePointerSaysNothingOfOthers) {
  const Model model = readHeader(R"(
    #include <cstddef>
    inline int join(const char* path, char* buffer, std::size_t buffer_size) { return 0; }
    inline int parse(char* text, char* errbuf, int errbufsz) { return 0; }
    inline int copy(const char* from, char* to, std::size_t n) { return 0; })");
  EXPECT_EQ(parameterType(model, "join").kind, TypeKind::CString);
  EXPECT_EQ(find(model, "join(const char *, char *, unsigned long)")->parameters[2].countsOf,
            std::vector<uint32_t>{1});
  EXPECT_EQ(find(model, "copy(const char *, char *, unsigned long)")->parameters[2].countsOf.size(), 2u);
  EXPECT_EQ(find(model, "parse(char *, char *, int)")->parameters[2].countsOf, std::vector<uint32_t>{1});
}

TEST(Types, TextsWithTheirNumberAreARow) {
  const Model model = readHeader(R"(
    #include <cstddef>
    inline int run(int argc, char** argv) { return 0; }
    inline int join(const char* const* names, int count) { return 0; }
    inline long line(char** text, std::size_t* n) { return 0; })");
  EXPECT_TRUE(isRowOfTexts(model.types, model.types[find(model, "run(int, char **)")->parameters[1].type]));
  EXPECT_TRUE(isRowOfTexts(model.types, parameterType(model, "join")));
  EXPECT_FALSE(isRowOfTexts(model.types, parameterType(model, "line"))) << "where a call puts one";
}

TEST(Types, ALengthBehindATextCountsNoStructuresBeforeIt) {
  const Model model = readHeader(R"(
    #include <cstddef>
    struct Settings { int depth; };
    inline int run(const Settings* settings, const char* text, std::size_t len) { return 0; }
    inline int merge(const Settings* ones, const Settings* others, int n) { return 0; })");
  const auto& run = find(model, "run(const Settings *, const char *, unsigned long)")->parameters;
  EXPECT_EQ(run[2].countsOf, std::vector<uint32_t>{1});
  EXPECT_EQ(find(model, "merge(const Settings *, const Settings *, int)")->parameters[2].countsOf.size(), 2u);
}

TEST(Types, AsManyLengthsAsPointersBelongToThemInTheirOrder) {
  const Model model = readHeader(R"(
    inline int pack(const char* from, char* to, int size, int capacity) { return 0; }
    inline int pack_with(void* state, const char* from, char* to, int size, int capacity, int speed) { return 0; })");
  const auto& pack = find(model, "pack(const char *, char *, int, int)")->parameters;
  EXPECT_EQ(pack[2].countsOf, std::vector<uint32_t>{0});
  EXPECT_EQ(pack[3].countsOf, std::vector<uint32_t>{1});
  const auto& with = find(model, "pack_with(void *, const char *, char *, int, int, int)")->parameters;
  EXPECT_EQ(with[3].countsOf, std::vector<uint32_t>{1});
  EXPECT_EQ(with[4].countsOf, std::vector<uint32_t>{2});
  EXPECT_TRUE(with[5].countsOf.empty());
  EXPECT_EQ(parameterType(model, "pack_with").kind, TypeKind::Buffer);
}

TEST(Types, ALengthBehindATextCountsNoUntypedMemoryBeforeIt) {
  const Model model = readHeader(R"(
    inline int pack(void* state, const char* from, char* to, int size) { return 0; }
    inline void copy(void* to, const void* from, int size) {})");
  EXPECT_EQ(find(model, "pack(void *, const char *, char *, int)")->parameters[3].countsOf,
            (std::vector<uint32_t>{2, 1}));
  EXPECT_EQ(find(model, "copy(void *, const void *, int)")->parameters[2].countsOf.size(), 2u);
}

TEST(Types, LengthsBehindPointersAreNoRowsButCountThem) {
  const Model model = readHeader(R"(
    #include <cstddef>
    struct Field { int number; };
    inline int parse(const char* text, std::size_t len, Field* fields, std::size_t* num_fields, std::size_t last_len) { return 0; }
    inline int decode(unsigned char* out, int* out_len) { return 0; }
    inline const char* name(const char* key, int* len) { return key; }
    inline int sum(int* num, int n) { return 0; })");
  const auto& parse =
      find(model, "parse(const char *, unsigned long, Field *, unsigned long *, unsigned long)")->parameters;
  EXPECT_EQ(parse[3].countsOf, std::vector<uint32_t>{2});
  EXPECT_TRUE(parse[4].countsOf.empty()) << "what stands before is a number, not a row";
  EXPECT_EQ(find(model, "decode(unsigned char *, int *)")->parameters[1].countsOf, std::vector<uint32_t>{0});
  EXPECT_EQ(parameterType(model, "name").kind, TypeKind::CString) << "nobody can write to it";
  EXPECT_EQ(parameterType(model, "sum").kind, TypeKind::Elements);
}

TEST(Types, StructuresAreInitialisedByTheFunctionForThat) {
  const Model model = readHeader(R"(
    struct Parser { unsigned position; int depth; };
    inline int parser_init(Parser* parser, int depth) { parser->depth = depth; return 0; }
    inline void parser_init_from(Parser* parser, const Parser* other) { *parser = *other; }
    inline int parse(Parser* parser) { return parser->depth; }
    struct Point { int x; };
    inline int initial(Point* point) { return point->x; })");
  std::vector<std::string> makers;
  for (const Callable& callable : model.callables) {
    const bool makes = callable.kind == CallableKind::Aggregate || callable.initialises;
    if (makes) makers.push_back(callable.display);
    if (!callable.initialises) continue;
    ASSERT_EQ(callable.parameters.size(), 1u);
    EXPECT_EQ(callable.parameters[0].name, "depth");
  }
  EXPECT_EQ(makers, (std::vector<std::string>{"Point{int}", "parser_init(Parser *, int)"}));
}

TEST(Types, StructuresAreMadeInPlaceByWhatHasACounterpart) {
  const Model model = readHeader(R"(
    struct conn_t { int socket; const char* host; };
    inline bool conn_new(conn_t* self, const char* host) { self->host = host; return host != nullptr; }
    inline void conn_destroy(conn_t* self) { self->socket = 0; }
    struct Point { int x; };
    inline int point_new(Point* point) { return point->x; }
    struct Row { int size; };
    inline int* row_new(Row* row) { return &row->size; }
    inline void row_free(Row* row) { row->size = 0; })");
  std::vector<std::string> makers;
  for (const Callable& callable : model.callables) {
    if (callable.kind == CallableKind::Aggregate || callable.initialises) makers.push_back(callable.display);
  }
  std::ranges::sort(makers);
  EXPECT_EQ(makers, (std::vector<std::string>{"Point{int}", "Row{int}", "conn_new(conn_t *, const char *)"}))
      << "nothing takes points back, and of a row something else comes";
}

TEST(Types, CallbacksReturnPlainValues) {
  const Type plain = typeOf("bool (*f)(int, const char*)");
  EXPECT_EQ(plain.kind, TypeKind::Callback);
  EXPECT_EQ(plain.arguments.size(), 2u);
  EXPECT_EQ(typeOf("void (*f)(void*)").parts, std::vector<TypeId>{0}) << "returns nothing";
  EXPECT_EQ(typeOf("const std::function<std::string(int)>&", "#include <functional>\n#include <string>").kind,
            TypeKind::Callback);
  EXPECT_EQ(typeOf("void (*f)(void*)").kind, TypeKind::Callback);
  EXPECT_NE(whyNot("std::string (*f)()", "#include <string>"), "") << "a function has no place for a text";
  EXPECT_NE(whyNot("int (*f)(const char*, ...)", ""), "");
}

TEST(Types, CallbacksReturnTextsAndOfOtherPointersNull) {
  const Model texts = readHeader("inline int f(const char* (*next)(int)) { return next(1) != nullptr; }");
  EXPECT_TRUE(hasResults(texts.types, parameterType(texts, "f")));
  const Model others = readHeader(
      "struct Node;\ninline int f(void* (*allocate)(unsigned)) { return allocate(1) != nullptr; }\n"
      "inline int g(Node* (*next)(Node*)) { return next(nullptr) != nullptr; }");
  EXPECT_FALSE(hasResults(others.types, parameterType(others, "f")));
  EXPECT_FALSE(hasResults(others.types, parameterType(others, "g")));
}

TEST(Types, APointerUnderAnotherNameIsAHandleWhereFunctionsMakeItAndTakeItBack) {
  const Model model = readHeader(R"(
    typedef void* parser_t;
    extern "C" {
    inline parser_t parser_create(int depth) { return depth > 0 ? new int(depth) : nullptr; }
    inline int parser_depth(parser_t parser) { return *static_cast<int*>(parser); }
    inline void parser_release(parser_t parser) { delete static_cast<int*>(parser); }
    inline int parser_feed(const parser_t parser, int n) { return n; }
    inline int measure(void* bytes) { return bytes != nullptr; }
    })");
  const Type& depth = parameterType(model, "parser_depth");
  ASSERT_EQ(depth.kind, TypeKind::Pointer);
  const Type& object = model.types[depth.parts[0]];
  EXPECT_TRUE(object.isHandle);
  ASSERT_EQ(object.makers.size(), 1u);
  EXPECT_EQ(model.callables[object.makers[0]].name, "parser_create");
  EXPECT_EQ(parameterType(model, "parser_feed").parts, depth.parts) << "no row of bytes with a length";
  EXPECT_EQ(parameterType(model, "measure").kind, TypeKind::Buffer) << "any memory will do";
}

TEST(Types, ATextUnderAnotherNameMayBeAHandle) {
  const Model model = readHeader(R"(
    #include <cstddef>
    #include <cstdlib>
    typedef char* sds;
    inline sds sdsnew(const char* text) { return (char*)std::malloc(9) + 1; }
    inline sds sdscatlen(sds s, const char* text, std::size_t len) { return s; }
    inline void sdsfree(sds s) { if (s) std::free(s - 1); })");
  EXPECT_EQ(parameterType(model, "sdscatlen").kind, TypeKind::Pointer);
  EXPECT_EQ(find(model, "sdscatlen(char *, const char *, unsigned long)")->parameters[2].countsOf,
            std::vector<uint32_t>{1});
}

TEST(Types, ObjectsAreHandedOutThroughPointersToPointers) {
  const Model model = readHeader(R"(
    struct Log;
    extern "C" {
    inline int log_open(const char* path, Log** out) { return path == nullptr; }
    inline int log_lines(const Log* log) { return log != nullptr; }
    inline int log_append(Log** head, int line) { return line; }
    })");
  const Type& object = model.types[parameterType(model, "log_lines").parts[0]];
  ASSERT_EQ(object.makers.size(), 1u);
  const Callable& maker = model.callables[object.makers[0]];
  EXPECT_EQ(maker.name, "log_open");
  EXPECT_EQ(maker.outParameter, 1u);
  EXPECT_EQ(maker.parameters.size(), 1u);
  EXPECT_FALSE(maker.underTest) << "so is the function itself";
}

TEST(Types, MemoryUnderAnotherNameIsNoHandle) {
  const Model model = readHeader(R"(
    #include <cstdlib>
    typedef void* gpointer;
    typedef char* text;
    inline gpointer g_malloc(unsigned size) { return std::malloc(size); }
    inline void g_free(gpointer memory) { std::free(memory); }
    inline int g_hash(gpointer key) { return key != nullptr; }
    inline text first(text words) { return words; })");
  EXPECT_EQ(parameterType(model, "g_hash").kind, TypeKind::Buffer);
  EXPECT_EQ(parameterType(model, "first").kind, TypeKind::Buffer) << "nothing makes one, or takes it back";
}

TEST(Types, UntypedPointersPointToABuffer) { EXPECT_EQ(typeOf("void* context").kind, TypeKind::Buffer); }

TEST(Types, NamesOfCounts) {
  for (const char* name :
       {"n", "len", "item_count", "itemCount", "nValues", "num_items", "bufferSize", "buflen", "vsize"})
    EXPECT_TRUE(isNameOfCount(name)) << name;
  for (const char* name : {"amount", "index", "countdown", "flags", "sizeClass", ""})
    EXPECT_FALSE(isNameOfCount(name)) << name;
}

TEST(Types, TextsMayBeOfWideCharacters) {
  EXPECT_EQ(typeOf("const wchar_t* text").kind, TypeKind::CString);
  EXPECT_TRUE(typeOf("const wchar_t* text").isWide);
  EXPECT_EQ(typeOf("wchar_t* c").kind, TypeKind::Pointer);
}

TEST(Types, PointersTellConstFromOutParameters) {
  EXPECT_EQ(typeOf("const char* s").kind, TypeKind::CString);
  EXPECT_EQ(typeOf("const char* const s").kind, TypeKind::CString);
  EXPECT_FALSE(typeOf("int* p").pointeeConst);
  EXPECT_TRUE(typeOf("const int* p").pointeeConst);
  EXPECT_EQ(typeOf("int** p").spelling, "int **");
  EXPECT_EQ(typeOf("int values[4]").spelling, "int *");
}

TEST(Types, WritableCharactersAreBuffers) {
  for (const std::string element : {"char", "signed char", "unsigned char"}) {
    const Model model = readHeader("inline void f(" + element + "* s) {}");
    const Type buffer = parameterType(model, "f");
    EXPECT_EQ(buffer.kind, TypeKind::Buffer) << element;
    EXPECT_EQ(buffer.spelling, element + " *");
    EXPECT_EQ(buffer.length, 256u);
    ASSERT_EQ(buffer.parts.size(), 1u);
    EXPECT_EQ(model.types[buffer.parts[0]].spelling, element);
  }
  EXPECT_EQ(typeOf("char s[8]").kind, TypeKind::Buffer);
  const Type bytes = typeOf("const unsigned char* s");
  EXPECT_EQ(bytes.kind, TypeKind::Buffer) << "a text, too";
  EXPECT_TRUE(bytes.pointeeConst);
  EXPECT_EQ(typeOf("wchar_t* s").kind, TypeKind::Pointer);
  EXPECT_EQ(typeOf("volatile char* s").kind, TypeKind::Pointer);
}

TEST(Types, ReferencesBelongToTheParameter) {
  const Model model =
      readHeader("#include <string>\ninline void f(int& a, const std::string& b, std::string&& c, int d) {}");
  const Callable* f = find(model, "f(int &, const std::string &, std::string &&, int)");
  ASSERT_TRUE(f);
  EXPECT_EQ(f->parameters[0].passBy, PassBy::Reference);
  EXPECT_EQ(f->parameters[1].passBy, PassBy::ConstReference);
  EXPECT_EQ(f->parameters[2].passBy, PassBy::RvalueReference);
  EXPECT_EQ(f->parameters[3].passBy, PassBy::Value);
  EXPECT_EQ(f->parameters[1].type, f->parameters[2].type);
}

TEST(Types, AggregatesAreMadeFromTheirFieldsAndBases) {
  const Model model = readHeader(R"(
    #include <string>
    struct Size { int width; int height; };
    struct Base { char tag; };
    struct Shape : Base { std::string name; Size size; double corners[2]; unsigned : 3; bool filled = true; };
    inline int area(const Shape& s) { return s.size.width; })");
  EXPECT_TRUE(find(model, "Size{int, int}"));
  const Callable* shape = find(model, "Shape{Base, std::string, Size, double, double, bool}");
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->kind, CallableKind::Aggregate);
  EXPECT_EQ(shape->parameters[1].name, "name");
  EXPECT_TRUE(find(model, "area(const Shape &)"));
}

TEST(Types, AnAggregateIsMadeFromTheFieldsThatCanBeGiven) {
  const Model model = readHeader(R"(
    #include <thread>
    struct Config { int level; std::thread::id owner; int rest = 4; };
    struct Own { int level; std::thread::id owner{}; int rest; };
    struct Tail { std::thread::id owner; int count; int values[]; };
    inline int use(Config c, const Own&, const Tail&) { return c.level; })");
  EXPECT_TRUE(find(model, "Config{int, {}, int}"));
  EXPECT_TRUE(find(model, "Own{int}")) << "has a default of its own";
  EXPECT_TRUE(find(model, "Tail{{}, int}"));
  EXPECT_TRUE(find(model, "use(Config, const Own &, const Tail &)"));
}

TEST(Types, ClassesKnowCopyMoveAndEquality) {
  const std::string text = R"(
    #include <memory>
    #include <vector>
    struct Plain { int a; bool operator==(const Plain&) const = default; };
    struct MoveOnly { explicit MoveOnly(int) {} MoveOnly(MoveOnly&&) = default; };
    struct Pinned { explicit Pinned(int) {} Pinned(const Pinned&) = delete; };
    struct Claims { Claims() {} std::vector<std::unique_ptr<int>> all; };
    inline void f(const Plain&, const MoveOnly&, const Pinned&, const Claims&) {})";
  const Model model = readHeader(text);
  const auto type = [&](size_t i) { return parameterType(model, "f", i); };
  EXPECT_TRUE(type(0).copyConstructible && type(0).moveConstructible && type(0).equalityComparable);
  EXPECT_TRUE(!type(1).copyConstructible && type(1).moveConstructible && !type(1).equalityComparable);
  EXPECT_TRUE(!type(2).copyConstructible && !type(2).moveConstructible);
  EXPECT_TRUE(!type(3).copyConstructible &&
              type(3).moveConstructible);  // a vector of unique_ptr only claims it
}

TEST(Types, EachThingThatCannotBeMadeHasItsReason) {
  EXPECT_EQ(whyNot("A* a", "struct A;"), "parameter 1 (A *): of A: incomplete type");
  EXPECT_EQ(whyNot("A& a", "class A { A(); };"), "parameter 1 (A): no accessible constructor");
  EXPECT_EQ(whyNot("A& a", "class A { ~A(); public: A() {} };"),
            "parameter 1 (A): its destructor is not accessible");
  EXPECT_EQ(whyNot("A a", "struct A { explicit A(const A* a, A& b); };"),
            "parameter 1 (A): every way to make one needs one already");
  EXPECT_EQ(whyNot("A a", "struct A { A(int); A(A&&) = delete; };"),
            "parameter 1 (A): neither copyable nor movable");
  EXPECT_EQ(whyNot("A a", "struct A { A(); explicit A(const A&); };"),
            "parameter 1 (A): neither copyable nor movable");
  EXPECT_EQ(
      whyNot("A::B b", "#include <thread>\nstruct A { struct B { explicit B(std::thread::id) {} }; };"),
      "parameter 1 (A::B): B(std::thread::id) needs std::thread::id: std::thread::id is not supported yet");
  EXPECT_EQ(
      whyNot("std::vector<std::thread::id> v", "#include <thread>\n#include <vector>"),
      "parameter 1 (std::vector<std::thread::id>): of std::thread::id: std::thread::id is not supported yet");
  EXPECT_NE(whyNot("va_list list", "#include <cstdarg>"), "");
  EXPECT_NE(
      whyNot("std::vector<int>::iterator i", "#include <vector>").find("iterators are not supported yet"),
      std::string::npos);
  EXPECT_EQ(whyNot("int (&a)[3]", ""), "parameter 1 (int[3]): references to arrays are not supported yet");
}

TEST(Types, ReasonsNameTheMissingStep) {
  const Model model = readHeader(R"(
    namespace shop {
    class Key { friend class Engine; Key() {} };
    class Engine {
     public:
      explicit Engine(Key key);
      Key make() const;
      int start() { return 1; }
    };
    class Plan { Plan(); };
    class Step { public: explicit Step(Plan& plan); };
    class Work { public: Work(int n, const Step& step); int run() { return 1; } };
    class Left; class Right { public: explicit Right(const Left& left); int turn() { return 1; } };
    class Left { public: explicit Left(const Right& right); };
    })");
  EXPECT_EQ(reasonFor(model, "shop::Engine::start()"),
            "no object of shop::Engine can be made: Engine(shop::Key) needs shop::Key, which only "
            "shop::Engine::make returns");
  EXPECT_EQ(reasonFor(model, "shop::Work::run()"),
            "no object of shop::Work can be made: Work(int, const shop::Step &) needs shop::Step, and "
            "Step(shop::Plan &) needs shop::Plan: no accessible constructor");
  EXPECT_EQ(reasonFor(model, "shop::Right::turn()"),
            "no object of shop::Right can be made: Right(const shop::Left &) needs shop::Left, which only "
            "Left(const shop::Right &) makes");
}

TEST(Types, WhatIsAlwaysConstructedTheSameIsMadeByItsFactoriesToo) {
  const Model model =
      Reader()
          .file("status.h",
                "#pragma once\nclass Status { public: Status() {} static Status error(int code) { "
                "return Status(code); } bool ok() const { return code_ == 0; }\n"
                " private: explicit Status(int code) : code_(code) {} int code_ = 0; };\n")
          .file("unit.cpp", "#include \"status.h\"\nbool use(const Status& s) { return s.ok(); }\n")
          .read("unit.cpp");
  EXPECT_EQ(parameterType(model, "use").makers.size(), 2u);
  EXPECT_TRUE(find(model, "Status::error(int)"));
}

TEST(Types, RecursionThroughPointersAndVectorsEnds) {
  const Model model = readHeader(R"(
    #include <vector>
    struct Node { int value; Node* next; };
    struct Tree { std::vector<Tree> children; };
    inline int f(const Node& n, const Tree& t) { return n.value; })");
  EXPECT_TRUE(find(model, "f(const Node &, const Tree &)"));
}

TEST(Types, FactoriesMakeWhatHasNoPublicConstructor) {
  const Model model = readHeader(R"(
    class Key {
     public:
      static Key of(int n) { return Key(n); }
      int value() const { return n_; }
     private:
      explicit Key(int n) : n_(n) {}
      int n_;
    };)");
  ASSERT_TRUE(find(model, "Key::value() const"));
  const Type& key = model.types[find(model, "Key::value() const")->owner];
  ASSERT_EQ(key.makers.size(), 1u);
  EXPECT_EQ(model.callables[key.makers[0]].display, "Key::of(int)");
}

TEST(Types, TheFirstMakerNeedsNoObjectOfTheClass) {
  const Model model = readHeader(R"(
    #include <vector>
    struct Expression;
    struct Pair { const Expression* left; explicit Pair(const Expression& e) : left(&e) {} };
    struct Expression { explicit Expression(const Pair&) {} explicit Expression(int) {} int f() { return 1; } };)");
  const Type& type = model.types[find(model, "Expression::f()")->owner];
  ASSERT_EQ(type.makers.size(), 2u);
  EXPECT_EQ(model.callables[type.makers[0]].display, "Expression::Expression(int)");
}

TEST(Types, ANodeBehindASmartPointerIsMadeOfOthers) {
  const Model model = readHeader(R"(
    #include <memory>
    struct Node { virtual ~Node() = default; };
    struct Leaf : Node { explicit Leaf(int) {} };
    struct Both : Node { Both(std::shared_ptr<Node>, std::shared_ptr<Node>) {} };
    inline int f(std::shared_ptr<Node> n) { return n ? 1 : 0; })");
  const Type type = parameterType(model, "f");
  const auto isOfOthers = [&](CallableId maker) {
    return model.callables[maker].name == "std::make_shared<Both>";
  };
  EXPECT_TRUE(std::ranges::any_of(type.makers, isOfOthers));
  EXPECT_FALSE(isOfOthers(type.makers.front()));
}

TEST(Types, FieldsAreKnownByTheirPlaces) {
  const Model model = readHeader(R"(
    namespace shop {
    class Order {
     public:
      explicit Order(int total) : total_(total) {}
      int total() const { return total_; }
     private:
      enum class State : char { Open, Paid };
      State state_ = State::Open;
      int total_;
    };
    })");
  const Callable* const total = find(model, "shop::Order::total() const");
  ASSERT_NE(total, nullptr);
  EXPECT_EQ(total->linkageName, "_ZNK4shop5Order5totalEv");
  EXPECT_EQ(find(model, "shop::Order::Order(int)")->linkageName, "_ZN4shop5OrderC2Ei");
  const Type& order = model.types[total->owner];
  EXPECT_EQ(order.record, "shop::Order");
  ASSERT_EQ(order.fields.size(), 2u);
  EXPECT_EQ(order.fields[0].enumerators[1].name, "Paid");
  EXPECT_EQ(order.fields[1].name, "total_");
  EXPECT_EQ(order.fields[1].offset, 4u);
}

TEST(Types, ClassesOfOtherHeadersAreOnlyHelpers) {
  Reader reader;
  reader
      .file("item.h",
            "struct Item { explicit Item(int p) : price(p) {} int get() { return price; } int price; };")
      .file("unit.h", "#include \"item.h\"\nint cost(const Item& item);")
      .file("unit.cpp", "#include \"unit.h\"\nint cost(const Item& item) { return item.price; }");
  const Model model = reader.read("unit.cpp");
  ASSERT_TRUE(find(model, "Item::Item(int)"));
  EXPECT_FALSE(find(model, "Item::Item(int)")->underTest);
  EXPECT_FALSE(find(model, "Item::get()"));
  EXPECT_TRUE(find(model, "cost(const Item &)")->underTest);
}

}  // namespace covolve::program
