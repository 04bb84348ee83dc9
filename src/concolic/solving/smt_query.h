// A query as it goes to the solver's own process, and its answer on the way back:
// bytes as they lie in memory, since both ends are of one build.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "concolic/solving/solver.h"

namespace covolve::concolic {

struct SmtLimits {
  uint64_t resources = 0;     // as Z3 counts them: the same on every machine
  uint32_t milliseconds = 0;  // a guard only: where it is met, a run does not repeat
  uint32_t megabytes = 0;
};

/// When nobody waits for an answer any more.
struct SolvingEnd {
  std::function<std::chrono::duration<double>()> timeLeft = {};  // none: the clock decides nothing
  const std::atomic<bool>* stop = nullptr;                       // when it becomes true
};

/// What the query is made of and nothing else: expressions are numbered anew from 0, data as they occur.
struct SmtQuery {
  SmtLimits limits;
  std::vector<Expression> expressions;  // an Input's value is its place among `data`
  std::vector<Constraint> constraints;
  std::vector<uint32_t> data;  // numbers of the trace's data
};

struct SmtAnswer {
  Verdict verdict = Verdict::Unknown;
  std::vector<uint64_t> values = {};  // by place among the query's data
};

SmtQuery smtQueryOf(const Query& query, const SmtLimits& limits);

std::string bytesOf(const SmtQuery& query);
std::string bytesOf(const SmtAnswer& answer);
/// Nothing where the bytes are none.
std::optional<SmtQuery> smtQueryFrom(std::string_view bytes);
std::optional<SmtAnswer> smtAnswerFrom(std::string_view bytes);

}  // namespace covolve::concolic
