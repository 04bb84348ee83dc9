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

/// A name and what could be added to it.
struct Title {
  TestName base;
  /// Of the call that the test is about, one after the other: what the parameter is called, and its value.
  struct Argument {
    std::string parameter;
    std::string words;
  };
  std::vector<Argument> arguments;
  const char* argumentsBegin = "For";
  /// What the exception says; empty where that is no sentence, or nothing is thrown.
  std::string message;
  /// Beside the arguments, in the order of preference: the calls before, what the objects were made of, which
  /// overload it is, what the calls before were given. Some may be empty.
  std::vector<std::string> circumstances;
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

/// The looks at the end show what the object holds that the step made.
bool isLookedAt(const RecordedTest& whole, size_t step) {
  for (size_t look = whole.steps.size() - whole.inspections; look < whole.steps.size(); ++look) {
    const std::vector<Value>& arguments = whole.steps[look].arguments;
    if (!arguments.empty() && arguments[0] == Value::reference(step) && tellsSomething(whole, look))
      return true;
  }
  return false;
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
    nameByWhatItGave(whole, focal, title.base.name);
    addArguments(test, focal, title);
    if (const Observation* thrown = observationOf(test, focal, Observation::What::Threw))
      title.message = messageWords(thrown->exceptionText);
    title.circumstances = {historyWords(test, focal, History::Calls), makingWords(test, focal),
                           overloadWords(test, focal),
                           historyWords(test, focal, History::CallsWithArguments)};
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
    if (!getter.parameters.empty()) return;
    name = callableWords(callable) + "Sets" + callableWords(getter) + "To" +
           valueWords(model_, seen->value, getter.result);
  }

  /// "ParseReturnsTypeVector" instead of "ParseDoesNotThrow": what the first look at the object that it
  /// returned shows, beyond yes or no.
  void nameByWhatItGave(const RecordedTest& whole, size_t focal, std::string& name) const {
    const Callable& callable = model_.callables[whole.steps[focal].callable];
    const bool isMade =
        callable.kind == CallableKind::Constructor || callable.kind == CallableKind::Aggregate;
    if (isMade || name != callableWords(callable) + withoutException()) return;
    for (size_t look = whole.steps.size() - whole.inspections; look < whole.steps.size(); ++look) {
      const Step& step = whole.steps[look];
      const Callable& getter = model_.callables[step.callable];
      const Observation* seen = observationOf(whole, look, Observation::What::Returned);
      const bool isAboutIt = !step.arguments.empty() && step.arguments[0] == Value::reference(focal);
      if (!isAboutIt || !getter.parameters.empty() || seen == nullptr ||
          seen->value.kind == Value::Kind::Opaque || model_.types[getter.result].kind == TypeKind::Boolean)
        continue;
      name = callableWords(callable) + "Returns" + callableWords(getter) +
             valueWords(model_, seen->value, getter.result);
      return;
    }
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
      return subject + "Returns" + resultWords(model_, callable, returned->value);
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

  void addArguments(const RecordedTest& test, size_t focal, Title& title) const {
    if (test.steps.empty()) return;
    const Step& step = test.steps[focal];
    const Callable& callable = model_.callables[step.callable];
    if (makesObject(callable)) title.argumentsBegin = "From";
    for (size_t i = 0; i < callable.parameters.size(); ++i) {
      const size_t index = argumentIndex(callable, i);
      if (index >= step.arguments.size()) break;
      const Type& type = model_.types[callable.parameters[i].type];
      if (type.kind == TypeKind::Stream && !type.isRead) continue;  // always empty
      const bool isNull = step.arguments[index].kind == Value::Kind::Absent;
      if (!callable.parameters[i].countsOf.empty() && !isNull) continue;
      if (addParts(test, step.arguments[index], focal, title)) continue;
      title.arguments.push_back({pascalCase(callable.parameters[i].name),
                                 valueWords(model_, step.arguments[index], callable.parameters[i].type)});
    }
  }

  /// Of an object that the test made: what it was made of. False where that is nothing.
  bool addParts(const RecordedTest& test, const Value& argument, size_t focal, Title& title) const {
    const Value& object = argument.children.empty() ? argument : argument.children[0];
    const auto maker = static_cast<size_t>(object.integer);
    if (object.kind != Value::Kind::Reference || maker >= focal) return false;
    const Step& making = test.steps[maker];
    const Callable& callable = model_.callables[making.callable];
    if (!makesObject(callable) || callable.stub != 0 || callable.parameters.empty() ||
        making.arguments.size() != callable.parameters.size())
      return false;
    for (size_t i = 0; i < callable.parameters.size(); ++i)
      title.arguments.push_back({pascalCase(callable.parameters[i].name),
                                 valueWords(model_, making.arguments[i], callable.parameters[i].type)});
    return true;
  }

  /// What the object was made of that the call is made on: "OfNull".
  std::string makingWords(const RecordedTest& test, size_t focal) const {
    if (test.steps.empty()) return {};
    const Step& step = test.steps[focal];
    const Callable& callable = model_.callables[step.callable];
    if (callable.kind != CallableKind::Method || step.arguments.empty()) return {};
    const auto maker = static_cast<size_t>(step.arguments[0].integer);
    if (step.arguments[0].kind != Value::Kind::Reference || maker >= focal) return {};
    const Callable& making = model_.callables[test.steps[maker].callable];
    const std::vector<Value>& given = test.steps[maker].arguments;
    constexpr size_t kMostGiven = 2;
    if (!makesObject(making) || making.stub != 0 || making.parameters.size() > kMostGiven ||
        given.size() != making.parameters.size())
      return {};
    std::string words;
    for (size_t i = 0; i < given.size(); ++i)
      words += (words.empty() ? "Of" : "And") + valueWords(model_, given[i], making.parameters[i].type);
    return words;
  }

  /// "TakingUnsignedInt": of which types its arguments are, where the name is not enough to tell.
  std::string overloadWords(const RecordedTest& test, size_t focal) const {
    if (test.steps.empty()) return {};
    const Callable& callable = model_.callables[test.steps[focal].callable];
    const auto isOverload = [&](const Callable& other) {
      return other.qualifiedName == callable.qualifiedName && &other != &callable;
    };
    if (std::ranges::none_of(model_.callables, isOverload)) return {};
    if (callable.parameters.empty()) return "TakingNothing";
    std::string words;
    for (const program::Parameter& parameter : callable.parameters)
      words += (words.empty() ? "Taking" : "And") + typeWords(model_.types[parameter.type]);
    return words;
  }

  static std::string typeWords(const Type& type) {
    if (type.kind == TypeKind::CString) return "Text";
    return pascalCase(lastComponent(type.spelling));
  }

  enum class History { Calls, CallsWithArguments };

  /// The calls before, the makers of objects left out.
  std::string historyWords(const RecordedTest& test, size_t focal, History history) const {
    std::vector<std::string> calls;
    for (size_t i = 0; i < focal; ++i) {
      const Callable& callable = model_.callables[test.steps[i].callable];
      if (makesObject(callable)) continue;
      const bool threw = observationOf(test, i, Observation::What::Threw) != nullptr;
      std::string words = (threw ? "Failed" : "") + callableWords(callable);
      if (history == History::CallsWithArguments) words += givenWords(test.steps[i]);
      if (calls.empty() || calls.back() != words) calls.push_back(words);
    }
    constexpr size_t kMostCalls = 3;
    if (calls.size() > kMostCalls) calls.erase(calls.begin(), calls.end() - kMostCalls);
    std::string text;
    for (const std::string& call : calls) text += (text.empty() ? "After" : "And") + call;
    return text;
  }

  /// "OfWelcome": what a call before was given, of values that are short to say.
  std::string givenWords(const Step& step) const {
    constexpr size_t kMostGiven = 2;
    const Callable& callable = model_.callables[step.callable];
    std::string words;
    if (callable.parameters.size() > kMostGiven) return words;
    for (size_t i = 0; i < callable.parameters.size(); ++i) {
      const size_t index = argumentIndex(callable, i);
      if (index >= step.arguments.size()) break;
      words += (words.empty() ? "Of" : "And") +
               valueWords(model_, step.arguments[index], callable.parameters[i].type);
    }
    return words;
  }

  const program::Model& model_;
  const FileNaming& naming_;
};

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
  using Members = std::vector<size_t>;
  static constexpr size_t kLongestName = 80;

  /// Tests that would have the same name are told apart by what tells most of them apart; those that still
  /// have the same, by the next.
  void assignGroup(const Members& members) {
    for (const size_t member : members) names_[member].name = titles_[member].base.name;
    addMessages(members);
    std::vector<std::vector<std::string>> distinctions = {argumentWords(members)};
    for (size_t i = 0; i < titles_[members[0]].circumstances.size(); ++i) {
      distinctions.emplace_back();
      for (const size_t member : members) distinctions.back().push_back(titles_[member].circumstances[i]);
    }
    std::map<std::string, Members> same;  // places of those that still have the same name
    for (size_t place = 0; place < members.size(); ++place)
      same[names_[members[place]].name].push_back(place);
    for (const auto& [name, places] : same) {
      if (places.size() > 1) distinguish(members, places, distinctions);
    }
    for (const size_t member : members) take(member, std::string(names_[member].name));
  }

  /// What the code itself says about its reason tells a reader more than the arguments.
  void addMessages(const Members& members) {
    std::set<std::string> different;
    for (const size_t member : members) different.insert(titles_[member].message);
    if (different.size() == 1) return;
    for (const size_t member : members) {
      if (titles_[member].message.empty()) continue;
      const std::string added = "Saying" + titles_[member].message;
      if (names_[member].name.size() + added.size() <= kLongestName) names_[member].name += added;
    }
  }

  /// `places`: of the tests among the members, which the distinctions go by.
  void distinguish(const Members& members, const Members& places,
                   std::vector<std::vector<std::string>> distinctions) {
    const auto fits = [&](size_t place, const std::string& added) {
      return names_[members[place]].name.size() + added.size() <= kLongestName;
    };
    size_t most = 1;
    size_t best = 0;
    for (size_t i = 0; i < distinctions.size(); ++i) {
      std::set<std::string> different;
      for (const size_t place : places)
        different.insert(fits(place, distinctions[i][place]) ? distinctions[i][place] : std::string());
      if (different.size() > most) {
        most = different.size();
        best = i;
      }
    }
    if (most == 1) return;
    std::map<std::string, Members> parts;
    for (const size_t place : places) {
      const std::string& added = distinctions[best][place];
      if (fits(place, added)) names_[members[place]].name += added;
      parts[names_[members[place]].name].push_back(place);
    }
    distinctions.erase(distinctions.begin() + static_cast<ptrdiff_t>(best));
    for (const auto& [name, part] : parts) {
      if (part.size() > 1) distinguish(members, part, distinctions);
    }
  }

  /// The arguments that are not the same in all of them: "ForTrue", "WithCountMinusOne".
  std::vector<std::string> argumentWords(const Members& members) const {
    size_t count = 0;
    for (const size_t member : members) count = std::max(count, titles_[member].arguments.size());
    std::vector<bool> differs(count);
    for (size_t i = 0; i < count; ++i) {
      std::set<std::string> different;
      for (const size_t member : members) {
        const auto& arguments = titles_[member].arguments;
        different.insert(i < arguments.size() ? arguments[i].words : std::string());
      }
      differs[i] = different.size() > 1;
    }
    std::vector<std::string> words;
    for (const size_t member : members) {
      const Title::Argument* const own = ownArgument(member, members);
      words.push_back(own != nullptr ? "With" + own->parameter + own->words
                                     : argumentWords(titles_[member], differs));
    }
    return words;
  }

  static constexpr size_t kTelling = 2;  // letters of a parameter's name

  /// The first argument that no other of them has like this; null where there is none, or no name to tell it
  /// by.
  const Title::Argument* ownArgument(size_t member, const Members& members) const {
    const auto& arguments = titles_[member].arguments;
    if (arguments.size() < 2) return nullptr;
    for (size_t i = 0; i < arguments.size(); ++i) {
      const bool isShared = std::ranges::any_of(members, [&](size_t other) {
        const auto& others = titles_[other].arguments;
        return other != member && i < others.size() && others[i].words == arguments[i].words;
      });
      if (!isShared && arguments[i].parameter.size() >= kTelling) return &arguments[i];
    }
    return nullptr;
  }

  static std::string argumentWords(const Title& title, const std::vector<bool>& differs) {
    constexpr size_t kMostArguments = 4;
    std::vector<const Title::Argument*> shown;
    for (size_t i = 0; i < title.arguments.size(); ++i) {
      if (differs[i] && shown.size() < kMostArguments) shown.push_back(&title.arguments[i]);
    }
    // One of several must be named, or nobody knows which it is.
    if (shown.size() == 1 && title.arguments.size() > 1 && shown[0]->parameter.size() >= kTelling)
      return "With" + shown[0]->parameter + shown[0]->words;
    std::string words;
    for (const Title::Argument* argument : shown)
      words += (words.empty() ? title.argumentsBegin : "And") + argument->words;
    return words;
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
  const Callable& lastCall = model.callables[test.steps[last].callable];
  if (test.fault || (whole.showsEffect && (lastCall.underTest || lastCall.setsField))) return last;
  const auto isAskedFor = [&](const Step& step) { return model.callables[step.callable].underTest; };
  const bool leavesOut = std::ranges::any_of(test.steps, isAskedFor);
  std::optional<size_t> lastAskedFor;
  for (size_t i = test.steps.size(); i-- > 0;) {
    if (leavesOut && !isAskedFor(test.steps[i])) continue;
    // What comes after an exception is more than that it was thrown.
    const bool threw = observationOf(test, i, Observation::What::Threw) != nullptr;
    if (threw && lastAskedFor) return *lastAskedFor;
    if (tellsSomething(test, i) || (!lastAskedFor && isLookedAt(whole, i))) return i;
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
