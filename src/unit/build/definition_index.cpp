#include "unit/build/definition_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <compare>

#include "base/contains_word.h"
#include "base/files.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

std::string lettersOf(const std::string& name) {
  std::string letters;
  for (const char c : name) {
    if (isalnum(static_cast<unsigned char>(c)) != 0)
      letters += static_cast<char>(tolower(static_cast<unsigned char>(c)));
  }
  return letters;
}

std::ptrdiff_t commonComponents(const fs::path& left, const fs::path& right) {
  const auto [end, ignored] = std::mismatch(left.begin(), left.end(), right.begin(), right.end());
  return std::distance(left.begin(), end);
}

}  // namespace

/// Smaller is better. Units with a main() come last: they are programs of their own.
struct DefinitionIndex::Rank {
  bool hasMain;
  bool isStranger;
  std::ptrdiff_t farness;
  size_t unit;

  auto operator<=>(const Rank&) const = default;
};

DefinitionIndex::DefinitionIndex(const Project& project, const CompileCommand& target,
                                 const BuildOptions& options, const std::set<fs::path>& siblings)
    : project_(project), target_(target), objects_(options), jobs_(options.jobs), siblings_(siblings) {
  // The object of a unity build tells nothing about one of its members.
  std::map<fs::path, size_t> sharers;
  for (const CompileCommand& command : project.commands) ++sharers[command.output];
  std::vector<fs::path> existing;
  std::map<fs::path, size_t> units;
  for (size_t unit = 0; unit < project.commands.size(); ++unit) {
    const CompileCommand& command = project.commands[unit];
    std::error_code failed;
    if (command.file == target.file) {
      compiled_.insert(unit);  // never a candidate
    } else if (!command.output.empty() && sharers[command.output] == 1 &&
               fs::is_regular_file(command.output, failed)) {
      existing.push_back(command.output);
      units.emplace(command.output, unit);
    }
  }
  for (auto& [object, symbols] : readSymbols(existing)) {
    // GCC's slim LTO objects say nothing about what they define.
    if (!symbols.defined.contains("__gnu_lto_slim")) symbols_.emplace(units.at(object), std::move(symbols));
  }
}

DefinitionIndex::Rank DefinitionIndex::rankOf(size_t unit) const {
  const CompileCommand& command = project_.commands[unit];
  return {definesMain(unit), !isSibling(command), -commonComponents(command.file, target_.file), unit};
}

bool DefinitionIndex::defines(size_t unit, const std::vector<std::string>& symbols) const {
  const auto known = symbols_.find(unit);
  return known != symbols_.end() && std::ranges::any_of(symbols, [&](const std::string& symbol) {
           return known->second.defined.contains(symbol);
         });
}

bool DefinitionIndex::definesMain(size_t unit) const {
  const auto known = symbols_.find(unit);
  return known != symbols_.end() && known->second.definesMain();
}

std::vector<size_t> DefinitionIndex::definersOf(const std::vector<std::string>& wanted,
                                                const std::set<size_t>& except) const {
  std::vector<size_t> chosen;
  for (const std::string& symbol : wanted) {
    const std::vector<std::string> one{symbol};
    if (std::ranges::any_of(chosen, [&](size_t unit) { return defines(unit, one); })) continue;
    std::optional<size_t> best;
    for (const auto& [unit, symbols] : symbols_) {
      if (except.contains(unit) || !symbols.defined.contains(symbol)) continue;
      if (!best || rankOf(unit) < rankOf(*best)) best = unit;
    }
    if (best) chosen.push_back(*best);
  }
  std::ranges::sort(chosen);
  return chosen;
}

const std::string& DefinitionIndex::textOf(size_t unit) {
  const auto known = texts_.find(unit);
  if (known != texts_.end()) return known->second;
  return texts_.emplace(unit, readFile(project_.commands[unit].file).value_or("")).first->second;
}

DefinitionIndex::Likelihood DefinitionIndex::likelihood(size_t unit, const std::vector<std::string>& parts) {
  if (parts.empty() || !containsWord(textOf(unit), parts.back())) return Likelihood::None;
  const std::string stem = lettersOf(project_.commands[unit].file.stem().string());
  const bool isNamedAfterIt =
      std::ranges::any_of(parts, [&](const std::string& part) { return lettersOf(part) == stem; });
  const bool isQualified =
      parts.size() > 1 && textOf(unit).find(parts[parts.size() - 2] + "::") != std::string::npos;
  return isNamedAfterIt || isQualified ? Likelihood::Qualifies : Likelihood::Mentions;
}

bool DefinitionIndex::searchTexts(const std::vector<std::string>& wanted) {
  std::map<size_t, Likelihood> candidates;
  for (const std::string& symbol : wanted) {
    const std::vector<std::string> parts = nameParts(symbol);
    if (!parts.empty() && parts.front() == "std")
      continue;  // a declaration of the library that nothing defines
    for (size_t unit = 0; unit < project_.commands.size(); ++unit) {
      if (symbols_.contains(unit) || compiled_.contains(unit)) continue;
      const Likelihood found = likelihood(unit, parts);
      if (found != Likelihood::None) candidates[unit] = std::max(candidates[unit], found);
    }
  }
  std::vector<size_t> order;
  for (const auto& [unit, ignored] : candidates) order.push_back(unit);
  std::ranges::sort(order, {}, [&](size_t unit) {
    return std::pair(candidates[unit] == Likelihood::Qualifies ? 0 : 1, rankOf(unit));
  });
  return compileUntilDefined(order, wanted);
}

bool DefinitionIndex::searchRelatives(const std::vector<std::string>& wanted) {
  constexpr size_t kMost = 40;  // what a library that is not named lacks is in none of them
  std::vector<size_t> order;
  for (size_t unit = 0; unit < project_.commands.size(); ++unit) {
    const bool isOpen = !symbols_.contains(unit) && !compiled_.contains(unit);
    if (isOpen && isRelated(project_.commands[unit])) order.push_back(unit);
  }
  std::ranges::sort(order, {}, [&](size_t unit) { return rankOf(unit); });
  if (order.size() > kMost) order.resize(kMost);
  // One of them that does not compile is no reason: it does not even mention what is wanted.
  const std::string reason = failure_;
  const bool found = compileUntilDefined(order, wanted);
  failure_ = reason;
  return found;
}

bool DefinitionIndex::isSibling(const CompileCommand& command) const {
  return siblings_.contains(command.output) || siblings_.contains(command.file);
}

bool DefinitionIndex::isRelated(const CompileCommand& command) const {
  return isSibling(command) || command.file.parent_path() == target_.file.parent_path();
}

bool DefinitionIndex::compileUntilDefined(const std::vector<size_t>& order,
                                          const std::vector<std::string>& wanted) {
  for (size_t first = 0; first < order.size();) {
    const size_t last = std::min(order.size(), first + size_t{2} * std::max(jobs_, 1u));
    std::vector<CompileCommand> batch;
    for (size_t i = first; i < last; ++i) batch.push_back(project_.commands[order[i]]);
    objects_.compileAll(batch, Purpose::Plain);
    bool found = false;
    for (; first < last; ++first) {
      compile(order[first]);  // has its object by now
      found |= defines(order[first], wanted);
    }
    if (found) return true;
  }
  return false;
}

Compiled DefinitionIndex::compile(size_t unit) {
  Compiled compiled = objects_.compile(project_.commands[unit], Purpose::Plain);
  compiled_.insert(unit);
  symbols_.erase(unit);
  if (compiled.succeeded) {
    for (auto& [object, symbols] : readSymbols({compiled.executable}))
      symbols_.emplace(unit, std::move(symbols));
  } else {
    failure_ = fmt::format("{} may, but does not compile with clang: {}",
                           project_.commands[unit].file.string(), firstError(compiled.diagnostics));
  }
  return compiled;
}

}  // namespace covolve::unit
