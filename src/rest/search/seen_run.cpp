#include "rest/search/seen_run.h"

namespace covolve::rest {

namespace {

/// Those behind it take what they take from other places now.
void removeCall(CallList& calls, size_t index) {
  calls.erase(calls.begin() + static_cast<std::ptrdiff_t>(index));
  for (size_t i = index; i < calls.size(); ++i) {
    for (Argument& argument : calls[i].arguments) {
      for (auto& [pointer, from] : argument.taken) {
        if (from.call > index) --from.call;
      }
    }
  }
}

}  // namespace

CallList keptCalls(std::span<const Call> calls) {
  constexpr size_t kMostBytes = size_t{1} << 20;
  size_t bytes = 0;
  for (const Call& call : calls) bytes += call.response() != nullptr ? call.response()->body.size() : 0;
  return bytes <= kMostBytes ? CallList(calls.begin(), calls.end()) : CallList{};
}

SeenRun neededPart(SeenRun seen) {
  if (seen.test.actions.empty()) return seen;
  for (size_t i = seen.test.actions.size() - 1; i-- > 0;) {
    if (search::removeAction(seen.test, i)) removeCall(seen.calls, i);
  }
  return seen;
}

}  // namespace covolve::rest
