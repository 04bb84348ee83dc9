// Flags of the user's build that decide what tests may look like.
#include <gtest/gtest.h>

#include "project.h"

namespace covolve::e2e {
namespace {

using nlohmann::json;

/// Refuses to be compiled otherwise than it asks for, also by the harness and the tests.
const char* const kFirmwareHeader = R"(#pragma once
#if defined(FIRMWARE) && (defined(__cpp_exceptions) || defined(__cpp_rtti))
#error "compiled with other flags than the project's"
#endif

class Valve {
 public:
  void open(int percent);
  void shut();
  bool isOpen() const;

 private:
  int percent_ = 0;
};
)";

const char* const kFirmware = R"(#include "valve.h"
void Valve::open(int percent) {
  if (percent < 0 || percent > 100) return;
  percent_ = percent;
}
void Valve::shut() {
  if (percent_ > 90) percent_ = 50;
  else percent_ = 0;
}
bool Valve::isOpen() const { return percent_ != 0; }
)";

TEST(Flags, CodeWithoutExceptionsAndTypeInformationLosesNoTest) {
  const Project project({{"valve.h", kFirmwareHeader}, {"valve.cpp", kFirmware}});
  const json with = project.generate("valve.cpp", 20000, {"--", "-std=c++17"});
  const std::string ordinary = project.read("out/valve_test.cpp");
  EXPECT_NE(ordinary.find("EXPECT_NO_THROW"), std::string::npos) << ordinary;
  const json without = project.generate("valve.cpp", 20000,
                                        {"--", "-std=c++17", "-DFIRMWARE", "-fno-exceptions", "-fno-rtti"});
  EXPECT_EQ(without["coverage"]["emitted"]["branches"], with["coverage"]["emitted"]["branches"]);
  EXPECT_EQ(without["tests"].size(), with["tests"].size());
  EXPECT_TRUE(without["dropped"].empty()) << without["dropped"];
  const std::string tests = project.read("out/valve_test.cpp");
  EXPECT_EQ(tests.find("THROW"), std::string::npos) << tests;
  EXPECT_EQ(tests.find("Throw"), std::string::npos) << tests;
}

TEST(Flags, WhatTheStandardLibraryThrowsWithoutExceptionsIsAFault) {
  const Project project(
      {{"pick.cpp", "#include <string>\nchar pick(const std::string& text) { return text.at(2); }\n"}});
  const json report = project.generate("pick.cpp", 5000, {"--", "-std=c++17", "-fno-exceptions"});
  ASSERT_EQ(report["faults"].size(), 1u) << report["faults"];
  EXPECT_NE(report["faults"][0]["description"].get<std::string>().find("std::out_of_range"),
            std::string::npos)
      << report["faults"];
  EXPECT_FALSE(report["tests"].empty());
}

}  // namespace
}  // namespace covolve::e2e
