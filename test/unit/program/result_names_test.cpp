// Which of a function's results have names that its tests can use.
#include <gmock/gmock.h>

#include "reading.h"

namespace covolve::program {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

std::vector<std::pair<int64_t, std::string>> namesOf(const std::string& header, const std::string& source,
                                                     const std::string& file = "store.cpp") {
  Reader reader;
  reader.file("other.h", "enum { OTHER = 7 };")
      .file("store.h", header)
      .file(file, "#include \"other.h\"\n#include \"store.h\"\n" + source);
  const Model model = reader.read(file, {file.ends_with(".c") ? "-std=c11" : "-std=c++20", "-I."});
  const Callable* put = find(model, "put(int)");
  std::vector<std::pair<int64_t, std::string>> names;
  if (put == nullptr) ADD_FAILURE() << "put is not callable";
  if (put != nullptr) {
    for (const Enumerator& name : put->resultNames) names.emplace_back(name.value, name.name);
  }
  return names;
}

constexpr const char* kStatus = "enum status { ST_OK = 0, ST_BAD = -3, ST_NOTHING = 0 };\nint put(int);\n";

TEST(ResultNames, AreTheEnumeratorsThatAreReturned) {
  for (const char* file : {"store.cpp", "store.c"}) {
    EXPECT_THAT(
        namesOf(kStatus, "int put(int a) { if (a < 0) return ST_BAD; return a > 5 ? (ST_OK) : a; }", file),
        ElementsAre(Pair(-3, "ST_BAD"), Pair(0, "ST_OK")))
        << file;
  }
}

TEST(ResultNames, AreNoneWhereTwoStandForOneNumber) {
  EXPECT_THAT(namesOf(kStatus, "int put(int a) { return a ? ST_OK : ST_NOTHING; }"), IsEmpty());
}

TEST(ResultNames, AreMacrosThatStandForANumber) {
  const std::string header = "#define ST_OK 0\n#define ST_BAD (-3)\n#define ST_CODE(n) (n)\nint put(int);\n";
  EXPECT_THAT(namesOf(header,
                      "#define HERE 9\nint put(int a) {\n  if (a == 1) return ST_BAD;\n"
                      "  if (a == 2) return ST_CODE(4);\n  if (a == 3) return ST_OK + 5;\n"
                      "  if (a == 4) return HERE;\n  return ST_OK; }"),
              ElementsAre(Pair(-3, "ST_BAD"), Pair(0, "ST_OK")));
}

TEST(ResultNames, AreOfTheHeaderThatDeclaresTheFunction) {
  EXPECT_THAT(namesOf(kStatus, "enum { MINE = 8 };\nint put(int a) { return a ? OTHER : MINE; }"), IsEmpty());
}

TEST(ResultNames, AreDroppedWhereATestsFileSeesNoneOrAnotherNumber) {
  const std::string header =
      "#define ST_OK 0\n#define ST_LAST (SLOTS - 1)\n#define ST_LINE (-__LINE__)\nint put(int);\n";
  EXPECT_THAT(namesOf(header,
                      "#define SLOTS 4\nint put(int a) {\n  if (a == 1) return ST_LAST;\n"
                      "  if (a == 2) return ST_LINE;\n  return ST_OK; }"),
              ElementsAre(Pair(0, "ST_OK")));
  const std::string noCxx = "struct store { int class; };\n#define ST_BAD (-3)\nint put(int);\n";
  EXPECT_THAT(namesOf(noCxx, "int put(int a) { return a ? ST_BAD : a; }", "store.c"), IsEmpty());
}

TEST(ResultNames, AreNoneWhereSignsDiffer) {
  const std::string header = "#define ST_BAD 3\n#define ST_NONE 5u\nunsigned size(int);\nint put(int);\n";
  EXPECT_THAT(namesOf(header, "int put(int a) { return a ? ST_BAD : ST_NONE; }"),
              ElementsAre(Pair(3, "ST_BAD")));
}

TEST(ResultNames, OfALambdaAreAnothers) {
  EXPECT_THAT(
      namesOf(kStatus, "int put(int a) { const auto bad = [] { return ST_BAD; }; return bad() + a; }"),
      IsEmpty());
}

}  // namespace
}  // namespace covolve::program
