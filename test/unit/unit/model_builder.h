// Builds small program models by hand for tests of lowering, so that they do
// not depend on the front end.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "program/model.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

class ModelBuilder {
 public:
  using TypeId = program::TypeId;
  using CallableId = program::CallableId;
  using Kind = program::TypeKind;

  explicit ModelBuilder(const std::string& source, std::vector<std::string> includes = {}) {
    model.source = source;
    model.requestedFiles = {source};
    model.access.includes = std::move(includes);
  }

  program::Model model;

  TypeId nothing() { return intern(shape(Kind::Void, "void")); }
  TypeId boolean() { return scalar(Kind::Boolean, "bool", 1, false); }
  TypeId integer(const std::string& spelling = "int") {
    static const std::map<std::string, std::pair<unsigned, bool>> shapes = {
        {"short", {16, true}},     {"unsigned short", {16, false}},
        {"int", {32, true}},       {"unsigned int", {32, false}},
        {"long", {64, true}},      {"unsigned long", {64, false}},
        {"long long", {64, true}}, {"unsigned long long", {64, false}},
        {"__int128", {128, true}}, {"unsigned __int128", {128, false}}};
    return scalar(Kind::Integer, spelling, shapes.at(spelling).first, shapes.at(spelling).second);
  }
  TypeId character(const std::string& spelling = "char") {
    static const std::map<std::string, std::pair<unsigned, bool>> shapes = {
        {"char", {8, true}},      {"signed char", {8, true}}, {"unsigned char", {8, false}},
        {"wchar_t", {32, true}},  {"char8_t", {8, false}},    {"char16_t", {16, false}},
        {"char32_t", {32, false}}};
    return scalar(Kind::Character, spelling, shapes.at(spelling).first, shapes.at(spelling).second);
  }
  TypeId floating(const std::string& spelling = "double") {
    return scalar(Kind::Floating, spelling, spelling == "float" ? 32 : spelling == "double" ? 64 : 128, true);
  }
  TypeId enumeration(const std::string& spelling, std::vector<program::Enumerator> enumerators,
                     unsigned bits = 32, bool isSigned = true) {
    program::Type type = shape(Kind::Enumeration, spelling);
    type.bits = bits;
    type.isSigned = isSigned;
    type.enumerators = std::move(enumerators);
    return intern(std::move(type));
  }
  TypeId text() { return intern(shape(Kind::String, "std::string")); }
  TypeId view() { return intern(shape(Kind::StringView, "std::string_view")); }
  TypeId cString() { return intern(shape(Kind::CString, "const char *")); }
  TypeId buffer(const std::string& element = "char") {
    program::Type type = shape(Kind::Buffer, element + " *");
    type.parts = {character(element == "void" ? "char" : element)};
    type.length = program::kBufferLength;
    return intern(std::move(type));
  }
  TypeId vector(TypeId part) {
    return container(Kind::Sequence, "std::vector<" + spelling(part) + ">", {part});
  }
  TypeId optional(TypeId part) {
    return container(Kind::Optional, "std::optional<" + spelling(part) + ">", {part});
  }
  TypeId variant(const std::vector<TypeId>& parts) {
    std::string name;
    for (const TypeId part : parts) name += (name.empty() ? "" : ", ") + spelling(part);
    return container(Kind::Variant, "std::variant<" + name + ">", parts);
  }
  TypeId pair(TypeId first, TypeId second) {
    return container(Kind::Tuple, "std::pair<" + spelling(first) + ", " + spelling(second) + ">",
                     {first, second});
  }
  TypeId array(TypeId part, uint64_t length) {
    program::Type type =
        shape(Kind::Array, "std::array<" + spelling(part) + ", " + std::to_string(length) + ">");
    type.parts = {part};
    type.length = length;
    return intern(std::move(type));
  }
  TypeId pointer(TypeId part, bool toConst = false) {
    program::Type type = shape(Kind::Pointer, (toConst ? "const " : "") + spelling(part) + " *");
    type.parts = {part};
    type.pointeeConst = toConst;
    return intern(std::move(type));
  }
  TypeId span(TypeId part) {
    program::Type type = shape(Kind::Span, "std::span<" + spelling(part) + ">");
    type.madeAs = "std::vector<" + spelling(part) + ">";
    type.parts = {part};
    return intern(std::move(type));
  }
  /// A pointer to as many as another parameter says.
  TypeId elements(TypeId part, bool toConst) {
    program::Type type = shape(Kind::Elements, (toConst ? "const " : "") + spelling(part) + " *");
    type.isText = spelling(part) == "char";
    type.pointeeConst = toConst;
    type.madeAs = type.isText ? "std::string" : "std::vector<" + spelling(part) + ">";
    type.header = type.isText ? "<string>" : "<vector>";
    type.parts = {part};
    return intern(std::move(type));
  }
  TypeId file() {
    program::Type type = shape(Kind::Stream, "FILE");
    type.header = "<cstdio>";
    type.madeAs = "TemporaryFile";
    type.pointerMethod = "get";
    type.accessor = "text";
    type.isRead = true;
    return intern(std::move(type));
  }
  TypeId callback(TypeId result, std::vector<std::string> arguments, bool nullable) {
    program::Type type = shape(Kind::Callback, "callback to " + spelling(result));
    type.parts = {vector(result)};
    type.arguments = std::move(arguments);
    type.isNullable = nullable;
    return intern(std::move(type));
  }
  TypeId classType(const std::string& spelling, bool copyable = true) {
    program::Type type = shape(Kind::Class, spelling);
    type.copyConstructible = copyable;
    type.moveConstructible = true;
    return intern(std::move(type));
  }

  struct Parameter {
    std::string name;
    TypeId type;
    program::PassBy passBy = program::PassBy::Value;
  };

  CallableId function(const std::string& qualifiedName, TypeId result,
                      const std::vector<Parameter>& parameters) {
    return add(program::CallableKind::Function, qualifiedName, 0, result, parameters);
  }
  CallableId constructor(TypeId owner, const std::vector<Parameter>& parameters) {
    const std::string name = spelling(owner);
    return add(program::CallableKind::Constructor, name + "::" + name.substr(name.rfind(':') + 1), owner,
               owner, parameters);
  }
  CallableId aggregate(TypeId owner, const std::vector<Parameter>& fields) {
    return add(program::CallableKind::Aggregate, spelling(owner), owner, owner, fields);
  }
  CallableId staticMethod(TypeId owner, const std::string& name, TypeId result,
                          const std::vector<Parameter>& parameters) {
    return add(program::CallableKind::StaticMethod, spelling(owner) + "::" + name, owner, result, parameters);
  }
  CallableId method(TypeId owner, const std::string& name, TypeId result,
                    const std::vector<Parameter>& parameters) {
    return add(program::CallableKind::Method, spelling(owner) + "::" + name, owner, result, parameters);
  }
  CallableId constMethod(TypeId owner, const std::string& name, TypeId result,
                         const std::vector<Parameter>& parameters) {
    const CallableId id = method(owner, name, result, parameters);
    model.callables[id].isConst = true;
    return id;
  }
  program::Callable& operator[](CallableId id) { return model.callables[id]; }

 private:
  static program::Type shape(Kind kind, std::string spelling) {
    program::Type type;
    type.kind = kind;
    if (spelling.starts_with("std::")) {
      const std::string name = spelling.substr(5, spelling.find('<') - 5);
      type.header = "<" + (name == "pair" ? "utility" : name) + ">";
    }
    type.spelling = std::move(spelling);
    return type;
  }
  const std::string& spelling(TypeId id) const { return model.types[id].spelling; }

  TypeId scalar(Kind kind, const std::string& spelling, unsigned bits, bool isSigned) {
    program::Type type = shape(kind, spelling);
    type.bits = bits;
    type.isSigned = isSigned;
    return intern(std::move(type));
  }
  TypeId container(Kind kind, std::string spelling, std::vector<TypeId> parts) {
    program::Type type = shape(kind, std::move(spelling));
    type.parts = std::move(parts);
    return intern(std::move(type));
  }
  TypeId intern(program::Type type) {
    for (TypeId id = 0; id < model.types.size(); ++id) {
      if (model.types[id].kind == type.kind && model.types[id].spelling == type.spelling) return id;
    }
    model.types.push_back(std::move(type));
    return static_cast<TypeId>(model.types.size() - 1);
  }
  CallableId add(program::CallableKind kind, const std::string& qualifiedName, TypeId owner, TypeId result,
                 const std::vector<Parameter>& parameters) {
    program::Callable callable;
    callable.kind = kind;
    callable.qualifiedName = qualifiedName;
    const size_t scope = qualifiedName.rfind("::");
    callable.name = scope == std::string::npos ? qualifiedName : qualifiedName.substr(scope + 2);
    callable.display = qualifiedName + "(...)";
    callable.owner = owner;
    callable.result = result;
    callable.isOperator = callable.name.starts_with("operator");
    callable.underTest = true;
    callable.file = model.source;
    callable.line = static_cast<unsigned>(model.callables.size() + 1);
    for (const Parameter& parameter : parameters) {
      callable.parameters.push_back({parameter.name, parameter.type, parameter.passBy});
    }
    model.callables.push_back(std::move(callable));
    return static_cast<CallableId>(model.callables.size() - 1);
  }
};

inline Observation returned(uint32_t step, Value value) {
  Observation observation;
  observation.step = step;
  observation.value = std::move(value);
  return observation;
}

inline Observation leftIn(uint32_t step, uint32_t parameter, Value value) {
  Observation observation = returned(step, std::move(value));
  observation.what = Observation::What::Parameter;
  observation.parameter = parameter;
  return observation;
}

inline Observation threw(uint32_t step, std::string type) {
  Observation observation;
  observation.step = step;
  observation.what = Observation::What::Threw;
  observation.exceptionType = std::move(type);
  return observation;
}

}  // namespace covolve::unit
