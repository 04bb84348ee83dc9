#include "unit/concolic/concolic_build.h"

#include "unit/variant/variant_build.h"

namespace covolve::unit {

Result<std::filesystem::path> buildConcolic(const ConcolicBuild& build) {
  const Installation& parts = build.installation;
  return buildVariant({.name = "concolic",
                       .installation = parts,
                       .objects = build.objects,
                       .linkArguments = build.linkArguments,
                       .folder = build.folder,
                       // Vectors have no labels, so nothing may become one.
                       .compilerFlags = {"-fno-vectorize", "-fno-slp-vectorize",
                                         "-fpass-plugin=" + parts.concolicPass().string()},
                       .runtimes = {parts.concolicRuntime()},
                       .libraries = {parts.concolicLibrary()},
                       .jobs = build.jobs,
                       .niceness = build.niceness,
                       .stop = build.stop});
}

}  // namespace covolve::unit
