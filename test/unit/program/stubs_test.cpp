// Classes that tests define for themselves where the code has nothing that could
// stand for an abstract one.
#include "base/process.h"
#include "program/results_in_turn.h"
#include "reading.h"

namespace covolve::program {
namespace {

/// The stub's type; fails when there is none that something makes.
const Type& stubOf(const Model& model, const std::string& name) {
  static const Type none;
  for (const Type& type : model.types) {
    if (type.kind == TypeKind::Class && type.stub && type.spelling == name) return type;
  }
  ADD_FAILURE() << "no " << name;
  return none;
}

bool hasStubs(const Model& model) {
  return std::ranges::any_of(model.callables, [](const Callable& callable) { return callable.stub != 0; });
}

/// Has the compiler read the header with all of its stubs, which must be no warning to it.
void expectCompiles(const std::string& header, const std::string& standard) {
  Reader reader;
  const Model model = reader.file("unit.h", header).read("unit.h", {standard});
  std::string text = "#include \"unit.h\"\n";
  for (const std::string& include : ResultsInTurn::includes()) text += "#include " + include + "\n";
  text += std::string("#include <utility>\nnamespace {\n") + ResultsInTurn::definition;
  for (const Type& type : model.types) {
    if (type.kind == TypeKind::Class && type.stub)
      text += type.stub->text + "static_assert(!__is_abstract(" + type.spelling + "), \"\");\n";
  }
  text += "}\n";
  reader.file("stubs.cpp", text);
  for (const char* compiler : {"clang++-19", "g++"}) {
    Command command;
    command.arguments = {compiler,
                         standard,
                         "-Wall",
                         "-Wextra",
                         "-Woverloaded-virtual",
                         "-Werror",
                         "-Wno-unused-function",
                         "-fsyntax-only",
                         reader.path("stubs.cpp").string()};
    const Result<Completed> compiled = run(command);
    ASSERT_TRUE(compiled) << compiled.error().message;
    EXPECT_TRUE(compiled->succeeded()) << compiled->errors << text;
  }
}

TEST(Stubs, AreWrittenAsSomebodyWouldForTestsOfTheirOwn) {
  const std::string header = R"(
    #include <string>
    namespace alarms {
    class Sensor {
     public:
      virtual ~Sensor() = default;
      virtual int read() = 0;
      virtual const std::string& name() const noexcept = 0;
      virtual void reset(int level, const char* why) = 0;
    };
    inline bool moves(Sensor& sensor) { return sensor.read() > 3; }
    })";
  const Model model = readHeader(header);
  EXPECT_EQ(stubOf(model, "StubSensor").stub->text, R"(// Stands in for alarms::Sensor.
class StubSensor final : public alarms::Sensor {
 public:
  int read() override { return readResults.next(); }
  const std::string& name() const noexcept override { return nameResults.next(); }
  void reset(int, const char*) override {}

  ResultsInTurn<int> readResults;
  mutable ResultsInTurn<std::string> nameResults;
};
)");
  const Callable* maker = find(model, "StubSensor::StubSensor(std::vector<int>, std::vector<std::string>)");
  ASSERT_TRUE(maker);
  EXPECT_TRUE(maker->parameters[0].isAssigned);
  EXPECT_EQ(maker->parameters[0].name, "readResults");
  EXPECT_TRUE(find(model, "alarms::moves(alarms::Sensor &)"));
  expectCompiles(header, "-std=c++11");
}

TEST(Stubs, OverrideWhateverIsPure) {
  const std::string header = R"(
    struct Empty { virtual ~Empty() = 0; };
    inline Empty::~Empty() {}
    struct Base { virtual ~Base() = default; virtual int id() const = 0; virtual bool isOpen() { return id() > 0; } };
    struct Other { virtual int id() const = 0; virtual int more() = 0; protected: ~Other() = default; };
    struct Both : Base, Other { int more() override { return 1; } };
    class Hidden {
     public:
      virtual ~Hidden() = default;
      int run() { return prepare() + step(); }
     protected:
      virtual int step() = 0;
     private:
      virtual int prepare() = 0;
    };
    struct Size { int width; };
    struct Qualified {
      virtual ~Qualified() = default;
      virtual int take() && = 0;
      virtual int take() & = 0;
      virtual int take() const& = 0;
      virtual int operator()(int, ...) = 0;
      virtual explicit operator bool() const = 0;
      virtual auto handler() -> void (*)(int) = 0;
      virtual void set(void (*handler)(int), int (&numbers)[3], int Base::*member) = 0;
      virtual const Size size() = 0;
    };
    struct Overloaded {
      virtual ~Overloaded() = default;
      virtual int read(int channel) = 0;
      virtual int read(double channel) = 0;
      int read() { return read(0); }
    };
    struct Virtual : virtual Base {};
    inline int use(Empty*, Both&, Hidden& hidden, const Qualified&, Overloaded& o, Virtual&) { return hidden.run() + o.read(); })";
  const Model model = readHeader(header);
  EXPECT_EQ(stubOf(model, "StubEmpty").stub->text,
            "// Stands in for Empty.\nclass StubEmpty final : public Empty {\n};\n");
  const std::string both = stubOf(model, "StubBoth").stub->text;
  EXPECT_EQ(both.find("id()"), both.rfind("id()")) << "one method for both: " << both;
  EXPECT_EQ(both.find("more"), std::string::npos) << both;
  EXPECT_EQ(stubOf(model, "StubHidden").stub->text, R"(// Stands in for Hidden.
class StubHidden final : public Hidden {
 public:
  ResultsInTurn<int> stepResults;
  ResultsInTurn<int> prepareResults;

 private:
  int step() override { return stepResults.next(); }
  int prepare() override { return prepareResults.next(); }
};
)");
  const std::string overloaded = stubOf(model, "StubOverloaded").stub->text;
  EXPECT_NE(overloaded.find("  using Overloaded::read;\n"), std::string::npos) << overloaded;
  EXPECT_NE(overloaded.find("ResultsInTurn<int> readChannelResults2;"), std::string::npos) << overloaded;
  stubOf(model, "StubQualified");
  stubOf(model, "StubVirtual");
  expectCompiles(header, "-std=c++17");
}

TEST(Stubs, ReturnWhatCanBeReturned) {
  const std::string header = R"(
    #include <functional>
    #include <map>
    #include <memory>
    #include <string>
    #include <vector>
    struct Logger { virtual ~Logger() = default; virtual void log(const std::string&) = 0; };
    struct Point { int x; int y; };
    class Money { public: explicit Money(int cents) : cents_(cents) {} int cents() const { return cents_; } private: int cents_; };
    class Handle;
    enum class Level { Low, High };
    struct Context {
      virtual ~Context() = default;
      virtual Logger& getLogger() = 0;
      virtual const Logger& quiet() const = 0;
      virtual Logger* find(int) = 0;
      virtual Point where() = 0;
      virtual Money price() const = 0;
      virtual const Money& rate() const = 0;
      virtual std::unique_ptr<Logger> make() = 0;
      virtual std::shared_ptr<Logger> shared() = 0;
      virtual std::vector<std::string> names() = 0;
      virtual std::map<std::string, std::vector<bool>> table() = 0;
      virtual std::function<int(int)> callback() = 0;
      virtual Handle* handle() = 0;
      virtual char* text() = 0;
      virtual Level level() = 0;
      virtual bool& flag() = 0;
      virtual Context& set(int) = 0;
      virtual Context* parent() = 0;
    };
    inline int use(Context& c) { return c.where().x; })";
  const Model model = readHeader(header);
  const std::string text = stubOf(model, "StubContext").stub->text;
  for (const char* line :
       {"  StubContext(Logger& logger, const Logger& quiet, const Money& price, const Money& rate)",
        "  Logger& getLogger() override { return logger_; }",
        "  const Logger& quiet() const override { return quiet_; }",
        "  Logger* find(int) override { return findResults.next(); }",
        "  Money price() const override { return price_; }",
        "  std::unique_ptr<Logger> make() override { return nullptr; }",
        "  std::function<int(int)> callback() override { return std::function<int(int)>(); }",
        "  Handle* handle() override { return handleResults.next(); }",
        "  char* text() override { return nullptr; }", "  Context& set(int) override { return *this; }",
        "  ResultsInTurn<Point> whereResults;", "  const Money price_;", "  const Money& rate_;"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
  expectCompiles(header, "-std=c++14");
  // What cannot be made is a default value; all else is for tests to give.
  const auto maker = std::ranges::find_if(
      model.callables, [](const Callable& callable) { return callable.name == "StubContext"; });
  ASSERT_NE(maker, model.callables.end());
  const auto has = [&](const char* name) {
    return std::ranges::find(maker->parameters, name, &Parameter::name) != maker->parameters.end();
  };
  EXPECT_TRUE(has("findResults") && has("namesResults") && has("levelResults") && has("logger"));
  EXPECT_FALSE(has("handleResults")) << "nothing makes one";
}

TEST(Stubs, HandOnWhatTheBaseIsConstructedFrom) {
  const std::string header = R"(
    #include <string>
    class Device {
     public:
      virtual ~Device() = default;
      int serial() const { return serial_; }
      virtual int measure() = 0;
     protected:
      explicit Device(int serial = 3) : serial_(serial) {}
      Device(std::string name, const int& serial, int (*check)(int)) : serial_(serial + check(int(name.size()))) {}
      Device(const Device&) = default;
     private:
      Device(char) {}
      int serial_ = 0;
    };)";
  const Model model = readHeader(header);
  const std::string text = stubOf(model, "StubDevice").stub->text;
  EXPECT_NE(text.find(R"(
  explicit StubDevice(int serial) : Device(serial) {}
  StubDevice(std::string name, const int& serial, int (*check)(int))
      : Device(std::move(name), serial, check) {}

)"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("char"), std::string::npos) << text;
  EXPECT_TRUE(stubOf(model, "StubDevice").stub->needsMoving);
  EXPECT_TRUE(find(model, "Device::serial() const"));
  EXPECT_TRUE(find(model, "StubDevice::StubDevice(int, std::vector<int>)"));
  expectCompiles(header, "-std=c++11");
}

TEST(Stubs, AreForWhatTheCodeHasNothingFor) {
  const std::string shape =
      "struct Shape { virtual ~Shape() = default; virtual int area() const = 0; };\n"
      "inline int use(const Shape& shape) { return shape.area(); }\n";
  EXPECT_TRUE(hasStubs(readHeader(shape)));
  EXPECT_FALSE(
      hasStubs(readHeader(shape + "struct Dot : Shape { int area() const override { return 0; } };")));
  EXPECT_FALSE(
      hasStubs(readHeader(shape + "Shape* makeShape(int);\ninline Shape* newShape(int) { return nullptr; }")))
      << "a factory";
  EXPECT_FALSE(hasStubs(readHeader("#include <memory>\n" + shape +
                                   "inline std::unique_ptr<Shape> parse(int) { return nullptr; }")));
  EXPECT_TRUE(hasStubs(readHeader("#include <memory>\n" + shape +
                                  "inline bool has(std::unique_ptr<Shape> s) { return !!s; }")))
      << "an empty pointer is no shape";
  EXPECT_TRUE(hasStubs(
      readHeader(shape + "struct Group { void add(Shape*) {} Shape* find(int) const { return nullptr; } };")))
      << "what a list finds must be put there first";
  EXPECT_TRUE(hasStubs(
      readHeader(shape + "struct Fog : Shape { Fog(Fog&); int area() const override { return 0; } };")))
      << "nobody can make that";
  EXPECT_FALSE(hasStubs(readHeader("struct Shape { virtual int area() const = 0; };"))) << "nobody needs one";
}

TEST(Stubs, AreHeldBySmartPointers) {
  const Model model = readHeader(R"(
    #include <memory>
    struct Shape { virtual ~Shape() = default; virtual int area() const = 0; };
    struct Plain { virtual int area() const = 0; };
    inline int use(std::unique_ptr<Shape> s, std::shared_ptr<const Shape> t, std::unique_ptr<Plain> p, std::shared_ptr<Plain> q) {
      return s ? s->area() : 0;
    })");
  EXPECT_TRUE(find(model, "std::make_unique<StubShape>(std::vector<int>)"));
  EXPECT_TRUE(find(model, "std::make_shared<StubShape>(std::vector<int>)"));
  EXPECT_FALSE(find(model, "std::make_unique<StubPlain>(std::vector<int>)"))
      << "its destructor is not virtual";
  EXPECT_TRUE(find(model, "std::make_shared<StubPlain>(std::vector<int>)"));
}

TEST(Stubs, HaveNamesOfTheirOwn) {
  const Model model = readHeader(R"(
    #define StubClock 1
    struct StubSensor {};
    namespace { struct StubNotifier {}; }
    #include <cstdint>
    #include <string>
    template <class T> struct Listener { virtual ~Listener() = default; virtual void on(T) = 0; };
    namespace a { struct ISensor { virtual ~ISensor() = default; virtual int read() = 0; }; }
    namespace b { struct Sensor { virtual ~Sensor() = default; virtual int read() = 0; }; }
    struct Clock { virtual ~Clock() = default; virtual int ResultsInTurn() = 0; virtual int resultsInTurnResults() { return 0; } };
    struct Notifier { virtual ~Notifier() = default; virtual void send() = 0; };
    struct Bytes { virtual ~Bytes() = default; virtual std::uint8_t at(std::size_t place, const uint16_t& mask, int64_t* out) = 0; };
    inline void use(a::ISensor&, b::Sensor&, Listener<std::string>&, Clock&, Notifier&, Bytes&) {})");
  for (const char* name : {"StubSensor2", "StubSensor3", "StubListenerString", "StubClock2", "StubNotifier2"})
    stubOf(model, name);
  const std::string bytes = stubOf(model, "StubBytes").stub->text;
  EXPECT_NE(bytes.find("  uint8_t at(std::size_t, const uint16_t&, int64_t*) override {"), std::string::npos)
      << bytes;
  EXPECT_EQ(whyNot("A& a", "struct ResultsInTurn {}; struct A { virtual void g() = 0; };"),
            "parameter 1 (A): abstract without subclass, and no stub can be written for it: "
            "the code has a ResultsInTurn of its own");
}

TEST(Stubs, ThatCannotBeWrittenSayWhy) {
  const std::string start = "parameter 1 (A): abstract without subclass, and ";
  EXPECT_EQ(whyNot("A& a", "struct A final { virtual void g() = 0; };"),
            start + "no stub can be written for it: the class is final");
  EXPECT_EQ(whyNot("A& a", "class A { virtual void g() = 0; ~A(); };"),
            start + "no stub can be written for it: its destructor is not accessible");
  EXPECT_EQ(whyNot("A& a", "class A { virtual void g() = 0; A(); };"),
            start + "no stub can be written for it: no accessible constructor");
  EXPECT_EQ(whyNot("A& a", "#include <istream>\nstruct A { virtual std::istream& input() = 0; };"),
            start + "no stub can be written for it: A::input returns std::istream&");
  EXPECT_EQ(whyNot("A& a", "struct A { [[noreturn]] virtual void fail() = 0; };"),
            start + "no stub can be written for it: A::fail never returns");
  EXPECT_EQ(
      whyNot("A& a", "class A { struct P {}; virtual void g(P*) = 0; };"),
      start + "no stub can be written for it: A::g mentions a type that cannot be named (private type)");
  EXPECT_EQ(
      whyNot(
          "A& a",
          "struct V { explicit V(int) {} }; struct A : virtual V { virtual void g() = 0; A() : V(1) {} };"),
      start + "no stub can be written for it: a virtual base has no default constructor");
  EXPECT_EQ(whyNot("A& a", "class K { K(); }; struct A { virtual K& key() = 0; };"),
            start + "a stub for it needs K: no accessible constructor");
  EXPECT_EQ(
      whyNot("A& a", "struct B; struct A { virtual B& b() = 0; }; struct B { virtual A& a() = 0; };"),
      start + "a stub for it needs B: abstract without subclass, and a stub for it would need one already");
}

TEST(Stubs, AreSeenWhereTheirBaseIs) {
  Reader reader;
  reader.file("sensor.h",
              "#pragma once\nstruct Sensor { virtual ~Sensor() = default; virtual int read() = 0; };\n");
  reader.file("alarm.h", "#pragma once\nstruct Sensor;\nbool moves(Sensor& sensor);\n");
  reader.file("alarm.cpp",
              "#include \"alarm.h\"\n#include \"sensor.h\"\nbool moves(Sensor& sensor) { return "
              "sensor.read() > 3; }\n");
  const Model model = reader.read("alarm.cpp");
  EXPECT_FALSE(model.access.includeSource);
  EXPECT_EQ(model.access.includes, (std::vector<std::string>{"\"alarm.h\"", "\"sensor.h\""}));
  stubOf(model, "StubSensor");
}

}  // namespace
}  // namespace covolve::program
