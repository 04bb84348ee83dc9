#include "cli/campaign_task_command.h"

#include "campaign/engine/slurm.h"

namespace covolve::cli {

CLI::App* CampaignTaskCommand::declare(CLI::App& program) {
  CLI::App* command = program.add_subcommand("campaign-task", "Runs one task of a campaign's job array.");
  command->group("");
  command->add_option("batch", batch_, "The folder of the batch")->required()->type_name("DIR");
  return command;
}

int CampaignTaskCommand::run() {
  const auto done = campaign::runSlurmTask(batch_);
  return done ? kDone : reportError(done.error());
}

}  // namespace covolve::cli
