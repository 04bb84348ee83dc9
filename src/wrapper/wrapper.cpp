#include "wrapper/wrapper.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "base/process.h"
#include "wrapper/search_compilation.h"

namespace covolve::wrapper {

namespace {

namespace fs = std::filesystem;

/// Directories in a variable such as CPLUS_INCLUDE_PATH count as system directories to clang.
void addFromEnvironment(const char* variable, std::vector<std::string>& directories) {
  const char* const value = std::getenv(variable);
  std::string_view rest = value != nullptr ? value : "";
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(':'), rest.size());
    if (end > 0) directories.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

/// The compiler's own headers where it is not installed below /usr.
void addCompilersOwn(const std::string& compiler, std::vector<std::string>& directories) {
  std::vector<std::string> places{""};
  if (!compiler.contains('/')) {
    places.clear();
    addFromEnvironment("PATH", places);
  }
  for (const std::string& place : places) {
    const fs::path candidate = place.empty() ? fs::path(compiler) : fs::path(place) / compiler;
    if (access(candidate.c_str(), X_OK) != 0) continue;
    std::error_code failed;
    const fs::path real = fs::canonical(candidate, failed);
    if (failed) return;
    const fs::path root = real.parent_path().parent_path();
    directories.push_back((root / "lib/clang").string());
    directories.push_back((root / "include/c++").string());
    return;
  }
}

/// In front of the user's arguments. All of it is for the compiler proper (-Xclang): preprocessing,
/// assembling and linking, even with -flto, must not see it.
Arguments compileArguments(const Installation& parts, const Reading& reading, const std::string& compiler) {
  const auto forCompiler = [](Arguments& to, std::string argument) {
    to.emplace_back("-Xclang");
    to.push_back(std::move(argument));
  };
  std::vector<std::string> directories = reading.systemDirectories;
  for (const char* variable : {"C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    addFromEnvironment(variable, directories);
  addCompilersOwn(compiler, directories);
  directories.push_back(parts.headers().string());

  Arguments result{"--start-no-unused-arguments"};
  forCompiler(result, "-load");
  forCompiler(result, parts.pass().string());
  forCompiler(result, "-fpass-plugin=" + parts.pass().string());
  for (const std::string& directory : directories) {
    std::error_code failed;
    const fs::path absolute = fs::absolute(directory, failed);
    if (directory.empty() || failed) continue;
    forCompiler(result, "-mllvm");
    forCompiler(result, "-covolve-system-prefix=" + absolute.lexically_normal().string());
  }
  result.emplace_back("-fno-discard-value-names");
  // isdigit and its kin are macros of C's <ctype.h> in glibc: lookups in a table that say nothing. As
  // functions, as C++ has them, their answers have distances.
  result.emplace_back("-D__NO_CTYPE=1");
  result.emplace_back("-gcolumn-info");
  // Comparisons with short constants stay calls, so that the worker sees the texts.
  for (const char* function : {"memcmp", "bcmp", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strstr",
                               "strcasestr", "strchr", "strrchr", "memchr", "memmem"}) {
    result.push_back(fmt::format("-fno-builtin-{}", function));
  }
  if (!reading.hasDebugInfo) forCompiler(result, "-debug-info-kind=line-tables-only");
  result.emplace_back("--end-no-unused-arguments");
  return result;
}

std::string chosenCompiler(bool cxx) {
  const char* const named = std::getenv(cxx ? "COVOLVE_CXX" : "COVOLVE_CC");
  if (named != nullptr && *named != '\0') return named;
  return cxx ? "clang++-19" : "clang-19";
}

int becomeCompiler(const std::string& calledAs, Arguments command) {
  std::vector<char*> pointers;
  for (std::string& argument : command) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  fmt::print(stderr, "{}: cannot run {}: {}\n", calledAs, command[0], strerror(errno));
  return 1;
}

int runToItsEnd(const std::string& calledAs, const Arguments& command) {
  const auto completed = run({.arguments = command});
  if (!completed) {
    fmt::print(stderr, "{}: {}\n", calledAs, completed.error().message);
    return 1;
  }
  fmt::print("{}", completed->output);
  fmt::print(stderr, "{}", completed->errors);
  if (completed->signal == 0) return completed->status;
  fmt::print(stderr, "{}: error: {} died of signal {}\n", calledAs, command[0], completed->signal);
  return 1;
}

/// Until one fails.
int runInTurn(const std::string& calledAs, const std::vector<Arguments>& steps, const fs::path& temporary) {
  int status = 0;
  for (size_t i = 0; i < steps.size() && status == 0; ++i) status = runToItsEnd(calledAs, steps[i]);
  std::error_code ignored;
  fs::remove(temporary, ignored);
  return status;
}

}  // namespace

Arguments instrumentingCommand(const Installation& parts, const std::string& compiler,
                               const Arguments& given) {
  const Reading reading = readArguments(given);
  Arguments command{compiler};
  const Arguments ours = compileArguments(parts, reading, compiler);
  command.insert(command.end(), ours.begin(), ours.end());
  command.insert(command.end(), given.begin(), given.end());
  if (reading.links && reading.hasInput) {
    // As the linker's own argument: a preceding "-x c++" must not make it a source file. Behind "--" all are
    // inputs.
    if (std::ranges::find(given, "--") == given.end()) command.emplace_back("-Xlinker");
    command.push_back(parts.runtime().string());
  }
  return command;
}

int runWrapper(int count, char** values) {
  const std::string calledAs = fs::path(values[0]).filename().string();
  const std::string compiler = chosenCompiler(calledAs.contains("++"));
  const auto parts = locateInstallation();
  if (!parts) {
    fmt::print(stderr, "{}: {}\n", calledAs, parts.error().message);
    return 2;
  }
  Arguments given(values + 1, values + count);
  const bool isForSearch = std::erase(given, kForSearch) > 0;
  const Arguments command = instrumentingCommand(*parts, compiler, given);
  if (!isForSearch) return becomeCompiler(calledAs, command);
  const Reading reading = readArguments(given);
  if (reading.makesObject && reading.output.empty()) {
    fmt::print(stderr, "{}: {} needs -o\n", calledAs, kForSearch);
    return 1;
  }
  const std::vector<Arguments> steps = searchCommands(command, reading);
  return steps.size() == 1 ? becomeCompiler(calledAs, steps.front())
                           : runInTurn(calledAs, steps, bitcodeOf(reading.output));
}

}  // namespace covolve::wrapper
