// The subjects of real C++'s types compute the right thing.
#include <gtest/gtest.h>

#include <sstream>

#include "../../../subjects/cpp/alarm.cpp"
#include "../../../subjects/cpp/bookings.cpp"
#include "../../../subjects/cpp/drawing.cpp"
#include "../../../subjects/cpp/filters.cpp"
#include "../../../subjects/cpp/parcels.cpp"
#include "../../../subjects/cpp/records.cpp"
#include "../../../subjects/cpp/rows.cpp"
#include "../../../subjects/cpp/seating.cpp"
#include "../../../subjects/cpp/toolbox.hpp"

#define main mainOfWordCount
#include "../../../subjects/cpp/word_count.c"
#undef main

namespace cpp {
namespace {

TEST(Seating, Reviews) {
  EXPECT_EQ(review({}, {}, 1), Objection::NobodyInvited);
  EXPECT_EQ(review({{1, {"a", "b"}}}, {"a", "b"}, 1), Objection::TableTooFull);
  EXPECT_EQ(review({{1, {"x"}}}, {"a"}, 1), Objection::UnknownGuest);
  EXPECT_EQ(review({{1, {"a"}}, {2, {"a"}}}, {"a", "b"}, 1), Objection::SeatedTwice);
  EXPECT_EQ(review({{1, {"a"}}}, {"a", "b"}, 1), Objection::GuestMissing);
  EXPECT_EQ(review({{1, {"a"}}, {2, {"b"}}}, {"a", "b"}, 1), Objection::None);
}

TEST(Seating, SeatsTheFirstInTheQueue) {
  EXPECT_EQ(seat({"a", "b", "c"}, {0, 1, -1, 1}), std::pair(std::deque<std::string>{"c"}, 2));
  EXPECT_EQ(seat({"a"}, {2}), std::pair(std::deque<std::string>{}, 1));
}

TEST(Seating, FindsTheFavouriteDish) {
  EXPECT_EQ(favourite({}), std::tuple("", 0, false));
  EXPECT_EQ(favourite({{"a", "fish"}, {"b", ""}, {"c", "fish"}, {"d", "soup"}}),
            std::tuple("fish", 2, false));
  EXPECT_EQ(favourite({{"a", "fish"}, {"b", "soup"}}), std::tuple("fish", 1, true));
}

TEST(Seating, ChecksMenus) {
  EXPECT_FALSE(isMenu({}, {}, {}));
  EXPECT_FALSE(isMenu({2, 1}, {}, {1, 1, 2, 2}));
  EXPECT_FALSE(isMenu({1}, {1}, {1, 1}));
  EXPECT_FALSE(isMenu({1}, {}, {1}));
  EXPECT_TRUE(isMenu({1, 2}, {3}, {1, 1, 2, 2}));
}

TEST(Bookings, CompareKeysAndDatesAsAWhole) {
  EXPECT_EQ(pricePerNight({5, 512}), 480);
  EXPECT_EQ(pricePerNight({5, 541}), 90);
  EXPECT_EQ(pricePerNight({2, 7}), 140);
  EXPECT_THROW(pricePerNight({-1, 7}), std::invalid_argument);
  EXPECT_THROW(pricePerNight({1, -7}), std::invalid_argument);
  EXPECT_EQ(seasonOf(2031, 7, 19), Season::Festival);
  EXPECT_EQ(seasonOf(2031, 7, 18), Season::High);
  EXPECT_EQ(seasonOf(2031, 9, 18), Season::Low);
  EXPECT_EQ(seasonOf(2031, 5, 18), Season::Low);
  EXPECT_EQ(seasonOf(2031, 11, 30), Season::Closed);
  EXPECT_THROW(seasonOf(2031, 11, 31), std::invalid_argument);
  EXPECT_EQ(lockAdvice(3, 14, 2), "replace at once");
  EXPECT_EQ(lockAdvice(2, 6, 9), "key only");
  EXPECT_EQ(lockAdvice(2, 7, 0), "card");
}

TEST(Bookings, CompareListsAsAWhole) {
  EXPECT_TRUE(isMastersRound({101, 7, 305}));
  EXPECT_TRUE(isTestCard({0xCA, 0xFE, 0x10, 0x42}));
  EXPECT_TRUE(isWelcomedByManager(std::pair{Guest{"Ida", 25}, Room{5, 512}}));
  EXPECT_FALSE(isWelcomedByManager(std::pair{Guest{"Ida", 24}, Room{5, 512}}));
  EXPECT_FALSE(isWelcomedByManager({}));
  EXPECT_EQ(minibar({}), "all gone");
  EXPECT_EQ(minibar({{"beer", 2}, {"water", 4}}), "untouched");
  EXPECT_EQ(minibar({{"beer", 2}}), "ask");
  EXPECT_TRUE(passesStaff({-2, 5, 9}));
  EXPECT_FALSE(passesStaff({9, -2}));
  EXPECT_FALSE(passesStaff({-2}));
}

TEST(Parcels, KnowsTimesAndPaths) {
  using namespace std::chrono_literals;
  EXPECT_EQ(pause(1, 1s), 200ms);
  EXPECT_EQ(pause(20, 1s), 1s);
  EXPECT_THROW(pause(0, -1s), std::invalid_argument);
  const std::chrono::system_clock::time_point start;
  EXPECT_FALSE(isOverdue(start, start + 24h));
  EXPECT_TRUE(isOverdue(start, start + 25h));
  EXPECT_EQ(labelFormat("a.pdf"), "print");
  EXPECT_EQ(labelFormat("/a"), "local");
}

TEST(Parcels, ReadsAndWritesStreams) {
  std::istringstream weights("1 2 3");
  EXPECT_EQ(totalWeight(weights), 6);
  std::istringstream words("1 x");
  EXPECT_EQ(totalWeight(words), -1);
  std::ostringstream out;
  printContents(out, {"tea"});
  EXPECT_EQ(out.str(), "- tea\n");
  std::istringstream address("Rome\nItaly");
  EXPECT_TRUE(copyAddress(&address, &out));
  EXPECT_EQ(out.str(), "- tea\nRome");
}

TEST(Parcels, TellsAlternativesApart) {
  EXPECT_EQ(tariff(2001), "parcel");
  EXPECT_EQ(tariff(std::string("book")), "book");
  EXPECT_EQ(tariff(-1.0), "invalid");
  EXPECT_EQ(receiver("#ab").index(), 1u);
  EXPECT_EQ(remark(std::any(1)), "number");
}

TEST(Parcels, LooksAtCollections) {
  const std::vector<int> weights{1, 3, 2};
  EXPECT_EQ(heaviest(weights), 3);
  EXPECT_EQ(postage({80, -1, 20}), 100);
  EXPECT_EQ(workingDays(std::bitset<7>(3)), 5u);
  EXPECT_TRUE(isHome({3, 4}));
  EXPECT_EQ(salutation(L"Anna"), L"Dear Anna");
  EXPECT_EQ(initials(u"Eva"), u"E.");
}

TEST(Drawing, FindsTheLargestShape) {
  Layer layer;
  EXPECT_EQ(layer.largest(), nullptr);
  layer.add(std::make_unique<Square>(1));
  layer.add(std::make_unique<Circle>(10));
  EXPECT_EQ(layer.largest()->area(), 300);
  EXPECT_THROW(layer.add(nullptr), std::invalid_argument);
  EXPECT_EQ(sizeOf(Square(2)), "small");
}

TEST(Drawing, CanvasesAreWatched) {
  auto canvas = Canvas::create("a");
  canvas->layer("one");
  EXPECT_EQ(watch(canvas), 1);
  EXPECT_EQ(watch({}), -1);
}

TEST(Rows, SumSortAndWriteHexadecimals) {
  int values[] = {3, 1, 2};
  EXPECT_EQ(sum(values, 3), 6);
  sort(values, 3);
  EXPECT_EQ(values[0], 1);
  const uint8_t byte = 0x2a;
  char text[2];
  EXPECT_EQ(to_hex(text, 2, &byte, 1), 2);
  EXPECT_EQ(std::string(text, 2), "2a");
}

TEST(Rows, ListsGrow) {
  list* numbers = list_new();
  for (int i = 1; i <= 5; ++i) EXPECT_EQ(list_add(numbers, i), i);
  EXPECT_EQ(list_last(numbers), 5);
  list_free(numbers);
}

TEST(Records, AreReadAndWritten) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  std::fputs("a\n\n# b\nc\n", file);
  std::rewind(file);
  EXPECT_EQ(countEntries(file), 2);
  std::rewind(file);
  EXPECT_TRUE(reportTemperature(file, 91));
  std::rewind(file);
  char line[8] = "";
  EXPECT_STREQ(std::fgets(line, sizeof line, file), "alarm\n");
  std::rewind(file);
  EXPECT_EQ(versionOf(file), 0);
  EXPECT_EQ(versionOf(nullptr), -1);
}

TEST(Records, ShareTheirPlace) {
  Reading reading{false, {21}};
  EXPECT_STREQ(warmth(reading), "about warm");
  reading.isExact = true;
  reading.exact = 20.25F;
  EXPECT_STREQ(warmth(reading), "cold");
  const Word word{0x1234};
  EXPECT_EQ(usedBytes(&word), 2);
}

TEST(WordCount, CountsWordsAndNumbers) {
  const counts found = ::count("12 words", BLANK);
  EXPECT_EQ(found.words, 2);
  EXPECT_EQ(found.numbers, 1);
  EXPECT_EQ(found.longest, 5);
  EXPECT_EQ(::count("a b,c", COMMA).words, 2);
  EXPECT_EQ(::count(nullptr, TAB).words, 0);
  EXPECT_EQ(::print(nullptr, found, 0), -1);
}

TEST(Filters, CallBack) {
  EXPECT_EQ(countMatches({1, 2, 3}, [](int value) { return value > 2; }), 1);
  EXPECT_EQ(countMatches({1}, nullptr), -1);
  EXPECT_EQ(greet([](const std::string& word) { return word + word; }), "hellohello!");
  EXPECT_TRUE(isLoud([](Level level, void*) { return level == Level::Error ? 2 : 1; }, nullptr, 1));
  EXPECT_EQ(visitAll({1}, [](int) {}), 1);
  EXPECT_EQ(attempts([](const char* text) { return *text == 'p'; }), 1);
  EXPECT_EQ(attempts([](const char*) { return false; }), 3);
  int left = 2;
  EXPECT_EQ(drain([&] { return std::string(left-- > 0 ? "ab" : ""); }), "aa");
}

TEST(Parcels, ReadsLabels) {
  const std::string label = "#7";
  LabelReader reader(label);
  EXPECT_FALSE(reader.skip('7'));
  EXPECT_TRUE(reader.skip('#'));
  EXPECT_EQ(reader.left(), 1u);
  EXPECT_TRUE(reader.skip('7'));
  EXPECT_FALSE(reader.skip('7'));
}

TEST(Toolbox, RemembersAndCompares) {
  History<int, 2> history;
  EXPECT_THROW(history.back(0), std::out_of_range);
  history.add(1);
  history.add(2);
  EXPECT_TRUE(history.isFull());
  EXPECT_FALSE(history.repeats());
  history.add(2);
  EXPECT_TRUE(history.repeats());
  EXPECT_EQ(history.back(1), 2);
  history.clear();
  EXPECT_EQ(history.size(), 0u);
  EXPECT_EQ(limited(7, 1, 5), 5);
  EXPECT_EQ(limited(0.5, 1.0, 5.0), 1.0);
  EXPECT_EQ(limited(3, 1, 5), 3);
  EXPECT_THROW(limited(1, 2, 1), std::invalid_argument);
  EXPECT_EQ(firstDisorder(std::vector{1, 3, 2}, std::less<>()), 2u);
  EXPECT_EQ(firstDisorder(std::vector{1, 2}, std::less<>()), std::nullopt);
  EXPECT_EQ(kindOf(-0.5), "negative fraction");
  EXPECT_EQ(kindOf(3), "odd");
  EXPECT_EQ(kindOf(std::string("four")), "long");
  EXPECT_EQ(countLetter(std::string("lull"), 'l'), 3u);
  Tally tally;
  tally.add(2.5);
  tally.add(-1);
  EXPECT_EQ(tally.total(), 2);
}

struct FixedClock : Clock {
  explicit FixedClock(int hour) : hour_(hour) {}
  int hour() const noexcept override { return hour_; }
  int hour_;
};

struct ListSensor : Sensor {
  explicit ListSensor(std::vector<int> readings) : readings_(std::move(readings)) {}
  int read() override { return readings_.at(next_++); }
  int read(int) override { return read(); }
  bool isBroken() const override { return false; }
  const std::string& name() const override { return name_; }
  std::vector<int> readings_;
  std::size_t next_ = 0;
  std::string name_ = "door";
};

struct DeafNotifier : Notifier {
  bool send(const std::string&) override { return ++sent_ == hearsFrom_; }
  void log(const std::string&) override {}
  int sent_ = 0;
  int hearsFrom_ = 2;
};

TEST(Alarm, RingsWhenTheSecondReadingConfirms) {
  const FixedClock night(3);
  const auto notifier = std::make_shared<DeafNotifier>();
  Alarm alarm(night, notifier);
  EXPECT_FALSE(alarm.arm());
  EXPECT_TRUE(alarm.add(std::make_unique<ListSensor>(std::vector<int>{0, 0, 101, 0, 101, 102})));
  EXPECT_TRUE(alarm.arm());
  EXPECT_EQ(alarm.poll(), AlarmState::Armed);
  EXPECT_EQ(alarm.poll(), AlarmState::Armed) << "one false alarm";
  EXPECT_EQ(alarm.poll(), AlarmState::Ringing);
  EXPECT_EQ(notifier->sent_, 2);
}

TEST(Alarm, StaysOffByDay) {
  const FixedClock day(12);
  Alarm alarm(day, std::make_shared<DeafNotifier>());
  alarm.add(std::make_unique<ListSensor>(std::vector<int>{0}));
  EXPECT_FALSE(alarm.arm());
  EXPECT_THROW(Alarm(day, nullptr), std::invalid_argument);
}

}  // namespace
}  // namespace cpp
