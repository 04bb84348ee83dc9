#include "analysed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace covolve::analysis {

Analysed::Analysed(const std::string& source, const std::vector<std::string>& flags)
    : Analysed(std::vector<std::pair<std::string, std::string>>{{"source.cpp", source}}, flags) {}

Analysed::Analysed(const std::vector<std::pair<std::string, std::string>>& units,
                   const std::vector<std::string>& flags) {
  for (const auto& [name, text] : units) compile(name, text, flags);
  nameSites();
  auto facts = analyse(objects_);
  EXPECT_TRUE(facts.has_value()) << facts.error().message;
  if (facts) facts_ = std::move(*facts);
}

void Analysed::compile(const std::string& name, const std::string& text,
                       const std::vector<std::string>& flags) {
  work_.write(name, text);
  if (name.ends_with(".h")) return;
  const bool isC = name.ends_with(".c");
  std::vector<std::string> arguments{isC ? "-std=c17" : "-std=c++20", "-c", name, "-o", name + ".o"};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  const auto compiled = isC ? work_.cc(arguments) : work_.cxx(arguments);
  EXPECT_TRUE(compiled.succeeded()) << compiled.errors;
  objects_.emplace_back(work_.path(name + ".o"));
  for (test::SiteLine& site : work_.sitesOfObject(name + ".o")) sites_.push_back(std::move(site));
}

void Analysed::nameSites() {
  std::ranges::sort(sites_, {}, [](const test::SiteLine& site) {
    return std::tuple(site.file, site.line, site.column, site.id);
  });
  std::map<std::string, int> count;
  for (const test::SiteLine& site : sites_) {
    const uint64_t id = std::stoull(site.id, nullptr, 16);
    if (names_.contains(id)) continue;  // the same of another unit or instantiation
    std::string name = site.kind + std::to_string(site.line);
    if (site.kind == 'S') name += ":" + site.value;
    const int nth = ++count[name];
    if (nth > 1) name += "." + std::to_string(nth);
    names_[id] = name;
    ids_[name] = id;
  }
}

std::string Analysed::ofAll() const {
  std::string text;
  for (const auto& [name, id] : ids_) text += name + ": " + of(name) + "\n";
  return text;
}

uint64_t Analysed::id(const std::string& name) const {
  const auto known = ids_.find(name);
  EXPECT_NE(known, ids_.end()) << "no site " << name << "; there are "
                               << test::kindsAndLines(sites_, "FBCTSDX");
  return known == ids_.end() ? 0 : known->second;
}

std::string Analysed::of(const std::string& name) const {
  const auto known = facts_.dependsOn.find(id(name));
  if (known == facts_.dependsOn.end()) return "nothing known of " + name;
  return known->second.empty() ? "root" : text(known->second);
}

std::string Analysed::requiredFor(const std::string& name, bool outcome) const {
  const auto known = facts_.required.find({id(name), outcome});
  return known == facts_.required.end() ? "" : text(known->second);
}

std::string Analysed::text(const std::vector<Side>& sides) const {
  std::vector<std::string> words;
  for (const Side& side : sides) {
    const auto site = names_.find(side.site);
    words.push_back((site == names_.end() ? "?" : site->second) + (side.outcome ? "+" : "-"));
  }
  std::ranges::sort(words);
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace covolve::analysis
