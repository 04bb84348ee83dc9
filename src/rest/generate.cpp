#include "rest/generate.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <thread>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/version.h"
#include "generate/search_phase.h"
#include "rest/base_path.h"
#include "rest/genes/gene_factory.h"
#include "rest/http/url.h"
#include "rest/operation_filter.h"
#include "rest/outcome.h"
#include "rest/request/authentication.h"
#include "rest/rest_report.h"
#include "rest/search/rest_problem.h"
#include "rest/suite/emitted_check.h"
#include "rest/suite/secrets.h"
#include "rest/suite/suite.h"

namespace covolve::rest {

namespace fs = std::filesystem;

namespace {

constexpr size_t kTestsBetweenResets = 1;
constexpr uint64_t kLeastToVerify = 20'000;  // requests
constexpr std::chrono::duration<double> kLeastTimeToVerify{5};
constexpr std::chrono::duration<double> kLeastTimeForEmitted{5};
constexpr std::chrono::duration<double> kGrace{8};  // on top of what search and verifying have together
constexpr std::chrono::duration<double> kMostTimeForEmitted{120};  // a run that hangs must end

/// One run, phase by phase; each fills in what the next and the report need.
class Run {
 public:
  Run(const RestOptions& options, const generate::OnProgress& onProgress)
      : options_(options), phases_(onProgress) {}

  Result<generate::Summary> run();
  Result<Replay> replayFault();

 private:
  using Clock = std::chrono::steady_clock;

  /// All that calls need: the document, the service, who is calling.
  Result<void> prepare();
  Result<void> readDocument();
  Result<void> reachService();
  Result<void> connect();
  /// With the port of a service of ours where a token comes from.
  AuthenticationOptions placed(AuthenticationOptions user) const;
  /// Tells at once where the service seems to be another one, or elsewhere.
  void lookForOperations();
  Result<void> search();
  /// What minimising and verifying may use after a search that began then.
  Allowance allowanceAfter(Clock::time_point searchStart, const TestRunner& runner) const;
  void noteLostLogins();
  /// Drops what fails as it is emitted.
  std::map<std::string, std::string> environmentOfTests() const;
  void runEmitted(TestRunner& runner, SuiteMaker& maker, std::vector<const Launcher*> launchers);
  bool runsEmitted() const;
  void addConstantsOfDocument();
  /// Those that the baseline does not know.
  size_t newFaults(const FaultBook& faults);

  const RestOptions& options_;
  generate::Phases phases_;
  std::atomic<bool> isOver_ = false;

  Api api_;
  std::string url_;
  std::optional<HarFile> har_;
  std::optional<Service> service_;
  std::optional<HttpClient> client_;
  std::shared_ptr<SecretTexts> secrets_ = std::make_shared<SecretTexts>();
  std::optional<Authentication> authentication_;
  std::vector<Authentication> others_;  // users after the first
  gene::Constants constants_;
  std::vector<const Oracle*> oracles_;
  RestOutcome outcome_;
  size_t countedFaults_ = 0;  // new and known, when the new ones were counted
  size_t newFaults_ = 0;
};

std::vector<const Oracle*> chosenOracles(const std::vector<std::string>& names) {
  std::vector<const Oracle*> chosen;
  for (const auto& oracle : oracles()) {
    if (names.empty() || std::ranges::find(names, oracle->name()) != names.end())
      chosen.push_back(oracle.get());
  }
  return chosen;
}

void addSecrets(const AuthenticationOptions& authentication, HarSecrets& secrets) {
  for (const auto& [name, value] : authentication.headers) secrets.headers.push_back(name);
  if (const auto& login = authentication.login) {
    secrets.headers.push_back(login->header);
    if (!login->tokenHeader.empty()) secrets.headers.push_back(login->tokenHeader);
    secrets.loginPaths.push_back(login->path);
  }
  for (const AuthenticationOptions& other : authentication.others) addSecrets(other, secrets);
}

HarSecrets secretsOf(const AuthenticationOptions& authentication) {
  HarSecrets secrets;
  addSecrets(authentication, secrets);
  return secrets;
}

Result<generate::Summary> Run::run() {
  // Known to be writable before minutes are spent.
  const auto output = report::OutputDirectory::open(options_.output);
  if (!output) return std::unexpected(output.error());
  if (!options_.har.empty()) {
    auto har = HarFile::open(options_.har, kVersion, secretsOf(options_.authentication));
    if (!har) return std::unexpected(har.error());
    har_.emplace(std::move(*har));
    har_->hide(secrets_);
  }
  if (!options_.baseline.file.empty()) {
    auto baseline = readBaseline(options_.baseline);
    if (!baseline) return std::unexpected(baseline.error());
    outcome_.baseline = std::move(*baseline);
  }
  oracles_ = chosenOracles(options_.oracles);
  if (auto prepared = prepare(); !prepared) return std::unexpected(prepared.error());
  lookForOperations();
  addConstantsOfDocument();
  if (auto searched = search(); !searched) return std::unexpected(searched.error());
  if (har_) har_->close();
  outcome_.seconds = phases_.seconds();
  outcome_.interrupted = interruptRequested();
  phases_.enter("writing");
  return writeOutcome(*output, options_, api_, outcome_);
}

Result<Replay> Run::replayFault() {
  if (options_.replay->empty())
    return userError("--replay needs the number or the identifier of a fault: faults.md has both");
  const fs::path file = options_.output / kRecordingsFile;
  const auto text = readFile(file);
  if (!text)
    return userError(
        fmt::format("there is no {}: --replay sends a fault of an earlier run, whose --output it "
                    "needs",
                    file.string()));
  const auto fault = findRecording(*text, file.string(), *options_.replay);
  if (!fault) return std::unexpected(fault.error());
  const auto oracle =
      std::ranges::find_if(oracles(), [&](const auto& one) { return one->name() == fault->kind; });
  if (oracle == oracles().end()) return userError(fmt::format("there is no oracle {}", fault->kind));
  if (fault->kind == "slow-answer" && !options_.longestResponse)
    return userError("the fault is a slow answer: say with --max-response-time what is slow");
  if (auto prepared = prepare(); !prepared) return std::unexpected(prepared.error());
  const auto calls = readCalls(fault->calls, api_);
  if (!calls) return std::unexpected(calls.error());
  const bool needsCredentials = std::ranges::any_of(*calls, [](const RecordedCall& one) {
    return one.call.isAuthenticated && one.call.operation->needsAuthentication() && one.status != 401;
  });
  if (needsCredentials && !authentication_->isConfigured())
    return userError("the fault's calls prove who is calling: give what the run had for that, e.g. --bearer");
  phases_.enter("replaying");
  Slots slots(api_);
  const ActionCatalog catalog(api_, slots, {}, 1 + others_.size());
  ServiceReset reset(options_.service, url_);
  TestRunner runner({catalog, *client_, *authentication_, service_ ? &*service_ : nullptr,
                     reset.isPossible() ? &reset : nullptr, std::nullopt, isOver_, options_.longestResponse,
                     others_});
  std::vector<std::string> users;
  for (const AuthenticationOptions& other : options_.authentication.others) users.push_back(other.user);
  auto replayed = replay(*fault, api_, runner, **oracle, users);
  if (replayed) replayed->text = secrets_->hide(std::move(replayed->text));
  return replayed;
}

Result<void> Run::prepare() {
  // A service of ours may publish the document itself.
  if (!options_.service.start.empty()) {
    if (auto reached = reachService(); !reached) return std::unexpected(reached.error());
    if (auto read = readDocument(); !read) return std::unexpected(read.error());
  } else {
    if (auto read = readDocument(); !read) return std::unexpected(read.error());
    if (auto reached = reachService(); !reached) return std::unexpected(reached.error());
  }
  // With a user in the URL no call is a stranger's, nor with a certificate that each connection shows.
  const bool hasUser = parseHttpUrl(url_) && parseHttpUrl(url_)->origin.contains('@');
  if (hasUser || !options_.client.certificate.empty()) {
    std::erase_if(oracles_, [](const Oracle* one) { return one->name() == "ignored-authentication"; });
  }
  if (auto connected = connect(); !connected) return std::unexpected(connected.error());
  authentication_.emplace(placed(options_.authentication), api_.securitySchemes, secrets_);
  if (auto begun = authentication_->begin(*client_); !begun) return std::unexpected(begun.error());
  for (const AuthenticationOptions& other : options_.authentication.others) {
    others_.emplace_back(placed(other), api_.securitySchemes, secrets_);
    if (auto begun = others_.back().begin(*client_); !begun)
      return userError(fmt::format("the user {}: {}", other.user, begun.error().message));
  }
  return {};
}

Result<void> Run::readDocument() {
  phases_.enter("reading the document");
  const auto start = Clock::now();
  const auto left = [&] {
    const auto used = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
    return options_.waitForSchema.value_or(std::chrono::milliseconds(0)) - used;
  };
  const auto fetch = [&](const std::string& url) {
    ClientOptions client = options_.client;
    constexpr std::chrono::milliseconds kLeast{100};
    if (options_.waitForSchema) client.timeout = std::min(client.timeout, std::max(left(), kLeast));
    return fetchText(url, client, options_.authentication.headers, interruptRequested());
  };
  std::string location = options_.schema;
  if (service_) location = withPort(location, parseHttpUrl(service_->url())->port);
  auto api = readApi(location, fetch);
  // A service that is starting may refuse, or give something else.
  while (!api && parseHttpUrl(location) && left().count() > 0 && !interruptRequested()) {
    phases_.tellDetail("waiting for the document");
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    api = readApi(location, fetch);
  }
  if (!api && interruptRequested())
    return userError(fmt::format("covolve was told to stop before there was a document at {}", location));
  if (!api) return std::unexpected(api.error());
  api_ = std::move(*api);
  if (options_.basePath) setServerPath(api_, *options_.basePath);
  if (auto filtered = applyFilters(api_, options_.include, options_.exclude); !filtered) {
    return std::unexpected(filtered.error());
  }
  if (api_.operations.empty()) {
    const std::string why = api_.skipped.empty()
                                ? "it declares none"
                                : fmt::format("{} are left out, e.g. {}: {}", api_.skipped.size(),
                                              api_.skipped[0].what, api_.skipped[0].reason);
    return userError(fmt::format("there is no operation to test in {}: {}", location, why));
  }
  return {};
}

Result<void> Run::reachService() {
  phases_.enter("reaching the service");
  url_ = options_.url;
  if (!options_.service.start.empty()) {
    auto service = Service::start(url_.empty() ? std::string(kUrlOfStarted) : url_, options_.service,
                                  &interruptRequested());
    if (!service) return std::unexpected(service.error());
    service_ = std::move(*service);
    url_ = service_->url();
  } else if (url_.empty()) {
    const auto isAbsolute = [](const std::string& server) { return server.find("://") != std::string::npos; };
    const auto server = std::ranges::find_if(api_.servers, isAbsolute);
    if (server == api_.servers.end()) {
      return userError("the document names no server: say with --url where the API is");
    }
    const auto parsed = parseHttpUrl(*server);
    if (!parsed) return std::unexpected(parsed.error());
    url_ = parsed->origin;  // its path is in front of the operations' already
  }
  return {};
}

Result<void> Run::connect() {
  url_ = withoutServerPath(url_, api_.serverPath);
  secrets_->add(passwordIn(url_));
  ClientOptions clientOptions = options_.client;
  if (har_) clientOptions.har = &*har_;
  clientOptions.usualHeaders = kUsualHeaders;
  auto client = HttpClient::make(url_, clientOptions, interruptRequested());
  if (!client) return std::unexpected(client.error());
  client_ = std::move(*client);
  // Whatever it answers: somebody is there.
  const HttpAnswer answer = client_->send({"GET", "/", {}, {}});
  if (const HttpFailure* failure = failureOf(answer);
      failure != nullptr && failure->kind == HttpFailure::Kind::CannotConnect) {
    return userError(fmt::format("nothing answers at {}: {}", url_, failure->reason));
  }
  return {};
}

AuthenticationOptions Run::placed(AuthenticationOptions user) const {
  if (service_ && user.login)
    user.login->origin = withPort(user.login->origin, parseHttpUrl(service_->url())->port);
  return user;
}

void Run::lookForOperations() {
  const Look look = [&](const std::string& path) {
    HttpRequest request{"GET", path, {}, {}};
    authentication_->sign(request);
    const HttpAnswer answer = client_->send(request);
    const HttpResponse* response = responseOf(answer);
    return response != nullptr ? response->status : 0;
  };
  const auto why = whyNothingIsFound(api_, url_, look);
  if (!why) return;
  phases_.tellNotice(*why);
  outcome_.notes.push_back(*why);
}

void Run::addConstantsOfDocument() {
  for (const Schema& schema : api_.schemas) addConstants(schema, constants_);
}

size_t Run::newFaults(const FaultBook& faults) {
  if (faults.size() == countedFaults_) return newFaults_;
  countedFaults_ = faults.size();
  newFaults_ = static_cast<size_t>(std::ranges::count_if(faults.ordered(), [&](const auto* entry) {
    if (entry->fault().isHint) return false;
    if (!outcome_.baseline) return true;
    const Baseline& known = *outcome_.baseline;
    return std::ranges::find(known, idOf(entry->fault()), &KnownFault::id) == known.end();
  }));
  return newFaults_;
}

Allowance Run::allowanceAfter(Clock::time_point searchStart, const TestRunner& runner) const {
  if (options_.requests) {
    const uint64_t most = runner.requests() + std::max(kLeastToVerify, 4 * *options_.requests);
    return Allowance(
        [&runner, most] { return static_cast<double>(most) - static_cast<double>(runner.requests()); });
  }
  // Half of the search's time, of which a search that took longer has used some.
  const auto end = std::max(searchStart + std::chrono::duration_cast<Clock::duration>(1.5 * options_.budget),
                            Clock::now() + std::chrono::duration_cast<Clock::duration>(kLeastTimeToVerify));
  return Allowance([end] { return std::chrono::duration<double>(end - Clock::now()).count(); });
}

Result<void> Run::search() {
  phases_.enter("searching");
  Slots slots(api_);
  const auto isWanted = [&](const std::string& method) {
    const auto names = [&](const OperationFilter& filter) {
      return std::ranges::any_of(filter.methods,
                                 [&](const std::string& one) { return isSameHeader(one, method); });
    };
    return !names(options_.exclude) && (options_.include.methods.empty() || names(options_.include));
  };
  ActionCatalog catalog(api_, slots, isWanted, 1 + others_.size());
  ServiceReset reset(options_.service, url_);
  TestRunner runner({catalog, *client_, *authentication_, service_ ? &*service_ : nullptr,
                     reset.isPossible() ? &reset : nullptr, options_.requests, isOver_,
                     options_.longestResponse, others_});
  Rng rng(options_.seed);
  RestProblem problem({catalog, constants_, runner, oracles_, options_.longestTest,
                       options_.parameters.techniques.seenConstants,
                       runner.resetsByCall() ? kTestsBetweenResets : 0, secrets_});
  search::Archive archive(problem.targetCount());
  const auto hasEnoughFaults = [&] {
    // The known ones among them are looked for only where all together would be enough.
    if (!options_.maxFailures || problem.faults().size() < *options_.maxFailures) return false;
    return newFaults(problem.faults()) >= *options_.maxFailures;
  };
  const auto isDone = [&] { return isOver_ || hasEnoughFaults(); };
  search::Limits limits;
  if (options_.requests) {
    limits.used = [&] {
      return isDone() ? 1.0
                      : static_cast<double>(problem.requests()) / static_cast<double>(*options_.requests);
    };
  } else {
    limits.time = options_.budget;
    limits.used = [&] { return isDone() ? 1.0 : 0.0; };
  }
  const auto start = Clock::now();
  if (!options_.requests) runner.limitTime(options_.budget);
  const auto searched = generate::performSearch({.problem = problem,
                                                 .archive = archive,
                                                 .algorithm = options_.algorithm,
                                                 .parameters = options_.parameters,
                                                 .limits = std::move(limits),
                                                 .rng = rng,
                                                 .unit = "requests",
                                                 .count = [&] { return problem.requests(); },
                                                 .faults = [&] { return problem.faults().size(); }},
                                                phases_, outcome_);
  if (!searched) return std::unexpected(searched.error());
  outcome_.hasEnoughFaults = hasEnoughFaults();
  outcome_.requests = problem.requests();
  outcome_.statuses = problem.statuses();
  if (const auto& [tried, succeeded] = problem.examples(); tried > 0)
    outcome_.notes.push_back(fmt::format(
        "The document's examples came first: {} of {} calls with them succeeded.", succeeded, tried));

  if (const auto& [tried, succeeded] = problem.links(); tried > 0)
    outcome_.notes.push_back(fmt::format(
        "The document's links came next: {} of {} calls that they lead to succeeded.", succeeded, tried));

  phases_.enter("verifying");
  runner.liftLimits();
  const auto isOver = [&] { return isOver_ || interruptRequested(); };
  // Where requests are counted, those of the emitted tests are not.
  std::vector<const Launcher*> launchers;
  if (runsEmitted()) launchers = launchersFor(formatsOf(options_), interruptRequested());
  std::optional<CostOfEmitted> reserved;
  if (!launchers.empty() && !options_.requests)
    reserved = {.start = 2, .perTest = 0.02, .languages = static_cast<double>(launchers.size())};
  SuiteMaker maker({.problem = problem,
                    .archive = archive,
                    .runner = runner,
                    .oracles = oracles_,
                    .allowance = allowanceAfter(start, runner),
                    .isOver = isOver,
                    .emitted = reserved,
                    .tell = [&](const std::string& what) { phases_.tellDetail(what); }});
  auto suite = maker.make();
  if (!suite) return std::unexpected(suite.error());
  outcome_.suite = std::move(*suite);
  outcome_.endReason = runner.endReason();
  noteLostLogins();
  outcome_.restarts = runner.restarts();
  outcome_.notes.insert(outcome_.notes.end(), runner.notes().begin(), runner.notes().end());
  outcome_.url = url_;
  outcome_.secrets = secrets_->all();
  outcome_.isFirstStateKnown = runner.canReset();
  if (options_.runsEmitted && outcome_.endReason.empty() && !isOver())
    runEmitted(runner, maker, std::move(launchers));
  if (outcome_.suite.lacksLastRun)
    outcome_.notes.emplace_back(
        "There was no time to run the tests once more without those that were dropped.");
  generate::addTargets(problem.targets(), archive, outcome_);
  return {};
}

/// Tokens ran out, and no new ones could be had: what was found then is little.
void Run::noteLostLogins() {
  const auto note = [&](const Authentication& user) {
    if (outcome_.endReason.empty()) outcome_.endReason = secrets_->hide(user.loginProblem());
  };
  note(*authentication_);
  for (const Authentication& other : others_) note(other);
}

/// Of the user's, which the emitted tests read from the environment.
std::map<std::string, std::string> Run::environmentOfTests() const {
  std::map<std::string, std::string> environment{{"BASE_URL", url_}};
  const auto add = [&](const char* name, const std::filesystem::path& file) {
    std::error_code failed;  // then the tests say that it is missing
    if (!file.empty()) environment[name] = std::filesystem::absolute(file, failed).string();
  };
  add("SSL_CERT_FILE", options_.client.authority);
  add("NODE_EXTRA_CA_CERTS", options_.client.authority);
  add("CLIENT_CERTIFICATE", options_.client.certificate);
  add("CLIENT_KEY", options_.client.key);
  const auto addToken = [&](const AuthenticationOptions& user, const Authentication& known) {
    if (user.login && !user.login->origin.empty()) environment[tokenVariable(user)] = known.token();
  };
  addToken(options_.authentication, *authentication_);
  for (size_t i = 0; i < others_.size(); ++i) addToken(options_.authentication.others[i], others_[i]);
  return environment;
}

bool Run::runsEmitted() const {
  // They know neither, and would go past the one and faster than the other.
  return options_.runsEmitted && options_.client.proxy.empty() && options_.client.requestsPerSecond == 0;
}

void Run::runEmitted(TestRunner& runner, SuiteMaker& maker, std::vector<const Launcher*> launchers) {
  if (!runsEmitted()) {
    outcome_.notes.emplace_back(
        "The tests were not run as they are emitted: they keep to no --proxy and no --rate.");
    return;
  }
  phases_.enter("running the emitted tests");
  const auto start = Clock::now();
  const auto patience = [&]() -> std::chrono::duration<double> {
    if (options_.requests) return kMostTimeForEmitted;
    const std::chrono::duration<double> used = Clock::now() - start;
    const auto grace = 1.5 * options_.budget + kGrace - std::chrono::duration<double>(phases_.seconds());
    return std::max({std::chrono::duration<double>(maker.allowance().left()), kLeastTimeForEmitted - used,
                     std::chrono::duration<double>(grace)});
  };
  const LoweringOptions lowering = loweringOptions(options_, api_, outcome_);
  EmittedCheck check({.runner = runner,
                      .lower = [&](const Suite& suite) { return lowerSuite(suite, api_, lowering); },
                      .environment = environmentOfTests(),
                      .patience = patience,
                      .runInOrder = [&](Suite& suite) { return maker.runInOrder(suite, patience()); },
                      .stop = interruptRequested(),
                      .tell = [&](const std::string& what) { phases_.tellDetail(what); },
                      .launchers = std::move(launchers)});
  for (std::string& sentence : check.run(outcome_.suite)) outcome_.notes.push_back(std::move(sentence));
}

}  // namespace

Result<Replay> replayFault(const RestOptions& options, const generate::OnProgress& onProgress) {
  return Run(options, onProgress).replayFault();
}

Result<generate::Summary> generateTests(const RestOptions& options, const generate::OnProgress& onProgress) {
  return Run(options, onProgress).run();
}

}  // namespace covolve::rest
