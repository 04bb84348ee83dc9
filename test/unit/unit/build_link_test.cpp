#include <gtest/gtest.h>

#include "temporary_project.h"
#include "unit/build/link_steps.h"
#include "unit/build/linker.h"
#include "unit/build/symbols.h"

namespace covolve::unit {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* kNinja = R"(
rule CXX_EXECUTABLE_LINKER__app_
  command = $LINK
build CMakeFiles/x.dir/x.cpp.o: CXX_COMPILER__x_ ../x.cpp || order
  FLAGS = -g
build libx.a: CXX_STATIC_LIBRARY_LINKER__x_ CMakeFiles/x.dir/x.cpp.o $
    CMakeFiles/x.dir/with$ space.cpp.o
  OBJECT_DIR = CMakeFiles/x.dir
build app: CXX_EXECUTABLE_LINKER__app_ CMakeFiles/app.dir/main.cpp.o | libx.a || libx.a
  LINK_LIBRARIES = -Wl,-rpath,/x  libx.a  -lz  -pthread
  LINK_PATH = -Lthird
build all: phony app
  LINK_LIBRARIES = -lnot
)";

TEST(LinkSteps, AreReadFromNinja) {
  const std::vector<LinkStep> steps = parseNinja(kNinja, "/b");
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].output, "/b/libx.a");
  EXPECT_EQ(steps[0].objects,
            (std::set<fs::path>{"/b/CMakeFiles/x.dir/x.cpp.o", "/b/CMakeFiles/x.dir/with space.cpp.o"}));
  EXPECT_EQ(steps[1].libraries, (Words{"/b/libx.a", "-lz", "-pthread", "-L/b/third"}));
}

TEST(LinkSteps, AStaticLibrarysUnitHasTheLibrariesOfItsProgram) {
  const TargetLibraries libraries = librariesOf(parseNinja(kNinja, "/b"), "/b/CMakeFiles/x.dir/x.cpp.o");
  EXPECT_EQ(libraries.external, (Words{"-lz", "-pthread", "-L/b/third"}));
  EXPECT_EQ(libraries.siblings.size(), 2u);
  EXPECT_TRUE(librariesOf(parseNinja(kNinja, "/b"), "/b/other.o").external.empty());
}

TEST(LinkSteps, NinjaTextCutAnywhereIsHarmless) {
  const std::string text = kNinja;
  for (size_t size = 0; size < text.size(); ++size) {
    EXPECT_LE(parseNinja(text.substr(0, size), "/b").size(), 2u);
  }
}

TEST(LinkSteps, AreReadFromMakefileGenerators) {
  const TemporaryProject project;
  project.write("build/sub/CMakeFiles/app.dir/link.txt",
                "/usr/bin/c++ -g CMakeFiles/app.dir/m.cpp.o -o app -L/third -lz ../libx.a\n");
  project.write("build/CMakeFiles/x.dir/link.txt",
                "/usr/bin/ar qc libx.a CMakeFiles/x.dir/x.cpp.o\nranlib libx.a\n");
  const fs::path build = project.buildDirectory();
  const auto steps = readLinkSteps(build);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(librariesOf(steps, build / "CMakeFiles/x.dir/x.cpp.o").external, (Words{"-L/third", "-lz"}));
  EXPECT_EQ(librariesOf(steps, build / "sub/CMakeFiles/app.dir/m.cpp.o").external,
            (Words{"-L/third", "-lz"}));
}

TEST(LinkArguments, BareNamesAreLibraries) {
  EXPECT_EQ(normalisedLinkArguments({"z", "-lm", "lib/libx.a", "-Lthere", "-L/abs", "libfoo.so"}, "/d"),
            (Words{"-lz", "-lm", "/d/lib/libx.a", "-L/d/there", "-L/abs", "/d/libfoo.so"}));
}

TEST(LinkArguments, PackagesBringTheirLibraries) {
  EXPECT_EQ(normalisedLinkArguments({"zlib", "no-such-package"}, "/d"), (Words{"-lz", "-lno-such-package"}));
}

TEST(Linker, ItsComplaintsAreUnderstood) {
  const std::string text =
      "ld.lld: error: undefined symbol: _ZN4shop5totalEv\n>>> referenced by a.o\n"
      "ld.lld: error: undefined hidden symbol: other\nld.lld: error: unable to find library -lnone\n"
      "ld.lld: error: undefined symbol: other\n";
  EXPECT_EQ(undefinedSymbols(text), (Words{"_ZN4shop5totalEv", "other"}));
  EXPECT_EQ(missingLibraries(text), Words{"-lnone"});
}

TEST(Symbols, NamesAreTakenApart) {
  EXPECT_EQ(nameParts("_ZNK4shop5Order5totalERKSs"), (Words{"shop", "Order", "total"}));
  EXPECT_EQ(nameParts("_ZN5OrderC1Ei"), (Words{"Order", "Order"}));
  EXPECT_EQ(nameParts("_ZN5OrderD1Ev"), (Words{"Order", "Order"}));
  EXPECT_EQ(nameParts("_ZTV5Order"), Words{"Order"});
  EXPECT_EQ(nameParts("_ZplRK5OrderS1_"), Words{"operator"});
  EXPECT_EQ(nameParts("plain_c"), Words{"plain_c"});
  EXPECT_EQ(nameParts("_Z4makeIiET_v"), Words{"make"});
}

}  // namespace
}  // namespace covolve::unit
