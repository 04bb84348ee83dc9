// Calls whose result nobody takes and assignments are left out.
//
// Easy to get wrong: leaving out what gives a variable its first value makes
// undefined behaviour, not a mutant that a test can be blamed for.
#include <llvm/Analysis/ValueTracking.h>

#include "instrument/origin.h"
#include "mutate/callee.h"
#include "mutate/operators.h"
#include "mutate/values.h"

namespace covolve::mutate {

namespace {

/// The object is made there, rather than changed.
bool isReturnedObject(const llvm::Value& object) {
  const auto* const argument = llvm::dyn_cast<llvm::Argument>(&object);
  return argument != nullptr && argument->hasStructRetAttr();
}

bool isNew(const llvm::Value& object) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&object);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         call->getCalledFunction()->getName().starts_with("_Zn") && !isSourceCall(*call);
}

/// Whether a local variable already has a value, on every way here.
bool hasValueBefore(const llvm::AllocaInst& variable, const llvm::StoreInst& store, const Context& context) {
  for (const llvm::User* const user : variable.users()) {
    const auto* const other = llvm::dyn_cast<llvm::StoreInst>(user);
    if (other != nullptr && other != &store && other->getPointerOperand() == &variable &&
        context.dominators.dominates(other, &store))
      return true;
  }
  return false;
}

bool isAssignment(const llvm::StoreInst& store, const Context& context) {
  const llvm::Value* const pointer = store.getPointerOperand();
  const llvm::Value* const object = llvm::getUnderlyingObject(pointer);
  if (const auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(object)) {
    // Clang's own variables, and those that stand for a whole object, have other names or parts.
    return pointer == object && !isReturnSlot(object) && object->hasName() &&
           !object->getName().contains('.') && !object->getName().starts_with("__") &&
           !object->getName().starts_with("nrvo") && hasValueBefore(*variable, store, context);
  }
  if (isReturnedObject(*object) || isNew(*object) || context.isConstructor) return false;
  // The guard of a static variable, and its first value.
  return !llvm::isa<llvm::GlobalVariable>(object) || !store.getParent()->getName().starts_with("init");
}

}  // namespace

void removeStatement(llvm::Instruction& instruction, const Context& context, Points& points) {
  if (!context.isRequested(instruction.getDebugLoc().get()) ||
      instrument::isCleanupBlock(*instruction.getParent()))
    return;
  if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (!call->use_empty() || !isSourceCall(*call) || makesOrEnds(*call) || call->hasStructRetAttr()) return;
    const std::string name = calledName(*call);
    points.addRemoval(
        *call, {"removal", name.empty() ? "a call is removed" : "call of `" + name + "` is removed", {}});
  } else if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const llvm::StringRef stored = purpose(*store->getValueOperand());
    // ++ and -- become each other instead; arguments are stored where a function begins.
    if (stored == "inc" || stored == "dec" || stored.starts_with("incdec")) return;
    if (llvm::isa<llvm::Argument>(store->getValueOperand()) &&
        store->getPointerOperand()->getName().ends_with(".addr"))
      return;
    if (isAssignment(*store, context)) points.addRemoval(*store, {"removal", "assignment is removed", {}});
  }
}

}  // namespace covolve::mutate
