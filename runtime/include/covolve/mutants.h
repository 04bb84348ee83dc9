// The contract between code with mutants, the runtime linked into it, and the
// engine. A *mutant* is one small change of the source. All mutants of the
// requested files are compiled into one program; an environment variable names
// the one that is active, and without it the program does what is written. In a
// harness (runtime/mutant_worker) the test itself names it.
//
// Where a mutant could act, the code asks the runtime, but only once anything was
// switched on: untouched runs pay one load and one branch. Runs with a mutant have
// a limit of such questions, so that endless loops end soon and always at the same
// place, whatever the machine is doing.
//
// Easy to get wrong: this header is compiled as C++17 in the code under test and
// as C++23 in the engine. Plain data only.
#pragma once

#include <cstdint>

namespace covolve::mutants {

/// The id of the active mutant, 16 hex digits.
constexpr const char* kActiveVariable = "COVOLVE_MUTANT";
/// How many questions a run may ask, decimal; without it there is no limit.
constexpr const char* kStepsVariable = "COVOLVE_MUTANT_STEPS";
/// A file of kRecordBytes (a Record) that is told which mutants are reached.
constexpr const char* kRecordVariable = "COVOLVE_MUTANTS_RECORD";
/// A file that the table of all mutants is written to.
constexpr const char* kTableVariable = "COVOLVE_MUTANTS_TABLE";

/// How a program ends when its steps are used up.
constexpr int kOutOfSteps = 119;

/// Each module's mutants stand in section "covolve_mutants" of its object file, one line of text each:
///   id (16 hex digits) TAB kind TAB line TAB column TAB change TAB function TAB file NEWLINE
/// The id is a hash of kind, the last two components of file, line, column, change and ordinal: copies of an
/// inline function and the instantiations of a template share their mutants.
constexpr const char* kSection = "covolve_mutants";

/// Which mutants a run reached: a set, with open addressing.
struct Record {
  static constexpr uint32_t kSlots = 1u << 16;
  uint64_t steps;
  uint64_t slots[kSlots];  // 0: free
};
constexpr uint64_t kRecordBytes = sizeof(Record);

/// In a harness every test's bytes begin with this.
struct Order {
  uint64_t mutant;  // 0: none is active; instead, what the test reaches is recorded
  uint64_t steps;   // questions that it may ask
};
/// What was recorded stands behind the test's observations: the ids of the mutants, and at last this.
struct RecordEnd {
  uint64_t steps;
  uint64_t count;  // of the ids
};

}  // namespace covolve::mutants

/// Whether anything is to be asked at all.
extern "C" unsigned char __covolve_mutants_on;
/// Which of the mutants at a place is active: its index from 1 on, or 0.
extern "C" uint32_t __covolve_mutant_at(const uint64_t* ids, uint32_t count);
