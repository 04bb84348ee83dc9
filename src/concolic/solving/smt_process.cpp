#include "concolic/solving/smt_process.h"

#include "base/files.h"
#include "base/process.h"
#include "concolic/evaluate.h"

namespace covolve::concolic {

Answer SmtProcess::solve(const Query& query) {
  constexpr size_t kLargest = 50'000;  // expressions; what is larger does not end within the limits
  if (Program(query.trace, rootsOf(query.constraints)).size() > kLargest) return {};
  const SmtQuery question = smtQueryOf(query, limits_);
  const std::filesystem::path file = folder_ / "query";
  if (!replaceFile(file, bytesOf(question))) return {Verdict::Died};
  // Twice the time that it has itself, for its start and its own way to stop.
  const auto completed = run({.arguments = {program_.string(), file.string()},
                              .timeout = std::chrono::milliseconds(2 * limits_.milliseconds)});
  if (!completed) return {Verdict::Died};
  if (completed->timedOut) return {Verdict::OutOfTime};
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
