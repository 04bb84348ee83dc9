#include "program/front_end.h"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Driver/Driver.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Scope.h>
#include <clang/Sema/Sema.h>
#include <clang/Tooling/Tooling.h>
#include <fmt/format.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/source_names.h"
#include "program/access.h"
#include "program/c_unit.h"
#include "program/collection.h"
#include "program/definitions.h"
#include "program/instantiation.h"
#include "program/result_names.h"
#include "program/selection.h"
#include "program/sources.h"
#include "program/standard_input.h"

namespace covolve::program {

namespace fs = std::filesystem;

namespace {

/// The compiler whose headers and driver are used: the flags must mean here what they mean when code is
/// built.
Result<std::string> findCompiler() {
  for (const char* name : {"clang++-19", "clang-19"}) {
    if (const auto found = llvm::sys::findProgramByName(name)) {
      std::error_code failed;
      const fs::path real = fs::canonical(*found, failed);
      if (!failed) return real.string();
    }
  }
  return ownError("clang++-19 is not installed");
}

struct Parse {
  bool succeeded = false;
  std::string diagnostics;
};

class Consumer : public clang::ASTConsumer {
 public:
  using Inspect = std::function<void(clang::CompilerInstance&, const IncludeLog&)>;

  Consumer(clang::CompilerInstance& compiler, const Inspect& inspect)
      : compiler_(compiler), inspect_(inspect), mistakes_(compiler) {
    compiler.getPreprocessor().addPPCallbacks(recordIncludes(compiler, log_));
  }

  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (!inspect_ || compiler_.getDiagnostics().hasErrorOccurred()) return;
    // From here on Clang instantiates what we ask it to; what fails then is no mistake of the user's.
    clang::DiagnosticsEngine& diagnostics = compiler_.getDiagnostics();
    diagnostics.setSuppressAllDiagnostics(true);
    mistakes_.start();
    // The parser's own outermost scope is gone, but Clang declares its builtins there when they are first
    // needed.
    clang::Scope outermost(nullptr, clang::Scope::DeclScope, diagnostics);
    outermost.setEntity(context.getTranslationUnitDecl());
    compiler_.getSema().TUScope = &outermost;
    inspect_(compiler_, log_);
    compiler_.getSema().TUScope = nullptr;
  }

  clang::ASTMutationListener* GetASTMutationListener() override { return &mistakes_; }

 private:
  clang::CompilerInstance& compiler_;
  const Inspect& inspect_;
  InstantiationMistakes mistakes_;
  IncludeLog log_;
};

class Action : public clang::ASTFrontendAction {
 public:
  explicit Action(const Consumer::Inspect& inspect) : inspect_(inspect) {}

  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    // "1 error generated." would go to our standard error.
    compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
    return true;
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<Consumer>(compiler, inspect_);
  }

 private:
  const Consumer::Inspect& inspect_;
};

enum class Language { C, Cxx };

/// Parses the unit's file, or `text` instead when it is given, with the unit's flags.
Parse parse(const SourceUnit& unit, const std::string& compiler, Language language,
            const std::optional<std::string>& text, const Consumer::Inspect& inspect) {
  std::vector<std::string> command = {compiler, "--driver-mode=g++", "-resource-dir",
                                      clang::driver::Driver::GetResourcesPath(compiler)};
  command.insert(command.end(), unit.flags.begin(), unit.flags.end());
  command.insert(command.end(), {"-w", "-Wno-error", "-ferror-limit=5", "-fsyntax-only"});
  // As a header, or its #pragma once would count for nothing where its own includes include it again.
  const std::string kind = !text && isHeader(unit.file) ? "-header" : "";
  command.insert(command.end(), {"-x", (language == Language::C ? "c" : "c++") + kind});
  // Beside the source, so that it finds the same headers.
  const fs::path file = text ? unit.file.parent_path() / "covolve-includes.cpp" : unit.file;
  command.push_back(file.string());

  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> overlay(
      new llvm::vfs::OverlayFileSystem(llvm::vfs::createPhysicalFileSystem()));
  if (text) {
    llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory(new llvm::vfs::InMemoryFileSystem);
    memory->addFile(file.string(), 0, llvm::MemoryBuffer::getMemBufferCopy(*text));
    overlay->pushOverlay(memory);
  }
  overlay->setCurrentWorkingDirectory(unit.directory.string());
  llvm::IntrusiveRefCntPtr<clang::FileManager> files(
      new clang::FileManager(clang::FileSystemOptions(), overlay));

  Parse result;
  llvm::raw_string_ostream stream(result.diagnostics);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options(new clang::DiagnosticOptions);
  clang::TextDiagnosticPrinter printer(stream, options.get());
  clang::tooling::ToolInvocation invocation(command, std::make_unique<Action>(inspect), files.get());
  invocation.setDiagnosticConsumer(&printer);
  invocation.setDiagnosticOptions(options.get());
  result.succeeded = invocation.run();
  stream.flush();
  return result;
}

Language languageOf(const SourceUnit& unit) {
  Language language = unit.file.extension() == ".c" ? Language::C : Language::Cxx;
  for (size_t i = 0; i < unit.flags.size(); ++i) {
    const std::string& flag = unit.flags[i];
    const std::string named = flag == "-x" && i + 1 < unit.flags.size() ? unit.flags[i + 1]
                              : flag.starts_with("-x")                  ? flag.substr(2)
                                                                        : "";
    if (named.starts_with("c++")) {
      language = Language::Cxx;
    } else if (named == "c" || named == "c-header") {
      language = Language::C;
    }
  }
  return language;
}

bool hasExceptions(const SourceUnit& unit) {
  bool has = true;
  for (const std::string& flag : unit.flags) {
    if (flag == "-fexceptions") has = true;
    if (flag == "-fno-exceptions") has = false;
  }
  return has;
}

/// The unit with flags for C++: C's standards mean nothing there.
SourceUnit asCxx(SourceUnit unit) {
  std::vector<std::string> flags;
  for (size_t i = 0; i < unit.flags.size(); ++i) {
    const std::string& flag = unit.flags[i];
    if (flag == "-std" || flag == "-x") {
      ++i;
    } else if (!flag.starts_with("-std=") && !flag.starts_with("-x") && flag != "-ansi") {
      flags.push_back(flag);
    }
  }
  unit.flags = std::move(flags);
  return unit;
}

Error doesNotCompile(const SourceUnit& unit, const Parse& parsed) {
  return {fmt::format("{} does not compile:\n{}", unit.file.string(), parsed.diagnostics),
          Error::Blame::User};
}

using Decide = std::function<Model(const Findings&)>;

/// `decide` tells how tests see what was found.
Result<Model> modelOf(Findings findings, const std::vector<Definition>& definitions,
                      const std::vector<std::string>& only, const fs::path& source, const Decide& decide) {
  if (only.empty()) return decide(findings);
  const auto selection = Selection::resolve(only, findings, definitions, source);
  if (!selection) return std::unexpected(selection.error());
  selection->apply(findings);
  Model model = decide(findings);
  selection->apply(model);
  return model;
}

/// The model of a C source that shows nothing and cannot be included, with what the compiler says to that.
Model withoutSource(Model model, const CUnit& unit, std::string_view complaint) {
  constexpr std::string_view mark = "error: ";
  const size_t at = complaint.find(mark);
  std::string_view error = at == std::string_view::npos ? "" : complaint.substr(at + mark.size());
  error = error.substr(0, error.find('\n'));
  for (Skipped& skipped : model.skipped) {
    const CFunction* function = unit.find(skipped.names.empty() ? skipped.what : skipped.names[0]);
    if (function == nullptr || !function->isHidden) continue;
    skipped.reason = fmt::format("{}, and the source cannot be included, as it is no C++: {}",
                                 skipped.reason.substr(0, skipped.reason.find(':')), error);
  }
  return model;
}

Result<Model> readC(const SourceUnit& unit, const std::string& compiler,
                    const std::vector<std::string>& only) {
  std::optional<CUnit> cUnit;
  std::vector<Definition> definitions;
  bool readsInput = false;
  const Parse parsed = parse(unit, compiler, Language::C, std::nullopt,
                             [&](clang::CompilerInstance& instance, const IncludeLog& log) {
                               const Sources sources(instance, log);
                               cUnit = readCUnit(instance.getSema(), sources, log);
                               readsInput = readsStandardInput(instance.getASTContext(), sources);
                               if (!only.empty())
                                 definitions = definitionsIn(instance.getASTContext(), sources);
                             });
  if (!cUnit) return std::unexpected(doesNotCompile(unit, parsed));

  const SourceUnit beside = asCxx(unit);
  const auto compiles = [&](const std::string& text) {
    return parse(beside, compiler, Language::Cxx, text, {}).succeeded;
  };
  std::optional<Result<Model>> model;
  const auto look = [&](const CUnit& seen, CView view) {
    return parse(beside, compiler, Language::Cxx, textOf(seen, view),
                 [&](clang::CompilerInstance& instance, const IncludeLog& log) {
                   if (view == CView::Plain && !hasCLinkage(seen, instance.getSema())) return;
                   Sources sources(instance, log, &seen);
                   Findings findings = Collection(instance.getSema(), sources).gather(seen);
                   model =
                       modelOf(std::move(findings), definitions, only, unit.file, [&](const Findings& found) {
                         return decideCAccess(found, sources, seen, view, compiles);
                       });
                   if (*model) (*model)->access.readsInput = readsInput;
                 })
        .diagnostics;
  };
  std::string diagnostics;
  for (const CView view : {CView::Plain, CView::InExternC, CView::WithoutHeaders}) {
    if (!model) diagnostics = look(*cUnit, view);
  }
  if (!model) {
    return userError(
        fmt::format("what {} defines cannot be declared in C++:\n{}", unit.file.string(), diagnostics));
  }
  // As with C++: static functions are reached through their callers, unless there is nothing else.
  const bool hasHidden = std::ranges::any_of(cUnit->functions, &CFunction::isHidden);
  if (!*model || std::ranges::any_of((*model)->callables, &Callable::underTest) || !hasHidden)
    return *std::move(model);
  const std::optional<Result<Model>> shown = std::exchange(model, std::nullopt);
  const std::string complaint = look(seenThroughSource(*cUnit), CView::Source);
  if (model) return *std::move(model);
  return withoutSource(**shown, *cUnit, complaint);
}

Result<Model> readCxx(const SourceUnit& unit, const std::string& compiler,
                      const std::vector<std::string>& only) {
  std::optional<Result<Model>> model;
  const auto compiles = [&](const std::string& text) {
    return parse(unit, compiler, Language::Cxx, text, {}).succeeded;
  };
  const Parse parsed =
      parse(unit, compiler, Language::Cxx, std::nullopt,
            [&](clang::CompilerInstance& instance, const IncludeLog& log) {
              Sources sources(instance, log);
              Findings findings = Collection(instance.getSema(), sources).gather();
              std::vector<Definition> definitions;
              if (!only.empty()) definitions = definitionsIn(instance.getASTContext(), sources);
              model = modelOf(std::move(findings), definitions, only, unit.file,
                              [&](const Findings& found) { return decideAccess(found, sources, compiles); });
              if (*model) (*model)->access.readsInput = readsStandardInput(instance.getASTContext(), sources);
            });
  if (!model) return std::unexpected(doesNotCompile(unit, parsed));
  return *std::move(model);
}

}  // namespace

Result<Model> readProgram(const SourceUnit& unit, const std::vector<std::string>& only) {
  std::error_code failed;
  if (!fs::is_regular_file(unit.file, failed))
    return userError(fmt::format("{}: no such file", unit.file.string()));
  const Result<std::string> compiler = findCompiler();
  if (!compiler) return std::unexpected(compiler.error());

  const bool isC = languageOf(unit) == Language::C;
  auto model = isC ? readC(unit, *compiler, only) : readCxx(unit, *compiler, only);
  if (!model) return model;
  model->access.hasExceptions = hasExceptions(unit);
  model->access.isC = isC;
  const SourceUnit beside = isC ? asCxx(unit) : unit;
  dropUnseenNames(*model, [&](const std::string& text) {
    return parse(beside, *compiler, Language::Cxx, text, {}).succeeded;
  });
  return model;
}

}  // namespace covolve::program
