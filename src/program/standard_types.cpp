// The standard library's types as values of a test's data: one row a template.
// What is no row (and no text, stream or wrapped value below) is unsupported.

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Sema.h>

#include <optional>

#include "program/class_facts.h"
#include "program/spelling.h"
#include "program/type_mapping.h"

namespace covolve::program {

/// A template of the standard library whose arguments are the parts.
struct StandardTemplate {
  const char* name;
  const char* header;
  TypeKind kind;
  unsigned parts = 1;  // its first arguments; 0: all of its pack
  bool isDistinct = false;
};

namespace {

constexpr StandardTemplate kStandardTemplates[] = {
    {"vector", "<vector>", TypeKind::Sequence},
    {"deque", "<deque>", TypeKind::Sequence},
    {"list", "<list>", TypeKind::Sequence},
    {"forward_list", "<forward_list>", TypeKind::Sequence},
    {"initializer_list", "<initializer_list>", TypeKind::Sequence},
    {"set", "<set>", TypeKind::Set, 1, true},
    {"multiset", "<set>", TypeKind::Set},
    {"unordered_set", "<unordered_set>", TypeKind::Set, 1, true},
    {"unordered_multiset", "<unordered_set>", TypeKind::Set},
    {"map", "<map>", TypeKind::Map, 2, true},
    {"multimap", "<map>", TypeKind::Map, 2},
    {"unordered_map", "<unordered_map>", TypeKind::Map, 2, true},
    {"unordered_multimap", "<unordered_map>", TypeKind::Map, 2},
    {"array", "<array>", TypeKind::Array},
    {"optional", "<optional>", TypeKind::Optional},
    {"pair", "<utility>", TypeKind::Tuple, 2},
    {"tuple", "<tuple>", TypeKind::Tuple, 0},
    {"variant", "<variant>", TypeKind::Variant, 0},
};

/// Made from the value of one argument, looked at through a method that gives the same or a size.
struct WrappingTemplate {
  const char* name;
  const char* header;
  const char* accessor;
  unsigned argument;
  bool isAdapter = false;  // of a container: only its size is looked at
};

constexpr WrappingTemplate kWrappingTemplates[] = {
    {"duration", "<chrono>", "count", 0},           {"time_point", "<chrono>", "time_since_epoch", 1},
    {"stack", "<stack>", "size", 1, true},          {"queue", "<queue>", "size", 1, true},
    {"priority_queue", "<queue>", "size", 1, true},
};

struct StreamTemplate {
  const char* name;    // by which code takes it
  const char* madeAs;  // what a test declares
  bool isRead;
  bool isWritten;
};

constexpr StreamTemplate kStreams[] = {
    {"istream", "std::istringstream", true, false},
    {"ostream", "std::ostringstream", false, true},
    {"iostream", "std::stringstream", true, true},
    {"istringstream", "std::istringstream", true, false},
    {"ostringstream", "std::ostringstream", false, true},
    {"stringstream", "std::stringstream", true, true},
};

/// Tests carry every element of an array; beyond this they would be mostly array.
constexpr uint64_t kLongestArray = 1024;

bool isQualified(clang::QualType type) { return type.hasQualifiers() || type->isReferenceType(); }

Type cannot(const char* reason) {
  Type type;
  type.unsupportedReason = reason;
  return type;
}

/// What orders, hashes or compares keys, made without arguments.
bool isOrdering(clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record != nullptr && !record->isLambda() && !whyUnnameable(*record);
}

bool describeText(const clang::CXXRecordDecl& record, Type& type) {
  const bool isText = isCharacterTemplate(record, "basic_string");
  if (!isText && !isCharacterTemplate(record, "basic_string_view")) return false;
  type.kind = isText ? TypeKind::String : TypeKind::StringView;
  type.header = isText ? "<string>" : "<string_view>";
  return true;
}

/// std::wstring and its like.
bool describeWideText(const clang::CXXRecordDecl& record, Type& type) {
  const std::string name = usualName(record);
  const bool isView = name.ends_with("string_view");
  if (!isView && !name.ends_with("string")) return false;
  type.kind = isView ? TypeKind::StringView : TypeKind::String;
  type.header = isView ? "<string_view>" : "<string>";
  type.isWide = true;
  return true;
}

bool describeStream(const clang::CXXRecordDecl& record, Type& type) {
  const std::string name = usualName(record);
  for (const StreamTemplate& known : kStreams) {
    if (name != std::string("std::") + known.name) continue;
    type.kind = TypeKind::Stream;
    type.header = "<sstream>";
    type.madeAs = known.madeAs;
    type.isRead = known.isRead;
    if (known.isWritten) type.accessor = "str";
    return true;
  }
  return false;
}

/// By a class that lowering writes into the test file.
void describeFile(Type& type) {
  type.kind = TypeKind::Stream;
  type.header = "<cstdio>";
  type.madeAs = "TemporaryFile";
  type.pointerMethod = "get";
  type.isRead = true;
  type.accessor = "text";
}

}  // namespace

bool TypeMapper::describeStandard(const clang::CXXRecordDecl& record, Need need, Type& type) {
  if (isCFile(record)) {
    describeFile(type);
    return true;
  }
  if (!isStandardLibrary(record)) return false;
  if (describeText(record, type) || describeWideText(record, type) || describeStream(record, type))
    return true;
  for (const StandardTemplate& known : kStandardTemplates) {
    if (const auto* specialisation = asStandardTemplate(record, known.name)) {
      type = describeTemplate(known, specialisation->getTemplateArgs().asArray(), need);
      return true;
    }
  }
  if (const auto* function = asStandardTemplate(record, "function")) {
    const auto* prototype = function->getTemplateArgs()[0].getAsType()->getAs<clang::FunctionProtoType>();
    type = prototype != nullptr ? describeCallback(*prototype, false, need)
                                : cannot("it holds no function type");
    if (type.kind == TypeKind::Callback) type.header = "<functional>";
    return true;
  }
  return describeSmartPointer(record, need, type) || describeWrapped(record, need, type) ||
         describeSpan(record, need, type) || describeComplexOrEmpty(record, need, type);
}

Type TypeMapper::describeTemplate(const StandardTemplate& known,
                                  llvm::ArrayRef<clang::TemplateArgument> arguments, Need need) {
  Type type;
  type.kind = known.kind;
  type.header = known.header;
  type.isDistinct = known.isDistinct;
  if (known.kind == TypeKind::Array) type.length = arguments[1].getAsIntegral().getLimitedValue();
  if (type.length > kLongestArray) return cannot("arrays of more than 1024 elements are not supported");
  std::vector<clang::TemplateArgument> parts;
  if (known.parts == 0) {
    parts = arguments[0].getPackAsArray();
  } else {
    parts = arguments.take_front(known.parts);
  }
  for (const clang::TemplateArgument& part : parts) {
    if (isQualified(part.getAsType()))
      return cannot("qualified and reference elements are not supported yet");
  }
  // What orders and hashes is default-constructed; an allocator need not be.
  if (isContainer(known.kind) && arguments.size() > known.parts) {
    const clang::CXXRecordDecl* allocator = arguments.back().getAsType()->getAsCXXRecordDecl();
    if (allocator == nullptr || asStandardTemplate(*allocator, "allocator") == nullptr)
      return cannot("allocators of one's own are not supported yet");
  }
  if (known.kind == TypeKind::Set || known.kind == TypeKind::Map) {
    for (const clang::TemplateArgument& helper : arguments.drop_front(known.parts).drop_back()) {
      if (!isOrdering(helper.getAsType()))
        return cannot("orders that are functions or lambdas are not supported yet");
    }
  }
  for (const clang::TemplateArgument& part : parts) type.parts.push_back(map(part.getAsType(), need));
  if (known.kind != TypeKind::Map) return type;
  Type entry;
  entry.kind = TypeKind::Tuple;
  entry.header = "<utility>";
  entry.parts = std::move(type.parts);
  entry.spelling = "std::pair<" + findings_.types[entry.parts[0]].spelling + ", " +
                   findings_.types[entry.parts[1]].spelling + ">";
  type.parts = {add(std::move(entry))};
  return type;
}

bool TypeMapper::describeSmartPointer(const clang::CXXRecordDecl& record, Need need, Type& type) {
  const auto* pointer = asSmartPointer(record);
  if (pointer == nullptr) return false;
  const auto arguments = pointer->getTemplateArgs().asArray();
  if (arguments[0].getAsType()->isArrayType()) {
    type = cannot("smart pointers to arrays are not supported yet");
    return true;
  }
  if (arguments.size() > 1) {
    const clang::CXXRecordDecl* deleter = arguments[1].getAsType()->getAsCXXRecordDecl();
    if (deleter == nullptr || asStandardTemplate(*deleter, "default_delete") == nullptr) {
      type = cannot("deleters of one's own are not supported yet");
      return true;
    }
  }
  if (const clang::CXXRecordDecl* held = arguments[0].getAsType()->getAsCXXRecordDecl()) {
    if (const auto reason = whyUnnameable(*held)) {
      type.unsupportedReason = *reason;
      return true;
    }
  }
  type.kind = TypeKind::Class;
  type.header = "<memory>";
  type.moveConstructible = true;
  type.copyConstructible = pointer->getName() != "unique_ptr";
  map(arguments[0].getAsType(), need);
  return true;
}

std::optional<TypeId> TypeMapper::sharedPointerTo(clang::QualType pointee) {
  clang::ASTContext& context = sema_.getASTContext();
  const clang::NamespaceDecl* standard = sema_.getStdNamespace();
  if (standard == nullptr) return std::nullopt;
  for (const clang::NamedDecl* found : standard->lookup(&context.Idents.get("shared_ptr"))) {
    const auto* shared = llvm::dyn_cast<clang::ClassTemplateDecl>(found);
    if (shared == nullptr) continue;
    for (const auto* specialisation : shared->specializations()) {
      if (context.hasSameType(specialisation->getTemplateArgs()[0].getAsType(), pointee))
        return map(context.getRecordType(specialisation), Need::Value);
    }
  }
  return std::nullopt;
}

bool TypeMapper::describeWrapped(const clang::CXXRecordDecl& record, Need need, Type& type) {
  clang::ASTContext& context = sema_.getASTContext();
  const auto wrap = [&](const char* header, const char* accessor, TypeId madeFrom, TypeId seenAs) {
    type.kind = TypeKind::Wrapped;
    type.header = header;
    type.accessor = accessor;
    type.parts = {madeFrom, seenAs};
    return true;
  };
  for (const WrappingTemplate& known : kWrappingTemplates) {
    const auto* specialisation = asStandardTemplate(record, known.name);
    if (specialisation == nullptr) continue;
    const auto arguments = specialisation->getTemplateArgs().asArray();
    const TypeId held = map(arguments[known.argument].getAsType(), need);
    if (known.name == std::string_view("priority_queue")) {
      if (!isOrdering(arguments[2].getAsType())) {
        type = cannot("orders that are functions or lambdas are not supported yet");
        return true;
      }
      type.leadingArgument = spellType(arguments[2].getAsType(), context) + "()";
    }
    return wrap(known.header, known.accessor, held,
                known.isAdapter ? map(context.UnsignedLongTy, need) : held);
  }
  if (const auto* bits = asStandardTemplate(record, "bitset")) {
    const TypeId number = map(context.UnsignedLongLongTy, need);
    const uint64_t length = bits->getTemplateArgs()[0].getAsIntegral().getLimitedValue();
    return wrap("<bitset>", length <= 64 ? "to_ullong" : "", number, number);
  }
  const auto* scope =
      llvm::dyn_cast<clang::NamedDecl>(record.getDeclContext()->getEnclosingNamespaceContext());
  if (record.getName() == "path" && scope != nullptr &&
      scope->getQualifiedNameAsString().find("filesystem") != std::string::npos) {
    const TypeId text = textType();
    return wrap("<filesystem>", "string", text, text);
  }
  return false;
}

/// A view of elements that the test keeps in a vector.
bool TypeMapper::describeSpan(const clang::CXXRecordDecl& record, Need need, Type& type) {
  const auto* specialisation = asStandardTemplate(record, "span");
  if (specialisation == nullptr) return false;
  const auto arguments = specialisation->getTemplateArgs().asArray();
  const clang::QualType element = arguments[0].getAsType();
  const bool isDynamic = arguments[1].getAsIntegral().getLimitedValue() == ~uint64_t{0};
  if (!isDynamic || element->isBooleanType() || element.isVolatileQualified()) {
    type = cannot("spans of a fixed length, of bool or of volatile elements are not supported yet");
    return true;
  }
  type.kind = TypeKind::Span;
  type.header = "<span>";
  type.pointeeConst = element.isConstQualified();
  type.parts = {map(element.getUnqualifiedType(), need)};
  type.madeAs = "std::vector<" + findings_.types[type.parts[0]].spelling + ">";
  return true;
}

bool TypeMapper::describeComplexOrEmpty(const clang::CXXRecordDecl& record, Need need, Type& type) {
  if (const auto* specialisation = asStandardTemplate(record, "complex")) {
    const TypeId part = map(specialisation->getTemplateArgs()[0].getAsType(), need);
    type.kind = TypeKind::Tuple;
    type.header = "<complex>";
    type.parts = {part, part};
    return true;
  }
  if (record.getName() == "monostate") {
    type.kind = TypeKind::Tuple;
    type.header = "<variant>";
    return true;
  }
  if (record.getName() == "any" && record.isInStdNamespace()) {
    // Nothing, or what code most likely looks for.
    Type empty;
    empty.kind = TypeKind::Tuple;
    empty.header = "<any>";
    empty.spelling = "std::any";
    type.kind = TypeKind::Variant;
    type.header = "<any>";
    type.parts = {add(std::move(empty)), map(sema_.getASTContext().IntTy, need), textType(),
                  map(sema_.getASTContext().DoubleTy, need)};
    return true;
  }
  return false;
}

TypeId TypeMapper::textType() {
  if (!textType_) {
    Type text;
    text.kind = TypeKind::String;
    text.header = "<string>";
    text.spelling = "std::string";
    textType_ = add(std::move(text));
  }
  return *textType_;
}

}  // namespace covolve::program
