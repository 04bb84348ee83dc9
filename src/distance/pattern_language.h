// Regular expressions as regular languages: a recursive-descent parser that writes
// what it reads straight into a LanguageBuilder, so that it needs no tree and no
// memory of its own. (src/regex has the tree that the engine spells texts from and
// translates; it lives on the heap and reads code points.)
//
// What the libraries disagree on is read as the library does that the syntax names.
// Back references and lookahead are "not regular"; so are syntaxes' corners that
// are not known here: then there is no distance, never a wrong one.
#pragma once

#include "distance/language_builder.h"

namespace covolve::distance {

enum class PatternSyntax : uint8_t {
  StdEcmascript,  // std::regex's default, as libstdc++ reads it
  StdExtended,    // std::regex::extended and egrep without its newlines
  StdBasic,       // std::regex::basic and grep without its newlines
  GnuExtended,    // regcomp with REG_EXTENDED, as glibc reads it
  GnuBasic,       // regcomp without it
  Pcre2,          // pcre2_compile
  Re2,            // re2::RE2 with its default options
};

enum class PatternUse : uint8_t {
  Match,   // of the whole text
  Begin,   // of what it begins with
  Search,  // anywhere within it
};

/// Flags that have no field here (multiline, REG_NEWLINE, match_not_bol) change the language: with them there
/// is no distance. Those that only say what is reported (nosubs, optimize) do not.
struct PatternForm {
  PatternSyntax syntax = PatternSyntax::StdEcmascript;
  PatternUse use = PatternUse::Match;
  bool ignoresCase = false;
  bool dotIsAll = false;  // also a newline; Pcre2 only
  bool isUtf8 = false;    // as Re2 always: only texts of ASCII are known to be in the language
};

Fragment patternText(LanguageBuilder& builder, std::string_view pattern, const PatternForm& form);

}  // namespace covolve::distance
