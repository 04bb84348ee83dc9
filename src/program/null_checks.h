// What may be null, as the code says by checks for it: if (out_len == NULL),
// if (settings->on_body), !log.
//
// Easy to get wrong: a condition of C converts nothing, one of C++ converts the
// pointer to bool.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace clang {
class ASTContext;
class FunctionDecl;
class QualType;
}  // namespace clang

namespace covolve::program {

/// The types of pointers to functions of which one is checked somewhere: where it is, since what a function
/// is given is mostly stored before it is asked for. Named as in nameOfCallback.
std::set<std::string> checkedCallbacks(clang::ASTContext& context);

/// The same in C and in C++.
std::string nameOfCallback(clang::QualType pointer, const clang::ASTContext& context);

/// The parameters that a function checks, or passes on to another that does. None without its definition.
/// Each function is read once, however many call it.
class CheckedParameters {
 public:
  const std::set<size_t>& of(const clang::FunctionDecl& function);

 private:
  struct Own {
    std::set<size_t> checked;
    /// Which one, to whom, and which one there.
    std::set<std::tuple<size_t, const clang::FunctionDecl*, size_t>> passed;
  };

  const Own& ownOf(const clang::FunctionDecl& function);
  /// Those checked within so many calls.
  const std::set<size_t>& within(const clang::FunctionDecl& function, unsigned calls);

  // By canonical declaration.
  std::map<const clang::FunctionDecl*, Own> own_;
  std::map<std::pair<const clang::FunctionDecl*, unsigned>, std::set<size_t>> known_;
};

}  // namespace covolve::program
