#include "rest/generate.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "base/interrupt.h"
#include "generate/search_phase.h"
#include "rest/genes/gene_factory.h"
#include "rest/http/url.h"
#include "rest/operation_filter.h"
#include "rest/outcome.h"
#include "rest/request/authentication.h"
#include "rest/search/rest_problem.h"
#include "rest/suite/suite.h"

namespace covolve::rest {

namespace fs = std::filesystem;

namespace {

constexpr size_t kTestsBetweenResets = 1;
constexpr uint64_t kLeastToVerify = 20'000;  // requests

/// One run, phase by phase; each fills in what the next and the report need.
class Run {
 public:
  Run(const RestOptions& options, const generate::OnProgress& onProgress)
      : options_(options), phases_(onProgress) {}

  Result<generate::Summary> run();

 private:
  using Clock = std::chrono::steady_clock;

  Result<void> readDocument();
  Result<void> reachService();
  Result<void> search();
  void addConstantsOfDocument();

  const RestOptions& options_;
  generate::Phases phases_;
  std::atomic<bool> isOver_ = false;

  Api api_;
  std::string url_;
  std::optional<Service> service_;
  std::optional<HttpClient> client_;
  std::optional<Authentication> authentication_;
  gene::Constants constants_;
  std::vector<const Oracle*> oracles_;
  RestOutcome outcome_;
};

std::vector<const Oracle*> chosenOracles(const std::vector<std::string>& names) {
  std::vector<const Oracle*> chosen;
  for (const auto& oracle : oracles()) {
    if (names.empty() || std::ranges::find(names, oracle->name()) != names.end())
      chosen.push_back(oracle.get());
  }
  return chosen;
}

Result<generate::Summary> Run::run() {
  // Known to be writable before minutes are spent.
  const auto output = report::OutputDirectory::open(options_.output);
  if (!output) return std::unexpected(output.error());
  oracles_ = chosenOracles(options_.oracles);
  // A service of ours may publish the document itself.
  if (!options_.service.start.empty()) {
    if (auto reached = reachService(); !reached) return std::unexpected(reached.error());
    if (auto read = readDocument(); !read) return std::unexpected(read.error());
  } else {
    if (auto read = readDocument(); !read) return std::unexpected(read.error());
    if (auto reached = reachService(); !reached) return std::unexpected(reached.error());
  }
  authentication_.emplace(options_.authentication, api_.securitySchemes);
  if (auto begun = authentication_->begin(*client_); !begun) return std::unexpected(begun.error());
  addConstantsOfDocument();
  if (auto searched = search(); !searched) return std::unexpected(searched.error());
  outcome_.seconds = phases_.seconds();
  outcome_.interrupted = interruptRequested();
  phases_.enter("writing");
  return writeOutcome(*output, options_, api_, outcome_);
}

Result<void> Run::readDocument() {
  phases_.enter("reading the document");
  const auto fetch = [&](const std::string& url) {
    return fetchText(url, options_.client, options_.authentication.headers, interruptRequested());
  };
  std::string location = options_.schema;
  if (service_) location = withPort(location, parseHttpUrl(service_->url())->port);
  auto api = readApi(location, fetch);
  if (!api) return std::unexpected(api.error());
  api_ = std::move(*api);
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
  auto client = HttpClient::make(url_, options_.client, interruptRequested());
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

void Run::addConstantsOfDocument() {
  for (const Schema& schema : api_.schemas) addConstants(schema, constants_);
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
  ActionCatalog catalog(api_, slots, isWanted);
  ServiceReset reset(options_.service, url_);
  TestRunner runner({catalog, *client_, *authentication_, service_ ? &*service_ : nullptr,
                     reset.isPossible() ? &reset : nullptr, options_.requests, isOver_});
  Rng rng(options_.seed);
  RestProblem problem({catalog, constants_, runner, oracles_, options_.longestTest,
                       options_.parameters.techniques.seenConstants,
                       runner.resetsByCall() ? kTestsBetweenResets : 0});
  search::Archive archive(problem.targetCount());
  search::Limits limits;
  if (options_.requests) {
    limits.used = [&] {
      return isOver_ ? 1.0
                     : static_cast<double>(problem.requests()) / static_cast<double>(*options_.requests);
    };
  } else {
    limits.time = options_.budget;
    limits.used = [&] { return isOver_ ? 1.0 : 0.0; };
  }
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
  outcome_.requests = problem.requests();
  outcome_.statuses = problem.statuses();

  phases_.enter("verifying");
  bool isShortOfTime = false;
  runner.liftLimit();
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::max(options_.budget, std::chrono::duration<double>(30)));
  // Verifying takes its share of what the search had, but enough for a small API.
  const uint64_t mostRequests =
      runner.requests() + std::max(kLeastToVerify, 4 * options_.requests.value_or(0));
  const auto goOn = [&] {
    const bool hasBudget = options_.requests ? runner.requests() < mostRequests : Clock::now() < deadline;
    isShortOfTime |= !hasBudget;
    return !isOver_ && !interruptRequested() && hasBudget;
  };
  const auto isOver = [&] { return isOver_ || interruptRequested(); };
  auto suite = SuiteMaker({problem, archive, runner, oracles_, goOn, isOver}).make();
  if (!suite) return std::unexpected(suite.error());
  outcome_.suite = std::move(*suite);
  outcome_.isPartlyVerified = isShortOfTime;
  outcome_.endReason = runner.endReason();
  outcome_.restarts = runner.restarts();
  outcome_.url = url_;
  generate::addTargets(problem.targets(), archive, outcome_);
  return {};
}

}  // namespace

Result<generate::Summary> generateTests(const RestOptions& options, const generate::OnProgress& onProgress) {
  return Run(options, onProgress).run();
}

}  // namespace covolve::rest
