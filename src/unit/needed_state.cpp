#include "unit/needed_state.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string>

#include "base/files.h"
#include "report/decision_text.h"

namespace covolve::unit {

using analysis::FieldId;
using analysis::StateWrite;

namespace {

std::string opposite(const std::string& relation) {
  static const std::map<std::string, std::string> opposites{{"==", "!="}, {"!=", "=="}, {"<", ">="},
                                                            {">=", "<"},  {">", "<="},  {"<=", ">"}};
  const auto found = opposites.find(relation);
  return found == opposites.end() ? "" : found->second;
}

std::string withoutScope(const std::string& qualified) {
  const size_t scope = qualified.rfind("::");
  return scope == std::string::npos ? qualified : qualified.substr(scope + 2);
}

/// "pay(long)" of "shop::Order::pay(long) const".
std::string shortDisplay(const program::Callable& callable) {
  if (callable.setsField) return "an assignment to " + callable.name;
  const size_t open = callable.display.find_first_of("({", callable.qualifiedName.size());
  const size_t close = callable.display.find_last_of(")}");
  if (open == std::string::npos || close == std::string::npos || close < open) return callable.name;
  return callable.name + callable.display.substr(open, close + 1 - open);
}

/// How a field must compare with a constant.
struct Wanted {
  std::string relation;  // empty: it is not known
  int64_t constant;

  bool holds(int64_t value) const {
    if (relation == "==") return value == constant;
    if (relation == "!=") return value != constant;
    if (relation == "<") return value < constant;
    if (relation == "<=") return value <= constant;
    if (relation == ">") return value > constant;
    if (relation == ">=") return value >= constant;
    return true;
  }
};

class NeededState {
 public:
  NeededState(const program::Model& model, const analysis::ObjectState& state,
              const guidance::TargetMap& targets)
      : model_(model), state_(state) {
    for (uint32_t i = 0; i < targets.siteCount(); ++i)
      sites_.try_emplace(targets.site(i).id, &targets.site(i));
    for (const program::Callable& callable : model.callables) addSetter(callable);
  }

  /// Empty where the decision looks at no field.
  std::string of(const analysis::Side& side) {
    const auto known = state_.decisions.find(side.site);
    if (known == state_.decisions.end()) return "";
    const analysis::DecisionState& decision = known->second;
    for (const auto& [path, comparing] : decision.compared) {
      if (path.fields.empty()) continue;
      // Else the relation is not this one's.
      if (!decision.relation.empty() && !comparing.constants.contains(decision.constant)) continue;
      const FieldId field = path.fields.back();
      const program::Field* const described = describe(field);
      if (described == nullptr) continue;
      std::string text = withoutScope(state_.fields[field].record) + "." + described->name;
      if (comparing.isCount) text += ".size()";
      const std::string relation = side.outcome ? decision.relation : opposite(decision.relation);
      if (relation.empty()) {
        text = "depends on " + text;
      } else {
        text = fmt::format("needs {} {} {}", text, relation, valueText(*described, decision.constant));
      }
      return text + setting(field, {relation, decision.constant});
    }
    return "";
  }

 private:
  struct Setter {
    const program::Callable* callable;
    const StateWrite* write;
  };

  void addSetter(const program::Callable& callable) {
    if (callable.kind == program::CallableKind::Aggregate || callable.setsField) addFields(callable);
    if (!callable.underTest && !callable.supports) return;
    const auto known = state_.functions.find(callable.linkageName);
    if (known == state_.functions.end()) return;
    for (const StateWrite& write : known->second.writes)
      setters_[write.place.fields.back()].push_back({&callable, &write});
  }

  /// Braces give each field its own value, and so does an assignment to one.
  void addFields(const program::Callable& callable) {
    const program::Type& type = model_.types[callable.owner];
    for (uint32_t i = 0; i < callable.parameters.size(); ++i) {
      const auto field = std::ranges::find(type.fields, callable.parameters[i].name, &program::Field::name);
      if (field == type.fields.end()) continue;
      const auto known = std::ranges::find(state_.fields, analysis::RecordField{type.record, field->offset});
      if (known == state_.fields.end()) continue;
      const auto id = static_cast<FieldId>(known - state_.fields.begin());
      StateWrite write;
      write.place = {0, {id}};
      write.sources = {{i + 1, {}}};
      setters_[id].push_back({&callable, &written_.emplace_back(std::move(write))});
    }
  }

  const program::Field* describe(FieldId field) const {
    const analysis::RecordField& place = state_.fields[field];
    for (const program::Type& type : model_.types) {
      if (type.record != place.record) continue;
      const auto found = std::ranges::find(type.fields, place.offset, &program::Field::offset);
      if (found != type.fields.end()) return &*found;
    }
    return nullptr;
  }

  static std::string valueText(const program::Field& field, int64_t value) {
    const auto named = std::ranges::find(field.enumerators, value, &program::Enumerator::value);
    return named == field.enumerators.end() ? std::to_string(value) : named->name;
  }

  /// ", which pay(long) sets when cents == total_": those that store a constant that holds, else those that
  /// store what they are given.
  std::string setting(FieldId field, const Wanted& wanted) {
    std::vector<Setter> chosen;
    if (const auto known = setters_.find(field); known != setters_.end()) {
      for (const bool isConstant : {true, false}) {
        if (!chosen.empty()) break;
        std::ranges::copy_if(known->second, std::back_inserter(chosen), [&](const Setter& setter) {
          const std::optional<int64_t>& stored = setter.write->constant;
          return stored.has_value() == isConstant && (!stored || wanted.holds(*stored));
        });
      }
    }
    if (chosen.empty()) return ", which no call is known to set";
    std::ranges::sort(chosen, std::greater(), [](const Setter& setter) { return setter.write->score(); });
    constexpr size_t kMost = 2;
    std::vector<std::string> texts;
    for (const Setter& setter : chosen) {
      const std::string text = shortDisplay(*setter.callable) + " sets" + whenText(*setter.write);
      if (std::ranges::find(texts, text) == texts.end() && texts.size() < kMost) texts.push_back(text);
    }
    return fmt::format(", which {}", fmt::join(texts, ", or "));
  }

  /// By the decision that stands nearest to the store.
  std::string whenText(const StateWrite& write) {
    if (write.guardSides.empty()) return "";
    const analysis::Side& side = write.guardSides.front();
    const auto site = sites_.find(side.site);
    if (site == sites_.end()) return "";
    const std::string text = decisionText(*site->second);
    return text.empty() ? "" : (side.outcome ? " when " : " unless ") + text;
  }

  std::string decisionText(const execute::Site& site) {
    const auto [lines, isNew] = linesOf_.try_emplace(site.file);
    if (isNew) {
      std::istringstream text(readFile(site.file).value_or(""));
      for (std::string line; std::getline(text, line);) lines->second.push_back(std::move(line));
    }
    if (site.line == 0 || site.line > lines->second.size()) return "";
    return report::decisionText(lines->second[site.line - 1], site.column);
  }

  const program::Model& model_;
  const analysis::ObjectState& state_;
  std::map<uint64_t, const execute::Site*> sites_;
  std::map<FieldId, std::vector<Setter>> setters_;
  std::deque<StateWrite> written_;  // of fields themselves
  std::map<std::string, std::vector<std::string>> linesOf_;
};

}  // namespace

void describeNeeds(const program::Model& model, const analysis::ObjectState& state,
                   const guidance::TargetMap& targets, std::vector<report::TargetReport>& reports) {
  const auto isOpen = [](const report::TargetReport& target) {
    return !target.covered && target.target.kind == search::TargetKind::Branch;
  };
  if (std::ranges::none_of(reports, isOpen)) return;
  NeededState needed(model, state, targets);
  for (const auto& [side, target] : targets.targetsOfSides()) {
    if (target < reports.size() && isOpen(reports[target]) && reports[target].needs.empty())
      reports[target].needs = needed.of(side);
  }
}

}  // namespace covolve::unit
