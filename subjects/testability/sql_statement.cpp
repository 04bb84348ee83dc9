// What may a read-only user do with a statement of SQL? A scanner and a parser written by hand.
//
// What makes it hard: words are cut out character by character and looked for in a table by a loop, in any
// case; what a word means depends on those before it, and the end of the statement on all of them.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace testability::sql {

enum class Token {
  Select,
  From,
  Where,
  Order,
  By,
  Limit,
  And,
  Null,
  Is,
  Delete,
  Name,
  Number,
  Text,
  Sign,
  Bad
};

struct Lexeme {
  Token token;
  std::string text;
};

enum class Verdict { Allowed, Refused, Syntax, TooMany, Everything };

class Statement {
 public:
  static Verdict judge(const std::string& text) {
    std::vector<Lexeme> lexemes;
    for (std::size_t i = 0; i < text.size();) {
      if (std::isspace(static_cast<unsigned char>(text[i]))) {
        ++i;
        continue;
      }
      lexemes.push_back(scan(text, i));
      if (lexemes.back().token == Token::Bad) return Verdict::Syntax;
    }
    Statement statement(lexemes);
    return statement.parse();
  }

 private:
  explicit Statement(const std::vector<Lexeme>& lexemes) : lexemes_(lexemes) {}

  static Lexeme scan(const std::string& text, std::size_t& i) {
    static const struct {
      const char* word;
      Token token;
    } keywords[] = {
        {"select", Token::Select}, {"from", Token::From},   {"where", Token::Where},
        {"order", Token::Order},   {"by", Token::By},       {"limit", Token::Limit},
        {"and", Token::And},       {"null", Token::Null},   {"is", Token::Is},
        {"delete", Token::Delete}, {"drop", Token::Delete},
    };
    const std::size_t begin = i;
    const char first = text[i];
    if (std::isalpha(static_cast<unsigned char>(first)) || first == '_') {
      std::string lower;
      while (i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_')) {
        lower += static_cast<char>(std::tolower(static_cast<unsigned char>(text[i++])));
      }
      for (const auto& keyword : keywords) {
        if (lower == keyword.word) return {keyword.token, lower};
      }
      return {Token::Name, lower};
    }
    if (first >= '0' && first <= '9') {
      while (i < text.size() && text[i] >= '0' && text[i] <= '9') ++i;
      return {Token::Number, text.substr(begin, i - begin)};
    }
    if (first == '\'') {
      const std::size_t end = text.find('\'', begin + 1);
      if (end == std::string::npos) return {Token::Bad, ""};
      i = end + 1;
      return {Token::Text, text.substr(begin + 1, end - begin - 1)};
    }
    ++i;
    return {std::string_view("*,=<>;").find(first) == std::string_view::npos ? Token::Bad : Token::Sign,
            std::string(1, first)};
  }

  bool takes(Token token) {
    if (next_ == lexemes_.size() || lexemes_[next_].token != token) return false;
    ++next_;
    return true;
  }

  bool takesSign(char sign) {
    if (next_ == lexemes_.size() || lexemes_[next_].token != Token::Sign || lexemes_[next_].text[0] != sign) {
      return false;
    }
    ++next_;
    return true;
  }

  /// "a = 7", "name is null"
  bool takesCondition() {
    if (!takes(Token::Name)) return false;
    if (takes(Token::Is)) return takes(Token::Null);
    if (!takesSign('=') && !takesSign('<') && !takesSign('>')) return false;
    return takes(Token::Number) || takes(Token::Text) || takes(Token::Name);
  }

  Verdict parse() {
    if (takes(Token::Delete)) return Verdict::Refused;
    if (!takes(Token::Select)) return Verdict::Syntax;
    const bool isAll = takesSign('*');
    if (!isAll) {
      do {
        if (!takes(Token::Name)) return Verdict::Syntax;
      } while (takesSign(','));
    }
    if (!takes(Token::From) || !takes(Token::Name)) return Verdict::Syntax;
    if (lexemes_[next_ - 1].text == "secrets") return Verdict::Refused;
    bool isNarrow = false;
    if (takes(Token::Where)) {
      do {
        if (!takesCondition()) return Verdict::Syntax;
      } while (takes(Token::And));
      isNarrow = true;
    }
    if (takes(Token::Order)) {
      if (!takes(Token::By) || !takes(Token::Name)) return Verdict::Syntax;
    }
    if (takes(Token::Limit)) {
      if (!takes(Token::Number)) return Verdict::Syntax;
      if (std::atol(lexemes_[next_ - 1].text.c_str()) > 1'000) return Verdict::TooMany;
      isNarrow = true;
    }
    takesSign(';');
    if (next_ != lexemes_.size()) return Verdict::Syntax;
    return isAll && !isNarrow ? Verdict::Everything : Verdict::Allowed;
  }

  const std::vector<Lexeme>& lexemes_;
  std::size_t next_ = 0;
};

}  // namespace testability::sql
