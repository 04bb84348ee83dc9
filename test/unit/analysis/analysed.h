// Code compiled by the wrapper and analysed, with its sites named by kind and
// line: "C3" is the comparison of line 3, "C3.2" the second of that line, "S4:7"
// the case 7 of the switch of line 4.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/analysis.h"
#include "workspace.h"

namespace covolve::analysis {

class Analysed {
 public:
  /// One source of C++20; flags may say otherwise.
  explicit Analysed(const std::string& source, const std::vector<std::string>& flags = {});
  /// Several units by file name; those called *.c are C.
  explicit Analysed(const std::vector<std::pair<std::string, std::string>>& units,
                    const std::vector<std::string>& flags = {});

  /// What a site depends on: "C3+ T5-", or "root". With several units lines must not collide.
  std::string of(const std::string& name) const;
  /// What may give a flag this value, in the same words; "" where nothing is known.
  std::string requiredFor(const std::string& name, bool outcome) const;
  /// Sides that lead to where a function is left without a return, in the same words.
  std::string leaving() const { return text(facts_.leaving); }
  /// Of every site, a line each.
  std::string ofAll() const;
  uint64_t id(const std::string& name) const;
  std::string name(uint64_t id) const { return names_.at(id); }
  const Facts& facts() const { return facts_; }
  const test::Workspace& work() const { return work_; }
  const std::vector<std::filesystem::path>& objects() const { return objects_; }

 private:
  std::string text(const std::vector<Side>& sides) const;
  void compile(const std::string& name, const std::string& text, const std::vector<std::string>& flags);
  void nameSites();

  test::Workspace work_;
  std::vector<std::filesystem::path> objects_;
  std::vector<test::SiteLine> sites_;
  std::map<uint64_t, std::string> names_;
  std::map<std::string, uint64_t> ids_;
  Facts facts_;
};

}  // namespace covolve::analysis
