// The solver of last resort, Z3, in a process of its own for each query: whatever
// it does there, it costs this query only. What makes it give up is a number of its
// own steps, so that runs repeat; time and memory are guards behind that. Where the
// clock may decide, none goes on when the search is over.
#pragma once

#include <filesystem>

#include "concolic/solving/smt_query.h"

namespace covolve::concolic {

class SmtProcess final : public Solver {
 public:
  /// `program` is covolve-smt; queries are written into `folder`.
  SmtProcess(std::filesystem::path program, std::filesystem::path folder, SmtLimits limits,
             SolvingEnd end = {})
      : program_(std::move(program)), folder_(std::move(folder)), limits_(limits), end_(std::move(end)) {}

  Answer solve(const Query& query) override;

 private:
  std::filesystem::path program_;
  std::filesystem::path folder_;
  SmtLimits limits_;
  SolvingEnd end_;
};

}  // namespace covolve::concolic
