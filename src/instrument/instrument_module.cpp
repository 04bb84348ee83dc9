#include "instrument/instrument_module.h"

#include <llvm/Bitcode/BitcodeWriterPass.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "instrument/as_written.h"
#include "instrument/constant_statics.h"
#include "instrument/function_name.h"
#include "instrument/inlined_comparisons.h"
#include "instrument/library_comparisons.h"
#include "instrument/probe_inserter.h"
#include "instrument/site_finder.h"
#include "instrument/site_table.h"
#include "instrument/source_filter.h"
#include "ir/bitcode_section.h"

namespace covolve::instrument {

namespace {

constexpr const char* kInstrumentedMark = "covolve.instrumented";

/// The section is marked to be left out by the linker: it costs disk, never memory at run time.
void embed(llvm::Module& module, llvm::StringRef bytes, const char* section) {
  llvm::embedBufferInModule(module, llvm::MemoryBufferRef(bytes, "covolve"), section);
}

void embedBitcode(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::BitcodeWriterPass(stream).run(module, analyses);
  const ir::BitcodeSeal seal = ir::sealOf({bytes.data(), bytes.size()});
  embed(module, {bytes.data(), bytes.size()}, ir::kBitcodeSection);
  embed(module, {reinterpret_cast<const char*>(&seal), sizeof(seal)}, ir::kSealSection);
}

}  // namespace

bool instrumentModule(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  // Bitcode may come through the wrapper a second time (-emit-llvm, then compiled).
  if (module.getNamedMetadata(kInstrumentedMark) != nullptr) return false;
  module.getOrInsertNamedMetadata(kInstrumentedMark);

  const SourceFilter filter = SourceFilter::fromOptions();
  keepCopiesOfUsersFunctions(module, filter);
  keepAsWritten(module, filter);
  inlineComparisons(module, filter);
  const std::vector<LibraryComparison> comparisons = copyComparisons(module, filter);
  SiteTable table;
  for (llvm::Function& function : module) {
    std::vector<Site> sites = findSites(function, filter);
    if (!sites.empty()) table.add(sourceName(function), std::move(sites));
  }
  for (const LibraryComparison& comparison : comparisons) {
    table.add(comparison.name, findSteps(*comparison.function, *comparison.callSite));
  }
  table.annotate();
  embedBitcode(module, analyses);
  if (!table.empty()) {
    insertProbes(module, table);
    separateConstantStatics(module, filter);
  }
  return true;
}

}  // namespace covolve::instrument
