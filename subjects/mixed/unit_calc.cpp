// A calculator that knows units.
//
// What makes it hard: a speed above that of light, computed from lengths and times.
// Expected: every branch can be covered.
// Infeasible: none.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace calc {

enum class Dim { None, Length, Time, Speed, Area };
struct Quantity {
  double value = 0;
  Dim dim = Dim::None;
};

struct EvalError : std::runtime_error {
  EvalError(int c, const std::string& what) : std::runtime_error(what), code(c) {}
  int code;
};

using Scope = std::map<std::string, Quantity, std::less<>>;

struct Node {
  virtual ~Node() = default;
  virtual Quantity eval(const Scope& scope) const = 0;
};
using NodePtr = std::unique_ptr<Node>;

struct Constant final : Node {
  Quantity q;
  explicit Constant(Quantity v) : q(v) {}
  Quantity eval(const Scope&) const override { return q; }
};
struct Name final : Node {
  std::string id;
  explicit Name(std::string_view s) : id(s) {}
  Quantity eval(const Scope& scope) const override {
    if (const auto it = scope.find(id); it != scope.end()) return it->second;
    throw EvalError(1, "undefined " + id);
  }
};

struct Binary final : Node {
  char op;
  NodePtr left, right;
  Binary(char o, NodePtr l, NodePtr r) : op(o), left(std::move(l)), right(std::move(r)) {}
  Quantity eval(const Scope& scope) const override {
    const Quantity a = left->eval(scope), b = right->eval(scope);
    if (op != '*' && op != '/' && a.dim != b.dim) throw EvalError(2, "mixed dimensions");
    if (op == '+') return {a.value + b.value, a.dim};
    if (op == '-') return {a.value - b.value, a.dim};
    if (op == '*') {
      if (a.dim == Dim::None || b.dim == Dim::None)
        return {a.value * b.value, a.dim == Dim::None ? b.dim : a.dim};
      if (a.dim == Dim::Length && b.dim == Dim::Length) return {a.value * b.value, Dim::Area};
      if (a.dim == Dim::Speed && b.dim == Dim::Time) return {a.value * b.value, Dim::Length};
      throw EvalError(3, "no such product");
    }
    if (std::fabs(b.value) < 1e-12) throw EvalError(4, "division by zero");
    if (b.dim == Dim::None) return {a.value / b.value, a.dim};
    if (a.dim != b.dim && (a.dim != Dim::Length || b.dim != Dim::Time))
      throw EvalError(3, "no such quotient");
    return {a.value / b.value, a.dim == b.dim ? Dim::None : Dim::Speed};
  }
};

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  NodePtr parse() {
    NodePtr root = chain(0, 1);
    return rest_.empty() ? std::move(root) : throw EvalError(5, "trailing text");
  }
  std::string_view word() {
    peek();
    return take(std::min(rest_.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), rest_.size()));
  }
  bool accept(char c) { return peek(), rest_.starts_with(c) ? (take(1), true) : false; }

 private:
  char peek() {
    while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
    return rest_.empty() ? '\0' : rest_.front();
  }
  std::string_view take(std::size_t n) { return std::exchange(rest_, rest_.substr(n)).substr(0, n); }
  static int power(char c) { return c == '+' || c == '-' ? 1 : c == '*' || c == '/' ? 2 : 0; }

  NodePtr chain(int depth, int least) {
    if (depth > 16) throw EvalError(6, "too deep");
    NodePtr left = primary(depth);
    for (int p = power(peek()); p >= least; p = power(peek())) {
      const char op = take(1).front();
      left = std::make_unique<Binary>(op, std::move(left), chain(depth, p + 1));
    }
    return left;
  }
  NodePtr primary(int depth) {
    if (accept('(')) {
      NodePtr inner = chain(depth + 1, 1);
      return accept(')') ? std::move(inner) : throw EvalError(5, "missing )");
    }
    double value = 0;
    const auto [end, ec] =
        std::from_chars(rest_.data(), rest_.data() + rest_.size(), value, std::chars_format::fixed);
    if (ec != std::errc{}) {
      const auto id = word();
      return !id.empty() ? std::make_unique<Name>(id) : throw EvalError(5, "operand expected");
    }
    take(static_cast<std::size_t>(end - rest_.data()));
    static const std::unordered_map<std::string_view, Quantity> units{
        {"", {1, Dim::None}},  {"m", {1, Dim::Length}},  {"km", {1000, Dim::Length}},
        {"s", {1, Dim::Time}}, {"min", {60, Dim::Time}}, {"h", {3600, Dim::Time}}};
    const auto unit = units.find(word());
    if (unit == units.end()) throw EvalError(7, "unknown unit");
    return std::make_unique<Constant>(Quantity{value * unit->second.value, unit->second.dim});
  }

  std::string_view rest_;
};

class Worksheet {
 public:
  int run(std::string_view line) {
    Parser head(line);
    const std::string name(head.word());
    try {
      if (name.empty() || !head.accept('=')) throw EvalError(8, "assignment expected");
      const Quantity q = head.parse()->eval(scope_);
      if (const auto it = scope_.find(name); it != scope_.end() && it->second.dim != q.dim) return 9;
      scope_[name] = q;
      return q.dim == Dim::Speed && q.value > 299792458.0 ? -1 : 0;
    } catch (const EvalError& e) {
      return e.code;
    }
  }
  Quantity value(std::string_view name) const { return Name(name).eval(scope_); }

 private:
  Scope scope_;
};

}  // namespace calc
