#include "build.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/files.h"
#include "base/process.h"
#include "table_text.h"
#include "unit/build/compile_flags.h"
#include "unit/build/linker.h"
#include "unit/build/main_function.h"
#include "unit/build/objects.h"

namespace covolve::peers {

namespace fs = std::filesystem;

namespace {

void append(std::vector<std::string>& list, const std::vector<std::string>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

struct Compilation {
  std::vector<std::string> arguments;  // whole but for the output
  fs::path directory;
  fs::path object;
};

std::optional<Error> compile(const Compilation& one) {
  std::vector<std::string> arguments = one.arguments;
  append(arguments, {"-o", one.object.string()});
  const auto completed = run({.arguments = arguments, .directory = one.directory});
  if (!completed) return completed.error();
  if (completed->succeeded()) return std::nullopt;
  return Error{fmt::format("{} cannot compile the harness: {}", arguments[0],
                           unit::firstError(completed->errors + completed->output)),
               Error::Blame::Covolve};
}

Compilation ofHarness(const unit::LinkPlan& plan, const Flavour& flavour, const fs::path& source,
                      const Installation& installation) {
  Compilation one;
  one.arguments = {"clang++-19"};
  append(one.arguments, unit::flagsForCxx(plan.target, 17));
  append(one.arguments,
         {"-iquote", plan.target.file.parent_path().string(), "-fno-sanitize=all", "-Qunused-arguments", "-w",
          "-fexceptions", "-frtti", "-isystem", installation.headers().string()});
  if (plan.includeSource && plan.renameMain) one.arguments.emplace_back("-Dmain=covolve_user_main");
  append(one.arguments, flavour.flags);
  append(one.arguments, {"-x", "c++", "-c", source.string()});
  one.directory = plan.target.directory;
  return one;
}

Compilation ofUnit(const unit::CompileCommand& command, const std::vector<std::string>& flags) {
  Compilation one;
  one.arguments = {command.isC ? "clang-19" : "clang++-19"};
  append(one.arguments, command.flags);
  append(one.arguments, {"-w", "-Wno-error", "-Qunused-arguments"});
  append(one.arguments, flags);
  append(one.arguments, {"-c", command.file.string()});
  one.directory = command.directory;
  return one;
}

/// Never instrumented: there is nothing to explore in it.
Compilation ofTable(const fs::path& source) {
  return {{"clang++-19", "-std=c++20", "-O2", "-I" COVOLVE_PEERS_DRIVER, "-c", source.string()},
          source.parent_path(),
          {}};
}

}  // namespace

bool Builder::isOptimised() const {
  const auto& flags = prepared_.plan.target.flags;
  return std::ranges::any_of(flags, [](const std::string& flag) { return flag.starts_with("-O"); });
}

Result<fs::path> Builder::build(const Flavour& flavour, const fs::path& driver) const {
  const unit::LinkPlan& plan = prepared_.plan;
  const fs::path folder = scratch_ / flavour.name;
  std::error_code failed;
  fs::create_directories(folder, failed);
  const fs::path table = folder / "table.cpp";
  if (auto written = replaceFile(table, tableText(prepared_.model)); !written)
    return std::unexpected(written.error());

  std::vector<Compilation> compilations{
      ofHarness(plan, flavour, scratch_ / "covolve_harness.cpp", installation_), ofTable(table)};
  if (!plan.includeSource)
    compilations.push_back(ofUnit(unit::renamingMain(plan.target, plan.renameMain), flavour.flags));
  for (const unit::CompileCommand& support : plan.support)
    compilations.push_back(ofUnit(support, flavour.supportFlags));

  std::vector<fs::path> objects;
  for (Compilation& one : compilations) {
    one.object = folder / fmt::format("{}.o", objects.size());
    objects.push_back(one.object);
  }
  std::vector<std::optional<Error>> errors(compilations.size());
  unit::inParallel(jobs_, compilations.size(), [&](size_t i) { errors[i] = compile(compilations[i]); });
  for (const auto& error : errors) {
    if (error) return std::unexpected(*error);
  }
  std::vector<std::string> arguments{"-no-pie", driver.string(), installation_.runtime().string()};
  append(arguments, plan.linkArguments);
  append(arguments, flavour.linkArguments);
  const unit::Compiled linked = unit::link(objects, arguments, folder.string() + ".program");
  if (!linked.succeeded) {
    return ownError(fmt::format("the {} program cannot be linked: {}", flavour.name,
                                unit::firstError(linked.diagnostics)));
  }
  return linked.executable;
}

}  // namespace covolve::peers
