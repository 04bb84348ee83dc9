#include "program/front_end.h"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Driver/Driver.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>
#include <clang/Tooling/Tooling.h>
#include <fmt/format.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <optional>

#include "program/access.h"
#include "program/collection.h"
#include "program/sources.h"

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
      : compiler_(compiler), inspect_(inspect) {
    compiler.getPreprocessor().addPPCallbacks(recordIncludes(compiler, log_));
  }

  void HandleTranslationUnit(clang::ASTContext&) override {
    if (!inspect_ || compiler_.getDiagnostics().hasErrorOccurred()) return;
    // From here on Clang instantiates what we ask it to; what fails then is no mistake of the user's.
    clang::DiagnosticsEngine& diagnostics = compiler_.getDiagnostics();
    diagnostics.setSuppressAllDiagnostics(true);
    inspect_(compiler_, log_);
  }

 private:
  clang::CompilerInstance& compiler_;
  const Inspect& inspect_;
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

/// Parses the unit's file, or `text` instead when it is given, with the unit's flags.
Parse parse(const SourceUnit& unit, const std::string& compiler, const std::optional<std::string>& text,
            const Consumer::Inspect& inspect) {
  std::vector<std::string> command = {compiler, "--driver-mode=g++", "-resource-dir",
                                      clang::driver::Driver::GetResourcesPath(compiler)};
  command.insert(command.end(), unit.flags.begin(), unit.flags.end());
  // A header is a source here: what it declares is to be looked at, not precompiled.
  const bool knownSuffix = unit.file.extension() == ".c";
  command.insert(command.end(), {"-w", "-Wno-error", "-ferror-limit=5", "-fsyntax-only"});
  if (!knownSuffix) command.insert(command.end(), {"-x", "c++"});
  const fs::path file = text ? unit.directory / "covolve-includes.cpp" : unit.file;
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

}  // namespace

Result<Model> readProgram(const SourceUnit& unit) {
  std::error_code failed;
  if (!fs::is_regular_file(unit.file, failed))
    return userError(fmt::format("{}: no such file", unit.file.string()));
  if (unit.file.extension() == ".c") {
    return userError(fmt::format("{}: C sources are not supported yet, only C++", unit.file.string()));
  }
  const Result<std::string> compiler = findCompiler();
  if (!compiler) return std::unexpected(compiler.error());

  std::optional<Model> model;
  const auto compiles = [&](const std::string& text) { return parse(unit, *compiler, text, {}).succeeded; };
  const Parse parsed =
      parse(unit, *compiler, std::nullopt, [&](clang::CompilerInstance& instance, const IncludeLog& log) {
        Sources sources(instance, log);
        const Findings findings = Collection(instance.getSema(), sources).gather();
        model = decideAccess(findings, sources, compiles);
      });
  if (!model) {
    return userError(fmt::format("{} does not compile:\n{}", unit.file.string(), parsed.diagnostics));
  }
  return *std::move(model);
}

}  // namespace covolve::program
