#include "rest/outcome.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/files.h"
#include "base/utf8.h"
#include "report/summary_lines.h"
#include "rest/base_path.h"
#include "rest/emit/curl_line.h"
#include "rest/emit/rest_printer.h"
#include "rest/fault_groups.h"
#include "rest/http/secret_text.h"
#include "rest/http/url.h"
#include "rest/junit_report.h"
#include "rest/recording.h"
#include "rest/rest_report.h"
#include "rest/suite/lowering.h"

namespace covolve::rest {

namespace fs = std::filesystem;

namespace {

/// Where the service is that the tests and commands are for, unless somebody says otherwise. A port that was
/// chosen for the run means nothing after it, and two runs shall write the same: then it is a usual one.
std::string lastingUrl(const RestOptions& options, const Api& api, const RestOutcome& outcome) {
  constexpr uint16_t kUsualPort = 8080;
  const bool isDefault = options.url.empty() && !options.service.start.empty();
  const std::string url = isDefault ? std::string(kUrlOfStarted) : options.url;
  return url.contains(kPortMark) ? withoutServerPath(withPort(url, kUsualPort), api.serverPath)
                                 : withoutUser(outcome.url);
}

/// The calls of a test as shell commands: those of its last run, which began with the service's first state.
std::vector<std::string> commandsOf(const SuiteTest& test, const std::string& url,
                                    const LoweredSuite& lowered, const AuthenticationOptions& users) {
  std::vector<std::string> commands;
  for (const Call& call : test.runs.back()) {
    // A shell's comment, so that whoever adds the token of a login knows whose it is.
    std::string who = "nobody";
    if (!call.isAuthenticated) {
      commands.push_back(curlLine(call.request, url, {}));
    } else if (call.user == 0) {
      who = users.user;
      commands.push_back(curlLine(call.request, url, lowered.successes.authentication.headers));
    } else {
      who = users.others[call.user - 1].user;
      commands.push_back(curlLine(call.request, url, lowered.userHeaders[call.user - 1]));
    }
    if (!users.others.empty()) commands.back() += "  # by " + who;
  }
  return commands;
}

/// What the call at fault was answered: "500 application/json" and the beginning of the body.
std::string answerText(const SuiteTest& test, const Fault& fault) {
  constexpr size_t kMostOfBody = 600;
  const CallList& calls = test.runs.back();
  const HttpResponse* response = fault.call < calls.size() ? calls[fault.call].response() : nullptr;
  if (response == nullptr) return "";
  std::string text = fmt::format("{} {}", response->status, response->mediaType());
  const auto isControl = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
  };
  if (response->body.empty()) return text;
  if (!isUtf8(response->body) || std::ranges::any_of(response->body, isControl))
    return text + fmt::format("\n({} bytes)", response->body.size());
  std::string body = response->body.substr(0, kMostOfBody);
  while (!isUtf8(body)) body.pop_back();
  return text + "\n" + body + (body.size() < response->body.size() ? " ..." : "");
}

/// Returns the identifiers of those that did not show again when they were tried again: they may be what
/// other tests had left behind.
std::set<std::string> addFaults(const RestOptions& options, const Api& api, const RestOutcome& outcome,
                                const LoweredSuite& lowered, const emit::RestPrinter& printer,
                                report::RunReport& report, std::map<std::string, Json>& recordings) {
  std::set<std::string> doubtful;
  const std::string url = lastingUrl(options, api, outcome);
  for (const Fault& fault : outcome.suite.faults) {
    const auto showsIt = [&](const SuiteTest& test) {
      return std::ranges::any_of(test.faults, [&](const Fault& one) { return one.key() == fault.key(); });
    };
    const auto test = std::ranges::find_if(outcome.suite.tests, showsIt);
    std::string name;
    std::vector<std::string> commands;
    if (test != outcome.suite.tests.end()) {
      name = printer.testName(lowered.names[static_cast<size_t>(test - outcome.suite.tests.begin())]);
      commands = commandsOf(*test, url, lowered, options.authentication);
    }
    const auto& unstable = outcome.suite.unstable;
    const auto dropped =
        std::ranges::find_if(unstable, [&](const UnstableTest& one) { return showsIt(one.test); });
    const bool isDropped = name.empty() && dropped != unstable.end();
    if (isDropped) commands = commandsOf(dropped->test, url, lowered, options.authentication);
    // Any answer may be late once.
    if (name.empty() && fault.kind == "slow-answer") continue;
    auto entry = faultReport(fault, options, api, name, std::move(commands));
    entry.reproduced = !name.empty();
    if (!name.empty()) entry.answer = answerText(*test, fault);
    if (isDropped) entry.answer = answerText(dropped->test, fault);
    if (!name.empty() || isDropped)
      recordings.emplace(entry.id, jsonOf((isDropped ? dropped->test : *test).runs.back()));
    if (isDropped) entry.ending = fmt::format("No test is written for it: {}.", dropped->reason);
    if (isDropped && dropped->isDoubtful) doubtful.insert(entry.id);
    report.faults.push_back(std::move(entry));
  }
  return doubtful;
}

/// As faults.md numbers them.
std::string recordingsText(const report::RunReport& report, std::map<std::string, Json> recordings) {
  if (report.faults.empty()) return "";
  std::vector<RecordedFault> faults;
  const std::vector<FaultGroup> groups = groupsOf(report.faults);
  for (size_t i = 0; i < groups.size(); ++i) {
    for (const report::FaultReport* fault : groups[i].faults) {
      const auto calls = recordings.find(fault->id);
      faults.push_back({.id = fault->id,
                        .number = i + 1,
                        .kind = fault->kind,
                        .operation = fault->operation,
                        .detail = fault->detail,
                        .description = fault->description,
                        .calls = calls != recordings.end() ? std::move(calls->second) : Json::array()});
    }
  }
  return writeRecordings(faults);
}

/// Services may say back what proves who is calling.
void hideIn(Json& json, const std::vector<std::string>& secrets) {
  if (json.is_string()) json = hidden(json.get<std::string>(), secrets);
  if (!json.is_structured()) return;
  for (Json& part : json) hideIn(part, secrets);
}

void hideSecrets(const std::vector<std::string>& secrets, report::RunReport& report,
                 std::map<std::string, Json>& recordings) {
  for (report::FaultReport& fault : report.faults) {
    for (std::string* text : {&fault.description, &fault.answer, &fault.ending})
      *text = hidden(*text, secrets);
    for (std::string& command : fault.commands) command = hidden(command, secrets);
  }
  for (std::string& note : report.notes) note = hidden(note, secrets);
  for (auto& [id, calls] : recordings) hideIn(calls, secrets);
}

void addNotes(const RestOutcome& outcome, report::RunReport& report) {
  report.notes.insert(report.notes.begin(), outcome.notes.begin(), outcome.notes.end());
  if (outcome.restarts > 0) {
    report.notes.push_back(fmt::format("The service died and was started again {} time{}.", outcome.restarts,
                                       outcome.restarts == 1 ? "" : "s"));
  }
  if (const LeftOut& leftOut = outcome.suite.leftOut; leftOut.any()) {
    report.notes.push_back(fmt::format(
        "There was no time to write tests for {} and {}: choosing and repeating tests gets half of what the "
        "search gets.",
        report::counted(leftOut.faults, "fault", "faults"),
        report::counted(leftOut.others, "other result", "other results")));
  }
  if (outcome.interrupted) {
    report.notes.push_back("The run was interrupted: its tests are written as they ran, without repetition.");
  }
  if (!outcome.endReason.empty()) {
    report.notes.push_back(
        fmt::format("The run ended early, and its tests are written as they ran, without repetition: {}.",
                    outcome.endReason));
  }
}

/// Whether the run would have shown the fault: it went on to its end, and nothing left it out.
bool wasTried(const KnownFault& fault, const RestOptions& options, const Api& api,
              const RestOutcome& outcome) {
  if (outcome.interrupted || !outcome.endReason.empty() || outcome.hasEnoughFaults) return false;
  if (!options.oracles.empty() && std::ranges::find(options.oracles, fault.kind) == options.oracles.end())
    return false;
  const auto isTested = [&](const Operation& operation) {
    return fault.operation == operation.method + " " + operation.path;
  };
  if (std::ranges::any_of(api.operations, isTested)) return true;
  // A method that a path does not have is called only where the filters want it.
  const std::string method = fault.operation.substr(0, fault.operation.find(' '));
  const auto& wanted = options.include.methods;
  const auto isMethod = [&](const std::string& one) { return isSameHeader(one, method); };
  if (std::ranges::any_of(options.exclude.methods, isMethod)) return false;
  if (!wanted.empty() && std::ranges::none_of(wanted, isMethod)) return false;
  const auto hasItsPath = [&](const SkippedOperation& skipped) {
    const size_t space = std::min(skipped.what.find(' '), skipped.what.size());
    return fault.operation.ends_with(skipped.what.substr(space)) && space < skipped.what.size() &&
           fault.operation.size() - method.size() == skipped.what.size() - space;
  };
  return std::ranges::none_of(api.skipped, hasItsPath);
}

/// One that somebody else wrote stays as it is.
void addProject(const emit::RestPrinter::ProjectFile& project, bool isWanted, const fs::path& directory,
                std::vector<report::OutputFile>& files, report::RunReport& report) {
  const auto present = readFile(directory / project.name);
  if (present && !present->contains(project.mark)) {
    if (isWanted)
      report.notes.push_back(fmt::format(
          "There is a {} already, which covolve did not write: it stays as it is, and has to name what "
          "the tests need (docs/rest.md).",
          project.name));
    return;
  }
  files.push_back({"project", project.name, isWanted ? project.text : ""});
}

}  // namespace

LoweringOptions loweringOptions(const RestOptions& options, const Api& api, const RestOutcome& outcome) {
  const bool isSecure = outcome.url.starts_with("https:");
  return {.authentication = options.authentication,
          .baseUrl = lastingUrl(options, api, outcome),
          .surroundings = {.url = outcome.url,
                           .isFirstStateKnown = outcome.isFirstStateKnown,
                           .secrets = outcome.secrets},
          .certificates = {.areVerified = options.client.verifiesCertificates,
                           .hasOwnAuthority = isSecure && !options.client.authority.empty(),
                           .hasClients = !options.client.certificate.empty()}};
}

std::vector<std::string> formatsOf(const RestOptions& options) {
  if (!options.formats.empty()) return options.formats;
  return {std::string(emit::restPrinterNames().front())};
}

Result<generate::Summary> writeOutcome(const report::OutputDirectory& output, const RestOptions& options,
                                       const Api& api, const RestOutcome& outcome) {
  const LoweredSuite lowered = lowerSuite(outcome.suite, api, loweringOptions(options, api, outcome));
  report::RunReport report = beginReport(options, api);
  generate::reportSearch(outcome, report);
  report.service->requests = outcome.requests;
  report.service->requestsPerSecond =
      outcome.searchSeconds > 0 ? static_cast<double>(outcome.requests) / outcome.searchSeconds : 0;
  report.service->operations = operationReports(api, outcome.statuses);
  const std::vector<std::string> names = formatsOf(options);
  const emit::RestPrinter& first = *emit::findRestPrinter(names.front());
  std::map<std::string, Json> recordings;  // by the fault's identifier
  const std::set<std::string> doubtful = addFaults(options, api, outcome, lowered, first, report, recordings);
  addNotes(outcome, report);
  if (!lowered.secrets.empty()) {
    std::vector<std::string> names;
    for (const auto& [name, value] : lowered.secrets) names.push_back(name);
    report.notes.push_back(fmt::format("The tests take what proves who is calling from the environment: {}.",
                                       fmt::join(names, ", ")));
  }
  const auto isTried = [&](const KnownFault& fault) { return wasTried(fault, options, api, outcome); };
  hideSecrets(lowered.secretTexts, report, recordings);
  if (outcome.baseline) compare(*outcome.baseline, report, isTried);
  for (const DroppedTest& dropped : outcome.suite.dropped)
    report.dropped.push_back({dropped.what, "", hidden(dropped.reason, lowered.secretTexts)});

  std::vector<report::OutputFile> files;
  for (const std::string_view known : emit::restPrinterNames()) {
    const emit::RestPrinter& printer = *emit::findRestPrinter(known);
    const bool isWanted = std::ranges::find(names, known) != names.end();
    const auto add = [&](const char* part, const emit::TestFile& file) {
      const bool isThere = isWanted && !file.tests.empty();
      files.push_back(
          {fmt::format("{} ({})", part, known), printer.fileName(part), isThere ? printer.print(file) : ""});
    };
    add("successes", lowered.successes);
    add("faults", lowered.faults);
    add("others", lowered.others);
    const bool hasTests = isWanted && !outcome.suite.tests.empty();
    if (const auto project = printer.projectFile())
      addProject(*project, hasTests, options.output, files, report);
  }
  for (size_t i = 0; i < outcome.suite.tests.size(); ++i) {
    const SuiteTest& test = outcome.suite.tests[i];
    const char* part = test.group == Group::Successes ? "successes"
                       : test.group == Group::Faults  ? "faults"
                                                      : "others";
    report.tests.push_back({lowered.successes.suite, first.testName(lowered.names[i]), first.fileName(part),
                            test.coveredTargets});
  }
  files.push_back({"fault calls", kRecordingsFile, recordingsText(report, std::move(recordings))});
  files.push_back({"fault list", "faults.md", report.faults.empty() ? "" : writeFaultList(report)});
  if (auto written = output.write(report, std::move(files)); !written)
    return std::unexpected(written.error());
  if (!options.junit.empty()) {
    if (auto written = replaceFile(options.junit, writeJunit(report)); !written)
      return std::unexpected(written.error());
  }
  if (options.baseline.adds || options.baseline.prunes) {
    const std::string baseline = writeBaseline(*outcome.baseline, report, options.baseline, isTried);
    if (auto written = replaceFile(options.baseline.file, baseline); !written)
      return std::unexpected(written.error());
  }
  const auto isSure = [&](const report::FaultReport& fault) {
    if (fault.isKnown || fault.isHint) return false;
    return !doubtful.contains(fault.id) || fault.kind == "server-error" || fault.kind == "connection-loss";
  };
  return generate::Summary{writeSummary(report), std::ranges::any_of(report.faults, isSure),
                           outcome.interrupted ? "it was interrupted" : outcome.endReason};
}

}  // namespace covolve::rest
