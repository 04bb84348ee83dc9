#include "concolic/solving/elimination.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "concolic/evaluate.h"
#include "concolic/solving/truth_value.h"

namespace covolve::concolic {

namespace {

constexpr unsigned kDeepest = 64;          // of what is taken apart: a number made of bytes is not deeper
constexpr uint64_t kMostVisits = 200'000;  // of expressions, for one query; then the rest stays as it is

using Data = std::set<uint32_t>;

class Equations {
 public:
  explicit Equations(const Query& query) : query_(query) {
    for (const Constraint& constraint : query.constraints) read(constraint);
  }

  size_t size() const { return definitions_.size(); }
  uint64_t visits() const { return visits_; }

  /// The trace without the data that are defined; constraints and definitions are renumbered.
  Trace rest() {
    Trace trace;
    trace.data = query_.trace.data;
    trace.expressions.push_back(query_.trace.expressions[0]);
    hasData_.assign(1, false);
    for (const Constraint& constraint : query_.constraints) translate(constraint.expression, trace);
    for (const auto& [datum, definition] : definitions_) translate(definition, trace);
    return trace;
  }
  uint32_t inRest(uint32_t expression) const { return translated_.at(expression); }
  /// Of an expression of the rest.
  bool hasData(uint32_t expression) const { return hasData_[expression]; }
  const std::map<uint32_t, uint32_t>& definitions() const { return definitions_; }

 private:
  struct Definition {
    uint32_t datum;
    uint32_t expression;
  };

  const Expression& at(uint32_t number) const {
    const auto& ofTrace = query_.trace.expressions;
    return number < ofTrace.size() ? ofTrace[number] : added_[number - ofTrace.size()];
  }

  void read(const Constraint& constraint) {
    const Expression expression = at(constraint.expression);
    if (const auto compared = ofComparedTruth(query_.trace, constraint)) return read(*compared);
    const bool isJunction =
        expression.bits == 1 && expression.operation == (constraint.wanted ? Operation::And : Operation::Or);
    if (isJunction) {
      for (const int i : {0, 1}) read({expression.operands[i], constraint.wanted});
    } else if (expression.operation == Operation::Equal && constraint.wanted) {
      // What stands alone is the easier one: a check sum rather than one of the bytes that it is over.
      auto [side, value] = std::pair(expression.operands[0], expression.operands[1]);
      if (at(side).depth > at(value).depth) std::swap(side, value);
      if (!define(side, value)) define(value, side);
    }
  }

  /// From `side == value`, if there is such a datum in `side`.
  bool define(uint32_t side, uint32_t value) {
    if (at(side).operation == Operation::Constant || visits_ > kMostVisits) return false;
    std::vector<Definition> found;
    collect(side, value, dataOf(value), found);
    for (const Definition& one : found) {
      const Data depends = dataOf(one.expression);
      if (visits_ > kMostVisits) return true;     // not all that it hangs on is known
      if (depends.contains(one.datum)) continue;  // by what was found before it
      visits_ += dependsOn_.size();
      for (auto& [other, data] : dependsOn_) {
        if (data.erase(one.datum) > 0) data.insert(depends.begin(), depends.end());
      }
      definitions_.emplace(one.datum, one.expression);
      dependsOn_.emplace(one.datum, depends);
    }
    return !found.empty();
  }

  /// Adds what `side == value` says of data in `side`; not of those that stand on the other side, too.
  void collect(uint32_t side, uint32_t value, const Data& others, std::vector<Definition>& found) {
    const Expression expression = at(side);
    if (expression.depth > kDeepest || ++visits_ > kMostVisits) return;
    const auto [first, second] = std::pair(expression.operands[0], expression.operands[1]);
    switch (expression.operation) {
      case Operation::Input: {
        const auto datum = static_cast<uint32_t>(expression.value);
        const bool isTwice = std::ranges::find(found, datum, &Definition::datum) != found.end();
        if (!isTwice && !others.contains(datum) && !definitions_.contains(datum))
          found.push_back({datum, value});
        break;
      }
      case Operation::ZeroExtend:
      case Operation::SignExtend:
        collect(first, part(value, 0, at(first).bits), others, found);
        break;
      case Operation::Concatenate: {
        const unsigned low = at(second).bits;
        collect(first, part(value, low, at(first).bits), others, found);
        collect(second, part(value, 0, low), others, found);
        break;
      }
      case Operation::Or:
      case Operation::Add:
        // Numbers that are put together of bytes.
        if ((mayBeSet(first) & mayBeSet(second)) == 0) {
          for (const uint32_t operand : {first, second})
            collect(operand, masked(value, mayBeSet(operand)), others, found);
          break;
        }
        [[fallthrough]];
      case Operation::Subtract:
      case Operation::Xor:
        if (expression.operation != Operation::Or) collectOfOne(expression, value, others, found);
        break;
      case Operation::ShiftLeft: {
        const Expression& distance = at(second);
        if (distance.operation != Operation::Constant || distance.value >= expression.bits) break;
        const bool isLossless = (lowBits(mayBeSet(first) << distance.value, expression.bits) >>
                                 distance.value) == mayBeSet(first);
        if (isLossless) {
          collect(first, make(Operation::ShiftRightLogical, expression.bits, value, second), others, found);
        }
        break;
      }
      default:
        break;
    }
  }

  /// One operand is what the other one leaves.
  void collectOfOne(const Expression& expression, uint32_t value, const Data& others,
                    std::vector<Definition>& found) {
    for (const int i : {0, 1}) {
      if (visits_ > kMostVisits) return;
      const uint32_t other = expression.operands[1 - i];
      Data more = dataOf(other);
      more.insert(others.begin(), others.end());
      visits_ += more.size();
      const size_t before = found.size();
      const unsigned bits = expression.bits;
      uint32_t operand = 0;
      if (expression.operation == Operation::Xor) {
        operand = make(Operation::Xor, bits, value, other);
      } else if (expression.operation == Operation::Add) {
        operand = make(Operation::Subtract, bits, value, other);
      } else {
        operand =
            i == 0 ? make(Operation::Add, bits, value, other) : make(Operation::Subtract, bits, other, value);
      }
      collect(expression.operands[i], operand, more, found);
      if (found.size() > before) return;
    }
  }

  /// Bits that are 0 whatever the data are are not in it.
  uint64_t mayBeSet(uint32_t number) {
    if (at(number).depth > kDeepest) return lowBits(~uint64_t{0}, at(number).bits);
    const auto known = mayBeSet_.find(number);
    if (known != mayBeSet_.end()) return known->second;
    const uint64_t bits = findMayBeSet(at(number));
    mayBeSet_.emplace(number, bits);
    return bits;
  }

  uint64_t findMayBeSet(const Expression& expression) {
    const uint64_t all = lowBits(~uint64_t{0}, expression.bits);
    const auto isConstant = [&](int i) {
      return at(expression.operands[i]).operation == Operation::Constant;
    };
    switch (expression.operation) {
      case Operation::Constant:
        return lowBits(expression.value, expression.bits);
      case Operation::ZeroExtend:
        return mayBeSet(expression.operands[0]);
      case Operation::And:
        for (const int i : {0, 1}) {
          if (isConstant(i)) return mayBeSet(expression.operands[1 - i]) & mayBeSet(expression.operands[i]);
        }
        return all;
      case Operation::Or:
        return mayBeSet(expression.operands[0]) | mayBeSet(expression.operands[1]);
      case Operation::ShiftLeft: {
        const uint64_t distance = at(expression.operands[1]).value;
        if (!isConstant(1) || distance >= expression.bits) return all;
        return lowBits(mayBeSet(expression.operands[0]) << distance, expression.bits);
      }
      default:
        return all;
    }
  }

  uint32_t make(Operation operation, unsigned bits, uint32_t first, uint32_t second = 0, uint64_t value = 0) {
    added_.push_back({operation, static_cast<uint8_t>(bits), 0, {first, second, 0}, value});
    return static_cast<uint32_t>(query_.trace.expressions.size() + added_.size() - 1);
  }
  uint32_t part(uint32_t value, unsigned from, unsigned bits) {
    return at(value).bits == bits ? value : make(Operation::Extract, bits, value, 0, from);
  }
  uint32_t masked(uint32_t value, uint64_t mask) {
    const unsigned bits = at(value).bits;
    return make(Operation::And, bits, value, make(Operation::Constant, bits, 0, 0, mask));
  }

  /// After what is defined was replaced.
  Data dataOf(uint32_t root) {
    Data data;
    seenAt_.resize(query_.trace.expressions.size() + added_.size());
    ++look_;
    std::vector<uint32_t> open{root};
    while (!open.empty() && visits_ <= kMostVisits) {
      const uint32_t number = open.back();
      open.pop_back();
      if (std::exchange(seenAt_[number], look_) == look_) continue;
      ++visits_;
      const Expression& expression = at(number);
      if (expression.operation == Operation::Input) {
        const auto datum = static_cast<uint32_t>(expression.value);
        const auto defined = dependsOn_.find(datum);
        if (defined == dependsOn_.end()) {
          data.insert(datum);
        } else {
          data.insert(defined->second.begin(), defined->second.end());
        }
      }
      for (unsigned i = 0; i < operandCount(expression.operation); ++i)
        open.push_back(expression.operands[i]);
    }
    return data;
  }

  /// Operands first. The definition of a datum stands for it, and needs to be there before.
  void translate(uint32_t root, Trace& trace) {
    std::vector<uint32_t> open{root};
    while (!open.empty()) {
      const uint32_t number = open.back();
      if (translated_.contains(number)) {
        open.pop_back();
        continue;
      }
      const size_t before = open.size();
      Expression expression = at(number);
      const auto definition = expression.operation == Operation::Input
                                  ? definitions_.find(static_cast<uint32_t>(expression.value))
                                  : definitions_.end();
      const auto need = [&](uint32_t operand) {
        if (!translated_.contains(operand)) open.push_back(operand);
      };
      if (definition != definitions_.end()) need(definition->second);
      for (unsigned i = 0; i < operandCount(expression.operation); ++i) need(expression.operands[i]);
      if (open.size() > before) continue;
      open.pop_back();
      if (definition != definitions_.end()) {
        translated_.emplace(number, translated_.at(definition->second));
        continue;
      }
      for (unsigned i = 0; i < operandCount(expression.operation); ++i)
        expression.operands[i] = translated_.at(expression.operands[i]);
      bool hasData = expression.operation == Operation::Input;
      for (unsigned i = 0; i < operandCount(expression.operation); ++i)
        hasData |= hasData_[expression.operands[i]];
      trace.expressions.push_back(hasData ? expression : folded(expression, trace));
      hasData_.push_back(hasData);
      translated_.emplace(number, static_cast<uint32_t>(trace.expressions.size() - 1));
    }
  }

  /// Constants join no groups of conditions.
  static Expression folded(const Expression& expression, const Trace& trace) {
    const unsigned count = operandCount(expression.operation);
    if (count == 0) return expression;
    uint64_t values[3] = {};
    for (unsigned i = 0; i < count; ++i) {
      const Expression& operand = trace.expressions[expression.operands[i]];
      if (operand.operation != Operation::Constant) return expression;  // one of them has no value
      values[i] = lowBits(operand.value, operand.bits);
    }
    const unsigned operandBits = trace.expressions[expression.operands[0]].bits;
    const auto value = apply(expression, operandBits, values[0], values[1], values[2]);
    return value ? Expression{Operation::Constant, expression.bits, 0, {}, *value} : expression;
  }

  const Query& query_;
  std::vector<Expression> added_;             // behind those of the trace: what definitions are made of
  std::map<uint32_t, uint32_t> definitions_;  // by datum: an expression without data that are defined by it
  std::map<uint32_t, Data> dependsOn_;        // by datum: of its definition, what is not defined itself
  std::unordered_map<uint32_t, uint32_t> translated_;
  std::vector<bool> hasData_;  // by expression of the rest
  std::unordered_map<uint32_t, uint64_t> mayBeSet_;
  std::vector<uint32_t> seenAt_;  // by expression: the last look that came there
  uint32_t look_ = 0;
  uint64_t visits_ = 0;
};

}  // namespace

Answer Eliminating::solve(const Query& query) {
  Equations equations(query);
  operations_ += equations.visits();
  if (equations.size() == 0) return inner_->solve(query);
  eliminated_ += equations.size();
  const Trace rest = equations.rest();
  Query left{rest, {}, query.current};
  for (const Constraint& constraint : query.constraints) {
    const Constraint translated{equations.inRest(constraint.expression), constraint.wanted};
    if (equations.hasData(translated.expression)) {
      left.constraints.push_back(translated);
    } else if (!fulfils(rest, std::array{translated}, query.current)) {
      return {Verdict::Unsatisfiable};
    }
  }
  Answer answer{Verdict::Solved, {query.current.begin(), query.current.end()}};
  if (!left.constraints.empty()) answer = inner_->solve(left);
  if (answer.verdict != Verdict::Solved) return answer;
  for (const auto& [datum, definition] : equations.definitions()) {
    const auto value = evaluate(rest, equations.inRest(definition), answer.values);
    if (!value) return {};
    answer.values[datum] = *value;
  }
  return answer;
}

}  // namespace covolve::concolic
