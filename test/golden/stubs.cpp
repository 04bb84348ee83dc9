// Stubs for interfaces that nothing implements: the classes as the front end
// writes them, and tests that set what they return.
#include <algorithm>

#include "../unit/unit/model_builder.h"
#include "golden.h"
#include "program/front_end.h"
#include "unit/lower/lowering.h"

namespace covolve::golden {
namespace {

using unit::RecordedTest;
using unit::returned;

TEST(Golden, StubsReadAsWrittenByHand) {
  const std::filesystem::path directory = directoryOf("stubs");
  const Result<program::Model> model =
      program::readProgram({directory / "alarm.h", directory, {"-std=c++20"}}, {});
  ASSERT_TRUE(model) << model.error().message;
  const auto id = [&](const std::string& start) {
    const auto found = std::ranges::find_if(model->callables, [&](const program::Callable& callable) {
      return callable.display.starts_with(start);
    });
    EXPECT_NE(found, model->callables.end()) << start;
    return static_cast<program::CallableId>(found - model->callables.begin());
  };
  const auto numbers = [](std::initializer_list<int> all) {
    Value list = Value::list({});
    for (const int one : all) list.children.push_back(Value::number(one));
    return list;
  };
  const auto names = [](const char* name) { return Value::list({Value::string(name)}); };
  const auto object = [](uint32_t step) { return Value::reference(step); };
  const auto truth = [](bool value) { return Value::number(value ? 1 : 0); };
  const auto clock = id("StubClock::StubClock(");
  const auto isNight = id("alarms::isNight(");
  const auto makeUnique = id("std::make_unique<StubSensor>(");

  const std::vector<RecordedTest> tests = {
      {{{clock, {numbers({})}}, {isNight, {object(0)}}}, {returned(1, truth(true))}, {}},
      {{{clock, {numbers({6})}}, {isNight, {object(0)}}}, {returned(1, truth(false))}, {}},
      {{{id("std::make_shared<StubNotifier>("), {numbers({0, 1})}},
        {id("alarms::Alarm::Alarm("), {object(0)}},
        {makeUnique, {numbers({101, 102}), names("door")}},
        {id("alarms::Alarm::add("), {object(1), object(2)}},
        {id("alarms::Alarm::poll("), {object(1)}}},
       {returned(4, truth(false))},
       {}},
      {{{makeUnique, {numbers({3, 4}), Value::list({})}}, {id("alarms::readTwice("), {object(0)}}},
       {returned(1, Value::number(7))},
       {}},
      {{{makeUnique, {numbers({}), Value::list({})}}, {id("alarms::readTwice("), {object(0)}}},
       {returned(1, Value::number(0))},
       {}},
      {{{clock, {numbers({7, 5})}},
        {clock, {numbers({})}},
        {id("StubSite::StubSite("), {Value::string("yard"), object(0)}},
        {id("alarms::isNightAt("), {object(2)}},
        {isNight, {object(0)}},
        {isNight, {object(1)}}},
       {returned(3, truth(false)), returned(4, truth(true)), returned(5, truth(true))},
       {}},
      {{{id("StubSensor::StubSensor("), {numbers({101, 5}), Value::list({})}},
        {id("alarms::ISensor::moves("), {object(0)}}},
       {returned(1, truth(false))},
       {}},
  };
  program::Model relative = *model;
  relative.source = "alarm.h";
  const emit::TestFile file = unit::lowerTests(relative, tests, "Stubs for interfaces.").passing;
  expectGoldenInAll("stubs", file);
  expectPasses("stubs", "*");
}

}  // namespace
}  // namespace covolve::golden
