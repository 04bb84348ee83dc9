#include "rest/genes/text_genes.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "gene/choice/suggested_gene.h"
#include "gene/regex/regex_gene.h"
#include "gene/text/base64_gene.h"
#include "gene/text/numeric_string_gene.h"
#include "gene/text/unicode_text_gene.h"
#include "gene/text/uri_gene.h"
#include "gene/text/uuid_gene.h"
#include "gene/time/date_gene.h"
#include "gene/time/date_time_gene.h"
#include "gene/time/time_gene.h"
#include "rest/genes/number_genes.h"
#include "rest/genes/pattern_gene.h"
#include "rest/openapi/pattern.h"
#include "rest/openapi/validation/validator.h"

namespace covolve::rest {

namespace {

using gene::Gene;

constexpr size_t kUsualLength = 200;
/// What no memory should be spent on.
constexpr size_t kLongestDemanded = 1'000'000;

struct FormatPattern {
  std::string_view name;
  std::string_view pattern;  // for the whole text
};

constexpr std::string_view kEmail = R"([a-z]{1,8}(\.[a-z0-9]{1,4})?@[a-z]{1,8}\.(com|org|net))";
constexpr std::string_view kHost = R"([a-z][a-z0-9]{0,8}(-[a-z0-9]{1,4})?\.(com|org|net))";
constexpr std::string_view kIpv4 =
    R"((25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(\.(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])){3})";

constexpr std::array<FormatPattern, 17> kFormatPatterns{{
    {"email", kEmail},
    {"idn-email", kEmail},
    {"hostname", kHost},
    {"idn-hostname", kHost},
    {"ipv4", kIpv4},
    {"ip", kIpv4},
    {"ipv6", "([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|::1|::|fe80::[0-9a-f]{1,4}"},
    {"duration", "P([1-9][0-9]?D|[1-9]Y[1-9]M|[1-9]W|T[1-9][0-9]?[HMS]|[1-9]DT[1-9]H)"},
    {"json-pointer", "(/[a-z0-9]{1,5}){0,3}"},
    {"relative-json-pointer", "[0-9](/[a-z0-9]{1,4}){0,2}"},
    {"uri-template", R"(https?://[a-z]{1,8}\.com/\{[a-z]{1,5}\})"},
    {"regex", "[a-z]{1,4}[*+?]?"},
    {"phone", R"(\+[1-9][0-9]{6,12})"},
    {"phone-number", R"(\+[1-9][0-9]{6,12})"},
    {"color", "#[0-9a-f]{6}"},
    {"hex", "[0-9a-f]{1,16}"},
    {"partial-time", "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"},
}};

std::unique_ptr<Gene> makeFormatGene(const std::string& format) {
  const auto is = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, format) != names.end();
  };
  if (is({"date", "full-date"})) return std::make_unique<gene::DateGene>();
  if (is({"date-time", "datetime", "timestamp"})) return std::make_unique<gene::DateTimeGene>();
  if (is({"time", "full-time"})) return std::make_unique<gene::TimeGene>();
  if (is({"uuid", "guid"})) return std::make_unique<gene::UuidGene>();
  if (is({"uri", "url", "iri", "uri-reference", "iri-reference"})) return std::make_unique<gene::UriGene>();
  if (is({"byte", "base64"})) return std::make_unique<gene::Base64Gene>();
  if (is({"int32"})) return std::make_unique<gene::NumericStringGene>(INT32_MIN, INT32_MAX);
  if (is({"int64", "integer"})) return std::make_unique<gene::NumericStringGene>(INT64_MIN, INT64_MAX);
  if (is({"float", "double", "decimal", "number"})) {
    constexpr int64_t kMost = 999'999'999;
    return std::make_unique<gene::NumericStringGene>(-kMost, kMost, 2);
  }
  const auto* known = std::ranges::find(kFormatPatterns, format, &FormatPattern::name);
  if (known == kFormatPatterns.end()) return nullptr;
  auto gene = gene::makeRegexGene(known->pattern, gene::RegexSyntax::StdEcmascript, gene::RegexScope::Whole);
  return gene ? std::move(*gene) : nullptr;
}

std::unique_ptr<Gene> makePlainTextGene(const LengthBounds& lengths, const DataRules& rules) {
  gene::UnicodeTextGene::Rules text;
  text.shortest = lengths.shortest;
  text.drawsLongest = lengths.longest <= kLongestBorder;
  text.longest = text.drawsLongest ? lengths.longest : lengths.shortest + kUsualLength;
  text.longest = std::min(text.longest, lengths.longest);
  text.onlyPrintable = rules.onlyPrintable;
  text.forbidden = rules.forbidden;
  if (rules.withoutControls) {
    for (char c = 1; c < ' '; ++c) text.forbidden += c;
    text.forbidden += '\x7F';
  }
  return std::make_unique<gene::UnicodeTextGene>(std::move(text));
}

}  // namespace

std::unique_ptr<Gene> makeTextGene(const Schema& schema, const DataRules& rules) {
  LengthBounds lengths;
  lengths.shortest = schema.minLength.value_or(0);
  lengths.longest = schema.maxLength.value_or(SIZE_MAX);
  if (rules.withoutEmptyTexts) lengths.shortest = std::max<size_t>(lengths.shortest, 1);
  if (lengths.shortest > lengths.longest || lengths.shortest > kLongestDemanded) return nullptr;
  const Pattern pattern(schema.pattern.value_or(""));  // compiled once for all that is tried
  const auto fits = [&](const std::string& text) {
    const size_t length = lengthOf(text);
    return length >= lengths.shortest && length <= lengths.longest && rules.accept(text) &&
           (schema.format.empty() || hasFormat(text, schema.format)) && pattern.isFoundIn(text) != Answer::No;
  };
  if (schema.pattern) {
    auto [gene, texts] = makePatternGene(*schema.pattern, lengths, fits);
    if (gene != nullptr) {
      if (texts.empty()) return std::move(gene);
      std::vector<Value> borders;
      for (std::string& text : texts) borders.push_back(Value::string(std::move(text)));
      return std::make_unique<gene::SuggestedGene>(std::move(borders), std::move(gene), kBorderShare);
    }
  }
  const std::string& format = schema.format.empty() ? schema.contentEncoding : schema.format;
  if (auto gene = format.empty() ? nullptr : makeFormatGene(format)) return gene;
  return makePlainTextGene(lengths, rules);
}

}  // namespace covolve::rest
