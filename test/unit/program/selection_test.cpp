// What of a source is under test when only some of it is asked for.
#include "program/selection.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace covolve::program {
namespace {

constexpr const char* kShop = R"(
namespace shop {
struct Item { int price; };
class Order {
 public:
  explicit Order(int number) : number_(number) {}
  Order& add(const Item& item) { require(item.price >= 0); total_ += item.price; return *this; }
  int total() const { return total_; }
  struct Line { int width() const { return 3; } };
 private:
  void require(bool holds) const { if (!holds) throw number_; }
  int number_;
  int total_ = 1 > 2 ? 3 : 0;
};
class OrderList { public: int size() const { return 1; } };
int total(int a, int b) { return a + b; }
int total(double a) { return a > 1.0 ? 1 : 2; }
template <class T> int size(T value) { return value > 3 ? 1 : 2; }
template int size<int>(int);
}
)";

Result<Model> tryOnly(const std::string& text, const std::vector<std::string>& only) {
  return Reader().file("unit.cpp", text).tryRead("unit.cpp", {"-std=c++20"}, only);
}

Model readOnly(const std::string& text, const std::vector<std::string>& only) {
  Result<Model> model = tryOnly(text, only);
  if (!model) {
    ADD_FAILURE() << model.error().message;
    return {};
  }
  return *std::move(model);
}

std::string errorOf(const std::string& text, const std::vector<std::string>& only) {
  const Result<Model> model = tryOnly(text, only);
  return model ? "" : model.error().message;
}

std::vector<std::string> underTest(const Model& model) {
  std::vector<std::string> names;
  for (const Callable& callable : model.callables) {
    if (callable.underTest) names.push_back(callable.display);
  }
  return names;
}

bool supports(const Model& model, const std::string& display) {
  const Callable* callable = find(model, display);
  return callable != nullptr && callable->supports && !callable->underTest;
}

using Names = std::vector<std::string>;

TEST(Only, AClassIsAskedForWithAllItsMembers) {
  const Model model = readOnly(kShop, {"shop::Order"});
  EXPECT_EQ(underTest(model), (Names{"shop::Order::Order(int)", "shop::Order::add(const shop::Item &)",
                                     "shop::Order::total() const", "shop::Order::Line::width() const"}));
  EXPECT_EQ(model.restriction->names, (Names{"shop::Order"}));
}

TEST(Only, AFunctionIsAskedForWithAllItsOverloads) {
  EXPECT_EQ(underTest(readOnly(kShop, {"shop::total"})),
            (Names{"shop::total(int, int)", "shop::total(double)"}));
}

TEST(Only, AMethodIsAskedForByItself) {
  const Model model = readOnly(kShop, {"shop::Order::add"});
  EXPECT_EQ(underTest(model), (Names{"shop::Order::add(const shop::Item &)"}));
}

TEST(Only, WhatIsNotAskedForSupports) {
  const Model model = readOnly(kShop, {"shop::Order::total"});
  EXPECT_TRUE(supports(model, "shop::Order::add(const shop::Item &)"));
  EXPECT_TRUE(supports(model, "shop::total(int, int)"));
  EXPECT_NE(find(model, "shop::Item{int}"), nullptr);
}

TEST(Only, ANamespaceIsAskedForAsAWhole) {
  const Model all = readOnly(kShop, {});
  EXPECT_FALSE(all.restriction);
  EXPECT_EQ(underTest(readOnly(kShop, {"shop"})), underTest(all));
}

TEST(Only, TemplateArgumentsDoNotMatter) {
  for (const char* name : {"shop::size", "shop::size<int>", "shop::size<long>"}) {
    EXPECT_EQ(underTest(readOnly(kShop, {name})), (Names{"shop::size<int>(int)"})) << name;
  }
}

TEST(Only, ANameIsFoundInAnyNamespace) {
  const Model model = readOnly(kShop, {"OrderList", "Order::add"});
  EXPECT_EQ(model.restriction->names, (Names{"shop::OrderList", "shop::Order::add"}));
  EXPECT_EQ(underTest(model),
            (Names{"shop::Order::add(const shop::Item &)", "shop::OrderList::size() const"}));
}

TEST(Only, AGlobalNameIsMeantBeforeOthers) {
  const char* text = "int total(int a) { return a; } namespace shop { int total(int a) { return a; } }";
  EXPECT_EQ(underTest(readOnly(text, {"total"})), (Names{"total(int)"}));
  EXPECT_EQ(errorOf(text, {"::shop::totals"}),
            "there is no class or function ::shop::totals in unit.cpp; there is shop::total");
}

TEST(Only, ANameThatMayMeanTwoThingsIsAMistake) {
  EXPECT_EQ(errorOf(kShop, {"total"}),
            "total in unit.cpp may be shop::Order::total or shop::total: give the whole name");
}

TEST(Only, ANameThatIsNotThereIsAMistakeWithASuggestion) {
  EXPECT_EQ(errorOf(kShop, {"Ordr"}), "there is no class or function Ordr in unit.cpp; there is shop::Order");
  EXPECT_EQ(errorOf(kShop, {"shop::totl"}),
            "there is no class or function shop::totl in unit.cpp; there is shop::total");
  EXPECT_EQ(errorOf(kShop, {"Warehouse"}),
            "there is no class or function Warehouse in unit.cpp; there are shop::Order, shop::Order::Line, "
            "shop::OrderList and 2 more");
}

TEST(Only, AClassWithoutCodeIsAMistake) {
  EXPECT_EQ(errorOf(kShop, {"Item"}), "shop::Item has no code in unit.cpp that could be tested");
}

TEST(Only, ExtentsAreThoseOfAllFunctionsAskedForAlsoPrivateOnes) {
  const Model model = readOnly(kShop, {"shop::Order"});
  const auto contains = [&](unsigned line) { return model.restriction->contains(model.source, line, 0); };
  EXPECT_TRUE(contains(7));    // add
  EXPECT_TRUE(contains(11));   // require
  EXPECT_TRUE(contains(13));   // an initialiser, which runs in the constructor
  EXPECT_FALSE(contains(12));  // a member
  EXPECT_FALSE(contains(15));  // OrderList
  EXPECT_FALSE(contains(16));  // shop::total
}

TEST(Only, OnOneLineColumnsTellFunctionsApart) {
  const Model model = readOnly("int f(int a) { return a; } int g(int a) { return -a; }", {"g"});
  EXPECT_FALSE(model.restriction->contains(model.source, 1, 20));
  EXPECT_TRUE(model.restriction->contains(model.source, 1, 46));
}

TEST(Only, WhatCannotBeCalledIsReachedThroughTheRest) {
  const Model model = readOnly(kShop, {"shop::Order::require"});
  EXPECT_TRUE(underTest(model).empty());
  EXPECT_TRUE(supports(model, "shop::Order::add(const shop::Item &)"));
  EXPECT_EQ(model.restriction->extents.size(), 1u);
  EXPECT_EQ(model.skipped.size(), 1u);
  EXPECT_EQ(reasonFor(model, "shop::Order::require(bool) const"),
            "private: reached only through its callers");
}

TEST(Only, SkippedTellsOnlyWhatConcernsIt) {
  const char* text =
      "int f(int a) { return a; } int g(int a, ...) { return a; } "
      "template <class T> requires (sizeof(T) == 3) T h(T t) { return t; }";
  EXPECT_EQ(readOnly(text, {}).skipped.size(), 2u);
  EXPECT_TRUE(readOnly(text, {"f"}).skipped.empty());
}

TEST(Only, AStaticFunctionThatIsAskedForIsCalledThroughItsSource) {
  Reader reader;
  reader.file("unit.h", "int f(int a);\n");
  reader.file("unit.cpp",
              "#include \"unit.h\"\nstatic int g(int a) { return a; }\nint f(int a) { return g(a); }\n");
  const auto whole = reader.tryRead("unit.cpp");
  ASSERT_TRUE(whole);
  EXPECT_FALSE(whole->access.includeSource);
  const auto only = reader.tryRead("unit.cpp", {"-std=c++20"}, {"g"});
  ASSERT_TRUE(only);
  EXPECT_TRUE(only->access.includeSource);
  EXPECT_EQ(underTest(*only), (Names{"g(int)"}));
}

TEST(Only, AnInheritedMethodIsAskedForByEitherName) {
  const char* text = R"(
struct Base { virtual ~Base() = default; virtual int area() const = 0; int twice() const { return 2 * area(); } };
struct Square : Base { int area() const override { return 4; } };
)";
  EXPECT_EQ(underTest(readOnly(text, {"Base"})), (Names{"Base::twice() const", "Square::twice() const"}));
  EXPECT_EQ(underTest(readOnly(text, {"Square::twice"})), (Names{"Square::twice() const"}));
}

TEST(Only, AHiddenFriendIsAskedForByItsNamespace) {
  const char* text = R"(
namespace shop {
struct Money { int cents; friend bool operator==(const Money& a, const Money& b) { return a.cents == b.cents; } };
int f(int a) { return a; }
}
)";
  EXPECT_EQ(underTest(readOnly(text, {"shop::operator=="})).size(), 1u);
}

TEST(Only, InlineAndUnnamedNamespacesNeedNotBeNamed) {
  const char* text = R"(
namespace shop { inline namespace v1 { int f(int a) { return a; } } namespace { int g(int a) { return a; } } }
)";
  const Model model = readOnly(text, {"shop::f"});
  EXPECT_EQ(underTest(model), (Names{"shop::f(int)"}));
  EXPECT_EQ(model.restriction->extents.size(), 1u);
  EXPECT_EQ(readOnly(text, {"shop::g"}).restriction->extents.size(), 1u);
}

TEST(Only, FunctionsOfCAreFoundToo) {
  Reader reader;
  reader.file("unit.c",
              "static int half(int a) { return a / 2; }\nint f(int a) { return half(a); }\nint g(int a) { "
              "return a; }\n");
  const auto model = reader.tryRead("unit.c", {}, {"f"});
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(underTest(*model), (Names{"f(int)"}));
  EXPECT_TRUE(supports(*model, "g(int)"));
  EXPECT_TRUE(model->skipped.empty());
  ASSERT_EQ(model->restriction->extents.size(), 1u);
  EXPECT_EQ(model->restriction->extents[0].firstLine, 2u);
  const auto hidden = reader.tryRead("unit.c", {}, {"half"});
  ASSERT_TRUE(hidden) << hidden.error().message;
  EXPECT_TRUE(supports(*hidden, "f(int)"));
}

}  // namespace
}  // namespace covolve::program
