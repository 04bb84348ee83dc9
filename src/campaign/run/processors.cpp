#include "campaign/run/processors.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <tuple>

namespace covolve::campaign {

namespace {

/// -1 where the kernel does not tell.
int topology(unsigned processor, const char* property) {
  std::ifstream file(fmt::format("/sys/devices/system/cpu/cpu{}/topology/{}", processor, property));
  int value = -1;
  file >> value;
  return file ? value : -1;
}

}  // namespace

void ProcessorSet::add(unsigned processor) {
  if (processor < size()) CPU_SET_S(processor, sizeof(Bits), bits_.data());
}

bool ProcessorSet::has(unsigned processor) const {
  return processor < size() && CPU_ISSET_S(processor, sizeof(Bits), bits_.data());
}

void ProcessorSet::restrictThisProcess() const { sched_setaffinity(0, sizeof(Bits), bits_.data()); }

ProcessorSet ProcessorSet::ofThisProcess() {
  ProcessorSet set;
  if (sched_getaffinity(0, sizeof(Bits), set.bits_.data()) != 0) set.add(0);
  return set;
}

ProcessorSet processorSet(const std::vector<unsigned>& processors) {
  ProcessorSet set;
  for (const unsigned processor : processors) set.add(processor);
  return set;
}

std::vector<unsigned> allowedProcessors() {
  const ProcessorSet set = ProcessorSet::ofThisProcess();
  std::vector<std::tuple<int, int, unsigned>> placed;
  for (unsigned processor = 0; processor < ProcessorSet::size(); ++processor) {
    if (!set.has(processor)) continue;
    placed.emplace_back(topology(processor, "physical_package_id"), topology(processor, "core_id"),
                        processor);
  }
  std::ranges::sort(placed);
  std::vector<unsigned> processors;
  for (const auto& [package, core, processor] : placed) processors.push_back(processor);
  return processors;
}

std::vector<std::vector<unsigned>> divideProcessors(const std::vector<unsigned>& processors, unsigned slots,
                                                    unsigned cores) {
  const size_t used = std::min(processors.size(), size_t{slots} * std::max(1u, cores));
  std::vector<std::vector<unsigned>> parts(slots);
  for (size_t slot = 0; slot < slots && used > 0; ++slot) {
    if (used < slots) {
      parts[slot] = {processors[slot % used]};
      continue;
    }
    const auto begin = processors.begin();
    parts[slot].assign(begin + static_cast<ptrdiff_t>(slot * used / slots),
                       begin + static_cast<ptrdiff_t>((slot + 1) * used / slots));
  }
  return parts;
}

}  // namespace covolve::campaign
