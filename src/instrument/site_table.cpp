#include "instrument/site_table.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/xxhash.h>

#include "instrument/source_filter.h"
#include "ir/site_marks.h"

namespace covolve::instrument {

namespace {

using abi::SiteKind;

/// The last two components: enough to tell files apart, and the same wherever the project lies.
std::string tailOf(llvm::StringRef path) {
  const llvm::StringRef name = llvm::sys::path::filename(path);
  const llvm::StringRef directory = llvm::sys::path::filename(llvm::sys::path::parent_path(path));
  return (directory + "/" + name).str();
}

class FunctionPlacer {
 public:
  explicit FunctionPlacer(std::string name) : name_(std::move(name)) {}

  /// Appends the site's lines of text (several for a switch) and its ids.
  void describe(const Site& site, std::string& text, std::vector<uint64_t>& ids) {
    const std::string file = absolutePath(site.file);
    const std::string lines = site.kind == SiteKind::KnownCall ? site.callee : joined(site.lines);
    if (site.kind != SiteKind::Case) {
      describeOne(site, site.kind, valueOf(site), lines, file, text, ids);
      return;
    }
    for (const int64_t value : site.cases) {
      describeOne(site, SiteKind::Case, std::to_string(value), lines, file, text, ids);
    }
    describeOne(site, SiteKind::Default, "-", lines, file, text, ids);
  }

 private:
  static std::string joined(const std::set<unsigned>& lines) {
    std::string text;
    for (const unsigned line : lines) text += (text.empty() ? "" : ",") + std::to_string(line);
    return text.empty() ? "-" : text;
  }

  static std::string valueOf(const Site& site) {
    const int64_t value = (site.isDecided ? abi::kDecidedSite : 0) | (site.isStep ? abi::kStepSite : 0);
    return value != 0 ? std::to_string(value) : "-";
  }

  void describeOne(const Site& site, SiteKind kind, const std::string& value, const std::string& lines,
                   const std::string& file, std::string& text, std::vector<uint64_t>& ids) {
    const std::string place = llvm::formatv("{0}|{1}|{2}|{3}|{4}", static_cast<char>(kind), tailOf(file),
                                            name_, site.line, site.column);
    // Several sites at one place (macros, cases of a switch) are counted.
    const unsigned ordinal = seen_[place]++;
    const uint64_t id = llvm::xxh3_64bits(llvm::StringRef(place + "|" + std::to_string(ordinal)));
    ids.push_back(id);
    text += llvm::formatv("{0}\t{1}\t{2}\t{3}\t{4}\t{5}\t{6}\t{7}\n", static_cast<char>(kind),
                          llvm::utohexstr(id, /*LowerCase=*/true, /*Width=*/16), site.line, site.column,
                          value, lines, name_, file)
                .str();
  }

  std::string name_;
  std::map<std::string, unsigned> seen_;
};

}  // namespace

void SiteTable::add(const std::string& function, std::vector<Site> sites) {
  FunctionPlacer placer(function);
  for (Site& site : sites) {
    PlacedSite placed;
    std::string text;
    placer.describe(site, text, placed.ids);
    const auto [known, isNew] = firstIndexOfText_.try_emplace(text, count_);
    placed.first = known->second;
    placed.site = std::move(site);
    if (isNew) {
      count_ += static_cast<uint32_t>(placed.ids.size());
      text_ += text;
    }
    placed_.push_back(std::move(placed));
  }
}

void SiteTable::annotate() const {
  std::map<llvm::Instruction*, std::vector<ir::SiteMark>> annotations;
  for (const PlacedSite& placed : placed_) {
    for (uint32_t i = 0; i < placed.ids.size(); ++i) {
      const bool isDefault = placed.site.kind == SiteKind::Case && i + 1 == placed.ids.size();
      annotations[placed.site.at].push_back(
          {isDefault ? SiteKind::Default : placed.site.kind, placed.ids[i], placed.first + i});
    }
  }
  for (const auto& [instruction, marks] : annotations) ir::setSiteMarks(*instruction, marks);
}

}  // namespace covolve::instrument
