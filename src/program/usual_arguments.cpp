#include "program/usual_arguments.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Sema.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "program/name_parts.h"

namespace covolve::program {

namespace {

/// What one parameter may stand for: one argument each, or those of a pack.
using Choices = std::vector<std::vector<clang::TemplateArgument>>;

class UsualArguments {
 public:
  explicit UsualArguments(clang::Sema& sema) : sema_(sema), context_(sema.getASTContext()) {}

  Choices of(const clang::NamedDecl& parameter) {
    // Two that nothing connects would be compared for ever.
    static const std::set<std::string> positions = {"it", "iter", "iterator"};
    if (holdsWord(parameter.getName(), positions)) return {};
    if (llvm::isa<clang::TemplateTypeParmDecl>(parameter)) return ofType(parameter.isParameterPack());
    const auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(&parameter);
    if (value == nullptr || value->isParameterPack()) return {};
    return ofValue(value->getType());
  }

 private:
  Choices ofType(bool isPack) {
    if (types_.empty()) types_ = usualTypes();
    Choices choices;
    for (const clang::QualType type : types_) {
      const clang::TemplateArgument argument(type);
      choices.push_back(isPack ? std::vector{argument, argument} : std::vector{argument});
    }
    if (isPack) choices.push_back({});
    return choices;
  }

  Choices ofValue(clang::QualType type) {
    if (type->getContainedDeducedType() != nullptr) type = context_.IntTy;
    if (type->isDependentType() || !type->isIntegralOrEnumerationType()) return {};
    std::vector<int64_t> values = {4, 1, 16};
    if (const auto* enumeration = type->getAs<clang::EnumType>()) {
      values.clear();
      for (const clang::EnumConstantDecl* enumerator : enumeration->getDecl()->enumerators()) {
        const int64_t value = enumerator->getInitVal().getExtValue();
        if (std::ranges::find(values, value) == values.end()) values.push_back(value);
      }
    } else if (type->isBooleanType()) {
      values = {1, 0};
    } else if (type->isAnyCharacterType()) {
      values = {'a', 'Z', '0'};
    }
    Choices choices;
    for (const int64_t value : values) {
      choices.push_back({clang::TemplateArgument(context_, context_.MakeIntValue(value, type), type)});
    }
    return choices;
  }

  std::vector<clang::QualType> usualTypes() {
    const clang::QualType number = context_.IntTy;
    std::vector<clang::QualType> types = {number, context_.DoubleTy};
    if (const auto text = standardType("string")) types.push_back(*text);
    if (const auto row = standardContainer("vector", number)) types.push_back(*row);
    for (const clang::QualType result :
         {clang::QualType(context_.BoolTy), number, clang::QualType(context_.VoidTy)}) {
      for (const size_t count : {1, 2}) {
        const std::vector<clang::QualType> parameters(count, number);
        types.push_back(context_.getPointerType(context_.getFunctionType(result, parameters, {})));
      }
    }
    return types;
  }

  const clang::NamedDecl* standardName(const char* name) const {
    const clang::NamespaceDecl* standard = sema_.getStdNamespace();
    if (standard == nullptr) return nullptr;
    const auto found = standard->lookup(&context_.Idents.get(name));
    return found.empty() ? nullptr : found.front();
  }

  /// None where the source does not see it.
  std::optional<clang::QualType> standardType(const char* name) const {
    const auto* alias = llvm::dyn_cast_or_null<clang::TypedefNameDecl>(standardName(name));
    if (alias == nullptr || !sema_.isCompleteType({}, alias->getUnderlyingType())) return std::nullopt;
    return alias->getUnderlyingType();
  }

  std::optional<clang::QualType> standardContainer(const char* name, clang::QualType element) const {
    const clang::NamedDecl* found = standardName(name);
    auto* container = llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(const_cast<clang::NamedDecl*>(found));
    if (container == nullptr) return std::nullopt;
    clang::TemplateArgumentListInfo arguments;
    arguments.addArgument(sema_.getTrivialTemplateArgumentLoc(clang::TemplateArgument(element), {}, {}));
    const clang::QualType type = sema_.CheckTemplateIdType(clang::TemplateName(container), {}, arguments);
    if (type.isNull() || !sema_.isCompleteType({}, type)) return std::nullopt;
    return type;
  }

  clang::Sema& sema_;
  clang::ASTContext& context_;
  std::vector<clang::QualType> types_;
};

/// The parameters that no default stands for, from the first to the last.
size_t countNeeded(const clang::TemplateParameterList& parameters) {
  const auto hasDefault = [](const clang::NamedDecl& parameter) {
    if (const auto* type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(&parameter)) {
      return type->hasDefaultArgument();
    }
    if (const auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(&parameter)) {
      return value->hasDefaultArgument();
    }
    const auto* shared = llvm::dyn_cast<clang::TemplateTemplateParmDecl>(&parameter);
    return shared != nullptr && shared->hasDefaultArgument();
  };
  size_t count = parameters.size();
  while (count > 0 && hasDefault(*parameters.getParam(count - 1))) --count;
  return count;
}

/// All ways to choose one index below each size, by their sum: the first of everything first.
std::vector<std::vector<size_t>> combinations(const std::vector<size_t>& sizes, size_t most) {
  std::vector<std::vector<size_t>> found;
  size_t largestSum = 0;
  for (const size_t size : sizes) largestSum += size - 1;
  const auto extend = [&](auto&& self, std::vector<size_t>& chosen, size_t left) -> void {
    if (found.size() == most) return;
    if (chosen.size() == sizes.size()) {
      if (left == 0) found.push_back(chosen);
      return;
    }
    const size_t size = sizes[chosen.size()];
    for (size_t index = 0; index < size && index <= left; ++index) {
      chosen.push_back(index);
      self(self, chosen, left - index);
      chosen.pop_back();
    }
  };
  for (size_t sum = 0; sum <= largestSum; ++sum) {
    std::vector<size_t> chosen;
    extend(extend, chosen, sum);
  }
  return found;
}

}  // namespace

std::vector<clang::TemplateArgumentListInfo> usualArguments(const clang::TemplateParameterList& parameters,
                                                            clang::Sema& sema) {
  constexpr size_t kMost = 100;  // attempts to compile it
  UsualArguments usual(sema);
  std::vector<Choices> choices;
  std::vector<size_t> sizes;
  for (size_t i = 0; i < countNeeded(parameters); ++i) {
    choices.push_back(usual.of(*parameters.getParam(i)));
    sizes.push_back(choices.back().size());
    if (choices.back().empty()) return {};
  }
  std::vector<clang::TemplateArgumentListInfo> lists;
  for (const std::vector<size_t>& chosen : combinations(sizes, kMost)) {
    clang::TemplateArgumentListInfo list;
    for (size_t i = 0; i < chosen.size(); ++i) {
      for (const clang::TemplateArgument& argument : choices[i][chosen[i]]) {
        const bool isValue = argument.getKind() == clang::TemplateArgument::Integral;
        const clang::QualType type = isValue ? argument.getIntegralType() : clang::QualType();
        list.addArgument(sema.getTrivialTemplateArgumentLoc(argument, type, {}));
      }
    }
    lists.push_back(std::move(list));
  }
  return lists;
}

}  // namespace covolve::program
