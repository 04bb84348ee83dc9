#include "unit/lower/lowering.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "emit/cpp_text.h"
#include "unit/lower/body_lowering.h"
#include "unit/lower/variable_names.h"

namespace covolve::unit {

namespace {

using program::Callable;

std::vector<emit::Include> includesOf(const program::Model& model, const std::vector<std::string>& lines,
                                      const FileNaming& naming) {
  std::vector<emit::Include> includes;
  const std::string mainName =
      model.access.definesMain ? "mainOf" + pascalCase(naming.nameOf(model)) : std::string();
  for (const std::string& line : lines) {
    const bool isSource =
        model.access.includeSource && line.find(model.source.filename().string()) != std::string::npos;
    includes.push_back({line, isSource ? mainName : "", program::callsMain(model)});
  }
  return includes;
}

/// By what they are about, in the order of the source.
std::vector<size_t> readingOrder(const program::Model& model, std::span<const RecordedTest> tests,
                                 const std::vector<TestName>& names) {
  std::vector<std::tuple<std::string, unsigned>> place;
  std::map<std::string, std::tuple<std::string, unsigned>, std::less<>> suitePlace;
  for (size_t i = 0; i < tests.size(); ++i) {
    std::tuple<std::string, unsigned> where;
    if (!tests[i].steps.empty()) {
      const Callable& callable = model.callables[tests[i].steps[focalStep(model, tests[i])].callable];
      where = {callable.file.string(), callable.line};
    }
    place.push_back(where);
    const auto [found, added] = suitePlace.try_emplace(names[i].suite, where);
    if (!added) found->second = std::min(found->second, where);
  }
  std::vector<size_t> order(tests.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](size_t i) {
    return std::tuple(suitePlace.find(names[i].suite)->second, names[i].suite, place[i], i);
  });
  return order;
}

/// A likely bug needs no more words.
std::string commentOn(const Fault& fault) {
  if (fault.rank == FaultRank::LikelyBug) return fault.description;
  return fmt::format("{}\n({}: {})", fault.description, nameOf(fault.rank), fault.rankReason);
}

}  // namespace

LoweredTests lowerTests(const program::Model& model, std::span<const RecordedTest> tests,
                        const std::string& headerComment, const FileNaming& naming) {
  const SharedByTests shared(model);
  const std::vector<TestName> names = testNames(model, tests, naming);
  LoweredTests lowered;
  lowered.passing.headerComment = headerComment;
  lowered.passing.includes = includesOf(model, model.access.includes, naming);
  lowered.passing.cIncludes = includesOf(model, model.access.cIncludes, naming);
  lowered.passing.cDeclarations = model.access.cDeclarations;
  lowered.passing.declarations = model.access.declarations;
  lowered.passing.hasExceptions = model.access.hasExceptions;
  lowered.passing.namesInUse = model.access.macros;
  for (const Callable& callable : model.callables) lowered.passing.namesInUse.insert(callable.name);
  lowered.faults = lowered.passing;
  for (size_t index : readingOrder(model, tests, names)) {
    const RecordedTest& recorded = tests[index];
    emit::Test test;
    test.suite = names[index].suite;
    test.name = names[index].name;
    test.origin = index;
    if (recorded.fault) test.comment = commentOn(*recorded.fault);
    lowerBody(shared, recorded, test);
    if (test.statements.empty() && !recorded.fault) continue;  // it would say nothing
    (recorded.fault ? lowered.faults : lowered.passing).tests.push_back(std::move(test));
  }
  return lowered;
}

}  // namespace covolve::unit
