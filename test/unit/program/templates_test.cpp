// What of templates is called: what the project instantiates, else usual types.
#include "reading.h"

namespace covolve::program {

namespace {

constexpr const char* kUnfit = "template: not instantiated, and no usual type fits";

}  // namespace

TEST(Templates, WhatTheProjectInstantiatesOnTheWayIsCalled) {
  const Model model = readText(R"(
    template <class T> class Box { public: explicit Box(T t) : t_(t) {} T get() const { return t_; } private: T t_; };
    template <class T> T largest(T a, T b) { return a > b ? a : b; }
    int use() { Box<long> box(3); return static_cast<int>(largest(box.get(), 4L)); })");
  EXPECT_TRUE(find(model, "Box<long>::Box(long)"));
  EXPECT_TRUE(find(model, "Box<long>::get() const"));
  EXPECT_FALSE(find(model, "Box<int>::get() const"));
  EXPECT_TRUE(find(model, "largest<long>(long, long)"));
  EXPECT_FALSE(find(model, "largest<int>(int, int)"));
}

TEST(Templates, OthersGetTheFirstUsualTypeThatFits) {
  const Model model = readHeader(R"(
    #include <string>
    #include <vector>
    template <class T> class Stack { public: void push(T t) { all_.push_back(t); } private: std::vector<T> all_; };
    template <class T> T smallest(T a, T b) { return a < b ? a : b; }
    template <class Text> unsigned long letters(const Text& text) { return text.length(); }
    template <class Row> long sum(const Row& row) { long s = 0; for (int i : row) s += i; return s; }
    template <class T, class F> bool apply(T value, F accept) { return accept(value) == true; }
    inline auto twice(auto value) { return value + value; })");
  EXPECT_TRUE(find(model, "Stack<int>::push(int)"));
  EXPECT_TRUE(find(model, "smallest<int>(int, int)"));
  EXPECT_TRUE(find(model, "letters<std::string>(const std::string &)"));
  EXPECT_TRUE(find(model, "sum<std::string>(const std::string &)"));
  EXPECT_TRUE(find(model, "apply<int, bool (*)(int)>(int, bool (*)(int))"));
  EXPECT_TRUE(find(model, "twice<int>(int)"));
}

TEST(Templates, ConstraintsAreKept) {
  const Model model = readHeader(R"(
    #include <string>
    #include <type_traits>
    template <class T> requires std::is_floating_point_v<T> T half(T t) { return t / 2; }
    template <class T, class = std::enable_if_t<std::is_class_v<T>>> int bytes(const T&) { return sizeof(T); }
    template <class T> struct Wide { static_assert(sizeof(T) > 4); Wide() {} T get() const { return T(); } };
    template <class T> requires (sizeof(T) == 3) int never(T) { return 1; })");
  EXPECT_TRUE(find(model, "half<double>(double)"));
  EXPECT_TRUE(find(model, "bytes<std::string>(const std::string &)"));
  EXPECT_TRUE(find(model, "Wide<double>::get() const"));
  EXPECT_EQ(reasonFor(model, "never(T)"), kUnfit);
}

TEST(Templates, ValuesStandForParametersToo) {
  const Model model = readHeader(R"(
    enum class Side { Left, Right };
    template <class T, unsigned long N> struct Ring { Ring() {} T values[N]; T first() const { return values[0]; } };
    template <bool Strict> int check(int x) { return Strict && x < 0; }
    template <Side S> int side(int x) { return S == Side::Left ? -x : x; })");
  EXPECT_TRUE(find(model, "Ring<int, 4>::first() const"));
  EXPECT_TRUE(find(model, "check<true>(int)"));
  EXPECT_TRUE(find(model, "side<Side::Left>(int)"));
}

TEST(Templates, WhatOnlyConstrainsIsNotWritten) {
  const Model model = readHeader(R"(
    #include <type_traits>
    enum class Enabler {};
    constexpr Enabler dummy = {};
    template <class T, std::enable_if_t<std::is_integral_v<T>, Enabler> = dummy> int width() { return sizeof(T); }
    template <class T, std::enable_if_t<std::is_floating_point_v<T>, Enabler> = dummy> int width() { return 0; }
    template <class T, T N = 3> T times(T x) { return x * N; }
    inline int use(int x) { return times<int, 5>(x) + times<int>(x); })");
  EXPECT_TRUE(find(model, "width<int>()"));
  EXPECT_TRUE(find(model, "width<double>()"));
  EXPECT_TRUE(find(model, "times<int, 5>(int)"));
  EXPECT_TRUE(find(model, "times<int>(int)"));
}

TEST(Templates, WhatIsGivenInsteadOfADefaultIsWritten) {
  const Model model = readHeader(R"(
    #include <vector>
    enum class Mode { Plain, Loud };
    inline int g = 0;
    template <class T, T* P = nullptr> struct Holder { T value() const { return P ? *P : T(); } };
    template <class T, typename T::size_type N = 0> int at(const T& list) { return list.size() > N ? list[N] : 0; }
    template <class T, Mode M = Mode::Plain> int say(T x) { return M == Mode::Loud ? 2 * x : x; }
    inline int use(const std::vector<int>& list, const Holder<int, &g>& holder) {
      return at<std::vector<int>, 5>(list) + at<std::vector<int>>(list) + holder.value() + say<int, Mode::Loud>(1) +
             say<int>(1);
    })");
  std::string all;
  for (const Callable& callable : model.callables) all += callable.display + "\n";
  EXPECT_NE(all.find("at<std::vector<int>, 5>("), std::string::npos) << all;
  EXPECT_NE(all.find("at<std::vector<int>>("), std::string::npos) << all;
  EXPECT_NE(all.find("Holder<int, &g>::value("), std::string::npos) << all;
  EXPECT_NE(all.find("say<int, Mode::Loud>("), std::string::npos) << all;
  EXPECT_NE(all.find("say<int>("), std::string::npos) << all;
}

TEST(Templates, SeveralTypesWhereTheCodeDecidesByThem) {
  const Model model = readHeader(R"(
    #include <type_traits>
    template <class T> int kind(T t) {
      if constexpr (std::is_floating_point_v<T>) return t < 0 ? 1 : 2; else return t ? 3 : 4;
    })");
  EXPECT_TRUE(find(model, "kind<int>(int)"));
  EXPECT_TRUE(find(model, "kind<double>(double)"));
}

TEST(Templates, AMemberThatDoesNotCompileIsDroppedWithItsReason) {
  const Model model = readHeader(R"(
    template <class T> class Cell {
     public:
      T get() const { return t_; }
      void set(T t) { t_ = t; }
      unsigned long letters() const { return t_.length(); }
     private:
      T t_{};
    };)");
  EXPECT_TRUE(find(model, "Cell<int>::get() const"));
  EXPECT_EQ(reasonFor(model, "Cell<int>::letters() const"), "does not compile with these template arguments");
}

TEST(Templates, MembersThatAreTemplates) {
  const Model model = readHeader(R"(
    struct Holder {
      Holder() {}
      template <class T> explicit Holder(T t) : held(static_cast<int>(t)) {}
      template <class T> T get(T t) const { return t + held; }
      template <class T> struct Inner { T t{}; T value() const { return t; } };
      int held = 0;
     private:
      template <class T> T hidden(T t) { return t; }
      template <class T> struct Secret { T value() const { return T(); } };
    };)");
  EXPECT_TRUE(find(model, "Holder::Holder(int)"));
  EXPECT_TRUE(find(model, "Holder::get<int>(int) const"));
  EXPECT_TRUE(find(model, "Holder::Inner<int>::value() const"));
  EXPECT_EQ(reasonFor(model, "Holder::hidden<int>(int)"), "private: reached only through its callers");
  EXPECT_FALSE(find(model, "Holder::Secret<int>::value() const"));
}

TEST(Templates, WhatIsOnlyDeclaredIsNotCalled) {
  const Model model = readHeader(R"(
    template <class T> T elsewhere(T t);
    template <class T> struct Part { Part() {} int here() const { return 1; } int there() const; };)");
  EXPECT_EQ(reasonFor(model, "elsewhere<int>(int)"), "declared here, defined elsewhere");
  EXPECT_TRUE(find(model, "Part<int>::here() const"));
  EXPECT_EQ(reasonFor(model, "Part<int>::there() const"), "declared here, defined elsewhere");
}

TEST(Templates, ABaseOfItsOwnArgumentIsTestedThroughThat) {
  const Model model = readHeader(R"(
    template <class D> class Shape { public: double twice() const { return 2 * static_cast<const D*>(this)->area(); } };
    class Square : public Shape<Square> { public: explicit Square(double s) : s_(s) {} double area() const { return s_ * s_; } private: double s_; };
    inline bool isLarge(const Shape<Square>& shape) { return shape.twice() > 3; })");
  EXPECT_TRUE(find(model, "Square::twice() const"));
  EXPECT_FALSE(find(model, "Shape<Square>::twice() const"));
  EXPECT_TRUE(find(model, "isLarge(const Shape<Square> &)"));
  EXPECT_EQ(reasonFor(model, "Shape"), "");
}

// Clang copies the array by a builtin, which it declares only now.
TEST(Templates, BuiltinsMayBeNeededForTheFirstTime) {
  const Model model = readHeader(R"(
    struct Board { int cells[9]; };
    template <class T> class Game { public: void restart(const Board& b) { board_ = b; } private: Board board_; T t_; };)");
  EXPECT_TRUE(find(model, "Game<int>::restart(const Board &)"));
}

TEST(Templates, RecursionWithoutEndIsGivenUp) {
  const Model model = readHeader(R"(
    #include <vector>
    template <class T> int grow(const T& t) { return grow(std::vector<T>{t}); }
    template <int N> int down(int x) { return x > N ? down<N + 1>(x) : x; })");
  EXPECT_EQ(reasonFor(model, "grow(const T &)"), kUnfit);
  EXPECT_EQ(reasonFor(model, "down(int)"), kUnfit);
}

TEST(Templates, WhatFailedOnceFailsForItsNextCaller) {
  Reader reader;
  reader.file("detail.h",
              "#include <string>\nnamespace det {\n"
              "template <class T> int inner(const T& t) { return t.size() > 3; }\n"
              "template <class T> int outer(const T& t) { return inner(t); }\n}\n");
  reader.file("unit.h",
              "#include \"detail.h\"\n"
              "template <class T> int first(const T& t) { return det::outer(t) + 1; }\n"
              "template <class T> int second(const T& t) { return det::outer(t) + 2; }\n");
  const auto model = reader.tryRead("unit.h");
  ASSERT_TRUE(model);
  EXPECT_TRUE(find(*model, "first<std::string>(const std::string &)"));
  EXPECT_TRUE(find(*model, "second<std::string>(const std::string &)"));
}

TEST(Templates, FriendsAndMemberClassesOfInstantiations) {
  const Model model = readHeader(R"(
    template <class T> class List {
     public:
      List() {}
      class Iter { public: explicit Iter(int n) : n_(n) {} bool done() const { return n_ == 0; } private: int n_; };
      template <class U> struct Pair { U u{}; bool large() const { return u > 3; } };
      friend bool operator==(const List& a, const List& b) { return a.n_ == b.n_; }
      template <class U> friend bool mixes(const List& list, U u) { return list.n_ > u; }
     private:
      int n_ = 0;
    };)");
  EXPECT_TRUE(find(model, "List<int>::Iter::done() const"));
  EXPECT_TRUE(find(model, "List<int>::Pair<int>::large() const"));
  EXPECT_TRUE(find(model, "operator==(const List<int> &, const List<int> &)"));
  EXPECT_TRUE(std::ranges::any_of(
      model.skipped, [](const Skipped& skipped) { return skipped.reason == "a friend that is a template"; }));
}

TEST(Templates, ASpecialisationIsNotTheTemplate) {
  const Model model = readHeader(R"(
    template <class T> struct Prim { bool f(T t) const { return t > 3; } };
    template <> struct Prim<char> { bool f(char c) const { return c == 'x'; } };
    template <class T> struct Prim<T*> { bool f(T* t) const { return t == nullptr; } };
    template <class T> int prim(T t) { return t > 3; }
    template <> inline int prim<char>(char c) { return c == 'x'; })");
  EXPECT_TRUE(find(model, "Prim<int>::f(int) const"));
  EXPECT_TRUE(find(model, "Prim<char>::f(char) const"));
  EXPECT_TRUE(find(model, "prim<int>(int)"));
  EXPECT_TRUE(find(model, "prim<char>(char)"));
  EXPECT_TRUE(std::ranges::any_of(model.skipped, [](const Skipped& s) { return s.reason == kUnfit; }));
}

TEST(Templates, ArgumentsThatAreNotTheDefaultAreWritten) {
  const Model model = readText(R"(
    struct Usual {}; struct Tag {};
    template <class T, class = Usual> struct Pol { int f(T t) const { return t > 3; } };
    template <class T> struct Pol<T, Tag> { int f(T t) const { return t > 7; } };
    int use() { return Pol<int, Tag>().f(1) + Pol<int>().f(2); })");
  EXPECT_TRUE(find(model, "Pol<int, Tag>::f(int) const"));
  EXPECT_TRUE(find(model, "Pol<int>::f(int) const"));
}

TEST(Templates, IteratorsAndWhatCannotBeWrittenAreLeftOut) {
  const Model model = readHeader(R"(
    template <class InputIt> int distance(InputIt a, InputIt b) { int n = 0; while (a != b) { ++a; ++n; } return n; }
    struct Maker { template <class R> R operator()(int x) const { return R(x); } };)");
  EXPECT_EQ(reasonFor(model, "distance(InputIt, InputIt)"), kUnfit);
  EXPECT_EQ(reasonFor(model, "Maker::operator()(int) const"), kUnfit);
}

TEST(Templates, ConstrainedMembersGetATypeThatSatisfiesThem) {
  const Model model = readHeader(R"(
    #include <string>
    template <class T> struct Cell {
      T t{};
      bool isSet() const { return t != T{}; }
      unsigned long length() const requires requires(T x) { x.size(); } { return t.size(); }
    };)");
  EXPECT_TRUE(find(model, "Cell<int>::isSet() const"));
  EXPECT_TRUE(find(model, "Cell<std::string>::length() const"));
}

TEST(Templates, InstantiationsThatCannotBeNamedAreLeftOut) {
  const Model model = readText(R"(
    template <class F> int call(F f) { return f(1); }
    int use() { return call([](int x) { return x; }); })");
  EXPECT_TRUE(find(model, "call<bool (*)(int)>(bool (*)(int))"));
}

}  // namespace covolve::program
