#include "ir/site_marks.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Metadata.h>

#include <optional>

namespace covolve::ir {

namespace {

llvm::Metadata* number(llvm::LLVMContext& context, unsigned bits, uint64_t value) {
  return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::IntegerType::get(context, bits), value));
}

std::optional<SiteMark> markOf(const llvm::Metadata* metadata) {
  const auto* const node = llvm::dyn_cast_or_null<llvm::MDNode>(metadata);
  if (node == nullptr || node->getNumOperands() != 3) return std::nullopt;
  const auto* const kind = llvm::dyn_cast_or_null<llvm::MDString>(node->getOperand(0).get());
  const auto* const id = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node->getOperand(1));
  const auto* const index = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node->getOperand(2));
  if (kind == nullptr || kind->getLength() != 1 || id == nullptr || id->getBitWidth() > 64 ||
      index == nullptr || index->getBitWidth() > 32) {
    return std::nullopt;
  }
  return SiteMark{static_cast<abi::SiteKind>(kind->getString().front()), id->getZExtValue(),
                  static_cast<uint32_t>(index->getZExtValue())};
}

}  // namespace

void setSiteMarks(llvm::Instruction& instruction, const std::vector<SiteMark>& marks) {
  llvm::LLVMContext& context = instruction.getContext();
  std::vector<llvm::Metadata*> nodes;
  for (const SiteMark& mark : marks) {
    const char kind = static_cast<char>(mark.kind);
    nodes.push_back(
        llvm::MDNode::get(context, {llvm::MDString::get(context, llvm::StringRef(&kind, 1)),
                                    number(context, 64, mark.id), number(context, 32, mark.localIndex)}));
  }
  instruction.setMetadata(kSiteMetadata, llvm::MDNode::get(context, nodes));
}

std::vector<SiteMark> siteMarks(const llvm::Instruction& instruction) {
  std::vector<SiteMark> marks;
  const llvm::MDNode* const nodes =
      instruction.hasMetadata() ? instruction.getMetadata(kSiteMetadata) : nullptr;
  if (nodes == nullptr) return marks;
  for (const llvm::MDOperand& operand : nodes->operands()) {
    if (const std::optional<SiteMark> mark = markOf(operand.get())) marks.push_back(*mark);
  }
  return marks;
}

}  // namespace covolve::ir
