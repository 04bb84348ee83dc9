// An oracle judges a test by what its calls were answered. A new oracle is one
// new file here and one line in oracles.cpp.
//
// Easy to get wrong: a fault must be certain. What a correct service might also
// answer is none; a user who has to sort out false alarms stops reading them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rest/request/call.h"

namespace covolve::rest {

/// A fault is reported once for each kind, operation and detail.
struct Fault {
  std::string kind;       // the oracle's name: "server-error"
  std::string operation;  // Operation::id
  std::string detail;     // tells faults of one kind and operation apart; no values of one test: "500"
  std::string message;    // one sentence for the user
  size_t call = 0;        // index of the call that shows it
  /// What faults of one kind have in common, whichever operation shows them; empty: nothing that is known.
  std::string cause = {};
  std::string subject = {};  // the call at fault: "GET /pets/{petId}"
  std::string place = {};    // what is wrong in the answer's JSON, as a pointer; empty: all of it
  /// The place is that of an element of a list; where in the list it stands says nothing.
  bool isAnywhereInList = false;
  bool isHint = false;  // a correct service might do so, though few do

  std::string key() const { return kind + '\n' + operation + '\n' + detail; }
  /// The same for faults of one cause.
  std::string causeKey() const { return cause.empty() ? key() : kind + '\n' + cause; }
};

class Oracle {
 public:
  virtual ~Oracle() = default;

  virtual std::string_view name() const = 0;         // as --oracles takes it
  virtual std::string_view description() const = 0;  // one line
  /// Appends what is wrong with the call `calls.back()`; those before it are its history.
  virtual void judge(std::span<const Call> calls, std::vector<Fault>& faults) const = 0;
};

/// All there are, in the order of the help.
const std::vector<std::unique_ptr<const Oracle>>& oracles();

}  // namespace covolve::rest
