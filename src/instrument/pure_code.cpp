#include "instrument/pure_code.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>

#include <regex>
#include <set>
#include <string>

#include "instrument/function_name.h"
#include "instrument/origin.h"

namespace covolve::instrument {

namespace {

using llvm::StringRef;

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
      std::initializer_list<StringRef>{
          "6chrono", "13random_device", "fstream", "filebuf", "6thread", "11this_thread", "mutex",
          "10filesystem", "6future", "_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", "_ZSt3cin", "6locale6global",
          "sync_with_stdio", "13set_terminate", "15set_new_handler", "default_resource"},
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
                                         "__dso_handle",
                                         "__covolve_pattern"};
  return llvm::is_contained(kNames, name) ||
         startsWithOneOf(name, {"__cxa_", "_Znw", "_Zna", "_Zdl", "_Zda"});
}

/// std::hash<Key>, std::swap(Money&, Money&): what the user may have written himself.
bool mayBeUsersSpecialisation(StringRef name) {
  const std::string readable = llvm::demangle(name.str());
  static const std::regex kQualifiedName(R"((::)?[A-Za-z_]\w*(::~?[A-Za-z_]\w*)*)");
  static const std::set<std::string, std::less<>> kWords = {
      "const",    "volatile", "unsigned", "signed", "char",     "short",    "int",      "long",
      "__int128", "bool",     "float",    "double", "wchar_t",  "char8_t",  "char16_t", "char32_t",
      "void",     "decltype", "nullptr",  "auto",   "operator", "typeinfo", "vtable",   "VTT",
      "guard",    "variable", "for",      "true",   "false",    "u",        "ul",       "l",
      "noexcept", "new",      "delete",   "abi",    "cxx11"};
  for (std::sregex_iterator at(readable.begin(), readable.end(), kQualifiedName);
       at != std::sregex_iterator(); ++at) {
    const std::string found = at->str();
    if (found.starts_with("::") || found.starts_with("std::") || found.starts_with("__gnu_cxx::")) continue;
    if (!kWords.contains(found)) return true;
  }
  return false;
}

bool isAllowedName(StringRef name) {
  return (isOfStandardLibrary(name) && !reachesOutside(name)) || isHarmlessRuntime(name);
}

bool holdsPointer(const llvm::Type& type) {
  return type.isPointerTy() ||
         llvm::any_of(type.subtypes(), [](const llvm::Type* part) { return holdsPointer(*part); });
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
  if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&constant))
    return variable == ownVariable || isPureVariable(*variable);
  return llvm::all_of(constant.operands(), [&](const llvm::Use& operand) {
    return isPure(*llvm::cast<llvm::Constant>(operand.get()), ownVariable);
  });
}

/// While something is looked at it counts as pure: functions may call themselves, tables refer to each other.
/// What was judged by that is forgotten where it turns out not to be.
template <class Judge>
bool PureCode::remembered(const llvm::GlobalValue& value, Judge&& judge) {
  const auto [known, isNew] = known_.try_emplace(&value, true);
  if (!isNew) return known->second;
  assumed_.push_back(&value);
  ++depth_;
  const bool isPure = judge();
  if (--depth_ == 0) {
    if (!isPure) {
      for (const llvm::GlobalValue* const one : assumed_) known_.erase(one);
    }
    assumed_.clear();
  }
  return known_[&value] = isPure;
}

bool PureCode::isPureVariable(const llvm::GlobalVariable& variable) {
  if (isAllowedName(variable.getName())) return true;
  if (!variable.isConstant()) return false;
  // What lies elsewhere may lead to what is not constant.
  if (!variable.hasInitializer()) return !holdsPointer(*variable.getValueType());
  return remembered(variable, [&] { return isPure(*variable.getInitializer(), nullptr); });
}

bool PureCode::isPureFunction(const llvm::Function& function) {
  if (function.isIntrinsic()) return true;
  if (function.isDeclaration()) {
    const llvm::StringRef name = function.getName();
    return isAllowedName(name) && (isHarmlessRuntime(name) || !mayBeUsersSpecialisation(name));
  }
  return remembered(function, [&] { return judge(function); });
}

bool PureCode::judge(const llvm::Function& function) {
  const llvm::DISubprogram* const subprogram = function.getSubprogram();
  const bool hasProbes =
      isSourceFunction(function) && subprogram != nullptr && filter_.isUsers(subprogram->getFile());
  return !hasProbes && !reachesOutside(function.getName()) &&
         llvm::all_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
           return namesPureCodeOnly(instruction, nullptr);
         });
}

}  // namespace covolve::instrument
