// Stubs in the harness: what they return, and what comes of one that does not
// compile.
#include <algorithm>
#include <set>

#include "harness_runner.h"
#include "unit/harness/harness.h"

namespace covolve::unit {

namespace {

constexpr const char* kInterfaces = R"(
#include <memory>
#include <string>
#include <vector>
struct Sensor {
  virtual ~Sensor() = default;
  virtual int read() = 0;
  virtual bool isBroken() const = 0;
  virtual const std::string& name() const = 0;
  std::string twice() { return name() + std::to_string(read()) + name() + std::to_string(read()); }
};
class Device {
 public:
  virtual ~Device() = default;
  int id() const { return id_; }
 protected:
  explicit Device(int id) : id_(id) { if (id == 0) throw id; }
 private:
  virtual Sensor& sensor() = 0;
  friend int readFrom(Device& device);
  int id_;
};
inline int readFrom(Device& device) { return device.sensor().read(); }
inline std::vector<int> readThrice(Sensor& sensor) { const int a = sensor.read(), b = sensor.read(); return {a, b, sensor.read()}; }
inline bool areSame(const Sensor& sensor) { const std::string& a = sensor.name(); const std::string& b = sensor.name(); return a == b; }
inline int take(std::unique_ptr<Sensor> sensor, std::shared_ptr<Sensor>& other) { return (sensor ? sensor->read() : -1) + (other ? other->read() : -1); }
inline int brokenOnes(const std::vector<std::shared_ptr<Sensor>>& all) { int n = 0; for (const auto& s : all) n += s && s->isBroken(); return n; }
)";

class HarnessStubs : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    runner_ = new HarnessRunner(kInterfaces);
    ASSERT_TRUE(runner_->compile({"-fsanitize=address,undefined", "-fno-sanitize-recover=all"}));
  }
  static void TearDownTestSuite() { delete runner_; }
  static program::CallableId id(const std::string& start) {
    for (const program::Callable& callable : runner_->model().callables) {
      if (callable.display.starts_with(start)) return runner_->id(callable.display);
    }
    ADD_FAILURE() << "no " << start;
    return 0;
  }
  /// Arguments of a StubSensor's maker.
  static TestBytes& results(TestBytes& test, const std::vector<int>& read, const std::vector<bool>& isBroken,
                            const std::vector<std::string>& name) {
    test.count(static_cast<uint32_t>(read.size()));
    for (const int one : read) test.integer(one);
    test.count(static_cast<uint32_t>(isBroken.size()));
    for (const bool one : isBroken) test.flag(one);
    test.count(static_cast<uint32_t>(name.size()));
    for (const std::string& one : name) test.text(one);
    return test;
  }

  static inline HarnessRunner* runner_ = nullptr;
};

TEST_F(HarnessStubs, ReturnOneResultAfterTheOtherThenTheLastAgain) {
  TestBytes test(3);
  results(test.call(id("StubSensor::")), {4, 5}, {}, {"a", "b"});
  test.call(id("readThrice")).object(0).call(id("areSame")).object(0);
  const Ran ran = runner_->run(test);
  EXPECT_EQ(ran.outcome, kReturned);
  EXPECT_EQ(ran.returned(1), Value::list({Value::number(4), Value::number(5), Value::number(5)}));
  EXPECT_EQ(ran.returned(2), Value::boolean(false))
      << "a reference to the first must outlive the second call";
}

TEST_F(HarnessStubs, ReturnADefaultValueWithoutAny) {
  TestBytes test(2);
  results(test.call(id("StubSensor::")), {}, {}, {});
  test.call(id("Sensor::twice")).object(0);
  EXPECT_EQ(runner_->run(test).returned(1), Value::string("00"));
}

TEST_F(HarnessStubs, StandInSmartPointers) {
  TestBytes test(5);
  results(test.call(id("std::make_unique<StubSensor>")), {7}, {}, {});
  results(test.call(id("std::make_shared<StubSensor>")), {30}, {true}, {});
  results(test.call(id("std::make_shared<StubSensor>")), {}, {false, true}, {});
  test.call(id("take")).object(0).object(1);
  test.call(id("brokenOnes")).count(3).object(1).object(2).object(1);
  const Ran ran = runner_->run(test);
  EXPECT_EQ(ran.returned(3), Value::number(37));
  EXPECT_EQ(ran.returned(4), Value::number(2));
}

TEST_F(HarnessStubs, HandOnWhatTheBaseIsConstructedFromAndReturnOtherStubs) {
  TestBytes test(5);
  results(test.call(id("StubSensor::")), {8}, {}, {});
  test.call(id("StubDevice::")).integer(3).object(0);
  test.call(id("readFrom")).object(1).call(id("Device::id")).object(1);
  test.call(id("StubDevice::")).integer(0).object(0);
  const Ran ran = runner_->run(test);
  EXPECT_EQ(ran.returned(2), Value::number(8));
  EXPECT_EQ(ran.returned(3), Value::number(3));
  EXPECT_EQ(ran.thrown, std::vector<std::string>{"4:i"});
}

TEST_F(HarnessStubs, ThatDoNotCompileGoWithAllThatMakeThem) {
  const std::string& harness = runner_->harness();
  const size_t at = harness.find("int read() override");
  ASSERT_NE(at, std::string::npos);
  const auto line = 1 + std::count(harness.begin(), harness.begin() + static_cast<ptrdiff_t>(at), '\n');
  const auto blamed =
      blamedThunks("/x/harness.cpp:" + std::to_string(line) + ":3: error: no", harness, "/x/harness.cpp");
  EXPECT_EQ(blamed, (std::set<program::CallableId>{id("StubSensor::"), id("std::make_unique<StubSensor>"),
                                                   id("std::make_shared<StubSensor>")}));
  const std::string without = generateHarness(runner_->model(), blamed);
  EXPECT_EQ(without.find("class StubSensor"), std::string::npos);
  EXPECT_EQ(without.find("static_cast<::StubSensor*>"), std::string::npos);
  EXPECT_NE(without.find("class StubDevice"), std::string::npos);
}

}  // namespace

}  // namespace covolve::unit
