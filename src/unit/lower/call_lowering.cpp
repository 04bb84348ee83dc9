#include "unit/lower/call_lowering.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>

#include "emit/cpp_text.h"
#include "program/name_parts.h"

namespace covolve::unit {

namespace {

using emit::Expression;
using program::Callable;
using program::CallableKind;
using program::PassBy;
using program::Type;
using program::TypeKind;

constexpr std::array<std::string_view, 20> kTestMembers = {"Test",
                                                           "TestBody",
                                                           "Run",
                                                           "SetUp",
                                                           "TearDown",
                                                           "SetUpTestSuite",
                                                           "TearDownTestSuite",
                                                           "SetUpTestCase",
                                                           "TearDownTestCase",
                                                           "HasFailure",
                                                           "HasFatalFailure",
                                                           "HasNonfatalFailure",
                                                           "IsSkipped",
                                                           "RecordProperty",
                                                           "Setup",
                                                           "Setup_should_be_spelled_SetUp",
                                                           "HasSameFixtureClass",
                                                           "DeleteSelf_",
                                                           "gtest_flag_saver_",
                                                           "test_info_"};

std::string withoutUnnamedNamespaces(std::string name) {
  constexpr std::string_view unnamed = "(anonymous namespace)::";
  for (size_t at = name.find(unnamed); at != std::string::npos; at = name.find(unnamed)) {
    name.erase(at, unnamed.size());
  }
  return name;
}

/// "+" of operator+, "" where it is no operator with a symbol.
std::string operatorSymbol(const Callable& callable) {
  constexpr std::string_view keyword = "operator";
  if (!callable.isOperator || !callable.name.starts_with(keyword)) return {};
  std::string symbol = callable.name.substr(keyword.size());
  if (symbol.starts_with(' ') || symbol.starts_with('"')) return {};
  if (std::isalpha(static_cast<unsigned char>(symbol[0])) != 0) return {};
  return symbol.substr(0, symbol.find(' '));  // << of operator<< <int>, whose operands tell the rest
}

bool isConversion(const Callable& callable) {
  return callable.kind == CallableKind::Method && callable.name.starts_with("operator ") &&
         !callable.name.starts_with("operator new") && !callable.name.starts_with("operator delete");
}

/// Unqualified lookup finds a free operator in the global namespace, or in that of an operand's class or
/// enumeration.
bool foundByItsOperands(const program::Model& model, const Callable& callable) {
  const std::string name = withoutUnnamedNamespaces(callable.qualifiedName);
  const size_t end = name.rfind("::operator");
  if (end == std::string::npos || end == 0) return true;
  const std::string scope = name.substr(0, end) + "::";
  return std::ranges::any_of(callable.parameters, [&](const program::Parameter& parameter) {
    const Type& type = model.types[parameter.type];
    const bool belongsToNamespace = type.kind == TypeKind::Class || type.kind == TypeKind::Enumeration;
    return belongsToNamespace && withoutUnnamedNamespaces(type.spelling).starts_with(scope);
  });
}

/// operands: receiver, if any, and arguments.
Expression operatorExpression(const std::string& symbol, std::vector<Expression> operands, bool postfix) {
  if (symbol == "()") {
    Expression object = std::move(operands.front());
    operands.erase(operands.begin());
    return Expression::invoke(std::move(object), std::move(operands));
  }
  if (postfix) return Expression::postfix(std::move(operands[0]), symbol);
  if (operands.size() == 1) return Expression::prefix(symbol, std::move(operands[0]));
  if (symbol == "[]") return Expression::subscript(std::move(operands[0]), std::move(operands[1]));
  return Expression::binary(std::move(operands[0]), symbol, std::move(operands[1]));
}

bool hasOperatorSyntax(const std::string& symbol, size_t operands) {
  if (symbol.empty() || symbol == "->" || symbol == "->*" || symbol == ",") return false;
  if (symbol == "()") return true;
  return operands == 1 || operands == 2;
}

bool isAssignment(std::string_view symbol) {
  static const std::set<std::string_view> kOthers = {"==", "!=", "<=", ">="};
  return symbol.ends_with('=') && !kOthers.contains(symbol);
}

bool isSame(const Expression& one, const Expression& other) {
  return emit::printExpression(one) == emit::printExpression(other);
}

bool isMember(const Callable& callable) {
  return callable.kind == CallableKind::Method || callable.kind == CallableKind::StaticMethod;
}

bool sameDeclaration(const Callable& one, const Callable& other) {
  return one.file == other.file && one.line == other.line && one.isConst == other.isConst;
}

/// A global function with arguments of the standard library: without its qualification, std's function of the
/// same name would be found by its arguments (minmax, distance, copy).
bool competesWithStd(const program::Model& model, const Callable& callable) {
  if (callable.isHiddenFriend || callable.qualifiedName.find("::") != std::string::npos) return false;
  return std::ranges::any_of(callable.parameters, [&](const program::Parameter& parameter) {
    const Type& type = model.types[parameter.type];
    return type.kind != TypeKind::Null && type.spelling.find("std::") != std::string::npos;
  });
}

}  // namespace

std::string writtenAtGlobalScope(const std::string& qualifiedName) {
  std::string name = withoutUnnamedNamespaces(qualifiedName);
  const std::string_view first = std::string_view(name).substr(0, name.find_first_of(":<"));
  return std::ranges::find(kTestMembers, first) != kTestMembers.end() ? "::" + name : name;
}

std::string tidySpelling(const std::string& spelledByClang) {
  return program::withoutGaps(writtenAtGlobalScope(spelledByClang));
}

std::string_view templateArgument(std::string_view name) {
  const size_t start = name.find('<') + 1;
  return name.substr(start, name.rfind('>') - start);
}

std::string spellingOf(const Type& type) { return tidySpelling(type.spelling); }

Expression callExpression(const program::Model& model, const Callable& callable, const Expression& receiver,
                          std::vector<Expression> arguments) {
  switch (callable.kind) {
    case CallableKind::Constructor:
      return Expression::construct(spellingOf(model.types[callable.owner]), std::move(arguments));
    case CallableKind::Aggregate:
      return Expression::braces(spellingOf(model.types[callable.owner]), std::move(arguments));
    case CallableKind::StaticMethod:
      return Expression::call(spellingOf(model.types[callable.owner]) + "::" + callable.name,
                              std::move(arguments));
    case CallableKind::Method:
    case CallableKind::Function:
      break;
  }
  const bool isMethod = callable.kind == CallableKind::Method;
  if (callable.isField) return Expression::member(receiver, callable.name);
  if (callable.setsField)
    return Expression::binary(Expression::member(receiver, callable.name), "=", std::move(arguments.at(0)));
  if (isConversion(callable)) return Expression::cast(spellingOf(model.types[callable.result]), receiver);
  const std::string symbol = operatorSymbol(callable);
  const size_t operands = arguments.size() + (isMethod ? 1 : 0);
  if (hasOperatorSyntax(symbol, operands) && (isMethod || foundByItsOperands(model, callable))) {
    const bool postfix = (symbol == "++" || symbol == "--") && operands == 2;
    const bool takesConst =
        !callable.parameters.empty() && callable.parameters[0].passBy == program::PassBy::ConstReference;
    if (isMethod && takesConst && isAssignment(symbol) && isSame(arguments[0], receiver)) {
      // x = x: compilers warn of it, unless it is clear that it is meant.
      const std::string type = spellingOf(model.types[callable.parameters[0].type]);
      arguments[0] = Expression::cast("const " + type + "&", std::move(arguments[0]));
    }
    if (isMethod) arguments.insert(arguments.begin(), receiver);
    return operatorExpression(symbol, std::move(arguments), postfix);
  }
  if (isMethod) return Expression::methodCall(receiver, callable.name, std::move(arguments));
  if (!model.access.isCxx14 && callable.qualifiedName.starts_with("std::make_unique<")) {
    const std::string held = writtenAtGlobalScope(std::string(templateArgument(callable.qualifiedName)));
    return Expression::construct(
        "std::unique_ptr<" + held + ">",
        {Expression::prefix("new ", Expression::construct(held, std::move(arguments)))});
  }
  if (competesWithStd(model, callable))
    return Expression::call("::" + callable.qualifiedName, std::move(arguments));
  return Expression::call(writtenAtGlobalScope(callable.qualifiedName), std::move(arguments));
}

Overloads::Overloads(const program::Model& model) : model_(model) {
  for (program::CallableId id = 0; id < model.callables.size(); ++id) {
    byName_[model.callables[id].qualifiedName].push_back(id);
  }
}

std::vector<program::CallableId> Overloads::rivals(program::CallableId id) const {
  const Callable& callable = model_.callables[id];
  std::vector<program::CallableId> found;
  for (program::CallableId other : byName_.at(callable.qualifiedName)) {
    const Callable& rival = model_.callables[other];
    if (other == id || rival.parameters.size() != callable.parameters.size()) continue;
    if (rival.owner != callable.owner && isMember(callable)) continue;
    found.push_back(other);
  }
  return found;
}

bool Overloads::hasSkippedOverload(const Callable& callable) const {
  return std::ranges::any_of(model_.skipped, [&](const program::Skipped& skipped) {
    // The display may start with a result type or not.
    const size_t at = skipped.what.find(callable.qualifiedName + "(");
    return at != std::string::npos && (at == 0 || skipped.what[at - 1] == ' ');
  });
}

Typed Overloads::typedness(program::CallableId id, size_t parameter) const {
  const Callable& callable = model_.callables[id];
  if (hasSkippedOverload(callable)) return Typed::Exactly;
  for (program::CallableId other : rivals(id)) {
    if (model_.callables[other].parameters[parameter].type != callable.parameters[parameter].type) {
      return Typed::Exactly;
    }
  }
  return Typed::Loosely;
}

bool Overloads::hidesConstMethod(program::CallableId id) const {
  const Callable& callable = model_.callables[id];
  if (callable.kind != CallableKind::Method || !callable.isConst) return false;
  return std::ranges::any_of(rivals(id), [&](program::CallableId other) {
    const Callable& rival = model_.callables[other];
    return !rival.isConst && rival.isRvalueQualified == callable.isRvalueQualified &&
           std::ranges::equal(rival.parameters, callable.parameters, {}, &program::Parameter::type,
                              &program::Parameter::type);
  });
}

bool Overloads::hasTwin(program::CallableId id, size_t parameter, PassBy passBy) const {
  const program::TypeId type = model_.callables[id].parameters[parameter].type;
  return std::ranges::any_of(rivals(id), [&](program::CallableId other) {
    const program::Parameter& rival = model_.callables[other].parameters[parameter];
    return rival.type == type && rival.passBy == passBy;
  });
}

bool Overloads::hidesPointerToConst(program::CallableId id, size_t parameter) const {
  const Type& own = model_.types[model_.callables[id].parameters[parameter].type];
  if (own.kind != TypeKind::Pointer || !own.pointeeConst) return false;
  return std::ranges::any_of(rivals(id), [&](program::CallableId other) {
    const Type& rival = model_.types[model_.callables[other].parameters[parameter].type];
    return rival.kind == TypeKind::Pointer && !rival.pointeeConst && rival.parts == own.parts;
  });
}

bool Overloads::allowsBareBraces(program::CallableId id) const {
  const Callable& callable = model_.callables[id];
  if (callable.kind == CallableKind::Aggregate) return true;
  // A list could be what operator= is given as well, which asks for elements that can be assigned.
  if (callable.setsField) return false;
  if (callable.kind == CallableKind::Constructor || callable.isOperator) return false;
  if (callable.display.substr(0, callable.display.find('(')).find('<') != std::string::npos) return false;
  if (hasSkippedOverload(callable)) return false;
  return std::ranges::all_of(byName_.at(callable.qualifiedName), [&](program::CallableId other) {
    return sameDeclaration(model_.callables[other], callable);
  });
}

}  // namespace covolve::unit
