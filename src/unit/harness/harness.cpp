#include "unit/harness/harness.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "program/results_in_turn.h"
#include "program/shown_fields.h"
#include "unit/harness/harness_outputs.h"

namespace covolve::unit {

using program::Callable;
using program::CallableId;
using program::CallableKind;
using program::Model;
using program::Parameter;
using program::PassBy;
using program::Type;
using program::TypeId;
using program::TypeKind;

namespace {

constexpr std::string_view kThunkName = "covolveThunk";
constexpr std::string_view kStubLine = "// A stub for";

std::string argumentName(size_t index) { return fmt::format("covolveArgument{}", index); }

class Generator {
 public:
  Generator(const Model& model, const std::set<CallableId>& withheld) : model_(model), withheld_(withheld) {}

  std::string text() {
    head();
    stubs();
    traits();
    text_ += "namespace {\n\nusing CovolveTest = covolve::harness::Test;\n" + OutputSites::declaration();
    for (CallableId id = 0; id < model_.callables.size(); ++id) thunk(id);
    text_ += outputs_.registration();
    table();
    return std::move(text_);
  }

 private:
  void head() {
    text_ += harnessBeginning();
    for (const std::string& header : furtherHeaders()) text_ += "#include <covolve/harness/" + header + ">\n";
    text_ += "\n";
    const bool renamesMain = model_.access.includeSource && model_.access.definesMain;
    if (renamesMain) text_ += "#define main covolve_user_main\n";
    for (const std::string& include : model_.access.includes) text_ += "#include " + include + "\n";
    for (const std::string& declaration : model_.access.declarations) text_ += declaration + "\n";
    externC();
    if (renamesMain && !program::callsMain(model_)) text_ += "#undef main\n";
    text_ += "\n#pragma clang diagnostic ignored \"-Weverything\"\n\n";
    for (TypeId id = 0; id < model_.types.size(); ++id) {
      if (type(id).isHandle) text_ += "struct " + spelling(id) + ";\n";
    }
  }

  /// For what harness.h does not know: each costs time to compile.
  std::set<std::string> furtherHeaders() const {
    static const std::map<std::string, std::string> byHeader = {{"<deque>", "containers.h"},
                                                                {"<list>", "containers.h"},
                                                                {"<forward_list>", "containers.h"},
                                                                {"<set>", "containers.h"},
                                                                {"<unordered_set>", "containers.h"},
                                                                {"<map>", "containers.h"},
                                                                {"<unordered_map>", "containers.h"},
                                                                {"<tuple>", "containers.h"},
                                                                {"<complex>", "containers.h"},
                                                                {"<stack>", "containers.h"},
                                                                {"<queue>", "containers.h"},
                                                                {"<variant>", "variants.h"},
                                                                {"<any>", "variants.h"},
                                                                {"<span>", "spans.h"},
                                                                {"<initializer_list>", "spans.h"},
                                                                {"<sstream>", "streams.h"},
                                                                {"<cstdio>", "files.h"}};
    std::set<std::string> headers;
    for (const Type& type : model_.types) {
      if (const auto found = byHeader.find(type.header); found != byHeader.end())
        headers.insert(found->second);
      if (type.isWide) headers.insert("wide_texts.h");
      if (type.kind == TypeKind::Elements) headers.insert("elements.h");
      if (type.kind == TypeKind::Callback) headers.insert("callbacks.h");
    }
    return headers;
  }

  /// The classes that tests define for themselves. The line before each names the thunks that need it.
  void stubs() {
    std::string definitions;
    bool haveResults = false;
    for (TypeId id = 0; id < model_.types.size(); ++id) {
      if (!isDefined(id)) continue;
      definitions += fmt::format("\n{}", kStubLine);
      for (const CallableId thunk : makersOf(id)) definitions += fmt::format(" {}", thunk);
      definitions += "\n" + type(id).stub->text;
      haveResults = haveResults || type(id).stub->hasResults;
    }
    if (definitions.empty()) return;
    if (haveResults) {
      for (const std::string& header : program::ResultsInTurn::includes())
        text_ += "#include " + header + "\n";
    }
    text_ += "namespace {\n\n";
    if (haveResults) text_ += program::ResultsInTurn::definition;
    text_ += definitions + "\n}  // namespace\n\n";
  }

  std::vector<CallableId> makersOf(TypeId stub) const {
    std::vector<CallableId> makers;
    for (CallableId id = 0; id < model_.callables.size(); ++id) {
      if (model_.callables[id].stub == stub) makers.push_back(id);
    }
    return makers;
  }

  /// Whether the class is there: a stub without thunks may be one that does not compile.
  bool isDefined(TypeId id) const {
    if (type(id).kind != TypeKind::Class || !type(id).stub) return false;
    return !std::ranges::all_of(makersOf(id), [&](CallableId maker) { return withheld_.contains(maker); });
  }

  void externC() {
    const program::Access& access = model_.access;
    if (access.cIncludes.empty() && access.cDeclarations.empty()) return;
    text_ += "extern \"C\" {\n";
    for (const std::string& include : access.cIncludes) text_ += "#include " + include + "\n";
    for (const std::string& declaration : access.cDeclarations) text_ += declaration + ";\n";
    text_ += "}\n";
  }

  /// Of what thunks call. Types of functions that cannot be called may stand in headers that are not
  /// included.
  std::set<TypeId> usedTypes() const {
    std::set<TypeId> used;
    std::vector<TypeId> next;
    for (const Callable& callable : model_.callables) {
      next.insert(next.end(), {callable.owner, callable.result});
      for (const Parameter& parameter : callable.parameters) next.push_back(parameter.type);
    }
    while (!next.empty()) {
      const TypeId id = next.back();
      next.pop_back();
      if (!used.insert(id).second) continue;
      next.insert(next.end(), type(id).parts.begin(), type(id).parts.end());
      next.insert(next.end(), type(id).bases.begin(), type(id).bases.end());
    }
    return used;
  }

  /// What the templates of harness.h cannot find out by themselves.
  void traits() {
    text_ += "namespace covolve::harness {\n";
    std::set<const Type*> wrapped;
    const std::set<TypeId> used = usedTypes();
    for (const TypeId id : used) {
      const Type& type = model_.types[id];
      if (type.stub && !isDefined(id)) continue;
      if (type.kind == TypeKind::Class && !type.copyConstructible) {
        text_ += fmt::format("template <>\ninline constexpr bool isCopyable<::{}> = false;\n", spelling(id));
      } else if (type.kind == TypeKind::Enumeration) {
        range(type);
      } else if (type.kind == TypeKind::Wrapped) {
        wrapping(type, wrapped);
      } else if (type.kind == TypeKind::Callback && type.isNullable && type.header.empty()) {
        text_ += fmt::format("template <>\nstruct MayBeNull<{}> : std::true_type {{}};\n", type.spelling);
      }
    }
    for (const TypeId id : used) showing(id);
    for (const TypeId id : used) upcast(id);
    text_ += "}  // namespace covolve::harness\n\n";
  }

  /// An enumeration holds what fits into the bits of its enumerators; more with a fixed underlying type, but
  /// those are the interesting ones anyway.
  void range(const Type& type) {
    if (type.isFixed) return;
    int64_t lowest = 0;
    int64_t highest = 0;
    for (const program::Enumerator& enumerator : type.enumerators) {
      lowest = std::min(lowest, enumerator.value);
      highest = std::max(highest, enumerator.value);
    }
    unsigned bits = 1;
    while (bits < 63 &&
           ((int64_t{1} << bits) - 1 < highest || (lowest < 0 && -(int64_t{1} << bits) > lowest)))
      ++bits;
    if (bits >= 63) return;
    text_ += fmt::format(
        "template <>\nstruct EnumerationRange<::{}> {{\n  static constexpr int64_t lowest = {};\n"
        "  static constexpr int64_t highest = {};\n}};\n",
        type.spelling, lowest < 0 ? -(int64_t{1} << bits) : 0, (int64_t{1} << bits) - 1);
  }

  /// What it is made of comes first: a template must not be used before it is specialised.
  void wrapping(const Type& type, std::set<const Type*>& done) {
    if (!done.insert(&type).second) return;
    for (const TypeId part : type.parts) wrapping(model_.types[part], done);
    if (type.kind != TypeKind::Wrapped) return;
    const std::string leading = type.leadingArgument.empty() ? "" : type.leadingArgument + ", ";
    text_ += fmt::format(
        "template <>\nstruct Coding<::{0}> {{\n  static constexpr bool isObject = false;\n"
        "  static bool check(Reading& reading) {{ return Coding<{1}>::check(reading); }}\n"
        "  static ::{0} take(Reading& reading) {{ return ::{0}({2}Coding<{1}>::take(reading)); }}\n}};\n",
        type.spelling, spelling(type.parts[0]), leading);
    if (type.accessor.empty()) return;
    text_ += fmt::format(
        "template <>\nstruct Look<::{0}> {{\n  static void at(Observer& observer, const ::{0}& value) {{\n"
        "    Look<{1}>::at(observer, value.{2}());\n  }}\n}};\n",
        type.spelling, spelling(type.parts[1]), type.accessor);
  }

  /// What an object shows that is held in a value. (Others are looked at by calls.)
  void showing(TypeId id) {
    const Type& shown = type(id);
    const auto fields = program::shownFields(model_, id);
    const bool isHeld = std::ranges::any_of(model_.types, [&](const Type& holder) {
      return holder.kind != TypeKind::Pointer && std::ranges::find(holder.parts, id) != holder.parts.end();
    });
    const bool compile = std::ranges::none_of(fields, [&](const Callable* field) {
      return withheld_.contains(static_cast<CallableId>(field - model_.callables.data()));
    });
    if (fields.empty() || !isHeld || !compile || shown.stub) return;
    text_ += fmt::format(
        "template <>\nstruct Look<::{0}> {{\n  static void at(Observer& observer, const ::{0}& value) {{\n"
        "    observer.list({1});\n",
        shown.spelling, fields.size());
    // By decltype: a type of the user's may have the name of one of the harness's.
    for (const Callable* field : fields)
      text_ += fmt::format("    Look<std::remove_cv_t<decltype(value.{0})>>::at(observer, value.{0});\n",
                           field->name);
    text_ += "  }\n};\n";
  }

  /// Objects of derived classes stand for one of the base.
  void upcast(TypeId base) {
    std::string cases;
    for (TypeId id = 0; id < model_.types.size(); ++id) {
      const Type& derived = type(id);
      if (derived.kind != TypeKind::Class || std::ranges::find(derived.bases, base) == derived.bases.end())
        continue;
      if (derived.stub && !isDefined(id)) continue;
      cases +=
          fmt::format("    if (slot.type == &typeMark<::{0}>) return static_cast<::{0}*>(slot.object);\n",
                      derived.spelling);
    }
    if (cases.empty() || type(base).kind != TypeKind::Class) return;
    text_ += fmt::format(
        "template <>\nstruct Upcast<::{0}> {{\n  static ::{0}* from(const Slot& slot) {{\n{1}"
        "    return nullptr;\n  }}\n}};\n",
        spelling(base), cases);
  }

  const Type& type(TypeId id) const { return model_.types[id]; }

  void thunk(CallableId id) {
    const Callable& callable = model_.callables[id];
    std::string display = callable.display;
    std::ranges::replace(display, '\n', ' ');
    text_ +=
        fmt::format("\n// {}: {}\nbool {}{}(CovolveTest& covolveTest) {{\n", id, display, kThunkName, id);
    if (withheld_.contains(id)) {
      text_ += "  static_cast<void>(covolveTest);\n  return false;  // does not compile\n}\n";
      return;
    }
    accept(callable);
    if (callable.kind == CallableKind::Method) {
      line(fmt::format("auto& covolveObject = covolveTest.object<{}>();", spelling(callable.owner)));
    }
    for (size_t i = 0; i < callable.parameters.size(); ++i) take(callable.parameters[i], i);
    for (size_t i = 0; i < callable.parameters.size(); ++i) count(callable.parameters[i], i);
    finish(callable, call(callable));
    // Initialising a field changes nothing of what it was initialised with.
    const bool mayChange = callable.kind != CallableKind::Aggregate;
    for (size_t i = 0; mayChange && i < callable.parameters.size(); ++i) look(callable.parameters[i], i);
    text_ += "  return true;\n}\n";
  }

  void line(const std::string& statement) { text_ += "  " + statement + "\n"; }

  /// A class that only the harness knows tells the handle from other pointers.
  std::string spelling(TypeId id) const {
    const Type& spelled = type(id);
    if (spelled.isHandle) return fmt::format("CovolveHandle{}", id);
    if (isHandle(id)) return spelling(spelled.parts[0]) + "*";
    if (spelled.kind != TypeKind::Elements) return spelled.spelling;
    return fmt::format("covolve::harness::Elements<{}{}>", type(spelled.parts[0]).spelling,
                       spelled.pointeeConst ? " const" : "");
  }

  /// By which it is passed.
  bool isHandle(TypeId id) const {
    return type(id).kind == TypeKind::Pointer && type(type(id).parts[0]).isHandle;
  }

  void accept(const Callable& callable) {
    std::string types = callable.kind == CallableKind::Method ? spelling(callable.owner) : "";
    for (const Parameter& parameter : callable.parameters) {
      if (isTaken(parameter)) types += (types.empty() ? "" : ", ") + takenAs(parameter);
    }
    line(fmt::format("if (!covolveTest.accepts<{}>()) return false;", types));
  }

  /// As many as all the rows have.
  void count(const Parameter& parameter, size_t index) {
    if (parameter.countsOf.empty()) return;
    if (parameter.isEnd) {
      const std::string row = argumentName(parameter.countsOf[0]);
      line(fmt::format("auto* {} = {}.first + {}.count;", argumentName(index), row, row));
      return;
    }
    std::string least = argumentName(parameter.countsOf[0]) + ".count";
    for (size_t i = 1; i < parameter.countsOf.size(); ++i) {
      least = fmt::format("std::min({}, {}.count)", least, argumentName(parameter.countsOf[i]));
    }
    const Type& counting = type(parameter.type);
    if (counting.kind != TypeKind::Pointer) {
      line(fmt::format("auto {} = static_cast<{}>({});", argumentName(index), counting.spelling, least));
      return;
    }
    const std::string pointee = argumentName(index) + "Pointee";
    line(fmt::format("auto {} = static_cast<{}>({});", pointee, spelling(counting.parts[0]), least));
    const std::string choice = parameter.mayBeNull ? "{0}IsThere ? &{1} : nullptr" : "&{1}";
    line(fmt::format(fmt::runtime("auto* {0} = " + choice + ";"), argumentName(index), pointee));
  }

  /// Whether something stands in the test's bytes for it.
  bool isTaken(const Parameter& parameter) const {
    return (parameter.countsOf.empty() || parameter.mayBeNull) &&
           !program::isEmptyBraces(type(parameter.type));
  }

  /// Of a pointer to a number only whether it is null.
  std::string takenAs(const Parameter& parameter) const {
    return parameter.mayBeNull ? "bool" : spelling(parameter.type);
  }

  void take(const Parameter& parameter, size_t index) {
    if (!isTaken(parameter)) return;
    const std::string name = argumentName(index);
    const std::string written = takenAs(parameter);
    if (parameter.mayBeNull) {
      line(fmt::format("const bool {}IsThere = covolveTest.value<bool>();", name));
    } else if (parameter.passBy == PassBy::Value) {
      line(fmt::format("decltype(auto) {} = covolveTest.value<{}>();", name, written));
    } else {
      line(fmt::format("auto& {} = covolveTest.kept<{}>();", name, written));
    }
  }

  std::string arguments(const Callable& callable) const {
    std::string list;
    const auto separate = [&] { list += list.empty() ? "" : ", "; };
    const auto passOut = [&](size_t place) {
      if (callable.outParameter != place) return;
      separate();
      list += "&covolveLent";
    };
    for (size_t i = 0; i < callable.parameters.size(); ++i) {
      const std::string name = argumentName(i);
      if (callable.parameters[i].isAssigned) continue;
      passOut(i);
      separate();
      if (program::isEmptyBraces(type(callable.parameters[i].type))) {
        list += "{}";
        continue;
      }
      switch (callable.parameters[i].passBy) {
        case PassBy::Value:
          list += isHandle(callable.parameters[i].type)
                      ? fmt::format("({})({})", type(callable.parameters[i].type).spelling, name)
                      : fmt::format("std::forward<decltype({0})>({0})", name);
          break;
        case PassBy::ConstReference:
          list += fmt::format("std::as_const({})", name);
          break;
        case PassBy::Reference:
          list += name;
          break;
        case PassBy::RvalueReference:
          list += fmt::format("std::move({})", name);
          break;
      }
    }
    passOut(callable.parameters.size());
    return list;
  }

  std::string receiver(const Callable& callable) const {
    std::string object = "covolveObject";
    if (callable.isConst) object = fmt::format("std::as_const({})", object);
    if (callable.isRvalueQualified) object = fmt::format("std::move({})", object);
    return object;
  }

  std::string call(const Callable& callable) const {
    std::string list = arguments(callable);
    if (callable.initialises) list = list.empty() ? "covolveMade" : "covolveMade, " + list;
    switch (callable.kind) {
      case CallableKind::Function:
        // A friend defined in its class is found through its arguments only, and named without its namespace.
        return fmt::format("{}{}({})", callable.isHiddenFriend ? "" : "::", callable.qualifiedName, list);
      case CallableKind::StaticMethod:
        return fmt::format("{}::{}({})", spelling(callable.owner), callable.name, list);
      case CallableKind::Method:
        if (callable.isField) return fmt::format("{}.{}", receiver(callable), callable.name);
        if (callable.setsField) return fmt::format("{}.{} = {}", receiver(callable), callable.name, list);
        return fmt::format("{}.{}({})", receiver(callable), callable.name, list);
      case CallableKind::Constructor:
        // Without arguments members may stay unset, as they do in a declaration.
        return list.empty() ? spelling(callable.owner)
                            : fmt::format("{}({})", spelling(callable.owner), list);
      case CallableKind::Aggregate:
        return fmt::format("{}{{{}}}", spelling(callable.owner), list);
    }
    return {};
  }

  void finish(const Callable& callable, const std::string& call) {
    const bool constructs =
        callable.kind == CallableKind::Constructor || callable.kind == CallableKind::Aggregate;
    const TypeKind kind = type(callable.result).kind;
    if (callable.stub != 0) {
      makeStub(callable, call);
    } else if (callable.initialises) {
      line(
          fmt::format("covolveTest.makes<{0}>([&](void* covolvePlace) {{ auto* covolveMade = ::new "
                      "(covolvePlace) {0}{{}}; {1}; }});",
                      spelling(callable.result), call));
    } else if (callable.outParameter) {
      line(fmt::format("{} covolveLent = nullptr;", spelling(callable.result)));
      line(call + ";");
      line(fmt::format("covolveTest.lends<{}>(covolveLent);", spelling(type(callable.result).parts[0])));
      line("covolveTest.returned(covolveLent);");
    } else if (constructs) {
      line(fmt::format("covolveTest.makes<{}>([&](void* covolvePlace) {{ ::new (covolvePlace) {}; }});",
                       spelling(callable.owner), call));
    } else if (kind == TypeKind::Void) {
      line(call + ";");
    } else if (const auto lent = program::lentBy(model_.types, callable)) {
      lend(callable, *lent, call);
    } else if (kind == TypeKind::Class && callable.resultBy == PassBy::Value) {
      line(
          fmt::format("covolveTest.makes<{0}>([&](void* covolvePlace) {{ ::new (covolvePlace) {0}({1}); }});",
                      spelling(callable.result), call));
      const bool mayBeEmpty =
          program::isComparableWithNull(type(callable.result)) && !callable.isOfSmartPointer;
      line(mayBeEmpty ? fmt::format("covolveTest.returnedPointer<{}>();", spelling(callable.result))
                      : "covolveTest.returnedObject();");
    } else if (const OutputClasses outputs = outputClasses(model_, callable); !outputs.names.empty()) {
      const uint32_t first = outputs_.add(callable, outputs.names);
      line(fmt::format("covolveTest.{}(covolveOutputs + {}, {});", outputs.report, first, call));
    } else {
      line(fmt::format("covolveTest.returned({});", call));
    }
  }

  /// In its place, or in the smart pointer that goes there.
  void makeStub(const Callable& callable, const std::string& call) {
    line(fmt::format("covolveTest.makes<{}>([&](void* covolvePlace) {{", spelling(callable.result)));
    const bool inPlace = callable.kind == CallableKind::Constructor;
    line(fmt::format("  auto covolveStub = {}{};", inPlace ? "::new (covolvePlace) " : "", call));
    for (size_t i = 0; i < callable.parameters.size(); ++i) {
      const Parameter& parameter = callable.parameters[i];
      if (parameter.isAssigned) line(fmt::format("  covolveStub->{} = {};", parameter.name, argumentName(i)));
    }
    if (!inPlace)
      line(fmt::format("  ::new (covolvePlace) {}(std::move(covolveStub));", spelling(callable.result)));
    line("});");
  }

  void lend(const Callable& callable, const program::Lent& lent, const std::string& call) {
    const bool byPointer = type(callable.result).kind == TypeKind::Pointer;
    line(fmt::format("auto* covolveLent = {};",
                     byPointer ? call : fmt::format("__builtin_addressof({})", call)));
    const std::string lentType = spelling(lent.type);
    line(isHandle(callable.result) ? fmt::format("covolveTest.lends<{0}>(({0}*)covolveLent);", lentType)
                                   : fmt::format("covolveTest.lends<{}>(covolveLent);", lentType));
    if (!byPointer) return line("covolveTest.returnedObject();");
    if (const OutputClasses outputs = outputClasses(model_, callable); !outputs.names.empty()) {
      const uint32_t first = outputs_.add(callable, outputs.names);
      line(fmt::format("covolveTest.{}(covolveOutputs + {}, covolveLent);", outputs.report, first));
    } else {
      line("covolveTest.returned(covolveLent);");
    }
  }

  /// Out-parameters: non-const references, pointers to values, buffers.
  void look(const Parameter& parameter, size_t index) {
    const Type& held = type(parameter.type);
    const bool isHeard = held.kind == TypeKind::Callback && !held.heard.empty();
    if (isHeard && parameter.passBy == PassBy::Value) {
      const std::string guard =
          held.isNullable ? fmt::format("if ({} != nullptr) ", argumentName(index)) : "";
      return line(
          fmt::format("{}covolveTest.heard<{}>({}, {});", guard, held.spelling, index, argumentName(index)));
    }
    if (held.kind == TypeKind::Stream) return lookIntoStream(held, parameter, argumentName(index), index);
    const bool toStream =
        held.kind == TypeKind::Pointer && !held.pointeeConst && type(held.parts[0]).kind == TypeKind::Stream;
    if (toStream) {
      return lookIntoStream(type(held.parts[0]), parameter, "*" + argumentName(index), index);
    }
    const bool byReference = parameter.passBy == PassBy::Reference && held.kind != TypeKind::Class;
    const bool byPointer = parameter.passBy == PassBy::Value && held.kind == TypeKind::Pointer &&
                           !held.pointeeConst && type(held.parts[0]).kind != TypeKind::Class;
    if (held.kind == TypeKind::Elements && !held.pointeeConst) {
      if (program::isRowOfTexts(model_.types, held)) return;
      return line(fmt::format("covolveTest.changedReference({}, {});", index, argumentName(index)));
    }
    const bool isBuffer =
        parameter.passBy == PassBy::Value && held.kind == TypeKind::Buffer && !held.pointeeConst;
    if (isBuffer) line(fmt::format("covolveTest.changedBuffer({}, {});", index, argumentName(index)));
    if (byReference) line(fmt::format("covolveTest.changedReference({}, {});", index, argumentName(index)));
    if (byPointer) line(fmt::format("covolveTest.changedPointee({}, {});", index, argumentName(index)));
  }

  void lookIntoStream(const Type& stream, const Parameter& parameter, const std::string& expression,
                      size_t index) {
    if (stream.accessor.empty() || parameter.passBy == PassBy::ConstReference) return;
    const bool byPointer = expression.starts_with('*');
    const std::string guard = byPointer ? fmt::format("if ({} != nullptr) ", argumentName(index)) : "";
    line(fmt::format("{}covolveTest.changedStream<{}>({}, {});", guard, stream.spelling, index, expression));
  }

  void table() {
    text_ += "\nconstexpr CovolveTest::Thunk covolveThunks[] = {\n";
    for (CallableId id = 0; id < model_.callables.size(); ++id)
      text_ += fmt::format("    {}{},\n", kThunkName, id);
    text_ += "    nullptr,\n};\n\n}  // namespace\n\n";
    text_ += fmt::format(
        "extern \"C\" CovolveTestResult covolve_run_test(const uint8_t* bytes, uint64_t size,\n"
        "                                              CovolveObservations* observations) {{\n"
        "  CovolveTest test(bytes, size, observations);\n  return test.run(covolveThunks, {});\n}}\n",
        model_.callables.size());
  }

  const Model& model_;
  const std::set<CallableId>& withheld_;
  OutputSites outputs_;
  std::string text_;
};

}  // namespace

std::string harnessBeginning() {
  // Our header first, so that no macro of the code under test reaches it.
  return "// Generated by covolve: one thunk for each callable under test. Do not edit.\n"
         "#include <covolve/harness.h>\n";
}

std::string generateHarness(const Model& model, const std::set<CallableId>& withheld) {
  return Generator(model, withheld).text();
}

namespace {

/// The number that starts at `at`, if there is one.
std::optional<unsigned> numberAt(std::string_view text, size_t at) {
  unsigned number = 0;
  const auto [end, failed] = std::from_chars(text.data() + at, text.data() + text.size(), number);
  if (failed != std::errc() || end == text.data() + at) return std::nullopt;
  return number;
}

std::set<CallableId> numbersIn(std::string_view line) {
  std::set<CallableId> numbers;
  for (size_t at = line.find(' '); at != std::string_view::npos; at = line.find(' ', at + 1)) {
    if (const auto number = numberAt(line, at + 1)) numbers.insert(*number);
  }
  return numbers;
}

}  // namespace

std::set<CallableId> blamedThunks(std::string_view diagnostics, std::string_view harness,
                                  const std::filesystem::path& file) {
  // Which thunks need each line of the harness: its own, or those of a stub.
  std::vector<std::set<CallableId>> thunksOfLine = {{}};
  std::set<CallableId> current;
  const std::string opening = fmt::format("bool {}", kThunkName);
  for (size_t at = 0; at < harness.size();) {
    const size_t end = std::min(harness.find('\n', at), harness.size());
    const std::string_view line = harness.substr(at, end - at);
    if (line.starts_with(opening)) current = {numberAt(line, opening.size()).value_or(0)};
    if (line.starts_with(kStubLine)) current = numbersIn(line);
    thunksOfLine.push_back(current);
    if (line == "}" || line == "};") current.clear();
    at = end + 1;
  }
  std::set<CallableId> blamed;
  const std::string place = file.filename().string() + ":";
  for (size_t at = diagnostics.find(place); at != std::string_view::npos;
       at = diagnostics.find(place, at + 1)) {
    const auto line = numberAt(diagnostics, at + place.size());
    if (line && *line < thunksOfLine.size())
      blamed.insert(thunksOfLine[*line].begin(), thunksOfLine[*line].end());
  }
  for (size_t at = diagnostics.find(kThunkName); at != std::string_view::npos;
       at = diagnostics.find(kThunkName, at + 1)) {
    if (const auto id = numberAt(diagnostics, at + kThunkName.size())) blamed.insert(*id);
  }
  return blamed;
}

}  // namespace covolve::unit
