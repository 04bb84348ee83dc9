#include "concolic/solving/decorators.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "concolic/evaluate.h"

namespace covolve::concolic {

namespace {

/// Expressions that have data in common are in one group. Constants are in none, or they would join all.
class Groups {
 public:
  explicit Groups(const Trace& trace) : trace_(trace), parents_(trace.expressions.size()) {
    std::iota(parents_.begin(), parents_.end(), 0);
    isVisited_.resize(parents_.size());
    firstOfDatum_.resize(trace.data.size());
  }

  /// Joins it with all that it is made of, once for all that share a part.
  void visit(uint32_t root) {
    open_.assign(1, root);
    while (!open_.empty()) {
      const uint32_t number = open_.back();
      open_.pop_back();
      if (isVisited_[number]) continue;
      isVisited_[number] = true;
      const Expression& expression = trace_.expressions[number];
      if (expression.operation == Operation::Input) {
        uint32_t& first = firstOfDatum_[expression.value];
        if (first == 0) first = number;
        join(number, first);
      }
      for (unsigned i = 0; i < operandCount(expression.operation); ++i) {
        const uint32_t operand = expression.operands[i];
        if (trace_.expressions[operand].operation == Operation::Constant) continue;
        join(number, operand);
        open_.push_back(operand);
      }
    }
  }

  uint32_t of(uint32_t number) {
    while (parents_[number] != number) number = parents_[number] = parents_[parents_[number]];
    return number;
  }

 private:
  void join(uint32_t one, uint32_t other) {
    const uint32_t first = of(one);
    const uint32_t second = of(other);
    parents_[std::max(first, second)] = std::min(first, second);
  }

  const Trace& trace_;
  std::vector<uint32_t> parents_;
  std::vector<bool> isVisited_;
  std::vector<uint32_t> firstOfDatum_;  // an expression, 0: none yet
  std::vector<uint32_t> open_;
};

/// Each once. Nothing where one is demanded both ways.
std::optional<std::vector<Constraint>> withoutRepeats(const std::vector<Constraint>& constraints) {
  std::unordered_map<uint32_t, bool> seen;
  std::vector<Constraint> once;
  for (const Constraint& constraint : constraints) {
    const auto [known, isNew] = seen.try_emplace(constraint.expression, constraint.wanted);
    if (isNew) once.push_back(constraint);
    if (known->second != constraint.wanted) return std::nullopt;
  }
  return once;
}

template <class T>
void append(std::string& text, T value) {
  text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

Answer Independent::solve(const Query& query) {
  const auto constraints = withoutRepeats(query.constraints);
  if (!constraints) return {Verdict::Unsatisfiable};
  Program program(query.trace, rootsOf(*constraints));
  const bool hasValues = program.runOnAll(query.current);

  Groups groups(query.trace);
  for (const Constraint& constraint : *constraints) groups.visit(constraint.expression);
  std::map<uint32_t, bool> isOpen;
  for (const Constraint& constraint : *constraints) {
    const bool holds = hasValues && (program.valueOf(constraint.expression) != 0) == constraint.wanted;
    isOpen[groups.of(constraint.expression)] |= !holds;
  }
  Answer whole{Verdict::Solved, {query.current.begin(), query.current.end()}};
  for (const auto& [group, open] : isOpen) {
    if (!open) continue;
    Query part{query.trace, {}, query.current};
    std::ranges::copy_if(*constraints, std::back_inserter(part.constraints),
                         [&](const Constraint& c) { return groups.of(c.expression) == group; });
    const Answer answer = inner_->solve(part);
    if (answer.verdict != Verdict::Solved) return answer;
    for (size_t i = 0; i < whole.values.size(); ++i) {
      if (answer.values[i] != query.current[i]) whole.values[i] = answer.values[i];
    }
  }
  return whole;
}

CanonicalForm canonicalForm(const Trace& trace, std::span<const Constraint> constraints) {
  CanonicalForm form;
  Program program(trace, rootsOf(constraints));
  std::unordered_map<uint32_t, uint32_t> dataNumbers;
  std::unordered_map<uint32_t, uint32_t> numbers;
  for (const uint32_t number : program.expressions()) {
    const Expression& expression = trace.expressions[number];
    uint64_t value = expression.value;
    if (expression.operation == Operation::Input) {
      const auto datum = static_cast<uint32_t>(value);
      const auto [known, isNew] = dataNumbers.try_emplace(datum, static_cast<uint32_t>(form.data.size()));
      if (isNew) form.data.push_back(datum);
      value = known->second;
    }
    append(form.text, static_cast<uint8_t>(expression.operation));
    append(form.text, expression.bits);
    append(form.text, value);
    for (unsigned i = 0; i < operandCount(expression.operation); ++i) {
      append(form.text, numbers.at(expression.operands[i]));
    }
    numbers.emplace(number, static_cast<uint32_t>(numbers.size()));
  }
  std::vector<Constraint> sorted(constraints.begin(), constraints.end());
  std::ranges::sort(sorted, {}, &Constraint::expression);
  for (const Constraint& constraint : sorted) {
    append(form.text, numbers.at(constraint.expression));
    append(form.text, constraint.wanted);
  }
  return form;
}

Answer Cached::solve(const Query& query) {
  constexpr size_t kMost = 10'000;
  const CanonicalForm form = canonicalForm(query.trace, query.constraints);
  if (const auto known = answers_.find(form.text); known != answers_.end()) {
    ++hits_;
    Answer answer = known->second;
    if (answer.verdict != Verdict::Solved) return answer;
    std::vector<uint64_t> values(query.current.begin(), query.current.end());
    for (size_t i = 0; i < form.data.size(); ++i) values[form.data[i]] = answer.values[i];
    return {Verdict::Solved, std::move(values)};
  }
  Answer answer = inner_->solve(query);
  if (answer.verdict == Verdict::Died) return answer;
  if (answers_.size() == kMost) answers_.clear();
  Answer& kept = answers_[form.text];
  kept.verdict = answer.verdict;
  if (answer.verdict == Verdict::Solved) {
    for (const uint32_t datum : form.data) kept.values.push_back(answer.values[datum]);
  }
  return answer;
}

Answer ModelReusing::solve(const Query& query) {
  constexpr size_t kMost = 8;
  for (const std::vector<uint64_t>& model : models_) {
    if (model.size() != query.current.size() || !fulfils(query.trace, query.constraints, model)) continue;
    ++hits_;
    std::vector<uint64_t> values(query.current.begin(), query.current.end());
    for (const uint32_t datum : Program(query.trace, rootsOf(query.constraints)).data()) {
      values[datum] = model[datum];
    }
    return {Verdict::Solved, std::move(values)};
  }
  Answer answer = inner_->solve(query);
  if (answer.verdict == Verdict::Solved) {
    models_.push_front(answer.values);
    if (models_.size() > kMost) models_.pop_back();
  }
  return answer;
}

Answer Checked::solve(const Query& query) {
  Answer answer = inner_->solve(query);
  const bool isWrong =
      answer.verdict == Verdict::Solved && (answer.values.size() != query.current.size() ||
                                            !fulfils(query.trace, query.constraints, answer.values));
  return isWrong ? Answer{} : answer;
}

Answer Counted::solve(const Query& query) {
  const auto start = std::chrono::steady_clock::now();
  Answer answer = inner_->solve(query);
  counts_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ++counts_.queries;
  switch (answer.verdict) {
    case Verdict::Solved:
      ++counts_.solved;
      break;
    case Verdict::Unsatisfiable:
      ++counts_.unsatisfiable;
      break;
    case Verdict::Unknown:
      ++counts_.unknown;
      break;
    case Verdict::OutOfSteps:
      ++counts_.outOfSteps;
      break;
    case Verdict::OutOfTime:
      ++counts_.outOfTime;
      break;
    case Verdict::Died:
      ++counts_.died;
      break;
  }
  return answer;
}

Answer WhilePaying::solve(const Query& query) {
  if (left_ == 0) return {};
  Answer answer = inner_->solve(query);
  if (answer.verdict == failure_ || answer.verdict == Verdict::OutOfTime || answer.verdict == Verdict::Died) {
    --left_;
  } else if (answer.verdict == Verdict::Solved || answer.verdict == Verdict::Unsatisfiable) {
    ++left_;
  }
  return answer;
}

Answer FirstToKnow::solve(const Query& query) {
  Answer last;
  for (const auto& member : members_) {
    Answer answer = member->solve(query);
    if (answer.verdict == Verdict::Solved || answer.verdict == Verdict::Unsatisfiable) return answer;
    if (answer.verdict != Verdict::Unknown) last = std::move(answer);  // why tells more than that
  }
  return last;
}

}  // namespace covolve::concolic
