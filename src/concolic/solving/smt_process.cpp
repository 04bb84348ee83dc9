#include "concolic/solving/smt_process.h"

#include <algorithm>

#include "base/files.h"
#include "base/process.h"

namespace covolve::concolic {

namespace {

/// Made of bits, each of these takes Z3 about a second before its own count of steps begins.
bool isHeavy(const Expression& expression) {
  switch (expression.operation) {
    case Operation::FloatMultiply:
    case Operation::FloatDivide:
    case Operation::FloatSquareRoot:
    case Operation::FloatRemainder:
      return true;
    default:
      return false;
  }
}

}  // namespace

Answer SmtProcess::solve(const Query& query) {
  // What is larger does not end within the limits.
  constexpr size_t kMostExpressions = 50'000;
  constexpr std::ptrdiff_t kMostHeavy = 2;
  SmtLimits limits = limits_;
  // Twice the time that it has itself, for its start and its own way to stop.
  std::chrono::milliseconds timeout(2 * limits.milliseconds);
  if (end_.timeLeft) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end_.timeLeft());
    if (left.count() <= 0) return {};
    timeout = std::min(timeout, left);
    limits.milliseconds = static_cast<uint32_t>(std::min<int64_t>(limits.milliseconds, left.count()));
  }
  const SmtQuery question = smtQueryOf(query, limits);
  if (question.expressions.size() > kMostExpressions) return {};
  if (std::ranges::count_if(question.expressions, isHeavy) > kMostHeavy) return {};
  const std::filesystem::path file = folder_ / "query";
  if (!replaceFile(file, bytesOf(question))) return {Verdict::Died};
  const auto completed =
      run({.arguments = {program_.string(), file.string()}, .timeout = timeout, .stop = end_.stop});
  if (!completed) return {Verdict::Died};
  if (completed->timedOut || completed->stopped) return {Verdict::OutOfTime};
  const auto answer = completed->succeeded() ? smtAnswerFrom(completed->output) : std::nullopt;
  if (!answer) return {Verdict::Died};
  if (answer->verdict != Verdict::Solved || answer->values.size() != question.data.size()) {
    return {answer->verdict == Verdict::Solved ? Verdict::Unknown : answer->verdict};
  }
  std::vector<uint64_t> values(query.current.begin(), query.current.end());
  for (size_t i = 0; i < question.data.size(); ++i) values[question.data[i]] = answer->values[i];
  return {Verdict::Solved, std::move(values)};
}

}  // namespace covolve::concolic
