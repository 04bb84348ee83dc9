#include "unit/problem/object_templates.h"

#include <algorithm>
#include <set>

#include "unit/problem/template_writer.h"

namespace covolve::unit {

using analysis::FieldId;
using analysis::StateNeeds;
using analysis::StateWrite;
using program::CallableId;
using program::CallableKind;
using program::TypeId;

namespace {

constexpr size_t kMostPlans = 12;
constexpr unsigned kMostCallers = 5;    // between the call of a test and the decision
constexpr size_t kMostFunctions = 200;  // asked for their callers

/// It constructs an object, perhaps behind a smart pointer.
bool constructs(const program::Callable& callable) {
  if (callable.isOfSmartPointer)
    return callable.kind == CallableKind::Function && !callable.linkageName.empty();
  return callable.kind == CallableKind::Constructor || callable.kind == CallableKind::Aggregate;
}

}  // namespace

void StateTree::add(std::span<const FieldId> path, const analysis::Comparing& compared) {
  StateTree* tree = this;
  for (const FieldId field : path) tree = &tree->fields[field];
  tree->comparing.add(compared);
}

std::vector<ObjectPlan::Part> ObjectPlan::parts() const {
  std::vector<Part> parts;
  std::vector<std::pair<Part, const StateTree*>> open;
  for (const auto& [gene, tree] : arguments) open.push_back({{gene, {}}, &tree});
  for (size_t i = 0; i < open.size(); ++i) {
    const auto [part, tree] = open[i];
    if (!part.path.empty()) parts.push_back(part);
    for (const auto& [field, inner] : tree->fields) {
      Part further = part;
      further.path.push_back(field);
      open.emplace_back(std::move(further), &inner);
    }
  }
  return parts;
}

void ObjectPlan::remove(const Part& part) {
  const auto argument = arguments.find(part.gene);
  if (argument == arguments.end() || part.path.empty()) return;
  StateTree* tree = &argument->second;
  for (size_t i = 0; i + 1 < part.path.size(); ++i) {
    const auto inner = tree->fields.find(part.path[i]);
    if (inner == tree->fields.end()) return;
    tree = &inner->second;
  }
  tree->fields.erase(part.path.back());
}

ObjectTemplates::ObjectTemplates(Parts parts)
    : catalog_(parts.catalog), graph_(parts.graph), state_(std::move(parts.state)) {
  for (const auto& [side, target] : parts.targets.targetsOfSides()) {
    if (state_.decisions.contains(side.site)) sitesOf_[target].push_back(side.site);
  }
  indexCallables();
}

void ObjectTemplates::indexCallables() {
  const program::Model& model = catalog_.model();
  for (CallableId id = 0; id < model.callables.size(); ++id) {
    const program::Callable& callable = model.callables[id];
    if (catalog_.callCost(id) >= CallCatalog::kNever) continue;
    if (callable.kind == CallableKind::Aggregate) addAggregate(id);
    const bool isAccessor = callable.isOfSmartPointer && callable.kind == CallableKind::Method;
    if (isAccessor && catalog_.makesObject(id)) accessors_.emplace(callable.owner, id);
    const bool isCalled = callable.underTest || callable.supports;
    if (isCalled && !callable.linkageName.empty() && !callable.isOfSmartPointer)
      byLinkage_[callable.linkageName].push_back(id);
  }
}

/// Braces give each field its own value.
void ObjectTemplates::addAggregate(CallableId id) {
  const program::Callable& callable = catalog_.model().callables[id];
  const program::Type& type = catalog_.model().types[callable.owner];
  for (uint32_t i = 0; i < callable.parameters.size(); ++i) {
    const auto field = std::ranges::find(type.fields, callable.parameters[i].name, &program::Field::name);
    if (field == type.fields.end()) continue;
    const auto known = std::ranges::find(state_.fields, analysis::RecordField{type.record, field->offset});
    if (known == state_.fields.end()) continue;  // nobody reads it
    StateWrite write;
    write.place = {0, {static_cast<FieldId>(known - state_.fields.begin())}};
    write.sources = {{i + 1, {}}};
    aggregates_[id].push_back(std::move(write));
  }
}

std::span<const StateWrite> ObjectTemplates::writesOfMaker(CallableId maker) const {
  if (const auto braces = aggregates_.find(maker); braces != aggregates_.end()) return braces->second;
  const program::Callable& callable = catalog_.model().callables[maker];
  if (!constructs(callable)) return {};
  const auto known = state_.functions.find(callable.linkageName);
  return known == state_.functions.end() ? std::span<const StateWrite>() : known->second.writes;
}

std::optional<CallableId> ObjectTemplates::accessorOf(TypeId smartPointer) const {
  const auto known = accessors_.find(smartPointer);
  return known == accessors_.end() ? std::nullopt : std::optional(known->second);
}

std::optional<uint32_t> ObjectTemplates::geneOf(CallableId call, uint32_t root) const {
  if (!constructs(catalog_.model().callables[call])) return root;
  return root == 0 ? std::nullopt : std::optional(root - 1);
}

const std::vector<FieldSetter>& ObjectTemplates::settersOf(TypeId type) {
  const auto [known, isNew] = setters_.try_emplace(type);
  if (!isNew) return known->second;
  const program::Model& model = catalog_.model();
  for (const CallableId id : catalog_.calls()) {
    const program::Callable& callable = model.callables[id];
    const auto state = state_.functions.find(callable.linkageName);
    if (state == state_.functions.end() || callable.linkageName.empty()) continue;
    for (const StateWrite& write : state->second.writes) {
      const auto gene = geneOf(id, write.place.root);
      if (!gene || *gene >= catalog_.pattern(id).genes.size()) continue;
      bool isGiven = false;
      gene::forEachReference(catalog_.pattern(id).genes[*gene], [&](const gene::ReferenceGene& reference) {
        isGiven |= reference.type() == type;
      });
      // A pointer is absent from a pattern that was not sampled.
      const bool isMethod = callable.kind == CallableKind::Method;
      if (!isGiven && !(isMethod && *gene == 0)) {
        const size_t parameter = *gene - (isMethod ? 1 : 0);
        const program::Type& given = model.types[callable.parameters[parameter].type];
        isGiven = given.kind == program::TypeKind::Pointer && !given.pointeeConst && given.parts[0] == type;
      }
      if (isGiven) known->second.push_back({id, *gene, &write});
    }
  }
  return known->second;
}

const std::vector<FieldGetter>& ObjectTemplates::gettersOf(TypeId type) {
  const auto [known, isNew] = getters_.try_emplace(type);
  if (!isNew) return known->second;
  for (const CallableId id : catalog_.methods(type)) {
    const auto state = state_.functions.find(catalog_.model().callables[id].linkageName);
    if (state == state_.functions.end() || !catalog_.makesObject(id)) continue;
    for (const analysis::AccessPath& path : state->second.results) {
      if (path.root == 0 && !path.fields.empty()) known->second.push_back({id, path.fields});
    }
  }
  return known->second;
}

void ObjectTemplates::addPlans(const std::string& function, const StateNeeds& needs,
                               std::vector<ObjectPlan>& plans) const {
  const auto calls = byLinkage_.find(function);
  if (calls == byLinkage_.end()) return;
  for (const CallableId id : calls->second) {
    if (plans.size() >= kMostPlans) return;
    ObjectPlan plan{id, {}};
    for (const auto& [path, comparing] : needs) {
      const auto gene = geneOf(id, path.root);
      if (gene && *gene < catalog_.pattern(id).genes.size())
        plan.arguments[*gene].add(path.fields, comparing);
    }
    plans.push_back(std::move(plan));
  }
}

/// Through the functions that call it, where a test cannot call the function itself.
void ObjectTemplates::addPlansOf(uint64_t site, std::vector<ObjectPlan>& plans) const {
  const analysis::DecisionState& decision = state_.decisions.at(site);
  std::set<std::string> seen{decision.function};
  std::vector<std::pair<std::string, StateNeeds>> open{{decision.function, decision.needs}};
  for (unsigned hops = 0; hops <= kMostCallers && !open.empty() && plans.size() < kMostPlans; ++hops) {
    std::vector<std::pair<std::string, StateNeeds>> further;
    for (const auto& [function, needs] : open) {
      if (plans.size() >= kMostPlans) return;
      const size_t before = plans.size();
      addPlans(function, needs, plans);
      const auto callers = state_.callers.find(function);
      if (plans.size() > before || callers == state_.callers.end()) continue;
      for (const analysis::StateCall& call : callers->second) {
        if (seen.size() < kMostFunctions && seen.insert(call.caller).second)
          further.emplace_back(call.caller, analysis::ObjectState::throughCall(needs, call));
      }
    }
    open = std::move(further);
  }
}

/// A line or a function needs what the decisions need that lead there.
std::vector<ObjectPlan> ObjectTemplates::makePlans(search::TargetId target) {
  std::vector<ObjectPlan> plans;
  const auto addOf = [&](search::TargetId one) {
    if (const auto sites = sitesOf_.find(one); sites != sitesOf_.end()) {
      for (const uint64_t site : sites->second) addPlansOf(site, plans);
    }
  };
  addOf(target);
  if (plans.empty() && target < graph_.size()) {
    for (const search::TargetId parent : graph_.parents(target)) addOf(parent);
  }
  // A number needs no template.
  std::erase_if(plans, [](const ObjectPlan& plan) {
    return std::ranges::all_of(plan.arguments,
                               [](const auto& argument) { return argument.second.fields.empty(); });
  });
  return plans;
}

const std::vector<ObjectPlan>& ObjectTemplates::plansFor(search::TargetId target) {
  const auto known = plans_.find(target);
  if (known != plans_.end()) return known->second;
  return plans_[target] = makePlans(target);
}

ObjectTemplates::UsedPlan& ObjectTemplates::usedPlan(search::TargetId target, size_t plan) {
  const auto known = used_.find({target, plan});
  if (known != used_.end()) return known->second;
  const ObjectPlan& whole = plansFor(target)[plan];
  auto parts = whole.parts();
  const size_t count = parts.size();
  return used_.emplace(std::pair(target, plan), UsedPlan{std::move(parts), whole, PlanExperience(count)})
      .first->second;
}

std::optional<uint32_t> ObjectTemplates::build(search::TargetId target, SequenceBuilder& builder,
                                               gene::Source& source) {
  constexpr double kOmit = 0.25;
  constexpr double kWhole = 0.1;  // what was found not to matter may do so for another way there
  const std::vector<ObjectPlan>& plans = plansFor(target);
  if (plans.empty()) return std::nullopt;
  const size_t number = source.rng.below(plans.size());
  UsedPlan& used = usedPlan(target, number);
  Note note{target, number, std::nullopt};
  ObjectPlan plan = source.rng.chance(kWhole) ? plans[number] : used.trimmed;
  if (!used.parts.empty() && source.rng.chance(kOmit)) {
    note.omitted = source.rng.below(used.parts.size());
    plan.remove(used.parts[*note.omitted]);
  }
  if (!TemplateWriter(*this, builder, source).write(plan)) return std::nullopt;
  constexpr size_t kMostNotes = 10'000;  // some tests are never run
  if (notes_.size() >= kMostNotes) notes_.clear();
  notes_[++lastNote_] = note;
  return lastNote_;
}

void ObjectTemplates::learn(uint32_t note, std::span<const search::TargetDistance> reached) {
  const auto known = notes_.find(note);
  if (known == notes_.end()) return;
  const Note noted = known->second;
  notes_.erase(known);
  uint64_t distance = search::kNotReached;
  for (const search::TargetDistance& one : reached) {
    if (one.target == noted.target) distance = std::min(distance, one.distance);
  }
  UsedPlan& used = usedPlan(noted.target, noted.plan);
  if (used.experience.note(noted.omitted, distance)) used.trimmed.remove(used.parts[*noted.omitted]);
}

bool ObjectTemplates::buildSetter(search::TargetId target, SequenceBuilder& builder, gene::Source& source) {
  const std::vector<ObjectPlan>& plans = plansFor(target);
  if (plans.empty()) return false;
  return TemplateWriter(*this, builder, source).writeSetter(source.rng.pick(plans));
}

}  // namespace covolve::unit
