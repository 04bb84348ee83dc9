#include "execute/probed_program.h"

#include <fcntl.h>

#include <string>

#include "execute/shared_memory.h"

namespace covolve::execute {

Result<ProbedRun> runProbed(Command command) {
  const auto memory = SharedMemory::make();
  if (!memory) return std::unexpected(memory.error());
  const int descriptor = memory->descriptor();
  command.environment[abi::kSharedFdVariable] = std::to_string(descriptor);
  command.beforeExec = [descriptor, enter = std::move(command.beforeExec)] {
    fcntl(descriptor, F_SETFD, 0);
    if (enter) enter();
  };
  auto completed = run(command);
  if (!completed) return std::unexpected(completed.error());
  const auto sites = SiteTable::parse(memory->siteText());
  if (!sites) return std::unexpected(sites.error());
  ProbedRun probed{std::move(*completed), {}};
  const std::span<const abi::SiteState> states = memory->states();
  for (const uint32_t site : memory->touched()) {
    if (site >= sites->size() || site >= states.size())
      continue;  // the code under test may have written there
    probed.touched.push_back({(*sites)[site].id, states[site].toTrue, states[site].toFalse});
  }
  return probed;
}

}  // namespace covolve::execute
