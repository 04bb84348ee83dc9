#include "program/counted_pointers.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <algorithm>
#include <set>
#include <string>

#include "program/handles.h"
#include "program/name_parts.h"

namespace covolve::program {

namespace {

bool isNumber(clang::QualType type) {
  const bool isByte = type->isSpecificBuiltinType(clang::BuiltinType::UChar);
  return type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType() &&
         (isByte || !type->isAnyCharacterType());
}

/// size_t* written, int* item_count: where a call puts how many there are. (int* num may be an array of
/// numbers.)
bool isPointerToCount(const clang::ParmVarDecl& parameter, const std::string& name) {
  static const std::set<std::string> kElements = {"num", "number", "bytes", "elements"};
  const clang::QualType type = parameter.getType();
  if (!type->isPointerType() || parameter.getOriginalType()->isArrayType()) return false;
  const clang::QualType pointee = type->getPointeeType();
  return !pointee.isConstQualified() && isNumber(pointee) && !pointee->isCharType() && isNameOfCount(name) &&
         !kElements.contains(name);
}

/// buffer_size of buffer, outLen of out, errbufsz of errbuf: it says nothing of other pointers.
bool isNamedAfter(const std::string& count, const std::string& pointer) {
  if (!pointer.empty() && count.size() > pointer.size() && count.starts_with(pointer) &&
      isNameOfCount(std::string_view(count).substr(pointer.size())))
    return true;
  const std::vector<std::string> ofCount = wordsOfName(count);
  const std::vector<std::string> ofPointer = wordsOfName(pointer);
  return ofCount.size() > ofPointer.size() && !pointer.empty() &&
         std::ranges::search(ofCount, ofPointer).begin() != ofCount.end();
}

/// const char* const* names. Without the second const it may be where a call puts one (char** line, size_t*
/// n).
bool isPointerToTexts(const clang::ParmVarDecl& parameter, const std::string& name) {
  const clang::QualType text = parameter.getType()->getPointeeType();
  if (!text->isPointerType() || text.isVolatileQualified()) return false;
  const clang::QualType character = text->getPointeeType();
  const bool isChar = character->isSpecificBuiltinType(clang::BuiltinType::Char_S) ||
                      character->isSpecificBuiltinType(clang::BuiltinType::Char_U);
  return isChar && !character.isVolatileQualified() &&
         (name == "argv" || (character.isConstQualified() && text.isConstQualified()));
}

/// To something that stands in rows. One structure is mostly one, unless it is called by a plural.
bool isPointerToElements(const clang::ParmVarDecl& parameter, const std::string& name) {
  const clang::QualType type = parameter.getType();
  if (!type->isPointerType() || isPointerToCount(parameter, name)) return false;
  const clang::QualType pointee = type->getPointeeType();
  if (pointee.isVolatileQualified() || pointee->isBooleanType()) return false;
  if (pointee->isVoidType() || pointee->isArithmeticType()) return true;
  if (isPointerToTexts(parameter, name)) return true;
  const bool isRow = parameter.getOriginalType()->isArrayType() || name.ends_with("s");
  return pointee->isRecordType() && !pointee->isIncompleteType() && isRow;
}

/// add(const float* a, const float* b, n) and convert(const char* text, int* out, n), but not
/// run(const Settings* settings, const char* text, n): structures stand in rows of their own, and
/// compress(void* state, const char* text, n) keeps something else there.
bool mayBeOfOneLength(const clang::ParmVarDecl& one, const clang::ParmVarDecl& other) {
  const clang::QualType left = one.getType()->getPointeeType();
  const clang::QualType right = other.getType()->getPointeeType();
  if (left->isVoidType() && !left.isConstQualified() && !right->isVoidType()) return false;
  if (!left->isRecordType() && !right->isRecordType()) return true;
  return one.getASTContext().hasSameUnqualifiedType(left, right);
}

/// first and last, beginDoc and endDoc: pointers into one array. (Not from and to: those may be two texts.)
bool areEnds(const clang::ParmVarDecl& begin, const clang::ParmVarDecl& end, const std::string& beginName,
             const std::string& endName) {
  static const std::set<std::string> kBegins = {"begin", "first", "start"};
  static const std::set<std::string> kEnds = {"end", "last", "stop", "limit"};
  const clang::QualType type = begin.getType();
  return type->isPointerType() && type->getPointeeType()->isArithmeticType() &&
         begin.getASTContext().hasSameUnqualifiedType(type, end.getType()) && holdsWord(beginName, kBegins) &&
         holdsWord(endName, kEnds);
}

}  // namespace

bool isNameOfCount(std::string_view name) {
  static const std::set<std::string> counts = {
      "n",      "len",   "length",   "size",     "sz",  "count", "cnt",   "num",  "number", "bytes",
      "nbytes", "nelem", "elements", "capacity", "cap", "nmemb", "total", "used", "argc"};
  const std::vector<std::string> words = wordsOfName(name);
  // numItems and lengthOfName, but not sizeClass or countdown; buflen and vsize, but not wavelength.
  const bool leads = words.size() > 1 && (words[0] == "n" || words[0] == "num");
  const std::string_view last = words.back();
  const bool isWrittenTogether = last.ends_with("len") || last.ends_with("size") || last.ends_with("sz");
  return leads || isWrittenTogether || counts.contains(words.back());
}

std::vector<CountedPointer> countedPointers(const clang::FunctionDecl& function,
                                            const std::vector<std::string>& names, const Handles& handles) {
  std::vector<CountedPointer> found;
  const unsigned count = function.getNumParams();
  std::vector<bool> isRow(count);
  for (unsigned i = 0; i < count; ++i) {
    const clang::ParmVarDecl& parameter = *function.getParamDecl(i);
    isRow[i] = isPointerToElements(parameter, names[i]) && handles.of(parameter.getType()) == nullptr;
  }
  std::vector<bool> isTaken(count);
  for (unsigned i = 0; i + 1 < count; ++i) {
    if (!isRow[i] || isTaken[i]) continue;
    if (!areEnds(*function.getParamDecl(i), *function.getParamDecl(i + 1), names[i], names[i + 1])) continue;
    isTaken[i] = isTaken[i + 1] = true;
    found.push_back({i, i + 1, true});
  }
  const auto isCount = [&](unsigned i) {
    return !isTaken[i] && isNumber(function.getParamDecl(i)->getType()) && isNameOfCount(names[i]);
  };
  // pack(from, to, fromSize, toCapacity): in their order.
  for (unsigned i = 0; i < count; ++i) {
    unsigned rows = i;
    while (rows < count && isRow[rows] && !isTaken[rows]) ++rows;
    unsigned counts = rows;
    while (counts < count && isCount(counts)) ++counts;
    const unsigned pairs = std::min(rows - i, counts - rows);
    for (unsigned k = 0; pairs > 1 && k < pairs; ++k) {
      isTaken[rows - pairs + k] = isTaken[rows + k] = true;
      found.push_back({rows - pairs + k, rows + k});
    }
    i = std::max(i, rows);
  }
  for (unsigned i = 0; i < count; ++i) {
    if (!isRow[i] || isTaken[i]) continue;
    const clang::ParmVarDecl& pointer = *function.getParamDecl(i);
    const bool isArray = pointer.getOriginalType()->isArrayType();
    const auto counts = [&](unsigned j) {
      if (j >= count || isTaken[j]) return false;
      const clang::QualType type = function.getParamDecl(j)->getType();
      if (!isNumber(type)) return false;
      // Nobody who reads through a constant pointer takes an unnamed size for something else.
      const bool isSize = names[j].empty() && type->isUnsignedIntegerType() &&
                          pointer.getType()->getPointeeType().isConstQualified();
      return isSize || isNameOfCount(names[j]) || (isArray && names[j].size() == 1);
    };
    // It is read and written: of what nobody can write to, it would be the length of something else.
    const bool isBehindPointer = !counts(i + 1) && i + 1 < count && !isTaken[i + 1] &&
                                 !pointer.getType()->getPointeeType().isConstQualified() &&
                                 isPointerToCount(*function.getParamDecl(i + 1), names[i + 1]);
    const unsigned number = counts(i + 1) || isBehindPointer ? i + 1 : i > 0 && counts(i - 1) ? i - 1 : i;
    if (number == i) continue;
    isTaken[number] = isTaken[i] = true;
    found.push_back({i, number});
    // add(a, b, sum, n): those right before are as long.
    const bool isOfThisOnly = number < i || isBehindPointer || isNamedAfter(names[number], names[i]);
    for (unsigned j = i; !isOfThisOnly && j > 0 && isRow[j - 1] && !isTaken[j - 1] &&
                         mayBeOfOneLength(*function.getParamDecl(j - 1), pointer);
         --j) {
      isTaken[j - 1] = true;
      found.push_back({j - 1, number});
    }
  }
  return found;
}

}  // namespace covolve::program
