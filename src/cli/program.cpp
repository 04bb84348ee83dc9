#include "cli/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "base/interrupt.h"
#include "base/process.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/unit_command.h"

namespace covolve::cli {

std::vector<std::unique_ptr<Command>> makeCommands() {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(std::make_unique<UnitCommand>());
  return commands;
}

int reportError(const Error& error) {
  fmt::print(stderr, "covolve: {}\n", error.message);
  return error.blame == Error::Blame::User ? kUserMistake : kOwnMistake;
}

namespace {

struct Declared {
  CLI::App app{"covolve evolves tests for C++: point it at a source file and it writes its test file.",
               "covolve"};
  std::vector<std::unique_ptr<Command>> commands = makeCommands();
  std::vector<CLI::App*> subcommands;

  Declared() {
    app.set_version_flag("--version", std::string("covolve ") + kVersion);
    app.require_subcommand(0, 1);
    app.footer(
        "Start with:  covolve unit -p build src/order.cpp     and    covolve unit --help\n"
        "Exit status: 0 done, 1 your input is wrong, 2 covolve failed, 3 faults found and --fail-on-fault "
        "given.");
    for (const auto& command : commands) subcommands.push_back(command->declare(app));
  }
};

/// CLI11 ends its messages with advice on a second line: the user gets one sentence.
std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

int runProgram(int argumentCount, char** arguments) {
  Declared program;
  bool wantsReference = false;
  program.app.add_flag("--reference", wantsReference)->group("");
  // What follows a bare -- is for the compiler, as with Clang's own tools.
  char** const end = arguments + argumentCount;
  char** const dashes =
      std::find_if(arguments, end, [](const char* text) { return std::string_view(text) == "--"; });
  std::optional<std::vector<std::string>> rest;
  if (dashes != end) rest.emplace(dashes + 1, end);
  try {
    program.app.parse(static_cast<int>(dashes - arguments), arguments);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return program.app.exit(error);
    return reportError({firstLine(error.what()), Error::Blame::User});
  }
  if (wantsReference) {
    fmt::print("{}", referencePage());
    return kDone;
  }
  keepInheritedDescriptors();
  installInterruptHandler();
  for (size_t i = 0; i < program.commands.size(); ++i) {
    if (program.subcommands[i]->parsed()) return program.commands[i]->run(rest);
  }
  fmt::print("{}", program.app.help());
  return kDone;
}

std::string referencePage() {
  const Declared program;
  std::string page =
      "# Reference\n\nMade from the options' declarations by `covolve --reference`; do not edit.\n";
  for (const CLI::App* command : program.subcommands) {
    page += fmt::format("\n## covolve {}\n\n{}\n", command->get_name(), command->get_description());
    std::string group;
    for (const CLI::Option* option : command->get_options()) {
      if (option->get_group().empty()) continue;
      if (option->get_group() != group) {
        group = option->get_group();
        page += fmt::format("\n### {}\n\n| option | default | meaning |\n|---|---|---|\n", group);
      }
      page += fmt::format("| `{}` | {} | {} |\n", option->get_name(option->get_positional(), true),
                          option->get_default_str().empty() ? "" : "`" + option->get_default_str() + "`",
                          option->get_description());
    }
  }
  page += fmt::format("\n{}\n", program.app.get_footer());
  return page;
}

}  // namespace covolve::cli
