#include "program/freeing.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include "program/disposal.h"

namespace covolve::program {

namespace {

class ArgumentUses {
 public:
  ArgumentUses(const clang::ParmVarDecl& argument, unsigned depth) : argument_(argument), depth_(depth) {}

  /// False for any other use than the known ones.
  bool read(const clang::Stmt* statement) {
    if (statement == nullptr) return true;
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) return readCall(*call);
    if (const auto* deletion = llvm::dyn_cast<clang::CXXDeleteExpr>(statement);
        deletion != nullptr && isArgument(*deletion->getArgument())) {
      isFreed_ = isPlainMemory(*deletion);
      return isFreed_;
    }
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(statement)) return readBinary(*binary);
    if (const auto* negation = llvm::dyn_cast<clang::UnaryOperator>(statement);
        negation != nullptr && negation->getOpcode() == clang::UO_LNot && isArgument(*negation->getSubExpr()))
      return true;
    if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement);
        choice != nullptr && isArgument(*choice->getCond()))
      return read(choice->getThen()) && read(choice->getElse());
    if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
        expression != nullptr && isArgument(*expression))
      return false;
    for (const clang::Stmt* child : statement->children()) {
      if (!read(child)) return false;
    }
    return true;
  }

  bool isFreed() const { return isFreed_; }

 private:
  bool isArgument(const clang::Expr& expression) const {
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression.IgnoreParenCasts());
    return reference != nullptr && reference->getDecl() == &argument_;
  }

  /// An object is more than memory, and what goes by void * may be anything.
  bool isPlainMemory(const clang::CXXDeleteExpr& deletion) const {
    const clang::QualType deleted = deletion.getDestroyedType();
    return !deleted.isNull() && !deleted->isRecordType() &&
           deleted.getCanonicalType().getUnqualifiedType() ==
               argument_.getType()->getPointeeType().getCanonicalType().getUnqualifiedType();
  }

  bool readCall(const clang::CallExpr& call) {
    for (const clang::Expr* argument : call.arguments()) {
      if (!isArgument(*argument)) {
        if (!read(argument)) return false;
      } else if (call.getNumArgs() != 1 || !frees(call)) {
        return false;
      } else {
        isFreed_ = true;
      }
    }
    return read(call.getCallee());
  }

  bool frees(const clang::CallExpr& call) const {
    constexpr unsigned kDeepest = 3;
    const clang::FunctionDecl* callee = call.getDirectCallee();
    if (callee == nullptr) return isHookToFree(*call.getCallee());
    const bool isOfC = callee->isExternC() || callee->isInStdNamespace();
    if (isOfC && callee->getIdentifier() != nullptr && callee->getName() == "free") return true;
    return depth_ < kDeepest && freesArgumentOf(*callee, depth_ + 1);
  }

  /// A pointer to a function, by its name: others may only be told of the argument.
  static bool isHookToFree(const clang::Expr& callee) {
    const clang::Expr* pointer = callee.IgnoreParenCasts();
    if (const auto* followed = llvm::dyn_cast<clang::UnaryOperator>(pointer))
      pointer = followed->getSubExpr()->IgnoreParenCasts();
    const clang::NamedDecl* named = nullptr;
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(pointer)) named = reference->getDecl();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(pointer)) named = member->getMemberDecl();
    return named != nullptr && soundsLikeTakingBack(named->getNameAsString());
  }

  static bool isNull(const clang::Expr& expression) {
    const clang::Expr* value = expression.IgnoreParenCasts();
    const auto* number = llvm::dyn_cast<clang::IntegerLiteral>(value);
    return (number != nullptr && number->getValue() == 0) || llvm::isa<clang::GNUNullExpr>(value) ||
           llvm::isa<clang::CXXNullPtrLiteralExpr>(value);
  }

  bool readBinary(const clang::BinaryOperator& binary) {
    const clang::Expr& left = *binary.getLHS();
    const clang::Expr& right = *binary.getRHS();
    // Another value is not the argument any more.
    const bool isCleared = binary.getOpcode() == clang::BO_Assign && isNull(right);
    const bool isKnown = binary.isEqualityOp() || isCleared;
    const bool mayBeRight = binary.isEqualityOp();
    return ((isKnown && isArgument(left)) || read(&left)) &&
           ((mayBeRight && isArgument(right)) || read(&right));
  }

 public:
  static bool freesArgumentOf(const clang::FunctionDecl& function, unsigned depth) {
    const clang::FunctionDecl* definition = nullptr;
    if (function.getNumParams() != 1 || !function.hasBody(definition)) return false;
    const clang::ParmVarDecl& argument = *definition->getParamDecl(0);
    if (!argument.getType()->isPointerType()) return false;
    ArgumentUses uses(argument, depth);
    return uses.read(definition->getBody()) && uses.isFreed();
  }

 private:
  const clang::ParmVarDecl& argument_;
  unsigned depth_;
  bool isFreed_ = false;
};

}  // namespace

bool freesArgument(const clang::FunctionDecl& function) { return ArgumentUses::freesArgumentOf(function, 0); }

}  // namespace covolve::program
