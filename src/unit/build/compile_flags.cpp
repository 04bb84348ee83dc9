#include "unit/build/compile_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/command_line.h"
#include "base/files.h"
#include "base/process.h"
#include "unit/build/unity_source.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

using Names = std::initializer_list<std::string_view>;

bool isOneOf(std::string_view word, Names names) { return std::ranges::find(names, word) != names.end(); }

bool startsWithOneOf(std::string_view word, Names prefixes) {
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return word.starts_with(prefix); });
}

/// What becomes of an option in the filtered flags.
enum class Fate { Keep, KeepWithValue, Drop, DropWithValue, Link, LinkWithValue };

Fate fateOf(std::string_view option) {
  if (isOneOf(option, {"-I",
                       "-D",
                       "-U",
                       "-include",
                       "-include-pch",
                       "-imacros",
                       "-isystem",
                       "-iquote",
                       "-idirafter",
                       "-isysroot",
                       "--sysroot",
                       "-iprefix",
                       "-iwithprefix",
                       "-iwithprefixbefore",
                       "-cxx-isystem",
                       "-x",
                       "-Xclang",
                       "-mllvm",
                       "-target",
                       "-gcc-toolchain",
                       "-Xpreprocessor",
                       "-B",
                       "-std"})) {
    return Fate::KeepWithValue;
  }
  if (isOneOf(option, {"-l", "-L"})) return Fate::LinkWithValue;
  if (startsWithOneOf(option, {"-l", "-L"})) return Fate::Link;
  if (isOneOf(option, {"-o",
                       "-MF",
                       "-MT",
                       "-MQ",
                       "-MJ",
                       "-Xlinker",
                       "-Xassembler",
                       "-Xanalyzer",
                       "-T",
                       "-z",
                       "-u",
                       "-e",
                       "-dumpbase",
                       "-dumpdir",
                       "-dumpbase-ext",
                       "-aux-info",
                       "-wrapper",
                       "--param",
                       "-G",
                       "--serialize-diagnostics",
                       "-index-store-path",
                       "-fplugin",
                       "-framework"})) {
    return Fate::DropWithValue;
  }
  if (isOneOf(option, {"-c",
                       "-E",
                       "-S",
                       "-v",
                       "-Q",
                       "-s",
                       "-p",
                       "-pg",
                       "-M",
                       "-MM",
                       "-MD",
                       "-MMD",
                       "-MP",
                       "-MG",
                       "-MV",
                       "-###",
                       "-pie",
                       "-no-pie",
                       "-shared",
                       "-static",
                       "-rdynamic",
                       "-nostdlib",
                       "-nostartfiles",
                       "-nodefaultlibs",
                       "-fsyntax-only",
                       "-emit-llvm",
                       "-pass-exit-codes",
                       "-Winvalid-pch",
                       "-Wfatal-errors",
                       "--verbose",
                       "--coverage",
                       "-coverage",
                       "-fmodules-ts",
                       "-fanalyzer"})) {
    return Fate::Drop;
  }
  if (startsWithOneOf(option,
                      {// outputs and dependency files beside the object
                       "-o", "-MF", "-MT", "-MQ", "-MJ", "-Wp,-M", "-save-temps", "--save-temps", "-fdump-",
                       "-dump", "-fstack-usage", "-fcallgraph-info", "-ftime-", "-time", "-gsplit-dwarf",
                       "-foptimization-record", "-fsave-optimization-record", "-fdeps-", "-fdiagnostics-",
                       "-fcolor-diagnostics", "-fansi-escape-codes",
                       // the linker's and assembler's
                       "-Wl,", "-Wa,", "-T", "-fuse-ld", "-static-", "-shared-", "-nostdlib++", "-stdlib",
                       "-specs", "--specs", "--param=",
                       // would clash with covolve's instrumentation or with coverage of the emitted tests
                       "-fsanitize", "-fno-sanitize", "-fprofile", "-fno-profile", "-fcoverage",
                       "-ftest-coverage", "-fcs-profile", "-fauto-profile", "-fbranch-probabilities",
                       "-fcondition-coverage", "-flto", "-fno-lto", "-ffat-lto", "-fno-fat-lto",
                       "-fwhole-program", "-finstrument-functions", "-fxray", "-fplugin", "-fpass-plugin",
                       // would hide where the source is
                       "-ffile-prefix-map", "-fdebug-prefix-map", "-fcoverage-prefix-map",
                       "-ffile-compilation-dir", "-fdebug-compilation-dir",
                       // precompiled headers and modules
                       "-fpch", "-fmodule-mapper", "-fmodule-file", "-fmodule-output", "-fmodules-cache-path",
                       // warnings stay warnings
                       "-Werror", "-index-store-path", "--serialize-diagnostics"})) {
    return Fate::Drop;
  }
  return Fate::Keep;
}

std::string withoutVersion(std::string name) {
  while (!name.empty() && (isdigit(static_cast<unsigned char>(name.back())) != 0 || name.back() == '.')) {
    name.pop_back();
  }
  if (name.ends_with('-')) name.pop_back();
  return name;
}

bool looksLikeCompiler(const std::string& argument) {
  const std::string name = withoutVersion(fs::path(argument).filename().string());
  for (const std::string_view compiler :
       {"cc", "c++", "gcc", "g++", "clang", "clang++", "icx", "icpx", "icc", "icpc"}) {
    if (name == compiler || name.ends_with(fmt::format("-{}", compiler))) return true;
  }
  return false;
}

bool isCxxDriver(const std::string& compiler) {
  const std::string name = withoutVersion(fs::path(compiler).filename().string());
  return name.ends_with("++") || name.ends_with("icpx") || name.ends_with("icpc");
}

enum class Language { C, Cxx, Other };

Language languageOfExtension(const fs::path& file) {
  const std::string extension = file.extension().string();
  if (extension == ".c") return Language::C;
  if (isOneOf(extension,
              {".cc", ".cpp", ".cxx", ".c++", ".C", ".cp", ".CPP", ".Cpp", ".CC", ".cppm", ".ixx", ".tcc"})) {
    return Language::Cxx;
  }
  return Language::Other;
}

Language languageOfName(std::string_view name) {
  return name == "c" ? Language::C : name == "c++" ? Language::Cxx : Language::Other;
}

/// Replaces @file by the arguments in it. Module maps (CMake's @x.modmap) hold nothing that clang reads here.
void expandResponseFiles(const std::vector<std::string>& arguments, const fs::path& directory,
                         std::vector<std::string>& expanded, int depth = 0) {
  constexpr int kDeepest = 8;
  for (const std::string& argument : arguments) {
    if (argument.size() < 2 || argument[0] != '@' || depth == kDeepest) {
      expanded.push_back(argument);
      continue;
    }
    const fs::path file = directory / argument.substr(1);
    if (file.extension() == ".modmap") continue;
    if (const auto text = readFile(file))
      expandResponseFiles(splitCommandLine(*text), directory, expanded, depth + 1);
  }
}

/// A header that has a precompiled form beside it is included as text: that form is for another compiler.
bool hasPrecompiledForm(const fs::path& header) {
  std::error_code ignored;
  return header.filename().string().starts_with("cmake_pch.") ||
         fs::exists(header.string() + ".gch", ignored) || fs::exists(header.string() + ".pch", ignored);
}

/// The header that was precompiled into this file, as it is named; empty if it is not beside it.
std::string precompiledFrom(const fs::path& directory, const fs::path& precompiled) {
  std::error_code ignored;
  const fs::path header = fs::path(precompiled).replace_extension();
  return fs::exists(directory / header, ignored) ? header.string() : std::string();
}

/// Clang's driver would look for the precompiled form; its front end does not.
void includeAsText(const std::string& header, std::vector<std::string>& flags) {
  if (!header.empty()) flags.insert(flags.end(), {"-Xclang", "-include", "-Xclang", header});
}

/// -Xclang -include-pch -Xclang file (CMake's way with clang): drops all four.
void dropPrecompiledHeaders(std::vector<std::string>& arguments) {
  for (size_t i = 0; i + 1 < arguments.size();) {
    if (arguments[i] == "-Xclang" &&
        isOneOf(arguments[i + 1], {"-include-pch", "-emit-pch", "-fno-pch-timestamp"})) {
      const size_t count = arguments[i + 1] == "-include-pch" ? 4 : 2;
      const auto first = arguments.begin() + static_cast<std::ptrdiff_t>(i);
      arguments.erase(first, first + static_cast<std::ptrdiff_t>(std::min(count, arguments.size() - i)));
    } else {
      ++i;
    }
  }
}

/// Nothing for an entry that compiles no C or C++.
std::optional<CompileCommand> commandOf(const CompileEntry& entry) {
  const std::vector<std::string> commandLine = withoutLaunchers(entry.commandLine);
  if (commandLine.empty()) return std::nullopt;
  auto command = commandForClang(commandLine, entry.file, entry.directory);
  if (command && command->output.empty() && !entry.output.empty()) {
    command->output = pathFrom(entry.directory, entry.output);
  }
  return command;
}

}  // namespace

size_t wordsOf(std::string_view flag) { return fateOf(flag) == Fate::KeepWithValue ? 2 : 1; }

std::vector<std::string> withoutLaunchers(std::vector<std::string> arguments) {
  if (arguments.empty() || looksLikeCompiler(arguments[0])) return arguments;
  const std::string first = fs::path(arguments[0]).filename().string();
  const bool isLauncher = isOneOf(first, {"ccache", "sccache", "buildcache", "distcc", "icecc", "icerun",
                                          "gomacc", "env", "cmake", "nice", "time", "schedtool", "pump"});
  if (isLauncher) {
    const auto compiler = std::find_if(arguments.begin() + 1, arguments.end(), looksLikeCompiler);
    const auto plain = std::find_if(arguments.begin() + 1, arguments.end(), [](const std::string& argument) {
      return !argument.starts_with('-') && argument.find('=') == std::string::npos;
    });
    const auto begin = compiler != arguments.end() ? compiler : plain;
    arguments.erase(arguments.begin(), begin);
  } else if (arguments.size() > 1 && looksLikeCompiler(arguments[1])) {
    arguments.erase(arguments.begin());  // a launcher that we do not know by name
  }
  return arguments;
}

std::optional<CompileCommand> commandForClang(const std::vector<std::string>& commandLine,
                                              const fs::path& file, const fs::path& directory) {
  std::vector<std::string> arguments;
  expandResponseFiles(commandLine, directory, arguments);
  if (arguments.empty()) return std::nullopt;
  dropPrecompiledHeaders(arguments);

  CompileCommand command{.file = file, .directory = directory, .flags = {}};
  std::optional<Language> language;
  for (size_t i = 1; i < arguments.size(); ++i) {
    const std::string& option = arguments[i];
    if (option == "--") break;  // only inputs follow
    if (option.size() < 2 || option[0] != '-') continue;
    const Fate fate = fateOf(option);
    const bool takesValue =
        fate == Fate::KeepWithValue || fate == Fate::DropWithValue || fate == Fate::LinkWithValue;
    if (takesValue && i + 1 == arguments.size()) break;
    const std::string value = takesValue ? arguments[++i] : std::string();
    if (option == "-o") command.output = pathFrom(directory, value);
    if (option.starts_with("-x") && option != "-x" && fate == Fate::Keep)
      language = languageOfName(option.substr(2));
    if (option == "-x") language = languageOfName(value);
    switch (fate) {
      case Fate::Keep:
        command.flags.push_back(option == "-pedantic-errors" ? "-pedantic" : option);
        break;
      case Fate::KeepWithValue:
        if (option == "-include-pch") {
          includeAsText(precompiledFrom(directory, value), command.flags);
        } else if (option == "-include" && hasPrecompiledForm(directory / value)) {
          includeAsText(value, command.flags);
        } else {
          command.flags.push_back(option);
          command.flags.push_back(value);
        }
        break;
      case Fate::Link:
        command.linkFlags.push_back(option);
        break;
      case Fate::LinkWithValue:
        command.linkFlags.push_back(option + value);
        break;
      case Fate::Drop:
      case Fate::DropWithValue:
        break;
    }
  }
  if (!language) {
    language = languageOfExtension(file);
    // g++ x.c compiles C++; clang must be told, as it is called by what we compile.
    if (*language == Language::C && isCxxDriver(arguments[0])) {
      language = Language::Cxx;
      command.flags.insert(command.flags.end(), {"-x", "c++"});
    }
  }
  if (*language == Language::Other) return std::nullopt;
  command.isC = *language == Language::C;
  return command;
}

std::vector<CompileCommand> commandsForClang(const std::vector<CompileEntry>& entries) {
  std::vector<CompileCommand> commands;
  std::set<fs::path> seen;
  const auto add = [&](CompileCommand command) {
    if (seen.insert(command.file).second) commands.push_back(std::move(command));
  };
  for (const CompileEntry& entry : entries) {
    const auto command = commandOf(entry);
    if (!command) continue;
    const std::vector<fs::path> members = unityMembers(command->file);
    if (members.empty()) add(*command);
    for (const fs::path& member : members) {
      CompileCommand own = *command;
      own.file = member;
      add(std::move(own));
    }
  }
  removeUnknownFlags(commands);
  return commands;
}

namespace {

/// Of a standard of C++ as -std= names it: 11 of "gnu++0x", 3 of anything older. Newer ones and unknown names
/// are taken for 26.
int yearOf(std::string_view standard) {
  static constexpr std::array<std::pair<std::string_view, int>, 11> kYears{
      {{"98", 3},
       {"03", 3},
       {"0x", 11},
       {"11", 11},
       {"1y", 14},
       {"14", 14},
       {"1z", 17},
       {"17", 17},
       {"2a", 20},
       {"20", 20},
       {"", 17}}};  // clang's own default
  const size_t plus = standard.rfind('+');
  const std::string_view year = plus == std::string_view::npos ? standard : standard.substr(plus + 1);
  const auto* known = std::ranges::find(kYears, year, &std::pair<std::string_view, int>::first);
  return known == kYears.end() ? 26 : known->second;
}

}  // namespace

bool isOlderThan(const CompileCommand& command, int standard) {
  std::string own;
  for (const std::string& flag : command.flags) {
    if (flag.starts_with("-std=")) own = flag.substr(5);
    if (flag == "-ansi") own = "c++98";
  }
  return !command.isC && yearOf(own) < standard;
}

std::vector<std::string> flagsForCxx(const CompileCommand& command, int minimumStandard) {
  std::vector<std::string> flags;
  std::string standard;
  for (size_t i = 0; i < command.flags.size(); ++i) {
    const std::string& flag = command.flags[i];
    if (flag.starts_with("-std=")) {
      standard = flag.substr(5);
    } else if (flag == "-std" || flag == "-x") {
      if (flag == "-std" && i + 1 < command.flags.size()) standard = command.flags[i + 1];
      ++i;
    } else if (flag == "-ansi") {
      standard = "c++98";
    } else if (command.isC && flag == "-fgnu89-inline") {
      continue;  // which clang refuses for C++
    } else if (!startsWithOneOf(flag, {"-x"})) {
      flags.push_back(flag);
    }
  }
  if (command.isC || standard.empty()) return flags;  // clang's own default is gnu++17
  const int year = yearOf(standard);
  const bool isTooOld = year == 3 || year < minimumStandard;
  if (isTooOld) {
    standard = fmt::format("{}++{}", standard.starts_with("gnu") ? "gnu" : "c", minimumStandard);
    // What the old standard allowed and the new one does not must not stop the user's headers.
    flags.insert(flags.end(), {"-Wno-register", "-Wno-dynamic-exception-spec"});
  }
  flags.push_back("-std=" + standard);
  return flags;
}

}  // namespace covolve::unit
