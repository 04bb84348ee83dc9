// The solver of last resort, Z3, in a process of its own for each query: whatever
// it does there, it costs this query only. What makes it give up is a number of its
// own steps, so that runs repeat; time and memory are guards behind that.
#pragma once

#include <filesystem>

#include "concolic/solving/smt_query.h"

namespace covolve::concolic {

class SmtProcess final : public Solver {
 public:
  /// `program` is covolve-smt; queries are written into `folder`.
  SmtProcess(std::filesystem::path program, std::filesystem::path folder, SmtLimits limits)
      : program_(std::move(program)), folder_(std::move(folder)), limits_(limits) {}

  Answer solve(const Query& query) override;

 private:
  std::filesystem::path program_;
  std::filesystem::path folder_;
  SmtLimits limits_;
};

}  // namespace covolve::concolic
