// removeUnknownFlags: clang itself is asked, with an empty source.
#include <algorithm>
#include <regex>

#include "base/process.h"
#include "unit/build/compile_flags.h"

namespace covolve::unit {

namespace {

/// Worth asking clang about: it has no value of its own and is none of the options that every compiler has.
bool mayBeUnknown(std::string_view flag) {
  const auto known = {"-I", "-D", "-U", "-W", "-std"};
  return flag.starts_with('-') && wordsOf(flag) == 1 &&
         std::ranges::none_of(known, [&](const char* start) { return flag.starts_with(start); });
}

/// The flags that clang's words on an empty source are about.
std::set<std::string> refusedFlags(const std::string& words) {
  static const std::regex whole(
      "(?:unknown argument:?|unsupported option|invalid argument|invalid value '[^']*' in) '([^']*)'");
  static const std::regex value("unsupported argument '([^']*)' to option '([^']*)'");
  static const std::regex processor("unknown target CPU '([^']*)'");
  const auto each = [&](const std::regex& pattern, auto take) {
    for (std::sregex_iterator found(words.begin(), words.end(), pattern); found != std::sregex_iterator();
         ++found) {
      take(*found);
    }
  };
  std::set<std::string> refused;
  each(whole, [&](const std::smatch& match) { refused.insert(match[1].str()); });
  each(value, [&](const std::smatch& match) { refused.insert(match[2].str() + match[1].str()); });
  each(processor, [&](const std::smatch& match) {
    for (const char* option : {"-march=", "-mtune=", "-mcpu="}) refused.insert(option + match[1].str());
  });
  return refused;
}

/// Those of the flags that this clang refuses for the language. It tells of some only when others are gone.
std::set<std::string> unknownAmong(std::set<std::string> flags, const char* language) {
  std::set<std::string> unknown;
  for (bool isNew = !flags.empty(); isNew;) {
    Command ask{.arguments = {"clang++-19", "-fsyntax-only", "-w", "-fno-color-diagnostics"}};
    ask.arguments.insert(ask.arguments.end(), flags.begin(), flags.end());
    ask.arguments.insert(ask.arguments.end(), {"-x", language, "/dev/null"});
    const auto answer = run(ask);
    if (!answer) return {};  // no clang: the first compilation says so in better words
    isNew = false;
    for (const std::string& flag : refusedFlags(answer->errors)) {
      isNew |= flags.erase(flag) > 0;
      unknown.insert(flag);
    }
  }
  return unknown;
}

std::vector<std::string> without(const std::set<std::string>& unknown,
                                 const std::vector<std::string>& flags) {
  std::vector<std::string> known;
  for (size_t i = 0; i < flags.size();) {
    const size_t next = std::min(flags.size(), i + wordsOf(flags[i]));
    const bool isKnown = !unknown.contains(flags[i]);
    for (; i < next; ++i) {
      if (isKnown) known.push_back(flags[i]);
    }
  }
  return known;
}

}  // namespace

void removeUnknownFlags(std::vector<CompileCommand>& commands) {
  for (const bool isC : {false, true}) {
    std::set<std::string> questions;
    for (const CompileCommand& command : commands) {
      for (size_t i = 0; i < command.flags.size(); i += wordsOf(command.flags[i])) {
        if (command.isC == isC && mayBeUnknown(command.flags[i])) questions.insert(command.flags[i]);
      }
    }
    const std::set<std::string> unknown = unknownAmong(std::move(questions), isC ? "c" : "c++");
    if (unknown.empty()) continue;
    for (CompileCommand& command : commands) {
      if (command.isC == isC) command.flags = without(unknown, command.flags);
    }
  }
}

}  // namespace covolve::unit
