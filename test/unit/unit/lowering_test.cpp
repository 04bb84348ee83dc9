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

TEST_F(SmartPointers, ThatACallMayChangeLendNothingFromThenOn) {
  const CallCatalog catalog(m.model);
  EXPECT_TRUE(catalog.endsLoans(change));
  EXPECT_FALSE(catalog.endsLoans(look));
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
