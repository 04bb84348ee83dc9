#include "unit/earlier_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "base/files.h"
#include "base/interrupt.h"
#include "unit/verify/compile_messages.h"

namespace covolve::unit {

namespace fs = std::filesystem;
using format::TestBlock;

namespace {

/// Where things lie differs from run to run.
std::string withoutAddresses(std::string_view text) {
  constexpr size_t kLeastDigits = 6;
  std::string plain;
  while (!text.empty()) {
    size_t digits = 2;
    if (text.starts_with("0x")) {
      while (digits < text.size() && std::isxdigit(static_cast<unsigned char>(text[digits])) != 0) ++digits;
    }
    const bool isAddress = digits >= 2 + kLeastDigits;
    plain += isAddress ? "(an address)" : text.substr(0, 1);
    text.remove_prefix(isAddress ? digits : 1);
  }
  return plain;
}

/// For what it includes from its own folder, if it does.
std::vector<std::string> flagsForNeighbours(const fs::path& file, const std::string& text) {
  constexpr std::string_view kInclude = "#include \"";
  std::error_code ignored;
  const fs::path folder = fs::absolute(file, ignored).parent_path();
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(kInclude)) continue;
    const std::string name = line.substr(kInclude.size());
    if (fs::exists(folder / name.substr(0, name.find('"')), ignored)) return {"-iquote", folder.string()};
  }
  return {};
}

/// Tests that the compiler or linker complains of are left out, too. False when there is none.
bool blame(EarlierFile& earlier, const emit::Framework& framework, const std::string& diagnostics,
           const fs::path& source, std::vector<TestBlock>& leftOut) {
  const auto isLeftOut = [&](const TestBlock& block) {
    return std::ranges::find(leftOut, block.begin, &TestBlock::begin) != leftOut.end();
  };
  emit::TestFile file;
  emit::Printed printed;
  std::vector<const TestBlock*> present;
  for (const TestBlock& block : earlier.blocks) {
    if (isLeftOut(block)) continue;
    present.push_back(&block);
    file.tests.push_back(emit::named(block.name));
    printed.tests.push_back({block.firstLine, block.lastLine, {}});
  }
  const size_t before = leftOut.size();
  for (const CompileMessage& message :
       messagesAboutTests(diagnostics, source.string(), file, printed, framework)) {
    const TestBlock& block = *present[message.test];
    if (!message.isError || isLeftOut(block)) continue;
    leftOut.push_back(block);
    if (!earlier.isChanged(block.name))
      earlier.changes.push_back({block.name, "does not compile", "", shownInReport(message.text)});
  }
  std::ranges::sort(leftOut, {}, &TestBlock::begin);
  return leftOut.size() > before;
}

}  // namespace

bool EarlierFile::isChanged(const std::string& test) const {
  return std::ranges::find(changes, test, &report::BehaviourChange::test) != changes.end();
}

std::vector<TestBlock> EarlierFile::changed() const {
  std::vector<TestBlock> found = blocks;
  std::erase_if(found, [&](const TestBlock& block) { return !isChanged(block.name); });
  return found;
}

std::set<std::string> EarlierFile::namesThatStay(bool update) const {
  std::set<std::string> names;
  for (const TestBlock& block : blocks) {
    if (!update || !isChanged(block.name)) names.insert(block.name);
  }
  return names;
}

std::string EarlierFile::textThatStays(bool update) const {
  return update ? format::without(text, changed()) : text;
}

Result<EarlierFile> readEarlierFile(const fs::path& file, const emit::Framework& framework) {
  auto text = readFile(file);
  if (!text) return std::unexpected(text.error());
  if (!text->contains(framework.requirements().header)) {
    return userError(
        fmt::format("{} holds no tests for {}: name another folder with -o, or have all tests written anew "
                    "with --afresh",
                    file.string(), framework.requirements().name));
  }
  EarlierFile earlier{file, std::move(*text), {}, {}, {}};
  earlier.flags = flagsForNeighbours(file, earlier.text);
  earlier.blocks = format::testBlocks(earlier.text);
  return earlier;
}

Result<Compiled> buildEarlierFile(EarlierFile& earlier, const emit::Framework& framework,
                                  const fs::path& scratch, const std::string& purpose,
                                  const BuildText& build) {
  std::vector<TestBlock> leftOut;
  for (size_t attempt = 0;; ++attempt) {
    // Objects are told apart by their paths.
    const fs::path folder = scratch / fmt::format("{}-{}", purpose, attempt);
    const fs::path source = folder / earlier.file.filename();
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    if (auto written = replaceFile(source, format::blanked(earlier.text, leftOut)); !written)
      return std::unexpected(written.error());
    auto compiled = build(source, folder / "tests");
    if (!compiled || compiled->succeeded || compiled->ranOutOfTime) return compiled;
    if (interruptRequested()) return userError("interrupted before the search began");
    if (!blame(earlier, framework, compiled->diagnostics, source, leftOut)) {
      return userError(fmt::format(
          "{} of an earlier run does not compile any more: {} (mend it, or have all tests written anew with "
          "--afresh)",
          earlier.file.string(), firstCompileError(compiled->diagnostics)));
    }
  }
}

std::string shownInReport(std::string_view text) {
  constexpr size_t kLongestQuote = 200;
  std::string plain = withoutAddresses(text);
  if (plain.size() > kLongestQuote) plain = plain.substr(0, kLongestQuote) + " ...";
  return plain;
}

}  // namespace covolve::unit
