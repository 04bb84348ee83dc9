// The source itself is included, its main() renamed; what has internal linkage
// or stands in an unnamed namespace is called all the same.
#include "../unit/unit/model_builder.h"
#include "golden.h"
#include "unit/lower/lowering.h"

namespace covolve::golden {
namespace {

using program::PassBy;
using unit::ModelBuilder;
using unit::RecordedTest;
using unit::returned;

TEST(Golden, AWholeProgramIsIncludedWithoutItsMain) {
  ModelBuilder m("tool.cpp", {"\"tool.cpp\""});
  m.model.access.includeSource = true;
  m.model.access.definesMain = true;
  const auto range = m.classType("(anonymous namespace)::Range");
  const auto digits = m.function("(anonymous namespace)::digits", m.integer(), {{"number", m.integer()}});
  const auto makeRange = m.aggregate(range, {{"low", m.integer()}, {"high", m.integer()}});
  const auto width = m.function("width", m.integer(), {{"range", range, PassBy::ConstReference}});
  const std::vector<RecordedTest> tests = {
      {{{digits, {Value::number(100)}}}, {returned(0, Value::number(3))}, {}},
      {{{makeRange, {Value::number(1), Value::number(4)}}, {width, {Value::reference(0)}}},
       {returned(1, Value::number(3))},
       {}},
  };
  expectGolden("whole_program",
               unit::lowerTests(m.model, tests, "Tests for tool.cpp, evolved by covolve.").passing);
}

}  // namespace
}  // namespace covolve::golden
