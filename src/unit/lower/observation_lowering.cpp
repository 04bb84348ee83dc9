#include "unit/lower/observation_lowering.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "program/shown_fields.h"

namespace covolve::unit {

namespace {

using emit::Expectation;
using emit::Expression;
using program::Type;
using program::TypeKind;
using Kind = Expectation::Kind;

/// Longer sequences are told by their size and both ends: nobody reads a hundred numbers.
constexpr size_t kLongestWhole = 24;
/// Each has several fields.
constexpr size_t kMostObjects = 2;
/// Of a buffer that holds no text.
constexpr size_t kMostBytes = 8;

class ObservationLowering {
 public:
  ObservationLowering(const program::Model& model, ValueLowering& values) : model_(model), values_(values) {}

  void expect(const Expression& actual, program::TypeId id, const Value& observed) {
    const Type& type = model_.types[id];
    if (observed.kind == Value::Kind::Opaque) return;
    switch (type.kind) {
      case TypeKind::Boolean:
        return add({observed.integer != 0 ? Kind::True : Kind::False, actual});
      case TypeKind::Floating:
        return expectFloating(actual, id, observed);
      case TypeKind::CString:
        return expectCString(actual, id, observed);
      case TypeKind::Buffer:
        return expectBuffer(actual, id, observed);
      case TypeKind::Sequence:
      case TypeKind::Set:
      case TypeKind::Map:
      case TypeKind::Array:
      case TypeKind::Tuple:
        return expectList(actual, id, observed);
      case TypeKind::Optional:
        return expectOptional(actual, id, observed);
      case TypeKind::Pointer:
        return expectPointer(actual, id, observed);
      case TypeKind::Character:
      case TypeKind::Integer:
      case TypeKind::Enumeration:
      case TypeKind::String:
      case TypeKind::StringView:
        return add({Kind::Equal, actual, values_.lower(observed, id, {})});
      case TypeKind::Variant:
        return expectVariant(actual, type, observed);
      case TypeKind::Wrapped:
        if (isTime(type)) return add({Kind::Equal, actual, values_.lower(observed, id, {})});
        return expect(Expression::methodCall(actual, type.accessor, {}), type.parts[1], observed);
      case TypeKind::Stream:
        return expectText(Expression::methodCall(actual, type.accessor, {}), observed.text);
      case TypeKind::Elements:
        if (type.isText) return expectElementsText(actual, observed.text);
        return expectList(actual, id, observed);
      case TypeKind::Span:
        return expectList(actual, id, observed);
      case TypeKind::Class:
        if (program::isComparableWithNull(type))
          return add({observed.kind == Value::Kind::Absent ? Kind::Null : Kind::NotNull, actual});
        return expectFields(actual, id, observed);
      case TypeKind::Callback:
        return expectText(actual, observed.text);
      case TypeKind::Void:
      case TypeKind::Null:
      case TypeKind::Unsupported:
        return;
    }
  }

  std::vector<Expectation> take() { return std::move(expectations_); }

 private:
  void add(Expectation expectation) { expectations_.push_back(std::move(expectation)); }

  /// A duration or a point in time, which is seen as what it is made of: a number that can be compared.
  bool isTime(const Type& type) const {
    if (type.header != "<chrono>" || type.parts[0] != type.parts[1]) return false;
    const Type& counted = model_.types[type.parts[0]];
    return counted.kind == TypeKind::Integer || isTime(counted);
  }

  void expectText(const Expression& actual, const std::string& text) {
    Type string;
    string.kind = TypeKind::String;
    const Literal literal = textLiteral(text, string, Typed::Loosely);
    for (const std::string& header : literal.includes) values_.include(header);
    add({Kind::Equal, actual, Expression::literal(literal.text)});
  }

  /// Of an array what stands before the first zero, where nothing is behind it.
  void expectElementsText(const Expression& actual, const std::string& text) {
    const size_t room = values_.roomOf(actual);
    if (room == 0) return expectText(actual, text);
    const size_t end = text.find('\0');
    if (end != std::string::npos && text.find_first_not_of('\0', end) == std::string::npos)
      return add({Kind::TextEqual, actual, Expression::literal(unit::quoted(text.substr(0, end)))});
    values_.include("<string>");
    expectText(Expression::construct("std::string", {actual, Expression::literal("sizeof " + actual.text)}),
               text);
  }

  void expectVariant(const Expression& actual, const Type& type, const Value& observed) {
    if (observed.children.size() != 2) return;
    const auto index = static_cast<size_t>(observed.children[0].integer);
    if (index >= type.parts.size()) return;
    const Type& part = model_.types[type.parts[index]];
    const std::string& held = part.spelling;
    // A type that cannot be made may be one that cannot be named.
    const bool isOnlyOne =
        part.kind != TypeKind::Unsupported && std::ranges::count_if(type.parts, [&](program::TypeId other) {
                                                return model_.types[other].spelling == held;
                                              }) == 1;
    values_.include("<variant>");
    if (isOnlyOne) {
      add({Kind::True, Expression::call("std::holds_alternative<" + held + ">", {actual})});
    } else {
      add({Kind::Equal, Expression::methodCall(actual, "index", {}),
           Expression::literal(std::to_string(index) + "u")});
    }
    const size_t at = expectations_.size();
    expect(Expression::call("std::get<" + (isOnlyOne ? held : std::to_string(index)) + ">", {actual}),
           type.parts[index], observed.children[1]);
    if (expectations_.size() > at) expectations_[at - 1].fatal = true;
  }

  void expectFields(const Expression& actual, program::TypeId id, const Value& observed) {
    const auto fields = program::shownFields(model_, id);
    if (observed.children.size() != fields.size()) return;
    for (size_t i = 0; i < fields.size(); ++i)
      expect(Expression::member(actual, fields[i]->name), fields[i]->result, observed.children[i]);
  }

  void expectFloating(const Expression& actual, program::TypeId id, const Value& observed) {
    if (std::isnan(observed.floating)) {
      values_.include("<cmath>");
      return add({Kind::IsNan, actual});
    }
    const bool isFloat = model_.types[id].bits == 32;
    const bool infinite = std::isinf(observed.floating);
    const Kind kind = infinite ? Kind::Equal : isFloat ? Kind::FloatEqual : Kind::DoubleEqual;
    add({kind, actual, values_.lower(observed, id, {})});
  }

  void expectCString(const Expression& actual, program::TypeId id, const Value& observed) {
    if (observed.kind == Value::Kind::Absent) return add({Kind::Null, actual});
    const bool known =
        observed.kind == Value::Kind::Text ||
        (observed.kind == Value::Kind::Present && observed.children.at(0).kind == Value::Kind::Text);
    if (!known) return add({Kind::NotNull, actual});
    if (model_.types[id].isWide) {
      values_.include("<string>");
      return add(
          {Kind::Equal, Expression::construct("std::wstring", {actual}), values_.lower(observed, id, {})});
    }
    add({Kind::TextEqual, actual, values_.lower(observed, id, {})});
  }

  /// An array that was passed to be written to, or a returned char*.
  void expectBuffer(const Expression& actual, program::TypeId id, const Value& observed) {
    const Type& type = model_.types[id];
    if (observed.kind == Value::Kind::Absent) return add({Kind::Null, actual});
    if (observed.children.empty() || observed.children[0].kind != Value::Kind::Text) {
      return add({Kind::NotNull, actual});
    }
    const std::string& text = observed.children[0].text;
    const bool isTerminated = text.size() != type.length;
    const bool isChar = model_.types[type.parts[0]].spelling == "char";
    if (isChar && isTerminated)
      return add({Kind::TextEqual, actual, Expression::literal(unit::quoted(text))});
    if (actual.kind != Expression::Kind::Variable) return add({Kind::NotNull, actual});
    // Other characters than char are as often numbers as text.
    const bool isText = std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
    size_t shown = std::min(text.size(), kMostBytes);
    if (isText && !text.empty()) {
      values_.include("<string>");
      Expression end = Expression::binary(actual, "+", Expression::literal(std::to_string(text.size())));
      add({Kind::Equal, Expression::construct("std::string", {actual, std::move(end)}),
           Expression::literal(unit::quoted(text))});
      shown = text.size();
    } else {
      for (size_t i = 0; i < shown; ++i) expectByte(actual, type, i, text[i]);
    }
    if (shown == text.size() && isTerminated) expectByte(actual, type, shown, '\0');
  }

  void expectByte(const Expression& array, const Type& type, size_t index, char byte) {
    const Expression element = Expression::subscript(array, Expression::literal(std::to_string(index)));
    add({Kind::Equal, element, values_.lower(Value::number(byte), type.parts[0], {})});
  }

  void expectOptional(const Expression& actual, program::TypeId id, const Value& observed) {
    const Expression hasValue = Expression::methodCall(actual, "has_value", {});
    if (observed.kind != Value::Kind::Present) return add({Kind::False, hasValue});
    const program::TypeId held = model_.types[id].parts[0];
    const Value& inner = observed.children.at(0);
    const TypeKind heldKind = model_.types[held].kind;
    if (comparable(inner, held) && heldKind != TypeKind::Floating && heldKind != TypeKind::Optional) {
      return add({Kind::Equal, actual, values_.lower(inner, held, {})});
    }
    if (inner.kind == Value::Kind::Opaque) return add({Kind::True, hasValue});
    Expectation present{Kind::True, hasValue};
    present.fatal = true;
    add(std::move(present));
    expect(Expression::dereference(actual), held, inner);
  }

  void expectPointer(const Expression& actual, program::TypeId id, const Value& observed) {
    if (observed.kind == Value::Kind::Absent) return add({Kind::Null, actual});
    if (observed.kind != Value::Kind::Present) return;
    const bool isText = observed.children.size() == 1 && observed.children[0].kind == Value::Kind::Text &&
                        model_.types[model_.types[id].parts[0]].isHandle;
    if (isText)
      return add({Kind::TextEqual, actual, Expression::literal(unit::quoted(observed.children[0].text))});
    const size_t at = expectations_.size();
    add({Kind::NotNull, actual});
    if (!observed.children.empty()) {
      expect(Expression::dereference(actual), model_.types[id].parts[0], observed.children[0]);
    }
    expectations_[at].fatal = expectations_.size() > at + 1;
  }

  void expectList(const Expression& actual, program::TypeId id, const Value& observed) {
    const Type& type = model_.types[id];
    const bool isViewed = type.kind == TypeKind::Span || type.kind == TypeKind::Elements;
    const bool isContainer = program::isContainer(type.kind) || isViewed;
    const size_t size = observed.children.size();
    if (isContainer && size == 0) return add({Kind::True, Expression::methodCall(actual, "empty", {})});
    if (size <= kLongestWhole && comparable(observed, id)) {
      return add({Kind::Equal, actual, values_.lower(observed, id, {Typed::Exactly, false})});
    }
    const bool isPlainRow =
        type.kind == TypeKind::Elements && std::ranges::all_of(observed.children, [&](const Value& element) {
          return comparable(element, type.parts[0]);
        });
    if (isPlainRow && size <= kLongestWhole) {
      return add(
          {Kind::Equal, actual, Expression::braces(type.madeAs, values_.lowerElements(observed, type))});
    }
    if (type.kind == TypeKind::Tuple) {
      for (size_t i = 0; i < std::min(size, type.parts.size()); ++i) {
        expect(memberOf(actual, type, i), type.parts[i], observed.children[i]);
      }
      return;
    }
    const size_t at = expectations_.size();
    if (isContainer && type.header != "<forward_list>") {
      add({Kind::Equal, Expression::methodCall(actual, "size", {}),
           Expression::literal(std::to_string(size) + "u")});
    }
    const bool hasPlaces =
        type.kind == TypeKind::Array || isViewed || type.header == "<vector>" || type.header == "<deque>";
    const bool holdsObjects = !program::shownFields(model_, type.parts[0]).empty();
    const size_t longest = holdsObjects ? kMostObjects : kLongestWhole;
    for (size_t i = 0; i < size && hasPlaces; ++i) {
      if (size > longest && i != 0 && i != size - 1) continue;
      expect(Expression::subscript(actual, Expression::literal(std::to_string(i))), type.parts[0],
             observed.children[i]);
    }
    if (isContainer && hasPlaces) expectations_[at].fatal = expectations_.size() > at + 1;
  }

  static Expression memberOf(const Expression& actual, const Type& type, size_t i) {
    if (type.header == "<complex>") return Expression::methodCall(actual, i == 0 ? "real" : "imag", {});
    if (type.header == "<tuple>") return Expression::call("std::get<" + std::to_string(i) + ">", {actual});
    return Expression::member(actual, i == 0 ? "first" : "second");
  }

  /// == on the whole says what is meant.
  bool comparable(const Value& value, program::TypeId id) const {
    const Type& type = model_.types[id];
    switch (type.kind) {
      case TypeKind::Boolean:
      case TypeKind::Character:
      case TypeKind::Integer:
      case TypeKind::Enumeration:
      case TypeKind::String:
      case TypeKind::StringView:
        return value.kind != Value::Kind::Opaque;
      case TypeKind::Wrapped:
        return value.kind != Value::Kind::Opaque && isTime(type);
      case TypeKind::Floating:
        return value.kind == Value::Kind::Floating && !std::isnan(value.floating);
      case TypeKind::Sequence:
      case TypeKind::Set:
      case TypeKind::Map:
      case TypeKind::Array:
      case TypeKind::Tuple:
      case TypeKind::Optional: {
        if (value.kind == Value::Kind::Opaque) return false;
        for (size_t i = 0; i < value.children.size(); ++i) {
          const size_t part = type.kind == TypeKind::Tuple ? i : 0;
          if (part >= type.parts.size() || !comparable(value.children[i], type.parts[part])) return false;
        }
        // Nothing was seen of its elements, but whether they can be compared decides whether == compiles.
        return !value.children.empty() || type.kind == TypeKind::Array || heldIsPlain(type);
      }
      default:
        return false;
    }
  }

  bool heldIsPlain(const Type& type) const {
    return std::ranges::all_of(type.parts, [&](program::TypeId part) {
      const Type& held = model_.types[part];
      return held.kind != TypeKind::Class && held.kind != TypeKind::Unsupported && heldIsPlain(held);
    });
  }

  const program::Model& model_;
  ValueLowering& values_;
  std::vector<Expectation> expectations_;
};

}  // namespace

std::vector<Expectation> expectationsOf(const program::Model& model, ValueLowering& values,
                                        const Expression& actual, program::TypeId type,
                                        const Value& observed) {
  ObservationLowering lowering(model, values);
  lowering.expect(actual, type, observed);
  return lowering.take();
}

}  // namespace covolve::unit
