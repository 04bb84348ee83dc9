// Classes that nobody can name, in an unnamed namespace or private, whose objects a
// factory hands out behind a base: const Comparator* bytewise(). Their code is only
// reached through the methods of the base that they override, which may have none of
// its own.
#pragma once

#include <set>
#include <vector>

namespace clang {
class CXXMethodDecl;
class CXXRecordDecl;
}  // namespace clang

namespace covolve::program {

class Sources;

class HiddenOverrides {
 public:
  explicit HiddenOverrides(const Sources& sources) : sources_(sources) {}

  /// Of a class of the source; others than hidden ones are no matter.
  void note(const clang::CXXRecordDecl& record);

  /// Whether a hidden class overrides the method, which everybody can call.
  bool contains(const clang::CXXMethodDecl& method) const;
  /// All of these, in the order they were met.
  const std::vector<const clang::CXXMethodDecl*>& methods() const { return methods_; }

 private:
  void noteOverridden(const clang::CXXMethodDecl& method);

  const Sources& sources_;
  std::vector<const clang::CXXMethodDecl*> methods_;
  std::set<const clang::CXXMethodDecl*> known_;
};

}  // namespace covolve::program
