#include "unit/problem/template_writer.h"

#include <algorithm>

namespace covolve::unit {

using analysis::Comparing;
using analysis::FieldId;
using analysis::StateWrite;
using program::CallableId;
using program::TypeId;
using program::TypeKind;

namespace {

constexpr unsigned kDeepest = 5;         // objects in objects
constexpr unsigned kMostGuards = 4;      // states before states
constexpr double kSameObject = 0.2;      // two parts of what is needed are one object
constexpr double kComparedValue = 0.5;   // a slot has a value that the decision compares with
constexpr double kSetAfterMaking = 0.5;  // a field that its constructor has set is set again
constexpr double kGuard = 0.85;          // what lets a setter store is brought about first
constexpr double kAgain = 0.2;           // what was brought about for another setter is brought about again
constexpr double kRightConstant = 8;     // as likely as others is a setter that stores a constant asked for
constexpr double kLeaveFlag = 0.6;       // a flag stays as it is
constexpr int64_t kMostTimes = 8;

/// The class whose objects a value of the type refers to.
std::optional<TypeId> classIn(const program::Model& model, TypeId id) {
  const program::Type& type = model.types[id];
  if (type.kind == TypeKind::Class) return id;
  // Of an entry of a map the value first.
  for (auto part = type.parts.rbegin(); part != type.parts.rend(); ++part) {
    if (type.kind == TypeKind::Pointer && model.types[*part].kind != TypeKind::Class) return std::nullopt;
    if (const auto found = classIn(model, *part)) return found;
  }
  return std::nullopt;
}

TypeId typeOfGene(const program::Callable& callable, uint32_t gene) {
  const bool isMethod = callable.kind == program::CallableKind::Method;
  if (isMethod && gene == 0) return callable.owner;
  return callable.parameters[gene - (isMethod ? 1 : 0)].type;
}

/// The part of what is needed that the store is about; null: none.
const StateTree* partAt(const StateTree& need, const std::vector<FieldId>& path) {
  const StateTree* part = &need;
  for (const FieldId field : path) {
    const auto found = part->fields.find(field);
    if (found == part->fields.end()) return nullptr;
    part = &found->second;
  }
  return part;
}

bool refersTo(const std::unique_ptr<gene::Gene>& gene, const program::Model& model, TypeId type) {
  bool refers = false;
  gene::forEachReference(gene, [&](const gene::ReferenceGene& reference) {
    refers |= reference.type() == type || program::standsFor(model.types, type, reference.type());
  });
  return refers;
}

}  // namespace

TemplateWriter::TemplateWriter(ObjectTemplates& templates, SequenceBuilder& builder, gene::Source& source)
    : templates_(templates), builder_(builder), source_(source), rng_(source.rng) {
  // Keys that are looked up, and what is looked for, agree in some tests and differ in others.
  constexpr double kChances[] = {0, 0.4, 0.7, 0.95};
  sameValue_ = kChances[rng_.below(std::size(kChances))];
  values_ = 1 + rng_.below(3);
}

/// As many elements as a decision of the plan may count.
void TemplateWriter::countTimes(const StateTree& need) {
  for (const int64_t constant : need.comparing.constants) {
    if (constant >= 0 && constant < kMostTimes) times_ = std::max(times_, static_cast<size_t>(constant) + 1);
  }
  for (const auto& [_, part] : need.fields) countTimes(part);
}

bool TemplateWriter::write(const ObjectPlan& plan) {
  for (const auto& [_, need] : plan.arguments) countTimes(need);
  std::vector<Slot> slots;
  for (const auto& [gene, need] : plan.arguments) slots.push_back(slotFor(plan.call, gene, need, 0));
  const size_t before = builder_.size();
  call(plan.call, slots);
  return builder_.size() > before;
}

bool TemplateWriter::writeSetter(const ObjectPlan& plan) {
  struct Choice {
    Object object;
    const StateTree* need;
    FieldId field;
  };
  std::vector<Choice> choices;
  std::vector<const StateTree*> open;
  for (const auto& [_, need] : plan.arguments) open.push_back(&need);
  for (const auto& [action, type] : builder_.objectsInScope()) made_.push_back({action, type});
  while (!open.empty()) {
    const StateTree* const need = open.back();
    open.pop_back();
    for (const auto& [field, part] : need->fields) {
      open.push_back(&part);
      for (const Object& object : made_) {
        const auto sets = [&](const FieldSetter& setter) {
          return setter.write->place.fields.front() == field;
        };
        if (std::ranges::any_of(templates_.settersOf(heldType(object.type)), sets))
          choices.push_back({object, need, field});
      }
    }
  }
  if (choices.empty()) return false;
  const Choice choice = rng_.pick(choices);
  const auto object = held(choice.object);
  if (!object) return false;
  const size_t before = builder_.size();
  guards_ = kMostGuards - 1;
  setField(*object, choice.field, *choice.need, kDeepest - 2);
  return builder_.size() > before;
}

TemplateWriter::Slot TemplateWriter::slotFor(CallableId id, uint32_t gene, const StateTree& need,
                                             unsigned depth) {
  const program::Model& model = templates_.catalog().model();
  Slot slot{gene, {}, &need.comparing};
  const auto type = classIn(model, typeOfGene(model.callables[id], gene));
  if (type) slot.object = make(*type, need, depth);
  return slot;
}

std::optional<TemplateWriter::Object> TemplateWriter::make(TypeId type, const StateTree& need,
                                                           unsigned depth) {
  if (depth > kDeepest) return std::nullopt;
  std::vector<Object> same;
  for (const Object& object : made_) {
    if (object.type == type) same.push_back(object);
  }
  if (!same.empty() && rng_.chance(kSameObject)) return rng_.pick(same);
  return makeFor(type, need, depth);
}

/// By the state that a maker gives at once, from its arguments.
std::optional<CallableId> TemplateWriter::pickMaker(TypeId type, const StateTree& need) {
  const CallCatalog& catalog = templates_.catalog();
  std::vector<std::pair<CallableId, double>> choices;
  double sum = 0;
  for (const CallableId maker : catalog.model().types[type].makers) {
    if (!catalog.makesObject(maker) || catalog.callCost(maker) >= CallCatalog::kNever) continue;
    if (catalog.leftObject(maker).isLent) continue;
    const program::Callable& callable = catalog.model().callables[maker];
    // An empty smart pointer has no state to give.
    const bool isEmpty =
        callable.isOfSmartPointer && callable.parameters.empty() && callable.linkageName.empty();
    double weight = isEmpty ? 0.05 : 1;
    for (const StateWrite& write : templates_.writesOfMaker(maker)) {
      if (write.place.root == 0 && partAt(need, write.place.fields) != nullptr) weight += write.score();
    }
    choices.emplace_back(maker, weight);
    sum += weight;
  }
  if (choices.empty()) return std::nullopt;
  double dice = rng_.unit() * sum;
  for (const auto& [maker, weight] : choices) {
    dice -= weight;
    if (dice < 0) return maker;
  }
  return choices.back().first;
}

std::optional<TemplateWriter::Object> TemplateWriter::makeFor(TypeId type, const StateTree& need,
                                                              unsigned depth) {
  const auto maker = pickMaker(type, need);
  if (!maker) return std::nullopt;
  const program::Callable& callable = templates_.catalog().model().callables[*maker];
  std::vector<Slot> slots;
  StateTree rest = need;
  const std::span<const StateWrite> writes = templates_.writesOfMaker(*maker);
  for (const StateWrite& write : writes) {
    const StateTree* const part = write.place.root == 0 ? partAt(need, write.place.fields) : nullptr;
    if (part == nullptr || write.sources.empty()) continue;
    for (const uint32_t source : write.sourceArguments()) {
      const auto gene = templates_.geneOf(*maker, source);
      const bool isOpen = gene && *gene < callable.parameters.size() &&
                          std::ranges::none_of(slots, [&](const Slot& slot) { return slot.gene == *gene; });
      if (isOpen) slots.push_back(slotFor(*maker, *gene, *part, depth + 1));
    }
    if (!rng_.chance(kSetAfterMaking)) rest.fields.erase(write.place.fields.front());
  }
  // A smart pointer that is made of the object itself, or of another pointer to it.
  if (callable.isOfSmartPointer && writes.empty() && callable.parameters.size() == 1)
    slots.push_back(slotFor(*maker, 0, need, depth + 1));
  const auto object = call(*maker, slots);
  if (!object) return std::nullopt;
  made_.push_back(*object);
  if (const auto target = held(*object)) setState(*target, rest, depth);
  return object;
}

std::optional<TemplateWriter::Object> TemplateWriter::held(const Object& object) {
  if (!program::isSmartPointer(templates_.catalog().model().types[object.type])) return object;
  const auto accessor = templates_.accessorOf(object.type);
  if (!accessor) return std::nullopt;
  return call(*accessor, {{0, object, nullptr}});
}

TypeId TemplateWriter::heldType(TypeId type) const {
  const auto accessor = templates_.accessorOf(type);
  return accessor ? templates_.catalog().leftObject(*accessor).type : type;
}

void TemplateWriter::setState(const Object& object, const StateTree& need, unsigned depth) {
  if (depth > kDeepest) return;
  std::vector<FieldId> fields;
  for (const auto& [field, _] : need.fields) fields.push_back(field);
  // One may be the other's guard: any order.
  for (size_t i = fields.size(); i > 1; --i) std::swap(fields[i - 1], fields[rng_.below(i)]);
  for (const FieldId field : fields) setField(object, field, need, depth);
}

const FieldSetter* TemplateWriter::pickSetter(const Object& object, FieldId field, const StateTree& need) {
  std::vector<std::pair<const FieldSetter*, double>> choices;
  double sum = 0;
  bool mayBeRight = false;
  for (const FieldSetter& setter : templates_.settersOf(object.type)) {
    const StateWrite& write = *setter.write;
    if (write.place.fields.front() != field) continue;
    const StateTree* const part = partAt(need, write.place.fields);
    if (part == nullptr) continue;
    const Comparing& comparing = part->comparing;
    double weight = write.score();
    const bool isRight = write.constant && comparing.constants.contains(*write.constant);
    if (isRight || (comparing.isCount && write.isAdded)) weight *= kRightConstant;
    mayBeRight |= isRight || !write.constant || comparing.constants.empty();
    choices.emplace_back(&setter, weight);
    sum += weight;
  }
  // A state that no call leads to is the one that an object begins with.
  if (guards_ > 0 && !mayBeRight) return nullptr;
  double dice = rng_.unit() * sum;
  for (const auto& [setter, weight] : choices) {
    dice -= weight;
    if (dice < 0) return setter;
  }
  return nullptr;
}

/// As often as the largest number that elements are compared with asks for, or fewer.
size_t TemplateWriter::timesFor(const StateWrite& write, const Comparing& comparing) {
  if (!write.isAdded) return 1;
  size_t most = times_;
  if (comparing.isCount && !comparing.constants.empty()) {
    const int64_t greatest = std::clamp(*comparing.constants.rbegin(), int64_t{0}, kMostTimes);
    most = static_cast<size_t>(greatest) + 1;
  }
  constexpr double kAll = 0.5;
  return rng_.chance(kAll) ? most : 1 + rng_.below(most);
}

void TemplateWriter::setField(const Object& object, FieldId field, const StateTree& need, unsigned depth) {
  // What the objects are for must still have its place.
  constexpr size_t kLeft = 4;
  if (builder_.room() < kLeft) return;
  const StateTree& part = need.fields.at(field);
  const FieldSetter* const setter = pickSetter(object, field, need);
  bool isHandedIn = false;
  // A flag that is only ever set may be what keeps a test from the target.
  const bool isDoubtful = setter != nullptr && setter->write->constant && part.comparing.constants.empty();
  if (setter != nullptr && !(isDoubtful && rng_.chance(kLeaveFlag))) {
    const size_t times = timesFor(*setter->write, part.comparing);
    for (size_t i = 0; i < times && builder_.room() >= kLeft; ++i)
      isHandedIn |= callSetter(object, *setter, need, depth);
  }
  if (!part.fields.empty() && !isHandedIn) setThroughGetter(object, field, need, depth);
}

/// What was brought about before may have gone since, but mostly has not.
void TemplateWriter::bringAbout(const Object& object, const StateTree& before, unsigned depth) {
  StateTree missing;
  for (const auto& [field, part] : before.fields) {
    const auto isNew = broughtAbout_.emplace(object.action, field, part.comparing.constants).second;
    if (isNew || rng_.chance(kAgain)) missing.fields.emplace(field, part);
  }
  setState(object, missing, depth);
}

/// Whether an object was handed in that has the state already.
bool TemplateWriter::callSetter(const Object& object, const FieldSetter& setter, const StateTree& need,
                                unsigned depth) {
  const StateWrite& write = *setter.write;
  const StateTree& part = *partAt(need, write.place.fields);
  std::map<uint32_t, StateTree> needs;
  const std::set<uint32_t> sources = write.sourceArguments();
  for (const uint32_t source : sources) {
    const auto gene = templates_.geneOf(setter.call, source);
    if (!gene) continue;
    needs[*gene] = part;
    // What the whole is compared with says nothing about an element, or its key.
    if (write.isAdded || sources.size() > 1) needs[*gene].comparing = {};
  }
  // A key of what is handed in is a slot, too: it is what will be looked for.
  for (const analysis::AccessPath& source : write.sources) {
    if (const auto gene = templates_.geneOf(setter.call, source.root); gene && *gene != setter.object)
      needs[*gene].add(source.fields, {});
  }
  if (!write.guard.empty() && guards_ < kMostGuards && rng_.chance(kGuard)) {
    StateTree before;
    for (const auto& [path, comparing] : write.guard) {
      const auto gene = templates_.geneOf(setter.call, path.root);
      if (!gene) continue;
      (*gene == setter.object ? before : needs[*gene]).add(path.fields, comparing);
    }
    ++guards_;
    bringAbout(object, before, depth);
    --guards_;
  }
  std::vector<Slot> slots{{setter.object, object, nullptr}};
  bool isHandedIn = false;
  const size_t genes = templates_.catalog().pattern(setter.call).genes.size();
  for (const auto& [gene, tree] : needs) {
    if (gene >= genes) continue;
    slots.push_back(slotFor(setter.call, gene, tree, depth + 1));
    isHandedIn |= slots.back().object.has_value();
  }
  call(setter.call, slots);
  return isHandedIn;
}

/// What an object has made for itself is reached by asking it.
void TemplateWriter::setThroughGetter(const Object& object, FieldId field, const StateTree& need,
                                      unsigned depth) {
  std::vector<const FieldGetter*> choices;
  for (const FieldGetter& getter : templates_.gettersOf(object.type)) {
    const StateTree* const part = getter.path.front() == field ? partAt(need, getter.path) : nullptr;
    if (part != nullptr && !part->fields.empty()) choices.push_back(&getter);
  }
  if (choices.empty()) return;
  const FieldGetter& getter = *rng_.pick(choices);
  const auto lent = call(getter.call, {{0, object, nullptr}});
  if (!lent) return;
  if (const auto target = held(*lent)) setState(*target, *partAt(need, getter.path), depth + 1);
}

std::optional<TemplateWriter::Object> TemplateWriter::call(CallableId id, const std::vector<Slot>& slots) {
  const CallCatalog& catalog = templates_.catalog();
  const program::Model& model = catalog.model();
  const auto prepare = [&](search::Action& action) {
    for (size_t i = 0; i < action.genes.size(); ++i) {
      const auto slot = std::ranges::find(slots, i, &Slot::gene);
      if (slot == slots.end()) continue;
      const auto& gene = action.genes[i];
      if (!slot->object) {
        fill(*gene, slot->comparing);
        continue;
      }
      constexpr int kTries = 16;  // until a pointer is not null, a list not empty
      for (int tries = 0; tries < kTries && !refersTo(gene, model, slot->object->type); ++tries)
        gene->sample(source_);
      gene::forEachReference(gene,
                             [&](gene::ReferenceGene& reference) { reference.refer(slot->object->action); });
    }
  };
  if (!builder_.append(id, prepare) || !catalog.makesObject(id)) return std::nullopt;
  return Object{static_cast<uint32_t>(builder_.size() - 1), catalog.leftObject(id).type};
}

void TemplateWriter::fill(gene::Gene& gene, const Comparing* comparing) {
  gene.visitLeaves([&](gene::Leaf& leaf) { fill(leaf, comparing); });
}

void TemplateWriter::fill(gene::Leaf& leaf, const Comparing* comparing) {
  if (leaf.readInteger()) {
    const bool isCompared = comparing != nullptr && !comparing->constants.empty();
    if (isCompared && rng_.chance(kComparedValue)) {
      const __int128 value = near(*comparing, leaf.readChoice().has_value());
      // Constants are read as signed ones: 0xffffffff is -1.
      const unsigned bits = leaf.readInteger()->bits;
      if (!leaf.setInteger(value) && value < 0 && bits <= 64)
        leaf.setInteger(value + (static_cast<__int128>(1) << bits));
    } else if (!leaf.readChoice()) {
      fillNumber(leaf);
    }
  } else if (const auto text = leaf.readText()) {
    if (texts_.size() >= values_ && rng_.chance(sameValue_)) {
      leaf.setText(rng_.pick(texts_));
    } else if (texts_.size() < values_) {
      texts_.push_back(text->text);
    }
  }
}

/// One of the constants, or beside it, or on the way there from 0: which side of it is right is not known.
__int128 TemplateWriter::near(const Comparing& comparing, bool isChoice) {
  const std::vector<int64_t> constants(comparing.constants.begin(), comparing.constants.end());
  const __int128 constant = rng_.pick(constants);
  if (isChoice || rng_.chance(0.5)) return constant;
  if (rng_.chance(0.5)) return constant + (rng_.chance(0.5) ? 1 : -1);
  const auto distance = static_cast<uint64_t>(constant < 0 ? -constant : constant);
  const auto part = static_cast<__int128>(rng_.below(distance + 1));
  return constant < 0 ? -part : part;
}

/// Keys and amounts are small, most often.
void TemplateWriter::fillNumber(gene::Leaf& leaf) {
  constexpr double kSmall = 0.5;
  constexpr uint64_t kSmallest = 20;
  const bool isShared = numbers_.size() >= values_ && rng_.chance(sameValue_);
  if (isShared) {
    leaf.setInteger(rng_.pick(numbers_));
  } else if (rng_.chance(kSmall)) {
    leaf.setInteger(static_cast<__int128>(rng_.below(kSmallest)));
  }
  if (numbers_.size() < values_) numbers_.push_back(leaf.readInteger()->value);
}

}  // namespace covolve::unit
