#include "cli/report_command.h"

#include <fmt/format.h>

#include "base/files.h"
#include "page/page.h"

namespace covolve::cli {

CLI::App* ReportCommand::declare(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "report", "Writes one page about what runs found: source, tests, faults; no network needed.");
  command->add_option("folders", folders_, "Output folders of covolve unit or covolve rest")
      ->required()
      ->type_name("DIR");
  command
      ->add_option("-o,--output", output_,
                   "The page; default: report.html in the folder, or here where there are several")
      ->type_name("FILE");
  command->footer(
      "Example:  covolve unit -p build src/order.cpp -o out && covolve report out\n"
      "          covolve report out/order out/parser -o report.html");
  return command;
}

Result<void> ReportCommand::check(const std::optional<std::vector<std::string>>& rest) {
  if (rest) return userError("covolve report takes no flags of compilers");
  if (output_.empty())
    output_ = (folders_.size() == 1 ? folders_[0] : std::filesystem::path()) / "report.html";
  return {};
}

int ReportCommand::run() {
  std::vector<page::RunDocument> runs;
  for (const std::filesystem::path& folder : folders_) {
    auto run = page::readRun(folder);
    if (!run) return reportError(run.error());
    runs.push_back(std::move(*run));
  }
  if (const auto written = replaceFile(output_, page::writePage(runs)); !written)
    return reportError(written.error());
  fmt::print("{}\n", output_.string());
  return kDone;
}

}  // namespace covolve::cli
