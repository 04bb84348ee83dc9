// The syntax tree of a regular expression, after the grammar of ECMA 262: a
// disjunction of alternatives, an alternative of terms, a term of an atom and its
// quantifier. Plain data, which all who read patterns share: genes spell texts from
// it, the validator translates it for PCRE2, quantifiers are narrowed in it.
//
// Easy to get wrong: the tree says what was written, in code points. What a user of
// it cannot do (texts for a lookbehind, say) is for that user to refuse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace covolve::regex {

enum class Syntax : uint8_t {
  Ecma262,        // as with its u flag: what JSON Schema means
  StdEcmascript,  // what std::regex reads by default: also [[:alpha:]], but no lookbehind, names, \p
  PosixExtended,  // of std::regex
};

struct Term;
using Alternative = std::vector<Term>;
using Disjunction = std::vector<Alternative>;  // never empty; an alternative may be

struct Character {
  char32_t code;
};

/// The dot.
struct AnyCharacter {};

struct Range {
  char32_t first;
  char32_t last;
};

/// d, D, w, W, s, S, or of POSIX: alpha, digit and so on.
struct NamedClass {
  std::string name;
};

/// \p{name} and \P{name}; whether there is such a property was not asked.
struct UnicodeProperty {
  std::string name;
  bool isNegated;
};

using ClassMember = std::variant<Range, NamedClass, UnicodeProperty>;

/// One character of several: brackets, or an escape such as \d.
struct CharacterClass {
  bool isNegated = false;
  std::vector<ClassMember> members;  // may be empty: [] and [^]
};

enum class Assertion : uint8_t { Begin, End, WordBoundary, NoWordBoundary };

struct Group {
  enum class Kind : uint8_t { Capturing, Plain, IgnoringCase, RespectingCase };

  Kind kind = Kind::Plain;
  size_t number = 0;  // of a capturing one, from 0, in the order of opening parentheses
  Disjunction inside;
};

struct Lookaround {
  bool isAhead = true;
  bool isPositive = true;
  Disjunction inside;
};

/// \1 or \k<name>.
struct BackReference {
  size_t number = 0;  // of the group, from 0, where it has no name
  std::string name;
};

struct Quantifier {
  static constexpr size_t kUnbounded = ~size_t{0};

  size_t least = 0;
  size_t most = kUnbounded;
  bool isLazy = false;
};

struct Term {
  std::variant<Character, AnyCharacter, CharacterClass, Assertion, Group, Lookaround, BackReference> atom;
  std::optional<Quantifier> quantifier;
};

struct SyntaxTree {
  Syntax syntax = Syntax::Ecma262;
  Disjunction whole;
  std::vector<std::string> groupNames;  // by number; empty for those without a name

  size_t groups() const { return groupNames.size(); }
};

/// Several for a name that groups of different alternatives share.
std::vector<size_t> groupsOf(const SyntaxTree& tree, const BackReference& reference);

}  // namespace covolve::regex
