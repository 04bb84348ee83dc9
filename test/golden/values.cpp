// Values of all kinds as arguments and as results: containers, pointers and
// references that need variables, texts with odd bytes, NaN inside a list.
#include <cmath>
#include <limits>

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

TEST(Golden, ValuesOfAllKindsAreWrittenPlainly) {
  ModelBuilder m("subject.cpp", {"\"subject.h\""});
  const auto number = [](__int128 i) { return Value::number(i); };
  const auto text = [](std::string s) { return Value::string(std::move(s)); };
  const auto numbers = [](std::initializer_list<int> all) {
    Value list = Value::list({});
    for (int i : all) list.children.push_back(Value::number(i));
    return list;
  };
  const auto entry = m.pair(m.integer(), m.character());
  const auto rows = m.vector(m.vector(m.integer()));
  const auto token = m.classType("values::Token", false);
  const auto point = m.classType("values::point");

  const auto sum = m.function("values::sum", m.integer("long long"),
                              {{"numbers", m.vector(m.integer()), PassBy::ConstReference}});
  const auto split = m.function("values::split", rows, {{"rows", rows, PassBy::ConstReference}});
  const auto join =
      m.function("values::join", m.text(),
                 {{"words", m.vector(m.text()), PassBy::ConstReference}, {"separator", m.view()}});
  const auto scale = m.function("values::scale", m.nothing(),
                                {{"values", m.pointer(m.floating())},
                                 {"factor", m.floating("float"), PassBy::Reference},
                                 {"step", m.integer()}});
  const auto parse = m.function(
      "values::parse", m.boolean(),
      {{"text", m.cString()}, {"outCount", m.integer(), PassBy::Reference}, {"error", m.pointer(m.text())}});
  const auto nameOf = m.function("values::nameOf", m.cString(), {{"letter", m.character()}});
  const auto table =
      m.function("values::table", m.array(entry, 2), {{"input", m.array(entry, 2), PassBy::ConstReference}});
  const auto find =
      m.function("values::find", m.optional(m.text()),
                 {{"key", m.optional(m.integer())}, {"fallback", m.pair(m.integer(), m.text())}});
  const auto ratios = m.function("values::ratios", m.vector(m.floating()), {{"count", m.integer()}});
  const auto both = m.function("values::both", m.pair(m.integer(), m.floating()), {});
  const auto lookup = m.function("values::lookup", m.pointer(m.integer(), true), {{"key", m.integer()}});
  const auto makeToken = m.constructor(token, {{"id", m.integer()}});
  const auto id = m.constMethod(token, "id", m.integer(), {});
  const auto consume = m.function("values::consume", m.integer(), {{"token", token}});
  const auto consumeAll = m.function("values::consumeAll", m.integer(), {{"tokens", m.vector(token)}});
  const auto makePoint = m.aggregate(point, {{"x", m.floating()}, {"y", m.floating()}});
  const auto distance =
      m.function("values::distance", m.floating(),
                 {{"from", point, PassBy::ConstReference}, {"to", point, PassBy::ConstReference}});
  const auto big = m.function("values::big", m.integer("unsigned long long"),
                              {{"value", m.integer("unsigned long long")}});
  const auto range = m.function("values::range", m.vector(m.integer()), {{"count", m.integer()}});
  const auto count = m.function("values::count", m.integer(), {{"text", m.text(), PassBy::ConstReference}});

  const auto format = m.function("values::format", m.nothing(),
                                 {{"number", m.integer()}, {"buffer", m.buffer()}, {"size", m.integer()}});
  const auto trim = m.function("values::trim", m.buffer(), {{"text", m.buffer()}});
  const auto encode =
      m.function("values::encode", m.integer(), {{"in", m.buffer("unsigned char")}, {"out", m.buffer()}});
  const auto detach = m.function("values::detach", m.nothing(), {{"line", m.buffer(), PassBy::Reference}});

  Value thirty = Value::list({});
  for (int i = 0; i < 30; ++i) thirty.children.push_back(Value::number(i));
  const Value pairs =
      Value::list({Value::list({number(1), number('a')}), Value::list({number(2), number('\n')})});

  const std::vector<RecordedTest> tests = {
      {{{sum, {numbers({})}}}, {returned(0, number(0))}, {}},
      {{{sum, {numbers({3})}}}, {returned(0, number(3))}, {}},
      {{{sum, {numbers({std::numeric_limits<int>::max(), std::numeric_limits<int>::min()})}}},
       {returned(0, number(-1))},
       {}},
      {{{split, {Value::list({numbers({1, 2}), numbers({})})}}},
       {returned(0, Value::list({numbers({1, 2})}))},
       {}},
      {{{join,
         {Value::list({text("a"), text("b\xff"
                                       "0")}),
          text(std::string("\0", 1))}}},
       {returned(0, text(std::string("a\0b\xff"
                                     "0",
                                     5)))},
       {}},
      {{{scale, {Value::present(Value::real(1.5)), Value::real(0.1), number(2)}}},
       {leftIn(0, 0, Value::real(3)), leftIn(0, 1, Value::real(0.25))},
       {}},
      {{{scale, {Value::absent(), Value::real(1), number(0)}}}, {leftIn(0, 1, Value::real(INFINITY))}, {}},
      {{{parse, {text("12"), number(0), Value::present(text(""))}}},
       {returned(0, Value::boolean(true)), leftIn(0, 1, number(12)),
        leftIn(0, 2, Value::present(text("none")))},
       {}},
      {{{parse, {Value::absent(), number(-1), Value::absent()}}},
       {returned(0, Value::boolean(false)), leftIn(0, 1, number(-1))},
       {}},
      {{{nameOf, {number('\'')}}}, {returned(0, text("apostrophe"))}, {}},
      {{{nameOf, {number(0x1f)}}}, {returned(0, Value::absent())}, {}},
      {{{table, {pairs}}}, {returned(0, pairs)}, {}},
      {{{find, {Value::absent(), Value::list({number(1), text("one")})}}},
       {returned(0, Value::present(text("one")))},
       {}},
      {{{find, {Value::present(number(4)), Value::list({number(1), text("one")})}}},
       {returned(0, Value::absent())},
       {}},
      {{{ratios, {number(2)}}}, {returned(0, Value::list({Value::real(0.5), Value::real(NAN)}))}, {}},
      {{{both, {}}}, {returned(0, Value::list({number(1), Value::real(NAN)}))}, {}},
      {{{lookup, {number(1)}}}, {returned(0, Value::present(number(10)))}, {}},
      {{{lookup, {number(-1)}}}, {returned(0, Value::absent())}, {}},
      {{{makeToken, {number(5)}}, {id, {Value::reference(0)}}}, {returned(1, number(5))}, {}},
      {{{makeToken, {number(5)}}, {consume, {Value::reference(0)}}}, {returned(1, number(5))}, {}},
      {{{makeToken, {number(5)}},
        {makeToken, {number(6)}},
        {consumeAll, {Value::list({Value::reference(0), Value::reference(1)})}}},
       {returned(2, number(11))},
       {}},
      {{{makePoint, {Value::real(0), Value::real(1)}},
        {makePoint, {Value::real(3), Value::real(5)}},
        {distance, {Value::reference(0), Value::reference(1)}}},
       {returned(2, Value::real(5))},
       {}},
      {{{makePoint, {Value::real(0), Value::real(1)}},
        {distance, {Value::reference(0), Value::reference(0)}}},
       {returned(1, Value::real(-0.0))},
       {}},
      {{{big, {number(static_cast<__int128>(std::numeric_limits<uint64_t>::max()))}}},
       {returned(0, number(10000000000))},
       {}},
      {{{range, {number(30)}}}, {returned(0, thirty)}, {}},
      {{{count, {text(std::string(60, '('))}}}, {returned(0, number(60))}, {}},
      {{{count,
         {text("The quick brown fox jumps over the lazy dog, and then the whole story begins all over again: "
               "\"quoted\"")}}},
       {returned(0, number(101))},
       {}},
      {{{format, {number(-7), Value::present(text("abc")), number(8)}}},
       {leftIn(0, 1, Value::present(text("-7\x01")))},
       {}},
      {{{format, {number(1), Value::absent(), number(0)}}}, {}, {}},
      {{{trim, {Value::present(text(" a"))}}},
       {returned(0, Value::present(text("a"))), leftIn(0, 0, Value::present(text(" a")))},
       {}},
      {{{trim, {Value::absent()}}}, {returned(0, Value::absent())}, {}},
      {{{encode, {Value::present(text("ab")), Value::present(text(""))}}},
       {returned(0, number(2)), leftIn(0, 0, Value::present(text("ab"))),
        leftIn(0, 1, Value::present(text(std::string(256, 'x'))))},
       {}},
      {{{encode, {Value::present(text("")), Value::absent()}}},
       {returned(0, number(0)), leftIn(0, 0, Value::present(text("\x05\xff")))},
       {}},
      {{{detach, {Value::present(text("a b"))}}}, {leftIn(0, 0, Value::present(text("b")))}, {}},
  };
  expectGoldenInAll("values",
                    unit::lowerTests(m.model, tests, "Tests for subject.cpp, evolved by covolve.").passing);
}

}  // namespace
}  // namespace covolve::golden
