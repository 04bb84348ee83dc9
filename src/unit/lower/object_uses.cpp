#include "unit/lower/object_uses.h"

namespace covolve::unit {

namespace {

using program::PassBy;
using program::Type;
using program::TypeKind;

class UseCollector {
 public:
  UseCollector(const program::Model& model, size_t steps) : model_(model), uses_(steps), count_(steps, 0) {}

  void visitStep(const Step& step) {
    const program::Callable& callable = model_.callables[step.callable];
    if (callable.kind == program::CallableKind::Method && !step.arguments.empty()) {
      note(step.arguments[0], !callable.isConst, callable.isOfSmartPointer ? Use::Converted : Use::Exact, {});
    }
    for (size_t i = 0; i < callable.parameters.size(); ++i) {
      const size_t index = argumentIndex(callable, i);
      if (index >= step.arguments.size()) break;
      const program::Parameter& parameter = callable.parameters[i];
      const bool exposed =
          parameter.passBy == PassBy::Reference || parameter.passBy == PassBy::RvalueReference;
      const bool copied = parameter.passBy == PassBy::Value;
      visit(step.arguments[index], model_.types[parameter.type], exposed, copied, parameter.name);
    }
  }

  std::vector<ObjectUse> take() {
    for (size_t i = 0; i < uses_.size(); ++i) {
      if (count_[i] != 1) uses_[i].role.clear();
    }
    return std::move(uses_);
  }

 private:
  void visit(const Value& value, const Type& type, bool exposed, bool copied, const std::string& role) {
    if (value.kind == Value::Kind::Reference) {
      const bool moved = copied && type.kind == TypeKind::Class && !type.copyConstructible;
      note(value, exposed || moved, copied ? Use::Converted : Use::Exact, role);
      return;
    }
    if (type.kind == TypeKind::Elements && value.kind == Value::Kind::Present) {
      return visit(value.children.at(0), type, exposed, copied, role);
    }
    if (type.kind == TypeKind::Wrapped) {
      return visit(value, model_.types[type.parts[0]], exposed, copied, role);
    }
    if (type.kind == TypeKind::Variant) {
      if (value.children.size() != 2) return;
      const auto index = static_cast<size_t>(value.children[0].integer);
      return visit(value.children[1], model_.types[type.parts.at(index)], false, true, {});
    }
    // What a pointer points to is exposed; what containers hold is copied into them, or moved where it cannot
    // be.
    const bool isPointer = type.kind == TypeKind::Pointer;
    for (size_t i = 0; i < value.children.size(); ++i) {
      const size_t part = type.kind == TypeKind::Tuple ? i : 0;
      if (part >= type.parts.size()) continue;
      visit(value.children[i], model_.types[type.parts[part]], isPointer && !type.pointeeConst, !isPointer,
            isPointer ? role : std::string());
    }
  }

  enum class Use { Exact, Converted };

  void note(const Value& reference, bool mutated, Use kind, const std::string& role) {
    if (reference.kind != Value::Kind::Reference) return;
    const auto step = static_cast<size_t>(reference.integer);
    if (step >= uses_.size()) return;
    ObjectUse& use = uses_[step];
    use.used = true;
    use.mutated = use.mutated || mutated;
    use.isExact = use.isExact || kind == Use::Exact;
    use.role = role;
    ++count_[step];
  }

  const program::Model& model_;
  std::vector<ObjectUse> uses_;
  std::vector<unsigned> count_;
};

}  // namespace

std::vector<ObjectUse> objectUses(const program::Model& model, const std::vector<Step>& steps) {
  UseCollector collector(model, steps.size());
  for (const Step& step : steps) collector.visitStep(step);
  return collector.take();
}

}  // namespace covolve::unit
