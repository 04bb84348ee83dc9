// Objects within values: what the public fields of one in an optional, a list or a
// variant hold is observed with the value.
#include "harness_runner.h"

namespace covolve::unit {

namespace {

constexpr const char* kHeld = R"(
#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>
struct Place { int row; int seat; };
class Ticket {
 public:
  Ticket(std::string name, int row) : name(std::move(name)), place{row, 2}, secret_(row) {}
  std::string name;
  Place place;
  std::chrono::seconds since{7};
 private:
  int secret_;
};
inline std::optional<Ticket> find(int row) { if (row < 1) return std::nullopt; return Ticket("a", row); }
inline std::vector<Place> places(int count) {
  std::vector<Place> all;
  for (int i = 0; i < count; ++i) all.push_back({i, 9});
  return all;
}
inline std::variant<int, Place> either(bool place) { if (place) return Place{3, 4}; return 5; }
)";

class HeldObjects : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    runner_ = new HarnessRunner(kHeld, {"-std=c++20"});
    ASSERT_TRUE(runner_->compile({"-Wall", "-Wextra", "-Wpedantic", "-Werror"}));
  }
  static void TearDownTestSuite() { delete runner_; }

  static TestBytes call(const std::string& display) { return TestBytes(1).call(runner_->id(display)); }

  static inline HarnessRunner* runner_ = nullptr;
};

TEST_F(HeldObjects, ShowTheirPublicFieldsAndThoseOfTheirParts) {
  const Value fields =
      Value::list({Value::string("a"), Value::number(6), Value::number(2), Value::number(7)});
  EXPECT_EQ(runner_->run(call("find(int)").integer(6)).returned(0), Value::present(fields));
  EXPECT_EQ(runner_->run(call("find(int)").integer(0)).returned(0).kind, Value::Kind::Absent);
}

TEST_F(HeldObjects, ShowThemInListsAndVariants) {
  EXPECT_EQ(runner_->run(call("places(int)").integer(2)).returned(0),
            Value::list({Value::list({Value::number(0), Value::number(9)}),
                         Value::list({Value::number(1), Value::number(9)})}));
  EXPECT_EQ(runner_->run(call("either(bool)").flag(true)).returned(0),
            Value::list({Value::number(1), Value::list({Value::number(3), Value::number(4)})}));
}

}  // namespace

}  // namespace covolve::unit
