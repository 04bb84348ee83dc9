// Collects the constants of the functions under test in one module.
//
// Easy to get wrong: much of what is constant in the IR is the compiler's own:
// offsets, sizes, alignments, names of functions for messages.
#pragma once

#include <set>
#include <string>

#include "analysis/constants.h"

namespace llvm {
class Constant;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace covolve::analysis {

class ConstantFinder {
 public:
  /// A function with sites.
  void addFunction(const llvm::Function& function);
  /// A function that initialises a global variable: only its texts are surely of the source.
  void addInitialiser(const llvm::Function& function);

  Constants found() const;

 private:
  void addNumbers(const llvm::Instruction& instruction);
  void addNumber(const llvm::Value& value, bool mayBeUnsigned);
  void addTexts(const llvm::Instruction& instruction);
  void addRows(const llvm::Constant& table);
  void addRow(const llvm::Instruction& call);

  std::set<__int128> integers_;
  std::set<double> floats_;
  std::set<std::string> texts_;
  std::set<TableRow> rows_;
  std::set<const llvm::Constant*> seen_;
};

}  // namespace covolve::analysis
