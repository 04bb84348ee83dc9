#include "analysis/bitcode.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitstream/BitstreamReader.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/MemoryBuffer.h>

#include <optional>

#include "ir/site_marks.h"

namespace covolve::analysis {

namespace {

/// Without one LLVM prints what it thinks of a module, and may end the program.
struct Silence : llvm::DiagnosticHandler {
  bool handleDiagnostics(const llvm::DiagnosticInfo&) override { return true; }
};

std::unexpected<Error> broken(const std::filesystem::path& object, const std::string& why) {
  return userError(fmt::format("The bitcode in {} is broken ({}); compile it again.", object.string(), why));
}

std::unexpected<Error> broken(const std::filesystem::path& object, llvm::Error error) {
  return broken(object, llvm::toString(std::move(error)));
}

/// None where there is no such section, also in files of other formats.
Result<std::optional<llvm::StringRef>> sectionOf(const std::filesystem::path& object,
                                                 llvm::MemoryBufferRef file,
                                                 std::unique_ptr<llvm::object::ObjectFile>& keeper) {
  auto parsed = llvm::object::ObjectFile::createObjectFile(file);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return std::nullopt;
  }
  keeper = std::move(*parsed);
  for (const llvm::object::SectionRef& section : keeper->sections()) {
    llvm::Expected<llvm::StringRef> name = section.getName();
    if (!name) {
      llvm::consumeError(name.takeError());
      continue;
    }
    if (*name != ir::kBitcodeSection) continue;
    llvm::Expected<llvm::StringRef> contents = section.getContents();
    if (!contents) return broken(object, contents.takeError());
    return *contents;
  }
  return std::nullopt;
}

/// A linker that joins objects puts their sections one behind the other: cuts before each magic number that
/// stands between two blocks.
llvm::Expected<std::vector<llvm::StringRef>> partsOf(llvm::StringRef section) {
  constexpr uint32_t kMagic = 0xdec04342;
  constexpr size_t kWord = 4;
  const auto wordAt = [&](size_t at) { return llvm::support::endian::read32le(section.data() + at); };
  std::vector<llvm::StringRef> parts;
  for (size_t at = 0; at + kWord <= section.size();) {
    if (wordAt(at) == 0) {  // between the parts
      at += kWord;
      continue;
    }
    if (wordAt(at) != kMagic) return llvm::createStringError("it does not begin as bitcode does");
    const size_t start = at;
    at += kWord;
    while (at + kWord <= section.size() && wordAt(at) != kMagic && wordAt(at) != 0) {
      llvm::BitstreamCursor cursor(section.substr(at));
      llvm::Expected<llvm::BitstreamEntry> entry =
          cursor.advance(llvm::BitstreamCursor::AF_DontAutoprocessAbbrevs);
      if (!entry) return entry.takeError();
      if (entry->Kind != llvm::BitstreamEntry::SubBlock) return llvm::createStringError("a block is missing");
      if (llvm::Error error = cursor.SkipBlock()) return std::move(error);
      at += cursor.getCurrentByteNo();
    }
    parts.push_back(section.slice(start, at));
  }
  return parts;
}

}  // namespace

Result<std::vector<std::unique_ptr<llvm::Module>>> readBitcode(const std::filesystem::path& object,
                                                               llvm::LLVMContext& context) {
  context.setDiagnosticHandler(std::make_unique<Silence>());
  const auto file = llvm::MemoryBuffer::getFile(object.string(), /*IsText=*/false,
                                                /*RequiresNullTerminator=*/false);
  if (!file) return userError(fmt::format("Cannot read {}: {}.", object.string(), file.getError().message()));

  std::unique_ptr<llvm::object::ObjectFile> keeper;
  const auto section = sectionOf(object, (*file)->getMemBufferRef(), keeper);
  if (!section) return std::unexpected(section.error());
  std::vector<std::unique_ptr<llvm::Module>> modules;
  if (!section->has_value()) return modules;

  // A copy: the reader reads words, and sections lie where they like.
  const auto bytes = llvm::MemoryBuffer::getMemBufferCopy(**section, object.string());
  auto parts = partsOf(bytes->getBuffer());
  if (!parts) return broken(object, parts.takeError());
  if (parts->empty()) return broken(object, "it is empty");
  for (const llvm::StringRef part : *parts) {
    auto module = llvm::parseBitcodeFile({part, object.string()}, context);
    if (!module) return broken(object, module.takeError());
    if (llvm::verifyModule(**module)) return broken(object, "its code makes no sense");
    modules.push_back(std::move(*module));
  }
  return modules;
}

}  // namespace covolve::analysis
