#include "analysis/bitcode.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <cstring>
#include <optional>
#include <string_view>

#include "ir/bitcode_section.h"

namespace covolve::analysis {

namespace {

/// Without one LLVM prints what it thinks of a module, and may end the program.
struct Silence : llvm::DiagnosticHandler {
  bool handleDiagnostics(const llvm::DiagnosticInfo&) override { return true; }
};

std::unexpected<Error> broken(const std::filesystem::path& object, const std::string& why) {
  return userError(fmt::format("The bitcode in {} is broken ({}); compile it again.", object.string(), why));
}

/// The section's contents, none where there is no such section.
std::optional<std::string> sectionOf(const llvm::object::ObjectFile& object, llvm::StringRef wanted) {
  for (const llvm::object::SectionRef& section : object.sections()) {
    llvm::Expected<llvm::StringRef> name = section.getName();
    if (!name) {
      llvm::consumeError(name.takeError());
      continue;
    }
    if (*name != wanted) continue;
    llvm::Expected<llvm::StringRef> contents = section.getContents();
    if (contents) return contents->str();
    llvm::consumeError(contents.takeError());
    return std::string();
  }
  return std::nullopt;
}

/// The bitcode of each module, if all of it is as it was written.
std::optional<std::vector<std::string>> unsealed(std::string_view bitcode, std::string_view seals) {
  std::vector<std::string> parts;
  for (; seals.size() >= sizeof(ir::BitcodeSeal); seals.remove_prefix(sizeof(ir::BitcodeSeal))) {
    ir::BitcodeSeal seal;
    std::memcpy(&seal, seals.data(), sizeof(seal));
    const std::string_view part = bitcode.substr(0, seal.bytes);
    if (ir::sealOf(part) != seal) return std::nullopt;
    parts.emplace_back(part);
    bitcode.remove_prefix(part.size());
  }
  if (parts.empty() || !bitcode.empty() || !seals.empty()) return std::nullopt;
  return parts;
}

}  // namespace

Result<std::vector<std::string>> rawBitcode(const std::filesystem::path& object) {
  const auto file = llvm::MemoryBuffer::getFile(object.string(), /*IsText=*/false,
                                                /*RequiresNullTerminator=*/false);
  if (!file) return userError(fmt::format("Cannot read {}: {}.", object.string(), file.getError().message()));
  auto parsed = llvm::object::ObjectFile::createObjectFile((*file)->getMemBufferRef());
  if (!parsed) {  // an archive, a text: not ours
    llvm::consumeError(parsed.takeError());
    return std::vector<std::string>();
  }
  const std::optional<std::string> bitcode = sectionOf(**parsed, ir::kBitcodeSection);
  if (!bitcode) return std::vector<std::string>();
  auto parts = unsealed(*bitcode, sectionOf(**parsed, ir::kSealSection).value_or(""));
  if (!parts) return broken(object, "it is not what the compiler wrote");
  return std::move(*parts);
}

Result<std::string> readSection(const std::filesystem::path& object, const std::string& section) {
  const auto file = llvm::MemoryBuffer::getFile(object.string(), /*IsText=*/false,
                                                /*RequiresNullTerminator=*/false);
  if (!file) return userError(fmt::format("Cannot read {}: {}.", object.string(), file.getError().message()));
  auto parsed = llvm::object::ObjectFile::createObjectFile((*file)->getMemBufferRef());
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return std::string();
  }
  return sectionOf(**parsed, section).value_or("");
}

Result<std::vector<std::unique_ptr<llvm::Module>>> readBitcode(const std::filesystem::path& object,
                                                               llvm::LLVMContext& context) {
  context.setDiagnosticHandler(std::make_unique<Silence>());
  const auto parts = rawBitcode(object);
  if (!parts) return std::unexpected(parts.error());
  std::vector<std::unique_ptr<llvm::Module>> modules;
  for (const std::string& part : *parts) {
    auto module = llvm::parseBitcodeFile({part, object.string()}, context);
    if (!module) return broken(object, llvm::toString(module.takeError()));
    if (llvm::verifyModule(**module)) return broken(object, "its code makes no sense");
    modules.push_back(std::move(*module));
  }
  return modules;
}

}  // namespace covolve::analysis
