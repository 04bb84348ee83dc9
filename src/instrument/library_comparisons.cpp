#include "instrument/library_comparisons.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "instrument/demangled.h"
#include "instrument/function_name.h"
#include "instrument/known_calls.h"
#include "instrument/origin.h"
#include "instrument/source_filter.h"

namespace covolve::instrument {

namespace {

constexpr std::string_view kRelations[] = {"operator==", "operator!=", "operator<",
                                           "operator<=", "operator>",  "operator>="};
constexpr std::string_view kAlgorithms[] = {"equal", "ok", "includes", "is_permutation",
                                            "lexicographical_compare"};

bool isRelation(const Demangled& function) {
  return std::ranges::find(kRelations, function.name) != std::end(kRelations);
}

// ---- ranges of numbers, which the library compares as bytes ----

/// Of the numbers that std::__equal<true>::equal<int> and its like compare; 0: it is none of them.
unsigned widthOfNumbers(const llvm::Function& function) {
  const auto name = demangle(function.getName().str());
  if (!name || name->scope != "std::__equal<true>" || name->parameters.size() != 3) return 0;
  llvm::StringRef type = name->parameters[0];
  if (!type.consume_back("*")) return 0;
  type.consume_back(" const");
  return llvm::StringSwitch<unsigned>(type)
      .Cases("bool", "char", "signed char", "unsigned char", 8)
      .Cases("short", "unsigned short", 16)
      .Cases("int", "unsigned int", 32)
      .Cases("long", "unsigned long", "long long", "unsigned long long", 64)
      .Default(0);
}

/// `while (first != last) if (*first++ != *second++) return false; return true;` in the place of a memcmp,
/// whose distance is that of bytes.
void compareElements(llvm::Function& function, unsigned width) {
  llvm::DISubprogram* const subprogram = function.getSubprogram();
  function.deleteBody();
  function.setSubprogram(subprogram);
  llvm::LLVMContext& context = function.getContext();
  const auto block = [&](const char* name) { return llvm::BasicBlock::Create(context, name, &function); };
  llvm::BasicBlock* const entry = block("entry");
  llvm::BasicBlock* const head = block("for.cond");
  llvm::BasicBlock* const body = block("for.body");
  llvm::BasicBlock* const next = block("for.inc");
  llvm::BasicBlock* const same = block("same");
  llvm::BasicBlock* const other = block("other");
  llvm::IRBuilder<> builder(entry);
  builder.SetCurrentDebugLocation(llvm::DILocation::get(context, subprogram->getLine(), 0, subprogram));
  llvm::Type* const number = builder.getIntNTy(width);
  builder.CreateBr(head);
  builder.SetInsertPoint(head);
  llvm::PHINode* const first = builder.CreatePHI(builder.getPtrTy(), 2, "first");
  llvm::PHINode* const second = builder.CreatePHI(builder.getPtrTy(), 2, "second");
  // Not a name of the source's: how far two pointers are apart is no distance.
  builder.CreateCondBr(builder.CreateICmpEQ(first, function.getArg(1), "library"), same, body);
  builder.SetInsertPoint(body);
  llvm::Value* const left = builder.CreateLoad(number, first);
  llvm::Value* const right = builder.CreateLoad(number, second);
  builder.CreateCondBr(builder.CreateICmpEQ(left, right, "cmp"), next, other);
  builder.SetInsertPoint(next);
  first->addIncoming(function.getArg(0), entry);
  second->addIncoming(function.getArg(2), entry);
  first->addIncoming(builder.CreateConstInBoundsGEP1_64(number, first, 1), next);
  second->addIncoming(builder.CreateConstInBoundsGEP1_64(number, second, 1), next);
  builder.CreateBr(head);
  builder.SetInsertPoint(same);
  builder.CreateRet(builder.getTrue());
  builder.SetInsertPoint(other);
  builder.CreateRet(builder.getFalse());
}

class Copier {
 public:
  Copier(llvm::Module& module, const SourceFilter& filter) : module_(module), filter_(filter) {}

  std::vector<LibraryComparison> copyAll() {
    std::vector<llvm::Function*> users;
    for (llvm::Function& function : module_) {
      if (!function.isDeclaration() && isUsers(function)) users.push_back(&function);
    }
    for (llvm::Function* const function : users) copyWhatIsAskedIn(*function);
    return std::move(copies_);
  }

 private:
  /// Of what one call is answered by, in instructions, and of all calls.
  static constexpr size_t kMostOfOne = 2'000;
  static constexpr size_t kMostOfAll = 100'000;
  static constexpr unsigned kDeepest = 16;

  bool isUsers(const llvm::Function& function) const {
    const llvm::DISubprogram* const subprogram = function.getSubprogram();
    return subprogram != nullptr && filter_.isUsers(subprogram->getFile());
  }

  void copyWhatIsAskedIn(llvm::Function& function) {
    std::vector<llvm::CallBase*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const bool isOne = call != nullptr && filter_.isUsers(call->getDebugLoc().get()) && isComparison(*call);
      if (isOne) calls.push_back(call);
    }
    for (llvm::CallBase* const call : calls) {
      callSite_ = call;
      copyOf_.clear();
      copiesOf_.clear();
      left_ = std::min(kMostOfOne, leftOfAll_);
      if (llvm::Function* const copy = copied(*call->getCalledFunction(), kDeepest))
        call->setCalledFunction(copy);
    }
  }

  bool isComparison(const llvm::CallBase& call) {
    const llvm::Function* const callee = call.getCalledFunction();
    if (callee == nullptr || !callee->getReturnType()->isIntegerTy(1) || knownAnswer(call)) return false;
    const auto [known, isNew] = isComparison_.try_emplace(callee, false);
    if (!isNew) return known->second;
    const auto name = demangle(callee->getName().str());
    const bool isOne =
        name && name->scope.starts_with("std") &&
        (isRelation(*name) || std::ranges::find(kAlgorithms, name->name) != std::end(kAlgorithms)) &&
        hasGradient(*name) && decides(*callee, kDeepest);
    return isComparison_[callee] = isOne;
  }

  /// Where an iterator stands is no number, and how two of them compare is known elsewhere; the rest of a
  /// `<=>` only compares its answer; what the time is differs in each run.
  static bool hasGradient(const Demangled& comparison) {
    return std::ranges::none_of(comparison.parameters, [&](const std::string& type) {
      const auto isA = [&](const char* part) { return type.find(part) != std::string::npos; };
      const bool isClock = isA("time_point<") && (isA("1000000000l>") || isA("steady_clock"));
      return isClock || (isRelation(comparison) && isA("iterator")) || isA("_ordering") || isA("thread::id");
    });
  }

  /// Whether something is compared in it, or in what it calls.
  bool decides(const llvm::Function& function, unsigned deeper) {
    if (function.isDeclaration() || function.isInterposable() || function.isVarArg() || isUsers(function) ||
        !isSourceFunction(function) || deeper == 0) {
      return false;
    }
    const auto [known, isNew] = decides_.try_emplace(&function, false);  // false: in recursion
    if (!isNew) return known->second;
    const bool does = std::ranges::any_of(llvm::instructions(function), [&](const llvm::Instruction& one) {
      if (const auto* const compare = llvm::dyn_cast<llvm::CmpInst>(&one)) return isSourceCompare(*compare);
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&one);
      if (call == nullptr) return false;
      const llvm::Function* const callee = call->getCalledFunction();
      return knownAnswer(*call).has_value() ||
             (callee != nullptr && (isUsers(*callee) || (isPart(*callee) && decides(*callee, deeper - 1))));
    });
    return decides_[&function] = does;
  }

  /// What answers, one way or another. Sizes, ends and elements are only asked for.
  static bool isPart(const llvm::Function& function) {
    const llvm::Type& type = *function.getReturnType();
    return type.isIntegerTy(1) || type.isIntegerTy(8);
  }

  llvm::Function* copied(llvm::Function& function, unsigned deeper) {
    if (const auto known = copyOf_.find(&function); known != copyOf_.end()) return known->second;
    const size_t size = function.getInstructionCount();
    if (size > left_) return nullptr;
    left_ -= size;
    leftOfAll_ -= std::min(size, leftOfAll_);
    llvm::ValueToValueMapTy values;
    llvm::Function* const copy = llvm::CloneFunction(&function, values);
    copy->setName(function.getName() + ".asked");
    copyOf_[&function] = copy;
    copies_.push_back({copy, nameFor(function), callSite_->getDebugLoc().get()});
    if (const unsigned width = widthOfNumbers(function)) compareElements(*copy, width);
    copy->setComdat(nullptr);
    copy->setVisibility(llvm::GlobalValue::DefaultVisibility);
    copy->setLinkage(llvm::GlobalValue::InternalLinkage);
    std::vector<llvm::CallBase*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(*copy)) {
      if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) calls.push_back(call);
    }
    for (llvm::CallBase* const call : calls) {
      llvm::Function* const callee = call->getCalledFunction();
      if (callee == nullptr || deeper == 0 || !isPart(*callee) || knownAnswer(*call)) continue;
      if (!decides(*callee, deeper - 1)) continue;
      if (llvm::Function* const inner = copied(*callee, deeper - 1)) call->setCalledFunction(inner);
    }
    return copy;
  }

  /// Each copy's own, and the same in every module and for every instantiation of what the call stands in.
  std::string nameFor(const llvm::Function& function) {
    const llvm::DILocation* const position = callSite_->getDebugLoc().get();
    const std::string name = sourceName(function);
    const unsigned number = ++copiesOf_[name];
    return name + (number > 1 ? "#" + std::to_string(number) : "") + " for " +
           llvm::sys::path::filename(position->getFilename()).str() + ":" +
           std::to_string(position->getLine()) + ":" + std::to_string(position->getColumn());
  }

  llvm::Module& module_;
  const SourceFilter& filter_;
  llvm::DenseMap<const llvm::Function*, bool> isComparison_;
  llvm::DenseMap<const llvm::Function*, bool> decides_;
  std::vector<LibraryComparison> copies_;
  size_t leftOfAll_ = kMostOfAll;
  // Of the present call:
  const llvm::CallBase* callSite_ = nullptr;
  llvm::DenseMap<const llvm::Function*, llvm::Function*> copyOf_;
  std::map<std::string, unsigned> copiesOf_;  // by name
  size_t left_ = 0;
};

}  // namespace

std::vector<LibraryComparison> copyComparisons(llvm::Module& module, const SourceFilter& filter) {
  if (!areCallsKnown()) return {};
  return Copier(module, filter).copyAll();
}

}  // namespace covolve::instrument
