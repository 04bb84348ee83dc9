#include "unit/verify/test_compilation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <ranges>
#include <set>
#include <utility>

#include "base/files.h"
#include "emit/cpp_text.h"
#include "report/summary_lines.h"
#include "unit/verify/compile_messages.h"

namespace covolve::unit {

namespace {

using emit::Evaluation;
using emit::Expectation;
using emit::Expression;
using emit::Statement;

/// Evaluating it changes nothing, so without an expectation there is no reason to.
bool onlyLooks(const Expression& expression) {
  switch (expression.kind) {
    case Expression::Kind::Variable:
    case Expression::Kind::Literal:
      return true;
    case Expression::Kind::Member:
    case Expression::Kind::Subscript:
    case Expression::Kind::Prefix:
      return std::ranges::all_of(expression.operands, onlyLooks) && expression.text != "++" &&
             expression.text != "--";
    case Expression::Kind::MethodCall:
      return expression.operands.size() == 1 && onlyLooks(expression.operands[0]) &&
             (expression.text == "has_value" || expression.text == "size" || expression.text == "empty");
    default:
      return false;
  }
}

bool isExpectation(const Statement& statement) { return std::holds_alternative<Expectation>(statement); }

/// Removes one expectation; what it called is still called, unless it was called to be looked at only.
void removeExpectation(std::vector<Statement>& statements, size_t index) {
  const Expectation& expectation = std::get<Expectation>(statements[index]);
  if (expectation.isInspection || onlyLooks(expectation.actual)) {
    statements.erase(statements.begin() + static_cast<ptrdiff_t>(index));
  } else {
    statements[index] = Evaluation{expectation.actual, true};
  }
}

class Pruning {
 public:
  Pruning(Verified& verified, const VerificationOptions& options) : verified_(verified), options_(options) {}

  Result<bool> run() {
    constexpr unsigned kMostRounds = 12;
    for (unsigned round = 0; !verified_.file.tests.empty(); ++round) {
      const Result<Compiled> built = build(verified_.file);
      if (!built) return std::unexpected(built.error());
      if (built->ranOutOfTime) return withoutWarnings_ && fallBack();
      const std::vector<CompileMessage> messages = messagesAboutTests(
          built->diagnostics, verified_.source.string(), verified_.file, printed_, *options_.framework);
      if (built->succeeded) keepWithoutWarnings(built->executable, messages);
      const bool castsValues = castUnusedValues(messages);
      const bool allowsDeprecated = allowDeprecated(messages);
      const bool changed = castsValues || allowsDeprecated;
      if (built->succeeded && !changed) {
        verified_.executable = built->executable;
        verified_.leftOut.clear();
        verified_.includes.clear();
        for (const emit::Test& test : verified_.file.tests)
          verified_.includes.insert(test.includes.begin(), test.includes.end());
        return true;
      }
      if (built->succeeded || changed) continue;
      if (round < kMostRounds && pruneByMessages(messages)) continue;
      const Result<bool> divided = pruneByDivision(firstCompileError(built->diagnostics));
      if (!divided || !*divided) return divided;
    }
    verified_.text = options_.framework->print(verified_.file).text;
    verified_.executable.clear();
    return true;
  }

 private:
  Result<Compiled> build(const emit::TestFile& file) {
    printed_ = options_.framework->print(file);
    verified_.text = printed_.text;
    verified_.source = options_.scratch / options_.fileName;
    if (const Result<void> written = replaceFile(verified_.source, printed_.text); !written) {
      return std::unexpected(written.error());
    }
    options_.tell(fmt::format("compiling {}", report::counted(file.tests.size(), "test", "tests")));
    // The rest of the time is for a smaller file.
    const Deadline deadline = options_.deadline.after(file.tests.size() > 1 ? 0.75 : 1);
    return options_.build(verified_.source, nextExecutable(), deadline);
  }

  /// Not one that was built before and may still be wanted.
  std::filesystem::path nextExecutable() const {
    std::filesystem::path executable;
    for (const char* ending : {".run", ".again.run", ".third.run"}) {
      executable = options_.scratch / (verified_.source.stem().string() + ending);
      const bool isWanted = executable == verified_.executable ||
                            (withoutWarnings_ && executable == withoutWarnings_->executable);
      if (!isWanted) break;
    }
    return executable;
  }

  /// In case there is no time to mend them.
  void keepWithoutWarnings(const std::filesystem::path& executable,
                           const std::vector<CompileMessage>& messages) {
    std::set<size_t> warned;
    for (const CompileMessage& message : messages) warned.insert(message.test);
    withoutWarnings_ = verified_;
    withoutWarnings_->executable = executable;
    withoutWarnings_->leftOut.clear();
    for (const size_t test : warned | std::views::reverse) drop(*withoutWarnings_, test, kNotVerified);
  }
  bool fallBack() {
    if (withoutWarnings_->file.tests.empty()) return false;
    verified_ = std::move(*withoutWarnings_);
    verified_.ranOutOfTime = true;
    return true;
  }

  /// [[nodiscard]] and its like: the compiler knows them, the model does not.
  bool castUnusedValues(const std::vector<CompileMessage>& messages) {
    bool changed = false;
    for (const CompileMessage& message : messages) {
      if (!message.isUnusedValue || !message.statement) continue;
      Statement& statement = verified_.file.tests[message.test].statements[*message.statement];
      if (const auto* declaration = std::get_if<emit::Declaration>(&statement)) {
        // A variable whose expectations went.
        if (declaration->form != emit::Declaration::Form::Assignment || declaration->type == "using")
          continue;
        const Expression initializer = declaration->initializer[0];
        statement = Evaluation{initializer, false, false, emit::isInspection(statement)};
        changed = true;
        continue;
      }
      bool* discards = nullptr;
      if (auto* evaluation = std::get_if<Evaluation>(&statement)) discards = &evaluation->discardsValue;
      if (auto* expectation = std::get_if<Expectation>(&statement)) discards = &expectation->discardsValue;
      if (discards == nullptr || *discards) continue;
      *discards = true;
      changed = true;
    }
    return changed;
  }

  bool allowDeprecated(const std::vector<CompileMessage>& messages) {
    if (verified_.file.callsDeprecated || std::ranges::none_of(messages, &CompileMessage::isDeprecation))
      return false;
    verified_.file.callsDeprecated = true;
    return true;
  }

  /// False when no error led to a test.
  bool pruneByMessages(const std::vector<CompileMessage>& messages) {
    std::set<size_t> blamed;
    std::vector<std::pair<size_t, std::string>> toDrop;
    for (const CompileMessage& message : messages) {
      if (!message.isError || !blamed.insert(message.test).second) continue;
      emit::Test& test = verified_.file.tests[message.test];
      const std::string reason = "does not compile: " + message.text;
      if (message.statement && isExpectation(test.statements[*message.statement])) {
        const std::string text = options_.framework->printStatement(test.statements[*message.statement]);
        if (weaken(test, *message.statement)) {
          verified_.droppedExpectations.push_back({test.suite, test.name, test.origin, text, reason});
          renameIfWeak(verified_.file, message.test);
          continue;
        }
      }
      toDrop.emplace_back(message.test, reason);
    }
    std::ranges::sort(toDrop, std::greater<>{});
    for (const auto& [test, reason] : toDrop) drop(verified_, test, reason);
    return !blamed.empty();
  }

  /// Where messages do not help: halves, until the tests that do not compile alone are found. False when a
  /// compilation took too long.
  Result<bool> pruneByDivision(const std::string& wholeReason) {
    emit::TestFile none = verified_.file;
    none.tests.clear();
    const Result<Compiled> empty = build(none);
    if (!empty) return std::unexpected(empty.error());
    if (empty->ranOutOfTime) return false;
    if (!empty->succeeded) {
      const Result<bool> mended = putFrameworkFirst(none);
      if (!mended || *mended) return mended;
      // The harness has been compiled with the same headers: what is new is the framework's.
      const std::string reason = fmt::format(
          "the code's headers and those of --framework {} do not compile together, another one's "
          "may: {}",
          options_.framework->name(), firstCompileError(empty->diagnostics));
      while (!verified_.file.tests.empty()) drop(verified_, verified_.file.tests.size() - 1, reason);
      return true;
    }
    std::set<size_t> bad;
    const Result<bool> divided = divide(0, verified_.file.tests.size(), bad);
    if (!divided || !*divided) return divided;
    if (bad.empty()) {  // each half compiles, the whole does not: together they are too much
      for (size_t i = 0; i < verified_.file.tests.size(); i += 2) bad.insert(i);
    }
    for (auto i = bad.rbegin(); i != bad.rend(); ++i) {
      const auto reason = reasons_.find(*i);
      drop(verified_, *i, reason == reasons_.end() ? "does not compile: " + wholeReason : reason->second);
    }
    return true;
  }

  /// `#define endl std::endl` is harmless behind headers that say std::endl themselves.
  Result<bool> putFrameworkFirst(emit::TestFile none) {
    if (verified_.file.frameworkFirst) return false;
    none.frameworkFirst = true;
    const Result<Compiled> built = build(none);
    if (!built) return std::unexpected(built.error());
    verified_.file.frameworkFirst = built->succeeded;
    return built->succeeded;
  }

  Result<bool> divide(size_t first, size_t last, std::set<size_t>& bad) {
    if (first == last) return true;
    emit::TestFile part = verified_.file;
    part.tests.assign(verified_.file.tests.begin() + static_cast<ptrdiff_t>(first),
                      verified_.file.tests.begin() + static_cast<ptrdiff_t>(last));
    const Result<Compiled> built = build(part);
    if (!built) return std::unexpected(built.error());
    if (built->ranOutOfTime) return false;
    if (built->succeeded) return true;
    if (last - first == 1) {
      bad.insert(first);
      reasons_[first] = "does not compile: " + firstCompileError(built->diagnostics);
      return true;
    }
    const size_t middle = first + (last - first) / 2;
    const Result<bool> left = divide(first, middle, bad);
    return !left || !*left ? left : divide(middle, last, bad);
  }

  Verified& verified_;
  const VerificationOptions& options_;
  emit::Printed printed_;
  std::optional<Verified> withoutWarnings_;  // the last build that succeeded, as far as it is good
  std::map<size_t, std::string> reasons_;
};

/// What is left to expect of a call.
Expectation completes(const Evaluation& call) {
  Expectation returns{Expectation::Kind::NoThrow, call.expression};
  returns.discardsValue = call.discardsValue;
  return returns;
}

}  // namespace

bool weaken(emit::Test& test, size_t index) {
  if (index >= test.statements.size() || !isExpectation(test.statements[index])) return false;
  const Expectation expectation = std::get<Expectation>(test.statements[index]);
  const bool saysHowItEnds = expectation.kind == Expectation::Kind::Throws ||
                             expectation.kind == Expectation::Kind::ThrowsAnything ||
                             expectation.kind == Expectation::Kind::NoThrow;
  if (saysHowItEnds) return false;
  std::vector<Statement> statements = test.statements;
  // What follows a fatal one builds on it.
  if (expectation.fatal) {
    while (index + 1 < statements.size() && isExpectation(statements[index + 1])) {
      statements.erase(statements.begin() + static_cast<ptrdiff_t>(index) + 1);
    }
  }
  removeExpectation(statements, index);
  if (std::ranges::none_of(statements, isExpectation)) {
    auto* last = statements.empty() ? nullptr : std::get_if<Evaluation>(&statements.back());
    if (last == nullptr && expectation.isInspection) {  // that it constructs is what it shows
      test.statements = std::move(statements);
      return !test.statements.empty();
    }
    if (last == nullptr) return false;
    statements.back() = completes(*last);
  }
  test.statements = std::move(statements);
  return true;
}

bool leaveOutLooks(Verified& verified, emit::Test& test, const std::string& reason) {
  std::vector<Statement> statements;
  std::vector<std::string> looks;
  for (const Statement& statement : test.statements) {
    if (!emit::isInspection(statement)) {
      statements.push_back(statement);
    } else if (const auto* expectation = std::get_if<Expectation>(&statement)) {
      looks.push_back(emit::printExpression(expectation->actual));
    }
  }
  if (statements.empty() || statements.size() == test.statements.size()) return false;
  if (std::ranges::none_of(statements, isExpectation)) {
    const auto isCall = [](const Statement& statement) {
      const auto* evaluation = std::get_if<Evaluation>(&statement);
      return evaluation != nullptr && !evaluation->isDisposal;
    };
    const auto last = std::find_if(statements.rbegin(), statements.rend(), isCall);
    if (last != statements.rend()) {  // else it is shown that objects can be made
      *last = completes(std::get<Evaluation>(*last));
    }
  }
  verified.droppedExpectations.push_back(
      {test.suite, test.name, test.origin, fmt::format("{}", fmt::join(looks, ", ")), reason});
  test.statements = std::move(statements);
  renameIfWeak(verified.file, static_cast<size_t>(&test - verified.file.tests.data()));
  return true;
}

bool leaveOutDisposals(Verified& verified, emit::Test& test, const std::string& reason) {
  return std::erase_if(test.statements, [&](const Statement& statement) {
           const auto* evaluation = std::get_if<Evaluation>(&statement);
           if (evaluation == nullptr || !evaluation->isDisposal) return false;
           verified.droppedExpectations.push_back(
               {test.suite, test.name, test.origin, emit::printExpression(evaluation->expression), reason});
           return true;
         }) > 0;
}

void renameIfWeak(emit::TestFile& file, size_t index) {
  emit::Test& test = file.tests[index];
  const bool weak = std::ranges::all_of(test.statements, [](const Statement& statement) {
    const auto* expectation = std::get_if<Expectation>(&statement);
    return expectation == nullptr || expectation->kind == Expectation::Kind::NoThrow;
  });
  size_t end = test.name.rfind("Returns");
  if (end == std::string::npos) end = test.name.rfind("Sets");
  if (!weak || end == std::string::npos) return;
  const std::string wish = test.name.substr(0, end) + (file.hasExceptions ? "DoesNotThrow" : "Completes");
  const auto taken = [&](const std::string& name) {
    return std::ranges::any_of(
        file.tests, [&](const emit::Test& other) { return other.suite == test.suite && other.name == name; });
  };
  std::string name = wish;
  for (unsigned number = 2; taken(name); ++number) name = wish + std::to_string(number);
  test.name = name;
}

void drop(Verified& verified, size_t index, const std::string& reason) {
  const emit::Test& test = verified.file.tests[index];
  verified.dropped.push_back({test.suite, test.name, test.origin, reason});
  verified.leftOut.push_back(test.fullName());
  std::erase_if(verified.droppedExpectations,
                [&](const DroppedExpectation& e) { return e.origin == test.origin; });
  verified.file.tests.erase(verified.file.tests.begin() + static_cast<ptrdiff_t>(index));
}

std::vector<size_t> valueOrder(const Verified& verified, const VerificationOptions& options) {
  std::vector<size_t> tests(verified.file.tests.size());
  std::iota(tests.begin(), tests.end(), 0);
  std::ranges::sort(tests, {}, [&](size_t test) {
    const size_t origin = verified.file.tests[test].origin;
    return std::pair(std::ranges::find(options.mostValuableFirst, origin), test);
  });
  return tests;
}

Result<bool> compileOrPrune(Verified& verified, const VerificationOptions& options) {
  return Pruning(verified, options).run();
}

void keepMostValuable(Verified& verified, const VerificationOptions& options, size_t count) {
  const std::vector<size_t> order = valueOrder(verified, options);
  const std::set<size_t> left(order.begin() + static_cast<ptrdiff_t>(std::min(count, order.size())),
                              order.end());
  for (const size_t test : left | std::views::reverse) drop(verified, test, kNotVerified);
}

Result<void> compileInTime(Verified& verified, const VerificationOptions& options) {
  for (;;) {
    const Result<bool> built = compileOrPrune(verified, options);
    if (!built) return std::unexpected(built.error());
    if (*built) return {};
    verified.ranOutOfTime = true;
    const size_t count = verified.file.tests.size();
    const bool mayGoOn = count > 1 && !options.isTimeUp();
    keepMostValuable(verified, options, mayGoOn ? std::max<size_t>(count / 4, 1) : 0);
    if (verified.file.tests.empty()) return printAgain(verified, options);
  }
}

Result<void> printAgain(Verified& verified, const VerificationOptions& options) {
  // What was compiled had the headers of those left out as well, and may not compile without.
  if (!verified.file.tests.empty())
    verified.file.tests[0].includes.insert(verified.includes.begin(), verified.includes.end());
  verified.text = options.framework->print(verified.file).text;
  if (verified.file.tests.empty()) verified.executable.clear();
  return replaceFile(verified.source, verified.text);
}

}  // namespace covolve::unit
