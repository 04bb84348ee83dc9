// A small project and a covolve beside it whose wrapper, runtime and worker are
// stand-ins, so that tests tell about the build alone; the real ones are used by
// the end-to-end tests.
#pragma once

#include <gtest/gtest.h>

#include "temporary_project.h"
#include "unit/build/build.h"

namespace covolve::unit {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

class Build : public testing::Test {
 protected:
  Build() {
    const std::string wrapper =
        "#!/bin/bash\narguments=()\n"
        "for a in \"$@\"; do case $a in -mllvm|-covolve-*|--covolve-*) ;; *) arguments+=(\"$a\");; esac; "
        "done\n"
        "echo \"${@: -3:1}\" >> $(dirname $0)/../compiled\n";
    for (const auto& [name, compiler] :
         {std::pair{"covolve-c++", "clang++-19"}, std::pair{"covolve-cc", "clang-19"}}) {
      const fs::path file = project_.write(std::string("installed/bin/") + name,
                                           wrapper + "exec " + compiler + " \"${arguments[@]}\"\n");
      fs::permissions(file, fs::perms::all);
    }
    project_.write("installed/lib/covolve/include/covolve/marker.h", "#define MARKER 40\n");
    project_.write("worker.cpp",
                   "extern \"C\" int covolve_run_test();\nint main() { return covolve_run_test(); }\n");
    project_.write("runtime.cpp", "extern \"C\" void __covolve_nothing() {}\n");
    for (const std::string part : {"worker", "runtime"}) {
      project_.execute({"clang++-19", "-c", part + ".cpp", "-o", part + ".o"});
      project_.execute({"llvm-ar-19", "qc", "installed/lib/covolve/libcovolve_" + part + ".a", part + ".o"});
    }
  }

  BuildOptions options() const {
    return {.installation = {project_.root() / "installed"},
            .scratch = project_.root() / "scratch",
            .linkArguments = link_};
  }

  Result<LinkPlan> plan(const Project& project, const std::string& source, bool includeSource = false,
                        bool renameMain = false) {
    const auto command = findCommand(project, project_.root() / source);
    if (!command) return std::unexpected(command.error());
    return Builder(project, options()).plan(*command, includeSource, renameMain);
  }

  static Names supportOf(const Result<LinkPlan>& plan) {
    if (!plan) return {plan.error().message};
    Names names;
    for (const CompileCommand& command : plan->support) names.push_back(command.file.filename().string());
    return names;
  }

  /// The harness, or what a user would be told of it.
  static Result<fs::path> builtHarness(Builder& builder, const LinkPlan& plan, const fs::path& source) {
    auto harness = builder.tryHarness(plan, source);
    if (!harness) return std::unexpected(std::move(harness.error()));
    if (!harness->succeeded) return std::unexpected(Builder::harnessError(plan, *harness));
    return std::move(harness->executable);
  }

  /// Exit status of a harness that returns `expression`.
  int harnessResult(const Project& project, const LinkPlan& plan, const std::string& declarations,
                    const std::string& expression) {
    const fs::path source = project_.write(
        "scratch/harness.cpp",
        declarations + "\nextern \"C\" int covolve_run_test() { return " + expression + "; }\n");
    Builder builder(project, options());
    const auto executable = builtHarness(builder, plan, source);
    if (!executable) {
      ADD_FAILURE() << executable.error().message;
      return -1;
    }
    const auto completed = run({.arguments = {executable->string()}});
    return completed ? completed->status : -1;
  }

  std::string compiledFiles() const { return readFile(project_.root() / "installed/compiled").value_or(""); }

  TemporaryProject project_;
  std::vector<std::string> link_;
};

}  // namespace covolve::unit
