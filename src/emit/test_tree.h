// A test file as a tree, independent of the test framework: what is declared,
// called and expected. Lowering builds it, verification prunes it, a framework
// (framework.h) writes it down. Everything here is C++ text in small pieces.
//
// Easy to get wrong: includes that only one test needs belong to that test, so
// that they vanish with it when verification drops it.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace covolve::emit {

/// A C++ expression. `text` and `operands` mean what the factory of the kind says.
struct Expression {
  enum class Kind {
    Literal,
    Variable,
    Call,        // text(operands...)
    MethodCall,  // operands[0].text(rest...)
    Prefix,      // text operand: -a, &a, *a
    Postfix,     // operand text: a++
    Binary,      // operands[0] text operands[1]
    Subscript,   // operands[0][operands[1]]
    Invoke,      // operands[0](rest...)
    Construct,   // text(operands...), text is a type
    BraceList,   // text{operands...}, text is a type or empty
    StaticCast,  // static_cast<text>(operand)
    Member,      // operand.text
  };

  Kind kind = Kind::Literal;
  std::string text;
  std::vector<Expression> operands;

  static Expression literal(std::string text) { return {Kind::Literal, std::move(text), {}}; }
  static Expression variable(std::string name) { return {Kind::Variable, std::move(name), {}}; }
  static Expression call(std::string function, std::vector<Expression> arguments) {
    return {Kind::Call, std::move(function), std::move(arguments)};
  }
  static Expression methodCall(Expression receiver, std::string method, std::vector<Expression> arguments) {
    arguments.insert(arguments.begin(), std::move(receiver));
    return {Kind::MethodCall, std::move(method), std::move(arguments)};
  }
  static Expression prefix(std::string op, Expression operand) {
    return {Kind::Prefix, std::move(op), {std::move(operand)}};
  }
  static Expression postfix(Expression operand, std::string op) {
    return {Kind::Postfix, std::move(op), {std::move(operand)}};
  }
  static Expression binary(Expression left, std::string op, Expression right) {
    return {Kind::Binary, std::move(op), {std::move(left), std::move(right)}};
  }
  static Expression subscript(Expression object, Expression index) {
    return {Kind::Subscript, {}, {std::move(object), std::move(index)}};
  }
  static Expression invoke(Expression object, std::vector<Expression> arguments) {
    arguments.insert(arguments.begin(), std::move(object));
    return {Kind::Invoke, {}, std::move(arguments)};
  }
  static Expression construct(std::string type, std::vector<Expression> arguments) {
    return {Kind::Construct, std::move(type), std::move(arguments)};
  }
  static Expression braces(std::string type, std::vector<Expression> elements) {
    return {Kind::BraceList, std::move(type), std::move(elements)};
  }
  static Expression cast(std::string type, Expression operand) {
    return {Kind::StaticCast, std::move(type), {std::move(operand)}};
  }
  static Expression member(Expression object, std::string name) {
    return {Kind::Member, std::move(name), {std::move(object)}};
  }
  static Expression addressOf(Expression operand) { return prefix("&", std::move(operand)); }
  static Expression dereference(Expression operand) { return prefix("*", std::move(operand)); }
  static Expression move(Expression operand) { return call("std::move", {std::move(operand)}); }

  bool operator==(const Expression&) const = default;
};

/// `type name`, then its initialiser.
struct Declaration {
  enum class Form {
    None,  // a class of the library that initialises itself
    Parentheses,
    Braces,
    Assignment,
  };

  std::string type;  // "const auto", "shop::Order"
  std::string name;
  Form form = Form::Parentheses;
  std::vector<Expression> initializer;  // Assignment: exactly one
  bool isInspection = false;            // of what a look gives

  bool operator==(const Declaration&) const = default;
};

/// A call whose result is not looked at.
struct Evaluation {
  Expression expression;
  bool discardsValue = false;  // say so with a cast to void, against [[nodiscard]] and unused-value warnings
  bool isDisposal = false;     // gives back what the test was given; it is no part of what was recorded
  bool isInspection = false;   // the call of a look

  bool operator==(const Evaluation&) const = default;
};

/// `target = value`, in the preparation of a test.
struct Assignment {
  Expression target;
  Expression value;

  bool operator==(const Assignment&) const = default;
};

struct Expectation {
  enum class Kind {
    Equal,
    True,
    False,
    FloatEqual,  // within a few units in the last place
    DoubleEqual,
    IsNan,
    TextEqual,  // C strings by their contents
    Null,
    NotNull,
    Throws,  // exceptionType
    ThrowsAnything,
    NoThrow,
  };

  Kind kind = Kind::Equal;
  Expression actual;
  Expression expected = {};
  std::string exceptionType = {};
  bool fatal = false;          // later statements make no sense when it fails
  bool discardsValue = false;  // for the kinds that only run `actual`, and when the expectation is weakened
  bool isInspection = false;   // it only looks at what the test has done: without it nothing is called

  bool operator==(const Expectation&) const = default;
};

using Statement = std::variant<Declaration, Assignment, Evaluation, Expectation>;

/// Whether it only looks at what the test has done.
inline bool isInspection(const Statement& statement) {
  const auto isMarked = [](const auto& one) {
    if constexpr (requires { one.isInspection; }) return one.isInspection;
    return false;
  };
  return std::visit(isMarked, statement);
}

/// A class as it is written at the top of the file. Those that use others come behind them.
struct Helper {
  bool usesOthers = false;
  std::string text;

  auto operator<=>(const Helper&) const = default;
};

struct Test {
  std::string suite;
  std::string name;
  std::string comment;  // above the test; may have several lines
  std::vector<Statement> statements;
  std::set<std::string> includes;  // standard headers its text needs: "<cmath>"
  size_t origin = 0;               // index of the recorded test it was made from
  std::set<Helper> helpers = {};   // classes its text needs

  std::string fullName() const { return suite + "." + name; }

  bool operator==(const Test&) const = default;
};

/// Of which only the name is known: "Suite.Name".
inline Test named(const std::string& fullName) {
  Test test;
  const size_t dot = std::min(fullName.find('.'), fullName.size());
  test.suite = fullName.substr(0, dot);
  test.name = fullName.substr(std::min(dot + 1, fullName.size()));
  return test;
}

struct Include {
  std::string what;            // with its quotes or brackets
  std::string mainName = {};   // of the file's main(), which must not become the test program's; empty: none
  bool renamesOthers = false;  // members called main, too, which tests call: they go by the new name

  bool operator==(const Include&) const = default;
};

struct TestFile {
  std::string headerComment;
  std::vector<Include> includes;  // of the code under test, in this order
  std::vector<Test> tests;
  /// Includes and declarations of C code, in extern "C" behind the others.
  std::vector<Include> cIncludes = {};
  std::vector<std::string> cDeclarations = {};  // without semicolon
  std::vector<std::string> declarations = {};   // lines behind all includes
  bool callsDeprecated = false;                 // warnings about it are switched off
  bool frameworkFirst = false;  // before the code, whose macros would change the framework's headers
  bool hasExceptions = true;    // false: no word of them may stand in the text
  std::set<std::string> namesInUse =
      {};  // macros and callables of the code, with which a framework's may clash

  bool operator==(const TestFile&) const = default;
};

}  // namespace covolve::emit
