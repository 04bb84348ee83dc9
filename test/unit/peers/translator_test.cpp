#include "translator.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <set>
#include <stdexcept>

#include "base/rng.h"
#include "covolve/harness.h"

namespace covolve::peers {

namespace {

// The code under test, and its thunks as the generator writes them.

class Shelf {
 public:
  explicit Shelf(int size) : size_(size) {}
  int size() const { return size_; }
  void absorb(const Shelf& other) { size_ += other.size_; }

 private:
  int size_;
};

class Ticket {
 public:
  explicit Ticket(const Shelf&) {}
  Ticket(Ticket&& other) noexcept : isSpent_(std::exchange(other.isSpent_, true)) {}
  Ticket& operator=(Ticket&&) = delete;

  bool isSpent() const { return isSpent_; }

 private:
  bool isSpent_ = false;
};

enum class Colour : int8_t { Red = -3, Green = 5 };

std::set<uint16_t> called;
std::vector<std::string> texts;
std::vector<int> numbers;
std::vector<std::vector<int64_t>> lists;
unsigned spentTickets = 0;

using harness::Test;

bool makeShelf(Test& test) {
  if (!test.accepts<int>()) return false;
  const int size = test.value<int>();
  test.makes<Shelf>([&](void* place) { ::new (place) Shelf(size); });
  numbers.push_back(size);
  called.insert(0);
  return true;
}

bool callSize(Test& test) {
  if (!test.accepts<Shelf>()) return false;
  static_cast<void>(test.object<Shelf>().size());
  called.insert(1);
  return true;
}

bool callAbsorb(Test& test) {
  if (!test.accepts<Shelf, Shelf>()) return false;
  Shelf& shelf = test.object<Shelf>();
  static_cast<void>(shelf);
  static_cast<void>(test.kept<Shelf>());
  called.insert(2);
  return true;
}

bool makeTicket(Test& test) {
  if (!test.accepts<Shelf>()) return false;
  const Shelf& shelf = test.kept<Shelf>();
  test.makes<Ticket>([&](void* place) { ::new (place) Ticket(shelf); });
  called.insert(3);
  return true;
}

bool callSpend(Test& test) {
  if (!test.accepts<Ticket>()) return false;
  const Ticket taken = std::move(test.kept<Ticket>());
  if (taken.isSpent()) ++spentTickets;
  called.insert(4);
  return true;
}

/// One of each kind of value.
bool callValues(Test& test) {
  if (!test.accepts<bool, char, int64_t, harness::WideInteger, float, double, Colour, std::string,
                    const char*, char*, std::vector<int64_t>, std::array<bool, 2>, std::optional<int>,
                    std::pair<uint8_t, int>, int*, Shelf*>()) {
    return false;
  }
  static_cast<void>(test.value<bool>());
  static_cast<void>(test.value<char>());
  static_cast<void>(test.value<int64_t>());
  static_cast<void>(test.value<harness::WideInteger>());
  static_cast<void>(test.value<float>());
  static_cast<void>(test.value<double>());
  const auto colour = test.value<Colour>();
  EXPECT_TRUE(colour == Colour::Red || colour == Colour::Green);
  static_cast<void>(test.value<std::string>());
  static_cast<void>(test.value<const char*>());
  static_cast<void>(test.value<char*>());
  lists.push_back(test.value<std::vector<int64_t>>());
  static_cast<void>(test.value<std::array<bool, 2>>());
  static_cast<void>(test.value<std::optional<int>>());
  static_cast<void>(test.value<std::pair<uint8_t, int>>());
  static_cast<void>(test.value<int*>());
  static_cast<void>(test.value<Shelf*>());
  called.insert(5);
  return true;
}

bool callText(Test& test) {
  if (!test.accepts<std::string>()) return false;
  texts.push_back(test.value<std::string>());
  called.insert(6);
  return true;
}

bool callNumber(Test& test) {
  if (!test.accepts<int>()) return false;
  numbers.push_back(test.value<int>());
  called.insert(7);
  return true;
}

constexpr Test::Thunk kThunks[] = {makeShelf, callSize,   callAbsorb, makeTicket,
                                   callSpend, callValues, callText,   callNumber};

// The table as table_text.cpp would write it.

constexpr int64_t kColours[] = {-3, 5};
constexpr uint16_t kShelfMakers[] = {0};
constexpr uint16_t kTicketMakers[] = {3};
enum TypeIndex : uint16_t {
  Int,
  TheShelf,
  TheTicket,
  Bool,
  Char,
  Long,
  Wide,
  Float,
  Double,
  TheColour,
  Text,
  CText,
  TextBuffer,
  Longs,
  Bools,
  MaybeInt,
  BytePair,
  IntPointer,
  ShelfPointer,
  Byte
};
constexpr Type kTypes[] = {{Kind::Integer, 4, true},
                           {Kind::Object, 0, false, 0, {}, {}, kShelfMakers},
                           {Kind::Object, 0, false, 0, {}, {}, kTicketMakers},
                           {Kind::Boolean, 1},
                           {Kind::Integer, 1, true},
                           {Kind::Integer, 8, true},
                           {Kind::Integer, 16, true},
                           {Kind::Floating, 4},
                           {Kind::Floating, 8},
                           {Kind::Enumeration, 1, true, 0, {}, kColours},
                           {Kind::String},
                           {Kind::CString},
                           {Kind::Buffer},
                           {Kind::Vector, 0, false, 0, {Long}},
                           {Kind::Array, 0, false, 2, {Bool}},
                           {Kind::Optional, 0, false, 0, {Int}},
                           {Kind::Tuple, 0, false, 2, {Byte, Int}},
                           {Kind::Pointer, 0, false, 0, {Int}},
                           {Kind::Pointer, 0, false, 0, {TheShelf}},
                           {Kind::Integer, 1, false}};
constexpr Argument kInt[] = {{Int}};
constexpr Argument kShelf[] = {{TheShelf}};
constexpr Argument kShelves[] = {{TheShelf}, {TheShelf}};
constexpr Argument kTicket[] = {{TheTicket, true}};
constexpr Argument kValues[] = {{Bool},      {Char},     {Long},       {Wide},        {Float}, {Double},
                                {TheColour}, {Text},     {CText},      {TextBuffer},  {Longs}, {Bools},
                                {MaybeInt},  {BytePair}, {IntPointer}, {ShelfPointer}};
constexpr Argument kText[] = {{Text}};
constexpr Call kCalls[] = {{kInt, false, true, TheShelf},
                           {kShelf, true},
                           {kShelves, true},
                           {kShelf, false, true, TheTicket},
                           {kTicket},
                           {kValues},
                           {kText},
                           {kInt}};
constexpr Limits kLimits{40, 10, 200, 64, 32};
constexpr uint16_t kAll[] = {0, 1, 2, 3, 4, 5, 6, 7};
constexpr uint16_t kOnlyText[] = {6};
constexpr uint16_t kOnlyNumber[] = {7};
constexpr uint16_t kOnlySize[] = {1};

CovolveTestResult execute(std::span<const uint8_t> test) {
  return Test(test.data(), test.size(), nullptr).run(kThunks, std::size(kThunks));
}

class TranslatorTest : public testing::Test {
 protected:
  void SetUp() override {
    called.clear();
    texts.clear();
    numbers.clear();
    lists.clear();
    spentTickets = 0;
  }

  /// Runs the test that the bytes give, of these calls only.
  static CovolveTestResult run(std::string_view bytes, std::span<const uint16_t> calls,
                               Limits limits = kLimits) {
    const Table table{kTypes, kCalls, calls, limits};
    Translator translator(table);
    return execute(translator.translate({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}));
  }
};

constexpr auto kReturned = static_cast<uint32_t>(abi::Outcome::Returned);

std::string randomBytes(Rng& rng, size_t length) {
  std::string bytes(length, '\0');
  for (char& byte : bytes) byte = static_cast<char>(rng.below(256));
  return bytes;
}

}  // namespace

TEST_F(TranslatorTest, AnyBytesGiveATestThatTheHarnessRuns) {
  Rng rng(7);
  for (size_t i = 0; i < 20'000; ++i) {
    const std::string bytes = randomBytes(rng, rng.below(300));
    ASSERT_EQ(run(bytes, kAll).outcome, kReturned) << "input " << i;
  }
  EXPECT_EQ(called.size(), std::size(kThunks));
}

TEST_F(TranslatorTest, ObjectsThatWereMovedFromAreNotUsedAgain) {
  Rng rng(3);
  for (size_t i = 0; i < 5'000; ++i) run(randomBytes(rng, 100), kAll);
  EXPECT_TRUE(called.contains(4));
  EXPECT_EQ(spentTickets, 0u);
}

TEST_F(TranslatorTest, WithoutBytesNothingIsCalled) {
  EXPECT_EQ(run("", kAll).executedActions, 0u);
  EXPECT_TRUE(called.empty());
}

TEST_F(TranslatorTest, AnObjectThatIsNeededIsMadeFirst) {
  EXPECT_EQ(run(std::string_view("\0", 1), kOnlySize).executedActions, 2u);
  EXPECT_EQ(called, (std::set<uint16_t>{0, 1}));
}

TEST_F(TranslatorTest, NoTestHasMoreCallsThanAllowed) {
  Limits few = kLimits;
  few.calls = 3;
  EXPECT_EQ(run(std::string(500, 'a'), kOnlyNumber, few).executedActions, 3u);
}

TEST_F(TranslatorTest, ASingleTextIsTheInputItself) {
  run("GET /index", kOnlyText);
  EXPECT_EQ(texts, std::vector<std::string>{"GET /index"});
}

TEST_F(TranslatorTest, ABackslashAndAnotherByteEndAText) {
  run("one\\!two\\\\three", kOnlyText);
  EXPECT_EQ(texts, (std::vector<std::string>{"one", "two\\three"}));
}

TEST_F(TranslatorTest, LongTextsGoOnInTheNextCall) {
  run(std::string(250, 'x'), kOnlyText);
  ASSERT_EQ(texts.size(), 2u);
  EXPECT_EQ(texts[0].size(), kLimits.text);
  EXPECT_EQ(texts[1].size(), 50u);
}

TEST_F(TranslatorTest, NumbersStandAsTheyAreCompared) {
  const int wanted = 123'456'789;
  std::string bytes("\x01", 1);
  bytes.append(reinterpret_cast<const char*>(&wanted), sizeof wanted);
  run(bytes, kOnlyNumber);
  EXPECT_EQ(numbers, std::vector<int>{wanted});
}

TEST_F(TranslatorTest, SmallNumbersTakeOneByteAndKeepTheirSign) {
  run(std::string_view("\x02\x07\x02\xfe", 4), kOnlyNumber);
  EXPECT_EQ(numbers, (std::vector<int>{7, -2}));
}

TEST_F(TranslatorTest, BytesThatAreMissingAreZero) {
  run("\x01", kOnlyNumber);
  EXPECT_EQ(numbers, std::vector<int>{0});
}

TEST_F(TranslatorTest, AListIsNoLongerThanTheInput) {
  Rng rng(11);
  constexpr uint16_t kOnlyValues[] = {5};
  for (size_t i = 0; i < 3'000; ++i) run(randomBytes(rng, rng.below(120)), kOnlyValues);
  size_t longest = 0;
  for (const auto& list : lists) longest = std::max(longest, list.size());
  EXPECT_GT(longest, 4u);
  EXPECT_LE(longest, kLimits.list);
}

TEST_F(TranslatorTest, TheSameBytesGiveTheSameTest) {
  const Table table{kTypes, kCalls, kAll, kLimits};
  Translator translator(table);
  const std::vector<uint8_t> input(64, 3);
  const auto first = translator.translate(input);
  const std::vector<uint8_t> before(first.begin(), first.end());
  translator.translate(std::vector<uint8_t>(90, 200));
  const auto again = translator.translate(input);
  EXPECT_EQ(before, std::vector<uint8_t>(again.begin(), again.end()));
}

}  // namespace covolve::peers
