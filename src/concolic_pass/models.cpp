#include "concolic_pass/models.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

#include "covolve/concolic_calls.h"

namespace covolve::concolic_pass {

namespace {

constexpr llvm::StringLiteral kModels[] = {
    // memory
    "memcpy", "memmove", "memset", "memcmp", "bcmp", "memchr",
    // texts
    "strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strchr", "strrchr", "strcpy",
    "strncpy", "strcat", "strstr",
    // characters
    "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct",
    "isspace", "isupper", "isxdigit", "tolower", "toupper",
    // numbers
    "abs", "labs", "llabs", "atoi", "atol", "atoll", "strtol", "strtoll", "strtoul", "strtoull",
    "__isoc23_strtol", "__isoc23_strtoll", "__isoc23_strtoul", "__isoc23_strtoull", "fabs", "fabsf", "sqrt",
    "sqrtf", "fmod", "fmodf", "floor", "floorf", "ceil", "ceilf", "trunc", "truncf"};

constexpr llvm::StringLiteral kWithoutInterest[] = {
    "_Znwm",
    "_Znam",
    "_ZdlPv",
    "_ZdlPvm",
    "_ZdaPv",
    "malloc",
    "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_",
    "free"};

}  // namespace

void useModels(llvm::Module& module) {
  for (const llvm::StringRef name : kModels) {
    llvm::Function* const function = module.getFunction(name);
    if (function == nullptr || !function->isDeclaration() || function->isIntrinsic()) continue;
    function->setName(llvm::Twine(concolic::kModelPrefix) + name);
  }
}

bool isWithoutInterest(llvm::StringRef function) {
  return function.starts_with("__c") || function.starts_with("_Unwind") ||
         llvm::is_contained(kModels, function) || llvm::is_contained(kWithoutInterest, function);
}

}  // namespace covolve::concolic_pass
