// A switch that changes nothing would be a lie: with one seed and one number of
// tests, every technique of the search on units changes what the search does.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/path_search.h"
#include "unit/generate.h"

namespace covolve::unit {
namespace {

using nlohmann::json;

// Constants of the code, an operand that is none of them, texts, a decision behind a decision, one on a flag,
// one on an error code, decisions behind a throw and an abort, and one on what is stored under a condition.
constexpr const char* kSource = R"(#include <cstdlib>
#include <string>
static bool opens(int key, int code) {
  if (key < 1000) return false;
  return code == key + 54321;
}
int enter(int key, int code, const std::string& word) {
  if (word == "sesame") return 3;
  if (opens(key, code)) return 4;
  if (key * 3 == 29999997) {
    if (code - key == 1234567) return 2;
    return 1;
  }
  return 0;
}
static int errorOf(int amount) {
  if (amount < 77777) return 3;
  if (amount % 613 != 5) return 4;
  return 0;
}
int pay(int amount) { return errorOf(amount) == 0 ? 1 : 2; }
static void require(int amount) {
  if (amount < 50000) throw 1;
  if (amount % 977 != 3) throw 2;
  if (amount % 31 != 5) throw 3;
}
int book(int amount, int account) {
  require(amount);
  return account == amount - 4711 ? 1 : 2;
}
class Meter {
 public:
  int settle(int key, int value) {
    rate_ = 0;
    apply(key, value);
    return rate_ > 70000 ? 1 : 2;
  }

 private:
  void apply(int key, int value) {
    if (key % 1013 == 7) rate_ = value;
  }
  int rate_ = 0;
};
int close(int amount, int account) {
  if (amount < 60000 || amount % 991 != 7) std::abort();
  return account == amount - 8822 ? 1 : 2;
}
)";

class TechniquesTest : public testing::Test {
 protected:
  /// What the search came to: everything that the report says, but for the options and for what only tells
  /// which techniques were on.
  json run(const search::Parameters& parameters) const {
    UnitOptions options;
    const std::filesystem::path source = scratch_.path() / "enter.cpp";
    std::ofstream(source) << kSource;
    options.sources = {source};
    options.hasCompilerFlags = true;
    options.output = scratch_.path() / "out";
    options.afresh = true;  // what another run of the test has left says nothing
    options.evaluations = 4000;
    options.sanitize = options.mutants = false;  // the search knows nothing of them
    options.compilerLauncher = findProgram("ccache").value_or("").string();
    options.parameters = parameters;
    auto session = startSession(options);
    if (!session) ADD_FAILURE() << session.error().message;
    const FileOutcome outcome = generateTests(session.value(), 0, [](const generate::Progress&) {});
    EXPECT_FALSE(outcome.failure) << outcome.failure->message;
    json report = json::parse(readFile(options.output / "covolve.json").value_or(""), nullptr, false);
    for (const char* told : {"options", "knownCalls"}) report.erase(told);
    report["search"].erase("refiners");
    report["search"].erase("dse");
    return report;
  }

  const ScratchDirectory scratch_ = ScratchDirectory::make("techniques-test").value();
};

TEST_F(TechniquesTest, EachChangesWhatTheSearchDoes) {
  const json byDefault = run({});
  EXPECT_EQ(run({}), byDefault) << "otherwise a difference would say nothing";
  for (const auto& technique : search::techniqueOptions()) {
    if (!technique.levels.unit) continue;
    search::Parameters parameters;
    parameters.techniques.*technique.member = !(parameters.techniques.*technique.member);
    EXPECT_TRUE(run(parameters) != byDefault) << technique.option;  // the reports would fill pages
  }
  for (const std::string& mutation : search::dataMutationNames()) {
    search::Parameters parameters;
    if (mutation == parameters.mutation) continue;
    parameters.mutation = mutation;
    EXPECT_TRUE(run(parameters) != byDefault) << "--mutation " << mutation;
  }
  search::Parameters always;
  always.dse = "always";  // adaptive as by default, it has not begun after so few tests
  EXPECT_TRUE(run(always) != byDefault) << "--dse always";
}

}  // namespace
}  // namespace covolve::unit
