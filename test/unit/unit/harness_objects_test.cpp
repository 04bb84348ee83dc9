#include <algorithm>
#include <set>

#include "harness_runner.h"
#include "unit/harness/harness.h"

namespace covolve::unit {

namespace {

TEST(SmartPointerResults, TellWhetherTheyAreEmpty) {
  HarnessRunner runner(R"(
    #include <memory>
    struct Node { explicit Node(int v) : value(v) {} int value; };
    inline std::shared_ptr<Node> find(int key) { return key < 0 ? nullptr : std::make_shared<Node>(key); }
    inline int valueOf(std::shared_ptr<Node> node) { return node->value; })");
  ASSERT_TRUE(runner.compile({"-Wall", "-Wextra", "-Werror"}));
  const auto find = runner.id("find(int)");
  EXPECT_EQ(runner.run(TestBytes(1).call(find).integer(-1)).returned(0), Value::absent());
  EXPECT_EQ(runner.run(TestBytes(1).call(find).integer(1)).returned(0), Value::present(Value{}));
}

TEST(OutParameters, HandOutObjects) {
  HarnessRunner runner(R"(
    struct Log;
    struct Log { int lines; };
    inline int log_open(int lines, Log** out) { if (lines < 0) return -1; *out = new Log{lines}; return 0; }
    inline int log_lines(const Log* log) { return log->lines; }
    inline void log_close(Log* log) { delete log; })");
  ASSERT_TRUE(runner.compile({"-Wall", "-Wextra", "-Werror"}));
  const auto& callables = runner.model().callables;
  const auto open = static_cast<program::CallableId>(
      std::ranges::find_if(callables, [](const auto& one) { return one.outParameter.has_value(); }) -
      callables.begin());
  ASSERT_LT(open, callables.size());
  const auto lines = runner.id("log_lines(const Log *)");
  const Ran ran = runner.run(TestBytes(2).call(open).integer(5).call(lines).flag(true).object(0));
  EXPECT_EQ(ran.returned(0).kind, Value::Kind::Present);
  EXPECT_EQ(ran.returned(1), Value::number(5));
  EXPECT_EQ(runner.run(TestBytes(1).call(open).integer(-1)).returned(0), Value::absent());
}

TEST(Handles, AreObjectsOfTheirOwnKind) {
  HarnessRunner runner(R"(
    typedef void* parser_t;
    typedef char* label;
    inline parser_t parser_create(int depth) { return depth < 0 ? nullptr : new int(depth); }
    inline int parser_depth(parser_t parser) { return parser == nullptr ? -1 : *static_cast<int*>(parser); }
    inline void parser_release(parser_t parser) { delete static_cast<int*>(parser); }
    inline label label_new(char c) { return new char[2]{c, '\0'}; }
    inline int label_first(label l) { return l[0]; }
    inline void label_free(label l) { delete[] l; })");
  ASSERT_TRUE(runner.compile({"-Wall", "-Wextra", "-Werror"}));
  const auto create = runner.id("parser_create(int)");
  const auto depth = runner.id("parser_depth(void *)");
  const Ran ran = runner.run(TestBytes(2).call(create).integer(5).call(depth).flag(true).object(0));
  EXPECT_EQ(ran.returned(0).kind, Value::Kind::Present);
  EXPECT_EQ(ran.returned(1), Value::number(5));
  EXPECT_EQ(runner.run(TestBytes(1).call(depth).flag(false)).returned(0), Value::number(-1));
  const auto label = runner.id("label_new(char)");
  const Ran text = runner.run(TestBytes(2).call(label).integer('x').call(depth).flag(true).object(0));
  EXPECT_EQ(text.outcome, kInvalid) << "a label is no parser";
  EXPECT_EQ(runner.run(TestBytes(1).call(label).integer('x')).returned(0),
            Value::present(Value::string("x")));
}

constexpr const char* kObjects = R"(
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
namespace shop {
struct Size { int width; int height; };
struct Tagged { int kind; union { long number; char* text; } as; int more; };
inline int sumOf(const Tagged& tagged) { return tagged.kind + tagged.more + (tagged.as.text != nullptr); }
inline std::string& log() { static std::string text; return text; }
inline std::string journal() { return std::exchange(log(), ""); }
class Item {
 public:
  explicit Item(std::string name) : name_(std::move(name)) {}
  Item(const Item& other) : name_(other.name_ + "'") {}
  ~Item() { log() += name_ + ";"; }
  const std::string& name() const { return name_; }
 private:
  std::string name_;
};
class MoveOnly {
 public:
  explicit MoveOnly(int n) : n_(std::make_unique<int>(n)) {}
  int value() const { return n_ ? *n_ : -1; }
  int take() && { return n_ ? *std::exchange(n_, nullptr) : -1; }
 private:
  std::unique_ptr<int> n_;
};
class Pinned {
 public:
  static Pinned at(int n) { return Pinned(n); }
  Pinned(Pinned&&) = delete;
  int where() const { return n_; }
 private:
  explicit Pinned(int n) : n_(n) {}
  int n_;
};
class View {  // keeps what it is given
 public:
  View(const std::string& text, std::string_view more, const char* last, const int* number)
      : text_(text), more_(more), last_(last), number_(number) {}
  std::string all() const { return text_ + std::string(more_) + (last_ ? last_ : "") + std::to_string(number_ ? *number_ : 0); }
 private:
  const std::string& text_;
  std::string_view more_;
  const char* last_;
  const int* number_;
};
class Claims { public: Claims() {} int size() const { return all.size(); } std::vector<std::unique_ptr<int>> all; };
class Counter {
 public:
  Counter() = default;
  Counter(const Counter&) = default;
  Counter& operator++() { ++n_; return *this; }
  Counter operator++(int) { Counter old(*this); ++n_; return old; }
  explicit operator bool() const { return n_ != 0; }
  int operator()(int x) const { return 1u * n_ * x; }
  int& get() { n_ += 100; return n_; }
  const int& get() const { return n_; }
  friend bool operator==(const Counter& a, const Counter& b) { return a.n_ == b.n_; }
  friend Counter operator+(const Counter& a, const Counter& b) { Counter c; c.n_ = a.n_ + b.n_; return c; }
 private:
  int n_ = 0;
};
struct Thrower { Thrower(int n) { if (n == 0) throw n; } ~Thrower() { log() += "T;"; } int f() { return 1; } };
class Drawer {
 public:
  explicit Drawer(int slots) : slots_(slots) { if (slots == 0) throw slots; }
  Drawer(const Drawer& other) : slots_(other.slots_) { if (other.stuck_) throw std::logic_error("stuck"); }
  Drawer opened(int slots) const { return Drawer(slots); }
  void pick(int slot) { ++picked_; if (slot >= slots_) throw std::out_of_range("no such slot"); }
  int picked() const { return picked_; }
  void stick() { stuck_ = true; }
 private:
  int slots_;
  int picked_ = 0;
  bool stuck_ = false;
};
inline int picks(const std::vector<Drawer>& all, const Drawer* one) {
  int sum = one ? one->picked() : 0;
  for (const Drawer& drawer : all) sum += drawer.picked();
  return sum;
}
inline unsigned area(const Size& s) { return 1u * s.width * s.height; }
inline unsigned areas(const std::vector<Size>& all, std::optional<Size> one, std::pair<Size, int> two) {
  unsigned sum = one ? area(*one) : 0;
  for (const Size& s : all) sum += area(s);
  return sum + area(two.first) * two.second;
}
inline void grow(Size& s, Size* t) { s.width = 1u + s.width; if (t) t->height = 1u + t->height; }
inline std::string byValue(Item item) { return item.name(); }
inline int swallow(MoveOnly m) { return m.value(); }
inline int sink(MoveOnly&& m) { MoveOnly mine(std::move(m)); return mine.value(); }
inline int count(Claims c) { return c.size(); }
}
)";

class Objects : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    runner_ = new HarnessRunner(kObjects);
    ASSERT_TRUE(runner_->compile({"-fsanitize=address,undefined", "-fno-sanitize-recover=all"}));
  }
  static void TearDownTestSuite() { delete runner_; }
  static program::CallableId id(const std::string& display) { return runner_->id("shop::" + display); }

  static inline HarnessRunner* runner_ = nullptr;
};

TEST_F(Objects, AreMadeOnceAndReferredToLater) {
  const Ran ran = runner_->run(TestBytes(4)
                                   .call(id("Size{int, int}"))
                                   .integer(3)
                                   .integer(4)
                                   .call(id("area(const shop::Size &)"))
                                   .object(0)
                                   .call(id("grow(shop::Size &, shop::Size *)"))
                                   .object(0)
                                   .flag(true)
                                   .object(0)
                                   .call(id("area(const shop::Size &)"))
                                   .object(0));
  EXPECT_EQ(ran.outcome, kReturned);
  EXPECT_EQ(ran.executed, 4u);
  EXPECT_EQ(ran.returned(1), Value::number(12));
  EXPECT_EQ(ran.returned(3), Value::number(20));
}

TEST_F(Objects, HaveEmptyFieldsWhereNothingCanBeGiven) {
  const Ran ran = runner_->run(TestBytes(2)
                                   .call(id("Tagged{int, {}, int}"))
                                   .integer(3)
                                   .integer(4)
                                   .call(id("sumOf(const shop::Tagged &)"))
                                   .object(0));
  EXPECT_EQ(ran.returned(1), Value::number(7));
}

TEST_F(Objects, StandInVectorsOptionalsAndPairs) {
  const Ran ran = runner_->run(TestBytes(2)
                                   .call(id("Size{int, int}"))
                                   .integer(2)
                                   .integer(3)
                                   .call(id("areas(const std::vector<shop::Size> &, "
                                            "std::optional<shop::Size>, std::pair<shop::Size, int>)"))
                                   .count(2)
                                   .object(0)
                                   .object(0)
                                   .flag(true)
                                   .object(0)
                                   .object(0)
                                   .integer(10));
  EXPECT_EQ(ran.returned(1), Value::number(78));
}

TEST_F(Objects, AreCopiedByValueAndDestroyedInReverseOrder) {
  const Ran ran = runner_->run({TestBytes(3)
                                    .call(id("Item::Item(std::string)"))
                                    .text("a")
                                    .call(id("Item::Item(std::string)"))
                                    .text("b")
                                    .call(id("byValue(shop::Item)"))
                                    .object(0),
                                TestBytes(1).call(id("journal()"))})[1];
  EXPECT_EQ(ran.returned(0), Value::string("a';b;a;"));
}

TEST_F(Objects, AreDestroyedAfterAnExceptionToo) {
  const std::vector<Ran> ran = runner_->run({TestBytes(3)
                                                 .call(id("Item::Item(std::string)"))
                                                 .text("x")
                                                 .call(id("Thrower::Thrower(int)"))
                                                 .integer(1)
                                                 .call(id("Thrower::Thrower(int)"))
                                                 .integer(0),
                                             TestBytes(1).call(id("journal()"))});
  EXPECT_EQ(ran[0].thrown, std::vector<std::string>{"2:i"});
  EXPECT_EQ(ran[0].executed, 3u);
  EXPECT_EQ(ran[1].returned(0), Value::string("T;x;"));
}

TEST_F(Objects, LiveOnAfterACallThatThrew) {
  const auto pick = id("Drawer::pick(int)");
  const auto picked = id("Drawer::picked() const");
  const Ran ran = runner_->run(TestBytes(4)
                                   .call(id("Drawer::Drawer(int)"))
                                   .integer(2)
                                   .call(pick)
                                   .object(0)
                                   .integer(5)
                                   .call(pick)
                                   .object(0)
                                   .integer(6)
                                   .call(picked)
                                   .object(0));
  EXPECT_EQ(ran.outcome, kReturned);
  EXPECT_EQ(ran.thrown, (std::vector<std::string>{"1:St12out_of_range", "2:St12out_of_range"}));
  EXPECT_EQ(ran.returned(3), Value::number(2));
}

TEST_F(Objects, ThatWereNotMadeLeaveOutWhatNeedsThem) {
  const auto make = id("Drawer::Drawer(int)");
  const auto copy = id("Drawer::opened(int) const");
  const auto picked = id("Drawer::picked() const");
  const auto all = id("picks(const std::vector<shop::Drawer> &, const shop::Drawer *)");
  const Ran ran = runner_->run(TestBytes(8)
                                   .call(make)
                                   .integer(0)  // throws
                                   .call(copy)
                                   .object(0)
                                   .integer(1)  // left out
                                   .call(picked)
                                   .object(1)  // left out
                                   .call(make)
                                   .integer(2)
                                   .call(copy)
                                   .object(3)
                                   .integer(0)  // throws
                                   .call(all)
                                   .count(2)
                                   .object(3)
                                   .object(4)
                                   .flag(true)
                                   .object(3)  // left out
                                   .call(all)
                                   .count(1)
                                   .object(3)
                                   .flag(true)
                                   .object(0)  // left out
                                   .call(all)
                                   .count(1)
                                   .object(3)
                                   .flag(false));
  EXPECT_EQ(ran.outcome, kReturned);
  EXPECT_EQ(ran.executed, 8u);
  EXPECT_EQ(ran.thrown, (std::vector<std::string>{"0:i", "4:i"}));
  EXPECT_EQ(ran.observations.size(), 3u) << "two exceptions and the last result";
  EXPECT_EQ(ran.returned(7), Value::number(0));
}

TEST_F(Objects, ArgumentsBehindOneWhoseCopyThrewArePassedOver) {
  const auto make = id("Drawer::Drawer(int)");
  const auto all = id("picks(const std::vector<shop::Drawer> &, const shop::Drawer *)");
  const auto stick = id("Drawer::stick()");
  const Ran ran = runner_->run(TestBytes(4)
                                   .call(make)
                                   .integer(3)
                                   .call(stick)
                                   .object(0)
                                   .call(all)
                                   .count(2)
                                   .object(0)
                                   .object(0)
                                   .flag(true)
                                   .object(0)
                                   .call(id("Drawer::picked() const"))
                                   .object(0));
  EXPECT_EQ(ran.outcome, kReturned);
  EXPECT_EQ(ran.thrown, std::vector<std::string>{"2:St11logic_error"});
  EXPECT_EQ(ran.returned(3), Value::number(0));
}

TEST_F(Objects, AreMovedWhereTheyCannotBeCopied) {
  const auto make = id("MoveOnly::MoveOnly(int)");
  const auto value = id("MoveOnly::value() const");
  const Ran ran = runner_->run(TestBytes(8)
                                   .call(make)
                                   .integer(5)
                                   .call(id("swallow(shop::MoveOnly)"))
                                   .object(0)
                                   .call(value)
                                   .object(0)
                                   .call(make)
                                   .integer(6)
                                   .call(id("sink(shop::MoveOnly &&)"))
                                   .object(3)
                                   .call(make)
                                   .integer(7)
                                   .call(id("MoveOnly::take() &&"))
                                   .object(5)
                                   .call(value)
                                   .object(5));
  EXPECT_EQ(ran.returned(1), Value::number(5));
  EXPECT_EQ(ran.returned(2), Value::number(-1));
  EXPECT_EQ(ran.returned(4), Value::number(6));
  EXPECT_EQ(ran.returned(6), Value::number(7));
  EXPECT_EQ(ran.returned(7), Value::number(-1));
}

TEST_F(Objects, ThatOnlyClaimToBeCopyableAreMoved) {
  const Ran ran =
      runner_->run(TestBytes(2).call(id("Claims::Claims()")).call(id("count(shop::Claims)")).object(0));
  EXPECT_EQ(ran.returned(1), Value::number(0));
}

TEST_F(Objects, ReturnedByValueStayEvenIfTheyCannotMove) {
  const Ran ran = runner_->run(
      TestBytes(2).call(id("Pinned::at(int)")).integer(9).call(id("Pinned::where() const")).object(0));
  EXPECT_EQ(ran.returned(1), Value::number(9));
}

TEST_F(Objects, MayKeepWhatTheyWereGivenUntilTheEnd) {
  const auto make = id("View::View(const std::string &, std::string_view, const char *, const int *)");
  TestBytes test(2);
  test.call(make).text("one ").text("two ").flag(true).text("three ").flag(true).integer(4);
  EXPECT_EQ(runner_->run(test.call(id("View::all() const")).object(0)).returned(1),
            Value::string("one two three 4"));
}

TEST_F(Objects, OperatorsAndOverloadsAreTheOnesMeant) {
  const auto plus = id("operator+(const shop::Counter &, const shop::Counter &)");
  const Ran ran = runner_->run(TestBytes(9)
                                   .call(id("Counter::Counter()"))
                                   .call(id("Counter::operator++()"))
                                   .object(0)
                                   .call(id("Counter::operator++(int)"))
                                   .object(0)
                                   .integer(0)
                                   .call(id("Counter::operator()(int) const"))
                                   .object(0)
                                   .integer(10)
                                   .call(id("Counter::operator bool() const"))
                                   .object(2)
                                   .call(plus)
                                   .object(0)
                                   .object(2)
                                   .call(id("Counter::get() const"))
                                   .object(5)
                                   .call(id("Counter::get()"))
                                   .object(5)
                                   .call(id("operator==(const shop::Counter &, const shop::Counter &)"))
                                   .object(0)
                                   .object(5));
  EXPECT_EQ(ran.outcome, kReturned);
  EXPECT_EQ(ran.returned(3), Value::number(20));
  EXPECT_EQ(ran.returned(4), Value::boolean(true));
  EXPECT_EQ(ran.returned(6), Value::number(3));
  EXPECT_EQ(ran.returned(7), Value::number(103));
  EXPECT_EQ(ran.returned(8), Value::boolean(false));
}

TEST_F(Objects, ThatAreNotThereOrOfAnotherTypeMakeATestInvalid) {
  const auto area = id("area(const shop::Size &)");
  EXPECT_EQ(runner_->run(TestBytes(1).call(area).object(0)).outcome, kInvalid);  // itself
  EXPECT_EQ(runner_->run(TestBytes(1).call(area).object(7)).outcome, kInvalid);
  const Ran other = runner_->run(TestBytes(2).call(id("Claims::Claims()")).call(area).object(0));
  EXPECT_EQ(other.outcome, kInvalid);
  EXPECT_EQ(other.executed, 1u);
  const Ran value = runner_->run(TestBytes(2).call(id("journal()")).call(area).object(0));
  EXPECT_EQ(value.outcome, kInvalid);
}

TEST_F(Objects, RandomBytesNeverDisturbTheHarness) {
  const std::vector<TestBytes> seeds = {
      TestBytes(3)
          .call(id("Size{int, int}"))
          .integer(3)
          .integer(4)
          .call(id("area(const shop::Size &)"))
          .object(0)
          .call(id("Counter::Counter()")),
      TestBytes(2)
          .call(id("MoveOnly::MoveOnly(int)"))
          .integer(5)
          .call(id("swallow(shop::MoveOnly)"))
          .object(0),
      TestBytes(2).call(id("Item::Item(std::string)")).text("a").call(id("byValue(shop::Item)")).object(0),
      TestBytes(3)
          .call(id("Drawer::Drawer(int)"))
          .integer(0)
          .call(id("Drawer::opened(int) const"))
          .object(0)
          .integer(1)
          .call(id("Drawer::picked() const"))
          .object(1)};
  EXPECT_EQ(runner_->fuzz(seeds, 30000), 0);
}

TEST(Harness, AnIncludedSourceKeepsItsMainOutOfTheWay) {
  HarnessRunner runner(
      "static int hidden(int x) { return x + 1; }\nint open(int x) { return hidden(x); }\n"
      "int main() { return open(1); }",
      {"-std=c++17"}, true);
  ASSERT_TRUE(runner.compile());
  EXPECT_EQ(runner.run(TestBytes(1).call(runner.id("hidden(int)")).integer(4)).returned(0), Value::number(5));
}

TEST(Harness, WorksWithoutExceptionsAndTypeInformation) {
  HarnessRunner runner("struct A { virtual ~A() {} int f(int x) { return x; } };",
                       {"-std=c++17", "-fno-exceptions", "-fno-rtti"});
  ASSERT_TRUE(runner.compile());
  EXPECT_TRUE(runner.harness().starts_with("// Generated by covolve"));
  const Ran ran =
      runner.run(TestBytes(2).call(runner.id("A::A()")).call(runner.id("A::f(int)")).object(0).integer(4));
  EXPECT_EQ(ran.returned(1), Value::number(4));
}

TEST(Harness, ThunksThatTheCompilerComplainsAboutAreFoundAndWithheld) {
  HarnessRunner runner(
      "inline int a(int x) { return x; }\ninline int b(int x) { return x; }\ninline int c(int x) { return x; "
      "}");
  const std::string& text = runner.harness();
  const size_t place = text.find("::b(");
  ASSERT_NE(place, std::string::npos);
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n');
  EXPECT_EQ(
      blamedThunks("build/harness.cpp:" + std::to_string(line) + ":5: error: no", text, "/x/harness.cpp"),
      std::set<program::CallableId>{1});
  EXPECT_EQ(blamedThunks(">>> harness.o:((anonymous namespace)::covolveThunk2(covolve::harness::Test&))",
                         text, "harness.cpp"),
            std::set<program::CallableId>{2});
  EXPECT_TRUE(blamedThunks("build/harness.cpp:1:1: error: no", text, "harness.cpp").empty());
  const std::string without = generateHarness(runner.model(), {1});
  EXPECT_EQ(without.find("::b("), std::string::npos);
  EXPECT_NE(without.find("::c("), std::string::npos);
}

}  // namespace

}  // namespace covolve::unit
