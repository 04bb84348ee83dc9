#include "unit/lower/body_lowering.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "emit/cpp_text.h"
#include "unit/lower/call_lowering.h"
#include "unit/lower/disposals.h"
#include "unit/lower/exception_types.h"
#include "unit/lower/literals.h"
#include "unit/lower/object_uses.h"
#include "unit/lower/observation_lowering.h"
#include "unit/lower/stub_lowering.h"
#include "unit/lower/test_helpers.h"
#include "unit/lower/value_lowering.h"
#include "unit/lower/variable_names.h"
#include "unit/lower/views.h"

namespace covolve::unit {

namespace {

using emit::Declaration;
using emit::Expectation;
using emit::Expression;
using program::Callable;
using program::CallableKind;
using program::PassBy;
using program::Type;
using program::TypeKind;

class BodyLowering {
 public:
  BodyLowering(const SharedByTests& shared, const RecordedTest& recorded, emit::Test& test)
      : model_(shared.model),
        overloads_(shared.overloads),
        recorded_(recorded),
        test_(test),
        uses_(objectUses(model_, recorded.steps)),
        objects_(recorded.steps.size()),
        names_(shared.reserved),
        values_(model_, names_, test_, objects_),
        stubs_(model_, names_, values_, test_) {
    // The results of stubs are set.
    for (size_t i = 0; i < uses_.size(); ++i) {
      const Callable& callable = model_.callables[recorded.steps[i].callable];
      if (callable.stub != 0 && callable.kind == CallableKind::Constructor) uses_[i].mutated = true;
    }
  }

  void lower() {
    if (model_.access.readsInput) values_.bring(noInput());
    std::vector<Disposal> disposals;
    if (!recorded_.fault) disposals = disposalsOf(model_, recorded_);
    for (const Disposal& disposal : disposals)
      uses_[disposal.maker].used = uses_[disposal.maker].mutated = true;
    const size_t acting = recorded_.steps.size() - recorded_.inspections;
    for (size_t i = 0; i < acting; ++i) lowerStep(i);
    const size_t done = test_.statements.size();
    for (size_t i = acting; i < recorded_.steps.size(); ++i) lowerStep(i);
    for (size_t i = done; i < test_.statements.size(); ++i) {
      std::visit(
          [](auto& statement) {
            if constexpr (requires { statement.isInspection; }) statement.isInspection = true;
          },
          test_.statements[i]);
    }
    if (!recorded_.fault) expectSomething();
    for (const Disposal& disposal : disposals)
      test_.statements.emplace_back(
          emit::Evaluation{callOf(disposal), false, true, disposal.maker >= acting});
  }

 private:
  Expression callOf(const Disposal& disposal) {
    const Expression& object = objects_[disposal.maker];
    const bool isInitialised = model_.callables[recorded_.steps[disposal.maker].callable].initialises;
    const Expression pointer = isInitialised             ? Expression::addressOf(object)
                               : object.operands.empty() ? object
                                                         : object.operands[0];  // of *list: list
    if (!disposal.disposer) {
      values_.include("<cstdlib>");
      return Expression::call("std::free", {pointer});
    }
    const Callable& callable = model_.callables[*disposal.disposer];
    if (callable.kind == CallableKind::Method) return callExpression(model_, callable, object, {});
    return callExpression(model_, callable, {}, {pointer});
  }

  /// Variables that a call may have changed, by parameter.
  using OutVariables = std::map<size_t, std::string>;

  void lowerStep(size_t index) {
    const Step& step = recorded_.steps[index];
    const Callable& callable = model_.callables[step.callable];
    OutVariables outVariables;
    std::vector<Expression> arguments = lowerArguments(step, outVariables);
    if (callable.stub != 0) {
      // One that nothing uses does nothing.
      if (!uses_[index].used && arguments.empty()) return;
      stubs_.note(callable);
    }
    if (callable.initialises) {
      declareEmpty(index, callable);
      arguments.insert(arguments.begin(), Expression::addressOf(objects_[index]));
    } else if (callable.outParameter) {
      const Expression pointer = declareNull(index, callable);
      arguments.insert(arguments.begin() + *callable.outParameter, Expression::addressOf(pointer));
    }
    const Expression call = callExpression(model_, callable, receiverOf(step), arguments);
    const Observation* thrown = find(index, Observation::What::Threw);
    const Observation* returned = recorded_.fault ? nullptr : find(index, Observation::What::Returned);
    if (thrown != nullptr) {
      expectThrow(call, callable, *thrown);
    } else if (callable.setsField) {
      test_.statements.emplace_back(emit::Assignment{call.operands[0], call.operands[1]});
    } else if (callable.initialises) {
      test_.statements.emplace_back(emit::Evaluation{call, false});
    } else if (callable.outParameter) {
      test_.statements.emplace_back(emit::Evaluation{call, false});
      if (returned != nullptr) expectOfObject(callable.result, returned->value);
    } else if (isAccess(callable)) {
      const Expression pointer = values_.object(step.arguments[0]);
      values_.noteSmartPointer(pointer.text);
      objects_[index] = Expression::dereference(pointer);
    } else if (uses_[index].used) {
      declareResult(index, callable, call, arguments);
      if (returned != nullptr) expectOfObject(callable.result, returned->value);
    } else {
      lowerUnusedResult(callable, call, returned);
    }
    if (!recorded_.fault) expectOutVariables(index, callable, outVariables);
  }

  /// It is looked into from here on.
  void expectOfObject(program::TypeId type, const Value& observed) {
    const size_t before = test_.statements.size();
    expect(resultVariable_, type, observed);
    for (size_t i = before; i < test_.statements.size(); ++i) {
      auto* expectation = std::get_if<Expectation>(&test_.statements[i]);
      if (expectation != nullptr && expectation->kind == Expectation::Kind::NotNull)
        expectation->fatal = true;
    }
  }

  /// get() of a smart pointer is written as an arrow where its object is used.
  bool isAccess(const Callable& callable) const {
    return callable.isOfSmartPointer && callable.kind == CallableKind::Method;
  }

  std::vector<Expression> lowerArguments(const Step& step, OutVariables& outVariables) {
    const Callable& callable = model_.callables[step.callable];
    std::vector<Expression> arguments;
    for (size_t i = 0; i < callable.parameters.size(); ++i) {
      const size_t index = argumentIndex(callable, i);
      if (index >= step.arguments.size()) break;
      if (callable.parameters[i].isAssigned) continue;
      if (i + 1 < callable.parameters.size() && callable.parameters[i + 1].isEnd) {
        const program::Parameter& parameter = callable.parameters[i];
        auto [begin, end] = values_.lowerEnds(step.arguments[index], parameter.type, parameter.name);
        if (!model_.types[parameter.type].pointeeConst) outVariables[i] = variableOf(begin);
        arguments.push_back(std::move(begin));
        arguments.push_back(std::move(end));
        ++i;
      } else if (!callable.parameters[i].countsOf.empty()) {
        arguments.push_back(lowerCount(step, i, outVariables[i]));
      } else if (isHeard(step, i)) {
        const program::Parameter& parameter = callable.parameters[i];
        const Place place{overloads_.typedness(step.callable, i), false};
        auto [callback, given] =
            values_.lowerListening(step.arguments[index], parameter.type, place, parameter.name);
        outVariables[i] = std::move(given);
        arguments.push_back(std::move(callback));
      } else {
        arguments.push_back(lowerArgument(step.arguments[index], step.callable, i, outVariables[i]));
      }
    }
    if (arguments.size() == callable.parameters.size()) countRooms(step.callable, arguments);
    if (callable.kind != CallableKind::Aggregate) return arguments;
    if (areLeftOut(arguments)) return {};
    return inBraces(callable, std::move(arguments));
  }

  /// Structures of C++ may have other defaults, and few zeros say more than none.
  bool areLeftOut(const std::vector<Expression>& fields) const {
    constexpr size_t kMany = 5;
    return model_.access.isC && fields.size() >= kMany && std::ranges::all_of(fields, isDefault);
  }

  /// What a field has in empty braces.
  static bool isDefault(const Expression& field) {
    static const std::set<std::string> kDefaults = {"0",    "0u",    "0L",      "0uL",  "0.0",
                                                    "0.0f", "false", "nullptr", "'\\0'"};
    const bool isEmpty = field.kind == Expression::Kind::BraceList && field.operands.empty();
    return isEmpty || (field.kind == Expression::Kind::Literal && kDefaults.contains(field.text));
  }

  /// sizeof errbuf for the number of characters in it.
  void countRooms(program::CallableId id, std::vector<Expression>& arguments) const {
    const Callable& callable = model_.callables[id];
    for (size_t i = 0; i < arguments.size(); ++i) {
      const program::Parameter& parameter = callable.parameters[i];
      const bool isNumber = model_.types[parameter.type].kind == TypeKind::Integer;
      if (parameter.countsOf.size() != 1 || !isNumber || overloads_.typedness(id, i) == Typed::Exactly)
        continue;
      const Expression& counted = arguments[parameter.countsOf[0]];
      if (values_.roomOf(counted) > 0) arguments[i] = Expression::literal("sizeof " + counted.text);
    }
  }

  /// Of a callback: something is expected of what it was given.
  bool isHeard(const Step& step, size_t parameter) const {
    const auto index = static_cast<size_t>(&step - recorded_.steps.data());
    const Type& type = model_.types[model_.callables[step.callable].parameters[parameter].type];
    if (recorded_.fault || type.kind != TypeKind::Callback ||
        find(index, Observation::What::Threw) != nullptr)
      return false;
    return std::ranges::any_of(recorded_.observations, [&](const Observation& observation) {
      return observation.step == index && observation.what == Observation::What::Parameter &&
             observation.parameter == parameter;
    });
  }

  /// {1, 2, 3} as {1, {2, 3}} where the last two are of one array.
  std::vector<Expression> inBraces(const Callable& callable, std::vector<Expression> arguments) const {
    std::vector<std::vector<Expression>> open(1);
    for (size_t i = 0; i < arguments.size(); ++i) {
      open.resize(open.size() + callable.parameters[i].opensBraces);
      open.back().push_back(std::move(arguments[i]));
      for (unsigned n = 0; n < callable.parameters[i].closesBraces; ++n) {
        if (areLeftOut(open.back())) open.back().clear();
        Expression braces = Expression::braces({}, std::move(open.back()));
        open.pop_back();
        open.back().push_back(std::move(braces));
      }
    }
    return std::move(open.front());
  }

  /// As many elements as all the rows have that it counts.
  Expression lowerCount(const Step& step, size_t parameter, std::string& outVariable) {
    const Callable& callable = model_.callables[step.callable];
    size_t count = ~size_t{0};
    for (const uint32_t counted : callable.parameters[parameter].countsOf) {
      const size_t pointer = argumentIndex(callable, counted);
      count = std::min(count, pointer < step.arguments.size() ? countOfElements(step.arguments[pointer]) : 0);
    }
    const Value number = Value::number(static_cast<__int128>(count));
    const program::TypeId type = callable.parameters[parameter].type;
    if (model_.types[type].kind == TypeKind::Pointer) {
      const Value& own = step.arguments[argumentIndex(callable, parameter)];
      const bool isNull = own.kind == Value::Kind::Absent;
      return lowerArgument(isNull ? own : Value::present(number), step.callable, parameter, outVariable);
    }
    return values_.lower(number, type, {overloads_.typedness(step.callable, parameter), false});
  }

  Expression lowerArgument(const Value& value, program::CallableId callable, size_t index,
                           std::string& outVariable) {
    const program::Parameter& parameter = model_.callables[callable].parameters[index];
    const Type& type = model_.types[parameter.type];
    const bool byConstReference = parameter.passBy == PassBy::ConstReference;
    if (type.kind == TypeKind::Class) {
      Expression object = values_.object(value);
      if (byConstReference && isMutable(value) && overloads_.hasTwin(callable, index, PassBy::Reference))
        return asConst(std::move(object), type);
      const bool consumed = parameter.passBy == PassBy::RvalueReference ||
                            (parameter.passBy == PassBy::Value && !type.copyConstructible);
      return consumed ? moved(std::move(object)) : object;
    }
    if (type.kind == TypeKind::Stream) {
      outVariable = values_.declare(value, parameter.type, false, parameter.name);
      Expression stream = Expression::variable(outVariable);
      const bool isGiven = parameter.passBy == PassBy::Value || parameter.passBy == PassBy::RvalueReference;
      return isGiven ? moved(std::move(stream)) : stream;
    }
    if (parameter.passBy == PassBy::Reference) {
      outVariable = values_.declare(value, parameter.type, false, parameter.name);
      if (type.kind == TypeKind::Span) outVariable = values_.declareView(outVariable, parameter.type);
      return Expression::variable(outVariable);
    }
    if (byConstReference && overloads_.hasTwin(callable, index, PassBy::RvalueReference))
      return Expression::variable(values_.declare(value, parameter.type, true, parameter.name));
    const Place place{overloads_.typedness(callable, index), overloads_.allowsBareBraces(callable)};
    const bool byRvalueReference = parameter.passBy == PassBy::RvalueReference;
    if ((byConstReference || byRvalueReference) &&
        mayBeSeenLater(model_.types, model_.callables[callable], type)) {
      Expression variable =
          Expression::variable(values_.declare(value, parameter.type, byConstReference, parameter.name));
      return byRvalueReference ? moved(std::move(variable)) : variable;
    }
    Expression argument = values_.lower(value, parameter.type, place, parameter.name);
    if (pointsToMutableObject(value) && overloads_.hidesPointerToConst(callable, index))
      return Expression::cast(spellingOf(type), std::move(argument));
    const bool pointsToValue = type.kind == TypeKind::Pointer && !type.pointeeConst &&
                               model_.types[type.parts[0]].kind != TypeKind::Class;
    const bool pointsToElements = type.kind == TypeKind::Elements && !type.pointeeConst;
    const bool isArray = type.kind == TypeKind::Buffer && parameter.passBy == PassBy::Value;
    if (pointsToValue || pointsToElements || isArray) outVariable = variableOf(argument);
    return argument;
  }

  /// The one that a pointer leads to: &number, values.data(), &text[0], file.get(); empty for nullptr.
  static std::string variableOf(const Expression& pointer) {
    const Expression* inner = &pointer;
    while (!inner->operands.empty()) inner = &inner->operands[0];
    return inner->kind == Expression::Kind::Variable ? inner->text : "";
  }

  Expression receiverOf(const Step& step) {
    const Callable& callable = model_.callables[step.callable];
    if (callable.kind != CallableKind::Method || step.arguments.empty()) return {};
    Expression object = values_.object(step.arguments[0]);
    if (overloads_.hidesConstMethod(step.callable) && isMutable(step.arguments[0]))
      object = asConst(std::move(object), model_.types[callable.owner]);
    return callable.isRvalueQualified ? moved(std::move(object)) : object;
  }

  /// The object's variable is not const.
  bool isMutable(const Value& reference) const {
    const auto maker = static_cast<size_t>(reference.integer);
    if (reference.kind != Value::Kind::Reference || maker >= uses_.size()) return false;
    // Through a pointer it is, whether or not anything changes it.
    const Type& result = model_.types[model_.callables[recorded_.steps[maker].callable].result];
    return uses_[maker].mutated || (result.kind == TypeKind::Pointer && !result.pointeeConst);
  }

  bool pointsToMutableObject(const Value& pointer) const {
    return pointer.kind == Value::Kind::Present && !pointer.children.empty() &&
           isMutable(pointer.children[0]);
  }

  Expression asConst(Expression object, const Type& type) {
    if (!model_.access.isCxx17) return Expression::cast("const " + spellingOf(type) + "&", std::move(object));
    values_.include("<utility>");
    return Expression::call("std::as_const", {std::move(object)});
  }

  Expression moved(Expression object) {
    values_.include("<utility>");
    return Expression::move(std::move(object));
  }

  /// The parameter's name tells more than the class where a test has several objects of one class.
  std::string wishedName(size_t index, const Callable& callable) const {
    const std::string& role = uses_[index].role;
    constexpr size_t kTellingLength = 2;
    const auto sameClass = std::ranges::count_if(recorded_.steps, [&](const Step& step) {
      const Callable& other = model_.callables[step.callable];
      return other.result == callable.result;
    });
    if (role.size() >= kTellingLength && sameClass > 1) return role;
    if (callable.stub != 0)
      return variableNameOf(model_.types[model_.types[callable.stub].stub->base].spelling);
    const Type& type = model_.types[callable.result];
    // A pointer is called by what it points to: std::make_unique<Circle>(3) is a circle.
    if (callable.isOfSmartPointer && callable.kind == CallableKind::Function)
      return variableNameOf(templateArgument(callable.qualifiedName));
    if (program::isSmartPointer(type)) return variableNameOf(templateArgument(type.spelling));
    const Type& named = type.kind == TypeKind::Pointer ? model_.types[type.parts[0]] : type;
    return named.kind == TypeKind::Class ? variableNameOf(named.spelling) : "result";
  }

  /// A structure that is initialised by the call that comes next.
  void declareEmpty(size_t index, const Callable& callable) {
    Declaration declaration;
    declaration.type = spellingOf(model_.types[callable.result]);
    declaration.name = names_.fresh(wishedName(index, callable));
    declaration.form = Declaration::Form::Braces;
    objects_[index] = Expression::variable(declaration.name);
    test_.statements.emplace_back(std::move(declaration));
  }

  /// A pointer that the call that comes next lets point to something.
  Expression declareNull(size_t index, const Callable& callable) {
    Declaration declaration;
    declaration.type = spellingOf(model_.types[callable.result]);
    declaration.name = names_.fresh(wishedName(index, callable));
    declaration.form = Declaration::Form::Assignment;
    declaration.initializer = {Expression::literal("nullptr")};
    resultVariable_ = Expression::variable(declaration.name);
    objects_[index] = Expression::dereference(resultVariable_);
    test_.statements.emplace_back(std::move(declaration));
    return resultVariable_;
  }

  void declareResult(size_t index, const Callable& callable, const Expression& call,
                     const std::vector<Expression>& arguments) {
    if (callable.stub != 0) {
      const std::string name = wishedName(index, callable);
      objects_[index] = resultVariable_ =
          stubs_.declare(recorded_.steps[index], call, arguments, uses_[index], name);
      return;
    }
    const std::string constness = uses_[index].mutated ? "" : "const ";
    const Type& type = model_.types[callable.result];
    values_.includeSpelled(type);
    Declaration declaration;
    declaration.name = names_.fresh(wishedName(index, callable));
    if (callable.kind == CallableKind::Constructor || callable.kind == CallableKind::Aggregate) {
      const bool braces = callable.kind == CallableKind::Aggregate;
      declaration.type = constness + spellingOf(model_.types[callable.owner]);
      declaration.form = braces ? Declaration::Form::Braces : Declaration::Form::Parentheses;
      declaration.initializer = arguments;
    } else {
      const bool isPointer = type.kind == TypeKind::Pointer || type.kind == TypeKind::Buffer;
      const bool isReference = callable.resultBy == PassBy::Reference;
      const bool isConstReference = callable.resultBy == PassBy::ConstReference;
      // std::make_unique<Circle>(3) for a std::unique_ptr<Shape>.
      const bool isConverted = callable.isOfSmartPointer &&
                               templateArgument(callable.qualifiedName) != templateArgument(type.spelling);
      declaration.type = isPointer          ? (type.pointeeConst ? "const auto*" : "auto*")
                         : isConstReference ? "const auto&"
                         : isReference      ? constness + "auto&"
                         : isConverted      ? constness + spellingOf(type)
                                            : constness + "auto";
      declaration.form = Declaration::Form::Assignment;
      declaration.initializer = {call};
    }
    resultVariable_ = Expression::variable(declaration.name);
    objects_[index] =
        type.kind == TypeKind::Pointer ? Expression::dereference(resultVariable_) : resultVariable_;
    test_.statements.emplace_back(std::move(declaration));
  }

  void lowerUnusedResult(const Callable& callable, const Expression& call, const Observation* returned) {
    std::vector<Expectation> expectations;
    if (returned != nullptr) expectations = expectationsOfResult(call, callable, returned->value);
    if (expectations.empty()) {
      test_.statements.emplace_back(emit::Evaluation{call, discardsValue(callable)});
      return;
    }
    if (expectations.size() == 1) {
      expectations[0].discardsValue = discardsValue(callable);
      test_.statements.emplace_back(std::move(expectations[0]));
      return;
    }
    const std::string name = names_.fresh("result");
    const bool isPointer = model_.types[callable.result].kind == TypeKind::Pointer;
    const bool isReference = callable.resultBy != PassBy::Value;
    const char* type = isPointer ? "const auto*" : isReference ? "const auto&" : "const auto";
    test_.statements.emplace_back(Declaration{type, name, Declaration::Form::Assignment, {call}});
    expect(Expression::variable(name), callable.result, returned->value);
  }

  void expectThrow(const Expression& call, const Callable& callable, const Observation& thrown) {
    Expectation expectation{Expectation::Kind::Throws, call};
    expectation.discardsValue = discardsValue(callable);
    expectation.exceptionType = publicExceptionType(thrown.exceptionType);
    if (expectation.exceptionType.empty()) expectation.kind = Expectation::Kind::ThrowsAnything;
    if (const char* header = exceptionHeader(expectation.exceptionType)) values_.include(header);
    if (emit::hasBareComma(expectation.exceptionType)) {
      const std::string alias = names_.fresh("ExpectedException");
      test_.statements.emplace_back(Declaration{
          "using", alias, Declaration::Form::Assignment, {Expression::literal(expectation.exceptionType)}});
      expectation.exceptionType = alias;
    }
    test_.statements.emplace_back(std::move(expectation));
  }

  void expectOutVariables(size_t index, const Callable& callable, const OutVariables& outVariables) {
    if (find(index, Observation::What::Threw) != nullptr) return;
    for (const Observation& observation : recorded_.observations) {
      if (observation.step != index || observation.what != Observation::What::Parameter) continue;
      const auto variable = outVariables.find(observation.parameter);
      if (variable == outVariables.end() || variable->second.empty()) continue;
      const program::TypeId id = callable.parameters[observation.parameter].type;
      const Type& type = model_.types[id];
      const Value& value = observation.value;
      const bool isPointer = type.kind == TypeKind::Pointer;
      const bool wrapped = isPointer && value.kind == Value::Kind::Present && !value.children.empty();
      const Value& given = recorded_.steps[index].arguments[argumentIndex(callable, observation.parameter)];
      const bool hasNoRoom = type.kind == TypeKind::Elements && countOfElements(given) == 0;
      if (hasNoRoom || isOnlyRead(recorded_.steps[index], observation)) continue;
      expect(Expression::variable(variable->second), isPointer ? type.parts[0] : id,
             wrapped ? value.children[0] : value);
    }
  }

  /// A stream whose text is as it was.
  bool isOnlyRead(const Step& step, const Observation& observation) const {
    const Callable& callable = model_.callables[step.callable];
    const Type& type = model_.types[callable.parameters[observation.parameter].type];
    const Value& given = step.arguments[argumentIndex(callable, observation.parameter)];
    const bool isPointer = type.kind == TypeKind::Pointer && !given.children.empty();
    const Type& stream = isPointer ? model_.types[type.parts[0]] : type;
    return stream.kind == TypeKind::Stream && stream.isRead &&
           observation.value.text == (isPointer ? given.children[0] : given).text;
  }

  void expect(const Expression& variable, program::TypeId type, const Value& observed) {
    for (Expectation& expectation : expectationsOf(model_, values_, variable, type, observed)) {
      test_.statements.emplace_back(std::move(expectation));
    }
  }

  std::vector<Expectation> expectationsOfResult(const Expression& actual, const Callable& callable,
                                                const Value& observed) {
    const std::string* name = nameOfResult(callable, model_.types[callable.result], observed);
    if (name == nullptr) return expectationsOf(model_, values_, actual, callable.result, observed);
    return {{Expectation::Kind::Equal, actual, Expression::literal(*name)}};
  }

  /// A test that asserts nothing, or nothing since an exception, still says that its last call comes back
  /// without one.
  void expectSomething() {
    const auto isExpectation = [](const emit::Statement& s) {
      return std::holds_alternative<Expectation>(s);
    };
    const auto known = std::find_if(test_.statements.rbegin(), test_.statements.rend(), isExpectation);
    if (known != test_.statements.rend()) {
      const Expectation::Kind kind = std::get<Expectation>(*known).kind;
      if (kind != Expectation::Kind::Throws && kind != Expectation::Kind::ThrowsAnything) return;
    }
    if (test_.statements.empty()) return;
    if (const auto* last = std::get_if<emit::Evaluation>(&test_.statements.back())) {
      Expectation expectation{Expectation::Kind::NoThrow, last->expression};
      expectation.discardsValue = last->discardsValue;
      test_.statements.back() = std::move(expectation);
    }
  }

  /// An operator that only makes a value is warned about when nobody takes it. For other calls the compiler
  /// tells during verification, because only it knows what is [[nodiscard]].
  bool discardsValue(const Callable& callable) const {
    const Type& result = model_.types[callable.result];
    return callable.isOperator && result.kind != TypeKind::Void && callable.resultBy == PassBy::Value;
  }

  const Observation* find(size_t step, Observation::What what) const {
    const auto found = std::ranges::find_if(
        recorded_.observations, [&](const Observation& o) { return o.step == step && o.what == what; });
    return found == recorded_.observations.end() ? nullptr : &*found;
  }

  const program::Model& model_;
  const Overloads& overloads_;
  const RecordedTest& recorded_;
  emit::Test& test_;
  std::vector<ObjectUse> uses_;
  std::vector<Expression> objects_;
  Expression resultVariable_;
  VariableNames names_;
  ValueLowering values_;
  StubLowering stubs_;
};

}  // namespace

SharedByTests::SharedByTests(const program::Model& program)
    : model(program), overloads(program), reserved(reservedNames(program)) {}

void lowerBody(const SharedByTests& shared, const RecordedTest& recorded, emit::Test& test) {
  BodyLowering(shared, recorded, test).lower();
}

}  // namespace covolve::unit
