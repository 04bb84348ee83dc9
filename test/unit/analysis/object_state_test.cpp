// Which fields decisions read and functions store to, through all that holds an object.
#include "analysis/object_state.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysed.h"

namespace covolve::analysis {
namespace {

class State {
 public:
  explicit State(const std::string& source) : State(Analysed(source)) {}
  explicit State(Analysed code) : code_(std::move(code)) {
    auto state = readObjectState(code_.objects());
    EXPECT_TRUE(state.has_value()) << state.error().message;
    if (state) state_ = std::move(*state);
  }

  /// "1.Student@0.Supervisor@8": from the second thing that the function is given.
  std::string text(const AccessPath& path) const {
    std::string text = std::to_string(path.root);
    for (const FieldId field : path.fields)
      text += fmt::format(".{}@{}", state_.fields[field].record, state_.fields[field].offset);
    return text;
  }
  std::string text(const StateNeeds& needs) const {
    std::string all;
    for (const auto& [path, comparing] : needs) {
      all += (all.empty() ? "" : " ") + text(path);
      if (comparing.isCount) all += "#";
      for (const int64_t constant : comparing.constants) all += fmt::format("={}", constant);
    }
    return all;
  }
  const DecisionState& decision(const std::string& site) const { return state_.decisions.at(code_.id(site)); }
  /// The one whose linkage name has this part.
  const FunctionState& function(const std::string& part) const {
    static const FunctionState none;
    for (const auto& [name, function] : state_.functions) {
      if (name.find(part) != std::string::npos) return function;
    }
    ADD_FAILURE() << "no function " << part;
    return none;
  }
  /// "0.Order@0<-1" for each: where to, and from which arguments.
  std::string writes(const std::string& part) const {
    std::string all;
    for (const StateWrite& write : function(part).writes) {
      all += (all.empty() ? "" : " ") + text(write.place);
      if (write.constant) all += fmt::format("={}", *write.constant);
      if (write.isAdded) all += "+";
      for (const uint32_t source : write.sourceArguments()) all += fmt::format("<-{}", source);
    }
    return all;
  }
  const ObjectState& all() const { return state_; }
  const Analysed& code() const { return code_; }

 private:
  Analysed code_;
  ObjectState state_;
};

const char* const kStudent = R"(#include <memory>
struct Cv { void setAwards(int n); int awards() const; int awards_ = 0; };
struct Supervisor { void setCv(std::shared_ptr<Cv> cv); const Cv* cv() const; int age_ = 0; std::shared_ptr<Cv> cv_; };
struct Student { void setSupervisor(Supervisor* s); Supervisor& supervisor() const; Supervisor* supervisor_ = nullptr; };
void Cv::setAwards(int n) { awards_ = n; }
int Cv::awards() const { return awards_; }
void Supervisor::setCv(std::shared_ptr<Cv> cv) { cv_ = std::move(cv); }
const Cv* Supervisor::cv() const { return cv_.get(); }
void Student::setSupervisor(Supervisor* s) { supervisor_ = s; }
Supervisor& Student::supervisor() const { return *supervisor_; }
int example(int, const Student& s) {
  if (s.supervisor().cv()->awards() > 3)
    return 1;
  return 0;
}
)";

TEST(ObjectState, ADecisionNeedsFieldsOfWhatIsHeldByWhatItIsGiven) {
  const State state(kStudent);
  EXPECT_EQ(state.text(state.decision("C12").compared), "1.Student@0.Supervisor@8.Cv@0=3");
}

TEST(ObjectState, SettersStoreWhatTheyAreGiven) {
  const State state(kStudent);
  EXPECT_EQ(state.writes("9setAwards"), "0.Cv@0<-1");
  EXPECT_EQ(state.writes("5setCv"), "0.Supervisor@8<-1");
  EXPECT_EQ(state.writes("13setSupervisor"), "0.Student@0<-1");
  EXPECT_EQ(state.writes("6awardsEv"), "");
}

TEST(ObjectState, GettersHandOutWhatAFieldHolds) {
  const State state(kStudent);
  ASSERT_EQ(state.function("10supervisorEv").results.size(), 1u);
  EXPECT_EQ(state.text(*state.function("10supervisorEv").results.begin()), "0.Student@0");
  ASSERT_EQ(state.function("2cvEv").results.size(), 1u);
  EXPECT_EQ(state.text(*state.function("2cvEv").results.begin()), "0.Supervisor@8");
}

/// Figure 6 of Lin et al.
TEST(ObjectState, ScoresOfSettersAreThoseOfThePaper) {
  const State state(R"(struct Thing { void m1(int a); void m2(int a); void m3(int a); void m4(); int f = 0; };
void Thing::m1(int a) {
  if (a > 3)
    m2(a);
}
void Thing::m2(int a) { m3(a); }
void Thing::m3(int a) { f = a; }
void Thing::m4() { f = 7; }
)");
  const auto score = [&](const std::string& name) {
    double best = 0;
    for (const StateWrite& write : state.function(name).writes) best = std::max(best, write.score());
    return best;
  };
  EXPECT_NEAR(score("2m1"), 2 * 2.5 / 3, 0.01);
  EXPECT_NEAR(score("2m2"), 2, 0.01);
  EXPECT_NEAR(score("2m3"), 2, 0.01);
  EXPECT_NEAR(score("2m4"), 1, 0.01);
}

TEST(ObjectState, ContainersAreWhatTheyHold) {
  const State state(R"(#include <map>
#include <memory>
#include <vector>
struct Train { int seats_; };
struct Table { void add(std::shared_ptr<Train> t); void put(int n, Train* t); int all() const; std::vector<std::shared_ptr<Train>> trains_; std::map<int, Train*> byNumber_; };
void Table::add(std::shared_ptr<Train> t) { trains_.push_back(t); }
void Table::put(int n, Train* t) { byNumber_[n] = t; }
int Table::all() const {
  for (const auto& train : trains_) {
    if (train->seats_ > 40)
      return 1;
  }
  if (trains_.size() > 3)
    return 2;
  const auto found = byNumber_.find(5);
  if (found->second->seats_ == 9)
    return 3;
  return 0;
}
)");
  EXPECT_EQ(state.writes("Table3add"), "0.Table@0+<-1");
  EXPECT_EQ(state.writes("Table3put"), "0.Table@24<-1<-2");
  EXPECT_EQ(state.text(state.decision("C10").compared), "0.Table@0.Train@0=40");
  EXPECT_EQ(state.text(state.decision("C13").compared), "0.Table@0#=3");
  EXPECT_EQ(state.text(state.decision("C16").compared), "0.Table@24.Train@0=9");
}

TEST(ObjectState, WhatTheLibraryIsToldByConstantsIsStored) {
  const State state(R"(#include <bitset>
#include <set>
struct Lift { void block(); void clear(); int all() const; int look(); std::set<int> stops_; std::bitset<3> faults_; };
void Lift::block() { faults_.set(2); }
void Lift::clear() { stops_.clear(); }
int Lift::all() const {
  if (faults_.count() >= 2)
    return 1;
  return 0;
}
int Lift::look() { return *stops_.lower_bound(3) + (stops_.find(4) == stops_.end()); }
)");
  EXPECT_EQ(state.writes("Lift5block"), "0.Lift@48+");
  EXPECT_EQ(state.writes("Lift5clear"), "0.Lift@0");
  EXPECT_EQ(state.writes("Lift4look"), "");
  EXPECT_EQ(state.text(state.decision("C7").compared), "0.Lift@48#=2");
}

TEST(ObjectState, WhatTheLibraryReadsIntoIsStored) {
  const State state(R"(#include <charconv>
#include <sstream>
#include <string>
struct Query { int page_ = 0; std::string word_; void page(const std::string& text); void word(std::istream& from); void number(std::istream& from); };
void Query::page(const std::string& text) { std::from_chars(text.data(), text.data() + text.size(), page_); }
void Query::word(std::istream& from) { std::getline(from, word_); }
void Query::number(std::istream& from) { from >> page_; }
)");
  EXPECT_EQ(state.writes("Query4page"), "0.Query@0<-1");
  EXPECT_EQ(state.writes("Query4word"), "0.Query@8<-1");
  EXPECT_EQ(state.writes("Query6number"), "0.Query@0<-1");
}

TEST(ObjectState, OfWhatADecisionComparesItsFunctionStoresSomeFirst) {
  const State state(R"(#include <string>
struct Query { int page = 1; int size = 20; int kind = 0; bool isShort = false; };
static void read(int value, int& number) { number = value; }
static void apply(const std::string& key, int value, Query& query) {
  if (key == "page") read(value, query.page);
}
int parse(const std::string& key, int value, Query& query) {
  query.page = 1; query.size = value;
  if (value > 3)
    query.size = 3;
  apply(key, value, query);
  if (query.page > 100)
    return 1;
  if (query.size > 50)
    return 2;
  if (query.kind == 7)
    return 3;
  return 0;
}
)");
  const auto stored = state.all().storedFor();
  const auto sides = stored.find(state.code().id("C12"));
  ASSERT_NE(sides, stored.end());
  EXPECT_EQ(sides->second.size(), 1u);
  EXPECT_FALSE(stored.contains(state.code().id("C14"))) << "it is given without a condition, too";
  EXPECT_FALSE(stored.contains(state.code().id("C16"))) << "nobody stores it";
}

TEST(ObjectState, WhatOthersSetNeedNotBeStoredFirst) {
  const State state(R"(struct Meter {
  int settle(int key, int value);
  int check(int reset);
  void setLimit(int limit);
  int rate_ = 1; int limit_ = 2;
};
int Meter::settle(int key, int value) {
  if (key == 77) rate_ = value;
  if (rate_ > 100) return 1;
  return 0;
}
void Meter::setLimit(int limit) { limit_ = limit; }
int Meter::check(int reset) {
  if (reset > 77) limit_ = reset;
  if (limit_ > 100) return 1;
  return 0;
}
int use(int key, int value, Meter& meter) {
  if (key == 5) meter.rate_ = value;
  if (meter.rate_ > 100) return 1;
  return 0;
}
)");
  const auto stored = state.all().storedFor();
  EXPECT_FALSE(stored.contains(state.code().id("C15"))) << "of setLimit()";
  EXPECT_FALSE(stored.contains(state.code().id("C20"))) << "whoever made the meter";
}

TEST(ObjectState, WhatNobodyElseSetsIsStoredFirst) {
  const State state(R"(struct Meter { int settle(int key, int value); int rate_ = 1; int used_ = 0; };
int Meter::settle(int key, int value) {
  if (key == 77) rate_ = value;
  if (key == 78) used_ = 0;
  if (rate_ > 100) return 1;
  if (used_ > 100) return 2;
  return 0;
}
)");
  const auto stored = state.all().storedFor();
  EXPECT_TRUE(stored.contains(state.code().id("C5")));
  EXPECT_FALSE(stored.contains(state.code().id("C6"))) << "a constant leads nowhere";
}

TEST(ObjectState, FreeFunctionsOfTheLibraryStoreNothing) {
  const State state(R"(#include <string>
struct Query { std::string raw_; int f() const; int g(); };
int Query::g() { return std::stoi(raw_) + static_cast<int>(std::char_traits<char>::length(raw_.c_str())); }
)");
  EXPECT_EQ(state.writes("Query1g"), "");
}

TEST(ObjectState, AStoreKnowsWhatGuardsIt) {
  const State state(R"(struct Order { void pay(int amount); void ship(); int state_ = 0; int total_ = 0; };
void Order::pay(int amount) {
  if (state_ == 1 && amount == total_)
    state_ = 2;
}
void Order::ship() {
  if (state_ != 2)
    throw 1;
  state_ = 3;
}
)");
  ASSERT_EQ(state.writes("3pay"), "0.Order@0=2");
  EXPECT_EQ(state.text(state.function("3pay").writes[0].guard), "0.Order@0=1 0.Order@4 1");
  ASSERT_EQ(state.writes("4ship"), "0.Order@0=3");
  EXPECT_EQ(state.text(state.function("4ship").writes[0].guard), "0.Order@0=2");
  EXPECT_EQ(state.function("3pay").writes[0].guardSides.size(), 1u);
}

TEST(ObjectState, WhatAFunctionRequiresFirstGuardsTheStoreBehindIt) {
  const State state(
      R"(struct Gate { void open(int code); void require(int wanted) const; int state_ = 0; bool isOpen_ = false; };
void Gate::require(int wanted) const {
  if (state_ != wanted)
    throw 1;
}
void Gate::open(int code) {
  require(code);
  isOpen_ = true;
}
)");
  ASSERT_EQ(state.writes("4open"), "0.Gate@4=1");
  EXPECT_EQ(state.text(state.function("4open").writes[0].guard), "0.Gate@0 1");
}

TEST(ObjectState, WhatClosuresAskOfElementsIsNeeded) {
  const State state(R"(#include <algorithm>
#include <vector>
struct Job { int status_; };
struct Plan { bool isDone(int status) const; std::vector<Job> jobs_; };
bool Plan::isDone(int status) const {
  return std::all_of(jobs_.begin(), jobs_.end(), [&](const Job& job) { return job.status_ == status; });
}
int ask(const Plan& plan) {
  if (plan.isDone(2))
    return 1;
  return 0;
}
)");
  const std::string needs = state.text(state.decision("T9").compared);
  EXPECT_NE(needs.find("0.Plan@0.Job@0"), std::string::npos) << needs;
}

TEST(ObjectState, NeedsOfAHelperAreThoseOfItsCaller) {
  const State state(R"(struct Cart { int total_; };
struct Shop { int sell(const Cart& cart); int hours_ = 0; };
static int priceOf(int cents, int hours) {
  if (cents > 500)
    return 1;
  return hours;
}
int Shop::sell(const Cart& cart) {
  if (hours_ < 8)
    return 0;
  return priceOf(cart.total_, hours_);
}
)");
  const DecisionState& decision = state.decision("C4");
  EXPECT_EQ(state.text(decision.needs), "0=500");
  const auto& callers = state.all().callers.at(decision.function);
  ASSERT_EQ(callers.size(), 1u);
  EXPECT_EQ(state.text(ObjectState::throughCall(decision.needs, callers[0])), "0.Shop@0=8 1.Cart@0=500");
}

TEST(ObjectState, DecisionsBehindAStoreDoNotMakeItLessLikely) {
  const State state(
      R"(struct Account { void deposit(int a); int balance_ = 0; int limit_ = 9; bool flag_ = false; };
void Account::deposit(int a) { balance_ += a; if (balance_ > limit_) flag_ = true; }
)");
  ASSERT_EQ(state.writes("7deposit"), "0.Account@0+<-1 0.Account@8=1");
  EXPECT_NEAR(state.function("7deposit").writes[0].score(), 2, 0.01);
  EXPECT_NEAR(state.function("7deposit").writes[1].score(), 0.5, 0.01);
}

TEST(ObjectState, ACaseNeedsItsOwnValue) {
  const State state(R"(struct Machine { int step(); int state_ = 0; };
int Machine::step() {
  switch (state_) {
    case 4: return 1;
    case 7: return 2;
    default: return 3;
  }
}
)");
  EXPECT_EQ(state.text(state.decision("S3:4").compared), "0.Machine@0=4");
  EXPECT_EQ(state.text(state.decision("S3:7").needs), "0.Machine@0=7");
}

TEST(ObjectState, ARelationIsThatOfAFieldAsItIs) {
  const State state(R"(#include <map>
#include <string>
#include <vector>
enum class Kind { A, B };
struct Thing { int ask(); Kind kind() const { return kind_; } int count_ = 0; unsigned flags_ = 0; int* p_; Kind kind_; bool on_; std::string name_; std::vector<int> all_; std::map<int, int> map_; int row_[3]; };
int Thing::ask() {
  if (count_ % 2 == 0) return 1;
  if ((flags_ & 4) != 0) return 2;
  if (name_.compare("x") == 0) return 3;
  if (*p_ == 3) return 4;
  if (map_.find(1)->second == 3) return 5;
  if (row_[1] == 3) return 6;
  if (count_ < 3) return 7;
  if (kind() == Kind::B) return 8;
  if (all_.size() > 5) return 9;
  return 0;
}
)");
  for (const int line : {7, 8, 10, 11, 12})
    EXPECT_EQ(state.decision(fmt::format("C{}", line)).relation, "") << line;
  EXPECT_EQ(state.decision("C13").relation, "<");
  EXPECT_EQ(state.decision("C14").relation, "==");
  EXPECT_EQ(state.decision("C15").relation, ">");
  EXPECT_EQ(state.decision("C15").constant, 5);
}

TEST(ObjectState, AVeryLongFunctionIsNotRead) {
  std::string source =
      "struct Sum { void add(int a); void set(int a); int sum_ = 0; };\nvoid Sum::add(int a) {\n";
  for (int i = 0; i < 2000; ++i) source += "  sum_ += a;\n";
  const State state(source + "}\nvoid Sum::set(int a) { sum_ = a; }\n");
  EXPECT_EQ(state.writes("3set"), "0.Sum@0<-1");
  for (const auto& [name, function] : state.all().functions)
    EXPECT_EQ(name.find("3add"), std::string::npos) << name;
}

TEST(ObjectState, ALongChainOfCallsIsFollowedPartOfTheWay) {
  std::string source = "struct Link { int last_ = 0; };\n";
  for (int i = 0; i <= 300; ++i) source += fmt::format("void f{}(Link& link, int a);\n", i);
  for (int i = 0; i < 300; ++i)
    source += fmt::format("void f{}(Link& link, int a) {{ f{}(link, a); }}\n", i, i + 1);
  const State state(source + "void f300(Link& link, int a) { link.last_ = a; }\n");
  EXPECT_EQ(state.writes("_Z4f300"), "0.Link@0<-1");
  EXPECT_EQ(state.all().functions.size(), 301u);
}

TEST(ObjectState, LocalFunctionsOfOneNameAreNotOne) {
  const std::string record =
      "struct Pair { void left(int a); void right(int a); int first_ = 0; int second_ = 0; };\n";
  const State state(Analysed({{"a.cpp", record + R"(static void put(Pair& pair, int a) { pair.first_ = a; }
void Pair::left(int a) { put(*this, a); }
)"},
                              {"b.cpp", record + R"(
static void put(Pair& pair, int a) { pair.second_ = a; }

void Pair::right(int a) { put(*this, a); }
)"}}));
  EXPECT_EQ(state.writes("4left"), "0.Pair@0<-1");
  EXPECT_EQ(state.writes("5right"), "0.Pair@4<-1");
}

TEST(ObjectState, OperatorsOfTheUserAreRead) {
  const State state(R"(struct Box { int size_ = 0; };
bool operator/(const Box& box, int by) { return box.size_ == by; }
int ask(const Box& box) {
  if (box / 5)
    return 1;
  return 0;
}
)");
  EXPECT_EQ(state.text(state.decision("T4").compared), "0.Box@0=5");
}

}  // namespace
}  // namespace covolve::analysis
