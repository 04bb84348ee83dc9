// Regular expressions of ECMA 262 in the words of PCRE2. Every literal character
// is written by its code, so that nothing is taken for syntax that only PCRE2 has.
//
// The u flag is assumed, but what only older expressions do without harm is taken
// as they mean it: `\_` and `\@` are characters, and so are a `{` that begins no
// bounds and a `-` beside a class such as `[\w-.]`.
#pragma once

#include <string>
#include <string_view>

namespace covolve::rest {

struct EcmaTranslation {
  enum class Outcome {
    Done,
    Unsupported,  // by us, or of another dialect: (?i), \pL, halves of UTF-16 pairs
    Wrong,        // no dialect reads it, or ECMA 262 explicitly does not: (, a**, \Z
  };

  Outcome outcome = Outcome::Done;
  std::string pattern;  // for PCRE2 in UTF mode
};

EcmaTranslation translateEcmaPattern(std::string_view pattern);

}  // namespace covolve::rest
