#include "format/layout.h"

#include <clang/Format/Format.h>
#include <llvm/Support/SourceMgr.h>

#include <cctype>

namespace covolve::format {

namespace {

/// Whatever the project does to its own sources, here nothing but the layout may change.
void keepTokens(clang::format::FormatStyle& style) {
  using clang::format::FormatStyle;
  style.SortIncludes = FormatStyle::SI_Never;
  style.SortUsingDeclarations = FormatStyle::SUD_Never;
  style.QualifierAlignment = FormatStyle::QAS_Leave;
  style.RemoveParentheses = FormatStyle::RPS_Leave;
  style.RemoveSemicolon = false;
  style.InsertBraces = false;
  style.RemoveBracesLLVM = false;
  style.BreakStringLiterals = false;
  style.ReflowComments = false;
  style.FixNamespaceComments = false;
  style.InsertTrailingCommas = FormatStyle::TCS_None;
  style.IntegerLiteralSeparator = {};
}

std::string withoutBlanks(std::string text) {
  std::erase_if(text, [](unsigned char character) { return std::isspace(character) != 0; });
  return text;
}

}  // namespace

std::string laidOut(const std::string& text, const std::filesystem::path& neighbour) {
  const std::string beside = (neighbour.parent_path() / "covolve_test.cpp").string();
  auto style = clang::format::getStyle("file", beside, "Google", text, nullptr, /*AllowUnknownOptions=*/true,
                                       [](const llvm::SMDiagnostic&, void*) {});
  if (!style) {
    llvm::consumeError(style.takeError());
    return text;
  }
  keepTokens(*style);
  const clang::tooling::Range whole(0, static_cast<unsigned>(text.size()));
  auto changed =
      clang::tooling::applyAllReplacements(text, clang::format::reformat(*style, text, whole, beside));
  if (!changed) {
    llvm::consumeError(changed.takeError());
    return text;
  }
  return withoutBlanks(*changed) == withoutBlanks(text) ? *changed : text;
}

}  // namespace covolve::format
