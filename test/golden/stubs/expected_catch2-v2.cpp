// Stubs for interfaces.
// Link it with one source that defines CATCH_CONFIG_MAIN before it includes <catch2/catch.hpp>.
#include "alarm.h"

#include <catch2/catch.hpp>

#include <cstddef>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace {

// What a function returns, one after the other; the last one again and again.
template <class Result>
class ResultsInTurn {
 public:
  ResultsInTurn& operator=(const std::vector<Result>& results) {
    results_.clear();
    for (const auto& result : results) results_.push_back(result);
    next_ = 0;
    return *this;
  }

  Result& next() {
    if (results_.empty()) results_.emplace_back();
    return results_[next_ + 1 < results_.size() ? next_++ : next_];
  }

 private:
  std::deque<Result> results_;
  std::size_t next_ = 0;
};

// Stands in for alarms::Clock.
class StubClock final : public alarms::Clock {
 public:
  int hour() const noexcept override { return hourResults.next(); }

  mutable ResultsInTurn<int> hourResults;
};

// Stands in for alarms::ISensor.
class StubSensor final : public alarms::ISensor {
 public:
  int read() override { return readResults.next(); }
  const std::string& name() const override { return nameResults.next(); }
  void reset(int) override {}

  ResultsInTurn<int> readResults;
  mutable ResultsInTurn<std::string> nameResults;
};

// Stands in for alarms::Notifier.
class StubNotifier final : public alarms::Notifier {
 public:
  bool send(const std::string&, const std::string&, const std::string&, bool) override {
    return sendResults.next();
  }

  ResultsInTurn<bool> sendResults;
};

// Stands in for alarms::Site.
class StubSite final : public alarms::Site {
 public:
  StubSite(std::string name, alarms::Clock& clock) : alarms::Site(std::move(name)), clock_(clock) {}

  alarms::Clock& clock() override { return clock_; }

 private:
  alarms::Clock& clock_;
};

}  // namespace

TEST_CASE("ISensorTest.MovesReturnsFalse", "[ISensorTest]") {
  StubSensor sensor;
  sensor.readResults = {101, 5};
  CHECK_FALSE(sensor.moves());
}

TEST_CASE("AlarmTest.PollReturnsFalse", "[AlarmTest]") {
  const auto notifier = std::make_shared<StubNotifier>();
  notifier->sendResults = {false, true};
  alarms::Alarm alarm(notifier);
  auto sensor = std::make_unique<StubSensor>();
  sensor->readResults = {101, 102};
  sensor->nameResults = {"door"};
  alarm.add(std::move(sensor));

  CHECK_FALSE(alarm.poll());
}

TEST_CASE("AlarmTest.IsNightReturnsTrue", "[AlarmTest]") {
  StubClock clock;
  CHECK(alarms::isNight(clock));
}

TEST_CASE("AlarmTest.IsNightReturnsFalse", "[AlarmTest]") {
  StubClock clock;
  clock.hourResults = {6};
  CHECK_FALSE(alarms::isNight(clock));
}

TEST_CASE("AlarmTest.IsNightReturnsTrueAfterIsNightAtAndIsNight", "[AlarmTest]") {
  StubClock clock;
  clock.hourResults = {7, 5};
  StubClock clock2;
  StubSite site("yard", clock);
  CHECK_FALSE(alarms::isNightAt(site));
  CHECK(alarms::isNight(clock));

  CHECK(alarms::isNight(clock2));
}

TEST_CASE("AlarmTest.ReadTwiceReturns7", "[AlarmTest]") {
  auto stubSensor = std::make_unique<StubSensor>();
  stubSensor->readResults = {3, 4};
  std::unique_ptr<alarms::ISensor> sensor = std::move(stubSensor);
  CHECK(alarms::readTwice(sensor) == 7);
}

TEST_CASE("AlarmTest.ReadTwiceReturnsZero", "[AlarmTest]") {
  std::unique_ptr<alarms::ISensor> sensor = std::make_unique<StubSensor>();
  CHECK(alarms::readTwice(sensor) == 0);
}
