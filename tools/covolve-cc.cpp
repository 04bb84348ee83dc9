// covolve-cc and covolve-c++: clang with the pass plugin, as CC and CXX of any
// build. Arguments are handed on as they are; ours go in front, where the
// user's can override them, and the runtime goes to the end of a link.
//
// Easy to get wrong: the arguments must be understood just enough to tell
// whether anything is linked. "-o x" is no input, "-v" alone links nothing.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/installation.h"

namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;
using std::string_view_literals::operator""sv;

bool startsWithOneOf(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return text.starts_with(prefix); });
}

/// A response file's words: separated by white space, with quotes and backslashes as the shell has them.
Arguments splitResponse(std::string_view text) {
  Arguments words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
      inWord = true;
    } else if (quote != 0 ? c == quote : c == '"' || c == '\'') {
      quote = quote != 0 ? 0 : c;
      inWord = true;
    } else if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (inWord) words.push_back(std::move(word));
      word.clear();
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (inWord) words.push_back(std::move(word));
  return words;
}

/// With the contents of @files in their place. Clang gets the original; this is for our own reading.
Arguments expanded(const Arguments& arguments, int depth = 0) {
  Arguments result;
  for (const std::string& argument : arguments) {
    const auto file = argument.starts_with('@') && depth < 8 ? covolve::readFile(argument.substr(1))
                                                             : covolve::userError("");
    if (!file) {
      result.push_back(argument);
      continue;
    }
    const Arguments inner = expanded(splitResponse(*file), depth + 1);
    result.insert(result.end(), inner.begin(), inner.end());
  }
  return result;
}

bool takesValue(std::string_view option) {
  static constexpr std::array kOptions{"-o"sv,
                                       "-I"sv,
                                       "-D"sv,
                                       "-U"sv,
                                       "-x"sv,
                                       "-L"sv,
                                       "-l"sv,
                                       "-F"sv,
                                       "-B"sv,
                                       "-T"sv,
                                       "-u"sv,
                                       "-z"sv,
                                       "-e"sv,
                                       "-A"sv,
                                       "-G"sv,
                                       "-V"sv,
                                       "-b"sv,
                                       "-h"sv,
                                       "-y"sv,
                                       "-MF"sv,
                                       "-MT"sv,
                                       "-MQ"sv,
                                       "-MJ"sv,
                                       "-include"sv,
                                       "-imacros"sv,
                                       "-isystem"sv,
                                       "-iquote"sv,
                                       "-idirafter"sv,
                                       "-iprefix"sv,
                                       "-iwithprefix"sv,
                                       "-isysroot"sv,
                                       "-ivfsoverlay"sv,
                                       "-iwithprefixbefore"sv,
                                       "-include-pch"sv,
                                       "-cxx-isystem"sv,
                                       "-stdlib++-isystem"sv,
                                       "-Xclang"sv,
                                       "-Xlinker"sv,
                                       "-Xassembler"sv,
                                       "-Xpreprocessor"sv,
                                       "-mllvm"sv,
                                       "-target"sv,
                                       "-arch"sv,
                                       "-framework"sv,
                                       "--param"sv,
                                       "--sysroot"sv,
                                       "-aux-info"sv,
                                       "-rpath"sv,
                                       "-working-directory"sv,
                                       "-resource-dir"sv,
                                       "--serialize-diagnostics"sv,
                                       "-serialize-diagnostics"sv,
                                       "-dumpdir"sv,
                                       "--config"sv,
                                       "-fmodule-file"sv};
  return std::ranges::find(kOptions, option) != kOptions.end();
}

/// What the command line asks for, as far as we need to know.
struct Reading {
  bool hasInput = false;
  bool links = true;
  bool hasDebugInfo = false;
  std::vector<std::string> systemDirectories;
};

bool stopsBeforeLinking(std::string_view argument) {
  static constexpr std::array kModes{"-c"sv,
                                     "-S"sv,
                                     "-E"sv,
                                     "-M"sv,
                                     "-MM"sv,
                                     "-r"sv,
                                     "--version"sv,
                                     "--help"sv,
                                     "-help"sv,
                                     "-###"sv,
                                     "-fsyntax-only"sv,
                                     "--analyze"sv,
                                     "--precompile"sv,
                                     "-emit-ast"sv,
                                     "-dumpversion"sv,
                                     "-dumpmachine"sv,
                                     "-verify-pch"sv,
                                     "--preprocess"sv,
                                     "--compile"sv,
                                     "--assemble"sv};
  return std::ranges::find(kModes, argument) != kModes.end() ||
         startsWithOneOf(argument, {"-print-", "--print-"});
}

/// Headers are precompiled, never linked.
bool isHeader(const fs::path& input) {
  static constexpr std::array kExtensions{".h"sv, ".hh"sv, ".hpp"sv, ".hxx"sv, ".h++"sv, ".hp"sv, ".H"sv};
  return std::ranges::find(kExtensions, input.extension().string()) != kExtensions.end();
}

/// -g, -g2, -ggdb, -gdwarf-5 ...; not -gz, -gsplit-dwarf or -gcolumn-info, which only say how.
void noteDebugOption(std::string_view argument, bool& hasDebugInfo) {
  if (argument == "-g0" || argument == "-ggdb0" || argument == "-gline-directives-only") {
    hasDebugInfo = false;
  } else if (argument == "-g" || argument == "-gline-tables-only" || argument == "-gmlt" ||
             argument == "-gfull" ||
             (argument.size() == 3 && argument.starts_with("-g") && argument[2] >= '1' &&
              argument[2] <= '3') ||
             startsWithOneOf(argument, {"-ggdb", "-glldb", "-gdbx", "-gsce"}) ||
             (argument.starts_with("-gdwarf") && argument != "-gdwarf32" && argument != "-gdwarf64")) {
    hasDebugInfo = true;
  }
}

Reading read(const Arguments& arguments) {
  Reading reading;
  bool onlyInputs = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (onlyInputs || argument == "-" || !argument.starts_with('-')) {
      reading.hasInput |= !isHeader(argument);
      continue;
    }
    if (argument == "--") onlyInputs = true;
    if (stopsBeforeLinking(argument)) reading.links = false;
    noteDebugOption(argument, reading.hasDebugInfo);
    const std::string next = i + 1 < arguments.size() ? arguments[i + 1] : "";
    const std::string language = argument == "-x"             ? next
                                 : argument.starts_with("-x") ? argument.substr(2)
                                                              : "";
    if (language.ends_with("-header")) reading.links = false;
    for (const std::string_view option : {"-isystem", "-cxx-isystem", "-stdlib++-isystem", "-resource-dir"}) {
      if (argument == option) reading.systemDirectories.push_back(next);
      if (argument.size() > option.size() && argument.starts_with(option)) {
        const size_t skipped = option.size() + (argument[option.size()] == '=' ? 1 : 0);
        reading.systemDirectories.push_back(argument.substr(skipped));
      }
    }
    const bool isSysroot = argument == "--sysroot" || argument == "-isysroot";
    const std::string sysroot = isSysroot                            ? next
                                : argument.starts_with("--sysroot=") ? argument.substr(10)
                                                                     : "";
    for (const char* below : {"usr/include", "usr/lib", "usr/local/include"}) {
      if (!sysroot.empty()) reading.systemDirectories.push_back((fs::path(sysroot) / below).string());
    }
    if (takesValue(argument)) ++i;
  }
  return reading;
}

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
Arguments compileArguments(const covolve::Installation& parts, const Reading& reading,
                           const std::string& compiler) {
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
  result.emplace_back("-gcolumn-info");
  if (!reading.hasDebugInfo) forCompiler(result, "-debug-info-kind=line-tables-only");
  result.emplace_back("--end-no-unused-arguments");
  return result;
}

std::string chosenCompiler(bool cxx) {
  const char* const named = std::getenv(cxx ? "COVOLVE_CXX" : "COVOLVE_CC");
  if (named != nullptr && *named != '\0') return named;
  return cxx ? "clang++-19" : "clang-19";
}

}  // namespace

int main(int count, char** values) {
  const Arguments given(values + 1, values + count);
  const std::string calledAs = fs::path(values[0]).filename().string();
  const std::string compiler = chosenCompiler(calledAs.contains("++"));
  const auto parts = covolve::locateInstallation();
  if (!parts) {
    fmt::print(stderr, "{}: {}\n", calledAs, parts.error().message);
    return 2;
  }
  const Reading reading = read(expanded(given));

  Arguments command{compiler};
  const Arguments ours = compileArguments(*parts, reading, compiler);
  command.insert(command.end(), ours.begin(), ours.end());
  command.insert(command.end(), given.begin(), given.end());
  if (reading.links && reading.hasInput) {
    // As the linker's own argument: a preceding "-x c++" must not make it a source file. Behind "--" all are
    // inputs.
    if (std::ranges::find(given, "--") == given.end()) command.emplace_back("-Xlinker");
    command.push_back(parts->runtime().string());
  }

  std::vector<char*> pointers;
  for (std::string& argument : command) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  fmt::print(stderr, "{}: cannot run {}: {}\n", calledAs, compiler, strerror(errno));
  return 1;
}
