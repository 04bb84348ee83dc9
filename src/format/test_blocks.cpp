#include "format/test_blocks.h"

#include <clang/Format/Format.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace covolve::format {

namespace {

struct Lexeme {
  clang::tok::TokenKind kind;
  size_t begin;
  size_t end;
  bool isFirstOfLine;
};

/// Comments too; no directives of the preprocessor.
std::vector<Lexeme> lexemesOf(const std::string& text) {
  const clang::LangOptions language = clang::format::getFormattingLangOpts();
  clang::Lexer lexer(clang::SourceLocation(), language, text.data(), text.data(), text.data() + text.size());
  lexer.SetCommentRetentionState(true);
  std::vector<Lexeme> lexemes;
  bool isDirective = false;
  for (bool isLast = false; !isLast;) {
    clang::Token token;
    isLast = lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof)) break;
    const size_t end = lexer.getCurrentBufferOffset();
    if (token.isAtStartOfLine()) isDirective = token.is(clang::tok::hash);
    if (!isDirective)
      lexemes.push_back({token.getKind(), end - token.getLength(), end, token.isAtStartOfLine()});
  }
  return lexemes;
}

bool opensTest(std::string_view macro) {
  for (const std::string_view prefix : {"GTEST_", "CATCH_", "DOCTEST_", "TYPED_"}) {
    if (macro.starts_with(prefix)) macro.remove_prefix(prefix.size());
  }
  constexpr std::array<std::string_view, 6> kMacros{"TEST",      "TEST_F",           "TEST_P",
                                                    "TEST_CASE", "TEST_CASE_METHOD", "SCENARIO"};
  return std::ranges::find(kMacros, macro) != kMacros.end();
}

class Reading {
 public:
  explicit Reading(const std::string& text) : text_(text), lexemes_(lexemesOf(text)) {}

  std::vector<TestBlock> tests() {
    size_t depth = 0;
    for (size_t at = 0; at < lexemes_.size(); ++at) {
      using namespace clang::tok;
      if (lexemes_[at].kind == l_brace) ++depth;
      if (lexemes_[at].kind == r_brace && depth > 0) --depth;
      if (depth > 0 || !lexemes_[at].isFirstOfLine || lexemes_[at].kind != raw_identifier ||
          !opensTest(wordAt(at)))
        continue;
      if (const size_t last = endOfTest(at); last != 0) {
        add(at, last);
        at = last;
      }
    }
    return std::move(tests_);
  }

 private:
  std::string_view wordAt(size_t at) const {
    return std::string_view(text_).substr(lexemes_[at].begin, lexemes_[at].end - lexemes_[at].begin);
  }

  /// The counterpart of the bracket at `at`; 0: there is none.
  size_t closing(size_t at, clang::tok::TokenKind opens, clang::tok::TokenKind closes) const {
    size_t depth = 0;
    for (size_t i = at; i < lexemes_.size(); ++i) {
      if (lexemes_[i].kind == opens) ++depth;
      if (lexemes_[i].kind == closes && --depth == 0) return i;
    }
    return 0;
  }

  /// Of its body's closing brace; 0: it is no test.
  size_t endOfTest(size_t macro) const {
    using namespace clang::tok;
    if (macro + 1 >= lexemes_.size() || lexemes_[macro + 1].kind != l_paren) return 0;
    const size_t arguments = closing(macro + 1, l_paren, r_paren);
    if (arguments == 0) return 0;
    size_t body = arguments + 1;
    while (body < lexemes_.size() && lexemes_[body].kind == comment) ++body;
    return body < lexemes_.size() && lexemes_[body].kind == l_brace ? closing(body, l_brace, r_brace) : 0;
  }

  void add(size_t macro, size_t last) {
    size_t first = macro;
    std::string above;
    while (first > 0 && isCommentRightAbove(first - 1, first)) {
      --first;
      const std::string_view line = wordAt(first);
      above = std::string(line.substr(std::min(line.find_first_not_of("/ "), line.size()))) +
              (above.empty() ? "" : "\n") + above;
    }
    TestBlock block{nameAt(macro), std::move(above), text_.rfind('\n', lexemes_[first].begin) + 1,
                    std::min(text_.find('\n', lexemes_[last].end), text_.size() - 1) + 1};
    block.firstLine = lineOf(block.begin);
    block.lastLine = lineOf(block.end - 1);
    tests_.push_back(std::move(block));
  }

  bool isCommentRightAbove(size_t comment, size_t below) const {
    if (lexemes_[comment].kind != clang::tok::comment || !lexemes_[comment].isFirstOfLine) return false;
    const auto between =
        std::string_view(text_).substr(lexemes_[comment].end, lexemes_[below].begin - lexemes_[comment].end);
    return std::ranges::count(between, '\n') == 1 &&
           between.find_first_not_of(" \t\r\n") == std::string_view::npos;
  }

  /// TEST(Suite, Name), or TEST_CASE("text", ...), also behind a fixture.
  std::string nameAt(size_t macro) const {
    std::string words;
    for (size_t at = macro + 2; at < lexemes_.size() && lexemes_[at].kind != clang::tok::r_paren; ++at) {
      const std::string_view word = wordAt(at);
      if (lexemes_[at].kind == clang::tok::string_literal && word.size() >= 2)
        return std::string(word.substr(1, word.size() - 2));
      if (lexemes_[at].kind == clang::tok::raw_identifier)
        words += (words.empty() ? "" : ".") + std::string(word);
    }
    return words;
  }

  unsigned lineOf(size_t byte) const {
    return static_cast<unsigned>(
        std::count(text_.begin(), text_.begin() + static_cast<ptrdiff_t>(byte), '\n') + 1);
  }

  const std::string& text_;
  std::vector<Lexeme> lexemes_;
  std::vector<TestBlock> tests_;
};

}  // namespace

std::vector<TestBlock> testBlocks(const std::string& text) { return Reading(text).tests(); }

std::string blanked(const std::string& text, const std::vector<TestBlock>& blocks) {
  std::string left = text;
  for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) {
    const size_t length = block->end - block->begin;
    const auto lines = std::count(left.begin() + static_cast<ptrdiff_t>(block->begin),
                                  left.begin() + static_cast<ptrdiff_t>(block->end), '\n');
    left.replace(block->begin, length, static_cast<size_t>(lines), '\n');
  }
  return left;
}

std::string without(const std::string& text, const std::vector<TestBlock>& blocks) {
  std::string left = text;
  for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) {
    const bool isParted = block->begin >= 2 && left.compare(block->begin - 2, 2, "\n\n") == 0;
    const size_t begin = block->begin - (isParted ? 1 : 0);
    left.erase(begin, block->end - begin);
  }
  return left;
}

}  // namespace covolve::format
