// Branches that need objects in a certain state, with fixed seeds and evaluations: with tests that start with
// these objects and without.
#include <gtest/gtest.h>

#include "project.h"

namespace covolve::e2e {
namespace {

using nlohmann::json;

/// Branches of a subject of subjects/objects that the emitted tests cover.
int covered(const std::string& subject, const std::vector<std::string>& options) {
  const Project project({});
  const std::filesystem::path source =
      std::filesystem::path(COVOLVE_SUBJECTS) / "objects" / (subject + ".cpp");
  // Solving conditions reaches some of the same states.
  std::vector<std::string> arguments{"--seed", "1", "--sanitize", "off", "--dse", "off"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.insert(arguments.end(), {"--", "-std=c++20"});
  const json report = project.generate(source.string(), 20000, arguments);
  return report.at("coverage").at("emitted").at("branches").at("covered").get<int>();
}

class OfObjects : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Search, OfObjects, testing::Values("tournament", "menu_tree"),
                         [](const auto& info) { return info.param; });

TEST_P(OfObjects, MoreIsCoveredByTestsThatStartWithThem) {
  const int with = covered(GetParam(), {});
  const int without = covered(GetParam(), {"--object-seeds", "0"});
  EXPECT_GT(with, without + 5);
}

TEST(OfObjects, AreFilledByTheirPublicFields) {
  const Project project({{"report.h",
                          "#pragma once\n#include <string>\n#include <vector>\n"
                          "struct Sample { std::string label; double value = 0; };\n"
                          "struct Report { Report() : kind(0) {} std::string name; int kind; "
                          "std::vector<Sample> samples; };\n"
                          "int grade(const Report& report);\n"},
                         {"report.cpp",
                          "#include \"report.h\"\n"
                          "int grade(const Report& report) {\n"
                          "  if (report.name.empty()) return 0;\n"
                          "  if (report.kind == 77) return 1;\n"
                          "  for (const Sample& sample : report.samples)\n"
                          "    if (sample.value > 12.5) return 2;\n"
                          "  return 3;\n"
                          "}\n"}});
  const json report = project.generate("report.cpp", 20000, {"--", "-std=c++11"});
  EXPECT_EQ(report["coverage"]["emitted"]["branches"]["covered"],
            report["coverage"]["emitted"]["branches"]["total"]);
  const std::string tests = project.read("out/report_test.cpp");
  EXPECT_NE(tests.find("report.name = \""), std::string::npos) << tests;
  EXPECT_NE(tests.find("report.kind = 77;"), std::string::npos) << tests;
  EXPECT_NE(tests.find("report.samples = std::vector<Sample>{sample};"), std::string::npos) << tests;
  EXPECT_EQ(tests.find("EXPECT_EQ(report."), std::string::npos) << "what it is, the test has just said\n"
                                                                << tests;
}

TEST(OfObjects, NeedWhatAnAssignmentSets) {
  const Project project({{"report.h",
                          "#pragma once\n"
                          "struct Report { Report() : kind(0) {} int kind; };\n"
                          "int grade(const Report& report);\n"},
                         {"report.cpp",
                          "#include \"report.h\"\n"
                          "int grade(const Report& report) {\n"
                          "  if (report.kind % 2 == 0 && report.kind == 77) return 1;\n"
                          "  return 3;\n"
                          "}\n"}});
  const json report = project.generate("report.cpp", 200, {"--dse", "off", "--", "-std=c++11"});
  std::vector<std::string> needs;
  for (const json& target : report.at("targets")) {
    if (target.contains("needs")) needs.push_back(target.at("needs"));
  }
  EXPECT_EQ(needs, std::vector<std::string>{"needs Report.kind == 77, which an assignment to kind sets"});
}

TEST(OfObjects, AreFilledByMethodsOfClassesThatStandElsewhere) {
  const Project project(
      {{"cart.h",
        "#pragma once\n#include <cstddef>\n#include <vector>\n"
        "class Cart {\n public:\n  void addItem(int price);\n  std::size_t size() const { return "
        "prices_.size(); }\n"
        "  int price(std::size_t i) const { return prices_[i]; }\n\n private:\n  std::vector<int> "
        "prices_;\n};\n"},
       {"cart.cpp", "#include \"cart.h\"\nvoid Cart::addItem(int price) { prices_.push_back(price); }\n"},
       {"bill.h", "#pragma once\n#include \"cart.h\"\nint total(const Cart& cart);\n"},
       {"bill.cpp",
        "#include \"bill.h\"\nint total(const Cart& cart) {\n  int sum = 0;\n"
        "  for (std::size_t i = 0; i < cart.size(); ++i) sum += cart.price(i) > 100 ? 100 : 1;\n"
        "  return sum > 150 ? 150 : sum;\n}\n"}});
  const json report = project.generate("bill.cpp", 5000, {"--", "-std=c++17"});
  EXPECT_EQ(report["coverage"]["emitted"]["branches"]["covered"],
            report["coverage"]["emitted"]["branches"]["total"])
      << report["coverage"];
  const std::string tests = project.read("out/bill_test.cpp");
  EXPECT_NE(tests.find("cart.addItem("), std::string::npos) << tests;
  for (const json& test : report["tests"]) EXPECT_EQ(test.dump().find("CartTest"), std::string::npos) << test;
}

TEST(OfObjects, WhatIsLentOrOutsideOfTheProgramIsNotFilled) {
  const Project project(
      {{"store.h",
        "#pragma once\n#include <string>\n"
        "class Store {\n public:\n  static Store& shared();\n  void addItem(int price);\n  int total() "
        "const;\n\n"
        " private:\n  Store() = default;\n  int total_ = 0;\n};\n"
        "class Cart {\n public:\n  void addItem(int price);\n  void setHomeDirectory(int number);\n"
        "  int total() const;\n\n private:\n  int total_ = 0;\n};\n"},
       {"store.cpp",
        "#include \"store.h\"\nStore& Store::shared() { static Store store; return store; }\n"
        "void Store::addItem(int price) { total_ += price; }\nint Store::total() const { return total_; }\n"
        "void Cart::addItem(int price) { total_ += price; }\n"
        "void Cart::setHomeDirectory(int number) { total_ = number; }\n"
        "int Cart::total() const { return total_; }\n"},
       {"bill.h", "#pragma once\n#include \"store.h\"\nint rest(const Store& store, const Cart& cart);\n"},
       {"bill.cpp",
        "#include \"bill.h\"\nint rest(const Store& store, const Cart& cart) {\n"
        "  if (store.total() > 5) return 5;\n  return cart.total() > 3 ? 3 : 0;\n}\n"}});
  project.generate("bill.cpp", 5000, {"--", "-std=c++17"});
  const std::string tests = project.read("out/bill_test.cpp");
  EXPECT_NE(tests.find("Store::shared()"), std::string::npos) << tests;
  EXPECT_NE(tests.find("cart.addItem("), std::string::npos) << tests;
  EXPECT_EQ(tests.find("store.addItem("), std::string::npos) << tests;
  EXPECT_EQ(tests.find("shared().addItem("), std::string::npos) << tests;
  EXPECT_EQ(tests.find("setHomeDirectory("), std::string::npos) << tests;
}

class OfObjectsWith : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Search, OfObjectsWith, testing::Values("mosa", "mio", "monotonic"),
                         [](const auto& info) { return info.param; });

TEST_P(OfObjectsWith, EveryAlgorithmStartsWithThem) {
  // As often as can be: how much a chance of 0.3 is worth differs between them.
  const int with = covered("tournament", {"--algorithm", GetParam(), "--object-seeds", "1"});
  const int without = covered("tournament", {"--algorithm", GetParam(), "--object-seeds", "0"});
  EXPECT_GT(with, without + 5);
}

TEST(Objects, WhatAnUncoveredBranchNeedsIsTold) {
  const Project project({{"order.cpp", R"(#include <stdexcept>
class Order {
 public:
  enum class State { Open, Placed, Paid };
  explicit Order(long total) : total_(total * 7 % 1000003 + 100) {}
  void place() { state_ = State::Placed; }
  void pay(long cents) {
    if (state_ != State::Placed) throw std::logic_error("not placed");
    if (cents * cents - total_ == 4711) state_ = State::Paid;
  }
  int ship() const { return state_ == State::Paid ? 1 : 0; }
  int refund() const { return secret_ == 3 ? 1 : 0; }

 private:
  State state_ = State::Open;
  long total_;
  int secret_ = 0;
};
)"}});
  const json report = project.generate("order.cpp", 200, {"--", "-std=c++17"});
  std::map<std::string, std::string> needs;
  for (const json& target : report.at("targets")) {
    if (target.contains("needs") && target.at("description") == "true")
      needs[target.at("text")] = target.at("needs");
  }
  EXPECT_EQ(needs["state_ == State::Paid"],
            "needs Order.state_ == Paid, which pay(long) sets when cents * cents - total_ == 4711");
  EXPECT_EQ(needs["secret_ == 3"], "needs Order.secret_ == 3, which no call is known to set");
}

}  // namespace
}  // namespace covolve::e2e
