#include "wrapper/reading.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "base/command_line.h"
#include "base/files.h"
#include "base/source_names.h"

namespace covolve::wrapper {

namespace {

namespace fs = std::filesystem;
using std::string_view_literals::operator""sv;

bool startsWithOneOf(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return text.starts_with(prefix); });
}

/// With the contents of @files in their place. Clang gets the original; this is for our own reading.
Arguments expanded(const Arguments& arguments, int depth = 0) {
  Arguments result;
  for (const std::string& argument : arguments) {
    const auto file = argument.starts_with('@') && depth < 8 ? readFile(argument.substr(1)) : userError("");
    if (!file) {
      result.push_back(argument);
      continue;
    }
    const Arguments inner = expanded(splitCommandLine(*file), depth + 1);
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

/// Of several modes the one that stops first counts.
bool stopsBeforeAssembling(std::string_view argument) {
  return argument != "-c" && argument != "--compile" && stopsBeforeLinking(argument);
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

}  // namespace

Reading readArguments(const Arguments& given) {
  const Arguments arguments = expanded(given);
  Reading reading;
  bool onlyInputs = false;
  bool assembles = true;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (onlyInputs || argument == "-" || !argument.starts_with('-')) {
      reading.hasInput |= !isCompiledAsHeader(argument);  // never linked
      continue;
    }
    if (argument == "--") onlyInputs = true;
    if (stopsBeforeLinking(argument)) reading.links = false;
    if (stopsBeforeAssembling(argument)) assembles = false;
    if (argument.starts_with("-O")) reading.level = argument == "-O" ? "1" : argument.substr(2);
    if (argument.starts_with("-m") && argument != "-mllvm") reading.targetFlags.push_back(argument);
    noteDebugOption(argument, reading.hasDebugInfo);
    const std::string next = i + 1 < arguments.size() ? arguments[i + 1] : "";
    if (argument.starts_with("-o")) reading.output = argument == "-o" ? next : argument.substr(2);
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
  reading.makesObject = assembles && !reading.links;
  return reading;
}

}  // namespace covolve::wrapper
