#include "cli/campaign_command.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/installation.h"
#include "base/interrupt.h"
#include "campaign/engine/local_pool.h"
#include "campaign/engine/slurm.h"
#include "campaign/results/numbers.h"
#include "campaign/run/runner.h"
#include "cli/campaign_progress.h"

namespace covolve::cli {

namespace fs = std::filesystem;
using campaign::CampaignData;
using campaign::CampaignProgress;
using campaign::Folder;
using campaign::PlannedRun;
using campaign::Store;
using campaign::results::counted;

namespace {

/// Names of the options that a target brings along. Two targets with the same ones are alike to every
/// configuration: only an option that both give is a conflict of the two.
std::set<std::string> optionNames(const campaign::Target& target) {
  std::set<std::string> names;
  for (const std::string& word : target.arguments) {
    if (word.starts_with("-")) names.insert(word.substr(0, word.find('=')));
  }
  return names;
}

/// Every target, and every configuration with every kind of target. Peers know their options themselves.
Result<void> checkOptions(const std::vector<PlannedRun>& runs, const campaign::Definition& definition) {
  std::set<std::string> peers;
  for (const campaign::Configuration& one : definition.configurations) {
    if (!one.program.empty()) peers.insert(one.name);
  }
  std::map<std::string, std::set<std::string>> kinds;
  for (const campaign::Target& target : definition.targets) kinds.emplace(target.name, optionNames(target));
  std::set<std::string> targets;
  std::set<std::string> budgets;
  std::set<std::pair<std::string, std::set<std::string>>> pairs;
  for (const PlannedRun& run : runs) {
    if (peers.contains(run.key.configuration)) continue;
    const bool isNewTarget = targets.insert(run.key.target).second;
    const bool isNewBudget = budgets.insert(run.key.budget).second;
    const bool isNewPair = pairs.emplace(run.key.configuration, kinds[run.key.target]).second;
    if (!isNewTarget && !isNewBudget && !isNewPair) continue;
    if (const auto accepted = checkCommandLine(run.command); !accepted) {
      return userError(fmt::format("{}, configuration {}: {}", run.key.target, run.key.configuration,
                                   accepted.error().message));
    }
  }
  return {};
}

/// One bad target fails with every seed and configuration: that is one thing to tell.
std::string failureText(const CampaignData& data) {
  constexpr size_t kShown = 10;
  std::map<std::pair<std::string, std::string>, std::vector<const campaign::Failure*>> alike;
  for (const campaign::Failure& failure : data.failures) {
    alike[{failure.key.target, failure.reason}].push_back(&failure);
  }
  std::string text = fmt::format("  {} failed:\n", data.failures.size());
  size_t shown = 0;
  for (const auto& [what, failures] : alike) {
    if (++shown > kShown) break;
    const std::string others = failures.size() > 1 ? fmt::format(" (and {} more)", failures.size() - 1) : "";
    text += fmt::format("    {}{}: {}\n      {}\n", describe(failures.front()->key), others, what.second,
                        failures.front()->command);
  }
  if (alike.size() > kShown) text += fmt::format("    and {} more, in failures.md\n", alike.size() - kShown);
  return text;
}

}  // namespace

CLI::App* CampaignCommand::declare(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "campaign", "Runs many targets, configurations and seeds, here or on Slurm, and compares them.");
  command->footer(
      "Examples:\n"
      "  covolve campaign experiment.yaml                    on this machine, into experiment-campaign/\n"
      "  covolve campaign experiment.yaml --resume           goes on after an interruption, or with more "
      "seeds\n"
      "  covolve campaign experiment.yaml --engine slurm     as job arrays of a cluster\n"
      "The definition's format is described in docs/campaign.md.");

  command->add_option("definition", file_, "What to run: a YAML file")
      ->required()
      ->group("Input")
      ->type_name("FILE");
  command->add_flag("--check", checkOnly_, "Check the definition, say how many runs it asks for, run nothing")
      ->group("Input");

  command
      ->add_option("-o,--output", output_,
                   "The campaign's folder: store, tests, results; default: <name>-campaign")
      ->group("Output")
      ->type_name("DIR");
  command
      ->add_option("--measure", measureName_,
                   "What is compared; default: branches, with command: rest targets of the search")
      ->group("Output")
      ->check(CLI::IsMember(campaign::measureNames()));
  command->add_flag("--results-only", resultsOnly_, "Run nothing, write the results of what is there")
      ->group("Output");
  command->add_flag("--fail-on-failure", failOnFailure_, "Exit with status 3 when a run failed")
      ->group("Output");
  command->add_flag("-q,--quiet", quiet_, "No progress and no summary")->group("Output");

  command->add_flag("--resume", resume_, "Go on with a campaign; finished runs are not repeated")
      ->group("Execution");
  command->add_flag("--retry-failed", retryFailed_, "With --resume: repeat the runs that failed")
      ->group("Execution");
  command->add_option("--engine", engine_, "Where the runs are executed")
      ->group("Execution")
      ->check(CLI::IsMember({"local", "slurm"}))
      ->capture_default_str();
  command
      ->add_option("--jobs", jobs_,
                   "Runs at a time on this machine; default: as many as cores and memory carry")
      ->group("Execution")
      ->type_name("N")
      ->check(CLI::Range(1U, 4096U));
  return command;
}

Result<void> CampaignCommand::check(const std::optional<std::vector<std::string>>& rest) {
  if (rest) return userError("campaign takes no compiler flags: targets have their own, in the definition");
  if (retryFailed_ && !resume_) return userError("--retry-failed needs --resume");
  if (jobs_ && engine_ == "slurm") return userError("--jobs is for this machine: Slurm decides itself");
  auto definition = campaign::readDefinition(file_);
  if (!definition) return std::unexpected(definition.error());
  definition_ = std::move(*definition);
  // Of a service only what it answers is seen.
  if (measureName_.empty()) measureName_ = definition_.command == "rest" ? "targets" : "branches";
  const auto measure = campaign::measureNamed(measureName_);
  if (!measure) return std::unexpected(measure.error());
  measure_ = *measure;
  if (output_.empty()) output_ = definition_.name + "-campaign";
  const auto installation = locateInstallation();
  if (!installation) return std::unexpected(installation.error());
  runs_ = planRuns(definition_, installation->root / "bin/covolve", fs::absolute(output_));
  const auto accepted = checkOptions(runs_, definition_);
  if (!accepted) return userError(fmt::format("{}: {}", file_.string(), accepted.error().message));
  return {};
}

int CampaignCommand::run() {
  if (checkOnly_) {
    fmt::print("{}: {} x {} x {} x {} = {}\n", definition_.name,
               counted(definition_.targets.size(), "target", "targets"),
               counted(definition_.configurations.size(), "configuration", "configurations"),
               counted(definition_.budgets.size(), "budget", "budgets"),
               counted(definition_.seeds.size(), "seed", "seeds"), counted(runs_.size(), "run", "runs"));
    return kDone;
  }
  const auto status = resultsOnly_ ? writeResultsOnly() : conduct();
  return status ? *status : reportError(status.error());
}

Result<std::unique_ptr<campaign::Engine>> CampaignCommand::makeEngine(const Folder& folder) const {
  if (engine_ == "slurm") {
    const auto installation = locateInstallation();
    if (!installation) return std::unexpected(installation.error());
    return campaign::makeSlurm(folder.path(), installation->root / "bin/covolve", definition_.needs,
                               definition_.slurmOptions);
  }
  const auto provenance = campaign::provenanceHere();
  if (!provenance) return std::unexpected(provenance.error());
  return campaign::makeLocalPool(definition_.needs, jobs_, *provenance);
}

Result<int> CampaignCommand::conduct() {
  const auto folder = Folder::open(output_);
  if (!folder) return std::unexpected(folder.error());
  // Before the store is made: without an engine nothing has begun.
  auto engine = makeEngine(*folder);
  if (!engine) return std::unexpected(engine.error());
  auto store = Store::open(folder->store());
  if (!store) return std::unexpected(store.error());
  const auto isEmpty = store->isEmpty();
  if (!isEmpty) return std::unexpected(isEmpty.error());
  if (!*isEmpty && !resume_) {
    return userError(
        fmt::format("there is a campaign in {} already: --resume goes on with it, -o takes another folder",
                    output_.string()));
  }
  if (*isEmpty && fs::exists(folder->results())) {
    return userError(fmt::format("{} has results but nothing in its store: move it away, or restore {}",
                                 output_.string(), folder->store().filename().string()));
  }
  if (auto defined = store->define(definition_); !defined) return std::unexpected(defined.error());

  if (!quiet_) {
    fmt::print("{}: {}, {}\n", definition_.name, counted(runs_.size(), "run", "runs"),
               (*engine)->description());
    std::fflush(stdout);
  }
  CampaignTable table(definition_.name, quiet_);
  const auto show = [&](const CampaignProgress& progress) { table.show(progress); };
  const auto progress =
      campaign::conduct({runs_, *store, **engine, retryFailed_, interruptRequested(), show});
  table.clear();
  if (!progress) return std::unexpected(progress.error());
  return summarise(folder->results(), *store, *progress);
}

/// Also while another process runs the campaign: the store lets others read.
Result<int> CampaignCommand::writeResultsOnly() const {
  const fs::path file = output_ / Folder::kStore;
  const auto nothing = userError(fmt::format("there is no campaign in {}", output_.string()));
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return nothing;
  const auto store = Store::open(file);
  if (!store) return std::unexpected(store.error());
  const auto isEmpty = store->isEmpty();
  if (!isEmpty) return std::unexpected(isEmpty.error());
  if (*isEmpty) return nothing;
  return summarise(output_ / Folder::kResults, *store, std::nullopt);
}

Result<int> CampaignCommand::summarise(const fs::path& results, const Store& store,
                                       const std::optional<CampaignProgress>& progress) const {
  const auto data = store.load();
  if (!data) return std::unexpected(data.error());
  const auto written = campaign::writeResults(*data, measure_, results);
  if (!written) return std::unexpected(written.error());
  if (!quiet_) {
    fmt::print("{}: {} of {} runs finished", data->name, data->runs.size(), data->planned);
    if (progress) fmt::print(", {} in this sitting", roughDuration(progress->seconds));
    fmt::print("\n");
    if (!data->failures.empty()) fmt::print("{}", failureText(*data));
    fmt::print("  results: {}\n", (output_ / "results/index.html").string());
  }
  const size_t done = data->runs.size() + data->failures.size();
  if (progress && done < data->planned) {
    return userError(fmt::format("stopped with {} of {} runs done; --resume goes on", done, data->planned));
  }
  if (progress && data->runs.empty()) return userError("every run failed");
  return failOnFailure_ && !data->failures.empty() ? kFaultsFound : kDone;
}

}  // namespace covolve::cli
