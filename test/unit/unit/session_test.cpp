#include "unit/session.h"

#include <gtest/gtest.h>

#include "temporary_project.h"
#include "unit/generate.h"

namespace covolve::unit {
namespace {

namespace fs = std::filesystem;

class SessionTest : public testing::Test {
 protected:
  /// Of the files by their names in the project.
  Session start(const std::vector<std::string>& names) const {
    UnitOptions options;
    for (const std::string& name : names) options.sources.push_back(project_.root() / name);
    options.hasCompilerFlags = true;
    options.output = project_.root() / "out";
    auto session = startSession(options);
    EXPECT_TRUE(session) << session.error().message;
    return std::move(session.value());
  }

  TemporaryProject project_;
};

std::vector<std::string> namesOf(const Session& session) {
  std::vector<std::string> names;
  for (const SourceFile& source : session.sources) names.push_back(source.name);
  return names;
}

TEST_F(SessionTest, HasEachSourceOnceHoweverItIsNamed) {
  project_.write("core/order.cpp", "");
  project_.write("ui/order.cpp", "");
  project_.write("ui/view.cpp", "");
  const Session session = start({"ui/view.cpp", "core/../ui", "core/order.cpp", "core"});
  EXPECT_EQ(namesOf(session), (std::vector<std::string>{"view", "ui/order", "core/order"}));
  EXPECT_EQ(outputOf(session, session.sources[1]), project_.root() / "out/ui/order");
}

TEST_F(SessionTest, OneSourceHasTheOutputForItself) {
  project_.write("core/order.cpp", "");
  const Session session = start({"core"});
  EXPECT_EQ(outputOf(session, session.sources.at(0)), project_.root() / "out");
}

TEST_F(SessionTest, WhatASourceLeavesOverIsThereForTheNext) {
  project_.write("broken.cpp", "int broken() { return missing; }\n");
  project_.write("easy.cpp", "int easy(int x) { return x > 3 ? 1 : 2; }\n");
  Session session = start({"broken.cpp", "easy.cpp"});
  const auto ignore = [](const generate::Progress&) {};
  EXPECT_TRUE(generateTests(session, 0, ignore).failure);
  EXPECT_EQ(session.spareTime, session.options.budget) << "it did not search at all";
  const FileOutcome easy = generateTests(session, 1, ignore);
  EXPECT_FALSE(easy.failure) << easy.failure->message;
  EXPECT_GT(session.spareTime, session.options.budget) << "all is covered long before a minute is over";
  EXPECT_EQ(session.suites, std::set<std::string>{"EasyTest"});
}

}  // namespace
}  // namespace covolve::unit
