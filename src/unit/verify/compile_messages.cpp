#include "unit/verify/compile_messages.h"

#include <charconv>

namespace covolve::unit {

namespace {

constexpr std::string_view kError = "error: ";
constexpr std::string_view kWarning = "warning: ";

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  return lines;
}

/// A message and the notes that follow it.
struct Block {
  std::string_view head;
  bool isError = false;
  std::vector<std::string_view> lines;
};

std::vector<Block> blocksOf(std::string_view diagnostics) {
  std::vector<Block> blocks;
  for (std::string_view line : linesOf(diagnostics)) {
    const bool isError = line.find(kError) != std::string_view::npos;
    const bool isWarning = !isError && line.find(kWarning) != std::string_view::npos;
    if (isError || isWarning) blocks.push_back({line, isError, {}});
    if (!blocks.empty()) blocks.back().lines.push_back(line);
  }
  return blocks;
}

std::string messageOf(std::string_view head) {
  for (std::string_view mark : {kError, kWarning}) {
    const size_t at = head.find(mark);
    if (at != std::string_view::npos) return std::string(head.substr(at + mark.size()));
  }
  return std::string(head);
}

/// The line number behind "<fileName>:", 0 if the text does not mention the file so.
unsigned lineIn(std::string_view text, std::string_view fileName) {
  for (size_t at = text.find(fileName); at != std::string_view::npos; at = text.find(fileName, at + 1)) {
    const size_t start = at + fileName.size();
    if (start >= text.size() || text[start] != ':') continue;
    unsigned line = 0;
    std::from_chars(text.data() + start + 1, text.data() + text.size(), line);
    if (line != 0) return line;
  }
  return 0;
}

}  // namespace

std::optional<size_t> statementAt(const emit::TestLines& lines, unsigned line) {
  std::optional<size_t> found;
  for (size_t i = 0; i < lines.statements.size(); ++i) {
    if (lines.statements[i] <= line && line < lines.last) found = i;
  }
  return found;
}

std::vector<CompileMessage> messagesAboutTests(std::string_view diagnostics, std::string_view fileName,
                                               const emit::TestFile& file, const emit::Printed& printed,
                                               const emit::Framework& framework) {
  std::vector<CompileMessage> messages;
  for (const Block& block : blocksOf(diagnostics)) {
    CompileMessage message;
    message.isError = block.isError;
    message.text = messageOf(block.head);
    message.isUnusedValue = message.text.find("-Wunused") != std::string::npos;
    message.isDeprecation = message.text.find("-Wdeprecated-declarations") != std::string::npos;
    bool found = false;
    for (std::string_view text : block.lines) {
      const unsigned line = lineIn(text, fileName);
      for (size_t i = 0; i < printed.tests.size() && !found; ++i) {
        const bool byLine = line >= printed.tests[i].first && line <= printed.tests[i].last;
        const std::string symbol = framework.symbolOf(file.tests[i]);
        const bool bySymbol =
            line == 0 && !symbol.empty() && text.find(symbol + "::") != std::string_view::npos;
        if (!byLine && !bySymbol) continue;
        found = true;
        message.test = i;
        if (byLine) message.statement = statementAt(printed.tests[i], line);
      }
      if (found) break;
    }
    if (found) messages.push_back(std::move(message));
  }
  return messages;
}

std::string firstCompileError(std::string_view diagnostics) {
  for (const Block& block : blocksOf(diagnostics)) {
    if (block.isError) return messageOf(block.head);
  }
  const std::vector<std::string_view> lines = linesOf(diagnostics);
  return lines.empty() ? "the compiler gave no message" : std::string(lines.front());
}

}  // namespace covolve::unit
