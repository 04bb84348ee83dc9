#include "search/refine/symbolic_execution.h"

#include <algorithm>
#include <map>

#include "concolic/evaluate.h"
#include "concolic/solving/path_condition.h"
#include "concolic/solving/solver_chain.h"
#include "search/refine/test_data.h"

namespace covolve::search {

using concolic::Constraint;
using concolic::Decision;
using concolic::Verdict;

namespace {

constexpr size_t kMostTurnsOfATarget = 6;  // a loop comes to its decision again and again
// Behind all open ones; by generation, then latest first.
constexpr size_t kOthersRank = size_t{1} << 40;
constexpr size_t kGenerationRank = size_t{1} << 32;
constexpr size_t kMostKeptExpressions = 4'000'000;  // of all paths: a hundred megabytes

}  // namespace

SymbolicExecution::SymbolicExecution(ConcolicRuns& runs, const Archive& archive,
                                     SolvingStatistics& statistics)
    : runs_(runs), archive_(archive), statistics_(statistics) {
  concolic::ChainOptions options;
  options.smtProgram = runs.smtSolver();
  options.folder = runs.scratch();
  options.end.stop = runs.stop();
  if (!runs.isRepeatable()) options.end.timeLeft = [&runs] { return runs.timeLeft(); };
  solver_ = concolic::makeSolverChain(options, statistics.chain);
}

SymbolicExecution::Exploration SymbolicExecution::explore(const Individual& start, const Limits& limits) {
  begin_ = std::chrono::steady_clock::now();
  effortBefore_ = statistics_.effort();
  paths_.clear();
  branches_.clear();
  taken_.clear();
  seenValues_.clear();
  keptExpressions_ = 0;
  auto first = run(start);
  if (!first || first->trace.isLimited) return {};  // nor would it end another time
  keep(std::move(*first), 0);
  std::vector<Individual> certain;
  std::vector<Individual> possible;
  End end = End::Queries;
  for (size_t queries = 0; queries < limits.queries; ++queries) {
    const std::optional<Branch> branch = nextBranch();
    if (!branch) end = End::AllTried;
    if (branch && isMet(limits)) end = End::Effort;
    if (end != End::Queries) break;
    turn(*branch, certain, possible);
  }
  std::ranges::move(possible, std::back_inserter(certain));
  return {std::move(certain), end};
}

bool SymbolicExecution::isMet(const Limits& limits) const {
  if (runs_.stop() != nullptr && *runs_.stop()) return true;
  if (limits.time && std::chrono::steady_clock::now() - begin_ > *limits.time) return true;
  return limits.effort && statistics_.effort() - effortBefore_ > *limits.effort;
}

std::optional<SymbolicExecution::Path> SymbolicExecution::run(const Individual& individual) {
  const auto begin = std::chrono::steady_clock::now();
  auto trace = runs_.trace(individual);
  statistics_.traceSeconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  ++statistics_.traces;
  if (!trace) {
    ++statistics_.failedTraces;
    return std::nullopt;
  }
  statistics_.cutTraces += trace->isCut ? 1 : 0;
  statistics_.limitedTraces += trace->isLimited ? 1 : 0;
  statistics_.decisions += trace->decisions.size();
  statistics_.expressions += trace->expressions.size();
  for (const auto& [name, count] : trace->madeConcrete) statistics_.madeConcrete[name] += count;
  Path path{individual, std::move(*trace), {}};
  path.values = valuesOf(individual, path.trace.data);
  dropDivergent(path.trace, path.values);
  const size_t before = path.trace.decisions.size();
  addDomains(individual, path.trace);
  path.domains = path.trace.decisions.size() - before;
  return path;
}

bool SymbolicExecution::isOpen(TargetId target) const {
  return target != kNoTarget && !archive_.isCovered(target) && !taken_.contains(target);
}

void SymbolicExecution::keep(Path kept, size_t firstNew) {
  keptExpressions_ += kept.trace.expressions.size();
  if (!paths_.empty() && keptExpressions_ > kMostKeptExpressions) return;
  paths_.push_back(std::move(kept));
  const size_t number = paths_.size() - 1;
  const Path& path = paths_.back();
  std::map<TargetId, size_t> turns;
  for (size_t i = path.domains; i < path.trace.decisions.size(); ++i) {
    const Decision& decision = path.trace.decisions[i];
    if (decision.kind != concolic::DecisionKind::OfProgram) continue;
    const TargetId target =
        decision.site != 0 ? runs_.targetOf(decision.site, decision.taken == 0) : kNoTarget;
    if (isOpen(target)) {
      const size_t depth = path.trace.expressions[decision.condition].depth;
      if (++turns[target] <= kMostTurnsOfATarget) branches_.push_back({number, i, target, depth});
    } else if (i >= firstNew) {
      const size_t rank = kOthersRank + (path.generation + 1) * kGenerationRank - i;
      branches_.push_back({number, i, kNoTarget, rank});
    }
  }
}

std::optional<SymbolicExecution::Branch> SymbolicExecution::nextBranch() {
  std::erase_if(branches_,
                [&](const Branch& branch) { return branch.target != kNoTarget && !isOpen(branch.target); });
  const auto best = std::ranges::min_element(branches_, {}, &Branch::rank);
  if (best == branches_.end()) return std::nullopt;
  const Branch branch = *best;
  branches_.erase(best);
  return branch;
}

bool SymbolicExecution::noteTaken(const Path& path) {
  bool isNew = false;
  for (const Decision& decision : path.trace.decisions) {
    if (decision.site == 0) continue;
    const TargetId target = runs_.targetOf(decision.site, decision.taken != 0);
    if (isOpen(target)) isNew |= taken_.insert(target).second;
  }
  return isNew;
}

void SymbolicExecution::turn(const Branch& branch, std::vector<Individual>& certain,
                             std::vector<Individual>& possible) {
  const auto attempt = [&](std::vector<Constraint> constraints, bool isOptimistic) {
    auto test = solve(paths_[branch.path], std::move(constraints));
    if (!test) return false;
    auto path = run(*test);
    const bool getsSomewhere = path && noteTaken(*path);
    const bool isLimited = path && path->trace.isLimited;
    if (getsSomewhere || !isLimited) (getsSomewhere ? certain : possible).push_back(std::move(*test));
    if (path && !isLimited) {  // where one does not end, others like it do not either
      path->generation = paths_[branch.path].generation + 1;
      keep(std::move(*path), branch.decision + 1);
    }
    const bool isThere = branch.target == kNoTarget || taken_.contains(branch.target);
    if (!isOptimistic) {
      statistics_.divergent += isThere ? 0 : 1;
    } else {
      ++statistics_.optimistic;
      statistics_.astray += isThere ? 0 : 1;
    }
    return isThere;
  };
  const concolic::Trace& trace = paths_[branch.path].trace;
  if (attempt(turned(trace, branch.decision), false)) return;
  if (branch.target == kNoTarget) return;
  if (!mayBeOptimistic() || !attempt(turnedAlone(paths_[branch.path].trace, branch.decision), true))
    preferRelated(branch);
}

/// Of code whose decisions hang together it is of no use, and there is no telling but by trying.
bool SymbolicExecution::mayBeOptimistic() const {
  constexpr uint64_t kMostInVain = 10;
  constexpr uint64_t kWorth = 10;  // that many of one that gets there
  const uint64_t arrived = statistics_.optimistic - statistics_.astray;
  return statistics_.astray < kMostInVain + kWorth * arrived;
}

void SymbolicExecution::preferRelated(const Branch& inVain) {
  const concolic::Trace& trace = paths_[inVain.path].trace;
  const auto dataOf = [&](size_t decision) {
    const uint32_t roots[] = {trace.decisions[decision].condition};
    const concolic::Program program(trace, roots);
    return std::vector(program.data().begin(), program.data().end());
  };
  const std::vector<uint32_t> data = dataOf(inVain.decision);
  for (Branch& branch : branches_) {
    const bool isBefore = branch.path == inVain.path && branch.decision < inVain.decision;
    if (!isBefore || branch.rank < kOthersRank) continue;
    const bool isRelated = std::ranges::any_of(
        dataOf(branch.decision), [&](uint32_t datum) { return std::ranges::binary_search(data, datum); });
    if (isRelated) branch.rank = kOthersRank - branch.decision - 1;
  }
}

std::optional<Individual> SymbolicExecution::solve(const Path& path, std::vector<Constraint> constraints) {
  const concolic::Answer answer = solver_->solve({path.trace, std::move(constraints), path.values});
  if (answer.verdict != Verdict::Solved || !seenValues_.insert(answer.values).second) return std::nullopt;
  Individual test = path.individual;
  if (setValues(test, path.trace.data, path.values, answer.values)) return test;
  ++statistics_.refused;
  return std::nullopt;
}

}  // namespace covolve::search
