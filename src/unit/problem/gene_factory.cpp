#include "unit/problem/gene_factory.h"

#include <algorithm>
#include <cassert>

#include "gene/choice/alternative_gene.h"
#include "gene/choice/choice_gene.h"
#include "gene/number/boolean_gene.h"
#include "gene/number/floating_gene.h"
#include "gene/number/integer_gene.h"
#include "gene/reference_gene.h"
#include "gene/structure/array_gene.h"
#include "gene/structure/list_gene.h"
#include "gene/structure/map_gene.h"
#include "gene/structure/optional_gene.h"
#include "gene/structure/tuple_gene.h"
#include "gene/text/text_gene.h"
#include "gene/text/unicode_text_gene.h"
#include "program/disposal.h"

namespace covolve::unit {

using namespace gene;
using program::Model;
using program::PassBy;
using program::Type;
using program::TypeKind;

namespace {

// Long enough for any loop to go round, short enough to be read.
constexpr size_t kLongestList = 32;
// Of a callback, until it returns the last one again and again.
constexpr size_t kMostResults = 4;
// What a buffer starts with; it leaves room behind.
constexpr size_t kLongestInBuffer = 64;
static_assert(kLongestInBuffer < program::kBufferLength);
// Null is the exception.
constexpr double kMostlyThere = 0.9;
// A test says more with a text, an array, a callback or a number that a call can write to; null is a matter
// of contracts. memcpy and its like ask for a pointer to an array even where it has no elements.
constexpr bool kNullIsSimpler = false;

std::unique_ptr<Gene> makeEnumeration(const Type& type) {
  if (type.enumerators.empty()) return IntegerGene::ofType(type.bits, type.isSigned);
  auto values = std::make_shared<std::vector<int64_t>>();
  for (const program::Enumerator& enumerator : type.enumerators) values->push_back(enumerator.value);
  return std::make_unique<ChoiceGene>(std::move(values), type.bits);
}

std::unique_ptr<Gene> makeText(const Type& type) {
  if (type.kind == TypeKind::Buffer) return std::make_unique<TextGene>(false, kLongestInBuffer);
  if (type.isWide) return std::make_unique<UnicodeTextGene>(UnicodeTextGene::Rules{});
  return std::make_unique<TextGene>(type.kind != TypeKind::CString);
}

/// None of them is null. There may be none at all, though main is always given its program's name.
std::unique_ptr<Gene> makeRowOfTexts(const Type& text) {
  constexpr double kAlways = 1;
  return std::make_unique<ListGene>(std::make_unique<OptionalGene>(makeText(text), kAlways, kNullIsSimpler),
                                    kLongestList);
}

std::unique_ptr<Gene> makeGene(const Model& model, program::TypeId id, Demand demand);

/// Elements are copied into what holds them.
constexpr Demand kCopied{.copies = true};

/// Each key stands in the data once, where that can be told: which objects are equal only their class knows.
/// The container leaves out what it has already.
std::unique_ptr<Gene> makeSetOrMap(const Model& model, const Type& type) {
  const program::TypeId element = type.parts[0];
  const bool isMap = type.kind == TypeKind::Map;
  const program::TypeId key = isMap ? model.types[element].parts[0] : element;
  if (!type.isDistinct || model.types[key].kind == TypeKind::Class) {
    return std::make_unique<ListGene>(makeGene(model, element, kCopied), kLongestList);
  }
  if (isMap) {
    return std::make_unique<MapGene>(makeGene(model, key, kCopied),
                                     makeGene(model, model.types[element].parts[1], kCopied), kLongestList,
                                     MapGene::Form::Pairs);
  }
  ArrayGene::Shape shape;
  shape.further = makeGene(model, element, kCopied);
  shape.maximum = kLongestList;
  shape.distinct = true;
  return std::make_unique<ArrayGene>(std::move(shape));
}

std::unique_ptr<Gene> makeGene(const Model& model, program::TypeId id, Demand demand) {
  const Type& type = model.types[id];
  const auto part = [&](size_t index) { return makeGene(model, type.parts[index], kCopied); };
  switch (type.kind) {
    case TypeKind::Null:
      return std::make_unique<TupleGene>(GeneList{});
    case TypeKind::Boolean:
      return std::make_unique<BooleanGene>();
    case TypeKind::Character:
      return IntegerGene::ofCharacter(type.bits, type.isSigned);
    case TypeKind::Integer:
      return IntegerGene::ofType(type.bits, type.isSigned);
    case TypeKind::Floating:
      return std::make_unique<FloatingGene>(type.bits);
    case TypeKind::Enumeration:
      return makeEnumeration(type);
    case TypeKind::String:
    case TypeKind::StringView:
      return makeText(type);
    case TypeKind::Stream:
      if (type.isRead) return std::make_unique<TextGene>(true);
      return std::make_unique<TupleGene>(GeneList{});
    case TypeKind::CString:
    case TypeKind::Buffer: {
      const bool isUntyped = type.spelling.ends_with("void *");  // nobody knows what to put there
      return std::make_unique<OptionalGene>(makeText(type), 0.95, isUntyped || kNullIsSimpler);
    }
    case TypeKind::Sequence:
    case TypeKind::Span:
      return std::make_unique<ListGene>(part(0), kLongestList);
    case TypeKind::Elements: {
      // memcpy and its like ask for a pointer to an array even where it has no elements.
      std::unique_ptr<Gene> elements;
      if (type.isText) {
        elements = std::make_unique<TextGene>(true);
      } else if (program::isRowOfTexts(model.types, type)) {
        elements = makeRowOfTexts(model.types[type.parts[0]]);
      } else {
        elements = std::make_unique<ListGene>(part(0), kLongestList);
      }
      return std::make_unique<OptionalGene>(std::move(elements), 0.95, kNullIsSimpler);
    }
    case TypeKind::Callback: {
      std::unique_ptr<Gene> results;
      if (program::hasResults(model.types, type)) {
        const program::TypeId returned = model.types[type.parts[0]].parts[0];
        results = std::make_unique<ListGene>(makeGene(model, returned, kCopied), kMostResults, 1);
      } else {
        results = std::make_unique<TupleGene>(GeneList{});
      }
      if (!type.isNullable) return results;
      return std::make_unique<OptionalGene>(std::move(results), 0.95, kNullIsSimpler);
    }
    case TypeKind::Wrapped:
      return part(0);
    case TypeKind::Set:
    case TypeKind::Map:
      return makeSetOrMap(model, type);
    case TypeKind::Array:
      return ListGene::fixed(part(0), type.length);
    case TypeKind::Optional:
      return std::make_unique<OptionalGene>(part(0));
    case TypeKind::Tuple:
    case TypeKind::Variant: {
      GeneList parts;
      for (size_t i = 0; i < type.parts.size(); ++i) parts.push_back(part(i));
      if (type.kind == TypeKind::Tuple) return std::make_unique<TupleGene>(std::move(parts));
      return std::make_unique<AlternativeGene>(std::move(parts), AlternativeGene::Form::Indexed);
    }
    case TypeKind::Pointer: {
      // An object takes a call to make.
      const bool nullIsSimpler = model.types[type.parts[0]].kind == TypeKind::Class;
      return std::make_unique<OptionalGene>(makeGene(model, type.parts[0], {.mutates = !type.pointeeConst}),
                                            kMostlyThere, nullIsSimpler);
    }
    case TypeKind::Class:
      return std::make_unique<ReferenceGene>(id, demand);
    case TypeKind::Void:
    case TypeKind::Unsupported:
      break;
  }
  assert(false && "the front end lists no callable with a parameter that cannot be made");
  return nullptr;
}

/// Where a derived object could choose another overload than one of the base.
bool isOverloaded(const Model& model, const program::Callable& callable) {
  return std::ranges::count_if(model.callables, [&](const program::Callable& other) {
           return other.qualifiedName == callable.qualifiedName &&
                  other.parameters.size() == callable.parameters.size();
         }) > 1;
}

/// A field says nothing by itself: the simplest is none, and of char name[16] that it is empty.
std::unique_ptr<Gene> makeField(const Model& model, const program::Parameter& parameter, Demand demand) {
  const Type& type = model.types[parameter.type];
  if (type.kind == TypeKind::CString || type.kind == TypeKind::Buffer)
    return std::make_unique<OptionalGene>(makeText(type), 0.95);
  if (type.kind == TypeKind::Character)
    return IntegerGene::ofCharacter(type.bits, type.isSigned, IntegerGene::Simplest::Nul);
  if (type.kind == TypeKind::Pointer) {
    auto pointee = makeGene(model, type.parts[0], {.mutates = !type.pointeeConst});
    return std::make_unique<OptionalGene>(std::move(pointee), kMostlyThere);
  }
  return makeGene(model, parameter.type, demand);
}

/// Nothing is to be chosen but whether there is one.
std::unique_ptr<Gene> makeCount(const program::Parameter& parameter) {
  auto nothing = std::make_unique<TupleGene>(GeneList{});
  if (!parameter.mayBeNull) return nothing;
  return std::make_unique<OptionalGene>(std::move(nothing), 0.95, kNullIsSimpler);
}

/// parser_free(&parser) of a structure that parser_init() initialised: it is not one any more.
bool givesPartsBack(const Model& model, const program::Callable& callable,
                    const program::Parameter& parameter) {
  const Type& type = model.types[parameter.type];
  if (type.kind != TypeKind::Pointer || !program::takesBack(model.types, callable, type.parts[0]))
    return false;
  return std::ranges::any_of(model.types[type.parts[0]].makers,
                             [&](program::CallableId maker) { return model.callables[maker].initialises; });
}

}  // namespace

bool consumesArgument(const Model& model, const program::Parameter& parameter) {
  const Type& type = model.types[parameter.type];
  if (type.kind != TypeKind::Class) return false;
  return parameter.passBy == PassBy::RvalueReference ||
         (parameter.passBy == PassBy::Value && !type.copyConstructible);
}

std::vector<std::unique_ptr<Gene>> makeGenes(const Model& model, const program::Callable& callable) {
  std::vector<std::unique_ptr<Gene>> genes;
  if (callable.kind == program::CallableKind::Method) {
    // A derived class may have another method of that name; of an abstract one there is nothing else.
    const Demand demand{.consumes = callable.isRvalueQualified,
                        .mutates = !callable.isConst,
                        .owns = callable.fills,
                        .copies = !model.types[callable.owner].isOnlyLent};
    genes.push_back(std::make_unique<ReferenceGene>(callable.owner, demand));
  }
  const bool overloaded = isOverloaded(model, callable);
  for (const program::Parameter& parameter : callable.parameters) {
    if (!parameter.countsOf.empty()) {  // follows from another argument
      genes.push_back(makeCount(parameter));
      continue;
    }
    const bool consumes = consumesArgument(model, parameter);
    if (givesPartsBack(model, callable, parameter)) {
      const program::TypeId object = model.types[parameter.type].parts[0];
      genes.push_back(std::make_unique<OptionalGene>(
          std::make_unique<ReferenceGene>(object, Demand{.consumes = true, .mutates = true}), kMostlyThere));
      continue;
    }
    const bool isAbstract = model.types[parameter.type].isAbstract;  // only derived objects are there
    const Demand demand{.consumes = consumes,
                        .mutates = consumes || parameter.passBy == PassBy::Reference,
                        .copies = parameter.passBy == PassBy::Value || (overloaded && !isAbstract)};
    const bool isField = callable.kind == program::CallableKind::Aggregate;
    genes.push_back(isField ? makeField(model, parameter, demand) : makeGene(model, parameter.type, demand));
  }
  return genes;
}

}  // namespace covolve::unit
