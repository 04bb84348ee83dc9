#include "rest/search/action_catalog.h"

#include <algorithm>
#include <map>
#include <set>

#include "gene/choice/alternative_gene.h"
#include "gene/number/integer_gene.h"
#include "gene/structure/optional_gene.h"
#include "rest/genes/gene_factory.h"
#include "rest/search/path_methods.h"
#include "rest/search/slot_genes.h"

namespace covolve::rest {

namespace {

using gene::AlternativeGene;
using gene::Gene;
using gene::IntegerGene;
using gene::OptionalGene;

enum { kViolation, kVariant, kCaller };

constexpr double kViolatedActionShare = 0.08;
constexpr double kUnauthenticatedShare = 0.03;
constexpr double kOptionalParameterShare = 0.4;
constexpr double kOptionalBodyShare = 0.8;
constexpr int kVariants = 8;
/// Who calls instead of the first user: those who are not known, because they say nothing or pretend; then
/// the other users.
enum Caller : size_t { kSaysNothing, kPretends, kStrangers };

std::unique_ptr<Gene> numberBelow(size_t count) {
  return std::make_unique<IntegerGene>(32, 0, static_cast<__int128>(std::max<size_t>(count, 1) - 1));
}

std::unique_ptr<Gene> maybe(std::unique_ptr<Gene> gene, double presence) {
  return std::make_unique<OptionalGene>(std::move(gene), presence);
}

size_t numberIn(const Gene& gene) {
  return static_cast<size_t>(static_cast<const IntegerGene&>(gene).value());
}

}  // namespace

ActionCatalog::ActionCatalog(const Api& api, Slots& slots,
                             const std::function<bool(const std::string&)>& isWantedMethod, size_t users)
    : api_(api), slots_(slots), users_(users) {
  for (const Operation& operation : api.operations) addRules(operation);
  addUnsupportedMethods(isWantedMethod);
}

void ActionCatalog::addRules(const Operation& operation) {
  auto& violations = violations_.emplace_back();
  if (operation.body) {
    for (const MediaType& type : operation.body->content) violations.emplace_back(operation, &type);
  } else {
    violations.emplace_back(operation, nullptr);
  }
}

void ActionCatalog::addSkipped(PathMethods& declared, const std::map<std::string, size_t>& paths) const {
  if (api_.skipped.empty()) return;
  // Operations that could not be read are named by the path in the document, without that of the server.
  std::multimap<std::string_view, std::string_view> byEnd;
  for (const auto& [path, operation] : paths) {
    for (size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
      byEnd.emplace(std::string_view(path).substr(slash), path);
  }
  for (const SkippedOperation& skipped : api_.skipped) {
    const size_t blank = skipped.what.find(' ');
    if (blank == std::string::npos) continue;
    const std::string method = skipped.what.substr(0, blank);
    const std::string path = skipped.what.substr(blank + 1);
    declared.add(path, method);
    const auto [begin, end] = byEnd.equal_range(path);
    for (auto same = begin; same != end; ++same) declared.add(same->second, method);
  }
}

void ActionCatalog::addUnsupportedMethods(const std::function<bool(const std::string&)>& isWantedMethod) {
  PathMethods declared;
  std::map<std::string, size_t> firstOf;  // by path
  for (size_t i = 0; i < api_.operations.size(); ++i) {
    declared.add(api_.operations[i].path, api_.operations[i].method);
    firstOf.emplace(api_.operations[i].path, i);
  }
  addSkipped(declared, firstOf);
  for (const auto& [path, operation] : firstOf) {
    const auto methods = declared.of(path);
    for (const char* method : {"DELETE", "PATCH", "POST", "PUT", "GET"}) {
      if (!methods.contains(method) && (!isWantedMethod || isWantedMethod(method)))
        unsupported_.push_back({operation, method});
    }
  }
}

search::Action ActionCatalog::make(uint32_t kind) const {
  constexpr size_t kMostPrototypes = 500;  // large ones have 100 KB and more
  const std::scoped_lock lock(mutex_);
  const auto found = prototypes_.find(kind);
  if (found != prototypes_.end()) return found->second;
  if (prototypes_.size() >= kMostPrototypes) prototypes_.clear();
  return prototypes_.emplace(kind, prototypeOf(kind)).first->second;
}

search::Action ActionCatalog::prototypeOf(uint32_t kind) const {
  const bool isUnsupported = unsupportedMethod(kind) != nullptr;
  const size_t index = operationOf(kind);
  const Operation& operation = api_.operations[index];
  const size_t rules = isUnsupported ? 0 : ruleCount(index);
  const bool mayLackAuthentication = !isUnsupported && operation.needsAuthentication();
  search::Action action(kind);
  action.genes.push_back(maybe(numberBelow(rules), rules > 0 ? kViolatedActionShare : 0));
  action.genes.push_back(numberBelow(isUnsupported ? 1 : kVariants));
  action.genes.push_back(
      maybe(numberBelow(kStrangers + users_ - 1), mayLackAuthentication ? kUnauthenticatedShare : 0));
  for (const Parameter& parameter : operation.parameters) {
    if (isUnsupported && parameter.place != Parameter::Place::Path) continue;
    action.genes.push_back(geneOf(index, parameter));
  }
  if (!isUnsupported && operation.body) action.genes.push_back(bodyGeneOf(index));
  return action;
}

std::unique_ptr<Gene> ActionCatalog::geneOf(size_t operation, const Parameter& parameter) const {
  const auto slotOf = [&](const std::string& pointer, const std::string& name, const Schema&) {
    return slots_.find(operation, &parameter, pointer, name.empty() ? parameter.name : name);
  };
  auto gene = makeParameterGene(parameter, slotOf);
  return parameter.required ? std::move(gene) : maybe(std::move(gene), kOptionalParameterShare);
}

std::unique_ptr<Gene> ActionCatalog::bodyGeneOf(size_t operation) const {
  const auto slotOf = [&](const std::string& pointer, const std::string& name, const Schema&) {
    return slots_.find(operation, nullptr, pointer, name);
  };
  const RequestBody& declared = *api_.operations[operation].body;
  gene::GeneList bodies;
  for (const MediaType& type : declared.content) bodies.push_back(makeBodyGene(type, slotOf));
  std::unique_ptr<Gene> body = std::make_unique<AlternativeGene>(std::move(bodies));
  return declared.required ? std::move(body) : maybe(std::move(body), kOptionalBodyShare);
}

const ActionCatalog::UnsupportedMethod* ActionCatalog::unsupportedMethod(uint32_t kind) const {
  return kind < operationCount() ? nullptr : &unsupported_[kind - operationCount()];
}

size_t ActionCatalog::operationOf(uint32_t kind) const {
  const UnsupportedMethod* unsupported = unsupportedMethod(kind);
  return unsupported != nullptr ? unsupported->operation : kind;
}

Argument ActionCatalog::argumentOf(const Gene& gene, size_t operation, const Parameter* parameter,
                                   const Take& take) const {
  Argument argument;
  argument.parameter = parameter;
  bool isComplete = true;
  const auto resolve = [&](uint32_t action, const std::string& pointer) -> std::optional<Json> {
    const auto slot = slots_.known(operation, parameter, pointer);
    auto taken = slot ? take(*slot, action) : std::nullopt;
    isComplete = isComplete && taken.has_value();
    if (!taken) return std::nullopt;
    if (taken->from) argument.taken.emplace_back(pointer, *taken->from);
    return std::move(taken->value);
  };
  argument.value = jsonOf(gene, resolve);
  if (isComplete) return argument;
  argument.taken.clear();
  const auto independent = gene.copy();
  forEachSlot(*independent, [&](AlternativeGene& alternative, uint32_t slot) {
    if (!isReference(alternative)) return;
    if (!take(slot, alternative.children()[0]->asReference()->action())) assignAbsentIdentifier(alternative);
  });
  argument.value = jsonOf(*independent, resolve);
  return argument;
}

ActionCatalog::Data ActionCatalog::dataOf(const search::Action& action, const Take& take) const {
  Data data;
  const size_t index = operationOf(action.kind);
  const Operation& operation = api_.operations[index];
  const bool isUnsupported = unsupportedMethod(action.kind) != nullptr;
  size_t next = kFirstParameter;
  for (const Parameter& parameter : operation.parameters) {
    if (isUnsupported && parameter.place != Parameter::Place::Path) continue;
    const Gene* gene = action.genes[next++].get();
    if (!parameter.required) {
      const auto& optional = static_cast<const OptionalGene&>(*gene);
      if (!optional.isPresent()) continue;
      gene = &optional.held();
    }
    data.arguments.push_back(argumentOf(*gene, index, &parameter, take));
  }
  if (isUnsupported) return data;

  size_t bodyIndex = 0;
  if (operation.body) {
    const Gene* gene = action.genes[next].get();
    bool isPresent = true;
    if (!operation.body->required) {
      const auto& optional = static_cast<const OptionalGene&>(*gene);
      isPresent = optional.isPresent();
      gene = &optional.held();
    }
    if (isPresent) {
      bodyIndex = static_cast<const AlternativeGene&>(*gene).chosen();
      data.bodyType = &operation.body->content[bodyIndex];
      data.arguments.push_back(argumentOf(*gene, index, nullptr, take));
    }
  }
  if (const auto& caller = static_cast<const OptionalGene&>(*action.genes[kCaller]); caller.isPresent()) {
    const size_t which = numberIn(caller.held());
    data.isAuthenticated = which >= kStrangers;
    data.pretends = which == kPretends;
    if (which >= kStrangers) data.user = which - kStrangers + 1;
  }
  const auto& violation = static_cast<const OptionalGene&>(*action.genes[kViolation]);
  const ViolationCatalog& rules = violations_[index][bodyIndex];
  if (violation.isPresent() && rules.size() > 0) {
    data.violation = rules.apply(numberIn(violation.held()) % rules.size(), numberIn(*action.genes[kVariant]),
                                 data.arguments);
    const bool hasBody = !data.arguments.empty() && data.arguments.back().parameter == nullptr;
    if (!hasBody) data.bodyType = nullptr;  // the violation was to leave it out
  }
  return data;
}

size_t ActionCatalog::ruleCount(size_t operation) const {
  size_t most = 0;
  for (const ViolationCatalog& rules : violations_[operation]) most = std::max(most, rules.size());
  return most;
}

void ActionCatalog::breakRule(search::Action& action, size_t rule) const {
  static_cast<OptionalGene&>(*action.genes[kViolation]).hold(Value::number(rule));
}

void ActionCatalog::withholdCredentials(search::Action& action, bool pretends) const {
  const auto stranger = Value::number(pretends ? kPretends : kSaysNothing);
  static_cast<OptionalGene&>(*action.genes[kCaller]).hold(stranger);
}

void ActionCatalog::callAs(search::Action& action, size_t user) const {
  auto& caller = static_cast<OptionalGene&>(*action.genes[kCaller]);
  if (user == 0) {
    caller.drop();
  } else {
    caller.hold(Value::number(kStrangers + user - 1));
  }
}

void ActionCatalog::makeOrdinary(search::Action& action) const {
  for (const size_t gene : {kViolation, kCaller}) static_cast<OptionalGene&>(*action.genes[gene]).drop();
}

}  // namespace covolve::rest
