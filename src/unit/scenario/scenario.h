// A test as it was run, ready to be written down: the steps with their
// concrete values, and what was observed. Between the search (individuals,
// genes) and emission (test tree) this is all that is passed on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gene/value.h"
#include "program/model.h"

namespace covolve::unit {

struct Step {
  program::CallableId callable = 0;
  std::vector<Value> arguments;  // a Method's receiver first (a Reference), then its parameters

  bool operator==(const Step&) const = default;
};

/// The parameter's index in Step::arguments, where a method's receiver comes first.
inline size_t argumentIndex(const program::Callable& callable, size_t parameter) {
  return parameter + (callable.kind == program::CallableKind::Method ? 1 : 0);
}

/// Of a value of Elements: null has none.
inline size_t countOfElements(const Value& value) {
  if (value.kind != Value::Kind::Present || value.children.empty()) return 0;
  const Value& elements = value.children[0];
  return elements.kind == Value::Kind::Text ? elements.text.size() : elements.children.size();
}

struct Observation {
  /// Freed: what the step lent is gone when the test ends. Given: nothing but the test refers to the memory
  /// that the step returned.
  enum class What { Returned, Parameter, Threw, Freed, Given };

  uint32_t step = 0;
  What what = What::Returned;
  uint32_t parameter =
      0;  // What::Parameter: index of an out-parameter; value is what it holds after the call
  Value value;
  std::string exceptionType;  // What::Threw: qualified type; empty: not nameable
  std::string exceptionText;  // what(), if it has one

  bool operator==(const Observation&) const = default;
};

/// Of a fault, the most worth telling first (suite/fault_rank.h).
enum class FaultRank {
  LikelyBug,
  OutsideContract,  // by a call that the code need not bear
  Robustness,       // time or memory run out, by huge numbers
};
constexpr const char* nameOf(FaultRank rank) {
  switch (rank) {
    case FaultRank::OutsideContract:
      return "outside the contract";
    case FaultRank::Robustness:
      return "robustness";
    default:
      return "likely bug";
  }
}
constexpr FaultRank kFaultRanks[] = {FaultRank::LikelyBug, FaultRank::OutsideContract, FaultRank::Robustness};

/// Why a test belongs in the faults file.
struct Fault {
  std::string kind;         // "SIGSEGV", "SIGFPE", "abort", "exit", "endless loop", "stack overflow", ...
  std::string description;  // one line for the comment: "SIGFPE in ratio at order.cpp:12"
  std::string file;
  unsigned line = 0;  // 0: unknown
  std::string function;
  FaultRank rank = FaultRank::LikelyBug;
  std::string rankReason = {};  // one clause: "null is passed"; empty for a likely bug
};

struct RecordedTest {
  std::vector<Step> steps;  // only those executed: some may have thrown, the last one may have crashed
  std::vector<Observation> observations;
  std::optional<Fault> fault;
  size_t inspections = 0;    // so many of the last steps only look at what the others left behind
  bool showsEffect = false;  // the first of them sees what the step before it has changed
};

/// What the test is about.
inline RecordedTest withoutInspections(RecordedTest test) {
  test.steps.resize(test.steps.size() - test.inspections);
  std::erase_if(test.observations,
                [&](const Observation& observation) { return observation.step >= test.steps.size(); });
  test.inspections = 0;
  return test;
}

}  // namespace covolve::unit
