// The written call must pick the overload that was run; operators are written
// as operators; names must not collide with what a test's body sees.
#include "../unit/unit/model_builder.h"
#include "golden.h"
#include "unit/lower/lowering.h"

namespace covolve::golden {
namespace {

using program::PassBy;
using unit::ModelBuilder;
using unit::RecordedTest;
using unit::returned;
using unit::threw;

TEST(Golden, OverloadsAndOperatorsStayTheRecordedOnes) {
  ModelBuilder m("subject.cpp", {"\"subject.h\""});
  const auto number = [](__int128 i) { return Value::number(i); };
  const auto object = [](uint32_t i) { return Value::reference(i); };
  const auto vec = m.classType("math::Vec");
  const auto vecByReference = ModelBuilder::Parameter{"left", vec, PassBy::ConstReference};
  const auto otherByReference = ModelBuilder::Parameter{"right", vec, PassBy::ConstReference};
  const auto numbers = m.vector(m.integer());

  const auto make = m.constructor(vec, {});
  const auto makeInt = m.constructor(vec, {{"all", m.integer()}});
  const auto makeDouble = m.constructor(vec, {{"all", m.floating()}});
  const auto makeTwo = m.constructor(vec, {{"x", m.integer()}, {"y", m.integer()}});
  const auto at = m.method(vec, "operator[]", m.integer(), {{"index", m.integer("unsigned long")}});
  m[at].resultBy = PassBy::Reference;
  const auto constAt = m.constMethod(vec, "operator[]", m.integer(), {{"index", m.integer("unsigned long")}});
  m[constAt].resultBy = PassBy::ConstReference;
  const auto call = m.constMethod(vec, "operator()", m.integer(), {{"a", m.integer()}, {"b", m.integer()}});
  const auto toBool = m.constMethod(vec, "operator bool", m.boolean(), {});
  const auto negate = m.constMethod(vec, "operator-", vec, {});
  const auto addTo = m.method(vec, "operator+=", vec, {{"other", vec, PassBy::ConstReference}});
  m[addTo].resultBy = PassBy::Reference;
  const auto preIncrement = m.method(vec, "operator++", vec, {});
  m[preIncrement].resultBy = PassBy::Reference;
  const auto postIncrement = m.method(vec, "operator++", vec, {{"", m.integer()}});
  const auto constBegin = m.constMethod(vec, "begin", m.pointer(m.integer(), true), {});
  m.method(vec, "begin", m.pointer(m.integer()), {});
  const auto take = m.method(vec, "take", vec, {});
  m[take].isRvalueQualified = true;
  const auto length = m.constMethod(vec, "length", m.integer(), {});
  const auto plus = m.function("math::operator+", vec, {vecByReference, otherByReference});
  const auto timesShort =
      m.function("math::operator*", vec, {vecByReference, {"factor", m.integer("short")}});
  const auto timesFloat =
      m.function("math::operator*", vec, {vecByReference, {"factor", m.floating("float")}});
  const auto less = m.function("math::operator<", m.boolean(), {vecByReference, otherByReference});
  const auto concatenate =
      m.function("math::operator+", numbers,
                 {{"left", numbers, PassBy::ConstReference}, {"right", numbers, PassBy::ConstReference}});

  std::vector<RecordedTest> tests = {
      {{{makeInt, {number(3)}}, {length, {object(0)}}}, {returned(1, number(1))}, {}},
      {{{makeDouble, {Value::real(3)}}, {length, {object(0)}}}, {returned(1, number(2))}, {}},
      {{{makeTwo, {number(1), number(2)}}, {at, {object(0), number(1)}}}, {returned(1, number(2))}, {}},
      {{{makeTwo, {number(1), number(2)}}, {constAt, {object(0), number(1)}}}, {returned(1, number(3))}, {}},
      {{{make, {}}, {preIncrement, {object(0)}}, {constAt, {object(0), number(0)}}},
       {returned(2, number(4))},
       {}},
      {{{make, {}}, {call, {object(0), number(1), number(-2)}}}, {returned(1, number(5))}, {}},
      {{{make, {}}, {toBool, {object(0)}}}, {returned(1, Value::boolean(true))}, {}},
      {{{make, {}}, {negate, {object(0)}}, {length, {object(1)}}}, {returned(2, number(6))}, {}},
      {{{make, {}}, {negate, {object(0)}}}, {}, {}},
      {{{make, {}}, {make, {}}, {addTo, {object(0), object(1)}}, {length, {object(0)}}},
       {returned(3, number(7))},
       {}},
      {{{make, {}}, {postIncrement, {object(0), number(0)}}, {length, {object(0)}}},
       {returned(2, number(8))},
       {}},
      {{{make, {}}, {constBegin, {object(0)}}}, {returned(1, Value::absent())}, {}},
      {{{make, {}}, {take, {object(0)}}, {length, {object(1)}}}, {returned(2, number(9))}, {}},
      {{{make, {}}, {makeInt, {number(2)}}, {plus, {object(0), object(1)}}, {length, {object(2)}}},
       {returned(3, number(10))},
       {}},
      {{{make, {}}, {timesShort, {object(0), number(2)}}, {length, {object(1)}}},
       {returned(2, number(11))},
       {}},
      {{{make, {}}, {timesFloat, {object(0), Value::real(2)}}, {length, {object(1)}}},
       {returned(2, number(12))},
       {}},
      {{{make, {}}, {makeInt, {number(2)}}, {less, {object(0), object(1)}}},
       {returned(2, Value::boolean(true))},
       {}},
      {{{make, {}}, {makeInt, {number(2)}}, {less, {object(0), object(1)}}},
       {threw(2, "std::length_error")},
       {}},
      {{{concatenate, {Value::list({number(1)}), Value::list({})}}},
       {returned(0, Value::list({number(1)}))},
       {}},
  };

  const auto kind = [&](program::TypeId type, Value argument, PassBy passBy = PassBy::Value) {
    const auto id = m.function("math::kind", m.integer(), {{"value", type, passBy}});
    tests.push_back(
        {{{id, {std::move(argument)}}}, {returned(0, number(static_cast<int>(tests.size())))}, {}});
  };
  kind(m.integer(), number(3));
  kind(m.integer("short"), number(3));
  kind(m.character("unsigned char"), number(3));
  kind(m.integer("unsigned long"), number(3));
  kind(m.floating("float"), Value::real(3));
  kind(m.floating(), Value::real(3));
  kind(m.cString(), Value::string("x"));
  kind(m.cString(), Value::absent());
  kind(m.text(), Value::string("x"), PassBy::ConstReference);
  kind(m.view(), Value::string("x"));
  kind(numbers, Value::list({number(1)}), PassBy::ConstReference);
  kind(m.vector(m.integer("short")), Value::list({}), PassBy::ConstReference);
  kind(m.optional(m.integer()), Value::present(number(3)));
  kind(m.optional(m.integer()), Value::absent());
  kind(m.pointer(m.integer(), true), Value::absent());
  kind(m.pointer(m.integer(), true), Value::present(number(4)));
  kind(m.pointer(vec, true), Value::absent());

  int how = 0;
  for (const PassBy passBy : {PassBy::Reference, PassBy::ConstReference, PassBy::RvalueReference}) {
    const auto id = m.function("math::kindPassed", m.integer(), {{"text", m.text(), passBy}});
    tests.push_back({{{id, {Value::string("x")}}}, {returned(0, number(++how))}, {}});
  }
  for (const PassBy passBy : {PassBy::Reference, PassBy::ConstReference}) {
    const auto id = m.function("math::passed", m.integer(), {{"vec", vec, passBy}});
    tests.push_back(
        {{{make, {}}, {preIncrement, {object(0)}}, {id, {object(0)}}}, {returned(2, number(++how))}, {}});
  }
  for (const bool isConst : {false, true}) {
    const auto id = m.function("math::passed", m.integer(), {{"vec", m.pointer(vec, isConst)}});
    tests.push_back({{{make, {}}, {preIncrement, {object(0)}}, {id, {Value::present(object(0))}}},
                     {returned(2, number(++how))},
                     {}});
  }

  // Default arguments make further callables of one declaration: no overloads.
  const auto pad = m.function("math::pad", m.integer(), {{"value", m.integer()}});
  const auto padWide = m.function("math::pad", m.integer(), {{"value", m.integer()}, {"width", m.integer()}});
  m[padWide].line = m[pad].line;
  tests.push_back({{{pad, {number(7)}}}, {returned(0, number(7))}, {}});

  const auto lookUp = m.function("math::lookUp", m.nothing(), {{"key", m.integer()}});
  tests.push_back({{{lookUp, {number(7)}}}, {threw(0, "math::LookupError<int, char>")}, {}});
  tests.push_back({{{lookUp, {number(8)}}}, {threw(0, "")}, {}});

  const auto test = m.classType("Test");
  const auto makeTest = m.constructor(test, {{"vec", vec, PassBy::ConstReference}});
  const auto runIt = m.function("Run", m.integer(), {{"value", m.integer()}});
  const auto order = m.function("order", m.integer(), {{"order", m.integer(), PassBy::Value}});
  tests.push_back({{{make, {}}, {makeTest, {object(0)}}}, {threw(1, "std::bad_alloc")}, {}});
  tests.push_back({{{make, {}}, {makeTest, {object(0)}}}, {}, {}});
  tests.push_back({{{runIt, {number(1)}}}, {returned(0, number(1))}, {}});
  tests.push_back({{{order, {number(1)}}}, {returned(0, number(1))}, {}});

  expectGolden("overloads",
               unit::lowerTests(m.model, tests, "Tests for subject.cpp, evolved by covolve.").passing);
  expectPasses("overloads", "SubjectTest.Kind*");
}

}  // namespace
}  // namespace covolve::golden
