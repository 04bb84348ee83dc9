// The tests that an earlier run has left where this one writes, by now perhaps
// edited by hand. They are run on the code as it is: what passes is kept byte for
// byte, and what it covers is not looked for again; what fails or does not
// compile is a change of behaviour, which is told and not written over.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "execute/probed_program.h"
#include "execute/sandbox.h"
#include "unit/earlier_file.h"
#include "unit/preparation.h"
#include "unit/session.h"

namespace covolve::unit {

/// One that passes.
struct KeptTest {
  std::string name;                                    // Suite.Name
  std::vector<execute::TouchedSiteOfProgram> touched;  // by it alone
};

/// All of them in one process.
constexpr std::chrono::minutes kLongestOfAllTests{5};

struct EarlierTests : EarlierFile {
  std::vector<KeptTest> kept;  // in the order of the file, as are the changes
  std::vector<execute::TouchedSiteOfProgram> touchedByChanged;
};

/// Where none of it compiles, whatever tests are taken out, a user Error; so where they are another
/// framework's.
Result<EarlierTests> replayEarlierTests(const std::filesystem::path& file, const Session& session,
                                        const Prepared& prepared, const execute::Sandbox& sandbox,
                                        const std::filesystem::path& scratch);

}  // namespace covolve::unit
