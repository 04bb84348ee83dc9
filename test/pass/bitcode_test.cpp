// The embedded bitcode: clean, annotated, and gone after linking.
#include <gtest/gtest.h>

#include "workspace.h"

namespace covolve::test {

namespace {

const std::string kSource =
    "bool f(int a) { return a > 3; }\nint main(int argc, char**) { return f(argc); }\n";

std::string sectionsOf(const Workspace& work, const std::string& file) {
  return work.tool({"llvm-readelf-19", "-SW", work.path(file)}).output;
}

}  // namespace

class Bitcode : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Levels, Bitcode, testing::Values("-O0", "-O2"),
                         [](const auto& level) { return std::string(level.param).substr(1); });

TEST_P(Bitcode, IsAnnotatedAndHasNoProbes) {
  const Workspace work;
  const auto sites = work.sitesOf(kSource, {GetParam()});
  work.tool({"llvm-objcopy-19", "--dump-section", ".covolve.bitcode=" + work.path("m.bc"),
             work.path("source.o"), "/dev/null"});
  const auto dis = work.tool({"llvm-dis-19", work.path("m.bc"), "-o", "-"});
  ASSERT_TRUE(dis.succeeded()) << dis.errors;
  EXPECT_EQ(dis.output.find("__covolve"), std::string::npos);
  EXPECT_NE(dis.output.find("icmp sgt i32"), std::string::npos);
  EXPECT_NE(dis.output.find("!covolve.site"), std::string::npos);
  for (const auto& site : sites) {
    const auto id = static_cast<int64_t>(std::stoull(site.id, nullptr, 16));
    const std::string node = std::string("!{!\"") + site.kind + "\", i64 " + std::to_string(id);
    EXPECT_NE(dis.output.find(node), std::string::npos) << node;
  }
}

TEST_P(Bitcode, IsNotInTheLinkedProgram) {
  const Workspace work;
  work.sitesOf(kSource, {GetParam()});
  EXPECT_NE(sectionsOf(work, "source.o").find(".covolve.bitcode"), std::string::npos);
  for (const char* linker : {"-fuse-ld=lld", "-fuse-ld=bfd"}) {
    EXPECT_TRUE(work.cxx({linker, "source.o", "-o", "program"}).succeeded()) << linker;
    EXPECT_EQ(sectionsOf(work, "program").find(".covolve.bitcode"), std::string::npos) << linker;
    EXPECT_NE(sectionsOf(work, "program").find("covolve_sites"), std::string::npos) << linker;
  }
}

}  // namespace covolve::test
