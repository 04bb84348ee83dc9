// Names of variables and tests.
#include <gtest/gtest.h>

#include <algorithm>

#include "model_builder.h"
#include "unit/lower/exception_types.h"
#include "unit/lower/name_words.h"
#include "unit/lower/test_names.h"
#include "unit/lower/variable_names.h"

namespace covolve::unit {
namespace {

using program::PassBy;

TEST(VariableNames, ComeFromTheClass) {
  EXPECT_EQ(variableNameOf("shop::OrderItem"), "orderItem");
  EXPECT_EQ(variableNameOf("HTTPRequest"), "httpRequest");
  EXPECT_EQ(variableNameOf("URL"), "url");
  EXPECT_EQ(variableNameOf("io::ISensor"), "sensor");
  EXPECT_EQ(variableNameOf("IOStream"), "ioStream");
  EXPECT_EQ(variableNameOf("shopping_cart"), "shoppingCart");
  EXPECT_EQ(variableNameOf("ds::Stack<std::pair<int, ns::X>>"), "stack");
  EXPECT_EQ(variableNameOf("Outer<int>::Inner"), "inner");
}

TEST(VariableNames, AreNumberedAndNeverReserved) {
  ModelBuilder m("a.cpp");
  m.function("order::total", m.integer(), {});
  const std::set<std::string> reserved = reservedNames(m.model);
  VariableNames names(reserved);
  EXPECT_EQ(names.fresh("item"), "item");
  EXPECT_EQ(names.fresh("item"), "item2");
  EXPECT_EQ(names.fresh("item"), "item3");
  EXPECT_EQ(names.fresh("order"), "order1") << "the namespace must stay visible";
  EXPECT_EQ(names.fresh("total"), "total1") << "so must the function";
  EXPECT_EQ(names.fresh("class"), "class1");
  EXPECT_EQ(names.fresh(""), "value");
  EXPECT_EQ(names.fresh("__x"), "value2") << "reserved for the implementation";
}

TEST(VariableNames, MayBeThoseOfMethods) {
  ModelBuilder m("a.cpp");
  m.method(m.classType("Order"), "total", m.integer(), {});
  EXPECT_FALSE(reservedNames(m.model).contains("total"));
  EXPECT_TRUE(reservedNames(m.model).contains("Order"));
}

TEST(NameWords, TellValues) {
  ModelBuilder m("a.cpp");
  const auto words = [&](const Value& value, program::TypeId type) {
    return valueWords(m.model, value, type);
  };
  EXPECT_EQ(words(Value::number(0), m.integer()), "Zero");
  EXPECT_EQ(words(Value::number(-7), m.integer()), "Minus7");
  EXPECT_EQ(words(Value::number(2147483647), m.integer()), "Maximum");
  EXPECT_EQ(words(Value::number(-1), m.integer("unsigned __int128")),
            "340282366920938463463374607431768211455");
  EXPECT_EQ(words(Value::real(-1.5), m.floating()), "Minus1Point5");
  EXPECT_EQ(words(Value::real(0.123456789012), m.floating()), "About0Point123");
  EXPECT_EQ(words(Value::real(1e-9), m.floating()), "1EMinus09");
  EXPECT_EQ(words(Value::string(""), m.text()), "EmptyText");
  EXPECT_EQ(words(Value::string("big apple"), m.text()), "BigApple");
  EXPECT_EQ(words(Value::string("\xff!"), m.text()), "ByteFFExclamationMark");
  EXPECT_EQ(words(Value::string("-7\x01"), m.text()), "Dash7Byte01");
  EXPECT_EQ(words(Value::string("\x01\x02\x03\x04\x05\x06"), m.text()), "TextOf6Bytes");
  EXPECT_EQ(words(Value::string("."), m.text()), "Dot");
  EXPECT_EQ(words(Value::string("<a"), m.text()), "LessSignA");
  EXPECT_EQ(words(Value::string("<a b"), m.text()), "LessSignASpaceB");
  EXPECT_EQ(words(Value::string("text/html"), m.text()), "TextSlashHtml");
  EXPECT_EQ(words(Value::string("a,b,c,d"), m.text()), "TextOf7Bytes") << "too much to read";
  EXPECT_EQ(words(Value::string("{([])}"), m.text()), "TextOf6Bytes");
  EXPECT_EQ(words(Value::string("\x01"), m.text()), "Byte01");
  EXPECT_EQ(words(Value::string("malformed comment"), m.text()), "MalformedComment");
  EXPECT_EQ(words(Value::string("expected value, got (-21)"), m.text()), "ExpectedValueGot21");
  EXPECT_EQ(words(Value::string("at least one digit required in fractional part"), m.text()),
            "AtLeastOneDigitRequiredInFractional");
  EXPECT_EQ(words(Value::string("unexpected end of input inside of the comment"), m.text()),
            "UnexpectedEndOfInputInside");
  EXPECT_EQ(words(Value::string("Kq zr 8 #1 [9]+2 3"), m.text()), "TextOf18Bytes") << "no message";
  EXPECT_EQ(words(Value::number('x'), m.character()), "SmallX");
  EXPECT_EQ(words(Value::number(' '), m.character()), "Space");
  EXPECT_EQ(words(Value::list({}), m.vector(m.integer())), "NoElements");
  EXPECT_EQ(words(Value::absent(), m.optional(m.integer())), "Nothing");
  EXPECT_EQ(words(Value::absent(), m.cString()), "Null");
  EXPECT_EQ(words(Value::present(Value::string("a")), m.cString()), "A");
}

TEST(NameWords, TellWhatExceptionsSay) {
  EXPECT_EQ(messageWords("no such item"), "NoSuchItem");
  EXPECT_EQ(messageWords("price (in cents) must not be negative."), "PriceInCentsMustNotBeNegative");
  EXPECT_EQ(messageWords("amount"), "Amount");
  EXPECT_EQ(messageWords(""), "");
  EXPECT_EQ(messageWords("stoi"), "");
  EXPECT_EQ(messageWords("stopped"), "Stopped");
  EXPECT_EQ(messageWords("bad node 0x7fffffffa1b4"), "") << "would differ next time";
  EXPECT_EQ(messageWords("vector::_M_range_check: __n (which is 5) >= this->size()"), "");
  EXPECT_EQ(messageWords("line 3\ncolumn 4"), "");
  EXPECT_EQ(messageWords("a sentence that goes on for longer than anybody would want to read"), "");
}

class TestNamesTest : public ::testing::Test {
 protected:
  ModelBuilder m{"order_rules.cpp"};
  program::CallableId clamp =
      m.function("clamp", m.integer(), {{"value", m.integer()}, {"low", m.integer()}});

  RecordedTest clampTest(int value, int low, int result) {
    return {{{clamp, {Value::number(value), Value::number(low)}}}, {returned(0, Value::number(result))}, {}};
  }
  std::vector<std::string> namesOf(const std::vector<RecordedTest>& tests, const FileNaming& naming = {}) {
    std::vector<std::string> names;
    for (const TestName& name : testNames(m.model, tests, naming))
      names.push_back(name.suite + "." + name.name);
    return names;
  }
};

using Names = std::vector<std::string>;

TEST_F(TestNamesTest, SayWhatIsReturned) {
  EXPECT_EQ(namesOf({clampTest(1, 2, 2)}), (Names{"OrderRulesTest.ClampReturns2"}));
}

TEST_F(TestNamesTest, SuitesDifferFromThoseOfOtherFiles) {
  const auto made = m.constructor(m.classType("shop::core::Order"), {});
  const std::vector<RecordedTest> tests{{{{made, {}}}, {}, {}}};
  const auto suiteBeside = [&](std::set<std::string> others) {
    return namesOf(tests, {.file = "ui/order", .suites = std::move(others)});
  };
  EXPECT_EQ(suiteBeside({"OtherTest"}), Names{"OrderTest.ConstructsByDefault"});
  EXPECT_EQ(suiteBeside({"OrderTest"}), Names{"CoreOrderTest.ConstructsByDefault"});
  EXPECT_EQ(suiteBeside({"OrderTest", "CoreOrderTest"}), Names{"ShopCoreOrderTest.ConstructsByDefault"});
  EXPECT_EQ(suiteBeside({"OrderTest", "CoreOrderTest", "ShopCoreOrderTest"}),
            Names{"UiOrderOrderTest.ConstructsByDefault"});
  EXPECT_EQ(suiteBeside({"OrderTest", "CoreOrderTest", "ShopCoreOrderTest", "UiOrderOrderTest"}),
            Names{"UiOrderOrder2Test.ConstructsByDefault"});
  EXPECT_EQ(namesOf({clampTest(1, 2, 2)}, {.file = "ui/order", .suites = {}}),
            Names{"UiOrderTest.ClampReturns2"});
}

TEST_F(TestNamesTest, ArgumentsTellEqualNamesApart) {
  EXPECT_EQ(
      namesOf({clampTest(1, 2, 2), clampTest(-1, 2, 2)}),
      (Names{"OrderRulesTest.ClampReturns2WithValueOne", "OrderRulesTest.ClampReturns2WithValueMinusOne"}));
  EXPECT_EQ(
      namesOf({clampTest(1, 2, 2), clampTest(-1, 0, 2)}),
      (Names{"OrderRulesTest.ClampReturns2WithValueOne", "OrderRulesTest.ClampReturns2WithValueMinusOne"}));
}

TEST_F(TestNamesTest, WhatOneDistinctionLeavesAlikeTheNextTellsApart) {
  const auto handle = m.classType("Handle");
  const auto make = m.constructor(handle, {{"node", m.integer()}});
  const auto first = m.method(handle, "first", m.nothing(), {});
  const auto last = m.method(handle, "last", m.nothing(), {});
  const auto object = Value::reference(0);
  const auto test = [&](int node, bool calledBefore) {
    RecordedTest made{{{make, {Value::number(node)}}}, {}, {}};
    if (calledBefore) made.steps.push_back({first, {object}});
    made.steps.push_back({last, {object}});
    return made;
  };
  EXPECT_EQ(namesOf({test(0, false), test(1, false), test(1, true)}),
            (Names{"HandleTest.LastDoesNotThrowOfZero", "HandleTest.LastDoesNotThrowOfOne",
                   "HandleTest.LastDoesNotThrowAfterFirst"}));
}

TEST_F(TestNamesTest, OverloadsAreToldApartByTheirTypes) {
  const auto byInt = m.function("push", m.nothing(), {{"value", m.integer()}});
  const auto byText = m.function("push", m.nothing(), {{"value", m.integer("unsigned int")}});
  const RecordedTest one{{{byInt, {Value::number(2)}}}, {}, {}};
  const RecordedTest other{{{byText, {Value::number(2)}}}, {}, {}};
  EXPECT_EQ(namesOf({one, other}), (Names{"OrderRulesTest.PushDoesNotThrowTakingInt",
                                          "OrderRulesTest.PushDoesNotThrowTakingUnsignedInt"}));
}

TEST_F(TestNamesTest, EarlierCallsTellThemApartWhereArgumentsCannot) {
  const auto counter = m.classType("Counter");
  const auto make = m.constructor(counter, {});
  const auto step = m.method(counter, "step", m.nothing(), {});
  const auto count = m.constMethod(counter, "count", m.integer(), {});
  const RecordedTest fresh{{{make, {}}, {count, {Value::reference(0)}}}, {returned(1, Value::number(0))}, {}};
  const RecordedTest stepped{{{make, {}}, {step, {Value::reference(0)}}, {count, {Value::reference(0)}}},
                             {returned(2, Value::number(0))},
                             {}};
  EXPECT_EQ(namesOf({fresh, stepped}),
            (Names{"CounterTest.CountReturnsZero", "CounterTest.CountReturnsZeroAfterStep"}));
}

TEST_F(TestNamesTest, AreAboutWhatComesAfterAnException) {
  const auto counter = m.classType("Counter");
  const auto make = m.constructor(counter, {});
  const auto step = m.method(counter, "step", m.nothing(), {});
  const auto reset = m.method(counter, "reset", m.nothing(), {});
  const auto object = Value::reference(0);
  const RecordedTest refused{{{make, {}}, {step, {object}}}, {threw(1, "std::logic_error")}, {}};
  const RecordedTest fresh{{{make, {}}, {reset, {object}}}, {}, {}};
  const RecordedTest after{{{make, {}}, {step, {object}}, {step, {object}}, {reset, {object}}},
                           {threw(1, "std::logic_error"), threw(2, "std::logic_error")},
                           {}};
  EXPECT_EQ(namesOf({refused, fresh, after}),
            (Names{"CounterTest.StepThrowsLogicError", "CounterTest.ResetDoesNotThrow",
                   "CounterTest.ResetDoesNotThrowAfterFailedStep"}));
}

TEST_F(TestNamesTest, SayWhatACallWithoutResultChanged) {
  const auto lamp = m.classType("Lamp");
  const auto make = m.constructor(lamp, {});
  const auto on = m.constMethod(lamp, "isOn", m.boolean(), {});
  const auto off = m.method(lamp, "off", m.nothing(), {});
  const auto level = m.constMethod(lamp, "level", m.integer(), {});
  RecordedTest test{
      {{make, {}}, {on, {Value::reference(0)}}, {off, {Value::reference(0)}}, {level, {Value::reference(0)}}},
      {returned(1, Value::number(1)), returned(3, Value::number(0))},
      {}};
  test.inspections = 1;
  test.showsEffect = true;
  EXPECT_EQ(namesOf({test}), (Names{"LampTest.OffSetsLevelToZero"}));
  test.showsEffect = false;  // the last call changed nothing of it
  EXPECT_EQ(namesOf({test}), (Names{"LampTest.IsOnReturnsTrue"}));
}

TEST_F(TestNamesTest, SayWhatAFieldThatWasSetChanged) {
  const auto lamp = m.classType("Lamp");
  const auto make = m.constructor(lamp, {});
  const auto watts = m.method(lamp, "watts", m.nothing(), {{"watts", m.integer()}});
  m[watts].setsField = m[watts].supports = true;
  m[watts].underTest = false;
  const auto on = m.constMethod(lamp, "isOn", m.boolean(), {});
  RecordedTest test{
      {{make, {}}, {watts, {Value::reference(0), Value::number(9)}}, {on, {Value::reference(0)}}},
      {returned(2, Value::number(0))},
      {}};
  test.inspections = 1;
  test.showsEffect = true;
  EXPECT_EQ(namesOf({test}), (Names{"LampTest.SettingWattsSetsIsOnToFalse"}));
}

TEST_F(TestNamesTest, SayWhatTheObjectIsThatACallReturned) {
  const auto row = m.classType("Row");
  const auto parse = m.function("parse", row, {});
  const auto empty = m.constMethod(row, "empty", m.boolean(), {});
  const auto width = m.constMethod(row, "width", m.integer(), {});
  RecordedTest test{{{parse, {}}, {empty, {Value::reference(0)}}, {width, {Value::reference(0)}}},
                    {returned(1, Value::number(0)), returned(2, Value::number(7))},
                    {}};
  test.inspections = 2;
  EXPECT_EQ(namesOf({test}), (Names{"OrderRulesTest.ParseReturnsWidth7"}));
  test.inspections = 1;
  test.steps.pop_back();
  test.observations.pop_back();
  EXPECT_EQ(namesOf({test}), (Names{"OrderRulesTest.ParseDoesNotThrow"}))
      << "of yes and no the name says nothing";
}

TEST_F(TestNamesTest, AreAboutTheObjectThatTheLastCallReturned) {
  const auto table = m.classType("Table");
  const auto cell = m.classType("Cell");
  const auto open = m.function("open", m.integer(), {});
  const auto make = m.constructor(table, {});
  const auto find = m.method(table, "find", cell, {});
  const auto width = m.constMethod(cell, "width", m.integer(), {});
  RecordedTest test{{{make, {}}, {open, {}}, {find, {Value::reference(0)}}, {width, {Value::reference(2)}}},
                    {returned(1, Value::number(3)), returned(3, Value::number(7))},
                    {}};
  test.inspections = 1;
  EXPECT_EQ(namesOf({test}), (Names{"TableTest.FindReturnsWidth7"}));
}

TEST_F(TestNamesTest, AreAboutWhatIsAskedFor) {
  const auto counter = m.classType("Counter");
  const auto make = m.constructor(counter, {});
  const auto step = m.method(counter, "step", m.nothing(), {});
  const auto count = m.constMethod(counter, "count", m.integer(), {});
  const RecordedTest test{{{make, {}}, {step, {Value::reference(0)}}, {count, {Value::reference(0)}}},
                          {returned(2, Value::number(0))},
                          {}};
  EXPECT_EQ(namesOf({test}), (Names{"CounterTest.CountReturnsZero"}));
  m.model.restriction.emplace();
  for (const auto id : {make, count}) m[id].underTest = false;
  EXPECT_EQ(namesOf({test}), (Names{"CounterTest.StepDoesNotThrow"}));
  m[step].underTest = false;
  EXPECT_EQ(namesOf({test}), (Names{"CounterTest.CountReturnsZero"})) << "it can only be reached";
}

TEST_F(TestNamesTest, ANumberIsTheLastResort) {
  EXPECT_EQ(namesOf({clampTest(5, 2, 0), clampTest(5, 2, 0)}),
            (Names{"OrderRulesTest.ClampReturnsZero", "OrderRulesTest.ClampReturnsZero2"}));
}

TEST_F(TestNamesTest, FaultsSayHowTheyEnd) {
  const auto named = [&](const char* kind) {
    RecordedTest test = clampTest(1, 2, 3);
    test.fault = Fault{kind, "", "", 0, ""};
    return namesOf({test}).front();
  };
  EXPECT_EQ(named("SIGSEGV"), "OrderRulesFaults.ClampCrashesWithSIGSEGV");
  EXPECT_EQ(named("endless loop"), "OrderRulesFaults.ClampNeverReturns");
  EXPECT_EQ(named("exit"), "OrderRulesFaults.ClampExits");
  EXPECT_EQ(named("memory leak"), "OrderRulesFaults.ClampFailsWithMemoryLeak");
}

TEST_F(TestNamesTest, AreUniqueForManyTests) {
  std::vector<RecordedTest> tests;
  for (int i = 0; i < 200; ++i) tests.push_back(clampTest(i % 7, i % 3, i % 2));
  Names names = namesOf(tests);
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
}

TEST(ExceptionTypes, AreWrittenAsUsersWriteThem) {
  EXPECT_EQ(publicExceptionType("shop::Error"), "shop::Error");
  EXPECT_EQ(
      publicExceptionType("std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"),
      "std::string");
  EXPECT_EQ(publicExceptionType("std::filesystem::__cxx11::filesystem_error"),
            "std::filesystem::filesystem_error");
  EXPECT_EQ(publicExceptionType("std::__ios_failure"), "std::ios_base::failure");
  EXPECT_EQ(publicExceptionType("std::__detail::secret"), "");
  EXPECT_EQ(publicExceptionType("(anonymous namespace)::Hidden"), "");
  EXPECT_STREQ(exceptionHeader("std::out_of_range"), "<stdexcept>");
  EXPECT_STREQ(exceptionHeader("std::bad_alloc"), "<new>");
  EXPECT_EQ(exceptionHeader("shop::Error"), nullptr);
}

TEST_F(TestNamesTest, TheArgumentThatNoOtherHasTellsMost) {
  EXPECT_EQ(namesOf({clampTest(1, 2, 2), clampTest(1, 3, 2), clampTest(2, 2, 2)}),
            (Names{"OrderRulesTest.ClampReturns2ForOneAnd2", "OrderRulesTest.ClampReturns2WithLow3",
                   "OrderRulesTest.ClampReturns2WithValue2"}));
}

TEST_F(TestNamesTest, ObjectsAreToldApartByWhatTheyAreMadeOf) {
  const auto item = m.classType("Item");
  const auto make = m.constructor(item, {{"name", m.text()}, {"quantity", m.integer()}});
  const auto price = m.function("price", m.integer(), {{"item", item, PassBy::ConstReference}});
  const auto priceOf = [&](const char* name, int quantity) {
    return RecordedTest{
        {{make, {Value::string(name), Value::number(quantity)}}, {price, {Value::reference(0)}}},
        {returned(1, Value::number(7))},
        {}};
  };
  EXPECT_EQ(
      namesOf({priceOf("", 2), priceOf("a", 0), priceOf("a", 101)}),
      (Names{"OrderRulesTest.PriceReturns7WithNameEmptyText", "OrderRulesTest.PriceReturns7WithQuantityZero",
             "OrderRulesTest.PriceReturns7WithQuantity101"}));
}

TEST_F(TestNamesTest, WhatTheCodeSaysTellsExceptionsApart) {
  const auto refused = [&](int value, std::string message) {
    RecordedTest test{
        {{clamp, {Value::number(value), Value::number(2)}}}, {threw(0, "std::out_of_range")}, {}};
    test.observations[0].exceptionText = std::move(message);
    return test;
  };
  EXPECT_EQ(namesOf({refused(1, "too low")}), (Names{"OrderRulesTest.ClampThrowsOutOfRange"}));
  EXPECT_EQ(namesOf({refused(1, "too low"), refused(3, "too high")}),
            (Names{"OrderRulesTest.ClampThrowsOutOfRangeSayingTooLow",
                   "OrderRulesTest.ClampThrowsOutOfRangeSayingTooHigh"}));
  EXPECT_EQ(namesOf({refused(1, "too low"), refused(3, "too high"), refused(4, "too high")}),
            (Names{"OrderRulesTest.ClampThrowsOutOfRangeSayingTooLow",
                   "OrderRulesTest.ClampThrowsOutOfRangeSayingTooHighWithValue3",
                   "OrderRulesTest.ClampThrowsOutOfRangeSayingTooHighWithValue4"}));
  EXPECT_EQ(namesOf({refused(1, "wrong"), refused(3, "wrong")}),
            (Names{"OrderRulesTest.ClampThrowsOutOfRangeWithValueOne",
                   "OrderRulesTest.ClampThrowsOutOfRangeWithValue3"}));
}

TEST_F(TestNamesTest, WhatCallsBeforeWereGivenComesLast) {
  const auto after = [&](int value) {
    RecordedTest test = clampTest(value, 2, 2);
    test.steps.push_back({clamp, {Value::number(5), Value::number(6)}});
    test.observations.push_back(returned(1, Value::number(6)));
    return test;
  };
  EXPECT_EQ(namesOf({after(1), after(2)}), (Names{"OrderRulesTest.ClampReturns6AfterClampOfOneAnd2",
                                                  "OrderRulesTest.ClampReturns6AfterClampOf2And2"}));
}

}  // namespace
}  // namespace covolve::unit
