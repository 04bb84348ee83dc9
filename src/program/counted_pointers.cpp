#include "program/counted_pointers.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <set>
#include <string>

#include "program/name_parts.h"

namespace covolve::program {

namespace {

bool isNumber(clang::QualType type) {
  return type->isIntegerType() && !type->isBooleanType() && !type->isAnyCharacterType() &&
         !type->isEnumeralType();
}

/// To something that stands in rows.
bool isPointerToElements(clang::QualType type) {
  if (!type->isPointerType()) return false;
  const clang::QualType pointee = type->getPointeeType();
  if (pointee.isVolatileQualified() || pointee->isBooleanType()) return false;
  return pointee->isVoidType() || pointee->isArithmeticType() || pointee->isRecordType();
}

}  // namespace

bool isNameOfCount(std::string_view name) {
  static const std::set<std::string> counts = {"n",        "len",      "length", "size",  "sz",     "count",
                                               "cnt",      "num",      "number", "bytes", "nbytes", "nelem",
                                               "elements", "capacity", "cap",    "nmemb", "total",  "used"};
  const std::vector<std::string> words = wordsOfName(name);
  // numItems and lengthOfName, but not sizeClass or countdown.
  const bool leads = words.size() > 1 && (words[0] == "n" || words[0] == "num");
  return leads || counts.contains(words.back());
}

std::vector<CountedPointer> countedPointers(const clang::FunctionDecl& function,
                                            const std::vector<std::string>& names) {
  std::vector<CountedPointer> found;
  const auto typeOf = [&](size_t i) { return function.getParamDecl(static_cast<unsigned>(i))->getType(); };
  std::vector<bool> isTaken(function.getNumParams());
  for (size_t i = 0; i < function.getNumParams(); ++i) {
    if (!isPointerToElements(typeOf(i))) continue;
    const auto* declared = function.getParamDecl(static_cast<unsigned>(i));
    const bool isArray = declared->getOriginalType()->isArrayType();
    const auto counts = [&](size_t j) {
      if (j >= function.getNumParams() || isTaken[j] || !isNumber(typeOf(j))) return false;
      // Nobody who reads through an untyped or constant pointer takes a size for something else.
      const bool isSize = names[j].empty() && typeOf(j)->isUnsignedIntegerType() &&
                          typeOf(i)->getPointeeType().isConstQualified();
      return isSize || isNameOfCount(names[j]) || (isArray && names[j].size() == 1);
    };
    const size_t count = counts(i + 1) ? i + 1 : i > 0 && counts(i - 1) ? i - 1 : i;
    if (count == i) continue;
    isTaken[count] = true;
    found.push_back({i, count});
  }
  return found;
}

}  // namespace covolve::program
