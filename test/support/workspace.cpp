#include "workspace.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "base/installation.h"
#include "covolve/protocol.h"

namespace covolve::test {

namespace {

std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

void expectSuccess(const Completed& completed) {
  EXPECT_TRUE(completed.succeeded()) << completed.output << completed.errors;
}

}  // namespace

SeenState Observed::at(char kind, unsigned line, const std::string& value) const {
  std::vector<SeenState> found;
  for (size_t i = 0; i < sites.size(); ++i) {
    if (sites[i].kind == kind && sites[i].line == line && sites[i].value == value) found.push_back(states[i]);
  }
  EXPECT_EQ(found.size(), 1u) << kind << " in line " << line;
  return found.empty() ? SeenState{} : found.front();
}

std::vector<unsigned> Observed::coveredLines() const {
  std::set<unsigned> lines;
  for (size_t i = 0; i < sites.size(); ++i) {
    if (!states[i].touched || (sites[i].kind != 'F' && sites[i].kind != 'B') || sites[i].lines == "-")
      continue;
    std::istringstream text(sites[i].lines);
    for (std::string line; std::getline(text, line, ',');)
      lines.insert(static_cast<unsigned>(std::stoul(line)));
  }
  return {lines.begin(), lines.end()};
}

Workspace::Workspace() : scratch_(ScratchDirectory::make("test")) { EXPECT_TRUE(scratch_.has_value()); }

void Workspace::write(const std::string& name, const std::string& text) const {
  std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
  EXPECT_TRUE(replaceFile(path(name), text).has_value());
}

std::string Workspace::wrapper(bool cxx) const {
  const auto parts = locateInstallation();
  EXPECT_TRUE(parts.has_value()) << parts.error().message;
  return parts ? parts->wrapper(cxx).string() : "";
}

Completed Workspace::tool(std::vector<std::string> command, const std::string& directory) const {
  Command start;
  start.arguments = std::move(command);
  start.directory = directory.empty() ? scratch_->path() : std::filesystem::path(directory);
  const auto completed = run(start);
  EXPECT_TRUE(completed.has_value()) << completed.error().message;
  return completed ? *completed : Completed{};
}

Completed Workspace::cxx(std::vector<std::string> arguments, const std::string& directory) const {
  return tool(joined({wrapper(true)}, arguments), directory);
}

Completed Workspace::cc(std::vector<std::string> arguments, const std::string& directory) const {
  return tool(joined({wrapper(false)}, arguments), directory);
}

std::vector<SiteLine> Workspace::sitesOf(const std::string& source, std::vector<std::string> flags) const {
  write("source.cpp", source);
  expectSuccess(cxx(joined({"-std=c++20", "-c", "source.cpp", "-o", "source.o"}, flags)));
  return sitesOfObject("source.o");
}

std::vector<SiteLine> Workspace::sitesOfObject(const std::string& object) const {
  std::filesystem::remove(path("sites.txt"));
  tool(
      {"llvm-objcopy-19", "--dump-section", "covolve_sites=" + path("sites.txt"), path(object), "/dev/null"});
  const auto text = readFile(path("sites.txt"));
  return text ? parseSites(*text) : std::vector<SiteLine>{};  // no section: no sites
}

Observed Workspace::observe(const std::string& source, std::vector<std::string> flags) const {
  write("source.cpp", source);
  expectSuccess(cxx(joined({"-std=c++20", "source.cpp", "-o", "program"}, flags)));
  return observeProgram(path("program"));
}

Observed Workspace::observeProgram(const std::string& program, uint64_t steps,
                                   const std::vector<std::string>& arguments) const {
  Observed observed;
  const int memory = memfd_create("covolve", 0);  // inherited
  EXPECT_EQ(ftruncate(memory, abi::kMappingBytes), 0);
  void* const mapping = mmap(nullptr, abi::kMappingBytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  EXPECT_NE(mapping, MAP_FAILED);
  auto* const shared = static_cast<abi::Shared*>(mapping);
  shared->stepsLeft = steps;

  Command start;
  start.arguments = joined({program}, arguments);
  start.directory = scratch_->path();
  start.environment[abi::kSharedFdVariable] = std::to_string(memory);
  start.timeout = std::chrono::seconds(60);
  const auto completed = run(start);
  EXPECT_TRUE(completed.has_value());
  if (completed) observed.program = *completed;

  const char* const bytes = static_cast<const char*>(mapping);
  observed.shared = *shared;
  observed.sites = parseSites(std::string(bytes + abi::kSiteTextOffset, shared->siteTextBytes));
  EXPECT_EQ(observed.sites.size(), shared->siteCount);
  const auto* const touched = reinterpret_cast<const uint32_t*>(bytes + abi::kTouchedOffset);
  observed.touched.assign(touched, touched + shared->touchedCount);
  const auto* const states = reinterpret_cast<const abi::SiteState*>(bytes + abi::kStatesOffset);
  for (uint32_t i = 0; i < shared->siteCount; ++i) {
    const bool isTouched = std::ranges::count(observed.touched, i) > 0;
    observed.states.push_back({isTouched, states[i].toTrue, states[i].toFalse});
  }
  munmap(mapping, abi::kMappingBytes);
  close(memory);
  return observed;
}

std::string kindsAndLines(const std::vector<SiteLine>& sites, const std::string& kinds) {
  std::vector<std::pair<unsigned, char>> found;
  for (const SiteLine& site : sites) {
    if (kinds.find(site.kind) != std::string::npos) found.emplace_back(site.line, site.kind);
  }
  std::ranges::sort(found);
  std::string text;
  for (const auto& [line, kind] : found)
    text += (text.empty() ? "" : " ") + std::string(1, kind) + std::to_string(line);
  return text;
}

std::vector<SiteLine> parseSites(const std::string& text) {
  std::vector<SiteLine> sites;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> fields;
    std::istringstream parts(line);
    for (std::string field; std::getline(parts, field, '\t');) fields.push_back(field);
    EXPECT_EQ(fields.size(), 8u) << line;
    if (fields.size() != 8) continue;
    sites.push_back({fields[0][0], fields[1], static_cast<unsigned>(std::stoul(fields[2])),
                     static_cast<unsigned>(std::stoul(fields[3])), fields[4], fields[5], fields[6],
                     fields[7]});
  }
  return sites;
}

}  // namespace covolve::test
