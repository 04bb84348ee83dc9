// The concrete value of every expression under its own input is the executed one.
// COVOLVE_SOUNDNESS_PROGRAMS says how many random programs are tried; 10,000 take
// about half an hour.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "concolic/evaluate.h"
#include "random_program.h"
#include "subject.h"

namespace covolve::unit {

namespace {

constexpr size_t kInOneSource = 60;
constexpr size_t kTestsEach = 6;

size_t wantedPrograms() {
  const char* const wanted = std::getenv("COVOLVE_SOUNDNESS_PROGRAMS");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 120;
}

struct Checked {
  size_t decisions = 0;
  size_t wrong = 0;
};

/// Also decisions about what has no value count as wrong.
void check(const concolic::Trace& trace, const MarkedTest& test, const std::string& function,
           const std::string& source, Checked& checked) {
  const std::vector<uint64_t> values = valuesOf(test);
  for (const concolic::Decision& decision : trace.decisions) {
    ++checked.decisions;
    const auto value = concolic::evaluate(trace, decision.condition, values);
    if (value && *value == decision.taken) continue;
    if (++checked.wrong > 5) continue;
    ADD_FAILURE() << function << ": expression " << decision.condition << " of " << trace.expressions.size()
                  << " was " << int{decision.taken} << (value ? "" : ", has no value") << "\n"
                  << source.substr(source.find("void " + function + "("), 1500);
  }
}

}  // namespace

TEST(Soundness, ExpressionsOfRandomProgramsHaveTheValuesThatWereExecuted) {
  std::mt19937_64 random(20);
  Checked checked;
  const size_t wanted = wantedPrograms();
  for (size_t done = 0; done < wanted; done += kInOneSource) {
    const size_t count = std::min(kInOneSource, wanted - done);
    std::string source = randomProgramBeginning();
    for (size_t i = 0; i < count; ++i) source += randomFunction(fmt::format("program{}_", i), random);
    // Every other source as clang makes it without optimisation.
    Subject subject(source, {"-std=c++17", done / kInOneSource % 2 == 0 ? "-O1" : "-O0", "-fwrapv"});
    for (size_t i = 0; i < count * kTestsEach; ++i) {
      const std::string function = fmt::format("program{}_", i % count);
      const MarkedTest test = subject.test({{function, randomArguments(random)}});
      check(subject.run(test), test, function, source, checked);
    }
  }
  RecordProperty("decisions", std::to_string(checked.decisions));
  EXPECT_EQ(checked.wrong, 0u);
  EXPECT_GT(checked.decisions, wanted * kTestsEach);
}

}  // namespace covolve::unit
