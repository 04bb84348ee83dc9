#include "concolic/solving/constraint_distance.h"

#include <algorithm>

#include "concolic/solving/truth_value.h"

namespace covolve::concolic {

namespace {

using distance::Pair;

uint64_t sum(uint64_t one, uint64_t other) {
  return one > abi::kFarthest - std::min(other, abi::kFarthest) ? abi::kFarthest : one + other;
}

}  // namespace

ConstraintDistance::ConstraintDistance(const Trace& trace, std::span<const Constraint> constraints)
    : program_(trace, rootsOf(constraints)) {
  for (const Constraint& constraint : constraints) {
    wanted_.push_back({nodeOf(trace, constraint.expression), constraint.wanted});
  }
  distances_.resize(nodes_.size());
}

uint32_t ConstraintDistance::nodeOf(const Trace& trace, uint32_t expression) {
  const auto known = known_.find(expression);
  if (known != known_.end()) return known->second;
  const Node node = describe(trace, expression);
  nodes_.push_back(node);
  const auto number = static_cast<uint32_t>(nodes_.size() - 1);
  known_.emplace(expression, number);
  return number;
}

ConstraintDistance::Node ConstraintDistance::describe(const Trace& trace, uint32_t number) {
  using Kind = Node::Kind;
  const Expression& expression = trace.expressions[number];
  const auto comparison = [&](Kind kind, uint8_t predicate) {
    return Node{kind,
                predicate,
                trace.expressions[expression.operands[0]].bits,
                {program_.slotOf(expression.operands[0]), program_.slotOf(expression.operands[1]), 0}};
  };
  const auto junction = [&](Kind kind) {
    const uint32_t first = nodeOf(trace, expression.operands[0]);
    return Node{kind, 0, 1, {first, nodeOf(trace, expression.operands[1]), 0}};
  };
  const Node bit{Kind::Bit, 0, 1, {program_.slotOf(number), 0, 0}};
  switch (expression.operation) {
    case Operation::Equal:
    case Operation::Xor:
      if (const auto compared = ofComparedTruth(trace, {number, true})) {
        const uint32_t operand = nodeOf(trace, compared->expression);
        return compared->wanted ? nodes_[operand] : Node{Kind::Not, 0, 1, {operand, 0, 0}};
      }
      return expression.operation == Operation::Equal ? comparison(Kind::Equal, abi::Equal) : bit;
    case Operation::LessUnsigned:
      return comparison(Kind::Unsigned, abi::Less);
    case Operation::LessEqualUnsigned:
      return comparison(Kind::Unsigned, abi::LessOrEqual);
    case Operation::LessSigned:
      return comparison(Kind::Signed, abi::Less);
    case Operation::LessEqualSigned:
      return comparison(Kind::Signed, abi::LessOrEqual);
    case Operation::FloatEqual:
      return comparison(Kind::Float, abi::Equal);
    case Operation::FloatLess:
      return comparison(Kind::Float, abi::Less);
    case Operation::FloatLessEqual:
      return comparison(Kind::Float, abi::LessOrEqual);
    case Operation::And:
      return expression.bits == 1 ? junction(Kind::And) : bit;
    case Operation::Or:
      return expression.bits == 1 ? junction(Kind::Or) : bit;
    case Operation::Select: {
      if (expression.bits != 1) return bit;
      const uint32_t condition = nodeOf(trace, expression.operands[0]);
      const uint32_t first = nodeOf(trace, expression.operands[1]);
      return {Kind::Select, 0, 1, {condition, first, nodeOf(trace, expression.operands[2])}};
    }
    default:
      return bit;
  }
}

Pair ConstraintDistance::distancesOf(const Node& node) const {
  using Kind = Node::Kind;
  switch (node.kind) {
    case Kind::Bit:
      return distance::ofBoolean(program_.valueAt(node.operands[0]) != 0);
    case Kind::Not: {
      const Pair& operand = distances_[node.operands[0]];
      return {operand.toFalse, operand.toTrue};
    }
    case Kind::And: {
      const Pair& one = distances_[node.operands[0]];
      const Pair& other = distances_[node.operands[1]];
      return {sum(one.toTrue, other.toTrue), std::min(one.toFalse, other.toFalse)};
    }
    case Kind::Or: {
      const Pair& one = distances_[node.operands[0]];
      const Pair& other = distances_[node.operands[1]];
      return {std::min(one.toTrue, other.toTrue), sum(one.toFalse, other.toFalse)};
    }
    case Kind::Select: {
      const Pair& condition = distances_[node.operands[0]];
      const Pair& first = distances_[node.operands[1]];
      const Pair& second = distances_[node.operands[2]];
      return {std::min(sum(condition.toTrue, first.toTrue), sum(condition.toFalse, second.toTrue)),
              std::min(sum(condition.toTrue, first.toFalse), sum(condition.toFalse, second.toFalse))};
    }
    default:
      break;
  }
  const uint64_t left = program_.valueAt(node.operands[0]);
  const uint64_t right = program_.valueAt(node.operands[1]);
  switch (node.kind) {
    case Kind::Equal:  // around the end of the numbers where that is nearer
      return distance::ofSigned(abi::Equal, signedValue(lowBits(left - right, node.bits), node.bits), 0);
    case Kind::Unsigned:
      return distance::ofUnsigned(node.predicate, left, right);
    case Kind::Signed:
      return distance::ofSigned(node.predicate, signedValue(left, node.bits), signedValue(right, node.bits));
    default:
      return distance::ofDoubles(node.predicate, floatingValue(left, node.bits),
                                 floatingValue(right, node.bits));
  }
}

ConstraintDistance::Distance ConstraintDistance::at(std::span<const uint64_t> values) {
  if (!program_.run(values)) return kNoValue;
  for (size_t i = 0; i < nodes_.size(); ++i) distances_[i] = distancesOf(nodes_[i]);
  Distance total = 0;
  for (const Wanted& wanted : wanted_) {
    const Pair& pair = distances_[wanted.node];
    total += wanted.value ? pair.toTrue : pair.toFalse;
  }
  return total;
}

}  // namespace covolve::concolic
