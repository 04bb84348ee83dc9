// Solvers around a solver: each makes the query smaller, knows the answer, or
// watches over it.
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "concolic/solving/solver.h"

namespace covolve::concolic {

/// Only conditions that share data with one that does not hold yet are solved, each such group for itself;
/// all other data stay. A condition that is demanded both ways has no solution.
class Independent final : public Solver {
 public:
  explicit Independent(std::unique_ptr<Solver> inner) : inner_(std::move(inner)) {}
  Answer solve(const Query& query) override;

 private:
  std::unique_ptr<Solver> inner_;
};

/// The same conditions over other data, of this test or another, have the same answer.
class Cached final : public Solver {
 public:
  explicit Cached(std::unique_ptr<Solver> inner, uint64_t& hits) : inner_(std::move(inner)), hits_(hits) {}
  Answer solve(const Query& query) override;

 private:
  std::unique_ptr<Solver> inner_;
  uint64_t& hits_;
  std::map<std::string, Answer> answers_;  // values in the order of canonicalForm()
};

/// What solved another query may solve this one, too.
class ModelReusing final : public Solver {
 public:
  explicit ModelReusing(std::unique_ptr<Solver> inner, uint64_t& hits)
      : inner_(std::move(inner)), hits_(hits) {}
  Answer solve(const Query& query) override;

 private:
  std::unique_ptr<Solver> inner_;
  uint64_t& hits_;
  std::deque<std::vector<uint64_t>> models_;  // the latest first; by number of the datum
};

/// Nothing is a solution before evaluation says so.
class Checked final : public Solver {
 public:
  explicit Checked(std::unique_ptr<Solver> inner) : inner_(std::move(inner)) {}
  Answer solve(const Query& query) override;

 private:
  std::unique_ptr<Solver> inner_;
};

/// What one solver was asked and what it answered.
struct SolverCounts {
  std::string name;
  uint64_t queries = 0;
  uint64_t solved = 0;
  uint64_t unsatisfiable = 0;
  uint64_t unknown = 0;
  uint64_t outOfSteps = 0;
  uint64_t outOfTime = 0;
  uint64_t died = 0;
  double seconds = 0;
};

class Counted final : public Solver {
 public:
  Counted(std::unique_ptr<Solver> inner, SolverCounts& counts) : inner_(std::move(inner)), counts_(counts) {}
  Answer solve(const Query& query) override;

 private:
  std::unique_ptr<Solver> inner_;
  SolverCounts& counts_;
};

/// Asks a solver whose failures (one verdict of it; a guard that was met, and a death, in any case) take long
/// only while it earns that: they may exceed its answers by so many. By count; only
/// the guards (time, memory, death) depend on the machine.
class WhilePaying final : public Solver {
 public:
  WhilePaying(std::unique_ptr<Solver> inner, Verdict failure, uint64_t mostInVain)
      : inner_(std::move(inner)), failure_(failure), left_(mostInVain) {}
  Answer solve(const Query& query) override;

 private:
  std::unique_ptr<Solver> inner_;
  Verdict failure_;
  uint64_t left_;  // failures
};

/// One after the other until one knows.
class FirstToKnow final : public Solver {
 public:
  explicit FirstToKnow(std::vector<std::unique_ptr<Solver>> members) : members_(std::move(members)) {}
  Answer solve(const Query& query) override;

 private:
  std::vector<std::unique_ptr<Solver>> members_;
};

/// A text that two queries share where they differ at most in which data they are about, and the data in the
/// order in which they occur in it.
struct CanonicalForm {
  std::string text;
  std::vector<uint32_t> data;
};
CanonicalForm canonicalForm(const Trace& trace, std::span<const Constraint> constraints);

}  // namespace covolve::concolic
