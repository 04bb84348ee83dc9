// Texts that match a regular expression. Every sample, mutant and simpler value
// matches: texts are spelled by the parts that its syntax tree gives (part.h), and
// conditions that depend on neighbours are checked before a text is taken.
//
// Easy to get wrong: JSON Schema searches for its patterns, std::regex_match and
// most validators match the whole text. What matches as a whole is found by a
// search too, unless its lookaheads see what follows; RegexScope::Search also
// adds text around where the pattern allows it.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/utf8.h"
#include "gene/gene.h"
#include "gene/regex/part.h"
#include "regex/syntax_tree.h"

namespace covolve::gene {

using RegexSyntax = covolve::regex::Syntax;
enum class RegexScope { Whole, Search };

/// Refuses patterns that are wrong, not supported, or that no text was found for, with the reason.
Result<std::unique_ptr<Gene>> makeRegexGene(std::string_view pattern, RegexSyntax syntax,
                                            RegexScope scope = RegexScope::Whole);
/// The reason is a clause, in lower case.
std::expected<std::unique_ptr<Gene>, std::string> makeRegexGene(const covolve::regex::SyntaxTree& tree,
                                                                RegexScope scope);

class RegexGene final : public Gene, public Leaf {
 public:
  RegexGene(std::unique_ptr<regex::Part> root, size_t groups, RegexScope scope);
  RegexGene(const RegexGene& other);

  /// Finds a first text; false where there seems to be none. Nothing else may be called before.
  bool start();

  const std::string& text() const { return text_; }
  bool set(std::string_view text);

  std::unique_ptr<Gene> copy() const override { return std::make_unique<RegexGene>(*this); }
  void sample(Source& source) override;
  void mutate(Source& source) override;
  void write(ValueSink& sink) const override { sink.text(text_); }
  bool assign(const Value& value) override { return value.kind == Value::Kind::Text && set(value.text); }
  bool equals(const Gene& other) const override {
    return text_ == static_cast<const RegexGene&>(other).text_;
  }
  size_t weight() const override { return 1 + text_.size(); }
  Leaf* asLeaf() override { return this; }
  std::optional<Text> readText() const override {
    return Text{text_, regex::kLongestText, /*isUnicode=*/isUtf8(text_)};
  }
  bool setText(std::string_view text) override;
  bool isMutable() const override { return scope_ == RegexScope::Search || root_->isMutable(); }
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  /// A derivation: the choices of the parts and what stands around in a search.
  struct Derivation {
    std::unique_ptr<regex::Part> root;
    std::string before;
    std::string after;
  };

  Derivation derivation() const { return {root_->copy(), before_, after_}; }
  regex::Spelling spell(const Derivation& derivation) const;
  bool take(Derivation derivation, bool onlyIfOther);
  bool takeImprinted(const regex::Spelling& spelling);
  bool drawAnew(Source& source, int attempts, bool onlyIfOther);
  bool match(std::string_view text, size_t steps);
  void surround(Derivation& derivation, Rng& rng) const;

  std::unique_ptr<regex::Part> root_;
  size_t groups_;
  RegexScope scope_;
  std::string before_;
  std::string after_;
  std::string text_;
};

}  // namespace covolve::gene
