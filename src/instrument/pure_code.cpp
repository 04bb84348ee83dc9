#include "instrument/pure_code.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>

#include "instrument/origin.h"

namespace covolve::instrument {

namespace {

using llvm::StringRef;

bool startsWithOneOf(StringRef name, std::initializer_list<StringRef> prefixes) {
  return llvm::any_of(prefixes, [&](StringRef prefix) { return name.starts_with(prefix); });
}

bool isOfStandardLibrary(StringRef name) {
  return startsWithOneOf(
      name, {"_ZNSt",          "_ZNKSt",  "_ZSt",    "_ZNSa",    "_ZNKSa",    "_ZNSs",
             "_ZNKSs",         "_ZNSi",   "_ZNKSi",  "_ZNSo",    "_ZNSd",     "_ZN9__gnu_cxx",
             "_ZNK9__gnu_cxx", "_ZZNSt",  "_ZZNKSt", "_ZGVZNSt", "_ZGVZNKSt", "_ZTVSt",
             "_ZTVNSt",        "_ZTTNSt", "_ZTTSt",  "_ZTISt",   "_ZTINSt",   "_ZTVN10__cxxabiv1"});
}

/// Clocks, files, threads, the random device, the standard streams.
bool reachesOutside(StringRef name) {
  return llvm::any_of(
      std::initializer_list<StringRef>{"6chrono", "13random_device", "fstream", "filebuf", "6thread",
                                       "11this_thread", "mutex", "10filesystem", "6future", "_ZSt4cout",
                                       "_ZSt4cerr", "_ZSt4clog", "_ZSt3cin", "6locale6global"},
      [&](StringRef part) { return name.contains(part); });
}

/// What containers, texts and exceptions need of C, and of the language's own runtime.
bool isHarmlessRuntime(StringRef name) {
  static constexpr StringRef kNames[] = {"memcpy",
                                         "memmove",
                                         "memset",
                                         "memcmp",
                                         "memchr",
                                         "bcmp",
                                         "strlen",
                                         "strchr",
                                         "strcmp",
                                         "strncmp",
                                         "wmemcpy",
                                         "wmemset",
                                         "wmemcmp",
                                         "wcslen",
                                         "abort",
                                         "_Unwind_Resume",
                                         "__gxx_personality_v0",
                                         "__dynamic_cast",
                                         "__libc_single_threaded",
                                         "__dso_handle"};
  return llvm::is_contained(kNames, name) || startsWithOneOf(name, {"__cxa_", "_Zn", "_Zd"});
}

bool isAllowedName(StringRef name) {
  return (isOfStandardLibrary(name) && !reachesOutside(name)) || isHarmlessRuntime(name);
}

}  // namespace

bool PureCode::namesPureCodeOnly(const llvm::Instruction& instruction,
                                 const llvm::GlobalVariable* ownVariable) {
  return llvm::all_of(instruction.operands(), [&](const llvm::Use& operand) {
    if (llvm::isa<llvm::InlineAsm>(operand)) return false;
    const auto* const constant = llvm::dyn_cast<llvm::Constant>(operand.get());
    return constant == nullptr || isPure(*constant, ownVariable);
  });
}

bool PureCode::isPure(const llvm::Constant& constant, const llvm::GlobalVariable* ownVariable) {
  if (const auto* const function = llvm::dyn_cast<llvm::Function>(&constant))
    return isPureFunction(*function);
  if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&constant)) {
    const bool isTableOfAddresses =
        variable->hasInitializer() && variable->isConstant() && !isOfStandardLibrary(variable->getName());
    if (isTableOfAddresses) return isPure(*variable->getInitializer(), ownVariable);
    return variable == ownVariable || variable->isConstant() || isAllowedName(variable->getName());
  }
  return llvm::all_of(constant.operands(), [&](const llvm::Use& operand) {
    return isPure(*llvm::cast<llvm::Constant>(operand.get()), ownVariable);
  });
}

/// While a function is looked at it counts as pure: it may call itself.
bool PureCode::isPureFunction(const llvm::Function& function) {
  if (function.isIntrinsic()) return true;
  if (function.isDeclaration()) return isAllowedName(function.getName());
  const auto [known, isNew] = functions_.try_emplace(&function, true);
  if (!isNew) return known->second;
  const llvm::DISubprogram* const subprogram = function.getSubprogram();
  const bool hasProbes =
      isSourceFunction(function) && subprogram != nullptr && filter_.isUsers(subprogram->getFile());
  const bool isPure = !hasProbes && !reachesOutside(function.getName()) &&
                      llvm::all_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
                        return namesPureCodeOnly(instruction, nullptr);
                      });
  return functions_[&function] = isPure;
}

}  // namespace covolve::instrument
