// Which processors a process may use: asked of the kernel, divided among runs,
// imposed on one.
#pragma once

#include <sched.h>

#include <array>
#include <vector>

namespace covolve::campaign {

/// As the kernel wants them; holds as many as Linux can have.
class ProcessorSet {
 public:
  void add(unsigned processor);
  bool has(unsigned processor) const;
  static unsigned size() { return sizeof(Bits) * 8; }

  /// Of the calling process. May be called between fork and exec.
  void restrictThisProcess() const;
  static ProcessorSet ofThisProcess();

 private:
  using Bits = std::array<cpu_set_t, 8>;
  Bits bits_{};
};

ProcessorSet processorSet(const std::vector<unsigned>& processors);

/// Those this process may use, the threads of one core beside each other.
std::vector<unsigned> allowedProcessors();

/// `cores` processors for each slot. With too few of them the parts are smaller, as equal as possible; with
/// more slots than processors several slots share one.
std::vector<std::vector<unsigned>> divideProcessors(const std::vector<unsigned>& processors, unsigned slots,
                                                    unsigned cores);

}  // namespace covolve::campaign
