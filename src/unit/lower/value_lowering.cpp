#include "unit/lower/value_lowering.h"

#include <algorithm>

#include "emit/cpp_text.h"
#include "unit/lower/call_lowering.h"
#include "unit/lower/test_helpers.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

namespace {

using emit::Declaration;
using emit::Expression;
using program::Type;
using program::TypeKind;

/// Nothing stands in the array yet.
bool isRoom(const std::string& text) {
  return !text.empty() && text.find_first_not_of('\0') == std::string::npos;
}

/// Written as elements in braces.
bool isList(TypeKind kind) { return isContainer(kind) || kind == TypeKind::Array || kind == TypeKind::Tuple; }

}  // namespace

Expression ValueLowering::take(Literal literal) {
  test_.includes.merge(literal.includes);
  return Expression::literal(std::move(literal.text));
}

std::string ValueLowering::bring(const TestHelper& helper) {
  const bool clashes = names_.isReserved(helper.name);
  const std::string name = clashes ? helper.name + "OfTest" : helper.name;
  std::string text = helper.text;
  for (size_t at = 0; clashes && (at = text.find(helper.name, at)) != std::string::npos; at += name.size())
    text.replace(at, helper.name.size(), name);
  test_.helpers.insert({.text = std::move(text)});
  test_.includes.insert(helper.includes.begin(), helper.includes.end());
  return name;
}

void ValueLowering::includeSpelled(const Type& type) {
  if (!type.header.empty()) include(type.header);
  for (const program::TypeId part : type.parts) includeSpelled(model_.types[part]);
}

Expression ValueLowering::object(const Value& reference) const {
  const auto step = static_cast<size_t>(reference.integer);
  return step < objects_.size() ? objects_[step] : Expression::variable("unknownObject");
}

Expression ValueLowering::lower(const Value& value, program::TypeId id, Place place,
                                std::string_view nameHint) {
  const Type& type = model_.types[id];
  switch (type.kind) {
    case TypeKind::Null:
      return Expression::literal("nullptr");
    case TypeKind::Boolean:
      return Expression::literal(value.integer != 0 ? "true" : "false");
    case TypeKind::Character:
    case TypeKind::Integer:
    case TypeKind::Enumeration:
      return take(integerLiteral(value.integer, type, place.typed));
    case TypeKind::Floating:
      return take(floatingLiteral(value.floating, type, place.typed));
    case TypeKind::CString:
      if (value.kind == Value::Kind::Absent) {
        return place.typed == Typed::Exactly
                   ? Expression::cast(spellingOf(type), Expression::literal("nullptr"))
                   : Expression::literal("nullptr");
      }
      return take(textLiteral(value.kind == Value::Kind::Present ? value.children.at(0).text : value.text,
                              type, place.typed));
    case TypeKind::Buffer:
      return lowerBuffer(value, type, place, nameHint);
    case TypeKind::String:
    case TypeKind::StringView:
      return take(textLiteral(value.text, type, place.typed));
    case TypeKind::Sequence:
    case TypeKind::Set:
    case TypeKind::Map:
    case TypeKind::Array:
    case TypeKind::Tuple:
      return lowerSequence(value, type, place);
    case TypeKind::Optional:
      return lowerOptional(value, type, place, nameHint);
    case TypeKind::Variant:
      return lowerVariant(value, type, place);
    case TypeKind::Wrapped:
      return lowerWrapped(value, type);
    case TypeKind::Callback:
      return lowerCallback(value, type, place, nameHint);
    case TypeKind::Elements:
      return lowerPointerToElements(value, type, place, nameHint);
    case TypeKind::Span:
    case TypeKind::Stream:
      return Expression::variable(declare(value, id, type.pointeeConst, nameHint));
    case TypeKind::Pointer:
      return lowerPointer(value, type, place, nameHint);
    case TypeKind::Class:
      return lowerObject(value, type);
    case TypeKind::Void:
    case TypeKind::Unsupported:
      break;
  }
  return Expression::braces({}, {});
}

Expression ValueLowering::lowerObject(const Value& value, const Type& type) {
  if (type.copyConstructible) return object(value);
  include("<utility>");
  return Expression::move(object(value));
}

/// An initializer_list copies its elements, so a vector of what can only be moved is filled one by one.
bool ValueLowering::movesElements(const Type& type) const {
  return type.kind == TypeKind::Sequence && !isCopyable(model_.types, type.parts[0]);
}

std::vector<Expression> ValueLowering::lowerElements(const Value& value, const Type& type) {
  std::vector<Expression> elements;
  for (size_t i = 0; i < value.children.size(); ++i) {
    const size_t part = type.kind == TypeKind::Tuple ? i : 0;
    if (part >= type.parts.size()) break;
    elements.push_back(lower(value.children[i], type.parts[part], {Typed::Loosely, true}));
  }
  // std::array holds a plain array: nested braces need the outer pair, simple elements do without.
  const bool nested =
      !elements.empty() && elements[0].kind == Expression::Kind::BraceList && elements[0].text.empty();
  if (type.kind == TypeKind::Array && nested) return {Expression::braces({}, std::move(elements))};
  return elements;
}

Expression ValueLowering::lowerSequence(const Value& value, const Type& type, Place place) {
  if (movesElements(type) && !value.children.empty()) {
    const std::string name = names_.fresh("values");
    includeSpelled(type);
    test_.statements.push_back(Declaration{spellingOf(type), name, Declaration::Form::None, {}});
    for (const Value& child : value.children) {
      Expression element = lower(child, type.parts[0], {Typed::Exactly, false});
      test_.statements.push_back(emit::Evaluation{
          Expression::methodCall(Expression::variable(name), "push_back", {std::move(element)}), false});
    }
    include("<utility>");
    return Expression::move(Expression::variable(name));
  }
  std::vector<Expression> elements = lowerElements(value, type);
  if (program::isEmptyBraces(type)) return Expression::braces({}, {});
  if (place.bareBraces && place.typed == Typed::Loosely) return Expression::braces({}, std::move(elements));
  includeSpelled(type);
  return Expression::braces(spellingOf(type), std::move(elements));
}

Expression ValueLowering::lowerOptional(const Value& value, const Type& type, Place place,
                                        std::string_view hint) {
  include("<optional>");
  if (value.kind != Value::Kind::Present || value.children.empty()) {
    if (place.typed == Typed::Exactly) return Expression::construct(spellingOf(type), {});
    return Expression::literal("std::nullopt");
  }
  // Inside an optional a braced list or another optional would be ambiguous without its type.
  const Type& held = model_.types[type.parts[0]];
  const bool nested = held.kind == TypeKind::Optional;
  Expression inner =
      lower(value.children[0], type.parts[0], {nested ? Typed::Exactly : Typed::Loosely, false}, hint);
  if (place.typed == Typed::Loosely && !nested) return inner;
  return Expression::construct(spellingOf(type), {std::move(inner)});
}

Expression ValueLowering::lowerVariant(const Value& value, const Type& type, Place place) {
  const auto index = static_cast<size_t>(value.children.at(0).integer);
  const program::TypeId held = type.parts.at(index);
  includeSpelled(type);
  Expression inner = lower(value.children.at(1), held, {Typed::Exactly, false});
  const bool isOnly = std::ranges::count(type.parts, held) == 1;
  if (isOnly && place.typed == Typed::Loosely) return inner;
  if (isOnly) return Expression::construct(spellingOf(type), {std::move(inner)});
  return Expression::construct(
      spellingOf(type),
      {Expression::literal("std::in_place_index<" + std::to_string(index) + ">"), std::move(inner)});
}

Expression ValueLowering::lowerWrapped(const Value& value, const Type& type) {
  includeSpelled(type);
  const program::TypeId held = type.parts[0];
  std::vector<Expression> arguments;
  const bool isEmpty = isContainer(model_.types[held].kind) && value.children.empty();
  if (!isEmpty) {
    if (!type.leadingArgument.empty()) arguments.push_back(Expression::literal(type.leadingArgument));
    arguments.push_back(lower(value, held, {}));
  }
  return Expression::construct(spellingOf(type), std::move(arguments));
}

/// [](int, const std::string&) -> bool { return true; }, or with results in turn.
Expression ValueLowering::lowerCallback(const Value& value, const Type& type, Place place,
                                        std::string_view nameHint) {
  if (type.isNullable && value.kind != Value::Kind::Present) {
    Expression null = Expression::literal("nullptr");
    return place.typed == Typed::Exactly ? Expression::cast(spellingOf(type), std::move(null)) : null;
  }
  const std::vector<std::string> unnamed(type.arguments.size());
  return typedCallback(lambda(type, unnamed, returnedBy(value, type, nameHint)), type, place);
}

/// As a lambda becomes a pointer to a function and that a bool, overloads may be equally good.
Expression ValueLowering::typedCallback(Expression written, const Type& type, Place place) {
  if (place.typed != Typed::Exactly) return written;
  includeSpelled(type);
  const std::string spelled = spellingOf(type);
  if (spelled.starts_with("std::")) return Expression::construct(spelled, {std::move(written)});
  return Expression::cast(spelled, std::move(written));
}

std::pair<Expression, std::string> ValueLowering::lowerListening(const Value& value, program::TypeId id,
                                                                 Place place, std::string_view nameHint) {
  using As = program::Heard::As;
  const Type& type = model_.types[id];
  const std::string variable = names_.fresh("given");
  include("<string>");
  test_.statements.push_back(Declaration{"static std::string", variable, Declaration::Form::None, {}});
  test_.statements.push_back(
      emit::Evaluation{Expression::methodCall(Expression::variable(variable), "clear", {}), false});
  std::vector<std::string> names(type.arguments.size());
  const auto name = [&](size_t argument, const std::string& word) {
    const bool isOnly =
        std::ranges::none_of(names, [&](const auto& known) { return known.starts_with(word); });
    return names[argument] = isOnly ? word : word + std::to_string(argument + 1);
  };
  std::string written;
  for (const program::Heard& heard : type.heard) {
    written += written.empty() ? "" : " + \", \" + ";
    const bool isText = heard.as == As::Text || heard.as == As::CountedText;
    const std::string argument = name(heard.argument, isText ? "text" : "number");
    if (heard.as == As::CountedText) {
      written += bring(textGiven()) + "(" + argument + ", " + name(heard.argument + 1, "size") + ")";
    } else if (isText) {
      written += bring(textGiven()) + "(" + argument + ")";
    } else {
      written += "std::to_string(" +
                 (heard.as == As::Number ? argument : "static_cast<int>(" + argument + ")") + ")";
    }
  }
  const bool isOneText =
      type.heard.size() == 1 && (type.heard[0].as == As::Text || type.heard[0].as == As::CountedText);
  if (!isOneText) written += " + \"\\n\"";
  const std::string body = variable + " += " + written + ";";
  const std::string returned = returnedBy(value, type, nameHint);
  Expression callback = lambda(type, names, body + (returned.empty() ? "" : " " + returned));
  return {typedCallback(std::move(callback), type, place), variable};
}

/// return true; or nothing.
std::string ValueLowering::returnedBy(const Value& value, const Type& type, std::string_view nameHint) {
  const Type& sequence = model_.types[type.parts[0]];
  if (sequence.kind == TypeKind::Void) return {};
  if (!program::hasResults(model_.types, type)) return "return nullptr;";
  includeSpelled(model_.types[sequence.parts[0]]);
  const std::vector<Value>& results = (type.isNullable ? value.children.at(0) : value).children;
  const bool isAlwaysTheSame =
      std::ranges::all_of(results, [&](const Value& one) { return one == results.front(); });
  const std::string returned =
      isAlwaysTheSame ? emit::printExpression(lower(results.at(0), sequence.parts[0], {Typed::Loosely, true}))
                      : declareResults(results, sequence, nameHint) + ".next()";
  return "return " + returned + ";";
}

/// `names` of the parameters, where they have one.
Expression ValueLowering::lambda(const Type& type, const std::vector<std::string>& names,
                                 const std::string& body) const {
  std::string text = "[](";
  for (size_t i = 0; i < type.arguments.size(); ++i) {
    text += (i == 0 ? "" : ", ") + tidySpelling(type.arguments[i]);
    if (!names[i].empty()) text += " " + names[i];
  }
  const Type& returned = model_.types[type.parts[0]];
  text += ")";
  if (returned.kind != TypeKind::Void) {
    const bool isOfList = program::hasResults(model_.types, type);
    text += " -> " + spellingOf(isOfList ? model_.types[returned.parts[0]] : returned);
  }
  return Expression::literal(text + (body.empty() ? " {}" : " { " + body + " }"));
}

/// Static, so that a function pointer reaches it too; set anew, as a test may be repeated.
std::string ValueLowering::declareResults(const std::vector<Value>& results, const Type& sequence,
                                          std::string_view nameHint) {
  const std::string type = bring(resultsInTurn());
  const std::string name = names_.fresh(nameHint.empty() ? "results" : nameHint);
  const std::string element = spellingOf(model_.types[sequence.parts[0]]);
  test_.statements.push_back(
      Declaration{"static " + type + "<" + element + ">", name, Declaration::Form::None, {}});
  Expression list = Expression::braces({}, lowerElements(Value::list(results), sequence));
  test_.statements.push_back(emit::Assignment{Expression::variable(name), std::move(list)});
  return name;
}

size_t ValueLowering::roomOf(const Expression& variable) const {
  const auto found = rooms_.find(variable.kind == Expression::Kind::Variable ? variable.text : "");
  return found == rooms_.end() ? 0 : found->second;
}

Expression ValueLowering::lowerPointerToElements(const Value& value, const Type& type, Place place,
                                                 std::string_view nameHint) {
  if (value.kind != Value::Kind::Present || value.children.empty()) {
    Expression null = Expression::literal("nullptr");
    return place.typed == Typed::Exactly ? Expression::cast(spellingOf(type), std::move(null)) : null;
  }
  const Value& elements = value.children[0];
  if (type.isText && !type.pointeeConst && isRoom(elements.text)) {
    const std::string name = names_.fresh(nameHint.empty() ? "buffer" : nameHint);
    const std::string size = std::to_string(elements.text.size());
    test_.statements.push_back(Declaration{
        "char", name + "[" + size + "]", Declaration::Form::Assignment, {Expression::literal("\"\"")}});
    rooms_[name] = elements.text.size();
    return Expression::variable(name);
  }
  if (type.isText && type.pointeeConst) return Expression::literal(unit::quoted(elements.text));
  Expression variable = Expression::variable(declareElements(elements, type, nameHint));
  if (!type.isText) return Expression::methodCall(std::move(variable), "data", {});
  // std::string::data() is constant before C++17.
  return Expression::addressOf(Expression::subscript(std::move(variable), Expression::literal("0")));
}

std::pair<Expression, Expression> ValueLowering::lowerEnds(const Value& value, program::TypeId id,
                                                           std::string_view nameHint) {
  const Type& type = model_.types[id];
  if (value.kind != Value::Kind::Present || value.children.empty()) {
    const Expression null = Expression::cast(spellingOf(type), Expression::literal("nullptr"));
    return {null, null};
  }
  const Expression row = Expression::variable(declareElements(value.children[0], type, nameHint));
  const bool isData = !type.isText || type.pointeeConst;
  const Expression begin = isData
                               ? Expression::methodCall(row, "data", {})
                               : Expression::addressOf(Expression::subscript(row, Expression::literal("0")));
  return {begin, Expression::binary(begin, "+", Expression::methodCall(row, "size", {}))};
}

Expression ValueLowering::lowerPointer(const Value& value, const Type& type, Place place,
                                       std::string_view hint) {
  if (value.kind != Value::Kind::Present || value.children.empty()) {
    Expression null = Expression::literal("nullptr");
    return place.typed == Typed::Exactly ? Expression::cast(spellingOf(type), std::move(null)) : null;
  }
  const Value& target = value.children[0];
  if (target.kind == Value::Kind::Reference) {
    Expression made = object(target);
    if (made.kind == Expression::Kind::Prefix && made.text == "*") {
      const Expression& pointer = made.operands[0];
      return smartPointers_.contains(pointer.text) ? Expression::methodCall(pointer, "get", {}) : pointer;
    }
    return Expression::addressOf(std::move(made));
  }
  Expression variable = Expression::variable(declare(target, type.parts[0], type.pointeeConst, hint));
  const std::string& method = model_.types[type.parts[0]].pointerMethod;
  return method.empty() ? Expression::addressOf(std::move(variable))
                        : Expression::methodCall(std::move(variable), method, {});
}

Expression ValueLowering::lowerBuffer(const Value& value, const Type& type, Place place,
                                      std::string_view hint) {
  if (value.kind != Value::Kind::Present || value.children.empty()) {
    Expression null = Expression::literal("nullptr");
    return place.typed == Typed::Exactly ? Expression::cast(spellingOf(type), std::move(null)) : null;
  }
  const std::string name = names_.fresh(hint.empty() ? "buffer" : hint);
  test_.statements.push_back(Declaration{spellingOf(model_.types[type.parts[0]]),
                                         name + "[" + std::to_string(type.length) + "]",
                                         Declaration::Form::Assignment,
                                         {Expression::literal(unit::quoted(value.children[0].text))}});
  return Expression::variable(name);
}

/// The data() of an empty vector that has no room is null, too.
std::string ValueLowering::declareElements(const Value& elements, const Type& type,
                                           std::string_view nameHint) {
  const bool isEmptyVector =
      !type.isText && elements.children.empty() && !program::isRowOfTexts(model_.types, type);
  std::string name = declareViewed(elements, type, type.pointeeConst && !isEmptyVector, nameHint);
  if (isEmptyVector) {
    test_.statements.push_back(emit::Evaluation{
        Expression::methodCall(Expression::variable(name), "reserve", {Expression::literal("1")}), false});
  }
  return name;
}

/// What a stream or a span is made of stays as long as the test.
std::string ValueLowering::declareViewed(const Value& value, const Type& type, bool isConst,
                                         std::string_view nameHint) {
  Declaration declaration;
  declaration.type = (isConst ? "const " : "") + writtenAtGlobalScope(type.madeAs);
  const bool isStream = type.kind == TypeKind::Stream;
  const bool isEmpty = isStream && value.text.empty();
  if ((type.isRead || type.isText) && !isEmpty) {
    Type text;
    text.kind = TypeKind::String;
    declaration.initializer = {take(textLiteral(value.text, text, Typed::Loosely))};
  } else if (!isStream) {
    declaration.form = Declaration::Form::Braces;
    declaration.initializer = lowerElements(value, type);
    if (program::isRowOfTexts(model_.types, type))
      declaration.initializer.push_back(Expression::literal("nullptr"));
    include("<vector>");
  }
  if (declaration.initializer.empty()) declaration.form = Declaration::Form::None;
  if (isStream) include(type.header);
  if (!type.pointerMethod.empty()) declaration.type = bring(temporaryFile());
  if (type.isText) include("<string>");
  declaration.name = names_.fresh(!nameHint.empty() ? nameHint : isStream ? "stream" : "values");
  std::string name = declaration.name;
  test_.statements.push_back(std::move(declaration));
  return name;
}

std::string ValueLowering::declareView(const std::string& viewed, program::TypeId type) {
  const Type& view = model_.types[type];
  includeSpelled(view);
  std::string name = names_.fresh(viewed + "View");
  test_.statements.push_back(
      Declaration{spellingOf(view), name, Declaration::Form::Parentheses, {Expression::variable(viewed)}});
  return name;
}

std::string ValueLowering::declare(const Value& value, program::TypeId id, bool isConst,
                                   std::string_view nameHint) {
  const Type& type = model_.types[id];
  if (type.kind == TypeKind::Stream || type.kind == TypeKind::Span) {
    return declareViewed(value, type, isConst, nameHint);
  }
  Declaration declaration;
  const bool isPointer =
      type.kind == TypeKind::Pointer || type.kind == TypeKind::CString || type.kind == TypeKind::Buffer;
  const std::string spelling = spellingOf(type);
  declaration.type = !isConst ? spelling : isPointer ? spelling + " const" : "const " + spelling;
  const bool isEmptyText = type.kind == TypeKind::String && value.text.empty();
  const bool isEmptyContainer = isContainer(type.kind) && value.children.empty();
  if (!isConst && (isEmptyText || isEmptyContainer)) {
    declaration.form = Declaration::Form::None;
  } else if (isList(type.kind) && !movesElements(type)) {
    declaration.form = Declaration::Form::Braces;
    declaration.initializer = lowerElements(value, type);
  } else {
    declaration.form = Declaration::Form::Assignment;
    declaration.initializer = {lower(value, id, {})};
  }
  includeSpelled(type);
  declaration.name = names_.fresh(nameHint.empty() ? "value" : nameHint);
  std::string name = declaration.name;
  test_.statements.push_back(std::move(declaration));
  return name;
}

}  // namespace covolve::unit
