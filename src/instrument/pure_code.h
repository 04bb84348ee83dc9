// Code that makes the same whenever it runs and changes nothing but what it is
// given: only functions of the C++ standard library that neither ask nor tell
// the world outside, no code with probes, no variable that something else may
// set. Judged by what is named, calls or not, so it errs on the safe side.
#pragma once

#include <llvm/IR/Module.h>

#include <map>
#include <vector>

#include "instrument/source_filter.h"

namespace covolve::instrument {

class PureCode {
 public:
  explicit PureCode(const SourceFilter& filter) : filter_(filter) {}

  /// Whether the instruction names nothing else. Calls through pointers are none of its business.
  bool namesPureCodeOnly(const llvm::Instruction& instruction, const llvm::GlobalVariable* ownVariable);

 private:
  bool isPure(const llvm::Constant& constant, const llvm::GlobalVariable* ownVariable);
  bool isPureVariable(const llvm::GlobalVariable& variable);
  bool isPureFunction(const llvm::Function& function);
  template <class Judge>
  bool remembered(const llvm::GlobalValue& value, Judge&& judge);
  bool judge(const llvm::Function& function);

  const SourceFilter& filter_;
  std::map<const llvm::GlobalValue*, bool> known_;
  std::vector<const llvm::GlobalValue*> assumed_;  // pure, while what they need is looked at
  size_t depth_ = 0;
};

}  // namespace covolve::instrument
