#include "program/access.h"

#include <clang/AST/DeclBase.h>

#include <algorithm>
#include <utility>

#include "program/makeability.h"

namespace covolve::program {

namespace {

constexpr const char* kUnnamed = "in an unnamed namespace: reached only through its callers";

bool isUnderTest(const Callable& callable) { return callable.underTest; }

/// Whether a header shows something of what is under test: then tests are those of an interface. A program
/// has none, whatever headers it has: what it is made of is called by main() alone.
bool hasInterface(const Findings& findings) {
  return !findings.definesMain && std::ranges::any_of(findings.drafts, [](const Draft& draft) {
    return draft.callable.underTest && !draft.visibility.sourceOnly;
  });
}

bool standsInSource(const Findings& findings, TypeId id) {
  return findings.typeVisibilities[id].sourceOnly ||
         std::ranges::any_of(findings.types[id].parts,
                             [&](TypeId part) { return standsInSource(findings, part); });
}

/// Whether a file with the headers alone can declare it for itself.
bool isDeclarable(const Findings& findings, const Draft& draft) {
  return draft.prototype && !draft.visibility.isHelper && !standsInSource(findings, draft.callable.result) &&
         std::ranges::none_of(draft.callable.parameters, [&](const Parameter& parameter) {
           return standsInSource(findings, parameter.type);
         });
}

/// Whether something that can be called is shown by no header although others could link to it. Behind an
/// interface helpers are reached through that: what a test makes them do by hand no caller ever does.
bool needsSource(const Findings& findings, bool declares) {
  const Settled whole = settle(findings, std::vector<bool>(findings.drafts.size(), true));
  return std::ranges::any_of(whole.drafts, [&](size_t index) {
    const Draft& draft = findings.drafts[index];
    return draft.callable.underTest && draft.visibility.sourceOnly && !draft.visibility.internal &&
           !(declares && (draft.visibility.isHelper || isDeclarable(findings, draft)));
  });
}

/// Of those that are left, by namespace, in the order of the source.
std::vector<std::string> declarationsOf(const Findings& findings, const Settled& settled) {
  std::vector<std::string> lines;
  std::vector<std::string> open;
  const auto close = [&] { lines.insert(lines.end(), std::exchange(open, {}).size(), "}"); };
  for (const size_t index : settled.drafts) {
    const Draft& draft = findings.drafts[index];
    if (!draft.visibility.sourceOnly || !draft.prototype) continue;
    if (lines.empty()) lines.emplace_back("// No header declares these.");
    if (draft.prototype->namespaces != open) {
      close();
      open = draft.prototype->namespaces;
      for (const std::string& name : open) lines.push_back("namespace " + name + " {");
    }
    lines.push_back(draft.prototype->text + ";");
  }
  close();
  return lines;
}

const char* whyHidden(const Visibility& visibility) {
  if (!visibility.internal) return kInNoHeader;
  return visibility.declaration->isInAnonymousNamespace() ? kUnnamed : kStatic;
}

/// The findings without what only the source shows; static functions are listed as skipped.
std::vector<bool> visibleThroughHeaders(Findings& findings, bool declares) {
  std::vector<bool> visible(findings.drafts.size());
  for (size_t i = 0; i < findings.drafts.size(); ++i) {
    const Draft& draft = findings.drafts[i];
    // A declaration has no default arguments.
    visible[i] =
        !draft.visibility.sourceOnly || (declares && !draft.defaulted && isDeclarable(findings, draft));
    const bool returnsUnseen = draft.callable.resultBy == PassBy::Value &&
                               findings.typeVisibilities[draft.callable.result].sourceOnly;
    if (visible[i] && returnsUnseen) {
      visible[i] = false;
      if (draft.callable.underTest && !draft.defaulted) {
        findings.skipped.push_back(draft.skipped("its result type is defined in the source only"));
      }
    }
    const bool isHidden = draft.visibility.internal || (declares && draft.visibility.isHelper);
    if (!isHidden || !draft.callable.underTest || draft.defaulted) continue;
    findings.skipped.push_back(draft.skipped(whyHidden(draft.visibility)));
  }
  for (size_t i = 0; i < findings.types.size(); ++i) {
    if (!findings.typeVisibilities[i].sourceOnly) continue;
    Type& type = findings.types[i];
    type.unsupportedReason = "defined in the source only";
    // A header that returns pointers to it makes it a handle.
    type.isOnlyLent = type.kind == TypeKind::Class;
    if (!type.isOnlyLent) type.kind = TypeKind::Unsupported;
    type.copyConstructible = type.moveConstructible = false;
    type.bases.clear();
  }
  return visible;
}

/// Everything that the remaining callables mention.
std::vector<const clang::Decl*> mentioned(const Findings& findings, const Settled& settled) {
  const Model& model = settled.model;
  std::vector<bool> used(model.types.size());
  const auto use = [&](auto&& self, TypeId id) -> void {
    if (used[id]) return;
    used[id] = true;
    for (const TypeId part : model.types[id].parts) self(self, part);
  };
  std::vector<const clang::Decl*> declarations;
  for (const Callable& callable : model.callables) {
    use(use, callable.owner);
    use(use, callable.result);
    for (const Parameter& parameter : callable.parameters) use(use, parameter.type);
  }
  for (const size_t index : settled.drafts) {
    const clang::Decl* declaration = findings.drafts[index].visibility.declaration;
    if (declaration != nullptr) declarations.push_back(declaration);
  }
  for (TypeId id = 0; id < model.types.size(); ++id) {
    const clang::Decl* declaration = findings.typeVisibilities[id].declaration;
    if (used[id] && declaration != nullptr) declarations.push_back(declaration);
  }
  return declarations;
}

std::vector<std::string> spellings(const std::vector<IncludeLine>& lines) {
  std::vector<std::string> all;
  for (const IncludeLine& line : lines) all.push_back(line.spelling);
  return all;
}

void finish(Model& model, const Findings& findings, const Sources& sources) {
  model.source = sources.source();
  model.requestedFiles = sources.filesUnderTest();
  model.access.definesMain = findings.definesMain;
  model.access.macros = sources.macros(model.access.includeSource);
  model.access.isCxx14 = sources.isCxx14();
  model.access.isCxx17 = sources.isCxx17();
}

Model throughSource(const Findings& findings, const Sources& sources) {
  Model model = settle(findings, std::vector<bool>(findings.drafts.size(), true)).model;
  model.access.includes = {sources.sourceItself().spelling};
  model.access.includeSource = true;
  return model;
}

}  // namespace

Model decideAccess(const Findings& findings, const Sources& sources,
                   const std::function<bool(const std::string&)>& compiles) {
  Model model;
  bool decided = false;
  const bool declares = hasInterface(findings);
  if (!needsSource(findings, declares)) {
    Findings reduced = findings;
    const std::vector<bool> visible = visibleThroughHeaders(reduced, declares);
    const Settled settled = settle(reduced, visible);
    model = settled.model;
    model.access.declarations = declarationsOf(reduced, settled);
    const bool somethingLeft = std::ranges::any_of(model.callables, isUnderTest);
    const bool somethingHidden = std::ranges::any_of(
        findings.drafts, [](const Draft& d) { return d.callable.underTest && d.visibility.internal; });
    if (somethingLeft || !somethingHidden) {
      const std::vector<const clang::Decl*> needed = mentioned(reduced, settled);
      for (const auto& includes : {sources.includesFor(needed), sources.allIncludes()}) {
        model.access.includes = spellings(includes);
        decided = compiles(textOf(model.access));
        if (decided) break;
      }
    }
  }
  if (!decided) model = throughSource(findings, sources);
  finish(model, findings, sources);
  return model;
}

Model decideCAccess(const Findings& findings, const Sources& sources, const CUnit& unit, CView view,
                    const std::function<bool(const std::string&)>& compiles) {
  const Settled settled = settle(findings, std::vector<bool>(findings.drafts.size(), true));
  Model model = settled.model;
  if (view == CView::WithoutHeaders) {
    for (const CFunction& function : unit.functions) {
      if (!function.skipReason.empty() || !function.usesHeader) continue;
      model.skipped.push_back(
          {function.display, "its header is not C++", function.file, function.line, {function.name}});
    }
  }
  if (view == CView::Source) {
    for (const IncludeLine& line : unit.includes) {
      if (line.inSystem) model.access.includes.push_back(line.spelling);
    }
    model.access.cIncludes = {sources.sourceItself().spelling};
    model.access.includeSource = true;
    finish(model, findings, sources);
    return model;
  }
  for (const Callable& callable : model.callables) {
    const CFunction* function = callable.kind == CallableKind::Function ? unit.find(callable.name) : nullptr;
    const bool declared = function == nullptr || (function->inHeader && view != CView::WithoutHeaders);
    if (!declared) model.access.cDeclarations.push_back(function->prototype);
  }
  const std::vector<const clang::Decl*> needed = mentioned(findings, settled);
  for (const auto& includes : {sources.includesFor(needed), sources.allIncludes()}) {
    model.access.includes.clear();
    model.access.cIncludes.clear();
    for (const IncludeLine& line : includes) {
      const bool wrapped = view == CView::InExternC && !line.inSystem;
      (wrapped ? model.access.cIncludes : model.access.includes).push_back(line.spelling);
    }
    if (compiles(textOf(model.access))) break;
  }
  finish(model, findings, sources);
  return model;
}

}  // namespace covolve::program
