// Objects, maps, alternatives and the genes with a text form of their own.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "every_gene.h"
#include "gene/choice/alternative_gene.h"
#include "gene/choice/choice_gene.h"
#include "gene/number/boolean_gene.h"
#include "gene/number/integer_gene.h"
#include "gene/reference_gene.h"
#include "gene/structure/map_gene.h"
#include "gene/structure/nullable_gene.h"
#include "gene/structure/object_gene.h"
#include "gene/structure/optional_gene.h"
#include "gene/text/base64_gene.h"
#include "gene/text/numeric_string_gene.h"
#include "gene/text/text_gene.h"
#include "gene/text/uri_gene.h"
#include "gene/text/uuid_gene.h"
#include "gene/time/date_gene.h"
#include "gene/time/date_time_gene.h"
#include "gene/value_builder.h"
#include "value_text.h"

namespace covolve::gene {
namespace {

TEST(OptionalGenes, NeedNotBeSimplerWithoutAValue) {
  OptionalGene usual(std::make_unique<TextGene>(true));
  ASSERT_TRUE(usual.assign(Value::present(Value::string(""))));
  ASSERT_EQ(usual.simpler().size(), 1u);
  EXPECT_EQ(valueOf(*usual.simpler()[0]), Value::absent());
  OptionalGene array(std::make_unique<TextGene>(true), 0.95, false);
  ASSERT_TRUE(array.assign(Value::present(Value::string("b"))));
  for (const auto& simpler : array.simpler()) EXPECT_NE(valueOf(*simpler), Value::absent());
  ASSERT_TRUE(array.assign(Value::absent()));
  ASSERT_EQ(array.simpler().size(), 1u);
  EXPECT_EQ(valueOf(*array.simpler()[0]), Value::present(Value::string("")));
}

TEST(OptionalGenes, StayWhereTheyAreThereForSure) {
  Rng rng(1);
  const Constants constants;
  Source source(rng, constants);
  OptionalGene text(std::make_unique<TextGene>(true), 1, false);
  text.sample(source);
  EXPECT_FALSE(text.hasShape());
  for (int i = 0; i < 1000; ++i) {
    text.mutate(source);
    ASSERT_TRUE(text.isPresent());
  }
  for (const auto& simpler : text.simpler()) EXPECT_NE(valueOf(*simpler), Value::absent());
}

std::string printed(const Gene& gene) { return printValue(valueOf(gene)); }

bool assignText(Gene& gene, std::string_view text) { return gene.assign(Value::string(std::string(text))); }

std::unique_ptr<ObjectGene> person() {
  std::vector<ObjectGene::Field> fields;
  fields.push_back({"age", std::make_unique<IntegerGene>(8, 0, 120), true});
  fields.push_back({"name", std::make_unique<NullableGene>(std::make_unique<TextGene>(true)), false});
  return std::make_unique<ObjectGene>(std::move(fields));
}

TEST(ObjectGene, TellsMissingNullAndGivenApart) {
  const auto gene = person();
  for (const char* text : {R"({"age": 3})", R"({"age": 3, "name": null})", R"({"age": 3, "name": "x"})"}) {
    ASSERT_TRUE(gene->assign(*parseValue(text))) << text;
    EXPECT_EQ(printed(*gene), text);
  }
}

TEST(ObjectGene, TakesFieldsInAnyOrderAndRefusesWrongOnes) {
  const auto gene = person();
  EXPECT_TRUE(gene->assign(*parseValue(R"({"name": "x", "age": 3})")));
  EXPECT_EQ(printed(*gene), R"({"age": 3, "name": "x"})");
  for (const char* wrong : {R"({"name": "x"})", R"({"age": 3, "size": 1})", R"({"age": 3, "age": 3})",
                            R"({"age": 121})", R"([3])", R"({"age": "3"})"}) {
    EXPECT_FALSE(gene->assign(*parseValue(wrong))) << wrong;
  }
}

TEST(ObjectGene, SamplesEveryCombinationOfOptionalFields) {
  Draws draws(1);
  const auto gene = person();
  std::set<size_t> sizes;
  for (int i = 0; i < 100; ++i) {
    gene->sample(draws.source);
    sizes.insert(valueOf(*gene).children.size());
  }
  EXPECT_EQ(sizes, (std::set<size_t>{1, 2}));
}

/// A sink that knows of neither objects nor null.
class PlainSink final : public ValueSink {
 public:
  void boolean(bool) override { out += "b"; }
  void integer(__int128, unsigned) override { out += "i"; }
  void floating(double) override { out += "f"; }
  void text(std::string_view text) override { out += "\"" + std::string(text) + "\""; }
  void list(size_t count, bool fixed) override { out += (fixed ? "(" : "[") + std::to_string(count); }
  void absent() override { out += "-"; }
  void present() override { out += "+"; }
  void reference(uint32_t) override { out += "#"; }

  std::string out;
};

TEST(ObjectGene, IsAListOfPairsToSinksThatKnowNoObjects) {
  const auto gene = person();
  ASSERT_TRUE(gene->assign(*parseValue(R"({"age": 3, "name": null})")));
  PlainSink sink;
  gene->write(sink);
  EXPECT_EQ(sink.out, "[2(2\"age\"i(2\"name\"-");
}

TEST(MapGene, KeepsKeysUniqueWhenSampledAndMutated) {
  Draws draws(2);
  MapGene gene(std::make_unique<IntegerGene>(8, 0, 5), std::make_unique<BooleanGene>(), 6,
               MapGene::Form::Pairs);
  size_t most = 0;
  for (int i = 0; i < 2000; ++i) {
    i % 10 == 0 ? gene.sample(draws.source) : gene.mutate(draws.source);
    std::set<int64_t> keys;
    const Value value = valueOf(gene);
    for (const Value& pair : value.children) keys.insert(static_cast<int64_t>(pair.children[0].integer));
    ASSERT_EQ(keys.size(), value.children.size());
    most = std::max(most, keys.size());
  }
  EXPECT_EQ(most, 6u);
  EXPECT_FALSE(gene.assign(*parseValue("[[1, true], [1, false]]")));
}

TEST(AlternativeGene, ReachesEveryAlternativeByMutation) {
  Draws draws(3);
  GeneList alternatives;
  alternatives.push_back(std::make_unique<BooleanGene>());
  alternatives.push_back(IntegerGene::ofType(32, true));
  alternatives.push_back(std::make_unique<TextGene>(true));
  AlternativeGene gene(std::move(alternatives));
  std::set<size_t> seen;
  for (int i = 0; i < 500; ++i) {
    gene.mutate(draws.source);
    seen.insert(gene.chosen());
  }
  EXPECT_EQ(seen.size(), 3u);
  EXPECT_TRUE(gene.assign(Value::number(7)));
  EXPECT_EQ(gene.chosen(), 1u);
}

TEST(AlternativeGene, ShowsReferencesOfTheChosenOneOnly) {
  GeneList alternatives;
  alternatives.push_back(std::make_unique<BooleanGene>());
  alternatives.push_back(std::make_unique<ReferenceGene>(1));
  std::unique_ptr<Gene> gene = std::make_unique<AlternativeGene>(std::move(alternatives));
  const auto references = [&] {
    int count = 0;
    forEachReference(gene, [&](ReferenceGene&) { ++count; });
    return count;
  };
  EXPECT_EQ(references(), 0);
  ASSERT_TRUE(gene->assign(Value::reference(4)));
  EXPECT_EQ(references(), 1);
}

TEST(ChoiceGene, CountsEnumeratorsOfTheSameValueOnce) {
  ChoiceGene gene(std::make_shared<const std::vector<int64_t>>(std::vector<int64_t>{1, 1, 1}), 32);
  EXPECT_FALSE(gene.isMutable());
}

TEST(DateGene, GivesDaysThatExistAndLeapDaysAmongThem) {
  Draws draws(6, Constants{});
  DateGene gene;
  bool sawLeapDay = false;
  for (int i = 0; i < 5000; ++i) {
    i % 2 == 0 ? gene.sample(draws.source) : gene.mutate(draws.source);
    sawLeapDay |= gene.text().ends_with("-02-29");
  }
  EXPECT_TRUE(sawLeapDay);
  EXPECT_TRUE(assignText(gene, "2000-02-29"));
  for (const char* wrong : {"1900-02-29", "2023-02-29", "2023-04-31", "2023-13-01", "2023-00-10", "2023-1-01",
                            "2023-01-01 ", "20230101", "-023-01-01"}) {
    EXPECT_FALSE(assignText(gene, wrong)) << wrong;
  }
  EXPECT_EQ(gene.text(), "2000-02-29");
}

TEST(DateGene, GivesDaysThatDoNotExistWhenAskedFor) {
  Draws draws(7, Constants{});
  DateGene any(true);
  DateGene valid;
  int wrong = 0;
  for (int i = 0; i < 1000; ++i) {
    any.sample(draws.source);
    wrong += assignText(valid, any.text()) ? 0 : 1;
  }
  EXPECT_GT(wrong, 100);
  EXPECT_LT(wrong, 500);
}

TEST(TimeGene, TakesTheFormsOfTheStandardAndNoOther) {
  TimeGene gene;
  for (const char* text : {"00:00:00Z", "23:59:59.999999999Z", "12:30:00.5+05:30", "12:30:00-00:00"}) {
    EXPECT_TRUE(assignText(gene, text)) << text;
    EXPECT_EQ(gene.text(), text);
  }
  for (const char* wrong : {"24:00:00Z", "12:60:00Z", "12:00:60Z", "12:00:00", "12:00Z", "12:00:00.Z",
                            "1:00:00Z", "12:00:00+5:30", "12:00:00+24:00", "12:00:00ZZ"}) {
    EXPECT_FALSE(assignText(gene, wrong)) << wrong;
  }
}

TEST(DateTimeGene, SamplesAreOfTheStandardsForm) {
  Draws draws(8);
  DateTimeGene gene;
  const std::regex form(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))");
  for (int i = 0; i < 500; ++i) {
    gene.sample(draws.source);
    EXPECT_TRUE(std::regex_match(gene.text(), form)) << gene.text();
  }
  EXPECT_FALSE(assignText(gene, "2024-01-01 12:00:00Z"));
}

TEST(NumericStringGene, WritesDecimalsAndRefusesOtherSpellings) {
  NumericStringGene price(-99'999, 99'999, 2);
  for (const char* text : {"0.00", "0.05", "-0.05", "3.50", "999.99", "-999.99"}) {
    EXPECT_TRUE(assignText(price, text)) << text;
    EXPECT_EQ(price.text(), text);
  }
  for (const char* wrong :
       {"1000.00", "3.5", "3", "03.50", "+3.50", "-0.00", "3.5.0", "", ".", "-", "a.bc"}) {
    EXPECT_FALSE(assignText(price, wrong)) << wrong;
  }
}

TEST(NumericStringGene, ShowsItsNumberToLocalSearch) {
  NumericStringGene price(0, 99'999, 2);
  price.visitLeaves([](Leaf& leaf) { leaf.setInteger(1234); });
  EXPECT_EQ(price.text(), "12.34");
}

TEST(Base64, EncodesAsTheStandardsExamples) {
  const std::vector<std::pair<std::string, std::string>> examples{{"", ""},
                                                                  {"f", "Zg=="},
                                                                  {"fo", "Zm8="},
                                                                  {"foo", "Zm9v"},
                                                                  {"foob", "Zm9vYg=="},
                                                                  {"fooba", "Zm9vYmE="},
                                                                  {"foobar", "Zm9vYmFy"},
                                                                  {"\xff\xfe", "//4="}};
  for (const auto& [bytes, text] : examples) {
    EXPECT_EQ(encodeBase64(bytes), text);
    EXPECT_EQ(decodeBase64(text), bytes);
  }
  for (const char* wrong : {"Zg", "Zg=", "Zg==Zg==", "Zh==", "Z===", "====", "Zm9 ", "Zm9v\n"}) {
    EXPECT_FALSE(decodeBase64(wrong)) << wrong;
  }
}

TEST(UuidGene, IsMostlyOfVersionFour) {
  Draws draws(9, Constants{});
  UuidGene gene;
  const std::regex form("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
  int versionFour = 0;
  for (int i = 0; i < 500; ++i) {
    gene.sample(draws.source);
    versionFour += std::regex_match(gene.text(), form) ? 1 : 0;
  }
  EXPECT_GT(versionFour, 350);
  EXPECT_FALSE(assignText(gene, "0b8a5f7e-3c1d-4e2f-9a6b-7c8d9e0f1a2"));
  EXPECT_FALSE(assignText(gene, "0b8a5f7e+3c1d-4e2f-9a6b-7c8d9e0f1a2b"));
}

TEST(UriGene, TakesUrisApartAndRefusesOthers) {
  UriGene gene;
  for (const char* text :
       {"http://a", "https://example.com:8080/a/b%20c?d=e&f#g", "ftp://h/", "x://?#", "a://b:"}) {
    EXPECT_TRUE(assignText(gene, text)) << text;
    EXPECT_EQ(gene.text(), text);
  }
  for (const char* wrong : {"", "example.com", "http:/a", "1http://a", "http://a b", "http://a/%2",
                            "http://a:b/", "http://a/\x80", "http://a#b#c"}) {
    EXPECT_FALSE(assignText(gene, wrong)) << wrong;
  }
}

}  // namespace
}  // namespace covolve::gene
