// How single calls are written. What a whole file looks like is approved in
// test/golden.
#include "unit/lower/lowering.h"

#include <gtest/gtest.h>

#include "emit/framework.h"
#include "model_builder.h"
#include "unit/problem/call_catalog.h"

namespace covolve::unit {
namespace {

using program::PassBy;

std::string written(const program::Model& model, std::vector<Step> steps,
                    std::vector<Observation> observations) {
  const std::vector<RecordedTest> tests = {{std::move(steps), std::move(observations), {}}};
  const std::string text = emit::googleTest().print(lowerTests(model, tests, "").passing).text;
  return text.substr(text.find("TEST("));
}

class SmartPointers : public testing::Test {
 protected:
  SmartPointers() {
    program::Type& type = m.model.types[pointer];
    type.header = "<memory>";
    for (const program::CallableId id : {make, get}) m[id].isOfSmartPointer = true;
  }

  ModelBuilder m{"shapes.cpp", {"\"shapes.h\""}};
  program::TypeId circle = m.classType("Circle");
  program::TypeId pointer = m.classType("std::unique_ptr<Circle>", false);
  program::CallableId make = m.function("std::make_unique<Circle>", pointer, {{"radius", m.integer()}});
  program::CallableId get = m.constMethod(pointer, "get", m.pointer(circle), {});
  program::CallableId look = m.function("look", m.boolean(), {{"circle", pointer, PassBy::ConstReference}});
  program::CallableId change = m.function("change", m.boolean(), {{"circle", pointer, PassBy::Reference}});
};

TEST_F(SmartPointers, AreMadeWithTheMeansOfTheSourcesStandard) {
  const std::vector<Step> steps = {{make, {Value::number(3)}}, {change, {Value::reference(0)}}};
  const std::vector<Observation> observed = {returned(1, Value::boolean(true))};
  EXPECT_NE(written(m.model, steps, observed).find("auto circle = std::make_unique<Circle>(3);"),
            std::string::npos);
  m.model.access.isCxx14 = false;
  const std::string older = written(m.model, steps, observed);
  EXPECT_NE(older.find("auto circle = std::unique_ptr<Circle>(new Circle(3));"), std::string::npos) << older;
  EXPECT_EQ(older.find("make_unique"), std::string::npos) << older;
}

TEST_F(SmartPointers, ThatACallReturnsAreExpectedToBeEmptyOrNot) {
  const auto find = m.function("find", pointer, {{"radius", m.integer()}});
  EXPECT_NE(written(m.model, {{find, {Value::number(3)}}}, {returned(0, Value::absent())})
                .find("EXPECT_EQ(find(3), nullptr);"),
            std::string::npos);
  const std::string held = written(m.model, {{find, {Value::number(3)}}, {look, {Value::reference(0)}}},
                                   {returned(0, Value::present(Value{})), returned(1, Value::boolean(true))});
  EXPECT_NE(held.find("ASSERT_NE(circle, nullptr);"), std::string::npos) << held;
}

TEST_F(SmartPointers, ThatACallMayChangeLendNothingFromThenOn) {
  const CallCatalog catalog(m.model);
  EXPECT_TRUE(catalog.endsLoans(change));
  EXPECT_FALSE(catalog.endsLoans(look));
}

class ObjectsWithinResults : public testing::Test {
 protected:
  ObjectsWithinResults() { m[name].isField = m[row].isField = true; }

  std::string found(program::CallableId call, Value value) const {
    return written(m.model, {{call, {}}}, {returned(0, std::move(value))});
  }
  static Value ticketOf(int row) { return Value::list({Value::string("a"), Value::number(row)}); }

  ModelBuilder m{"tickets.cpp", {"\"tickets.h\""}};
  program::TypeId ticket = m.classType("Ticket");
  program::CallableId name = m.constMethod(ticket, "name", m.text(), {});
  program::CallableId row = m.constMethod(ticket, "row", m.integer(), {});
};

TEST_F(ObjectsWithinResults, AreExpectedByTheirFields) {
  const auto find = m.function("find", m.optional(ticket), {});
  const std::string text = found(find, Value::present(ticketOf(3)));
  EXPECT_NE(text.find("const auto result = find();\n  ASSERT_TRUE(result.has_value());\n"
                      "  EXPECT_EQ(result->name, \"a\");\n  EXPECT_EQ(result->row, 3);\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("FindReturnsValue"), std::string::npos) << text;
}

TEST_F(ObjectsWithinResults, OfALongListAreExpectedAtItsEnds) {
  const auto all = m.function("all", m.vector(ticket), {});
  const std::string text = found(all, Value::list({ticketOf(1), ticketOf(2), ticketOf(3)}));
  EXPECT_NE(text.find("ASSERT_EQ(result.size(), 3u);"), std::string::npos) << text;
  EXPECT_NE(text.find("EXPECT_EQ(result[0].row, 1);"), std::string::npos) << text;
  EXPECT_EQ(text.find("result[1]"), std::string::npos) << text;
  EXPECT_NE(text.find("EXPECT_EQ(result[2].row, 3);"), std::string::npos) << text;
}

TEST_F(ObjectsWithinResults, OfAVariantAreNamedByTheirTypeIfOnlyOneHasIt) {
  const auto either = m.function("either", m.variant({m.integer(), ticket}), {});
  const std::string text = found(either, Value::list({Value::number(1), ticketOf(3)}));
  EXPECT_NE(text.find("ASSERT_TRUE(std::holds_alternative<Ticket>(result));"), std::string::npos) << text;
  EXPECT_NE(text.find("EXPECT_EQ(std::get<Ticket>(result).row, 3);"), std::string::npos) << text;
  const auto twice = m.function("twice", m.variant({ticket, ticket}), {});
  const std::string second = found(twice, Value::list({Value::number(1), ticketOf(3)}));
  EXPECT_NE(second.find("ASSERT_EQ(result.index(), 1u);"), std::string::npos) << second;
  EXPECT_NE(second.find("EXPECT_EQ(std::get<1>(result).row, 3);"), std::string::npos) << second;
}

TEST(Lowering, AResultIsExpectedByTheNameThatItsFunctionHasForIt) {
  ModelBuilder m("kv.c", {"\"kv.h\""});
  const auto put = m.function("kv_put", m.integer(), {});
  m[put].resultNames = {{"KV_NOT_FOUND", -3}};
  const std::string named = written(m.model, {{put, {}}}, {returned(0, Value::number(-3))});
  EXPECT_EQ(named, "TEST(KvTest, KvPutReturnsNotFound) {\n  EXPECT_EQ(kv_put(), KV_NOT_FOUND);\n}\n");
  const std::string other = written(m.model, {{put, {}}}, {returned(0, Value::number(3))});
  EXPECT_NE(other.find("EXPECT_EQ(kv_put(), 3);"), std::string::npos) << other;
}

/// f(a, n), a row and how many there are.
std::string writtenWithRow(ModelBuilder& m, program::TypeId row, Value elements,
                           std::vector<Observation> observations = {}) {
  const auto f = m.function("f", m.integer(), {{"a", row}, {"n", m.integer()}});
  m[f].parameters[1].countsOf = {0};
  observations.push_back(returned(0, Value::number(0)));
  return written(m.model, {{f, {std::move(elements), Value{}}}}, std::move(observations));
}

TEST(Lowering, ARowWithoutElementsIsNoNullPointer) {
  ModelBuilder m("rows.cpp", {"\"rows.h\""});
  const std::string numbers =
      writtenWithRow(m, m.elements(m.integer(), true), Value::present(Value::list({})));
  EXPECT_NE(numbers.find("  std::vector<int> a;\n  a.reserve(1);\n"), std::string::npos) << numbers;
  EXPECT_NE(numbers.find("f(a.data(), 0)"), std::string::npos) << numbers;
  const std::string text =
      writtenWithRow(m, m.elements(m.character(), true), Value::present(Value::string("")));
  EXPECT_NE(text.find("f(\"\", 0)"), std::string::npos) << text;
}

TEST(Lowering, WideTextsAreExpectedAsTexts) {
  ModelBuilder m("wide.cpp", {"\"wide.h\""});
  program::Type wide = m.model.types[m.cString()];
  wide.spelling = "const wchar_t *";
  wide.isWide = true;
  m.model.types.push_back(wide);
  const auto type = static_cast<program::TypeId>(m.model.types.size() - 1);
  const auto name = m.function("name", type, {{"key", type}});
  const std::string text = written(m.model, {{name, {Value::present(Value::string("a"))}}},
                                   {returned(0, Value::present(Value::string("b\n\x01")))});
  EXPECT_NE(text.find("EXPECT_EQ(std::wstring(name(L\"a\")), L\"b\\n\\001\");"), std::string::npos) << text;
}

TEST(Lowering, ACallbackThatReturnsAPointerReturnsNull) {
  ModelBuilder m("callbacks.cpp", {"\"callbacks.h\""});
  const auto allocate = m.callback(m.integer(), {"unsigned long"}, false);
  m.model.types[allocate].parts = {m.buffer("void")};
  const auto use = m.function("use", m.integer(), {{"allocate", allocate}});
  const std::string text = written(m.model, {{use, {Value::list({})}}}, {returned(0, Value::number(1))});
  EXPECT_NE(text.find("use([](unsigned long) -> void* { return nullptr; })"), std::string::npos) << text;
}

TEST(Lowering, ACallbackHasItsTypeWhereAnOverloadTakesSomethingElse) {
  ModelBuilder m("callbacks.cpp", {"\"callbacks.h\""});
  const auto make = m.callback(m.integer(), {}, false);
  m.model.types[make].spelling = "std::function<int ()>";
  const auto use = m.function("use", m.integer(), {{"make", make}});
  const std::vector<Step> steps = {{use, {Value::list({Value::number(3)})}}};
  const std::string alone = written(m.model, steps, {returned(0, Value::number(1))});
  EXPECT_NE(alone.find("use([]() -> int { return 3; })"), std::string::npos) << alone;
  m.function("use", m.integer(), {{"flag", m.boolean()}});
  const std::string beside = written(m.model, steps, {returned(0, Value::number(1))});
  EXPECT_NE(beside.find("use(std::function<int ()>([]() -> int { return 3; }))"), std::string::npos)
      << beside;
}

TEST(Lowering, ACallbackWritesDownWhatIsExpectedOfIt) {
  using As = program::Heard::As;
  ModelBuilder m("callbacks.cpp", {"\"callbacks.h\""});
  const auto put = m.callback(m.integer(), {"const char *", "unsigned int", "Color", "void *"}, false);
  m.model.types[put].heard = {{As::CountedText, 0}};
  const auto print = m.function("print", m.nothing(), {{"put", put}});
  const std::vector<Step> steps = {{print, {Value::list({Value::number(1)})}}};
  const std::string text = written(m.model, steps, {leftIn(0, 0, Value::string("<b>"))});
  EXPECT_NE(text.find("  static std::string given;\n  given.clear();\n"), std::string::npos) << text;
  EXPECT_NE(text.find("[](const char* text, unsigned int size, Color,"), std::string::npos) << text;
  EXPECT_NE(text.find("given += textGiven(text, size);"), std::string::npos) << text;
  EXPECT_NE(text.find("EXPECT_EQ(given, \"<b>\");"), std::string::npos) << text;
  m.model.types[put].heard = {{As::Text, 0}, {As::Number, 1}, {As::Enumerator, 2}};
  const std::string more = written(m.model, steps, {leftIn(0, 0, Value::string("a, 1, 2\n"))});
  EXPECT_NE(more.find("given += textGiven(text) + \", \" + std::to_string(number) + \", \" + "),
            std::string::npos)
      << more;
  EXPECT_EQ(written(m.model, steps, {}).find("given"), std::string::npos) << "nothing is expected of it";
  m.model.types[put].spelling = "std::function<int (const char *)>";
  m.function("print", m.nothing(), {{"flag", m.boolean()}});
  const std::string beside = written(m.model, steps, {leftIn(0, 0, Value::string("a, 1, 2\n"))});
  EXPECT_NE(beside.find("print(std::function<int (const char*)>([](const char* text,"), std::string::npos)
      << beside;
}

TEST(Lowering, AListThatIsAssignedToAFieldHasItsType) {
  ModelBuilder m("fields.cpp", {"\"fields.h\""});
  const auto report = m.classType("Report");
  const auto make = m.constructor(report, {});
  const auto values = m.vector(m.integer());
  const auto set = m.method(report, "values", m.nothing(), {{"values", values}});
  m[set].setsField = true;
  const std::string text =
      written(m.model, {{make, {}}, {set, {Value::reference(0), Value::list({Value::number(7)})}}}, {});
  EXPECT_NE(text.find(".values = std::vector<int>{7};"), std::string::npos) << text;
}

TEST(Lowering, ARowMayBeNull) {
  ModelBuilder m("rows.cpp", {"\"rows.h\""});
  const std::string text = writtenWithRow(m, m.elements(m.integer(), false), Value::absent());
  EXPECT_NE(text.find("f(nullptr, 0)"), std::string::npos) << text;
}

TEST(Lowering, NothingIsExpectedOfARowWithoutElements) {
  ModelBuilder m("rows.cpp", {"\"rows.h\""});
  const std::string text = writtenWithRow(m, m.elements(m.integer(), false), Value::present(Value::list({})),
                                          {leftIn(0, 0, Value::list({}))});
  EXPECT_EQ(text.find("empty()"), std::string::npos) << text;
}

TEST(Lowering, AViewThatACallMayChangeIsAVariable) {
  ModelBuilder m("views.cpp", {"\"views.h\""});
  const auto skip = m.function("skip", m.integer(), {{"values", m.span(m.integer()), PassBy::Reference}});
  const auto text = written(m.model, {{skip, {Value::list({Value::number(0), Value::number(7)})}}},
                            {returned(0, Value::number(1)), leftIn(0, 0, Value::list({Value::number(7)}))});
  EXPECT_NE(text.find("  std::vector<int> values{0, 7};\n  std::span<int> valuesView(values);\n"
                      "  EXPECT_EQ(::skip(valuesView), 1);\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("EXPECT_EQ(valuesView[0], 7);"), std::string::npos) << text;
}

}  // namespace
}  // namespace covolve::unit
