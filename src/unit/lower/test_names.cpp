#include "unit/lower/test_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "unit/lower/exception_types.h"
#include "unit/lower/name_words.h"
#include "unit/lower/object_uses.h"
#include "unit/lower/variable_names.h"

namespace covolve::unit {

namespace {

using program::Callable;
using program::CallableKind;
using program::Type;
using program::TypeKind;

/// A name and what could be added to it, in the order of preference.
struct Title {
  TestName base;
  std::vector<std::string> distinctions;
};

bool makesObject(const Callable& callable) {
  return callable.kind == CallableKind::Constructor || callable.kind == CallableKind::Aggregate ||
         callable.isOfSmartPointer;
}

const Observation* observationOf(const RecordedTest& test, size_t step, Observation::What what) {
  const auto found = std::ranges::find_if(
      test.observations, [&](const Observation& o) { return o.step == step && o.what == what; });
  return found == test.observations.end() ? nullptr : &*found;
}

bool tellsSomething(const RecordedTest& test, size_t step) {
  return std::ranges::any_of(test.observations, [&](const Observation& o) {
    return o.step == step && (o.what == Observation::What::Threw || o.value.kind != Value::Kind::Opaque);
  });
}

std::string faultWords(const Fault& fault) {
  static const std::map<std::string, const char*, std::less<>> words = {
      {"abort", "Aborts"},
      {"exit", "Exits"},
      {"endless loop", "NeverReturns"},
      {"timeout", "NeverReturns"},
      {"stack overflow", "OverflowsTheStack"},
      {"out of memory", "ExhaustsMemory"},
      {"heap corruption", "CorruptsTheHeap"},
      {"terminate", "Terminates"},
      {"std::terminate", "Terminates"},
      {"out of time", "DoesNotEndInTime"},
  };
  if (const auto found = words.find(fault.kind); found != words.end()) return found->second;
  return (fault.kind.starts_with("SIG") ? "CrashesWith" : "FailsWith") + pascalCase(fault.kind);
}

class Titles {
 public:
  Titles(const program::Model& model, const FileNaming& naming) : model_(model), naming_(naming) {}

  Title titleOf(const RecordedTest& whole) const {
    const RecordedTest test = withoutInspections(whole);
    const size_t focal = focalStep(model_, whole);
    Title title;
    title.base = {suiteOf(test, focal), nameOf(test, focal)};
    if (whole.showsEffect && focal + 1 == test.steps.size()) nameByEffect(whole, focal, title.base.name);
    const std::string arguments = argumentWords(test, focal);
    const std::string history = historyWords(test, focal);
    if (!arguments.empty()) title.distinctions.push_back(arguments);
    if (!history.empty()) title.distinctions.push_back(history);
    if (!arguments.empty() && !history.empty()) title.distinctions.push_back(arguments + history);
    return title;
  }

 private:
  /// "OffSetsLevelToZero" instead of "OffDoesNotThrow".
  void nameByEffect(const RecordedTest& whole, size_t focal, std::string& name) const {
    const Callable& callable = model_.callables[whole.steps[focal].callable];
    if (name != callableWords(callable) + withoutException()) return;
    const size_t look = focal + 1;
    const Observation* seen = observationOf(whole, look, Observation::What::Returned);
    if (seen == nullptr || seen->value.kind == Value::Kind::Opaque) return;
    const Callable& getter = model_.callables[whole.steps[look].callable];
    name = callableWords(callable) + "Sets" + callableWords(getter) + "To" +
           valueWords(model_, seen->value, getter.result);
  }

  const char* withoutException() const { return model_.access.hasExceptions ? "DoesNotThrow" : "Completes"; }

  std::string suiteOf(const RecordedTest& test, size_t focal) const {
    const std::string ending = test.fault ? "Faults" : "Test";
    const std::vector<std::string> subjects = subjectsOf(test, focal);
    for (const std::string& subject : subjects) {
      if (!naming_.suites.contains(subject + ending)) return subject + ending;
    }
    for (unsigned number = 2;; ++number) {
      std::string suite = fmt::format("{}{}{}", subjects.back(), number, ending);
      if (!naming_.suites.contains(suite)) return suite;
    }
  }

  /// What a suite may be called after, shortest first: the class, with the namespaces around it, with the
  /// file; of a function only the file.
  std::vector<std::string> subjectsOf(const RecordedTest& test, size_t focal) const {
    std::string file = pascalCase(naming_.nameOf(model_));
    if (file.empty() || std::isdigit(static_cast<unsigned char>(file[0])) != 0) file = "File" + file;
    if (test.steps.empty()) return {file};
    const Callable& callable = model_.callables[test.steps[focal].callable];
    if (callable.kind == CallableKind::Function) return {file};
    const Type& owner = model_.types[callable.owner];
    const std::string& type = owner.stub ? model_.types[owner.stub->base].spelling : owner.spelling;
    const std::string name = pascalCase(lastComponent(type));
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) return {file};
    std::vector<std::string> subjects{name};
    const std::string scopes = type.substr(0, type.find('<'));
    for (size_t end = scopes.rfind("::"); end != std::string::npos && end > 0;) {
      const size_t before = scopes.rfind("::", end - 1);
      const size_t start = before == std::string::npos ? 0 : before + 2;
      const std::string scope = pascalCase(scopes.substr(start, end - start));
      if (!scope.empty() && scope != "AnonymousNamespace") subjects.push_back(scope + subjects.back());
      end = before;
    }
    subjects.push_back(file + name);
    return subjects;
  }

  std::string nameOf(const RecordedTest& test, size_t focal) const {
    if (test.steps.empty()) return "DoesNothing";
    const Callable& callable = model_.callables[test.steps[focal].callable];
    const std::string subject = makesObject(callable) ? "Construction" : callableWords(callable);
    if (test.fault) return subject + faultWords(*test.fault);
    if (const Observation* thrown = observationOf(test, focal, Observation::What::Threw)) {
      const std::string type = pascalCase(lastComponent(publicExceptionType(thrown->exceptionType)));
      return subject + "Throws" + type;
    }
    if (makesObject(callable)) {
      return callable.parameters.empty() ? "ConstructsByDefault" : "Constructs";
    }
    const Observation* returned = observationOf(test, focal, Observation::What::Returned);
    if (returned != nullptr && returned->value.kind != Value::Kind::Opaque) {
      return subject + "Returns" + valueWords(model_, returned->value, callable.result);
    }
    for (const Observation& observation : test.observations) {
      if (observation.step != focal || observation.what != Observation::What::Parameter) continue;
      if (observation.value.kind == Value::Kind::Opaque ||
          observation.parameter >= callable.parameters.size())
        continue;
      const program::Parameter& parameter = callable.parameters[observation.parameter];
      const std::string name = parameter.name.empty() ? "Argument" : pascalCase(parameter.name);
      // Of a pointer, what it points to is observed.
      const Type& type = model_.types[parameter.type];
      const bool pointee = type.kind == TypeKind::Pointer && observation.value.kind != Value::Kind::Present;
      const program::TypeId observed = pointee ? type.parts[0] : parameter.type;
      if (model_.types[observed].kind == TypeKind::Stream)
        return subject + "Writes" + valueWords(model_, observation.value, observed);
      return subject + "Sets" + name + "To" + valueWords(model_, observation.value, observed);
    }
    return subject + withoutException();
  }

  std::string argumentWords(const RecordedTest& test, size_t focal) const {
    if (test.steps.empty()) return {};
    const Step& step = test.steps[focal];
    const Callable& callable = model_.callables[step.callable];
    constexpr size_t kMostArguments = 4;
    std::string words;
    for (size_t i = 0; i < std::min(callable.parameters.size(), kMostArguments); ++i) {
      const size_t index = argumentIndex(callable, i);
      if (index >= step.arguments.size()) break;
      const Type& type = model_.types[callable.parameters[i].type];
      if (type.kind == TypeKind::Stream && !type.isRead) continue;  // always empty
      if (!callable.parameters[i].countsOf.empty()) continue;
      words += words.empty() ? (makesObject(callable) ? "From" : "For") : "And";
      words += valueWords(model_, step.arguments[index], callable.parameters[i].type);
    }
    return words;
  }

  /// The calls before, the makers of objects with their arguments left out.
  std::string historyWords(const RecordedTest& test, size_t focal) const {
    std::vector<std::string> calls;
    for (size_t i = 0; i < focal; ++i) {
      const Callable& callable = model_.callables[test.steps[i].callable];
      if (makesObject(callable)) continue;
      const bool threw = observationOf(test, i, Observation::What::Threw) != nullptr;
      const std::string words = (threw ? "Failed" : "") + callableWords(callable);
      if (calls.empty() || calls.back() != words) calls.push_back(words);
    }
    constexpr size_t kMostCalls = 3;
    if (calls.size() > kMostCalls) calls.erase(calls.begin(), calls.end() - kMostCalls);
    std::string text;
    for (const std::string& call : calls) text += (text.empty() ? "After" : "And") + call;
    return text;
  }

  const program::Model& model_;
  const FileNaming& naming_;
};

/// A name without a distinction of that kind stays as it is.
std::string distinguished(const Title& title, size_t distinction) {
  constexpr size_t kLongest = 80;
  const std::string added = distinction < title.distinctions.size() ? title.distinctions[distinction] : "";
  const std::string name = title.base.name + added;
  return name.size() > kLongest ? title.base.name : name;
}

class Assignment {
 public:
  explicit Assignment(const std::vector<Title>& titles) : titles_(titles), names_(titles.size()) {}

  std::vector<TestName> assign() {
    std::map<std::pair<std::string, std::string>, std::vector<size_t>> groups;
    for (size_t i = 0; i < titles_.size(); ++i)
      groups[{titles_[i].base.suite, titles_[i].base.name}].push_back(i);
    // Names that need nothing added come first, so that no distinction can take them away.
    for (const auto& [key, members] : groups) {
      if (members.size() == 1) take(members[0], titles_[members[0]].base.name);
    }
    for (const auto& [key, members] : groups) {
      if (members.size() > 1) assignGroup(members);
    }
    return std::move(names_);
  }

 private:
  void assignGroup(const std::vector<size_t>& members) {
    size_t most = 0;
    size_t best = 0;
    for (const size_t distinction : {size_t{0}, size_t{1}, size_t{2}}) {
      std::set<std::string> different;
      for (size_t member : members) different.insert(distinguished(titles_[member], distinction));
      if (different.size() > most) {
        most = different.size();
        best = distinction;
      }
    }
    for (size_t member : members)
      take(member, most > 1 ? distinguished(titles_[member], best) : titles_[member].base.name);
  }

  void take(size_t member, const std::string& wish) {
    const std::string& suite = titles_[member].base.suite;
    std::string name = wish;
    for (unsigned number = 2; !taken_.insert({suite, name}).second; ++number) {
      const bool endsInDigit = std::isdigit(static_cast<unsigned char>(wish.back())) != 0;
      name = fmt::format("{}{}{}", wish, endsInDigit ? "Case" : "", number);
    }
    names_[member] = {suite, name};
  }

  const std::vector<Title>& titles_;
  std::vector<TestName> names_;
  std::set<std::pair<std::string, std::string>> taken_;
};

}  // namespace

size_t focalStep(const program::Model& model, const RecordedTest& whole) {
  const RecordedTest test = withoutInspections(whole);
  if (test.steps.empty()) return 0;
  const size_t last = test.steps.size() - 1;
  if (test.fault || (whole.showsEffect && model.callables[test.steps[last].callable].underTest)) return last;
  const auto isAskedFor = [&](const Step& step) { return model.callables[step.callable].underTest; };
  const bool leavesOut = std::ranges::any_of(test.steps, isAskedFor);
  std::optional<size_t> lastAskedFor;
  for (size_t i = test.steps.size(); i-- > 0;) {
    if (leavesOut && !isAskedFor(test.steps[i])) continue;
    // What comes after an exception is more than that it was thrown.
    const bool threw = observationOf(test, i, Observation::What::Threw) != nullptr;
    if (threw && lastAskedFor) return *lastAskedFor;
    if (tellsSomething(test, i)) return i;
    if (!lastAskedFor) lastAskedFor = i;
  }
  return lastAskedFor.value_or(last);
}

std::vector<TestName> testNames(const program::Model& model, std::span<const RecordedTest> tests,
                                const FileNaming& naming) {
  const Titles titles(model, naming);
  std::vector<Title> wanted;
  wanted.reserve(tests.size());
  for (const RecordedTest& test : tests) wanted.push_back(titles.titleOf(test));
  return Assignment(wanted).assign();
}

}  // namespace covolve::unit
