#include "instrument/library_comparisons.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "instrument/demangled.h"
#include "instrument/function_name.h"
#include "instrument/known_calls.h"
#include "instrument/orderings.h"
#include "instrument/origin.h"
#include "instrument/relations.h"
#include "instrument/source_filter.h"

namespace covolve::instrument {

namespace {

/// Algorithms that compare ranges in steps, and whether a date exists.
constexpr std::string_view kQuestions[] = {"equal", "includes", "is_permutation", "lexicographical_compare",
                                           "ok"};

constexpr const char* kCopied = "covolve-copied";

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

/// Looks at the first elements before the memcmp, whose distance is that of bytes:
///   const bool answer = equal(first, last, second);
///   for (int i = 0; first != last; ++i, ++first, ++second) {
///     if (i == 256) return answer;
///     if (*first != *second) return false;
///   }
///   return true;
/// The original still sees all of both ranges, as sanitizers want it to.
void compareElements(llvm::Function& function, llvm::Function& original, unsigned width) {
  constexpr uint64_t kMostElements = 256;
  llvm::DISubprogram* const subprogram = function.getSubprogram();
  function.deleteBody();
  function.setSubprogram(subprogram);
  llvm::LLVMContext& context = function.getContext();
  const auto block = [&](const char* name) { return llvm::BasicBlock::Create(context, name, &function); };
  llvm::BasicBlock* const entry = block("entry");
  llvm::BasicBlock* const head = block("for.cond");
  llvm::BasicBlock* const bound = block("for.bound");
  llvm::BasicBlock* const body = block("for.body");
  llvm::BasicBlock* const next = block("for.inc");
  llvm::BasicBlock* const same = block("same");
  llvm::BasicBlock* const other = block("other");
  llvm::BasicBlock* const rest = block("rest");
  llvm::IRBuilder<> builder(entry);
  builder.SetCurrentDebugLocation(llvm::DILocation::get(context, subprogram->getLine(), 0, subprogram));
  llvm::Type* const number = builder.getIntNTy(width);
  llvm::CallInst* const answer =
      builder.CreateCall(&original, {function.getArg(0), function.getArg(1), function.getArg(2)});
  answer->setCallingConv(original.getCallingConv());
  answer->setAttributes(original.getAttributes());
  builder.CreateBr(head);
  builder.SetInsertPoint(head);
  llvm::PHINode* const count = builder.CreatePHI(builder.getInt64Ty(), 2, "count");
  llvm::PHINode* const first = builder.CreatePHI(builder.getPtrTy(), 2, "first");
  llvm::PHINode* const second = builder.CreatePHI(builder.getPtrTy(), 2, "second");
  // Not names of the source's: how far two pointers are apart is no distance.
  builder.CreateCondBr(builder.CreateICmpEQ(first, function.getArg(1), "library"), same, bound);
  builder.SetInsertPoint(bound);
  builder.CreateCondBr(builder.CreateICmpEQ(count, builder.getInt64(kMostElements), "library"), rest, body);
  builder.SetInsertPoint(body);
  llvm::Value* const left = builder.CreateLoad(number, first);
  llvm::Value* const right = builder.CreateLoad(number, second);
  builder.CreateCondBr(builder.CreateICmpEQ(left, right, "cmp"), next, other);
  builder.SetInsertPoint(next);
  const auto step = [&](llvm::PHINode* phi, llvm::Value* start, llvm::Value* further) {
    phi->addIncoming(start, entry);
    phi->addIncoming(further, next);
  };
  step(count, builder.getInt64(0), builder.CreateAdd(count, builder.getInt64(1)));
  step(first, function.getArg(0), builder.CreateConstInBoundsGEP1_64(number, first, 1));
  step(second, function.getArg(2), builder.CreateConstInBoundsGEP1_64(number, second, 1));
  builder.CreateBr(head);
  builder.SetInsertPoint(same);
  builder.CreateRet(builder.getTrue());
  builder.SetInsertPoint(other);
  builder.CreateRet(builder.getFalse());
  builder.SetInsertPoint(rest);
  builder.CreateRet(answer);
}

/// Labels and what knows them are there once.
bool canBeCopied(const llvm::Function& function) {
  if (function.isDeclaration() || function.isInterposable() || function.isVarArg() ||
      function.isPresplitCoroutine() || function.callsFunctionThatReturnsTwice()) {
    return false;
  }
  for (const llvm::BasicBlock& block : function) {
    if (block.hasAddressTaken()) return false;
    for (const llvm::Instruction& instruction : block) {
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const bool isOnce = call != nullptr && (call->isInlineAsm() || call->cannotDuplicate() ||
                                              call->isMustTailCall() || llvm::isa<llvm::CallBrInst>(call));
      if (isOnce || llvm::isa<llvm::IndirectBrInst>(instruction)) return false;
    }
  }
  return true;
}

/// `==` where only `<=>` is defaulted: it has no place in the source.
bool isImplicitRelation(const llvm::Function& function) {
  const llvm::DISubprogram* const subprogram = function.getSubprogram();
  return subprogram != nullptr && subprogram->isArtificial() &&
         isRelation(Demangled{"", subprogram->getName().str(), {}});
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
    copiesOf_.clear();
    for (llvm::CallBase* const call : calls) {
      callSite_ = call;
      copyOf_.clear();
      left_ = std::min(kMostOfOne, leftOfAll_);
      if (llvm::Function* const copy = copied(*call->getCalledFunction(), kDeepest))
        call->setCalledFunction(copy);
    }
  }

  bool isComparison(const llvm::CallBase& call) {
    const llvm::Function* const callee = call.getCalledFunction();
    if (callee == nullptr || !isPart(*callee) || knownAnswer(call)) return false;
    const auto [known, isNew] = isComparison_.try_emplace(callee, false);
    if (!isNew) return known->second;
    const auto name = demangle(callee->getName().str());
    const bool asksOne = isImplicitRelation(*callee) || (name && isOfStandardLibrary(*name) && asks(*name));
    const bool isOne = asksOne && decides(*callee, kDeepest);
    return isComparison_[callee] = isOne;
  }

  /// Where an iterator stands is no number, and how two of them compare is known elsewhere.
  static bool asks(const Demangled& function) {
    if (!hasGradient(function)) return false;
    if (!isRelation(function) && function.name != "operator<=>") {
      const std::string algorithm = rangesAlgorithm(function);
      return std::ranges::find(kQuestions, algorithm.empty() ? function.name : algorithm) !=
             std::end(kQuestions);
    }
    return std::ranges::none_of(function.parameters, [](const std::string& type) {
      return type.find("iterator") != std::string::npos;
    });
  }

  /// Whether something is compared in it, or in what it calls.
  bool decides(const llvm::Function& function, unsigned deeper) {
    const bool isImplicit = isImplicitRelation(function);
    if ((!isImplicit && (isUsers(function) || !isSourceFunction(function))) || deeper == 0 ||
        !canBeCopied(function))
      return false;
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
    copy->addFnAttr(kCopied);
    copy->setComdat(nullptr);
    copy->setVisibility(llvm::GlobalValue::DefaultVisibility);
    copy->setLinkage(llvm::GlobalValue::InternalLinkage);
    if (const unsigned width = widthOfNumbers(function)) {
      compareElements(*copy, function, width);
    } else {
      inlineOrderings(*copy);
      copyCallees(*copy, deeper);
    }
    return copy;
  }

  void copyCallees(llvm::Function& copy, unsigned deeper) {
    std::vector<llvm::CallBase*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(copy)) {
      if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) calls.push_back(call);
    }
    for (llvm::CallBase* const call : calls) {
      llvm::Function* const callee = call->getCalledFunction();
      if (callee == nullptr || deeper == 0 || !isPart(*callee) || knownAnswer(*call)) continue;
      if (!decides(*callee, deeper - 1)) continue;
      if (llvm::Function* const inner = copied(*callee, deeper - 1)) call->setCalledFunction(inner);
    }
  }

  /// Each copy's own, and the same in every module and for every instantiation of what the call stands in:
  /// "std::operator==#1f09 for order.cpp:42:7", a second one there with ".2".
  std::string nameFor(const llvm::Function& function) {
    const llvm::DILocation* const position = callSite_->getDebugLoc().get();
    const std::string overload = llvm::utohexstr(llvm::xxh3_64bits(function.getName()) & 0xffff, true, 4);
    const std::string name = sourceName(function) + "#" + overload + " for " +
                             llvm::sys::path::filename(position->getFilename()).str() + ":" +
                             std::to_string(position->getLine()) + ":" +
                             std::to_string(position->getColumn());
    const unsigned number = ++copiesOf_[name];
    return number > 1 ? name + "." + std::to_string(number) : name;
  }

  llvm::Module& module_;
  const SourceFilter& filter_;
  llvm::DenseMap<const llvm::Function*, bool> isComparison_;
  llvm::DenseMap<const llvm::Function*, bool> decides_;
  std::vector<LibraryComparison> copies_;
  size_t leftOfAll_ = kMostOfAll;
  std::map<std::string, unsigned> copiesOf_;  // by name, within the present function
  // Of the present call:
  const llvm::CallBase* callSite_ = nullptr;
  llvm::DenseMap<const llvm::Function*, llvm::Function*> copyOf_;
  size_t left_ = 0;
};

}  // namespace

bool isCopiedComparison(const llvm::CallBase& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  return callee != nullptr && callee->hasFnAttribute(kCopied);
}

std::vector<LibraryComparison> copyComparisons(llvm::Module& module, const SourceFilter& filter) {
  if (!areCallsKnown()) return {};
  return Copier(module, filter).copyAll();
}

}  // namespace covolve::instrument
