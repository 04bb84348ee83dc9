// What no expression says: files, callbacks whose results differ, and parts
// without a name, all in tests that can be repeated.
#include "../unit/unit/model_builder.h"
#include "golden.h"
#include "unit/lower/lowering.h"

namespace covolve::golden {
namespace {

using program::PassBy;
using unit::leftIn;
using unit::ModelBuilder;
using unit::RecordedTest;
using unit::returned;

TEST(Golden, TestsBringTheirHelpersAlong) {
  ModelBuilder m("subject.cpp", {"\"subject.h\""});
  const auto number = [](__int128 i) { return Value::number(i); };
  const auto text = [](std::string s) { return Value::string(std::move(s)); };
  const auto file = [&](std::string s) { return Value::present(text(std::move(s))); };
  const auto pixel = m.classType("io::Pixel");
  const auto makePixel = m.aggregate(pixel, {{"x", m.integer()},
                                             {"channels0", m.character("unsigned char")},
                                             {"channels1", m.character("unsigned char")},
                                             {"channels2", m.character("unsigned char")}});
  m[makePixel].parameters[1].opensBraces = 2;
  m[makePixel].parameters[3].closesBraces = 2;
  const auto red = m.function("io::red", m.integer(), {{"pixel", pixel, PassBy::ConstReference}});
  const auto upper =
      m.function("io::upper", m.boolean(), {{"in", m.pointer(m.file())}, {"out", m.pointer(m.file())}});
  const auto attempts = m.function(
      "io::attempts", m.integer(),
      {{"send", m.callback(m.boolean(), {"const char *", "void *"}, false)}, {"context", m.buffer()}});
  const auto join = m.function("io::join", m.text(),
                               {{"part", m.callback(m.text(), {"int"}, true), PassBy::ConstReference}});
  m.function("io::count", m.integer(),
             {{"results", m.classType("io::ResultsInTurn"), PassBy::ConstReference}});

  const std::vector<RecordedTest> tests = {
      {{{makePixel, {number(7), number(1), number(2), number(3)}}, {red, {Value::reference(0)}}},
       {returned(1, number(1))},
       {}},
      {{{upper, {file("Shout\n"), file("")}}},
       {returned(0, Value::boolean(true)), leftIn(0, 0, text("Shout\n")), leftIn(0, 1, text("SHOUT\n"))},
       {}},
      {{{upper, {Value::absent(), file("kept")}}},
       {returned(0, Value::boolean(false)), leftIn(0, 1, text("kept"))},
       {}},
      {{{attempts, {Value::list({Value::boolean(false), Value::boolean(false)}), Value::absent()}}},
       {returned(0, number(5))},
       {}},
      {{{attempts, {Value::list({Value::boolean(false), Value::boolean(true)}), Value::absent()}}},
       {returned(0, number(2))},
       {}},
      {{{join, {Value::present(Value::list({text("a"), text("b"), text("c")}))}}},
       {returned(0, text("a-b"))},
       {}},
      {{{join, {Value::present(Value::list({text("a")}))}}}, {returned(0, text("a-a"))}, {}},
  };
  expectGolden("helpers",
               unit::lowerTests(m.model, tests, "Tests for subject.cpp, evolved by covolve.").passing);
  expectPasses("helpers", "*");
}

}  // namespace
}  // namespace covolve::golden
