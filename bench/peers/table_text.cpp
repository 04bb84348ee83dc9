#include "table_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "unit/problem/call_catalog.h"
#include "unit/problem/gene_factory.h"
#include "unit/problem/sequence_options.h"

namespace covolve::peers {

using program::CallableId;
using program::CallableKind;
using program::Model;
using program::TypeKind;

namespace {

// The lengths of covolve's own values: src/unit/problem/gene_factory.cpp, src/gene/text_gene.h.
constexpr unsigned kLongestText = 200;
constexpr unsigned kLongestInBuffer = 64;
constexpr unsigned kLongestList = 32;

/// An enumeration without enumerators that holds all values of its underlying type, as std::byte.
bool isOpen(const program::Type& type) { return type.enumerators.empty() && type.isFixed; }

std::string kindName(const program::Type& type) {
  switch (type.kind) {
    case TypeKind::Character:
    case TypeKind::Integer:
      return "Integer";
    case TypeKind::Floating:
      return "Floating";
    case TypeKind::Enumeration:
      return isOpen(type) ? "Integer" : "Enumeration";
    case TypeKind::String:
    case TypeKind::StringView:
      return "String";
    case TypeKind::CString:
      return "CString";
    case TypeKind::Buffer:
      return "Buffer";
    case TypeKind::Sequence:
    case TypeKind::Set:
    case TypeKind::Map:
    case TypeKind::Span:
      return "Vector";
    case TypeKind::Elements:
      return type.isText ? "String" : "Vector";
    case TypeKind::Array:
      return "Array";
    case TypeKind::Optional:
      return "Optional";
    case TypeKind::Tuple:
    case TypeKind::Null:
    case TypeKind::Void:  // of a callback: nothing
      return "Tuple";
    case TypeKind::Variant:
      return "Variant";
    case TypeKind::Stream:
      return type.isRead ? "String" : "Tuple";
    case TypeKind::Pointer:
      return "Pointer";
    case TypeKind::Class:
      return "Object";
    case TypeKind::Callback:  // one that may be empty
      return "Optional";
    case TypeKind::Boolean:
    case TypeKind::Wrapped:  // told as what it is made from
    case TypeKind::Unsupported:
      break;
  }
  return "Boolean";
}

class TableText {
 public:
  explicit TableText(const Model& model) : model_(model), catalog_(model) {}

  std::string text() {
    text_ =
        "// Generated: what can be called, for a fuzzer's harness. Do not edit.\n#include \"table.h\"\n\n"
        "namespace covolve::peers {\nnamespace {\n\n";
    std::string types;
    for (program::TypeId id = 0; id < model_.types.size(); ++id) types += type(id);
    std::string calls;
    for (CallableId id = 0; id < model_.callables.size(); ++id) calls += call(id);
    text_ +=
        fmt::format("constexpr Type types[] = {{\n{}}};\nconstexpr Call calls[] = {{\n{}}};\n", types, calls);
    text_ += fmt::format("constexpr uint16_t underTest[] = {{{}}};\n\n}}  // namespace\n\n",
                         fmt::join(catalog_.underTest(), ", "));
    const unit::SequenceOptions sequences;
    text_ += fmt::format("const Table theTable{{types, calls, underTest, {{{}, {}, {}, {}, {}}}}};\n\n",
                         sequences.longestTest, sequences.deepestNesting, kLongestText, kLongestInBuffer,
                         kLongestList);
    return text_ + "}  // namespace covolve::peers\n";
  }

 private:
  /// Defines a list of its own, or none: an array cannot be empty.
  template <class Items>
  std::string list(const std::string& elements, const std::string& name, const Items& items) {
    if (items.empty()) return "{}";
    text_ += fmt::format("constexpr {} {}[] = {{{}}};\n", elements, name, fmt::join(items, ", "));
    return name;
  }

  std::string type(program::TypeId id) {
    const program::Type& type = told(id);
    std::vector<std::string> enumerators;
    // The least number has no literal of its own.
    for (const program::Enumerator& enumerator : type.enumerators)
      enumerators.push_back(
          fmt::format("static_cast<int64_t>({}u)", static_cast<uint64_t>(enumerator.value)));
    if (type.kind == TypeKind::Enumeration && enumerators.empty() && !isOpen(type))
      enumerators.emplace_back("0");  // all that it is sure to hold
    const bool isArray = type.kind == TypeKind::Array;
    return fmt::format("    {{Kind::{}, {}, {}, {}, {{{}}}, {}, {}}},  // {}\n", kindName(type),
                       type.bits / 8, type.isSigned, isArray ? type.length : type.parts.size(),
                       fmt::join(type.parts, ", "),
                       list("int64_t", fmt::format("enumerators{}", id), enumerators),
                       list("uint16_t", fmt::format("makers{}", id), makers(type)), oneLine(type.spelling));
  }

  const program::Type& told(program::TypeId id) const {
    const auto isToldAsItsPart = [](const program::Type& type) {
      return type.kind == TypeKind::Wrapped || (type.kind == TypeKind::Callback && !type.isNullable);
    };
    while (isToldAsItsPart(model_.types[id])) id = model_.types[id].parts[0];
    return model_.types[id];
  }

  /// Objects that calls only lend are left to covolve.
  bool isMade(CallableId id) const { return catalog_.makesObject(id) && !catalog_.leftObject(id).isLent; }

  std::vector<CallableId> makers(const program::Type& type) const {
    std::vector<CallableId> usable = type.makers;
    std::erase_if(usable, [&](CallableId id) {
      return catalog_.callCost(id) >= unit::CallCatalog::kNever || !isMade(id) ||
             &model_.types[catalog_.leftObject(id).type] != &type;
    });
    std::ranges::sort(usable, {}, [&](CallableId id) { return std::pair(catalog_.callCost(id), id); });
    return usable;
  }

  std::string call(CallableId id) {
    const program::Callable& callable = model_.callables[id];
    const bool isMethod = callable.kind == CallableKind::Method;
    std::vector<std::string> arguments;
    const auto add = [&](program::TypeId type, bool consumes) {
      arguments.push_back(fmt::format("{{{}, {}}}", type, consumes));
    };
    if (isMethod) add(callable.owner, callable.isRvalueQualified);
    for (const program::Parameter& parameter : callable.parameters) {
      if (parameter.countsOf.empty()) add(parameter.type, unit::consumesArgument(model_, parameter));
    }
    return fmt::format("    {{{}, {}, {}, {}}},  // {}\n",
                       list("Argument", fmt::format("arguments{}", id), arguments), isMethod, isMade(id),
                       callable.result, oneLine(callable.display));
  }

  static std::string oneLine(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
  }

  const Model& model_;
  unit::CallCatalog catalog_;
  std::string text_;
};

}  // namespace

std::string tableText(const Model& model) { return TableText(model).text(); }

}  // namespace covolve::peers
