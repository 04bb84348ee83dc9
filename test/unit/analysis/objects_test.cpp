// Objects of all kinds and in all states.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "analysed.h"
#include "base/rng.h"
#include "repository.h"

namespace covolve::analysis {

namespace {

const std::string kSource =
    "#include <string>\nint f(const std::string& s, int a) {\n  if (s == \"abc\") return a > 3;\n  return "
    "1;\n}\n";

/// A copy of the object with other contents in the section.
std::filesystem::path withSection(const Analysed& code, const std::string& contents) {
  code.work().write("section", contents);
  code.work().tool({"llvm-objcopy-19", "--update-section", ".covolve.bitcode=" + code.work().path("section"),
                    code.objects().front().string(), code.work().path("changed.o")});
  return code.work().path("changed.o");
}

std::string sectionOf(const Analysed& code) {
  code.work().tool({"llvm-objcopy-19", "--dump-section", ".covolve.bitcode=" + code.work().path("section"),
                    code.objects().front().string(), "/dev/null"});
  return readFile(code.work().path("section")).value();
}

/// Every site must hang, by whatever ways, on a root.
void expectAWayIn(const Facts& facts) {
  std::set<uint64_t> entered;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [site, sides] : facts.dependsOn) {
      const bool hangs = sides.empty() || std::ranges::any_of(sides, [&](const Side& side) {
                           return entered.contains(side.site);
                         });
      if (hangs && entered.insert(site).second) changed = true;
    }
  }
  EXPECT_EQ(entered.size(), facts.dependsOn.size());
}

}  // namespace

TEST(Objects, WithoutBitcodeAreNamedAndSkipped) {
  const Analysed code(kSource);
  code.work().write("plain.cpp", "int g() { return 1; }\n");
  code.work().tool({"clang++-19", "-c", "plain.cpp", "-o", "plain.o"});
  code.work().write("text.o", "no object at all\n");
  const std::vector<std::filesystem::path> objects{code.work().path("plain.o"), code.objects().front(),
                                                   code.work().path("text.o")};
  const auto facts = analyse(objects);
  ASSERT_TRUE(facts.has_value());
  EXPECT_EQ(facts->withoutBitcode, (std::vector<std::filesystem::path>{objects[0], objects[2]}));
  EXPECT_EQ(facts->dependsOn, code.facts().dependsOn);
}

TEST(Objects, ThatAreMissingAreAnErrorWithTheirName) {
  const std::vector<std::filesystem::path> objects{"/nowhere/lost.o"};
  const auto facts = analyse(objects);
  ASSERT_FALSE(facts.has_value());
  EXPECT_NE(facts.error().message.find("/nowhere/lost.o"), std::string::npos);
}

TEST(Objects, JoinedByALinkerKeepAllTheirModules) {
  const Analysed code({{"one.cpp", "int one(int a) { return a > 3; }\n"},
                       {"two.cpp", "int one(int);\nint two(int a) { return a > 4 ? one(a) : 0; }\n"}});
  for (const char* linker : {"ld.lld-19", "ld.bfd"}) {
    const auto joined = code.work().tool({linker, "-r", "one.cpp.o", "two.cpp.o", "-o", "joined.o"});
    if (!joined.succeeded()) continue;  // not installed here
    const std::vector<std::filesystem::path> objects{code.work().path("joined.o")};
    const auto facts = analyse(objects);
    ASSERT_TRUE(facts.has_value()) << facts.error().message;
    // A linker may drop the section, but not a part of it.
    if (facts->withoutBitcode.empty()) EXPECT_EQ(facts->dependsOn, code.facts().dependsOn) << linker;
  }
}

TEST(Objects, WithTruncatedBitcodeAreAnErrorWithTheirName) {
  const Analysed code(kSource);
  const std::string whole = sectionOf(code);
  ASSERT_GT(whole.size(), 1000u);
  for (size_t part = 0; part < 10; ++part) {
    const std::filesystem::path object = withSection(code, whole.substr(0, whole.size() * part / 10));
    const auto facts = analyse(std::vector{object});
    ASSERT_FALSE(facts.has_value()) << part;
    EXPECT_NE(facts.error().message.find(object.string()), std::string::npos);
  }
}

TEST(Objects, WithRandomBytesForBitcodeAreAnError) {
  const Analysed code(kSource);
  Rng rng(3);
  for (int round = 0; round < 10; ++round) {
    std::string bytes = round % 2 == 0 ? "BC\xC0\xDE" : "";  // half of them with the magic number
    for (uint64_t i = rng.below(4000) + 1; i > 0; --i) bytes += static_cast<char>(rng.below(256));
    EXPECT_FALSE(analyse(std::vector{withSection(code, bytes)}).has_value()) << round;
  }
}

TEST(Objects, WithAChangedBitAnywhereAreAnErrorOrAnalysed) {
  const Analysed code(kSource);
  const std::string whole = readFile(code.objects().front()).value();
  Rng rng(4);
  for (int round = 0; round < 500; ++round) {
    std::string changed = whole;
    changed[rng.below(changed.size())] ^= static_cast<char>(1 << rng.below(8));
    code.work().write("changed.o", changed);
    const auto facts = analyse(std::vector<std::filesystem::path>{code.work().path("changed.o")});
    // Outside of the section it changes nothing, or hides the section.
    if (facts && facts->withoutBitcode.empty()) EXPECT_EQ(facts->dependsOn, code.facts().dependsOn) << round;
  }
}

TEST(Objects, OfALargeRealSource) {
  const std::filesystem::path source = test::repository() / "src/analysis/call_graph.cpp";
  const std::filesystem::path includes = source.parent_path().parent_path();
  const auto text = readFile(source);
  ASSERT_TRUE(text.has_value());
  const Analysed code(
      *text, {"-std=c++23", "-I" + includes.string(), "-I" + (includes / "../runtime/include").string()});
  EXPECT_GT(code.facts().dependsOn.size(), 200u);
  expectAWayIn(code.facts());
}

}  // namespace covolve::analysis
