#include "reading.h"

namespace covolve::program {

using testing::Test;
using Names = std::vector<std::string>;

TEST(Callables, FreeFunctionsAreNamedThroughNestedAndInlineNamespaces) {
  const Model model =
      readHeader("namespace a { inline namespace v1 { namespace b { int f(int x) { return x; } } } }");
  EXPECT_EQ(displays(model), Names{"a::b::f(int)"});
  EXPECT_TRUE(model.callables[0].underTest);
  EXPECT_EQ(model.callables[0].kind, CallableKind::Function);
  EXPECT_EQ(model.callables[0].parameters[0].name, "x");
  EXPECT_EQ(model.callables[0].line, 1u);
}

TEST(Callables, PublicFieldsAreReadAlsoThoseOfParts) {
  const Model model = readHeader(R"(
    #include <string>
    struct Point { int x; int y; };
    struct Shape {
      Shape() {}
      std::string name;
      Point corner;
      const char* text = nullptr;
     private:
      int secret = 0;
    };)");
  const Callable* name = find(model, "Shape::name");
  ASSERT_TRUE(name);
  EXPECT_TRUE(name->isField);
  EXPECT_TRUE(name->isConst);
  EXPECT_FALSE(name->underTest) << "no test is about it";
  const Callable* part = find(model, "Shape::corner.y");
  ASSERT_TRUE(part);
  EXPECT_EQ(part->name, "corner.y");
  EXPECT_FALSE(find(model, "Shape::text")) << "where it points to is not known";
  EXPECT_FALSE(find(model, "Shape::secret"));
}

TEST(Callables, AClassThatTheSourceOnlyUsesIsLookedAtThroughItsGetters) {
  Reader reader;
  reader
      .file("value.h",
            "#pragma once\n#include <string>\nclass Value {\n public:\n  Value();\n  int count() const;\n"
            "  std::string text() const;\n  const char* name() const;\n  int nth(int n) const;\n"
            "  Value copy() const;\n  void reset();\n  int next();\n private:\n  int secret() const;\n};")
      .file("parser.h", "#pragma once\n#include \"value.h\"\nValue parse(const char* text);")
      .file("parser.cpp", "#include \"parser.h\"\nValue parse(const char*) { return {}; }");
  const Model model = reader.read("parser.cpp");
  for (const char* getter : {"Value::count() const", "Value::text() const", "Value::name() const"}) {
    ASSERT_TRUE(find(model, getter)) << getter;
    EXPECT_TRUE(find(model, getter)->isLook) << getter;
    EXPECT_FALSE(find(model, getter)->underTest) << getter;
  }
  for (const char* other : {"Value::nth(int) const", "Value::copy() const", "Value::reset()", "Value::next()",
                            "Value::secret() const"})
    EXPECT_FALSE(find(model, other)) << other;
}

TEST(Callables, EachDefaultArgumentMakesAShorterForm) {
  const Model model = readHeader("int f(int a, double b = 1, bool c = true) { return a + b + c; }");
  EXPECT_EQ(displays(model), (Names{"f(int, double, bool)", "f(int, double)", "f(int)"}));
}

TEST(Callables, AShorterFormThatAnOverloadTakesIsLeftOut) {
  const Model model =
      readHeader("int f(int a, int b = 1) { return a + b; }\nint f(const int& a) { return a; }");
  EXPECT_EQ(displays(model), (Names{"f(int, int)", "f(const int &)"}));
}

TEST(Callables, AConstOverloadDoesNotTakeTheShorterForm) {
  const Model model =
      readHeader("struct A { A() {} int f(int a = 1) { return a; } int f(int a = 1) const { return a; } };");
  EXPECT_EQ(displays(model), (Names{"A::A()", "A::f(int)", "A::f()", "A::f(int) const", "A::f() const"}));
}

TEST(Callables, OverloadsThatDifferInAReferenceOnlyAreAmbiguous) {
  const Model model = readHeader(
      "inline int f(int a) { return a; }\ninline int f(const int& a) { return a; }\n"
      "inline int g(int& a) { return a; }\ninline int g(const int& a) { return a; }");
  EXPECT_EQ(displays(model), (Names{"g(int &)", "g(const int &)"}));
  EXPECT_EQ(reasonFor(model, "f(int)"), "ambiguous: an overload differs in a reference only");
}

TEST(Callables, DefaultArgumentsOfTheHeaderCountForTheDefinition) {
  Reader reader;
  reader.file("unit.h", "int f(int a, int b = 2);")
      .file("unit.cpp", "#include \"unit.h\"\nint f(int a, int b) { return a + b; }");
  EXPECT_EQ(displays(reader.read("unit.cpp")), (Names{"f(int, int)", "f(int)"}));
}

TEST(Callables, OverloadsByConstnessAndReferenceKeepTheirQualifiers) {
  const Model model = readHeader(R"(
    struct Box {
      Box() {}
      int& at() & { return n; }
      const int& at() const& { return n; }
      int at() && noexcept { return n; }
     private:
      int n = 0;
    };)");
  ASSERT_TRUE(find(model, "Box::at()"));
  ASSERT_TRUE(find(model, "Box::at() const"));
  ASSERT_TRUE(find(model, "Box::at() &&"));
  EXPECT_EQ(find(model, "Box::at()")->resultBy, PassBy::Reference);
  EXPECT_EQ(find(model, "Box::at() const")->resultBy, PassBy::ConstReference);
  EXPECT_TRUE(find(model, "Box::at() &&")->isRvalueQualified);
  EXPECT_TRUE(find(model, "Box::at() &&")->isNoexcept);
  EXPECT_FALSE(find(model, "Box::at()")->isNoexcept);
}

TEST(Callables, OperatorsAreCalledWhetherMemberFreeOrFriend) {
  const Model model = readHeader(R"(
    namespace money {
    struct Coin {
      explicit Coin(int v) : v(v) {}
      Coin operator-() const { return Coin(-v); }
      Coin& operator++() { ++v; return *this; }
      Coin operator++(int) { Coin c(*this); ++v; return c; }
      explicit operator bool() const { return v != 0; }
      int operator()(int x) const { return x * v; }
      int operator[](unsigned i) const { return v + i; }
      friend bool operator==(const Coin& a, const Coin& b) { return a.v == b.v; }
      static void* operator new(decltype(sizeof 0) n);
     private:
      int v;
    };
    inline Coin operator+(Coin a, const Coin&) { return a; }
    inline long double operator""_c(long double x) { return x; }
    })");
  for (const char* display :
       {"money::Coin::operator-() const", "money::Coin::operator++()", "money::Coin::operator++(int)",
        "money::Coin::operator bool() const", "money::Coin::operator()(int) const",
        "money::Coin::operator[](unsigned int) const",
        "money::operator+(money::Coin, const money::Coin &)"}) {
    ASSERT_TRUE(find(model, display)) << display;
    EXPECT_TRUE(find(model, display)->isOperator) << display;
  }
  const Callable* equal = find(model, "money::operator==(const money::Coin &, const money::Coin &)");
  ASSERT_TRUE(equal);
  EXPECT_TRUE(equal->isHiddenFriend);
  EXPECT_EQ(equal->qualifiedName, "operator==");  // qualified lookup would not find it
  EXPECT_TRUE(find(model, "money::operator\"\"_c(long double)"));
  EXPECT_EQ(reasonFor(model, "money::Coin::operator new(unsigned long)"), "manages memory for the compiler");
}

TEST(Callables, StaticMethodsNeedNoObject) {
  const Model model =
      readHeader("struct Abstract { virtual int f() = 0; static int g(int x) { return x; } };");
  ASSERT_EQ(displays(model), Names{"Abstract::g(int)"});
  EXPECT_EQ(model.callables[0].kind, CallableKind::StaticMethod);
  EXPECT_EQ(reasonFor(model, "Abstract::f()"), "pure virtual: has no code");
}

TEST(Callables, WhatAHiddenClassOverridesIsCalledThroughItsBase) {
  Reader reader;
  reader.file("order.h",
              "struct Order { virtual ~Order() = default; virtual bool less(int a, int b) const = 0;\n"
              "  virtual int unused() const = 0; };\nconst Order* ascending();\n");
  reader.file("ascending.cpp", R"(#include "order.h"
    namespace { struct Ascending : Order { bool less(int a, int b) const override { return a < b; }
                                           int unused() const override { return 0; } }; }
    const Order* ascending() { static Ascending order; return &order; })");
  const Model ofOthers = reader.read("ascending.cpp");
  const Callable* less = find(ofOthers, "Order::less(int, int) const");
  ASSERT_TRUE(less) << "of a header that is not under test itself";
  EXPECT_TRUE(less->underTest);
  reader.file("order.cpp", R"(#include "order.h"
    namespace { struct Ascending : Order { bool less(int a, int b) const override { return a < b; }
                                           int unused() const override { return 0; } }; }
    const Order* ascending() { static Ascending order; return &order; })");
  const Model ofItsOwn = reader.read("order.cpp");
  EXPECT_EQ(std::ranges::count(displays(ofItsOwn), "Order::less(int, int) const"), 1);
}

TEST(Callables, InheritedMethodsAreCallableOnTheDerivedClass) {
  const Model model = readHeader(R"(
    struct Base { int kept() { return 1; } int hidden() { return 2; } int hidden(int) { return 3; } };
    struct Private { int unseen() { return 4; } int raised() { return 5; } };
    struct Derived : Base, private Private { Derived() {} int hidden() { return 6; } using Private::raised; };)");
  EXPECT_TRUE(find(model, "Derived::kept()"));
  EXPECT_TRUE(find(model, "Derived::hidden()"));
  EXPECT_FALSE(find(model, "Derived::hidden(int)"));
  EXPECT_FALSE(find(model, "Derived::unseen()"));
  EXPECT_TRUE(find(model, "Derived::raised()"));
}

TEST(Callables, InheritedConstructorsMakeTheDerivedClass) {
  const Model model = readHeader(R"(
    struct Base { explicit Base(int) {} };
    struct Derived : Base { using Base::Base; int f() { return 1; } };)");
  EXPECT_TRUE(find(model, "Derived::Derived(int)"));
  EXPECT_TRUE(find(model, "Derived::f()"));
}

TEST(Callables, NestedPublicClassesAreTestedAndPrivateOnesListed) {
  const Model model = readHeader(R"(
    struct Outer {
      class Inner { public: int f() { return 1; } };
     private:
      class Secret { public: int g() { return 1; } };
    };)");
  EXPECT_TRUE(find(model, "Outer::Inner::f()"));
  EXPECT_EQ(reasonFor(model, "Outer::Secret"), "private type: reached only through its users");
}

TEST(Callables, DeducedReturnTypesAreKnown) {
  const Model model =
      readHeader("inline auto f(int x) { return x > 0; }\ninline auto g() -> long { return 1; }");
  EXPECT_EQ(model.types[find(model, "f(int)")->result].kind, TypeKind::Boolean);
  EXPECT_EQ(model.types[find(model, "g()")->result].kind, TypeKind::Integer);
}

TEST(Callables, WhatReturnsSomethingThatCannotBeLookedIntoIsCallable) {
  const Model model = readHeader("#include <thread>\ninline std::thread::id f(int) { return {}; }");
  ASSERT_TRUE(find(model, "f(int)"));
  EXPECT_EQ(model.types[find(model, "f(int)")->result].kind, TypeKind::Unsupported);
}

TEST(Callables, WrittenSpecialisationsAreCallable) {
  const Model model = readText(R"(
    template <class T> struct Stack { void push(T t) { top = t; } T top{}; int size() const { return 1; } };
    template struct Stack<int>;
    template <> struct Stack<char> { Stack() {} char only() { return 'c'; } };
    template <class T> T largest(T a, T b) { return a > b ? a : b; }
    template int largest<int>(int, int);
    template <> inline long largest<long>(long a, long) { return a; })");
  EXPECT_TRUE(find(model, "Stack<int>::push(int)"));
  EXPECT_TRUE(find(model, "Stack<char>::only()"));
  EXPECT_TRUE(find(model, "largest<int>(int, int)"));
  EXPECT_TRUE(find(model, "largest<long>(long, long)"));
}

TEST(Callables, AnInstantiationThatAParameterNamesIsUnderTest) {
  const Model model = readHeader(R"(
    template <class T> class Box { public: explicit Box(T t) : t_(t) {} T get() const { return t_; } private: T t_; };
    inline int open(const Box<int>& box) { return box.get(); })");
  EXPECT_TRUE(find(model, "Box<int>::Box(int)"));
  ASSERT_TRUE(find(model, "Box<int>::get() const"));
  EXPECT_TRUE(find(model, "Box<int>::get() const")->underTest);
  EXPECT_TRUE(find(model, "open(const Box<int> &)"));
  EXPECT_EQ(reasonFor(model, "Box"), "");
}

TEST(Callables, FunctionsOfOtherHeadersMakeWhatUsersDoNot) {
  Reader reader;
  reader.file(
      "engine.h",
      "#include <memory>\n"
      "struct Handle; Handle* handle_new(int size); void handle_free(Handle* handle); int weigh(int);\n"
      "class Engine { friend std::unique_ptr<Engine> build(int); Engine(); };\n"
      "std::unique_ptr<Engine> build(int power);\n"
      "struct Plain { explicit Plain(int); }; Plain plain(int);\n");
  reader.file("unit.h",
              "#include \"engine.h\"\nint use(Handle* handle, const Engine& engine, Plain plain);\n");
  reader.file("unit.cpp", "#include \"unit.h\"\nint use(Handle*, const Engine&, Plain) { return 1; }\n");
  const auto model = reader.tryRead("unit.cpp");
  ASSERT_TRUE(model);
  ASSERT_TRUE(find(*model, "use(Handle *, const Engine &, Plain)"));
  ASSERT_TRUE(find(*model, "handle_new(int)"));
  EXPECT_FALSE(find(*model, "handle_new(int)")->underTest);
  EXPECT_TRUE(find(*model, "handle_free(Handle *)"));
  EXPECT_TRUE(find(*model, "build(int)"));
  EXPECT_FALSE(find(*model, "plain(int)"));
  EXPECT_FALSE(find(*model, "weigh(int)"));
}

TEST(Callables, MakersAreNotCrowdedOutByGetters) {
  Reader reader;
  std::string header = "struct Widget; Widget* widget_new(int, int); Widget* widget_clone(Widget* widget);\n";
  for (char name = 'a'; name < 'p'; ++name) {
    header += std::string("int widget_") + name + "(const Widget* widget);\n";
  }
  reader.file("widget.h", header);
  reader.file("unit.h", "#include \"widget.h\"\nint use(const Widget* widget);\n");
  reader.file("unit.cpp", "#include \"unit.h\"\nint use(const Widget*) { return 1; }\n");
  const auto model = reader.tryRead("unit.cpp");
  ASSERT_TRUE(model);
  EXPECT_TRUE(find(*model, "widget_new(int, int)"));
}

TEST(Callables, CallbacksThatCannotBeWrittenHaveAReason) {
  const Model model = readHeader(R"(
    #include <functional>
    #include <vector>
    struct Point { int x = 0; };
    inline int quiet(int (*f)(int) noexcept) { return f(1); }
    inline int points(std::function<std::vector<Point>()> f) { return f().empty(); }
    inline int numbers(std::function<std::vector<int>()> f) { return f().empty(); })");
  EXPECT_NE(reasonFor(model, "quiet(int (*)(int) noexcept)"), "");
  EXPECT_NE(reasonFor(model, "points(std::function<std::vector<Point>()>)"), "");
  EXPECT_TRUE(find(model, "numbers(std::function<std::vector<int>()>)"));
}

TEST(Callables, WhatCannotBeCalledHasAReason) {
  const Model model = readHeader(R"(
    #include <functional>
    struct Thing {
      Thing() {}
      Thing(const Thing&) = default;
      Thing& operator=(const Thing&) = delete;
      ~Thing() {}
      int gone() = delete;
      void callback(int n, std::function<int&(int)> f);
     protected:
      int guarded() { return 1; }
     private:
      int secret() { return 1; }
    };
    inline int printLike(const char*, ...) { return 0; }
    consteval int early(int x) { return x; }
    int elsewhere(int);
    inline void raw(volatile void* p) {})");
  EXPECT_EQ(reasonFor(model, "Thing::Thing(const Thing &)"), "defaulted: has no code of its own");
  EXPECT_EQ(reasonFor(model, "Thing::operator=(const Thing &)"), "deleted");
  EXPECT_EQ(reasonFor(model, "Thing::~Thing()"), "destructor: runs at the end of every test");
  EXPECT_EQ(reasonFor(model, "Thing::gone()"), "deleted");
  EXPECT_EQ(reasonFor(model, "Thing::guarded()"), "protected: reached only through its callers");
  EXPECT_EQ(reasonFor(model, "Thing::secret()"), "private: reached only through its callers");
  EXPECT_EQ(
      reasonFor(model, "Thing::callback(int, std::function<int &(int)>)"),
      "parameter 2 (std::function<int &(int)>): callbacks that return references are not supported yet");
  EXPECT_EQ(reasonFor(model, "printLike(const char *, ...)"), "variadic");
  EXPECT_EQ(reasonFor(model, "early(int)"), "runs at compile time only");
  EXPECT_EQ(reasonFor(model, "elsewhere(int)"), "declared here, defined elsewhere");
  EXPECT_NE(reasonFor(model, "raw(volatile void *)"), "");
}

TEST(Callables, WrittenCopyAndAssignmentAreUnderTest) {
  const Model model = readHeader(R"(
    class Buffer {
     public:
      Buffer() {}
      Buffer(const Buffer& other) : n(other.n) {}
      Buffer& operator=(const Buffer& other) { n = other.n; return *this; }
     private:
      int n = 0;
    };)");
  const Callable* copy = find(model, "Buffer::Buffer(const Buffer &)");
  ASSERT_TRUE(copy);
  EXPECT_TRUE(copy->underTest);
  EXPECT_TRUE(find(model, "Buffer::operator=(const Buffer &)"));
  const Type& type = model.types[copy->owner];
  ASSERT_EQ(type.makers.size(), 1u);  // a copy needs an object already
  EXPECT_EQ(model.callables[type.makers[0]].display, "Buffer::Buffer()");
}

TEST(Callables, ConstraintsThatDoNotHoldAreAReason) {
  const Model model = readText(R"(
    template <class T> struct Wrap {
      Wrap() {}
      int small() const requires (sizeof(T) == 1) { return 1; }
      int large() const requires (sizeof(T) > 1) { return 2; }
    };
    template struct Wrap<int>;)");
  EXPECT_TRUE(find(model, "Wrap<int>::large() const"));
  EXPECT_FALSE(find(model, "Wrap<int>::small() const"));
}

TEST(Callables, TheOrderIsThatOfTheSource) {
  const std::string text =
      "inline int c() { return 1; }\nstruct B { B() {} int z() { return 1; } int a() { return 2; } };\n"
      "inline int a() { return 3; }";
  EXPECT_EQ(displays(readHeader(text)), (Names{"c()", "B::B()", "B::z()", "B::a()", "a()"}));
}

}  // namespace covolve::program
