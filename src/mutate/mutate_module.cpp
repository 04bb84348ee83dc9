#include "mutate/mutate_module.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <map>
#include <set>
#include <string>

#include "covolve/mutants.h"
#include "instrument/function_name.h"
#include "instrument/origin.h"
#include "instrument/source_filter.h"
#include "mutate/callee.h"
#include "mutate/insertion.h"
#include "mutate/operators.h"

namespace covolve::mutate {

namespace {

llvm::cl::list<std::string> fileOption("covolve-mutate-file",
                                       llvm::cl::desc("File whose code gets mutants (repeatable)"));

/// Which positions are in the files that were asked for.
class RequestedFiles {
 public:
  RequestedFiles() : files_(fileOption.begin(), fileOption.end()) {}

  bool contains(const llvm::DILocation* position) {
    if (position == nullptr || position->getLine() == 0 || position->getFile() == nullptr) return false;
    const auto [entry, isNew] = decided_.try_emplace(position->getFile(), false);
    if (isNew) entry->second = files_.contains(instrument::absolutePath(position->getFile()));
    return entry->second;
  }

 private:
  std::set<std::string> files_;
  std::map<const llvm::DIFile*, bool> decided_;
};

/// The last two components: enough to tell files apart, and the same wherever the project lies.
std::string tailOf(llvm::StringRef path) {
  const llvm::StringRef directory = llvm::sys::path::filename(llvm::sys::path::parent_path(path));
  return (directory + "/" + llvm::sys::path::filename(path)).str();
}

/// Gives a function's mutants their ids and lines of text.
class Table {
 public:
  void add(const llvm::Function& function, std::vector<Point>& points) {
    const std::string name = instrument::sourceName(function);
    std::map<std::string, unsigned> seen;  // several at one place: macros
    for (Point& point : points) {
      const std::string file = instrument::absolutePath(point.position->getFile());
      for (Alternative& alternative : point.alternatives) {
        const std::string place =
            llvm::formatv("{0}|{1}|{2}|{3}|{4}", alternative.kind, tailOf(file), point.position->getLine(),
                          point.position->getColumn(), alternative.change);
        alternative.id = llvm::xxh3_64bits(llvm::StringRef(place + "|" + std::to_string(seen[place]++)));
        if (!known_.insert(alternative.id).second) continue;  // of another instantiation
        text_ += llvm::formatv("{0}\t{1}\t{2}\t{3}\t{4}\t{5}\t{6}\n",
                               llvm::utohexstr(alternative.id, /*LowerCase=*/true, /*Width=*/16),
                               alternative.kind, point.position->getLine(), point.position->getColumn(),
                               alternative.change, name, file)
                     .str();
      }
    }
  }

  void embed(llvm::Module& module) const {
    llvm::Constant* const text =
        llvm::ConstantDataArray::getString(module.getContext(), text_, /*AddNull=*/false);
    auto* const variable = new llvm::GlobalVariable(module, text->getType(), /*isConstant=*/true,
                                                    llvm::GlobalValue::PrivateLinkage, text, "covolve.table");
    variable->setSection(mutants::kSection);
    variable->setAlignment(llvm::Align(1));  // tables of several modules follow one another
    llvm::appendToUsed(module, {variable});
  }

  bool empty() const { return text_.empty(); }

 private:
  std::set<uint64_t> known_;
  std::string text_;
};

std::vector<Point> findPoints(llvm::Function& function, RequestedFiles& files) {
  if (!instrument::isSourceFunction(function) || function.isPresplitCoroutine()) return {};
  const llvm::DominatorTree dominators(function);
  const Context context{[&](const llvm::DILocation* position) { return files.contains(position); },
                        dominators, isConstructor(function)};
  Points points;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (!dominators.isReachableFromEntry(instruction.getParent())) continue;
    if (instrument::isCleanupBlock(*instruction.getParent())) continue;
    for (const Operator& find : operators()) find(instruction, context, points);
  }
  return points.take();
}

}  // namespace

bool mutateModule(llvm::Module& module) {
  RequestedFiles files;
  Table table;
  std::vector<Point> all;
  for (llvm::Function& function : module) {
    std::vector<Point> points = findPoints(function, files);
    if (points.empty()) continue;
    table.add(function, points);
    all.insert(all.end(), std::make_move_iterator(points.begin()), std::make_move_iterator(points.end()));
  }
  if (table.empty()) return false;
  for (const Point& point : all) insert(point);
  table.embed(module);
  return true;
}

}  // namespace covolve::mutate
