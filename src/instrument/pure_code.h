// Code that makes the same whenever it runs and changes nothing but what it is
// given: only functions of the C++ standard library that neither ask nor tell
// the world outside, no code with probes, no variable that something else may
// set. Judged by what is named, calls or not, so it errs on the safe side.
#pragma once

#include <llvm/IR/Module.h>

#include <map>

#include "instrument/source_filter.h"

namespace covolve::instrument {

class PureCode {
 public:
  explicit PureCode(const SourceFilter& filter) : filter_(filter) {}

  /// Whether the instruction names nothing else. Calls through pointers are none of its business.
  bool namesPureCodeOnly(const llvm::Instruction& instruction, const llvm::GlobalVariable* ownVariable);

 private:
  bool isPure(const llvm::Constant& constant, const llvm::GlobalVariable* ownVariable);
  bool isPureFunction(const llvm::Function& function);

  const SourceFilter& filter_;
  std::map<const llvm::Function*, bool> functions_;
};

}  // namespace covolve::instrument
