#include "unit/build/users_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "base/files.h"
#include "base/process.h"
#include "base/source_names.h"
#include "unit/build/compile_flags.h"
#include "unit/build/linker.h"
#include "unit/build/objects.h"
#include "unit/build/plan_parts.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

/// The names of values tell the pass what of the code is the source's.
std::vector<std::string> mutationFlags(const Installation& installation, const std::vector<fs::path>& files) {
  std::vector<std::string> flags{"-gline-tables-only", "-gcolumn-info", "-fno-discard-value-names"};
  const auto forCompiler = [&](std::string argument) {
    flags.emplace_back("-Xclang");
    flags.push_back(std::move(argument));
  };
  const std::string pass = installation.mutationPass().string();
  forCompiler("-load");
  forCompiler(pass);
  forCompiler("-fpass-plugin=" + pass);
  for (const fs::path& file : files) {
    forCompiler("-mllvm");
    forCompiler("-covolve-mutate-file=" + file.string());
  }
  return flags;
}

struct Unit {
  CompileCommand command;
  Purpose purpose = Purpose::Plain;
};

Unit with(const Addition& addition, CompileCommand command) {
  command.flags.insert(command.flags.end(), addition.flags.begin(), addition.flags.end());
  return {std::move(command), addition.purpose};
}

/// Objects first to last, the runtime behind them.
Compiled linkWith(const Addition& addition, const std::vector<fs::path>& objects,
                  std::vector<std::string> arguments, const fs::path& executable, const Deadline& deadline) {
  arguments.insert(arguments.begin(), addition.runtime.string());
  return link(objects, arguments, executable, {.deadline = deadline});
}

/// Compiles all; the first that fails instead of its object.
Compiled compileAll(const std::vector<Unit>& units, const BuildOptions& options, const Deadline& deadline,
                    std::vector<fs::path>& objects) {
  std::vector<Compiled> compiled(units.size());
  const Objects compiler(options);
  inParallel(options.jobs, units.size(), [&](size_t i) {
    compiled[i] = compiler.compile(units[i].command, units[i].purpose, {.deadline = deadline});
  });
  for (const Compiled& one : compiled) {
    if (!one.succeeded) return one;
    objects.push_back(one.executable);
  }
  return {.succeeded = true, .diagnostics = {}, .executable = {}};
}

}  // namespace

Addition mutantsOf(const std::vector<fs::path>& files, const Installation& installation) {
  return {Purpose::Plain, mutationFlags(installation, files), installation.mutationRuntime()};
}

Addition probes(const Installation& installation) { return {Purpose::Search, {}, installation.runtime()}; }

LinkPlan withMutants(LinkPlan plan, const Installation& installation, const std::vector<fs::path>& files) {
  const Addition mutants = mutantsOf(files, installation);
  plan.target = with(mutants, std::move(plan.target)).command;
  plan.linkArguments.insert(plan.linkArguments.begin(), mutants.runtime.string());
  return plan;
}

Result<UsersProgram> findProgram(const Project& project, const fs::path& executable) {
  std::error_code ignored;
  const fs::path wanted = fs::absolute(executable, ignored).lexically_normal();
  const auto step = std::ranges::find(project.linkSteps, wanted, &LinkStep::output);
  if (step == project.linkSteps.end()) {
    return userError(fmt::format(
        "the build does not say how {} is linked, so it cannot be built anew: name the source of its tests "
        "instead",
        executable.string()));
  }
  UsersProgram program;
  std::set<fs::path> unknown = step->objects;
  for (const CompileCommand& command : project.commands) {
    const bool isPart = step->sources.contains(command.file) || step->objects.contains(command.output);
    if (!isPart) continue;
    program.units.push_back(command);
    unknown.erase(command.output);
  }
  program.objects.assign(unknown.begin(), unknown.end());
  program.libraries = step->libraries;
  for (const std::string& library : program.libraries) {
    if (!library.starts_with('-') && !fs::exists(library, ignored))
      return userError(
          fmt::format("{} needs {}, which is not there: build it first", executable.string(), library));
  }
  return program;
}

Result<Compiled> buildUsersProgram(const UsersProgram& program, const CompileCommand& target,
                                   const Addition& addition, const BuildOptions& options,
                                   const fs::path& executable, const Deadline& deadline) {
  // Where a unit of the tests includes the source itself, there is no other copy of it; a header has none.
  std::vector<Unit> units;
  const auto includesTarget = [&](const CompileCommand& unit) {
    return unit.file != target.file && includesFile(unit, target.file);
  };
  if (!isHeader(target.file) && std::ranges::none_of(program.units, includesTarget))
    units.push_back(with(addition, target));
  for (const CompileCommand& unit : program.units) {
    if (unit.file != target.file) units.push_back(with(addition, unit));
  }
  std::vector<fs::path> objects;
  Compiled compiled = compileAll(units, options, deadline, objects);
  if (!compiled.succeeded) return compiled;
  objects.insert(objects.end(), program.objects.begin(), program.objects.end());
  return linkWith(addition, objects, program.libraries, executable, deadline);
}

bool includesFile(const CompileCommand& command, const fs::path& file) {
  const std::vector<fs::path> files = includedFiles(command);
  return std::ranges::find(files, file) != files.end();
}

std::vector<fs::path> includedFiles(const CompileCommand& command) {
  std::vector<std::string> arguments{command.isC ? "clang-19" : "clang++-19"};
  arguments.insert(arguments.end(), command.flags.begin(), command.flags.end());
  arguments.insert(arguments.end(), {"-w", "-Qunused-arguments", "-M", command.file.string()});
  const auto listed = run({.arguments = arguments, .directory = command.directory});
  if (!listed || !listed->succeeded()) return {};
  // order_test.o: order_test.cpp \ order.h: a make rule.
  std::vector<fs::path> files;
  std::istringstream words(
      listed->output.substr(std::min(listed->output.find(": ") + 1, listed->output.size())));
  for (std::string word; words >> word;) {
    if (word != "\\") files.push_back(pathFrom(command.directory, word));
  }
  return files;
}

CompileCommand commandOfTests(const Project& project, const LinkPlan& plan, const fs::path& tests,
                              int minimumStandard) {
  std::error_code ignored;
  const fs::path file = fs::absolute(tests, ignored).lexically_normal();
  const auto known = std::ranges::find(project.commands, file, &CompileCommand::file);
  CompileCommand command = known != project.commands.end() ? *known : plan.target;
  command.flags = flagsForCxx(command, minimumStandard);
  command.flags.insert(command.flags.end(), {"-iquote", plan.target.file.parent_path().string()});
  command.file = file;
  command.isC = false;
  return command;
}

Result<Compiled> buildUsersTests(const LinkPlan& plan, const CompileCommand& tests,
                                 const TestSources& framework, const Addition& addition,
                                 const BuildOptions& options, const fs::path& executable,
                                 const Deadline& deadline) {
  std::vector<Unit> units{with(addition, tests)};
  if (!framework.main.empty()) {
    CompileCommand main = tests;
    main.file = framework.main;
    units.push_back({std::move(main)});
  }
  for (const CompileCommand& unit : unitsOf(plan))
    units.push_back(unit.file == plan.target.file ? with(addition, unit) : Unit{unit});
  std::vector<fs::path> objects;
  Compiled compiled = compileAll(units, options, deadline, objects);
  if (!compiled.succeeded) return compiled;
  std::vector<std::string> arguments = plan.linkArguments;
  arguments.insert(arguments.end(), framework.libraries.begin(), framework.libraries.end());
  return linkWith(addition, objects, std::move(arguments), executable, deadline);
}

}  // namespace covolve::unit
