// A class with its functions: objects, expectations of every plain kind,
// exceptions, names that need telling apart, faults.
#include <cmath>

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
using unit::threw;

struct Shop : ModelBuilder {
  Shop() : ModelBuilder("order.cpp", {"\"order.h\""}) {}

  program::TypeId status = enumeration(
      "shop::Status", {{"shop::Status::Open", 0}, {"shop::Status::Paid", 1}, {"shop::Status::Shipped", 7}});
  program::TypeId item = classType("shop::Item");
  program::TypeId order = classType("shop::Order");

  program::CallableId makeItem = aggregate(item, {{"name", text()}, {"price", integer()}});
  program::CallableId makeEmpty = constructor(order, {});
  program::CallableId makeFor = constructor(order, {{"customer", integer()}, {"discount", floating()}});
  program::CallableId add = method(
      order, "add", nothing(), {{"item", item, PassBy::ConstReference}, {"count", integer("unsigned int")}});
  program::CallableId total = constMethod(order, "total", integer(), {});
  program::CallableId average = constMethod(order, "average", floating(), {});
  program::CallableId empty = constMethod(order, "empty", boolean(), {});
  program::CallableId statusOf = constMethod(order, "status", status, {});
  program::CallableId pay = method(order, "pay", nothing(), {});
  program::CallableId names = constMethod(order, "names", vector(text()), {});
  program::CallableId cheapest = constMethod(order, "cheapest", optional(integer()), {});
  program::CallableId merge = method(order, "merge", order, {{"other", order, PassBy::RvalueReference}});
  program::CallableId sample = staticMethod(order, "sample", order, {{"seed", integer("long")}});
  program::CallableId ratio = function("shop::ratio", integer(), {{"part", integer()}, {"whole", integer()}});
  program::CallableId combine =
      function("shop::combine", order,
               {{"first", order, PassBy::ConstReference}, {"second", order, PassBy::ConstReference}});
  program::CallableId equals =
      function("shop::operator==", boolean(),
               {{"left", order, PassBy::ConstReference}, {"right", order, PassBy::ConstReference}});
};

TEST(Golden, ShopReadsAsWrittenByHand) {
  Shop shop;
  shop[shop.merge].resultBy = PassBy::Reference;
  const auto number = [](int i) { return Value::number(i); };
  const auto object = [](uint32_t i) { return Value::reference(i); };
  const std::vector<RecordedTest> tests = {
      {{{shop.makeEmpty, {}}, {shop.total, {object(0)}}}, {returned(1, number(0))}, {}},
      {{{shop.makeFor, {number(7), Value::real(0.25)}},
        {shop.makeItem, {Value::string("tea"), number(3)}},
        {shop.add, {object(0), object(1), number(2)}},
        {shop.total, {object(0)}}},
       {returned(3, number(0))},
       {}},
      {{{shop.makeFor, {number(-1), Value::real(1)}}}, {threw(0, "std::invalid_argument")}, {}},
      {{{shop.makeFor, {number(1), Value::real(1e300)}}}, {}, {}},
      // After exceptions: what the next call returns, and that it comes back.
      {{{shop.makeEmpty, {}}, {shop.pay, {object(0)}}, {shop.pay, {object(0)}}, {shop.statusOf, {object(0)}}},
       {threw(1, "std::logic_error"), threw(2, ""), returned(3, number(7))},
       {}},
      {{{shop.makeEmpty, {}},
        {shop.makeEmpty, {}},
        {shop.merge, {object(0), object(1)}},
        {shop.pay, {object(0)}}},
       {threw(2, "std::logic_error")},
       {}},
      {{{shop.makeEmpty, {}}, {shop.average, {object(0)}}}, {returned(1, Value::real(NAN))}, {}},
      {{{shop.makeEmpty, {}},
        {shop.makeItem, {Value::string("a \"b\"\n"), number(5)}},
        {shop.add, {object(0), object(1), number(1)}},
        {shop.average, {object(0)}}},
       {returned(3, Value::real(3.75))},
       {}},
      {{{shop.makeEmpty, {}}, {shop.empty, {object(0)}}}, {returned(1, Value::boolean(true))}, {}},
      {{{shop.makeEmpty, {}}, {shop.pay, {object(0)}}, {shop.statusOf, {object(0)}}},
       {returned(2, number(1))},
       {}},
      {{{shop.makeEmpty, {}}, {shop.statusOf, {object(0)}}}, {returned(1, number(5))}, {}},
      {{{shop.sample, {number(3)}}, {shop.names, {object(0)}}},
       {returned(1, Value::list({Value::string("tea"), Value::string("milk")}))},
       {}},
      {{{shop.makeEmpty, {}}, {shop.names, {object(0)}}}, {returned(1, Value::list({}))}, {}},
      {{{shop.makeEmpty, {}}, {shop.cheapest, {object(0)}}}, {returned(1, Value::absent())}, {}},
      {{{shop.sample, {number(3)}}, {shop.cheapest, {object(0)}}},
       {returned(1, Value::present(number(2)))},
       {}},
      {{{shop.makeEmpty, {}},
        {shop.makeEmpty, {}},
        {shop.merge, {object(0), object(1)}},
        {shop.pay, {object(2)}}},
       {},
       {}},
      {{{shop.makeEmpty, {}},
        {shop.sample, {number(9)}},
        {shop.combine, {object(0), object(1)}},
        {shop.empty, {object(2)}}},
       {returned(3, Value::boolean(false))},
       {}},
      {{{shop.makeEmpty, {}}, {shop.sample, {number(9)}}, {shop.equals, {object(0), object(1)}}},
       {returned(2, Value::boolean(false))},
       {}},
      {{{shop.ratio, {number(6), number(3)}}}, {returned(0, number(2))}, {}},
      {{{shop.ratio, {number(-6), number(-3)}}}, {returned(0, number(2))}, {}},
      {{{shop.ratio, {number(1), number(0)}}},
       {},
       unit::Fault{"SIGFPE", "SIGFPE in shop::ratio at order.cpp:12", "order.cpp", 12, "shop::ratio"}},
      {{{shop.makeEmpty, {}}, {shop.pay, {object(0)}}, {shop.cheapest, {object(0)}}},
       {threw(1, "std::logic_error")},
       unit::Fault{"SIGSEGV", "SIGSEGV in shop::Order::cheapest at order.cpp:30", "order.cpp", 30,
                   "shop::Order::cheapest"}},
      {{{shop.makeEmpty, {}}, {shop.pay, {object(0)}}, {shop.total, {object(0)}}},
       {},
       unit::Fault{"endless loop", "endless loop in shop::Order::total at order.cpp:40", "order.cpp", 40,
                   "shop::Order::total"}},
  };
  const unit::LoweredTests lowered =
      unit::lowerTests(shop.model, tests, "Tests for order.cpp, evolved by covolve.");
  expectGoldenInAll("shop", lowered.passing);
  expectGolden("shop", lowered.faults, "expected_faults.cpp");
}

}  // namespace
}  // namespace covolve::golden
