#include "unit/build/launcher.h"

#include <algorithm>

namespace covolve::unit {

Launched launch(const BuildOptions& options, std::vector<std::string> compiler,
                const std::filesystem::path& directory, const std::filesystem::path& object) {
  const Installation& parts = options.installation;
  Launched launched;
  auto& environment = launched.environment;
  // Nothing is preprocessed only to look it up: the compiler itself says what it has read.
  environment["CCACHE_DEPEND"] = "1";
  // Sites and coverage have absolute paths.
  environment["CCACHE_BASEDIR"] = "";
  const std::string mutationPass = parts.mutationPass().string();
  if (compiler.front() == parts.wrapper(true) || compiler.front() == parts.wrapper(false)) {
    environment["CCACHE_COMPILERTYPE"] = "clang";
    environment["CCACHE_COMPILERCHECK"] = "%compiler% --version";  // which is clang's
    environment["CCACHE_EXTRAFILES"] = compiler.front() + ":" + parts.pass().string();
  } else if (std::ranges::find(compiler, mutationPass) != compiler.end()) {
    environment["CCACHE_EXTRAFILES"] = mutationPass;
  }
  // Clang's default: said to the launcher, whatever its user told it about directories (CCACHE_NOHASHDIR).
  std::error_code failed;
  const auto physical = std::filesystem::canonical(directory, failed);
  if (!failed) compiler.push_back("-ffile-compilation-dir=" + physical.string());
  launched.arguments = std::move(compiler);
  launched.arguments.insert(launched.arguments.begin(), options.compilerLauncher);
  launched.arguments.insert(launched.arguments.end(), {"-MD", "-MF", object.string() + ".d"});
  return launched;
}

}  // namespace covolve::unit
