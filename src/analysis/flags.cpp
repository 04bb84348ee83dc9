#include "analysis/flags.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <set>
#include <utility>

#include "analysis/edge_sides.h"
#include "analysis/function_flow.h"
#include "analysis/library_calls.h"
#include "analysis/memory_places.h"
#include "analysis/stored_calls.h"
#include "ir/decision.h"
#include "ir/site_marks.h"

namespace covolve::analysis {

namespace {

using abi::SiteKind;

/// What goes through more hands is not followed.
constexpr unsigned kMostHands = 8;
/// Nor where more places have to be looked at, for one decision or result.
constexpr unsigned kMostPlaces = 400;
/// Sums of more are numbers.
constexpr int64_t kMostAddends = 64;

std::optional<uint64_t> markOf(const llvm::Instruction& instruction, SiteKind kind) {
  for (const ir::SiteMark& mark : ir::siteMarks(instruction)) {
    if (mark.kind == kind) return mark.id;
  }
  return std::nullopt;
}

std::optional<Question::Relation> relationOf(llvm::CmpInst::Predicate predicate) {
  using Relation = Question::Relation;
  switch (predicate) {
    case llvm::CmpInst::ICMP_EQ:
      return Relation::Equal;
    case llvm::CmpInst::ICMP_NE:
      return Relation::Unequal;
    case llvm::CmpInst::ICMP_SLT:
    case llvm::CmpInst::ICMP_ULT:
      return Relation::Less;
    case llvm::CmpInst::ICMP_SLE:
    case llvm::CmpInst::ICMP_ULE:
      return Relation::LessOrEqual;
    case llvm::CmpInst::ICMP_SGT:
    case llvm::CmpInst::ICMP_UGT:
      return Relation::Greater;
    case llvm::CmpInst::ICMP_SGE:
    case llvm::CmpInst::ICMP_UGE:
      return Relation::GreaterOrEqual;
    default:
      return std::nullopt;
  }
}

/// Of a pointer only whether it is null counts.
std::optional<int64_t> constantIn(const llvm::Value& value) {
  if (const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
    if (number->getBitWidth() > 64) return std::nullopt;
    return number->getBitWidth() == 1 ? static_cast<int64_t>(number->getZExtValue()) : number->getSExtValue();
  }
  if (llvm::isa<llvm::ConstantPointerNull>(value)) return 0;
  const bool isObject = llvm::isa<llvm::GlobalValue>(value) || llvm::isa<llvm::AllocaInst>(value) ||
                        llvm::isa<llvm::GetElementPtrInst>(value);
  return isObject ? std::optional<int64_t>(1) : std::nullopt;
}

class FlagFinder {
 public:
  FlagFinder(const llvm::Module& module, const NameOf& nameOf, ModuleFlows& flows)
      : module_(module), nameOf_(nameOf), flows_(flows) {}

  FlagSummary find() {
    std::vector<const llvm::Function*> functions;
    for (const llvm::Function& function : module_) {
      if (!function.isDeclaration() && hasSites(function)) functions.push_back(&function);
    }
    for (const llvm::Function* const function : functions) noteFieldStores(*function);
    for (const llvm::Function* const function : functions) {
      for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
        places_ = 0;
        addFlag(instruction);
      }
      places_ = 0;
      addResults(*function);
    }
    return std::move(summary_);
  }

 private:
  static bool hasSites(const llvm::Function& function) {
    return std::ranges::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
      return instruction.getMetadata(ir::kSiteMetadata) != nullptr;
    });
  }

  Dependence whereIs(const llvm::Instruction& instruction) {
    return flows_.of(*instruction.getFunction()).of(instruction);
  }

  Origin constant(int64_t value, const llvm::Instruction& at) {
    return {.kind = Origin::Kind::Constant, .value = value, .where = whereIs(at)};
  }
  static Origin decision(uint64_t site) { return {.kind = Origin::Kind::Site, .site = site}; }
  static Origin numbered(Origin site, int64_t whenTrue, int64_t whenFalse) {
    site.whenTrue = whenTrue;
    site.whenFalse = whenFalse;
    site.hasOtherValues = true;
    return site;
  }

  // ---- decisions ----

  void addFlag(const llvm::Instruction& instruction) {
    if (const auto site = markOf(instruction, SiteKind::Compare)) {
      const auto& compare = llvm::cast<llvm::CmpInst>(instruction);
      const auto relation = relationOf(compare.getPredicate());
      const auto right = constantIn(*compare.getOperand(1));
      if (relation && compare.getOperand(0)->getType()->isPointerTy()) addSearch(*site, compare, *relation);
      if (!relation || !right || !llvm::isa<llvm::ConstantData>(compare.getOperand(1))) return;
      // A number in a field may be anybody's; a pointer is null only where somebody says so.
      followsFields_ = compare.getOperand(0)->getType()->isPointerTy();
      Flag flag{*site,
                {*relation, *right, compare.isUnsigned()},
                originsOf(*compare.getOperand(0), instruction, 0)};
      flag.isOfNumbers = !followsFields_;
      // Numbers have a distance of their own, unless all of them are codes.
      const bool isCode = std::ranges::all_of(flag.origins, [&](const Origin& origin) {
        return origin.kind != Origin::Kind::Unknown && answers(origin, flag.question);
      });
      if (isCode && !flag.origins.empty()) summary_.flags.push_back(std::move(flag));
    }
    if (const auto site = markOf(instruction, SiteKind::Boolean)) {
      const llvm::Value* const condition = conditionOf(instruction);
      if (condition == nullptr) return;
      const ir::Decision decided = ir::decidedOn(condition);
      followsFields_ = true;
      Flag flag{*site, {}, originsOf(*decided.value, instruction, 0)};
      if (decided.isNegated) flag.question = {Question::Relation::Equal, 0};
      std::erase_if(flag.origins, [&](const Origin& origin) {
        return origin.kind == Origin::Kind::Unknown ||
               (origin.kind == Origin::Kind::Site && origin.site == *site);
      });
      if (!flag.origins.empty()) summary_.flags.push_back(std::move(flag));
    }
  }

  /// A comparison of an iterator with the end, where that is one of pointers.
  void addSearch(uint64_t site, const llvm::CmpInst& compare, Question::Relation relation) {
    for (const unsigned side : {0u, 1u}) {
      const auto* const end = llvm::dyn_cast<llvm::LoadInst>(compare.getOperand(1 - side));
      const llvm::Value* const variable = end != nullptr ? variableOf(*end->getPointerOperand()) : nullptr;
      if (variable == nullptr || !isEndKept(*variable)) continue;
      followsFields_ = false;
      Flag flag{site, {relation, 0}, originsOf(*compare.getOperand(side), compare, 0)};
      // The address of something may be a step of a loop: that it is not the end says nothing.
      std::erase_if(flag.origins, [](const Origin& origin) {
        return origin.kind == Origin::Kind::Unknown ||
               (origin.kind == Origin::Kind::Constant && origin.value != 0);
      });
      if (!flag.origins.empty()) summary_.flags.push_back(std::move(flag));
      return;
    }
  }

  /// Of a position or an order only what tells something is known: that nothing was found, that texts are
  /// equal.
  static bool answers(const Origin& origin, const Question& question) {
    if (!origin.hasOtherValues) return true;
    const bool isEquality =
        question.relation == Question::Relation::Equal || question.relation == Question::Relation::Unequal;
    return isEquality && (question.right == origin.whenTrue || question.right == origin.whenFalse);
  }

  static const llvm::Value* conditionOf(const llvm::Instruction& instruction) {
    if (const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&instruction))
      return branch->isConditional() ? branch->getCondition() : nullptr;
    if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return store->getValueOperand();
    if (const auto* const end = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) return end->getReturnValue();
    if (const auto* const select = llvm::dyn_cast<llvm::SelectInst>(&instruction))
      return select->getCondition();
    return llvm::isa<llvm::CallBase>(instruction) ? &instruction : nullptr;
  }

  void addResults(const llvm::Function& function) {
    Origins origins;
    const llvm::Type& type = *function.getReturnType();
    followsFields_ = type.isPointerTy() || type.isIntegerTy(1);
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* const end = llvm::dyn_cast<llvm::ReturnInst>(&instruction);
      if (end == nullptr || end->getReturnValue() == nullptr) continue;
      append(origins, originsOf(*end->getReturnValue(), instruction, 0));
      append(origins, originsOfFound(*end));
    }
    // What is too large for registers is written to where the caller wants it.
    if (!function.arg_empty() && function.arg_begin()->hasStructRetAttr())
      append(origins, originsOfCell(*function.arg_begin(), 0));
    if (!origins.empty()) summary_.results[nameOf_(function)] = std::move(origins);
  }

  /// An iterator that was not set to the end on the last way to the return is none, where others are.
  Origins originsOfFound(const llvm::ReturnInst& end) {
    const auto* const load = llvm::dyn_cast<llvm::LoadInst>(end.getReturnValue());
    const llvm::Value* const result = load != nullptr ? variableOf(*load->getPointerOperand()) : nullptr;
    if (result == nullptr || !load->getType()->isPointerTy() || !isEndKeptSometimes(*result)) return {};
    Origins origins;
    for (const llvm::BasicBlock* const before : llvm::predecessors(end.getParent())) {
      const bool isSet = std::ranges::any_of(*before, [&](const llvm::Instruction& instruction) {
        const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
        return store != nullptr && variableOf(*store->getPointerOperand()) == result;
      });
      if (!isSet) origins.push_back(constant(1, *before->getTerminator()));
    }
    return origins;
  }

  // ---- values ----

  static void append(Origins& to, Origins from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  }

  /// `at` is where it is used: a constant stands there.
  Origins originsOf(const llvm::Value& value, const llvm::Instruction& at, unsigned depth) {
    if (depth > kMostHands || ++places_ > kMostPlaces) return {Origin{}};
    if (const auto number = constantIn(value)) return {constant(*number, at)};
    if (const auto* const cast = llvm::dyn_cast<llvm::CastInst>(&value))
      return originsOfCast(*cast, at, depth);
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&value))
      return originsOfCell(*load->getPointerOperand(), depth + 1);
    if (const auto* const compare = llvm::dyn_cast<llvm::CmpInst>(&value)) {
      const auto site = markOf(*compare, SiteKind::Compare);
      return site ? Origins{decision(*site)} : originsOfTruth(*compare, at, depth);
    }
    if (const auto* const operation = llvm::dyn_cast<llvm::BinaryOperator>(&value))
      return originsOfOperation(*operation, at, depth);
    if (const auto* const phi = llvm::dyn_cast<llvm::PHINode>(&value)) return originsOfPhi(*phi, depth);
    if (const auto* const choice = llvm::dyn_cast<llvm::SelectInst>(&value))
      return originsOfChoice(*choice, depth);
    if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(&value)) return originsOfCall(*call, depth);
    return {Origin{}};
  }

  Origins originsOfCast(const llvm::CastInst& cast, const llvm::Instruction& at, unsigned depth) {
    if (!cast.isIntegerCast()) return {Origin{}};
    Origins origins = originsOf(*cast.getOperand(0), at, depth + 1);
    const unsigned from = cast.getSrcTy()->getIntegerBitWidth();
    const unsigned to = cast.getDestTy()->getIntegerBitWidth();
    for (Origin& origin : origins) {
      if (origin.kind != Origin::Kind::Constant || from > 64 || to > 64) continue;
      // As constantIn() reads them: with their sign, truth values without.
      llvm::APInt number(64, static_cast<uint64_t>(origin.value));
      number = number.trunc(from);
      if (from < to) {
        number = llvm::isa<llvm::ZExtInst>(cast) ? number.zext(to) : number.sext(to);
      } else {
        number = number.trunc(to);
      }
      origin.value = to == 1 ? static_cast<int64_t>(number.getZExtValue()) : number.getSExtValue();
    }
    return origins;
  }

  /// A number made a truth value.
  Origins originsOfTruth(const llvm::CmpInst& compare, const llvm::Instruction& at, unsigned depth) {
    const auto* const zero = llvm::dyn_cast<llvm::ConstantInt>(compare.getOperand(1));
    if (compare.getPredicate() != llvm::CmpInst::ICMP_NE || zero == nullptr || !zero->isZero())
      return {Origin{}};
    return asTruth(originsOf(*compare.getOperand(0), at, depth + 1), 1, 0);
  }

  static Origins asTruth(Origins origins, int64_t whenTrue, int64_t whenFalse) {
    for (Origin& origin : origins) {
      const auto map = [&](int64_t value) { return value != 0 ? whenTrue : whenFalse; };
      const int64_t asTrue = map(origin.isMapped || origin.kind == Origin::Kind::Site ? origin.whenTrue : 1);
      const int64_t asFalse =
          map(origin.isMapped || origin.kind == Origin::Kind::Site ? origin.whenFalse : 0);
      origin.value = map(origin.value);
      origin.whenTrue = asTrue;
      origin.whenFalse = asFalse;
      origin.isMapped = true;
      origin.hasOtherValues = false;
      origin.isCounted = false;
    }
    return origins;
  }

  /// Sums of truth values, counters, and truth values that & and | combine.
  Origins originsOfOperation(const llvm::BinaryOperator& operation, const llvm::Instruction& at,
                             unsigned depth) {
    using llvm::Instruction;
    const unsigned code = operation.getOpcode();
    if (code == Instruction::Add) return originsOfSum(operation, at, depth);
    if (code != Instruction::And && code != Instruction::Or) return {Origin{}};
    Origins origins;
    bool isCollected = false;
    for (const llvm::Use& operand : operation.operands()) {
      if (isOwnValue(*operand.get(), operation)) {
        isCollected = true;
      } else {
        append(origins, originsOf(*operand.get(), at, depth + 1));
      }
    }
    // Made of comparisons alone it has a distance of its own.
    const bool isMeasured =
        std::ranges::all_of(origins, [](const Origin& origin) { return origin.kind == Origin::Kind::Site; });
    if (isMeasured && !isCollected) return {Origin{}};
    return origins;
  }

  Origins originsOfSum(const llvm::BinaryOperator& sum, const llvm::Instruction& at, unsigned depth) {
    Origins origins;
    int64_t addends = 0;
    bool isCounter = false;
    std::vector<const llvm::Value*> open{&sum};
    while (!open.empty()) {
      const llvm::Value& value = *open.back();
      open.pop_back();
      const auto* const inner = llvm::dyn_cast<llvm::BinaryOperator>(&value);
      if (inner != nullptr && inner->getOpcode() == llvm::Instruction::Add) {
        for (const llvm::Use& operand : inner->operands()) open.push_back(operand.get());
      } else if (isOwnValue(value, sum)) {
        isCounter = true;
      } else {
        ++addends;
        Origins some = originsOf(value, at, depth + 1);
        const bool isTruth = std::ranges::all_of(some, [](const Origin& origin) {
          return origin.kind != Origin::Kind::Unknown && origin.value >= 0 && origin.whenTrue <= 1;
        });
        if (!isTruth || addends > kMostAddends) return {Origin{}};
        append(origins, std::move(some));
      }
    }
    origins = asTruth(std::move(origins), isCounter ? kMany : addends, 0);
    for (Origin& origin : origins) origin.isCounted = true;
    return origins;
  }

  /// What the variable held that the operation's result is stored to.
  static bool isOwnValue(const llvm::Value& value, const llvm::Instruction& operation) {
    const auto* loaded = &value;
    while (const auto* const cast = llvm::dyn_cast<llvm::CastInst>(loaded)) loaded = cast->getOperand(0);
    const auto* const load = llvm::dyn_cast<llvm::LoadInst>(loaded);
    if (load == nullptr) return false;
    const auto* result = static_cast<const llvm::Value*>(&operation);
    for (unsigned hands = 0; hands < kMostHands; ++hands) {
      const llvm::Value* next = nullptr;
      for (const llvm::User* const user : result->users()) {
        const auto* const store = llvm::dyn_cast<llvm::StoreInst>(user);
        if (store != nullptr && store->getPointerOperand() == load->getPointerOperand()) return true;
        if (llvm::isa<llvm::CastInst>(user) || llvm::isa<llvm::CmpInst>(user) ||
            llvm::isa<llvm::BinaryOperator>(user))
          next = user;
      }
      if (next == nullptr) return false;
      result = next;
    }
    return false;
  }

  Origins originsOfPhi(const llvm::PHINode& phi, unsigned depth) {
    Origins origins;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      const llvm::BasicBlock& from = *phi.getIncomingBlock(i);
      Origins some = originsOf(*phi.getIncomingValue(i), *from.getTerminator(), depth + 1);
      const std::set<Side> sides = sidesOf(from, *phi.getParent());
      for (Origin& origin : some) {
        if (origin.kind == Origin::Kind::Constant && !sides.empty()) origin.where = {false, sides};
      }
      append(origins, std::move(some));
    }
    return origins;
  }

  /// `isEqual ? kOk : kChecksum` between constants: clang makes no branches there.
  Origins originsOfChoice(const llvm::SelectInst& choice, unsigned depth) {
    Origins origins;
    for (const bool isFirst : {true, false}) {
      const llvm::Value& value = isFirst ? *choice.getTrueValue() : *choice.getFalseValue();
      Origins some = originsOf(value, choice, depth + 1);
      const std::set<Side> sides = sidesOf(choice, isFirst);
      for (Origin& origin : some) {
        if (origin.kind == Origin::Kind::Constant && !sides.empty()) origin.where = {false, sides};
      }
      append(origins, std::move(some));
    }
    return origins;
  }

  Origins originsOfCall(const llvm::CallBase& call, unsigned depth) {
    const llvm::Function* const callee = call.getCalledFunction();
    if (callee == nullptr) return {Origin{}};
    const llvm::StringRef name = callee->getName();
    if (const auto site = markOf(call, SiteKind::KnownCall)) {
      Origin origin = decision(*site);
      switch (resultOfKnownCall(name)) {
        case KnownResult::Truth:
          return {origin};
        case KnownResult::Position:
          return {numbered(origin, kMany, kNowhere)};
        case KnownResult::PositionAtStart:
          return {numbered(origin, 0, kNowhere)};
        case KnownResult::Order:
          return {numbered(origin, 0, kMany)};
        case KnownResult::Opposite:
          origin.whenTrue = 0, origin.whenFalse = 1;
          return {origin};
        case KnownResult::Number:
          return {Origin{}};
      }
    }
    if (OptionalCalls::isAsked(name) && call.arg_size() > 0)
      return originsOfCell(*call.getArgOperand(0), depth + 1);
    if ((ContainerCalls::isSize(name) || ContainerCalls::isEmpty(name)) && call.arg_size() > 0)
      return originsOfContainer(call, ContainerCalls::isEmpty(name), depth);
    if (const auto quantifier = Quantifier::named(name)) return originsOfQuantifier(*callee, *quantifier);
    if (IteratorCalls::isEnd(name)) return {constant(0, call)};
    if (const auto isEqual = IteratorCalls::asksIfEqual(name); isEqual && call.arg_size() == 2)
      return originsOfComparison(call, *isEqual, depth);
    return {Origin{.kind = Origin::Kind::Result, .function = nameOf_(*callee)}};
  }

  Origins originsOfContainer(const llvm::CallBase& call, bool isAskedIfEmpty, unsigned depth) {
    const bool followedFields = std::exchange(followsFields_, true);
    Origins origins = originsOfCell(*call.getArgOperand(0), depth + 1);
    followsFields_ = followedFields;
    return isAskedIfEmpty ? asTruth(std::move(origins), 0, 1) : origins;
  }

  /// Of an iterator with the end: whether something was found.
  Origins originsOfComparison(const llvm::CallBase& call, bool isEqual, unsigned depth) {
    for (const unsigned side : {0u, 1u}) {
      const llvm::Value* const end = variableOf(*call.getArgOperand(1 - side));
      if (end == nullptr || !isEndKept(*end)) continue;
      return asTruth(originsOfCell(*call.getArgOperand(side), depth + 1), isEqual ? 0 : 1, isEqual ? 1 : 0);
    }
    return {Origin{}};
  }

  /// The functions with sites that it calls, itself or through the library's.
  Origins originsOfQuantifier(const llvm::Function& algorithm, Quantifier quantifier) {
    Origins origins;
    std::set<const llvm::Function*> seen{&algorithm};
    std::vector<const llvm::Function*> open{&algorithm};
    while (!open.empty() && seen.size() < kMostPlaces) {
      const llvm::Function& function = *open.back();
      open.pop_back();
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        const llvm::Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
        if (callee == nullptr || callee->isDeclaration() || !seen.insert(callee).second) continue;
        if (!hasSites(*callee)) {
          open.push_back(callee);
        } else if (callee->getReturnType()->isIntegerTy(1)) {
          origins.push_back({.kind = Origin::Kind::Result,
                             .whenTrue = quantifier.answers,
                             .whenFalse = quantifier.answers,
                             .function = nameOf_(*callee),
                             .isMapped = true,
                             .only = quantifier.of});
        }
      }
    }
    if (origins.empty()) origins.emplace_back();
    return origins;
  }

  // ---- memory ----

  void noteFieldStores(const llvm::Function& function) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const llvm::Value* pointer = nullptr;
      if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        pointer = store->getPointerOperand();
      } else if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        if (call->arg_size() > 0 && !llvm::isa<llvm::IntrinsicInst>(call)) pointer = call->getArgOperand(0);
      }
      if (pointer == nullptr) continue;
      if (auto field = fieldOf(*pointer)) writersOf_[std::move(*field)].push_back(&instruction);
    }
  }

  Origins originsOfCell(const llvm::Value& pointer, unsigned depth) {
    if (depth > kMostHands) return {Origin{}};
    Origins origins;
    if (const llvm::CallBase* const insertion = insertionTold(pointer)) {
      if (const auto site = markOf(*insertion, SiteKind::KnownCall))
        return asTruth({decision(*site)}, 0, 1);  // what is in is not inserted
    }
    if (const auto* const variable = variableOf(pointer)) {
      std::set<const llvm::Value*> seen;
      collectWriters(*variable, seen, depth, origins);
    } else if (const auto field = fieldOf(pointer); field && followsFields_) {
      const auto writers = writersOf_.find(*field);
      if (writers == writersOf_.end()) return {Origin{}};
      for (const llvm::Instruction* const writer : writers->second) addWriter(*writer, depth, origins);
    }
    if (origins.empty()) origins.emplace_back();
    return origins;
  }

  void collectWriters(const llvm::Value& pointer, std::set<const llvm::Value*>& seen, unsigned depth,
                      Origins& origins) {
    if (!seen.insert(&pointer).second) return;
    for (const llvm::User* const user : pointer.users()) {
      const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user);
      if (instruction == nullptr) continue;
      if (const auto* const place = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction)) {
        if (place->hasAllZeroIndices()) collectWriters(*place, seen, depth, origins);
      } else if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(instruction);
                 store != nullptr && store->getPointerOperand() == &pointer) {
        addWriter(*store, depth, origins);
      } else if (store != nullptr && onlyStoreTo(*store->getPointerOperand()) == store &&
                 llvm::isa<llvm::AllocaInst>(store->getPointerOperand())) {
        for (const llvm::User* const reader : store->getPointerOperand()->users()) {  // a reference to it
          if (llvm::isa<llvm::LoadInst>(reader)) collectWriters(*reader, seen, depth, origins);
        }
      } else if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(instruction)) {
        if (isHarmless(*call, pointer)) continue;
        if (followParameters(*call, pointer, seen, depth, origins)) continue;
        if (call->arg_size() > 0 && call->getArgOperand(0) == &pointer) {
          addWriter(*call, depth, origins);
        } else {
          origins.emplace_back();  // it may write there
        }
      } else if (!llvm::isa<llvm::LoadInst>(instruction) && !llvm::isa<llvm::CmpInst>(instruction)) {
        origins.emplace_back();  // whoever has the address
      }
    }
  }

  /// Into a function that gets the address, and may write there. False: it is none that can be looked into.
  bool followParameters(const llvm::CallBase& call, const llvm::Value& pointer,
                        std::set<const llvm::Value*>& seen, unsigned depth, Origins& origins) {
    const llvm::Function* const callee = call.getCalledFunction();
    if (callee == nullptr || callee->isDeclaration() || callee->isVarArg() || !hasSites(*callee) ||
        depth + 1 > kMostHands || ++places_ > kMostPlaces)
      return false;
    for (unsigned i = 0; i < call.arg_size() && i < callee->arg_size(); ++i) {
      if (call.getArgOperand(i) != &pointer) continue;
      const llvm::Argument& parameter = *callee->getArg(i);
      if (parameter.hasStructRetAttr() || parameter.hasByValAttr()) return false;
      for (const llvm::User* const user : parameter.users()) {
        // Without optimisation it is kept in a variable, and read from there.
        const auto* const kept = llvm::dyn_cast<llvm::StoreInst>(user);
        const auto* const variable =
            kept != nullptr ? llvm::dyn_cast<llvm::AllocaInst>(kept->getPointerOperand()) : nullptr;
        if (variable == nullptr) continue;
        for (const llvm::User* const reader : variable->users()) {
          if (llvm::isa<llvm::LoadInst>(reader)) collectWriters(*reader, seen, depth + 1, origins);
        }
      }
    }
    return true;
  }

  /// It only looks.
  static bool isHarmless(const llvm::CallBase& call, const llvm::Value& pointer) {
    const llvm::Function* const callee = call.getCalledFunction();
    if (callee == nullptr) return false;
    const bool isFirst = call.arg_size() > 0 && call.getArgOperand(0) == &pointer;
    if (llvm::isa<llvm::MemTransferInst>(call)) return !isFirst;
    if (llvm::isa<llvm::MemSetInst>(call)) return false;
    if (callee->isIntrinsic()) return true;
    const llvm::StringRef name = callee->getName();
    if (IteratorCalls::asksIfEqual(name)) return true;
    return isFirst && (name.starts_with("_ZNK") || ContainerCalls::onlyLooks(name) ||
                       (OptionalCalls::isMember(name) && !OptionalCalls::stateAfter(name)));
  }

  void addWriter(const llvm::Instruction& writer, unsigned depth, Origins& origins) {
    if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&writer)) {
      const llvm::Value& value = *store->getValueOperand();
      const auto site = markOf(*store, SiteKind::Boolean);
      if (site && !llvm::isa<llvm::Constant>(value)) return origins.push_back(decision(*site));
      return append(origins, originsOf(value, writer, depth + 1));
    }
    const auto& call = llvm::cast<llvm::CallBase>(writer);
    if (const auto* const copy = llvm::dyn_cast<llvm::MemTransferInst>(&call))
      return append(origins, originsOfCell(*copy->getSource(), depth + 1));
    const llvm::Function* const callee = call.getCalledFunction();
    if (callee == nullptr) return origins.emplace_back(), void();
    if (call.paramHasAttr(0, llvm::Attribute::StructRet)) {
      if (const auto known = markOf(call, SiteKind::KnownCall)) return origins.push_back(decision(*known));
      return origins.push_back({.kind = Origin::Kind::Result, .function = nameOf_(*callee)});
    }
    if (const auto state = OptionalCalls::stateAfter(callee->getName()))
      return origins.push_back(constant(*state, writer));
    const auto count = ContainerCalls::countAfter(callee->getName());
    if (!count) return origins.emplace_back(), void();
    origins.push_back(constant(*count, writer));
    origins.back().isCounted = true;
  }

  const llvm::Module& module_;
  const NameOf& nameOf_;
  ModuleFlows& flows_;
  std::map<Field, std::vector<const llvm::Instruction*>> writersOf_;
  bool followsFields_ = false;  // for the present decision
  unsigned places_ = 0;         // that were looked at for the present decision
  FlagSummary summary_;
};

}  // namespace

FlagSummary findFlags(const llvm::Module& module, const NameOf& nameOf, ModuleFlows& flows) {
  return FlagFinder(module, nameOf, flows).find();
}

}  // namespace covolve::analysis
