#include "unit/build/launcher.h"

#include <algorithm>

namespace covolve::unit {

namespace {

/// Whose contents the object depends on, though they are neither its compiler nor its sources.
std::vector<std::filesystem::path> tools(const Installation& parts,
                                         const std::vector<std::string>& compiler) {
  for (const bool cxx : {false, true}) {
    if (compiler.front() == parts.wrapper(cxx)) return {compiler.front(), parts.pass()};
  }
  const std::string mutationPass = parts.mutationPass().string();
  if (std::ranges::find(compiler, mutationPass) != compiler.end()) return {mutationPass};
  return {};
}

std::string joined(const std::vector<std::filesystem::path>& files) {
  std::string text;
  for (const auto& file : files) text += (text.empty() ? "" : ":") + file.string();
  return text;
}

}  // namespace

Launched launch(const BuildOptions& options, std::vector<std::string> compiler,
                const std::filesystem::path& object) {
  Launched launched;
  // Nothing is preprocessed only to look it up: the compiler itself says what it has read.
  launched.environment["CCACHE_DEPEND"] = "1";
  // Sites and coverage have absolute paths.
  launched.environment["CCACHE_BASEDIR"] = "";
  const auto files = tools(options.installation, compiler);
  if (!files.empty()) launched.environment["CCACHE_EXTRAFILES"] = joined(files);
  if (files.size() > 1) {  // the wrapper
    launched.environment["CCACHE_COMPILERTYPE"] = "clang";
    launched.environment["CCACHE_COMPILERCHECK"] = "%compiler% --version";  // which is clang's
    // The wrapper adds it anyway. It tells that there will be lines in the object, which depend on the
    // directory.
    compiler.emplace_back("-gcolumn-info");
  }
  launched.arguments = std::move(compiler);
  launched.arguments.insert(launched.arguments.begin(), options.compilerLauncher);
  launched.arguments.insert(launched.arguments.end(), {"-MD", "-MF", object.string() + ".d"});
  return launched;
}

}  // namespace covolve::unit
