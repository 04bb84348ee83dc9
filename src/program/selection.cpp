#include "program/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/edit_distance.h"

namespace covolve::program {

namespace {

constexpr size_t kMostNamed = 3;

/// A, B or C.
std::string listed(const std::vector<std::string>& names, const char* lastWord) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? fmt::format(" {} ", lastWord) : ", ";
    text += names[i];
  }
  return text;
}

/// Without those that stand in another one: a class' constructor has the name of the class.
void keepOutermost(std::vector<NameParts>& entities) {
  std::erase_if(entities, [all = entities](const NameParts& entity) {
    return std::ranges::any_of(
        all, [&](const NameParts& other) { return other != entity && isWithin(entity, other); });
  });
}

class Resolution {
 public:
  Resolution(const Findings& findings, const std::vector<Definition>& definitions,
             const std::filesystem::path& source)
      : findings_(findings), file_(source.filename().string()) {
    for (const Draft& draft : findings.drafts) {
      if (draft.callable.underTest) insert(draft.names());
    }
    for (const Skipped& skipped : findings.skipped) insert(skipped.names);
    for (const Definition& definition : definitions) names_.insert(nameParts(definition.name));
  }

  Result<NameParts> resolve(const std::string& name) const {
    const NameParts wanted = nameParts(name);
    const bool isGlobal = name.starts_with("::");
    const std::vector<NameParts> found = entitiesCalled(wanted, isGlobal, names_);
    if (found.size() == 1) return found.front();
    if (found.size() > 1) {
      std::vector<std::string> meanings;
      for (const NameParts& entity : found) meanings.push_back(joined(entity));
      return userError(
          fmt::format("{} in {} may be {}: give the whole name", name, file_, listed(meanings, "or")));
    }
    std::set<NameParts> types;
    for (const Type& type : findings_.types) {
      if (type.kind == TypeKind::Class || type.kind == TypeKind::Enumeration)
        types.insert(nameParts(type.spelling));
    }
    if (const auto bare = entitiesCalled(wanted, isGlobal, types); !bare.empty()) {
      return userError(fmt::format("{} has no code in {} that could be tested", joined(bare.front()), file_));
    }
    return userError(
        fmt::format("there is no class or function {} in {}{}", name, file_, suggestion(wanted)));
  }

 private:
  void insert(const std::vector<std::string>& names) {
    for (const std::string& name : names) names_.insert(nameParts(name));
  }

  /// What begins somewhere and ends with these parts. What begins at the global namespace is meant before all
  /// others.
  static std::vector<NameParts> entitiesCalled(const NameParts& wanted, bool isGlobal,
                                               const std::set<NameParts>& names) {
    std::set<NameParts> entities;
    for (const NameParts& name : names) {
      if (isWithin(name, wanted)) return {wanted};
      for (size_t at = 1; !isGlobal && at + wanted.size() <= name.size(); ++at) {
        if (!std::equal(wanted.begin(), wanted.end(), name.begin() + static_cast<std::ptrdiff_t>(at)))
          continue;
        entities.emplace(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(at + wanted.size()));
      }
    }
    std::vector<NameParts> outermost(entities.begin(), entities.end());
    keepOutermost(outermost);
    return outermost;
  }

  /// Names that are like it, as far as it is given; else the first ones that there are.
  std::string suggestion(const NameParts& wanted) const {
    std::vector<NameParts> entities;
    std::vector<std::string> ends;
    for (const NameParts& name : names_) {
      for (size_t size = 1; size <= name.size(); ++size) {
        const size_t given = std::min(size, wanted.size());
        entities.emplace_back(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(size));
        ends.push_back(joined(std::span(entities.back()).last(given)));
      }
    }
    std::vector<NameParts> near;
    if (const std::string* nearest = nearestName(ends, joined(wanted))) {
      for (size_t i = 0; i < ends.size(); ++i) {
        if (ends[i] == *nearest) near.push_back(entities[i]);
      }
      keepOutermost(near);
    }
    std::vector<std::string> shown;
    for (const NameParts& entity : near) add(shown, joined(entity));
    if (shown.empty()) {
      for (const Draft& draft : findings_.drafts) {
        const Callable& callable = draft.callable;
        if (!callable.underTest) continue;
        const bool isFree = callable.kind == CallableKind::Function;
        add(shown, joined(nameParts(isFree ? draft.declaredName : findings_.types[callable.owner].spelling)));
      }
    }
    if (shown.empty()) return "";
    const bool isOne = shown.size() == 1;
    if (shown.size() > kMostNamed) {
      const size_t more = shown.size() - kMostNamed;
      shown.resize(kMostNamed);
      shown.push_back(fmt::format("{} more", more));
    }
    return fmt::format("; there {} {}", isOne ? "is" : "are", listed(shown, "and"));
  }

  static void add(std::vector<std::string>& names, std::string name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }

  const Findings& findings_;
  std::string file_;
  std::set<NameParts> names_;  // of all functions
};

}  // namespace

Result<Selection> Selection::resolve(const std::vector<std::string>& names, const Findings& findings,
                                     const std::vector<Definition>& definitions,
                                     const std::filesystem::path& source) {
  const Resolution resolution(findings, definitions, source);
  Selection selection;
  for (const std::string& name : names) {
    auto entity = resolution.resolve(name);
    if (!entity) return std::unexpected(entity.error());
    if (std::ranges::find(selection.selected_, *entity) == selection.selected_.end()) {
      selection.selected_.push_back(std::move(*entity));
    }
  }
  for (const Definition& definition : definitions) {
    if (selection.has({definition.name})) selection.extents_.push_back(definition.extent);
  }
  selection.canBeCalled_ = std::ranges::any_of(findings.drafts, [&](const Draft& draft) {
    return draft.callable.underTest && selection.has(draft.names());
  });
  return selection;
}

bool Selection::has(const std::vector<std::string>& names) const {
  return std::ranges::any_of(names, [&](const std::string& name) {
    const NameParts parts = nameParts(name);
    return std::ranges::any_of(selected_, [&](const NameParts& entity) { return isWithin(parts, entity); });
  });
}

void Selection::apply(Findings& findings) const {
  if (!canBeCalled_) return;
  for (Draft& draft : findings.drafts) {
    const bool isAside = draft.callable.underTest && !has(draft.names());
    draft.callable.supports = draft.callable.supports || isAside;
    draft.callable.underTest = draft.callable.underTest && !isAside;
  }
}

void Selection::apply(Model& model) const {
  for (Callable& callable : model.callables) {
    if (canBeCalled_) break;
    callable.supports = std::exchange(callable.underTest, false);
  }
  std::erase_if(model.skipped, [&](const Skipped& skipped) { return !has(skipped.names); });
  Restriction& restriction = model.restriction.emplace();
  for (const NameParts& entity : selected_) restriction.names.push_back(joined(entity));
  restriction.extents = extents_;
}

}  // namespace covolve::program
