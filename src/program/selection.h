// What `--only` asks for: names of classes, functions or namespaces, found
// among what the requested files have. What is not asked for stays callable, to
// bring about the states that what is asked for needs.
//
// Easy to get wrong: what is asked for may be impossible to call (private,
// static, of types that cannot be made) and still be reached through its
// callers. Then nothing is under test, and all that can be called supports.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "program/definitions.h"
#include "program/findings.h"
#include "program/model.h"
#include "program/source_name.h"

namespace covolve::program {

class Selection {
 public:
  /// A user error with a sentence for a name that is not there, that may mean several things, or that has
  /// nothing to test. A name counts from the global namespace; where it is not found there, anywhere.
  static Result<Selection> resolve(const std::vector<std::string>& names, const Findings& findings,
                                   const std::vector<Definition>& definitions,
                                   const std::filesystem::path& source);

  /// Before it is decided how tests see the code: only what is asked for decides.
  void apply(Findings& findings) const;
  /// After it: the rest supports, and only what concerns the selection is told.
  void apply(Model& model) const;

 private:
  /// One of the names by which something is known.
  bool has(const std::vector<std::string>& names) const;

  std::vector<NameParts> selected_;
  std::vector<Extent> extents_;
  bool canBeCalled_ = false;  // some of it, as far as names and access go
};

}  // namespace covolve::program
