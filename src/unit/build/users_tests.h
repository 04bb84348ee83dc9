// Programs of the user's own tests, with more than the code under test in it: all
// its mutants (covolve/mutants.h), or probes. Sources of tests linked with the
// target, or a program of the user's own build, made anew from what the build
// says about it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/error.h"
#include "base/installation.h"
#include "unit/build/build.h"
#include "unit/build/objects.h"

namespace covolve::unit {

/// What the code under test gets beside itself.
struct Addition {
  Purpose purpose = Purpose::Plain;
  std::vector<std::string> flags;
  std::filesystem::path runtime;  // that it needs
};

/// Of these files, in whatever unit they are.
Addition mutantsOf(const std::vector<std::filesystem::path>& files, const Installation& installation);
Addition probes(const Installation& installation);

/// The plan, with mutants of these files in the target and in the tests.
LinkPlan withMutants(LinkPlan plan, const Installation& installation,
                     const std::vector<std::filesystem::path>& files);

/// A test program that the user's build links.
struct UsersProgram {
  std::vector<CompileCommand> units;           // compiled anew, as the build says
  std::vector<std::filesystem::path> objects;  // of which nobody knows how they are compiled
  std::vector<std::string> libraries;          // in order
};

/// A user Error where the build does not say how it links the program.
Result<UsersProgram> findProgram(const Project& project, const std::filesystem::path& executable);

/// The target's unit comes first, so that it is linked instead of its copy in a library.
Result<Compiled> buildUsersProgram(const UsersProgram& program, const CompileCommand& target,
                                   const Addition& addition, const BuildOptions& options,
                                   const std::filesystem::path& executable, const Deadline& deadline);

/// All files that a source includes, system headers too; empty where it does not compile.
std::vector<std::filesystem::path> includedFiles(const CompileCommand& command);
bool includesFile(const CompileCommand& command, const std::filesystem::path& file);

/// How a source of tests is compiled: as the build says, or as the target where the build does not know it.
CompileCommand commandOfTests(const Project& project, const LinkPlan& plan,
                              const std::filesystem::path& tests, int minimumStandard);

/// Linked with the plan's units.
Result<Compiled> buildUsersTests(const LinkPlan& plan, const CompileCommand& tests,
                                 const TestSources& framework, const Addition& addition,
                                 const BuildOptions& options, const std::filesystem::path& executable,
                                 const Deadline& deadline);

}  // namespace covolve::unit
