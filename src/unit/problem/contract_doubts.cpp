#include "unit/problem/contract_doubts.h"

#include <algorithm>
#include <cmath>

#include "program/detail_namespaces.h"
#include "unit/problem/ownership.h"

namespace covolve::unit {

using program::Callable;
using program::CallableKind;
using program::Type;
using program::TypeId;
using program::TypeKind;

namespace {

// Sizes, counts and indices that a caller means are smaller.
constexpr __int128 kHuge = 1000;
constexpr double kHugeReal = 1e9;

bool isFollowed(TypeKind kind) {
  return kind == TypeKind::Pointer || kind == TypeKind::CString || kind == TypeKind::Buffer ||
         kind == TypeKind::Elements || kind == TypeKind::Callback;
}

class DoubtFinder {
 public:
  explicit DoubtFinder(const program::Model& model) : model_(model) {}

  ContractDoubts doubts;
  ContractDoubt hugeMeans = ContractDoubt::HugeNumber;

  void look(TypeId id, const Value& value) {
    const Type& type = model_.types[id];
    if (type.kind == TypeKind::Elements && value.kind == Value::Kind::Present) {
      if (!type.pointeeConst && !program::isRowOfTexts(model_.types, type))
        doubts.add(ContractDoubt::LentMemory);
      return lookAtParts(type, value.children.at(0));
    }
    if (type.kind == TypeKind::Callback && value.kind != Value::Kind::Absent)
      return lookAtResults(type, value);
    switch (value.kind) {
      case Value::Kind::Absent:
        if (isFollowed(type.kind)) doubts.add(ContractDoubt::Null);
        return;
      case Value::Kind::Integer:
        if (type.kind == TypeKind::Integer && (value.integer > kHuge || value.integer < -kHuge))
          doubts.add(hugeMeans);
        return;
      case Value::Kind::Floating:
        if (!(std::abs(value.floating) <= kHugeReal)) doubts.add(hugeMeans);
        return;
      case Value::Kind::Present:
        if (isLooseArray(type)) doubts.add(ContractDoubt::LooseArray);
        break;
      default:
        break;
    }
    lookAtParts(type, value);
  }

  void lookAtCall(const Step& step, bool isLast) {
    const Callable& callable = model_.callables[step.callable];
    if (passesReceiver(callable, step) || passesTwice(callable, step)) doubts.add(ContractDoubt::Itself);
    if (leavesSmartPointerEmpty(callable)) doubts.add(ContractDoubt::Null);
    if (movesIterator(callable)) doubts.add(ContractDoubt::Iterator);
    if (isLast && asksForAnEnd(callable)) doubts.add(ContractDoubt::Element);
    for (size_t i = 0; i < callable.parameters.size(); ++i) {
      const size_t index = argumentIndex(callable, i);
      if (index >= step.arguments.size()) break;
      const TypeId type = callable.parameters[i].type;
      if (callable.kind == CallableKind::Aggregate && pointsSomewhere(model_.types[type]))
        doubts.add(ContractDoubt::HandMadeStruct);
      if (!callable.parameters[i].countsOf.empty()) {
        if (step.arguments[index].kind == Value::Kind::Absent) doubts.add(ContractDoubt::Null);
        continue;
      }
      look(type, step.arguments[index]);
      if (sharesLength(callable, i) && step.arguments[index].kind == Value::Kind::Present)
        doubts.add(ContractDoubt::LooseArray);
    }
  }

 private:
  /// Operators must bear it (x = x), and what swaps.
  static bool passesReceiver(const Callable& callable, const Step& step) {
    if (callable.kind != CallableKind::Method || callable.isOperator || callable.name == "swap") return false;
    const Value& receiver = step.arguments.front();
    return std::any_of(step.arguments.begin() + 1, step.arguments.end(), [&](const Value& argument) {
      const bool isHeld = argument.kind == Value::Kind::Present && !argument.children.empty();
      return (isHeld ? argument.children.front() : argument) == receiver;
    });
  }

  /// list_append(list, list): in C the receiver is an argument like the others. What only reads must bear it.
  bool passesTwice(const Callable& callable, const Step& step) const {
    if (callable.kind != CallableKind::Function || callable.isOperator) return false;
    std::vector<const Value*> changed;
    for (size_t i = 0; i < callable.parameters.size() && i < step.arguments.size(); ++i) {
      const Type& type = model_.types[callable.parameters[i].type];
      const Value& argument = step.arguments[i];
      const bool isObject = argument.kind == Value::Kind::Present && !argument.children.empty() &&
                            argument.children[0].kind == Value::Kind::Reference;
      if (type.kind != TypeKind::Pointer || type.pointeeConst || !isObject) continue;
      if (std::ranges::any_of(changed, [&](const Value* other) { return *other == argument; })) return true;
      changed.push_back(&argument);
    }
    return false;
  }

  /// compress(const char* from, char* to, int size): whose size that is only names tell, and these do not.
  bool sharesLength(const Callable& callable, size_t parameter) const {
    const Type& type = model_.types[callable.parameters[parameter].type];
    if (type.kind != TypeKind::Elements || type.pointeeConst) return false;
    return std::ranges::any_of(callable.parameters, [&](const program::Parameter& count) {
      return count.countsOf.size() > 1 &&
             std::ranges::find(count.countsOf, parameter) != count.countsOf.end();
    });
  }

  bool leavesSmartPointerEmpty(const Callable& callable) const {
    return callable.kind == CallableKind::Constructor && callable.parameters.empty() &&
           program::isSmartPointer(model_.types[callable.owner]);
  }

  /// As of the standard containers, whose front() and back() are undefined where there is nothing.
  bool asksForAnEnd(const Callable& callable) const {
    const auto isAbout = [&](const Callable& other, const char* name) {
      return other.kind == CallableKind::Method && other.owner == callable.owner &&
             other.parameters.empty() && other.name == name;
    };
    return (isAbout(callable, "front") || isAbout(callable, "back")) &&
           std::ranges::any_of(model_.callables, [&](const Callable& other) {
             return isAbout(other, "empty") || isAbout(other, "size");
           });
  }

  /// Moves or follows an object of a class that can be moved and followed.
  bool movesIterator(const Callable& callable) const {
    if (callable.kind != CallableKind::Method) return false;
    const bool moves = callable.name == "operator++" || callable.name == "operator--";
    if (!moves && !isFollowing(callable)) return false;
    return std::ranges::any_of(model_.callables, [&](const Callable& other) {
      return other.kind == CallableKind::Method && other.owner == callable.owner &&
             (moves ? isFollowing(other) : other.name == "operator++");
    });
  }
  static bool isFollowing(const Callable& callable) {
    return (callable.name == "operator*" || callable.name == "operator->") && callable.parameters.empty();
  }

  /// What it holds belongs to somebody, in a way that only the library knows.
  static bool pointsSomewhere(const Type& type) {
    return type.kind == TypeKind::Pointer || type.kind == TypeKind::Buffer ||
           type.kind == TypeKind::Elements || program::isEmptyBraces(type);
  }

  bool isLooseArray(const Type& type) const {
    if (type.kind == TypeKind::Buffer) return true;
    return type.kind == TypeKind::Pointer && model_.types[type.parts[0]].kind != TypeKind::Class;
  }

  /// Null that it returns is as doubtful as null that is passed.
  void lookAtResults(const Type& callback, const Value& value) {
    const Type& returned = model_.types[callback.parts[0]];
    if (!program::hasResults(model_.types, callback)) {
      if (returned.kind != TypeKind::Void) doubts.add(ContractDoubt::Null);
      return;
    }
    const Value& results = value.kind == Value::Kind::Present ? value.children.at(0) : value;
    for (const Value& result : results.children) look(returned.parts[0], result);
  }

  /// Each child with its part's type, where the types tell them.
  void lookAtParts(const Type& type, const Value& value) {
    const bool hasPartForEach = type.kind == TypeKind::Tuple && type.parts.size() == value.children.size();
    for (size_t i = 0; i < value.children.size(); ++i) {
      if (hasPartForEach) {
        look(type.parts[i], value.children[i]);
      } else if (type.parts.size() == 1 || program::isContainer(type.kind)) {
        look(type.parts[0], value.children[i]);
      }
    }
  }

  const program::Model& model_;
};

bool isDetail(const Callable& callable) { return program::isInDetailNamespace(callable.qualifiedName); }

/// Where all is static, or a detail, that is what there is to call.
bool hasPublicCallables(const program::Model& model) {
  return std::ranges::any_of(model.callables, [](const Callable& callable) {
    return callable.underTest && !callable.isStaticLinkage && !isDetail(callable);
  });
}

}  // namespace

ContractDoubts doubtsAbout(std::span<const Step> steps, const program::Model& model) {
  DoubtFinder finder(model);
  Ownership ownership(model);
  for (const Step& step : steps) {
    const bool isLast = &step == &steps.back();
    if (isLast) finder.hugeMeans = ContractDoubt::HugeArgument;
    finder.lookAtCall(step, isLast);
    ownership.follow(step);
  }
  if (ownership.hasCircle()) finder.doubts.add(ContractDoubt::Circle);
  if (ownership.hasOrphan()) finder.doubts.add(ContractDoubt::Orphan);
  if (ownership.hasReplaced()) finder.doubts.add(ContractDoubt::Replaced);
  const bool isStatic = !steps.empty() && model.callables[steps.back().callable].isStaticLinkage;
  const bool usesDetail =
      std::ranges::any_of(steps, [&](const Step& step) { return isDetail(model.callables[step.callable]); });
  if ((isStatic || usesDetail) && hasPublicCallables(model)) {
    if (isStatic) finder.doubts.add(ContractDoubt::StaticHelper);
    if (usesDetail) finder.doubts.add(ContractDoubt::Detail);
  }
  return finder.doubts;
}

bool lendsObject(std::span<const Step> steps, const program::Model& model) {
  const auto isVariable = [&](const Value& value) {
    const auto step = static_cast<size_t>(value.integer);
    if (value.kind != Value::Kind::Reference || step >= steps.size()) return false;
    const Callable& maker = model.callables[steps[step].callable];
    return maker.resultBy == program::PassBy::Value && model.types[maker.result].kind == TypeKind::Class;
  };
  return std::ranges::any_of(steps, [&](const Step& step) {
    const Callable& callable = model.callables[step.callable];
    for (size_t i = 0; i < callable.parameters.size(); ++i) {
      const size_t index = argumentIndex(callable, i);
      if (index >= step.arguments.size()) break;
      const Type& type = model.types[callable.parameters[i].type];
      const Value& argument = step.arguments[index];
      if (type.kind == TypeKind::Pointer && !type.pointeeConst && argument.kind == Value::Kind::Present &&
          isVariable(argument.children.at(0)))
        return true;
    }
    return false;
  });
}

std::string clauseFor(ContractDoubt doubt) {
  switch (doubt) {
    case ContractDoubt::Null:
      return "null is passed";
    case ContractDoubt::StaticHelper:
      return "only its own file can call this function";
    case ContractDoubt::Detail:
      return "a detail of the library is called (its name says so)";
    case ContractDoubt::HandMadeStruct:
      return "a structure with pointers is filled by hand";
    case ContractDoubt::LooseArray:
      return "how long an array must be is not known";
    case ContractDoubt::LentMemory:
      return "memory of its caller is freed";
    case ContractDoubt::Itself:
      return "an object is passed to itself";
    case ContractDoubt::Circle:
      return "an object is put into a part of itself, or to two places";
    case ContractDoubt::Orphan:
      return "an object is used that was made of one that is gone";
    case ContractDoubt::Replaced:
      return "an object is used that was a part of one that was filled anew";
    case ContractDoubt::Iterator:
      return "an iterator may be at its end";
    case ContractDoubt::Element:
      return "front() or back() may be called on what is empty";
    case ContractDoubt::HugeNumber:
    case ContractDoubt::HugeArgument:
      return "a huge number is passed";
  }
  return {};
}

}  // namespace covolve::unit
