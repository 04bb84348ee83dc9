#include "cli/rest_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

#include "base/duration.h"
#include "base/interrupt.h"
#include "cli/configured_options.h"
#include "cli/declared_options.h"
#include "cli/progress.h"
#include "rest/emit/rest_printer.h"
#include "rest/generate.h"
#include "rest/http/header_list.h"
#include "rest/oracle/oracle.h"
#include "yaml/tree.h"

namespace covolve::cli {

namespace {

using rest::ConfiguredOption;

/// Of options that can be repeated: one value each time.
CLI::Option* repeatable(CLI::Option* option) { return option->expected(1)->take_all(); }

Result<std::pair<std::string, std::string>> parseHeader(const std::string& text) {
  const size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  if (colon == std::string::npos || !rest::isHeaderName(name)) {
    return userError(fmt::format("--header takes 'Name: value', not '{}'", text));
  }
  const size_t start = text.find_first_not_of(" \t", colon + 1);
  std::string value = start == std::string::npos ? "" : text.substr(start);
  while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.pop_back();
  if (!rest::isHeaderValue(value)) {
    return userError(fmt::format("the value of the header {} has a control character in it", name));
  }
  return std::pair(name, value);
}

bool isWebAddress(const std::string& text) {
  return text.starts_with("http://") || text.starts_with("https://");
}

}  // namespace

CLI::App* RestCommand::declare(CLI::App& program) {
  command_ = program.add_subcommand("rest", "Writes tests for a REST API and finds its faults, black box.");
  command_->footer(
      "Examples:\n"
      "  covolve rest --schema openapi.yaml --url http://localhost:8080       a service that runs already\n"
      "  covolve rest --schema http://localhost:8080/openapi.json --budget 5m its own document, longer\n"
      "  covolve rest --schema openapi.yaml --url http://localhost:{port} \\\n"
      "               --start './server --port {port}'                        started here, on a free port\n"
      "  covolve rest --schema api.json --bearer \"$TOKEN\" --exclude-path '/admin/**' --format pytest\n"
      "  covolve rest --config api.yaml                                       all of that from a file\n"
      "The file's format, authentication and what counts as a fault are described in docs/rest.md.");
  declareInput();
  declareReplay();
  declareOutput();
  declareService();
  declareRequests();
  declareAuthentication();
  declareFilters();
  declareSearchOptions();
  return command_;
}

void RestCommand::declareInput() {
  command_
      ->add_option(
          "--config", configurationFile_,
          "YAML file with these options (without the dashes), headers, login, users and filters; the "
          "command line wins over it")
      ->group("Input")
      ->type_name("FILE");
  command_->add_option("--schema", options_.schema, "OpenAPI document, 2.0 to 3.1, JSON or YAML")
      ->group("Input")
      ->type_name("FILE|URL");
  command_
      ->add_option("--wait-for-schema", waitForSchema_,
                   "Wait so long for the document's URL to give it, for a service that is just being started")
      ->group("Input")
      ->type_name("TIME");
  command_
      ->add_option("--url", options_.url,
                   "Where the service answers; {port} is a free port, for --start; default: the document's "
                   "first server, with --start http://127.0.0.1:{port}")
      ->group("Input")
      ->type_name("URL");
  command_
      ->add_option("--base-path", options_.basePath,
                   "Path in front of the operations, instead of the one that the document's server has: / "
                   "for none")
      ->group("Input")
      ->type_name("PATH");
}

void RestCommand::declareReplay() {
  command_
      ->add_option(
          "--replay", options_.replay,
          "Make the calls of one fault of an earlier run again, which --output has: by its identifier, or "
          "by its number in faults.md. Nothing is searched or written; status 3: it is still there, 0: it "
          "did not show, 4: that cannot be told")
      ->group("Input")
      ->type_name("FAULT");
}

void RestCommand::declareOutput() {
  command_->add_option("-o,--output", options_.output, "Where the tests and the report go")
      ->group("Output")
      ->type_name("DIR")
      ->capture_default_str();
  std::string help = "Language of the tests (repeatable, or separated by commas)";
  std::vector<std::string> names;
  for (const std::string_view name : rest::emit::restPrinterNames()) {
    help += fmt::format("{} {}: {}", names.empty() ? "." : ";", name,
                        rest::emit::findRestPrinter(name)->description());
    names.emplace_back(name);
  }
  repeatable(command_->add_option("--format", options_.formats, help))
      ->group("Output")
      ->type_name("NAMES")
      ->delimiter(',')
      ->check(CLI::IsMember(names))
      ->default_str(names.empty() ? "" : names.front());
  command_->add_flag("--fail-on-fault", options_.failOnFault, "Exit with status 3 when a fault was found")
      ->group("Output");
  declareSwitch(
      *command_, "Output", "--run-emitted", options_.runsEmitted,
      "Run the tests as they are emitted, with pytest or Node where one is installed, and drop what "
      "fails");
  command_
      ->add_option(
          "--baseline", options_.baseline.file,
          "Known faults, which --fail-on-fault does not count: a file that --update-baseline wrote, or "
          "an earlier covolve.json")
      ->group("Output")
      ->type_name("FILE");
  command_
      ->add_flag("--update-baseline", options_.baseline.adds, "Add the faults that are new to the baseline")
      ->group("Output");
  command_
      ->add_flag("--prune-baseline", options_.baseline.prunes,
                 "Take out of the baseline what did not show in this run")
      ->group("Output");
  command_->add_option("--junit", options_.junit, "Write the operations and faults as JUnit XML, too")
      ->group("Output")
      ->type_name("FILE");
  command_
      ->add_option("--har", options_.har,
                   "Write down what is sent and answered as an HTTP archive; of headers that authenticate, "
                   "the names; bodies up to 64 KB, and 512 MB in all")
      ->group("Output")
      ->type_name("FILE");
  command_->add_flag("-q,--quiet", options_.quiet, "No progress line and no summary")->group("Output");
}

void RestCommand::declareService() {
  command_
      ->add_option("--start", options_.service.start,
                   "Shell line that starts the service, again when it died; {port} is replaced")
      ->group("Service")
      ->type_name("COMMAND");
  command_
      ->add_option(
          "--reset", options_.service.reset,
          "Brings the service back to its first state: a shell line, or a call such as 'POST /reset'; "
          "default: it is started anew where --start is given")
      ->group("Service")
      ->type_name("COMMAND");
  command_
      ->add_option(
          "--start-directory", options_.service.directory,
          "Where --start and --reset run; default: here, or the folder of the file that they stand in")
      ->group("Service")
      ->type_name("DIR");
  command_
      ->add_option("--start-timeout", startTimeout_,
                   "How long the service may take until it accepts connections")
      ->group("Service")
      ->type_name("TIME")
      ->capture_default_str();
}

void RestCommand::declareRequests() {
  command_->add_option("--timeout", timeout_, "A request that takes longer has failed")
      ->group("Requests")
      ->type_name("TIME")
      ->capture_default_str();
  command_
      ->add_option("--max-response-time", maxResponseTime_,
                   "An answer that takes longer, whenever it is asked for, is a fault; default: none does")
      ->group("Requests")
      ->type_name("TIME");
  command_->add_option("--connect-timeout", connectTimeout_, "How long a connection may take")
      ->group("Requests")
      ->type_name("TIME")
      ->capture_default_str();
  command_->add_option("--body-limit", bodyLimitMegabytes_, "Of a response so much is read, in MiB")
      ->group("Requests")
      ->type_name("MIB")
      ->check(between(1, 4096))
      ->capture_default_str();
  command_->add_option("--rate", options_.client.requestsPerSecond, "Requests a second at most; 0: no limit")
      ->group("Requests")
      ->type_name("N")
      ->check(between(0, 1e6))
      ->default_str("0");
  command_
      ->add_option("--redirects", options_.client.redirects,
                   "Redirects that are followed; 0: they are answers")
      ->group("Requests")
      ->type_name("N")
      ->check(between(0, 50))
      ->capture_default_str();
  command_->add_flag("--insecure", isInsecure_, "Do not verify the service's certificate")->group("Requests");
  command_
      ->add_option(
          "--ca-certificate", options_.client.authority,
          "Certificates (PEM) of the authorities that may have signed the service's; default: those of "
          "SSL_CERT_FILE in the environment, else the system's")
      ->group("Requests")
      ->type_name("FILE");
  command_
      ->add_option("--client-certificate", options_.client.certificate,
                   "Certificate (PEM) that proves to the service who is calling")
      ->group("Requests")
      ->type_name("FILE");
  command_
      ->add_option("--client-key", options_.client.key,
                   "Key of --client-certificate (PEM, without a password); default: in the same file")
      ->group("Requests")
      ->type_name("FILE");
  command_
      ->add_option("--proxy", options_.client.proxy,
                   "Proxy that requests go through; default: none, whatever the environment says")
      ->group("Requests")
      ->type_name("URL");
}

void RestCommand::declareAuthentication() {
  repeatable(
      command_->add_option("--header", headers_, "Header of every request (repeatable): 'X-Api-Key: abc'"))
      ->group("Authentication")
      ->type_name("TEXT");
  command_->add_option("--basic", basic_, "User and password, separated by a colon")
      ->group("Authentication")
      ->type_name("USER:PASSWORD");
  command_->add_option("--bearer", bearer_, "Token: every request has 'Authorization: Bearer TOKEN'")
      ->group("Authentication")
      ->type_name("TOKEN");
  declareSwitch(*command_, "Authentication", "--cookies", options_.authentication.keepsCookies,
                "Send back the cookies that the service sets");
}

void RestCommand::declareFilters() {
  const auto declareOne = [&](const std::string& option, std::vector<std::string>& words,
                              const std::string& help, const char* type) {
    return repeatable(command_->add_option(option, words, help))->group("Operations")->type_name(type);
  };
  for (const bool includes : {true, false}) {
    rest::OperationFilter& filter = includes ? options_.include : options_.exclude;
    const std::string prefix = includes ? "--include-" : "--exclude-";
    const std::string what = includes ? "Test only" : "Leave out";
    declareOne(prefix + "path", filter.paths,
               what + " operations with such a path (repeatable); * within a segment, ** any: '/pets/**'",
               "PATTERN");
    declareOne(prefix + "tag", filter.tags, what + " operations with this tag (repeatable)", "NAME");
    declareOne(prefix + "operation", filter.operationIds, what + " the operation with this id (repeatable)",
               "ID");
    declareOne(prefix + "method", filter.methods,
               what + " operations with this method (repeatable, or separated by commas)", "METHOD")
        ->delimiter(',');
    declareOne(prefix + "matching", filter.expressions,
               what + " operations whose line has a match, as in 'GET /pets/{petId} getPet' (repeatable)",
               "REGEX");
  }
  command_
      ->add_flag("--exclude-deprecated", options_.exclude.deprecated,
                 "Leave out operations that the document calls deprecated")
      ->group("Operations");
}

void RestCommand::declareSearchOptions() {
  declareSearch(*command_, {.budget = budget_,
                            .budgetHelp = "Time for the search: 30s, 5m, 1h",
                            .countOption = "--requests",
                            .countHelp = "Number of requests to make instead of a time",
                            .count = options_.requests,
                            .seed = options_.seed,
                            .algorithm = options_.algorithm});
  command_->add_option("--longest-test", options_.longestTest, "Calls that a test has at most")
      ->group("Search")
      ->type_name("N")
      ->check(between(1, 1000))
      ->capture_default_str();
  command_
      ->add_option("--max-failures", options_.maxFailures,
                   "End the search when so many faults are found; default: no limit")
      ->group("Search")
      ->type_name("N")
      ->check(between(1, 1e9));
  std::string help = "What counts as a fault, separated by commas; default: all";
  std::vector<std::string> names;
  for (const auto& oracle : rest::oracles()) {
    help += fmt::format("{} {}: {}", names.empty() ? "." : ";", oracle->name(), oracle->description());
    names.emplace_back(oracle->name());
  }
  repeatable(command_->add_option("--oracles", options_.oracles, help))
      ->group("Search")
      ->type_name("NAMES")
      ->delimiter(',')
      ->check(CLI::IsMember(names));
  declareParameters(*command_, Level::Rest, options_.parameters);
}

bool RestCommand::isGiven(const std::string& name) const {
  const CLI::Option* option = command_->get_option_no_throw("--" + name);
  return option != nullptr && option->count() > 0;
}

bool RestCommand::isOverruled(const std::string& name) const {
  // Each stands for the other: they make the same header.
  if (name == "basic" || name == "bearer") return isGiven("basic") || isGiven("bearer");
  if (name == "budget" || name == "requests") return isGiven("budget") || isGiven("requests");
  // Where a command of the command line runs is said there, too.
  if (name == "start-directory") return isGiven("start-directory") || isGiven("start");
  return isGiven(name);
}

Result<void> RestCommand::applyConfiguration() {
  if (configurationFile_.empty()) return {};
  auto configuration =
      rest::readConfiguration(configurationFile_, knownOptions(*command_), rest::environmentVariable);
  if (!configuration) return std::unexpected(configuration.error());
  // What the command line gives is known before anything of the file is added to it.
  std::vector<const ConfiguredOption*> wanted;
  for (const ConfiguredOption& option : configuration->options) {
    if (option.name == "header") {
      fileHeaders_ = option.values;
    } else if (!isOverruled(option.name)) {
      wanted.push_back(&option);
    }
  }
  const auto isWanted = [&](const char* name) {
    return std::ranges::any_of(wanted, [&](const ConfiguredOption* option) { return option->name == name; });
  };
  for (const ConfiguredOption* option : wanted) {
    if (option->name == "budget" && isWanted("requests")) {
      return userError(yaml::atLine(configuration->document, option->line,
                                    "budget and requests both say when the search ends: give one of them"));
    }
    if (auto applied = applyOption(*command_, *option, configuration->document); !applied) return applied;
  }
  if (configuration->users) {
    if (isGiven("basic") || isGiven("bearer"))
      return userError(fmt::format("--{} and the users of {} both say who is calling: give one of them",
                                   isGiven("basic") ? "basic" : "bearer", configuration->document));
    const bool keepsCookies = options_.authentication.keepsCookies;
    options_.authentication = std::move(*configuration->users);
    options_.authentication.keepsCookies = keepsCookies;
  } else {
    options_.authentication.login = configuration->login;
  }
  options_.authentication.variables = configuration->variables;
  return {};
}

Result<void> RestCommand::takeDurations() {
  const auto take = [](const char* option, const std::string& text, auto& duration) -> Result<void> {
    const auto parsed = parseDuration(text);
    if (!parsed) return userError(fmt::format("{}: {}", option, parsed.error().message));
    duration = std::chrono::duration_cast<std::decay_t<decltype(duration)>>(*parsed);
    return {};
  };
  if (auto taken = take("--budget", budget_, options_.budget); !taken) return taken;
  if (auto taken = take("--timeout", timeout_, options_.client.timeout); !taken) return taken;
  if (!waitForSchema_.empty()) {
    if (!isWebAddress(options_.schema))
      return userError("--wait-for-schema waits for a URL: --schema is a file");
    options_.waitForSchema.emplace();
    if (auto taken = take("--wait-for-schema", waitForSchema_, *options_.waitForSchema); !taken) return taken;
  }
  if (!maxResponseTime_.empty()) {
    options_.longestResponse.emplace();
    if (auto taken = take("--max-response-time", maxResponseTime_, *options_.longestResponse); !taken)
      return taken;
    if (*options_.longestResponse >= options_.client.timeout)
      return userError("--max-response-time is as long as --timeout: no answer could be slow");
  }
  if (auto taken = take("--connect-timeout", connectTimeout_, options_.client.connectTimeout); !taken) {
    return taken;
  }
  return take("--start-timeout", startTimeout_, options_.service.startTimeout);
}

Result<void> RestCommand::takeAuthentication() {
  rest::AuthenticationOptions& authentication = options_.authentication;
  for (const auto* headers : {&fileHeaders_, &headers_}) {
    for (const std::string& text : *headers) {
      auto header = parseHeader(text);
      if (!header) return std::unexpected(header.error());
      // Of all users, but for what one of them says otherwise.
      const auto add = [&](rest::AuthenticationOptions& user) {
        const bool isOwn = std::ranges::any_of(
            user.headers, [&](const auto& own) { return rest::isSameHeader(own.first, header->first); });
        if (user.user.empty() || !isOwn) rest::setHeader(user.headers, header->first, header->second);
      };
      add(authentication);
      for (rest::AuthenticationOptions& other : authentication.others) add(other);
    }
  }
  for (rest::AuthenticationOptions& other : authentication.others) other.variables = authentication.variables;
  if (!basic_.empty() && !bearer_.empty())
    return userError("calls authenticate by basic or by bearer, not by both");
  if (!basic_.empty()) {
    const size_t colon = basic_.find(':');
    if (colon == std::string::npos || colon == 0) {
      return userError("--basic takes a user and a password with a colon between them");
    }
    authentication.basic = {basic_.substr(0, colon), basic_.substr(colon + 1)};
  }
  if (!rest::isHeaderValue(bearer_)) return userError("the token of --bearer has a control character in it");
  if (!bearer_.empty()) rest::setHeader(authentication.headers, "Authorization", "Bearer " + bearer_);
  const auto& login = authentication.login;
  if (login && login->tokenPointer.empty() && login->tokenHeader.empty() && !authentication.keepsCookies) {
    return userError(
        "the login needs token or token-header, which say where its answer has the token, or cookies: on");
  }
  return {};
}

Result<void> RestCommand::takeConnection() {
  rest::ClientOptions& client = options_.client;
  client.bodyLimit = bodyLimitMegabytes_ << 20;
  client.verifiesCertificates = !isInsecure_;
  std::error_code ignored;
  if (const auto file = rest::environmentVariable("SSL_CERT_FILE");
      file && client.authority.empty() && std::filesystem::is_regular_file(*file, ignored))
    client.authority = *file;
  if (!client.key.empty() && client.certificate.empty())
    return userError("--client-key needs --client-certificate: the certificate that it belongs to");
  for (const auto& [option, file] :
       {std::pair("--ca-certificate", client.authority),
        std::pair("--client-certificate", client.certificate), std::pair("--client-key", client.key)}) {
    if (!file.empty() && !std::filesystem::is_regular_file(file, ignored))
      return userError(fmt::format("{}: there is no file {}", option, file.string()));
  }
  constexpr std::array<std::string_view, 6> kSchemes{"http://",    "https://",  "socks4://",
                                                     "socks4a://", "socks5://", "socks5h://"};
  const auto begins = [&](std::string_view scheme) { return client.proxy.starts_with(scheme); };
  if (!client.proxy.empty() && std::ranges::none_of(kSchemes, begins)) {
    return userError(fmt::format("--proxy {}: it begins with http://, https:// or socks5://", client.proxy));
  }
  return {};
}

Result<void> RestCommand::takeUrl() {
  const std::string& url = options_.url;
  if (!url.empty() && !isWebAddress(url)) {
    return userError(fmt::format("--url {}: it begins with http:// or https://", url));
  }
  if (url.find("{port}") != std::string::npos && options_.service.start.empty()) {
    return userError(fmt::format("--url {}: {{port}} is for a service that --start starts", url));
  }
  return {};
}

Result<void> RestCommand::checkReplay(const std::set<std::string>& given) const {
  if (!options_.replay) return {};
  for (const std::string& option : given) {
    const std::string group = command_->get_option(option)->get_group();
    if (group == "Search" || group == "Search parameters" || group == "Techniques" || option == "--format")
      return userError(option +
                       " has no effect with --replay, which searches for nothing and writes no tests");
  }
  return {};
}

Result<void> RestCommand::check(const std::optional<std::vector<std::string>>& rest) {
  if (rest) return userError("rest takes no compiler flags");
  // A file may say how services are started that this call does not start; the command line would be in vain.
  const char* ofStart = isGiven("start-directory") ? "--start-directory"
                        : isGiven("start-timeout") ? "--start-timeout"
                                                   : nullptr;
  const std::set<std::string> given = givenOptions(*command_);
  if (auto checked = checkLimits(*command_, "--requests"); !checked) return checked;
  if (auto applied = applyConfiguration(); !applied) return applied;
  if (auto checked = checkNeeds(*command_, given); !checked) return checked;
  const bool looksForSlow = std::ranges::find(options_.oracles, "slow-answer") != options_.oracles.end();
  if (given.contains("--oracles") && !options_.replay) {
    if (looksForSlow && maxResponseTime_.empty())
      return userError("the oracle slow-answer needs --max-response-time: what is slow");
    if (!looksForSlow && given.contains("--max-response-time"))
      return userError("--max-response-time has no effect: --oracles leaves slow-answer out");
  }
  if (auto checked = checkReplay(given); !checked) return checked;
  if (options_.schema.empty()) {
    return userError("rest needs --schema: the OpenAPI document of the service, a file or a URL");
  }
  std::error_code ignored;
  const bool isAddress = options_.schema.find("://") != std::string::npos;
  if (isAddress && !isWebAddress(options_.schema)) {
    return userError(fmt::format("--schema {}: a URL begins with http:// or https://", options_.schema));
  }
  if (!isAddress && !std::filesystem::is_regular_file(options_.schema, ignored)) {
    return userError(fmt::format("there is no file {}", options_.schema));
  }
  const rest::BaselineOptions& baseline = options_.baseline;
  if (baseline.file.empty() && (baseline.adds || baseline.prunes)) {
    return userError(
        fmt::format("--{}-baseline needs --baseline: the file", baseline.adds ? "update" : "prune"));
  }
  if (ofStart != nullptr && options_.service.start.empty() && options_.service.reset.empty()) {
    return userError(fmt::format("{} is for --start and --reset: neither is given", ofStart));
  }
  if (auto taken = takeUrl(); !taken) return taken;
  if (auto taken = takeDurations(); !taken) return taken;
  if (auto taken = takeConnection(); !taken) return taken;
  return takeAuthentication();
}

int RestCommand::runReplay() {
  const auto replayed = rest::replayFault(options_, [](const generate::Progress&) {});
  if (!replayed) return reportError(replayed.error());
  if (!options_.quiet) fmt::print("{}", replayed->text);
  switch (replayed->outcome) {
    case rest::Replay::Outcome::IsThere:
      return kFaultsFound;
    case rest::Replay::Outcome::IsGone:
      return kDone;
    case rest::Replay::Outcome::CannotTell:
      return kEndedEarly;
  }
  return kEndedEarly;
}

int RestCommand::run() {
  if (options_.replay) return runReplay();
  ProgressLine progress(options_.quiet);
  auto summary =
      rest::generateTests(options_, [&](const generate::Progress& state) { progress.show(state); });
  progress.clear();
  if (!summary) {
    const int status = reportError(summary.error());
    return interruptRequested() ? kEndedEarly : status;
  }
  if (!options_.quiet) fmt::print("{}", summary->text);
  if (summary->foundFaults && options_.failOnFault) return kFaultsFound;
  if (summary->endReason.empty()) return kDone;
  fmt::print(stderr, "covolve: the run ended early: {}\n", summary->endReason);
  return kEndedEarly;
}

}  // namespace covolve::cli
