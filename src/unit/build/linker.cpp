#include "unit/build/linker.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "base/command_line.h"
#include "base/files.h"
#include "base/process.h"
#include "unit/build/symbols.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

bool isFile(const std::string& argument) {
  return !argument.starts_with('-') &&
         (argument.find('/') != std::string::npos || argument.ends_with(".a") || argument.ends_with(".o") ||
          argument.find(".so") != std::string::npos);
}

/// Of a package that pkg-config knows, in its words; nothing otherwise.
std::vector<std::string> packageLibraries(const std::string& name) {
  const auto known = run({.arguments = {"pkg-config", "--libs", name}});
  return known && known->succeeded() ? splitCommandLine(known->output) : std::vector<std::string>();
}

std::vector<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), pattern); match != std::sregex_iterator();
       ++match) {
    const std::string word = (*match)[1].str();
    if (std::ranges::find(found, word) == found.end()) found.push_back(word);
  }
  return found;
}

}  // namespace

std::vector<std::string> normalisedLinkArguments(const std::vector<std::string>& arguments,
                                                 const fs::path& directory) {
  std::vector<std::string> normalised;
  for (const std::string& argument : arguments) {
    if (argument.empty()) continue;
    if (argument.starts_with("-L") && argument.size() > 2) {
      normalised.push_back("-L" + pathFrom(directory, argument.substr(2)).string());
    } else if (argument.starts_with('-')) {
      normalised.push_back(argument);
    } else if (isFile(argument)) {
      normalised.push_back(pathFrom(directory, argument).string());
    } else if (auto words = packageLibraries(argument); !words.empty()) {
      std::ranges::move(words, std::back_inserter(normalised));
    } else {
      normalised.push_back("-l" + argument);
    }
  }
  return normalised;
}

Compiled link(const std::vector<fs::path>& objects, const std::vector<std::string>& arguments,
              const fs::path& executable, const Running& running) {
  std::vector<std::string> command{"clang++-19", "-fuse-ld=lld", "-Qunused-arguments",
                                   "-Wl,--allow-multiple-definition"};
  for (const fs::path& object : objects) command.push_back(object.string());
  for (const std::string& argument : arguments) {
    command.push_back(argument);
    if (argument.starts_with("-L")) command.push_back("-Wl,-rpath," + argument.substr(2));
    if (isFile(argument) && argument.find(".so") != std::string::npos) {
      command.push_back("-Wl,-rpath," + fs::path(argument).parent_path().string());
    }
  }
  command.insert(command.end(), {"-lpthread", "-ldl", "-o", executable.string()});
  return runCompiler(command, "/", executable, running);
}

std::vector<std::string> undefinedSymbols(const std::string& diagnostics) {
  static const std::regex pattern("undefined (?:[a-z]+ )?symbol: (\\S+)");
  return matches(diagnostics, pattern);
}

Error undefinedError(const CompileCommand& target, const std::vector<std::string>& symbols,
                     const std::string& why) {
  constexpr size_t kNamed = 3;
  std::string names;
  for (size_t i = 0; i < std::min(kNamed, symbols.size()); ++i) {
    names += fmt::format("{}{}", i == 0 ? "" : ", ", demangled(symbols[i]));
  }
  if (symbols.size() > kNamed) names += fmt::format(" and {} more", symbols.size() - kNamed);
  return {fmt::format("{} needs {}, which nothing in the project defines{}; name the library with --link",
                      target.file.string(), names, why.empty() ? "" : fmt::format(" ({})", why))};
}

std::vector<std::string> missingLibraries(const std::string& diagnostics) {
  static const std::regex pattern("unable to find library (-l\\S+)");
  return matches(diagnostics, pattern);
}

}  // namespace covolve::unit
