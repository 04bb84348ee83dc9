// The functions of the standard library whose answers are decisions. One line
// in known_functions.cpp says which function, which question it asks, and how
// its answer is told; overloads differ in their parameters only and need no
// line of their own.
//
// Easy to get wrong: names are demangled ones without template arguments and
// inline namespaces, parameters those of libstdc++.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "covolve/abi.h"

namespace llvm {
class CallBase;
class Constant;
class Type;
class Value;
}  // namespace llvm

namespace covolve::instrument {

/// What a parameter of a known function is.
enum class ParameterShape {
  String,      // std::basic_string, by reference
  View,        // std::basic_string_view, by value: its size and its characters
  ViewObject,  // the same by reference
  Pointer,     // to characters that end with a NUL, unless a count follows
  Character,
  Iterator,  // over characters in one piece of memory
  Number,    // a position or a count
  Base,      // of a numeral
  Regex,     // std::basic_regex or RE2, by reference, or a pointer to a regex_t or a pcre2_code
  Flags,     // of a std::basic_regex
  Nothing,   // that its question is about
};

/// What the answer "yes" looks like. A function that throws gives none: the language tells it, before the
/// call.
enum class AnswerShape {
  Truth,
  NotTruth,
  Zero,
  NotZero,
  NotMinusOne,
  NotNegative,
  NotEnd,
  NotAtNul,  // a position in the first text, which is not its end
  AtEnds,    // a pair of iterators that came to the ends of both ranges
  ToldBefore,
};

constexpr bool isYesWhereEqual(AnswerShape answer) {
  return answer == AnswerShape::Zero || answer == AnswerShape::NotTruth;
}

struct KnownFunction {
  const char* name;
  abi::TextQuestion question;
  AnswerShape answer;
  /// Of a function of C, whose name does not tell: t text, c character, n number, b base, r regular
  /// expression, 0 flags of which none is set, or the beginning, - nothing; * what else it is given.
  const char* parameters = nullptr;
  bool foldsCase = false;
};

struct KnownCall {
  const KnownFunction* function;
  std::vector<ParameterShape> parameters;  // in their order; that of the object first
  unsigned width;                          // of a character, in bytes
};

/// Nothing for calls of other functions, and of overloads that take something else.
std::optional<KnownCall> knownCall(const llvm::CallBase& call);

/// As the source's reader knows it: "std::basic_string::find", "strtol".
std::string calleeName(const llvm::CallBase& call);

struct MadePattern {
  std::vector<ParameterShape> parameters;  // its object unless the call returns it, the text, perhaps flags
  unsigned width;                          // of a character, in bytes
  abi::PatternKind kind = abi::PatternKind::Std;
};

/// A call that makes a regular expression of a text.
std::optional<MadePattern> madePattern(const llvm::CallBase& call);

/// The comparisons that ask whether the answer is "yes" (`strcmp(a, b) == 0`), each with whether it holds
/// then. A truth value needs none.
std::vector<std::pair<const llvm::Value*, bool>> askedBy(const llvm::CallBase& call, AnswerShape answer);

/// What the call gives for "no"; where it gives zero, for "yes". Not for NotNegative.
llvm::Constant* toldBy(AnswerShape answer, llvm::Type* type);

}  // namespace covolve::instrument
