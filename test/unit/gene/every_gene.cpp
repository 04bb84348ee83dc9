#include "every_gene.h"

#include "gene/choice/alternative_gene.h"
#include "gene/choice/choice_gene.h"
#include "gene/choice/guarded_gene.h"
#include "gene/choice/suggested_gene.h"
#include "gene/choice/value_choice_gene.h"
#include "gene/number/boolean_gene.h"
#include "gene/number/floating_gene.h"
#include "gene/number/integer_gene.h"
#include "gene/number/multiple_gene.h"
#include "gene/reference_gene.h"
#include "gene/regex/regex_gene.h"
#include "gene/structure/array_gene.h"
#include "gene/structure/list_gene.h"
#include "gene/structure/map_gene.h"
#include "gene/structure/nullable_gene.h"
#include "gene/structure/object_gene.h"
#include "gene/structure/open_object_gene.h"
#include "gene/structure/optional_gene.h"
#include "gene/structure/tuple_gene.h"
#include "gene/text/base64_gene.h"
#include "gene/text/numeric_string_gene.h"
#include "gene/text/text_gene.h"
#include "gene/text/unicode_text_gene.h"
#include "gene/text/uri_gene.h"
#include "gene/text/uuid_gene.h"
#include "gene/time/date_gene.h"
#include "gene/time/date_time_gene.h"
#include "gene/time/time_gene.h"
#include "gene/value_builder.h"

namespace covolve::gene {

namespace {

template <class... Genes>
GeneList listOf(Genes... genes) {
  GeneList list;
  (list.push_back(std::move(genes)), ...);
  return list;
}

std::unique_ptr<Gene> choice(std::vector<int64_t> values) {
  return std::make_unique<ChoiceGene>(std::make_shared<const std::vector<int64_t>>(std::move(values)), 32);
}

std::unique_ptr<Gene> object() {
  std::vector<ObjectGene::Field> fields;
  fields.push_back({"id", IntegerGene::ofType(64, true), true});
  fields.push_back({"name", std::make_unique<NullableGene>(std::make_unique<TextGene>(true)), false});
  fields.push_back({"", std::make_unique<ListGene>(std::make_unique<UuidGene>(), 3), false});
  return std::make_unique<ObjectGene>(std::move(fields));
}

std::unique_ptr<Gene> valueChoice() {
  return std::make_unique<ValueChoiceGene>(std::vector{Value::string("cat"), Value::number(3), Value::null(),
                                                       Value::list({Value::boolean(true)}),
                                                       Value::number(3)});
}

std::unique_ptr<Gene> openObject() {
  std::vector<ObjectGene::Field> fields;
  fields.push_back({"id", IntegerGene::ofType(32, true), true});
  fields.push_back({"a", std::make_unique<BooleanGene>(), false, 0.5});
  std::vector<Value> names{Value::string("a"), Value::string("b"), Value::string("c")};
  return std::make_unique<OpenObjectGene>(
      std::make_unique<ObjectGene>(std::move(fields)),
      std::make_unique<MapGene>(std::make_unique<ValueChoiceGene>(names), IntegerGene::ofType(8, true), 3,
                                MapGene::Form::Names));
}

std::unique_ptr<Gene> unicodeText(size_t shortest, size_t longest, const char* forbidden) {
  UnicodeTextGene::Rules rules;
  rules.shortest = shortest;
  rules.longest = longest;
  rules.drawsLongest = true;
  rules.forbidden = forbidden;
  return std::make_unique<UnicodeTextGene>(std::move(rules));
}

/// A number, a text, then any of three numbers.
std::unique_ptr<Gene> array() {
  ArrayGene::Shape shape;
  shape.first.push_back(IntegerGene::ofType(16, true));
  shape.first.push_back(std::make_unique<TextGene>(true));
  shape.further = choice({1, 2, 3});
  shape.minimum = 1;
  shape.maximum = 6;
  return std::make_unique<ArrayGene>(std::move(shape));
}

std::unique_ptr<Gene> distinctArray() {
  ArrayGene::Shape shape;
  shape.further = choice({1, 2, 3, 4});
  shape.minimum = 2;
  shape.maximum = 4;
  shape.distinct = true;
  return std::make_unique<ArrayGene>(std::move(shape));
}

std::unique_ptr<Gene> guarded() {
  auto gene =
      std::make_unique<GuardedGene>(std::make_unique<IntegerGene>(32, -100, 100),
                                    [](const Gene& inner) { return valueOf(inner).integer % 3 != 0; });
  gene->start();
  return gene;
}

std::unique_ptr<Gene> matching(const char* pattern, RegexScope scope = RegexScope::Whole) {
  return std::move(makeRegexGene(pattern, RegexSyntax::StdEcmascript, scope).value());
}

}  // namespace

std::vector<NamedGene> everyGene() {
  std::vector<NamedGene> genes;
  const auto add = [&](std::string name, std::unique_ptr<Gene> gene) {
    genes.push_back({std::move(name), std::move(gene)});
  };
  const auto integer = [] { return IntegerGene::ofType(32, true); };
  const auto text = [] { return std::make_unique<TextGene>(true); };
  add("Boolean", std::make_unique<BooleanGene>());
  for (const unsigned bits : {8u, 16u, 32u, 64u, 128u}) {
    add("Signed" + std::to_string(bits), IntegerGene::ofType(bits, true));
    add("Unsigned" + std::to_string(bits), IntegerGene::ofType(bits, false));
  }
  add("SignedCharacter", IntegerGene::ofCharacter(8, true));
  add("WideCharacter", IntegerGene::ofCharacter(32, false));
  add("IntegersFarFromZero", std::make_unique<IntegerGene>(64, 1'000'000, 1'000'100));
  add("NegativeIntegers", std::make_unique<IntegerGene>(32, -500, -3));
  add("TwoIntegers", std::make_unique<IntegerGene>(32, 5, 6));
  add("Float", std::make_unique<FloatingGene>(32));
  add("Double", std::make_unique<FloatingGene>(64));
  add("DoublesInRange", std::make_unique<FloatingGene>(64, 2.5, 2.75));
  add("NegativeFloats", std::make_unique<FloatingGene>(32, -1e30, -1.0));
  add("FloatsBetweenDoubles", std::make_unique<FloatingGene>(32, 0.1, 0.100001));
  add("Choice", choice({-3, 0, 7, 0}));
  add("Text", text());
  add("CString", std::make_unique<TextGene>(false));
  add("ShortText", std::make_unique<TextGene>(false, 3, 2));
  add("ListOfTexts", std::make_unique<ListGene>(text(), 12));
  add("ListOfTwoToFour", std::make_unique<ListGene>(integer(), 4, 2));
  add("FixedList", ListGene::fixed(IntegerGene::ofType(16, true), 3));
  add("Optional", std::make_unique<OptionalGene>(std::make_unique<FloatingGene>(64)));
  add("Nullable", std::make_unique<NullableGene>(text()));
  add("OptionalNullable", std::make_unique<OptionalGene>(std::make_unique<NullableGene>(integer())));
  add("Tuple", std::make_unique<TupleGene>(listOf(integer(), text())));
  add("Object", object());
  add("MapOfPairs", std::make_unique<MapGene>(integer(), text(), 8, MapGene::Form::Pairs));
  add("MapOfNames", std::make_unique<MapGene>(text(), integer(), 8, MapGene::Form::Names));
  add("MapOfTwoOrMore", std::make_unique<MapGene>(text(), integer(), 8, MapGene::Form::Names, 2));
  add("MapOfFewKeys",
      std::make_unique<MapGene>(choice({1, 2}), std::make_unique<BooleanGene>(), 5, MapGene::Form::Pairs));
  add("Alternatives",
      std::make_unique<AlternativeGene>(listOf(std::make_unique<BooleanGene>(), integer(), text())));
  add("OverlappingAlternatives", std::make_unique<AlternativeGene>(
                                     listOf(choice({1, 2}), choice({2, 3}), IntegerGene::ofType(8, true))));
  add("IndexedAlternatives", std::make_unique<AlternativeGene>(listOf(integer(), integer(), text()),
                                                               AlternativeGene::Form::Indexed));
  add("Date", std::make_unique<DateGene>());
  add("AnyDate", std::make_unique<DateGene>(true));
  add("Time", std::make_unique<TimeGene>());
  add("AnyLocalTime", std::make_unique<TimeGene>(TimeGene::Offset::None, true));
  add("DateTime", std::make_unique<DateTimeGene>());
  add("AnyDateTime", std::make_unique<DateTimeGene>(TimeGene::Offset::None, true));
  add("NumericString", std::make_unique<NumericStringGene>(INT64_MIN, INT64_MAX));
  add("Price", std::make_unique<NumericStringGene>(-99'999, 99'999, 2));
  add("Uuid", std::make_unique<UuidGene>());
  add("Base64", std::make_unique<Base64Gene>());
  add("Uri", std::make_unique<UriGene>());
  add("Regex", matching("^(\\w+)@(\\w+)\\.(com|org)$"));
  add("RegexSearch", matching("[0-9]{3}", RegexScope::Search));
  add("RegexLookahead", matching("^(?=.*\\d)(?!.*aa)\\w{4,8}$"));
  add("ValueChoice", valueChoice());
  add("SuggestedNumbers",
      std::make_unique<SuggestedGene>(std::vector{Value::number(-5), Value::number(7)}, integer(), 0.3));
  add("SuggestedFractions", std::make_unique<SuggestedGene>(std::vector{Value::real(0), Value::real(0.25)},
                                                            std::make_unique<FloatingGene>(64), 0.5));
  add("SuggestedLists", std::make_unique<SuggestedGene>(
                            std::vector{Value::list({Value::number(1)}), Value::list({Value::number(2)})},
                            std::make_unique<ListGene>(integer(), 5), 0.5));
  add("SuggestedBeyondTheGeneral",
      std::make_unique<SuggestedGene>(std::vector{Value::null(), Value::string("x")}, integer(), 0.3));
  add("UnicodeText", unicodeText(0, 200, ""));
  add("ShortUnicodeText", unicodeText(2, 3, "/ \\"));
  add("ArrayWithFirstElements", array());
  add("DistinctArray", distinctArray());
  add("OpenObject", openObject());
  add("Multiples", std::make_unique<MultipleGene>(5, 1, -20, 1000));
  add("DecimalMultiples", std::make_unique<MultipleGene>(25, 100, -20, 1'000'000));
  add("Guarded", guarded());
  add("ListOfObjects", std::make_unique<ListGene>(object(), 3));
  return genes;
}

Constants typicalConstants() {
  Constants constants;
  for (const __int128 value : {__int128{0}, __int128{-1}, __int128{42}, __int128{1000}, __int128{1'000'050},
                               static_cast<__int128>(1) << 100}) {
    constants.integers.addFixed(value);
  }
  for (const double value : {0.5, -2.25, 1e10, 2.6}) constants.floats.addFixed(value);
  for (const char* value :
       {"", "hello", "GET", "2024-02-29", "12:00:00", "2021-01-02T03:04:05Z", "-7", "me@here.com",
        "https://example.com/a?b=c#d", "0b8a5f7e-3c1d-4e2f-9a6b-7c8d9e0f1a2b"}) {
    constants.texts.addFixed(value);
  }
  constants.texts.addSeen(std::string("a\0b\xff", 4));
  return constants;
}

}  // namespace covolve::gene
