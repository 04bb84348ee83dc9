#include "unit/build/link_steps.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/command_line.h"
#include "base/files.h"
#include "unit/build/unity_source.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kObjectLibrary = "OBJECT_LIBRARY";

bool isLibraryFile(const std::string& argument) {
  const std::string name = fs::path(argument).filename().string();
  return !argument.starts_with('-') &&
         (name.ends_with(".a") || name.ends_with(".so") || name.find(".so.") != std::string::npos);
}

void addLibraries(LinkStep& step, const std::vector<std::string>& arguments, const fs::path& directory) {
  for (const std::string& argument : arguments) {
    if (isLibraryFile(argument)) {
      const fs::path file = pathFrom(directory, argument);
      if (file != step.output) step.libraries.push_back(file.string());
    } else if (argument.starts_with("-L") && argument.size() > 2) {
      step.libraries.push_back("-L" + pathFrom(directory, argument.substr(2)).string());
    } else if ((argument.starts_with("-l") && argument.size() > 2) || argument == "-pthread") {
      step.libraries.push_back(argument);
    }
  }
}

void addSources(const CMakeTarget& target, LinkStep& step) {
  for (const CompileEntry& entry : target.compiled) {
    step.sources.insert(entry.file);
    for (fs::path& member : unityMembers(entry.file)) step.sources.insert(std::move(member));
  }
}

/// Joins lines that end in `$`.
std::vector<std::string> logicalLines(std::string_view text) {
  std::vector<std::string> lines(1);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '$' && i + 1 < text.size() && text[i + 1] == '\n') {
      ++i;
      while (i + 1 < text.size() && text[i + 1] == ' ') ++i;
    } else if (text[i] == '$' && i + 1 < text.size()) {
      lines.back() += text[i];
      lines.back() += text[++i];
    } else if (text[i] == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += text[i];
    }
  }
  return lines;
}

std::string unescaped(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '$' && i + 1 < text.size()) ++i;
    plain += text[i];
  }
  return plain;
}

/// Words of a build line; `:` and `|` stand alone.
std::vector<std::string> ninjaWords(std::string_view line) {
  std::vector<std::string> words(1);
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '$' && i + 1 < line.size()) {
      words.back() += line[++i];
    } else if (line[i] == ' ') {
      words.emplace_back();
    } else if (line[i] == ':' || line[i] == '|') {
      words.emplace_back(1, line[i]);
      words.emplace_back();
    } else {
      words.back() += line[i];
    }
  }
  std::erase_if(words, [](const std::string& word) { return word.empty(); });
  return words;
}

std::optional<LinkStep> linkStepOf(const std::string& buildLine, const fs::path& directory) {
  const std::vector<std::string> words = ninjaWords(std::string_view(buildLine).substr(6));
  const auto colon = std::ranges::find(words, ":");
  if (colon == words.begin() || colon == words.end() || colon + 1 == words.end()) return std::nullopt;
  if ((colon + 1)->find("LINKER") == std::string::npos) return std::nullopt;
  LinkStep step{.output = pathFrom(directory, words[0]), .objects = {}, .libraries = {}};
  for (auto word = colon + 2; word != words.end() && *word != "|"; ++word) {
    if (!isLibraryFile(*word)) step.objects.insert(pathFrom(directory, *word));
  }
  return step;
}

/// link.txt: one command a line, the first of them links or archives.
std::optional<LinkStep> parseLinkText(const std::string& text, const fs::path& directory) {
  const std::vector<std::string> arguments = splitCommandLine(text.substr(0, text.find('\n')));
  LinkStep step;
  for (size_t i = 1; i < arguments.size(); ++i) {
    if (arguments[i] == "-o" && i + 1 < arguments.size()) step.output = pathFrom(directory, arguments[++i]);
    if (arguments[i].ends_with(".o")) step.objects.insert(pathFrom(directory, arguments[i]));
    if (step.output.empty() && arguments[i].ends_with(".a")) step.output = pathFrom(directory, arguments[i]);
  }
  if (step.objects.empty()) return std::nullopt;
  addLibraries(step, arguments, directory);
  return step;
}

std::vector<fs::path> filesNamed(const fs::path& directory, std::string_view name) {
  std::vector<fs::path> found;
  std::error_code failed;
  fs::recursive_directory_iterator entry(directory, fs::directory_options::skip_permission_denied, failed);
  for (; !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
    if (entry->path().filename() == name) found.push_back(entry->path());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

std::vector<LinkStep> parseNinja(std::string_view text, const fs::path& directory) {
  std::vector<LinkStep> steps;
  bool inLinkStep = false;
  for (const std::string& line : logicalLines(text)) {
    if (line.starts_with("build ")) {
      auto step = linkStepOf(line, directory);
      inLinkStep = step.has_value();
      if (step) steps.push_back(std::move(*step));
    } else if (inLinkStep && line.starts_with(' ')) {
      const size_t start = line.find_first_not_of(' ');
      const size_t equals = line.find(" = ");
      if (start == std::string::npos || equals == std::string::npos) continue;
      const std::string name = line.substr(start, equals - start);
      if (name == "LINK_LIBRARIES" || name == "LINK_PATH" || name == "LINK_ARGS") {
        addLibraries(steps.back(), splitCommandLine(unescaped(std::string_view(line).substr(equals + 3))),
                     directory);
      }
    } else {
      inLinkStep = false;
    }
  }
  return steps;
}

std::vector<LinkStep> readLinkSteps(const fs::path& buildDirectory) {
  std::vector<LinkStep> steps;
  if (buildDirectory.empty()) return steps;
  if (const auto reply = readCMakeReply(buildDirectory)) return linkStepsOf(*reply);
  std::error_code failed;
  std::vector<fs::path> ninjaFiles{buildDirectory / "build.ninja"};
  for (const auto& entry :
       fs::directory_iterator(buildDirectory / "CMakeFiles", failed)) {  // Ninja Multi-Config
    if (entry.path().filename().string().starts_with("impl-")) ninjaFiles.push_back(entry.path());
  }
  std::ranges::sort(ninjaFiles);
  for (const fs::path& file : ninjaFiles) {
    if (!fs::exists(file, failed)) continue;
    if (const auto text = readFile(file))
      std::ranges::move(parseNinja(*text, buildDirectory), std::back_inserter(steps));
  }
  if (!steps.empty()) return steps;
  for (const fs::path& file : filesNamed(buildDirectory, "link.txt")) {
    // <directory>/CMakeFiles/<target>.dir/link.txt runs in <directory>.
    const auto text = readFile(file);
    if (!text) continue;
    if (auto step = parseLinkText(*text, file.parent_path().parent_path().parent_path())) {
      steps.push_back(std::move(*step));
    }
  }
  return steps;
}

std::vector<LinkStep> linkStepsOf(const CMakeReply& reply) {
  std::vector<LinkStep> steps;
  for (const CMakeTarget& target : reply.targets) {
    if (target.artifact.empty() || target.type == kObjectLibrary) continue;
    LinkStep step{.output = target.artifact, .objects = {}, .libraries = {}};
    addLibraries(step, target.linkWords, reply.buildDirectory);
    addSources(target, step);
    for (const CMakeTarget& other : reply.targets) {
      const bool isPart = other.type == kObjectLibrary &&
                          std::ranges::find(target.dependencies, other.id) != target.dependencies.end();
      if (isPart) addSources(other, step);
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

TargetLibraries librariesOf(const std::vector<LinkStep>& steps, const fs::path& object,
                            const fs::path& source) {
  TargetLibraries result;
  const auto holder = std::ranges::find_if(steps, [&](const LinkStep& candidate) {
    return (!object.empty() && candidate.objects.contains(object)) || candidate.sources.contains(source);
  });
  if (holder == steps.end()) return result;
  const LinkStep* step = &*holder;
  result.siblings = step->objects;
  result.siblings.insert(step->sources.begin(), step->sources.end());
  std::set<const LinkStep*> seen{step};
  while (step->output.extension() == ".a") {  // its libraries stand where it is linked into something
    const auto user = std::ranges::find_if(steps, [&](const LinkStep& candidate) {
      return !seen.contains(&candidate) &&
             std::ranges::find(candidate.libraries, step->output.string()) != candidate.libraries.end();
    });
    if (user == steps.end()) break;
    step = &*user;
    seen.insert(step);
  }
  for (const std::string& library : step->libraries) {
    const bool isOwn =
        std::ranges::any_of(steps, [&](const LinkStep& other) { return other.output.string() == library; });
    std::error_code failed;
    if (library.starts_with('-')) {
      result.external.push_back(library);
    } else if (fs::exists(library, failed)) {
      isOwn ? result.ownBuilt.push_back(library) : result.external.push_back(library);
    }
  }
  return result;
}

}  // namespace covolve::unit
