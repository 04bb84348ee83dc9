#include "program/sources.h"

#include <clang/AST/DeclCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/HeaderSearch.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>

#include "base/source_files.h"
#include "base/source_names.h"
#include "program/c_unit.h"

namespace covolve::program {

namespace fs = std::filesystem;

namespace {

fs::path absolutePath(clang::FileManager& files, llvm::StringRef name) {
  llvm::SmallString<256> path(name);
  files.makeAbsolutePath(path);
  return fs::path(path.str().str()).lexically_normal();
}

/// order.h of order.cpp, and where the code of an order.hpp stands: order_inl.hpp, order-impl.h.
bool belongsTo(const fs::path& header, const fs::path& source) {
  static const std::set<std::string> kEndings = {"", "_inl", "-inl", ".inl", "_impl", "-impl", ".impl"};
  const std::string stem = source.stem().string();
  const std::string whole = header.stem().string();
  return isHeader(header) && whole.starts_with(stem) && kEndings.contains(whole.substr(stem.size()));
}

/// The file that was asked for, also where it includes itself.
bool isInMainFile(const clang::SourceManager& manager, clang::SourceLocation location) {
  const clang::FileID id = manager.getFileID(location);
  const clang::FileEntry* file = manager.getFileEntryForID(id);
  return id == manager.getMainFileID() ||
         (file != nullptr && file == manager.getFileEntryForID(manager.getMainFileID()));
}

/// Whether a file declares something itself, and does not only include others.
bool declaresIn(const clang::DeclContext& scope, const clang::SourceManager& manager) {
  return std::ranges::any_of(scope.decls(), [&](const clang::Decl* declaration) {
    const auto* nested = llvm::dyn_cast<clang::DeclContext>(declaration);
    const bool isScope = llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration);
    if (isScope) return declaresIn(*nested, manager);
    return declaration->getLocation().isValid() &&
           isInMainFile(manager, manager.getExpansionLoc(declaration->getLocation()));
  });
}

/// Beside its guard: what those define that are there to be configured.
bool definesMacros(const clang::Preprocessor& preprocessor) {
  return std::ranges::any_of(preprocessor.macros(false), [&](const auto& one) {
    const clang::MacroInfo* macro = preprocessor.getMacroInfo(one.first);
    return macro != nullptr && !macro->isBuiltinMacro() && !macro->isUsedForHeaderGuard() &&
           isInMainFile(preprocessor.getSourceManager(), macro->getDefinitionLoc());
  });
}

class IncludeRecorder : public clang::PPCallbacks {
 public:
  IncludeRecorder(clang::CompilerInstance& compiler, IncludeLog& log)
      : manager_(compiler.getSourceManager()), files_(compiler.getFileManager()), log_(log) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name, bool angled,
                          clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef,
                          llvm::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind kind) override {
    if (!file || !isInMainFile(manager_, hash)) return;
    if (&file->getFileEntry() == manager_.getFileEntryForID(manager_.getMainFileID())) return;
    IncludeLine line;
    line.line = manager_.getSpellingLineNumber(hash);
    line.spelling = (angled ? "<" : "\"") + name.str() + (angled ? ">" : "\"");
    line.file = absolutePath(files_, file->getName());
    line.inSystem = clang::SrcMgr::isSystem(kind);
    // A source that includes itself passes its lines more than once.
    if (std::ranges::find(log_.lines, line.line, &IncludeLine::line) == log_.lines.end())
      log_.lines.push_back(std::move(line));
  }

  void FileChanged(clang::SourceLocation location, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind kind, clang::FileID) override {
    if (reason != EnterFile || clang::SrcMgr::isSystem(kind)) return;
    if (const auto file = manager_.getFileEntryRefForID(manager_.getFileID(location))) {
      log_.projectFiles.push_back(absolutePath(files_, file->getName()));
    }
  }

 private:
  clang::SourceManager& manager_;
  clang::FileManager& files_;
  IncludeLog& log_;
};

/// The declaration that was written: of an instantiation, its pattern.
const clang::Decl& written(const clang::Decl& declaration) {
  const clang::Decl* pattern = nullptr;
  if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&declaration)) {
    pattern = record->getTemplateInstantiationPattern();
  } else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
    pattern = function->getTemplateInstantiationPattern();
  } else if (const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(&declaration)) {
    pattern = enumeration->getTemplateInstantiationPattern();
  }
  return pattern != nullptr ? *pattern : declaration;
}

}  // namespace

std::unique_ptr<clang::PPCallbacks> recordIncludes(clang::CompilerInstance& compiler, IncludeLog& log) {
  return std::make_unique<IncludeRecorder>(compiler, log);
}

Sources::Sources(clang::CompilerInstance& compiler, const IncludeLog& log, const CUnit* cUnit)
    : compiler_(compiler), manager_(compiler.getSourceManager()), log_(log), cUnit_(cUnit) {
  if (cUnit != nullptr) {
    source_ = cUnit->source;
  } else if (const auto file = manager_.getFileEntryRefForID(manager_.getMainFileID())) {
    source_ = absolutePath(compiler.getFileManager(), file->getName());
  }
  sourceIsHeader_ = cUnit != nullptr || isHeader(source_);  // a view is there to be seen by others
  requested_.insert(source_);
  filesUnderTest_.push_back(source_);
  // Of a library's own header that only includes the others, these are asked for.
  const auto included = std::ranges::count_if(
      log.lines, [](const IncludeLine& line) { return !line.inSystem && isHeader(line.file); });
  const bool isUmbrella = cUnit == nullptr && sourceIsHeader_ && included > 1 &&
                          !definesMacros(compiler.getPreprocessor()) &&
                          !declaresIn(*compiler.getASTContext().getTranslationUnitDecl(), manager_);
  for (const fs::path& file : log.projectFiles) {
    const bool isCovered = isUmbrella && isHeader(file) && isBelow(file, source_.parent_path());
    if (!isCovered && !belongsTo(file, source_)) continue;
    if (requested_.insert(file).second) filesUnderTest_.push_back(file);
  }
}

void Sources::addHeaderOfClass(const fs::path& file) {
  if (file.empty() || std::ranges::find(filesUnderTest_, file) != filesUnderTest_.end()) return;
  filesUnderTest_.push_back(file);
}

std::set<std::string> Sources::macros(bool ofSourceToo) const {
  std::set<std::string> names;
  for (const auto& [identifier, state] : compiler_.getPreprocessor().macros(false)) {
    const clang::MacroInfo* macro = compiler_.getPreprocessor().getMacroInfo(identifier);
    if (macro == nullptr || macro->isBuiltinMacro()) continue;
    const clang::SourceLocation location = macro->getDefinitionLoc();
    if (location.isInvalid() || manager_.isInSystemHeader(location) ||
        manager_.isWrittenInBuiltinFile(location))
      continue;
    if (ofSourceToo || !isInSource(location)) names.insert(identifier->getName().str());
  }
  return names;
}

bool Sources::isCxx14() const { return compiler_.getLangOpts().CPlusPlus14; }

bool Sources::isCxx17() const { return compiler_.getLangOpts().CPlusPlus17; }

Place Sources::placeOf(const clang::Decl& declaration) const {
  Place place;
  const clang::SourceLocation location = manager_.getExpansionLoc(written(declaration).getLocation());
  if (location.isInvalid()) return place;
  const clang::FileID file = manager_.getFileID(location);
  if (const auto entry = manager_.getFileEntryRefForID(file)) {
    place.file = absolutePath(compiler_.getFileManager(), entry->getName());
  }
  place.line = manager_.getSpellingLineNumber(location);
  place.inSource = isInSource(location);
  place.inSystem = manager_.isInSystemHeader(location);
  return place;
}

bool Sources::isInSource(clang::SourceLocation location) const {
  return isInMainFile(manager_, manager_.getSpellingLoc(location));
}

const CFunction* Sources::cFunction(const clang::FunctionDecl& function) const {
  if (cUnit_ == nullptr || !function.getDeclContext()->getRedeclContext()->isTranslationUnit())
    return nullptr;
  return cUnit_->find(function.getNameAsString());
}

Place Sources::placeOfDefinition(const clang::FunctionDecl& function) const {
  if (const CFunction* inC = cFunction(function)) return {inC->file, inC->line, true, false};
  const clang::FunctionDecl* definition = function.getDefinition();
  return placeOf(definition != nullptr ? *definition : function);
}

IncludeLine Sources::portable(IncludeLine line) const {
  line.spelling = portableSpelling(line);
  return line;
}

std::string Sources::portableSpelling(const IncludeLine& line) const {
  // No name in quotation marks can have one itself.
  if (line.file.filename().string().find('"') != std::string::npos) return "<" + line.file.string() + ">";
  // The directories in which a file elsewhere would look, in order. A header is named by the shortest path
  // that leads to it and not to another file of the same name in an earlier directory.
  std::error_code failed;
  std::vector<fs::path> directories;
  for (const clang::DirectoryLookup& lookup :
       compiler_.getPreprocessor().getHeaderSearchInfo().search_dir_range()) {
    if (lookup.isNormalDir()) {
      directories.push_back(absolutePath(compiler_.getFileManager(), lookup.getName()));
    }
  }
  const auto found = [&](const fs::path& name) {
    for (const fs::path& directory : directories) {
      if (fs::exists(directory / name, failed)) return fs::equivalent(directory / name, line.file, failed);
    }
    return false;
  };
  const std::string name = line.spelling.substr(1, line.spelling.size() - 2);
  const bool climbs = name.starts_with("../") || name.find("/../") != std::string::npos;
  if (line.spelling.front() == '<' || (fs::path(name).is_relative() && !climbs && found(name)))
    return line.spelling;
  std::string shortest;
  for (const fs::path& directory : directories) {
    const fs::path relative = line.file.lexically_relative(directory);
    if (relative.empty() || *relative.begin() == ".." || !found(relative)) continue;
    if (shortest.empty() || relative.string().size() < shortest.size()) shortest = relative.string();
  }
  if (!shortest.empty()) return "\"" + shortest + "\"";
  // Tests are compiled with the source's own directory among those of quoted includes.
  const fs::path beside = line.file.lexically_relative(source_.parent_path());
  const bool isBelow = !beside.empty() && *beside.begin() != "..";
  const bool isAnother = std::ranges::any_of(
      directories, [&](const fs::path& directory) { return fs::exists(directory / beside, failed); });
  return "\"" + (isBelow && !isAnother ? beside : line.file).string() + "\"";
}

IncludeLine Sources::sourceItself() const {
  IncludeLine line;
  line.spelling = "\"" + source_.string() + "\"";
  line.file = source_;
  return portable(line);
}

std::vector<IncludeLine> Sources::includesFor(const std::vector<const clang::Decl*>& declarations) const {
  if (sourceIsHeader_ && cUnit_ == nullptr) {
    return {sourceItself()};
  }
  std::set<unsigned> needed;  // line numbers
  for (const clang::Decl* declaration : declarations) {
    const clang::SourceLocation location = manager_.getExpansionLoc(written(*declaration).getLocation());
    if (location.isInvalid() || isInSource(location)) continue;
    const fs::path file = placeOf(*declaration).file;
    const auto direct = std::ranges::find(log_.lines, file, &IncludeLine::file);
    if (direct != log_.lines.end()) {
      needed.insert(direct->line);
      continue;
    }
    clang::SourceLocation from = location;
    while (from.isValid() && !isInSource(from)) {
      from = manager_.getIncludeLoc(manager_.getFileID(from));
    }
    if (from.isValid()) needed.insert(manager_.getSpellingLineNumber(from));  // else: forced by a flag
  }
  std::vector<IncludeLine> includes;
  for (const IncludeLine& line : log_.lines) {
    if (needed.contains(line.line)) includes.push_back(portable(line));
  }
  return includes;
}

std::vector<IncludeLine> Sources::allIncludes() const {
  std::vector<IncludeLine> includes;
  for (const IncludeLine& line : log_.lines) {
    IncludeLine again = portable(line);
    if (std::ranges::find(includes, again.spelling, &IncludeLine::spelling) == includes.end()) {
      includes.push_back(std::move(again));
    }
  }
  return includes;
}

}  // namespace covolve::program
