// What covolve knows about the code under test as its caller sees it: types,
// callables, how a value of each type is made, and what cannot be tested and
// why. Plain data; Clang stays inside the front end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace covolve::program {

using TypeId = uint32_t;
using CallableId = uint32_t;

/// Of a Buffer, here and in the harness (runtime/include/covolve/harness/buffers.h).
constexpr uint64_t kBufferLength = 256;

enum class TypeKind {
  Void,
  Null,  // std::nullptr_t
  Boolean,
  Character,  // char, signed/unsigned char, wchar_t, char8_t, char16_t, char32_t
  Integer,    // short .. __int128
  Floating,   // float, double, long double
  Enumeration,
  String,       // std::string, std::wstring, ...
  StringView,   // std::string_view, std::wstring_view, ...
  CString,      // const char*, const wchar_t*: null or a string without NUL
  Buffer,       // char*: null or a writable array of `length` characters (part 0) that starts with a string
  Sequence,     // std::vector<part 0>, deque, list, forward_list
  Set,          // std::set<part 0>, multiset, unordered_...
  Map,          // std::map, multimap, unordered_...: of entries, part 0, which are tuples of key and value
  Array,        // std::array<part 0, length>
  Optional,     // std::optional<part 0>
  Tuple,        // std::pair<part 0, part 1>, std::tuple of all parts, std::complex
  Variant,      // one of its parts: std::variant, std::any
  Wrapped,      // constructed from part 0, seen as part 1 through `accessor`: a duration, a path, a stack
  Callback,     // a function pointer or std::function that returns the elements of part 0, a Sequence, one
                // after the other, whatever it is given; or nothing (part 0 is Void), or null (a pointer)
  Elements,     // a pointer to as many elements (part 0) as another parameter says, in a variable like a Span
  Span,         // a view of elements (part 0) in a variable of type `madeAs`
  Stream,       // a variable of type `madeAs` is taken by reference or pointer: std::istream, FILE
  Pointer,      // to part 0: null or to a made value (a Class: to an object made earlier)
  Class,        // made by an action or lent by one, then referred to
  Unsupported,  // see unsupportedReason
};

/// Any number of elements, perhaps none.
constexpr bool isContainer(TypeKind kind) {
  return kind == TypeKind::Sequence || kind == TypeKind::Set || kind == TypeKind::Map;
}

struct Enumerator {
  std::string name;  // qualified: shop::Color::Red
  int64_t value;
};

/// Of a class, whoever may see it: what the analyses of its code know by its place has a name here.
struct Field {
  std::string name;
  uint64_t offset = 0;                  // bytes
  std::vector<Enumerator> enumerators;  // of its type, if that is an enumeration
};

/// An argument that a callback writes down; in a counted text the next argument says how long it is.
struct Heard {
  enum class As { Text, CountedText, Number, Enumerator } as;
  size_t argument = 0;
};

/// Of a class that tests define for themselves (stub_classes.h).
struct Stub {
  TypeId base = 0;           // the abstract class that it stands for
  std::string text;          // its definition
  bool hasResults = false;   // it needs the definition of ResultsInTurn, too
  bool needsMoving = false;  // and <utility>
};

/// Types are cv-unqualified and no references: those belong to their use (Parameter, Callable).
struct Type {
  TypeKind kind = TypeKind::Unsupported;
  std::string spelling;  // fully qualified, usable at global scope
  unsigned bits = 0;     // Boolean, Character, Integer, Floating, Enumeration
  bool isSigned = false;
  std::vector<TypeId> parts;
  std::string header;                  // of a type of the standard library: "<vector>"
  bool isWide = false;                 // String, StringView, CString: not of char
  bool isRead = false;                 // Stream: it has a text to read from
  bool isText = false;                 // Elements: characters or plain bytes
  std::string madeAs;                  // Span, Stream: the type of the variable that a test declares
  std::string pointerMethod;           // Stream: gives the pointer to it; empty: its address is that
  bool isNullable = false;             // Callback: empty ones throw when they are called, or are checked for
  std::vector<std::string> arguments;  // Callback: the types that it is given
  std::vector<Heard> heard = {};       // Callback through a pointer: what of that a test can tell
  std::string accessor;         // Wrapped, Stream: the method that shows its contents; empty: nothing does
  std::string leadingArgument;  // Wrapped: of its constructor, before part 0
  bool isDistinct = false;      // Set, Map: no key twice
  uint64_t length = 0;          // Array, Buffer
  bool pointeeConst = false;    // Pointer, Buffer, Elements
  std::vector<Enumerator> enumerators;
  bool isFixed = false;           // Enumeration: has a fixed underlying type, all of whose values it may hold
  std::string unsupportedReason;  // one clause: "no accessible constructor", "abstract without subclass"

  // Class
  /// Constructors, aggregate initialisation, factories returning it by value; none takes such an object
  /// itself (unless in a vector, an optional or by pointer), and what the first one needs can be made without
  /// one.
  std::vector<CallableId> makers;
  bool copyConstructible = false;
  bool moveConstructible = false;
  bool equalityComparable = false;
  std::set<std::string> seenTypes = {};  // an object may keep a reference to a constant of these: a view
  bool seesElements = false;             // and to an element of something, by an iterator
  bool isAbstract = false;
  /// A test can neither make nor destroy one (unsupportedReason says why), but use what a call lends.
  bool isOnlyLent = false;
  bool isHandle = false;           // behind a plain pointer under another name: typedef void *parser_t
  std::vector<TypeId> bases = {};  // classes that an object of this one can stand for, in order
  std::string record = {};         // its qualified name without template arguments, as bitcode has it
  std::vector<Field> fields = {};  // its own
  std::optional<Stub> stub = {};
};

enum class PassBy { Value, ConstReference, Reference, RvalueReference };

struct Parameter {
  std::string name;  // may be empty
  TypeId type = 0;
  PassBy passBy = PassBy::Value;
  /// The parameters (Elements) of which so many elements are read; of a Pointer: what it points to counts
  /// them.
  std::vector<uint32_t> countsOf = {};
  bool isEnd = false;         // it does not count them: it points behind the last of them
  bool mayBeNull = false;     // a pointer that counts them, for which the function has a null check
  unsigned opensBraces = 0;   // of an Aggregate: around an array or a part without a name that starts with it
  unsigned closesBraces = 0;  // and that ends with it
  /// Not passed to the call, but assigned to the member of this name of the stub that it has made.
  bool isAssigned = false;
};

enum class CallableKind {
  Function,
  StaticMethod,
  Method,
  Constructor,
  Aggregate,  // brace initialisation: parameters are the fields, in order
};

struct Callable {
  CallableKind kind = CallableKind::Function;
  std::string name;           // total, operator+, Order
  std::string qualifiedName;  // shop::Order::total
  std::string display;        // shop::Order::total(int, const std::string &) const
  std::string linkageName;    // of the function that it calls, or of the constructor's body; may be empty
  TypeId owner = 0;           // Method, StaticMethod, Constructor, Aggregate: the class
  std::vector<Parameter> parameters;  // default arguments make further callables with fewer parameters
  TypeId result = 0;                  // Constructor, Aggregate: the class
  PassBy resultBy = PassBy::Value;    // Reference and ConstReference: a reference is returned
  bool isConst = false;
  bool isRvalueQualified = false;  // callable on std::move(object) only: consumes it
  bool isNoexcept = false;
  bool isOperator = false;
  bool isStaticLinkage = false;   // static or in an unnamed namespace: needs Model::includeSource
  bool isHiddenFriend = false;    // a friend that only its class declares: found through its arguments
  bool isOfSmartPointer = false;  // makes one or gets at its object: nothing that a test is about
  bool freesArgument = false;     // its one argument only goes to free(), delete or a hook for it
  std::vector<Enumerator> resultNames = {};  // what it calls some of its integer results
  /// Its result is an empty structure that is declared first, and whose address is its first argument.
  bool initialises = false;
  /// Its result, a pointer, is what the function puts behind this parameter, which is none of its own.
  std::optional<uint32_t> outParameter = {};
  bool isLook = false;     // shows what an object holds, and is for no more
  bool isField = false;    // a look that is a Method in name only: it reads a public field, `name`
  bool setsField = false;  // a Method in name only, too: its argument is assigned to a public field, `name`
  TypeId stub = 0;         // makes an object of this class, perhaps in a smart pointer; 0: of no stub
  bool underTest = false;  // of a requested file; otherwise only here to make values
  /// Called to bring about states: of a requested file, but not asked for (--only), or of a class elsewhere.
  bool supports = false;
  /// One of those of a class elsewhere: what is lent may be there for all tests, and stays as it is.
  bool fills = false;
  /// Its code stands in another unit, which is linked with the target for it where that takes few.
  bool isWorthLinking = false;
  std::filesystem::path file;
  unsigned line = 0;
};

/// Of a Callback: it returns what a test gives, and not just nothing or null.
inline bool hasResults(const std::vector<Type>& types, const Type& callback) {
  return types[callback.parts[0]].kind == TypeKind::Sequence;
}

/// A value by itself, which == compares; of floating-point numbers that is not always so.
inline bool isPlain(TypeKind kind) {
  return kind == TypeKind::Boolean || kind == TypeKind::Character || kind == TypeKind::Integer ||
         kind == TypeKind::Enumeration || kind == TypeKind::String;
}

/// An object that a call returns by reference or pointer: it belongs to somebody else.
struct Lent {
  TypeId type = 0;  // a Class
  bool isConst = false;
};

/// Whether an object of the class can be used where one of the base is asked for, other than by copying.
inline bool standsFor(const std::vector<Type>& types, TypeId derived, TypeId base) {
  const std::vector<TypeId>& bases = types[derived].bases;
  return derived == base || std::ranges::find(bases, base) != bases.end();
}

/// Of a field that a test does not fill: nothing stands in the test's data for it, {} in its text.
inline bool isEmptyBraces(const Type& type) { return type.kind == TypeKind::Tuple && type.spelling == "{}"; }

/// char** argv: pointers to texts, behind which stands a null pointer, as main is given them.
inline bool isRowOfTexts(const std::vector<Type>& types, const Type& type) {
  if (type.kind != TypeKind::Elements) return false;
  const TypeKind element = types[type.parts[0]].kind;
  return element == TypeKind::CString || element == TypeKind::Buffer;
}

/// An object that was made before can be handed on by value.
inline bool isTransferable(const std::vector<Type>& types, TypeId id) {
  const Type& type = types[id];
  return type.kind != TypeKind::Class || type.copyConstructible || type.moveConstructible;
}

/// A value of the type can be put into braces, which copy.
inline bool isCopyable(const std::vector<Type>& types, TypeId id) {
  const Type& type = types[id];
  if (type.kind == TypeKind::Class) return type.copyConstructible;
  return type.kind == TypeKind::Pointer ||
         std::ranges::all_of(type.parts, [&](TypeId part) { return isCopyable(types, part); });
}

inline bool isSmartPointer(const Type& type) {
  return type.kind == TypeKind::Class && type.header == "<memory>";
}

/// It can be asked whether it holds something.
inline bool isComparableWithNull(const Type& type) {
  return isSmartPointer(type) && !type.spelling.starts_with("std::weak_ptr<");
}

/// None also where a method returns a reference to its own class: nearly always to the object itself, unless
/// it changes nothing.
inline std::optional<Lent> lentBy(const std::vector<Type>& types, const Callable& callable) {
  const Type& result = types[callable.result];
  if (result.kind == TypeKind::Pointer && callable.resultBy == PassBy::Value) {
    if (types[result.parts[0]].kind != TypeKind::Class) return std::nullopt;
    return Lent{result.parts[0], result.pointeeConst};
  }
  const bool isReference =
      callable.resultBy == PassBy::Reference || callable.resultBy == PassBy::ConstReference;
  if (!isReference || result.kind != TypeKind::Class) return std::nullopt;
  const bool returnsItself = callable.kind == CallableKind::Method && callable.owner == callable.result &&
                             !(callable.isConst && callable.resultBy == PassBy::ConstReference);
  if (returnsItself) return std::nullopt;
  return Lent{callable.result, callable.resultBy == PassBy::ConstReference};
}

/// The type that the callable makes a value of, or lends an object of.
inline std::optional<TypeId> madeBy(const std::vector<Type>& types, const Callable& callable) {
  if (const auto lent = lentBy(types, callable)) return lent->type;
  if (callable.resultBy != PassBy::Value || types[callable.result].isOnlyLent) return std::nullopt;
  return callable.result;
}

struct Skipped {
  std::string what;    // Callable::display
  std::string reason;  // one clause
  std::filesystem::path file;
  unsigned line = 0;
  std::vector<std::string> names = {};       // qualified: as it is called, and as a base declares it
  std::vector<std::string> parameters = {};  // of a function: what they are called
};

/// A piece of a file, from the first to the last character of a definition.
struct Extent {
  std::filesystem::path file;
  unsigned firstLine = 0;
  unsigned firstColumn = 0;
  unsigned lastLine = 0;
  unsigned lastColumn = 0;

  /// `column` 0: somewhere in the line.
  bool contains(unsigned line, unsigned column) const {
    if (line < firstLine || line > lastLine) return false;
    if (column == 0) return true;
    return (line > firstLine || column >= firstColumn) && (line < lastLine || column <= lastColumn);
  }
  bool operator==(const Extent&) const = default;
};

/// What of the requested files is asked for (--only).
struct Restriction {
  std::vector<std::string> names;  // qualified, without template arguments: classes, functions, namespaces
  std::vector<Extent> extents;     // of all their functions, also of those that cannot be called from outside

  bool contains(const std::filesystem::path& file, unsigned line, unsigned column) const {
    for (const Extent& extent : extents) {
      if (extent.contains(line, column) && extent.file == file) return true;
    }
    return false;
  }
};

/// How an emitted test and the harness see the code.
struct Access {
  /// #include lines' contents with their brackets: "\"order.h\"", "<vector>".
  std::vector<std::string> includes;
  /// Lines behind them that declare functions which stand in no header: namespace shop {
  std::vector<std::string> declarations;
  /// Headers of C that stand in extern "C" { }, behind the others, and prototypes that stand there too.
  std::vector<std::string> cIncludes;
  std::vector<std::string> cDeclarations;  // int clamp(int, int)
  /// The source file itself is included (its classes or functions stand in no header); it is then not linked
  /// too.
  bool includeSource = false;
  bool isC = false;              // the source is C: what it allocates is for free()
  bool definesMain = false;      // the source has a main(), to be renamed out of the way
  bool readsInput = false;       // of the program, outside of main(): tests give it none
  bool hasExceptions = true;     // not with -fno-exceptions
  bool isCxx14 = true;           // or newer: std::make_unique is there
  bool isCxx17 = true;           // std::as_const is there
  std::set<std::string> macros;  // of the project, that a file with these includes sees
};

struct Model {
  std::filesystem::path source;
  std::vector<std::filesystem::path> requestedFiles;  // the source and the headers whose code is under test
  std::vector<Type> types;
  std::vector<Callable> callables;
  std::vector<Skipped> skipped;
  std::optional<Restriction> restriction;  // none: all is asked for
  Access access;
};

/// Whether something else than the program's entry is called main (app::main, a method): where that is
/// renamed by a macro, so is this.
inline bool callsMain(const Model& model) {
  for (const Callable& callable : model.callables) {
    if (callable.name == "main") return true;
  }
  return false;
}

}  // namespace covolve::program
