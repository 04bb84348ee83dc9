// Reads the arguments of a compiler's driver.
//
// What makes it hard: options are found in arrays by std::ranges, some by their prefix; values stand behind
// an equals sign or in the next argument; and some options contradict each other.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace testability::options {

enum class Outcome { Compile, Help, NoInput, UnknownOption, MissingValue, BadValue, Conflict, TooOld };

struct Settings {
  int level = 0;
  bool isDebug = false;
  bool isStatic = false;
  std::string output;
  std::string standard = "c++17";
  std::vector<std::string> inputs;
};

namespace {

constexpr std::array<std::string_view, 4> kStandards{"c++14", "c++17", "c++20", "c++23"};
constexpr std::array<std::string_view, 3> kHelp{"--help", "-help", "-h"};

bool isSameInAnyCase(std::string_view one, std::string_view other) {
  return std::ranges::equal(one, other, [](char a, char b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return lower(a) == lower(b);
  });
}

/// -O0 to -O3, -Os, -Ofast
bool readLevel(std::string_view text, int& level) {
  if (text.size() == 1 && text[0] >= '0' && text[0] <= '3') {
    level = text[0] - '0';
    return true;
  }
  if (text == "s") {
    level = 2;
    return true;
  }
  if (isSameInAnyCase(text, "fast")) {
    level = 4;
    return true;
  }
  return false;
}

}  // namespace

Outcome readArguments(const std::vector<std::string>& arguments, Settings& settings) {
  settings = Settings{};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (!argument.starts_with('-') || argument == "-") {
      settings.inputs.push_back(arguments[i]);
    } else if (std::ranges::find(kHelp, argument) != kHelp.end()) {
      return Outcome::Help;
    } else if (argument == "-o" || argument == "--output") {
      if (i + 1 == arguments.size()) return Outcome::MissingValue;
      settings.output = arguments[++i];
    } else if (argument.starts_with("--output=")) {
      settings.output = argument.substr(9);
      if (settings.output.empty()) return Outcome::MissingValue;
    } else if (argument.starts_with("-O")) {
      if (!readLevel(argument.substr(2), settings.level)) return Outcome::BadValue;
    } else if (argument.starts_with("-std=")) {
      const std::string_view standard = argument.substr(5);
      if (std::ranges::count(kStandards, standard) == 0) return Outcome::BadValue;
      settings.standard = standard;
    } else if (argument == "-g") {
      settings.isDebug = true;
    } else if (argument == "-static") {
      settings.isStatic = true;
    } else {
      return Outcome::UnknownOption;
    }
  }
  if (settings.inputs.empty()) return Outcome::NoInput;
  if (settings.isDebug && settings.level == 4) return Outcome::Conflict;
  const auto isModule = [](const std::string& input) { return input.ends_with(".cppm"); };
  if (std::ranges::any_of(settings.inputs, isModule) && (settings.standard <=> "c++20") < 0)
    return Outcome::TooOld;
  if (settings.isStatic && std::string_view(settings.output).ends_with(".so")) return Outcome::Conflict;
  if (std::ranges::find(settings.inputs, settings.output) != settings.inputs.end()) return Outcome::Conflict;
  return Outcome::Compile;
}

}  // namespace testability::options
