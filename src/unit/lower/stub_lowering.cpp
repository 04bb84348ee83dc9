#include "unit/lower/stub_lowering.h"

#include "unit/lower/call_lowering.h"
#include "unit/lower/test_helpers.h"

namespace covolve::unit {

namespace {

using emit::Declaration;
using emit::Expression;
using program::Callable;
using program::CallableKind;
using program::Parameter;
using program::Type;

}  // namespace

void StubLowering::note(const Callable& callable) {
  const program::Stub& stub = *model_.types[callable.stub].stub;
  test_.helpers.insert({.usesOthers = true, .text = stub.text});
  if (stub.needsMoving) values_.include("<utility>");
  if (!stub.hasResults) return;
  const TestHelper& results = resultsInTurn();
  test_.helpers.insert({.text = results.text});
  test_.includes.insert(results.includes.begin(), results.includes.end());
}

bool StubLowering::hasResults(const Step& step) const {
  const std::vector<Parameter>& parameters = model_.callables[step.callable].parameters;
  for (size_t i = 0; i < parameters.size() && i < step.arguments.size(); ++i) {
    if (parameters[i].isAssigned && !step.arguments[i].children.empty()) return true;
  }
  return false;
}

/// Without any, a default value is returned.
void StubLowering::setResults(const Step& step, const Expression& stub) {
  const std::vector<Parameter>& parameters = model_.callables[step.callable].parameters;
  for (size_t i = 0; i < parameters.size() && i < step.arguments.size(); ++i) {
    if (!parameters[i].isAssigned || step.arguments[i].children.empty()) continue;
    Expression results = values_.lower(step.arguments[i], parameters[i].type, {Typed::Loosely, true});
    test_.statements.emplace_back(
        emit::Assignment{Expression::member(stub, parameters[i].name), std::move(results)});
  }
}

Expression StubLowering::add(Declaration declaration) {
  Expression variable = Expression::variable(declaration.name);
  test_.statements.emplace_back(std::move(declaration));
  return variable;
}

Expression StubLowering::declare(const Step& step, const Expression& call,
                                 const std::vector<Expression>& arguments, const ObjectUse& use,
                                 const std::string& wishedName) {
  const Callable& callable = model_.callables[step.callable];
  const std::string& stubName = model_.types[callable.stub].spelling;
  if (callable.kind == CallableKind::Constructor) {
    const auto form = arguments.empty() ? Declaration::Form::None : Declaration::Form::Parentheses;
    Expression stub = add({stubName, names_.fresh(wishedName), form, arguments});
    setResults(step, stub);
    return stub;
  }
  const Type& pointer = model_.types[callable.result];
  values_.includeSpelled(pointer);
  const std::string constness = use.mutated ? "" : "const ";
  if (!use.isExact) {
    Expression made =
        add({constness + "auto", names_.fresh(wishedName), Declaration::Form::Assignment, {call}});
    setResults(step, Expression::dereference(made));
    return made;
  }
  // Its results are set while its type is known.
  Expression made = call;
  if (hasResults(step)) {
    made = add({"auto", names_.fresh(variableNameOf(stubName)), Declaration::Form::Assignment, {call}});
    setResults(step, Expression::dereference(made));
    if (!pointer.copyConstructible) {
      values_.include("<utility>");
      made = Expression::move(made);
    }
  }
  return add(
      {constness + spellingOf(pointer), names_.fresh(wishedName), Declaration::Form::Assignment, {made}});
}

}  // namespace covolve::unit
