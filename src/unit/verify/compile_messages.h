// Whose fault a compiler's message is: its lines, and where those lead outside
// the test file (templates of the framework, the linker), the notes and symbols
// beside them, mapped back to tests and statements.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emit/framework.h"

namespace covolve::unit {

struct CompileMessage {
  bool isError = false;
  bool isUnusedValue = false;  // warned about or refused only because nobody takes the value
  bool isDeprecation = false;
  std::string text;  // the message without location
  size_t test = 0;
  std::optional<size_t> statement;
};

/// Messages that lead to a test; others are left out.
std::vector<CompileMessage> messagesAboutTests(std::string_view diagnostics, std::string_view fileName,
                                               const emit::TestFile& file, const emit::Printed& printed,
                                               const emit::Framework& framework);

/// The first error of the compiler or linker, without location; for reasons.
std::string firstCompileError(std::string_view diagnostics);

/// The statement that stands on a line of the test.
std::optional<size_t> statementAt(const emit::TestLines& lines, unsigned line);

}  // namespace covolve::unit
