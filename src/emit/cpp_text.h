// The C++ that all frameworks' printers share: expressions, declarations, and
// the breaking of long lines.
//
// Easy to get wrong: a macro's argument ends at a comma that is not inside
// parentheses, and commas in braces or template arguments are not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emit/test_tree.h"

namespace covolve::emit {

std::string printExpression(const Expression& expression);

/// In parentheses unless it binds as tightly as a call.
std::string printPrimary(const Expression& expression);

/// In parentheses where a comma would otherwise split it.
std::string printMacroArgument(const Expression& expression);

/// Without the semicolon.
std::string printDeclaration(const Declaration& declaration);

/// An expression as a statement, without the semicolon. `Order(item)` alone would declare a variable `item`,
/// and an unused value would be warned about: both are then cast to void.
std::string printEvaluation(const Expression& expression, bool discardsValue);

/// True if a comma of the text stands outside all parentheses.
bool hasBareComma(std::string_view text);

/// Breaks a statement into lines of at most `width` columns at commas and between adjacent string literals,
/// where it has any. Further lines are indented by four more.
std::vector<std::string> breakLine(std::string_view text, size_t indent, size_t width = 100);

}  // namespace covolve::emit
