#include "unit/build/objects.h"

#include <fmt/format.h>

#include <atomic>
#include <sstream>
#include <thread>

#include "base/files.h"
#include "base/source_names.h"
#include "unit/build/launcher.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

/// FNV-1a: the same name in every run.
uint64_t hash(uint64_t seed, std::string_view text) {
  for (const unsigned char c : text) seed = (seed ^ c) * 0x100000001b3u;
  return (seed ^ 0xff) * 0x100000001b3u;  // "ab","c" differs from "a","bc"
}

std::string objectName(const CompileCommand& command, Purpose purpose) {
  uint64_t id = hash(0xcbf29ce484222325u, command.file.string());
  id = hash(id, command.directory.string());
  for (const std::string& flag : command.flags) id = hash(id, flag);
  static constexpr std::string_view kKinds[] = {"search", "plain", "coverage", "sanitized"};
  return fmt::format("{}-{:016x}.{}.o", command.file.stem().string(), id,
                     kKinds[static_cast<size_t>(purpose)]);
}

/// What the compiler is given. A header is included by a source: a compiler ignores #pragma once in the file
/// that it compiles, which its own includes may include again.
Result<fs::path> sourceOf(const CompileCommand& command, const fs::path& object) {
  if (!isHeader(command.file)) return command.file;
  const fs::path source = object.string() + (command.isC ? ".c" : ".cpp");
  const std::string name = command.file.string();
  const bool hasMark = name.find('"') != std::string::npos;
  const std::string text = fmt::format(fmt::runtime(hasMark ? "#include <{}>\n" : "#include \"{}\"\n"), name);
  if (auto written = replaceFile(source, text); !written) return std::unexpected(written.error());
  return source;
}

}  // namespace

const std::vector<std::string>& flagsFor(Purpose purpose) {
  static const std::vector<std::string> none;
  static const std::vector<std::string> coverage{"-fprofile-instr-generate", "-fcoverage-mapping"};
  // Not `vptr` and `function`, which need type information that a project may go without. Lines are needed to
  // tell where it was. Optimising takes long, and takes some of what is undefined away.
  static const std::vector<std::string> sanitized{
      "-fsanitize=address,undefined", "-fno-sanitize=vptr,function", "-fno-sanitize-recover=all",
      "-fno-omit-frame-pointer",      "-gline-tables-only",          "-O0"};
  switch (purpose) {
    case Purpose::Coverage:
      return coverage;
    case Purpose::Sanitized:
      return sanitized;
    default:
      return none;
  }
}

void inParallel(unsigned jobs, size_t count, const std::function<void(size_t)>& work,
                const std::atomic<bool>* stop) {
  const auto mayGoOn = [&] { return stop == nullptr || !*stop; };
  std::atomic<size_t> next = 0;
  std::vector<std::jthread> threads;
  for (size_t i = 0; i < std::min<size_t>(std::max(jobs, 1u), count); ++i) {
    threads.emplace_back([&] {
      for (size_t item = next++; item < count && mayGoOn(); item = next++) work(item);
    });
  }
}

std::string firstError(const std::string& diagnostics) {
  std::istringstream lines(diagnostics);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error: ") != std::string::npos) return line;
  }
  return diagnostics;
}

Compiled runCompiler(const std::vector<std::string>& arguments, const fs::path& directory,
                     const fs::path& output, const Running& running) {
  std::error_code failed;
  if (!fs::is_directory(directory, failed)) {
    return {.succeeded = false,
            .diagnostics = fmt::format("error: the directory {} of the compile command does not exist",
                                       directory.string()),
            .executable = output};
  }
  const auto completed = run({.arguments = arguments,
                              .directory = directory,
                              .environment = running.environment,
                              .deadline = running.deadline,
                              .niceness = running.niceness,
                              .stop = running.stop});
  if (!completed)
    return {.succeeded = false, .diagnostics = "error: " + completed.error().message, .executable = output};
  std::string diagnostics = completed->errors;
  if (completed->signal != 0)
    diagnostics += fmt::format("error: the compiler died of signal {}\n", completed->signal);
  return {.succeeded = completed->succeeded(),
          .diagnostics = std::move(diagnostics),
          .executable = output,
          .ranOutOfTime = completed->timedOut || completed->stopped};
}

Compiled compileObject(const BuildOptions& options, std::vector<std::string> compiler, const Input& input,
                       const fs::path& object, const Running& running) {
  compiler.insert(compiler.end(), {"-c", input.source.string(), "-o", object.string()});
  if (options.compilerLauncher.empty()) return runCompiler(compiler, input.directory, object, running);
  const Launched launched = launch(options, std::move(compiler), input.directory, object);
  Running beside = running;
  beside.environment.insert(launched.environment.begin(), launched.environment.end());
  return runCompiler(launched.arguments, input.directory, object, beside);
}

Compiled Objects::compile(const CompileCommand& command, Purpose purpose, const Running& running) const {
  const fs::path folder = options_.scratch / "objects";
  const fs::path object = folder / objectName(command, purpose);
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (fs::exists(object, failed)) return {.succeeded = true, .diagnostics = {}, .executable = object};

  const fs::path unfinished =
      object.string() + ".unfinished";  // an interrupted compilation must not be found later
  const std::string compiler = purpose == Purpose::Search
                                   ? options_.installation.wrapper(!command.isC).string()
                               : command.isC ? "clang-19"
                                             : "clang++-19";
  std::vector<std::string> arguments{compiler};
  const auto append = [&](const std::vector<std::string>& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
  };
  append(command.flags);
  if (purpose == Purpose::Search) append(options_.searchFlags());
  append(flagsFor(purpose));
  append({"-w", "-Wno-error", "-Qunused-arguments"});
  const auto source = sourceOf(command, object);
  if (!source)
    return {.succeeded = false, .diagnostics = "error: " + source.error().message, .executable = object};
  Compiled compiled =
      compileObject(options_, std::move(arguments), {*source, command.directory}, unfinished, running);
  compiled.executable = object;
  if (compiled.succeeded) fs::rename(unfinished, object, failed);
  return compiled;
}

std::vector<Compiled> Objects::compileAll(const std::vector<CompileCommand>& commands,
                                          Purpose purpose) const {
  std::vector<Compiled> compiled(commands.size());
  inParallel(options_.jobs, commands.size(), [&](size_t i) { compiled[i] = compile(commands[i], purpose); });
  return compiled;
}

}  // namespace covolve::unit
