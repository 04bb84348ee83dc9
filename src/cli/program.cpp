#include "cli/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/edit_distance.h"
#include "base/interrupt.h"
#include "base/process.h"
#include "base/version.h"
#include "cli/campaign_command.h"
#include "cli/campaign_task_command.h"
#include "cli/command.h"
#include "cli/mutants_command.h"
#include "cli/report_command.h"
#include "cli/rest_command.h"
#include "cli/unit_command.h"

namespace covolve::cli {

std::vector<std::unique_ptr<Command>> makeCommands() {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(std::make_unique<UnitCommand>());
  commands.push_back(std::make_unique<RestCommand>());
  commands.push_back(std::make_unique<MutantsCommand>());
  commands.push_back(std::make_unique<ReportCommand>());
  commands.push_back(std::make_unique<CampaignCommand>());
  commands.push_back(std::make_unique<CampaignTaskCommand>());
  return commands;
}

int reportError(const Error& error) {
  fmt::print(stderr, "covolve: {}\n", error.message);
  return error.blame == Error::Blame::User ? kUserMistake : kOwnMistake;
}

namespace {

struct Declared {
  CLI::App app{
      "covolve evolves tests for C++: point it at a source file, or at a REST API, and it writes the tests.",
      "covolve"};
  std::vector<std::unique_ptr<Command>> commands = makeCommands();
  std::vector<CLI::App*> subcommands;

  Declared() {
    app.set_version_flag("--version", std::string("covolve ") + kVersion);
    app.require_subcommand(0, 1);
    app.footer(
        "Start with:  covolve unit -p build src/order.cpp     and    covolve unit --help\n"
        "        or:  covolve rest --schema openapi.yaml --url http://localhost:8080\n"
        "Exit status: 0 done, 1 your input is wrong, 2 covolve failed, 3 faults found and --fail-on-fault "
        "given, 4 covolve rest was interrupted or lost the service.");
    for (const auto& command : commands) subcommands.push_back(command->declare(app));
  }

  /// The one that was parsed, or null.
  Command* chosen() const {
    for (size_t i = 0; i < commands.size(); ++i) {
      if (subcommands[i]->parsed()) return commands[i].get();
    }
    return nullptr;
  }
};

/// CLI11 ends its messages with advice on a second line: the user gets one sentence.
std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

/// With their dashes.
std::vector<std::string> optionNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// What CLI11 has to say, as one sentence. An option that another command has is no spelling mistake.
std::string sentenceOf(const CLI::ParseError& error, const Declared& program) {
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError)) return firstLine(error.what());
  for (const CLI::App* given : program.subcommands) {
    for (const std::string& word : given->remaining()) {
      const std::string option = word.substr(0, word.find('='));
      if (!option.starts_with("--")) continue;
      for (const CLI::App* other : program.subcommands) {
        if (other->get_option_no_throw(option) == nullptr) continue;
        return fmt::format("{} has no effect on covolve {}: it is an option of covolve {}", option,
                           given->get_name(), other->get_name());
      }
      const std::vector<std::string> names = optionNames(*given);
      if (const std::string* meant = nearestName(names, option))
        return fmt::format("covolve {} has no option {}; did you mean {}?", given->get_name(), option,
                           *meant);
    }
  }
  return firstLine(error.what());
}

/// What follows a bare -- is for the compiler, as with Clang's own tools. `words` keeps what comes before.
std::optional<std::vector<std::string>> takeRest(std::vector<std::string>& words) {
  const auto dashes = std::ranges::find(words, "--");
  if (dashes == words.end()) return std::nullopt;
  std::vector<std::string> rest(dashes + 1, words.end());
  words.erase(dashes, words.end());
  return rest;
}

/// The program's name is left out; throws as CLI11 does.
void parse(CLI::App& app, std::vector<std::string> words) {
  words.erase(words.begin());
  std::ranges::reverse(words);  // CLI11's order for a vector
  app.parse(std::move(words));
}

}  // namespace

int runProgram(int argumentCount, char** arguments) {
  Declared program;
  bool wantsReference = false;
  program.app.add_flag("--reference", wantsReference)->group("");
  std::vector<std::string> words(arguments, arguments + argumentCount);
  const auto rest = takeRest(words);
  try {
    parse(program.app, std::move(words));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return program.app.exit(error);
    return reportError({sentenceOf(error, program), Error::Blame::User});
  }
  if (wantsReference) {
    fmt::print("{}", referencePage());
    return kDone;
  }
  keepInheritedDescriptors();
  installInterruptHandler();
  if (Command* command = program.chosen()) {
    if (const auto checked = command->check(rest); !checked) return reportError(checked.error());
    return command->run();
  }
  fmt::print("{}", program.app.help());
  return kDone;
}

Result<void> checkCommandLine(const std::vector<std::string>& words) {
  Declared program;
  const auto isNamed = [&](const CLI::App* command) {
    return words.size() > 1 && command->get_name() == words[1];
  };
  if (std::ranges::none_of(program.subcommands, isNamed)) {
    return userError(words.size() > 1 ? fmt::format("covolve has no command {}", words[1])
                                      : "no command is given");
  }
  std::vector<std::string> before = words;
  const auto rest = takeRest(before);
  try {
    parse(program.app, std::move(before));
  } catch (const CLI::ParseError& error) {
    return userError(sentenceOf(error, program));
  }
  return program.chosen()->check(rest);
}

std::string referencePage() {
  const Declared program;
  std::string page =
      "# Reference\n\nMade from the options' declarations by `covolve --reference`; do not edit.\n";
  for (const CLI::App* command : program.subcommands) {
    if (command->get_group().empty()) continue;  // of covolve's own
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
