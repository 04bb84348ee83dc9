// A syntax tree of expressions, its printer and its simplifier.
//
// What makes it hard: trees are built of smart pointers to an abstract class; what the printer puts into
// parentheses and what can be simplified depends on what hangs below what.
// Expected: every other branch can be covered; no fault.
// Infeasible: the switch over the operators has no other case.
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::syntax {

enum class Operator { Add, Subtract, Multiply, Divide };

class Expression {
 public:
  virtual ~Expression() = default;
  virtual int precedence() const = 0;
  virtual std::optional<long> value() const = 0;
  virtual std::string text() const = 0;
};
using Operand = std::shared_ptr<Expression>;

class Number : public Expression {
 public:
  explicit Number(int value) : value_(value) {}

  int precedence() const override { return 9; }
  std::optional<long> value() const override { return value_; }
  std::string text() const override {
    return value_ < 0 ? "(" + std::to_string(value_) + ")" : std::to_string(value_);
  }

 private:
  int value_;
};

class Variable : public Expression {
 public:
  explicit Variable(std::string name) : name_(std::move(name)) {
    if (name_.empty()) throw std::invalid_argument("a variable without a name");
  }

  int precedence() const override { return 9; }
  std::optional<long> value() const override { return bound_; }
  std::string text() const override { return name_; }
  void bind(int value) { bound_ = value; }

 private:
  std::string name_;
  std::optional<int> bound_;
};

class Binary : public Expression {
 public:
  Binary(Operator op, Operand left, Operand right)
      : op_(op), left_(std::move(left)), right_(std::move(right)) {
    if (!left_ || !right_) throw std::invalid_argument("an operand is missing");
  }

  int precedence() const override { return op_ == Operator::Add || op_ == Operator::Subtract ? 1 : 2; }
  std::optional<long> value() const override {
    const std::optional<long> left = left_->value();
    const std::optional<long> right = right_->value();
    if (!left || !right) return std::nullopt;
    switch (op_) {
      case Operator::Add:
        return *left % 100'000 + *right % 100'000;
      case Operator::Subtract:
        return *left % 100'000 - *right % 100'000;
      case Operator::Multiply:
        return (*left % 100'000) * (*right % 100'000);
      case Operator::Divide:
        if (*right == 0) return std::nullopt;
        return *left / *right;
    }
    return std::nullopt;
  }
  std::string text() const override {
    static const std::string signs = "+-*/";
    const bool isLoose = right_->precedence() <= precedence() && op_ != Operator::Add;
    return wrapped(*left_, left_->precedence() < precedence()) + signs[static_cast<size_t>(op_)] +
           wrapped(*right_, isLoose);
  }

 private:
  static std::string wrapped(const Expression& part, bool inParentheses) {
    return inParentheses ? "(" + part.text() + ")" : part.text();
  }

  Operator op_;
  Operand left_;
  Operand right_;
};

class Program {
 public:
  void define(Operand expression) {
    if (!expression) throw std::invalid_argument("nothing to define");
    lines_.push_back(std::move(expression));
  }
  size_t size() const { return lines_.size(); }
  /// Lines whose value is known, and is as asked for.
  int count(long wanted) const {
    int found = 0;
    for (const Operand& line : lines_) {
      const std::optional<long> value = line->value();
      if (value && *value == wanted) ++found;
    }
    return found;
  }
  std::string report() const {
    if (lines_.size() < 2) return "short";
    if (count(0) > 1) return "zeros";
    if (lines_.front()->precedence() == 2 && lines_.back()->precedence() == 1) return "mixed";
    return lines_.back()->text().size() > 7 ? "long" : "plain";
  }

 private:
  std::vector<Operand> lines_;
};

}  // namespace objects::syntax
