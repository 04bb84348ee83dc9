// rest-ncs: the numeric subjects behind HTTP, after the papers' service of that name.
//
// What makes it hard: the parameters are all that a test has, and they decide as in
// the subjects themselves: equal sides, parities, x == 0, a pair of signs.
// Expected: no fault. 400 for what the document excludes, 409 where there is no result.
#include <cmath>
#include <stdexcept>

#include "../../numeric/bessj.cpp"
#include "../../numeric/expint.cpp"
#include "../../numeric/fisher.cpp"
#include "../../numeric/gammq.cpp"
#include "../../numeric/remainder.cpp"
#include "../../numeric/triangle2.cpp"
#include "../../triangle/triangle.cpp"
#include "../common/serve.h"

namespace {

using service::Answer;
using service::IntegerRange;
using service::NumberRange;
using service::Refusal;
using service::Request;

const unsigned char kDocument[] = {
#embed "openapi.json"
};

constexpr IntegerRange kAnyInteger{-2147483648LL, 2147483647};
constexpr IntegerRange kDegreesOfFreedom{1, 1000};
constexpr double kLargest = 1e300;
constexpr NumberRange kNotNegative{0, kLargest};

int integer(const Request& request, const char* name, IntegerRange range) {
  return static_cast<int>(request.pathInteger(name, range));
}

Answer integerAnswer(int result) { return service::json(200, {{"resultAsInt", result}}); }

/// JSON has neither infinity nor NaN: there is no result then.
Answer numberAnswer(double result) {
  if (!std::isfinite(result)) throw Refusal(409, "the result is not finite");
  return service::json(200, {{"resultAsDouble", result}});
}

/// The bounds are checked before. What the subject refuses then is no matter of a single parameter.
template <typename Compute>
auto computed(Compute compute) {
  try {
    return compute();
  } catch (const std::domain_error& refused) {
    throw Refusal(409, refused.what());
  } catch (const std::runtime_error& failed) {
    throw Refusal(409, failed.what());
  }
}

Answer triangle(const Request& request) {
  return integerAnswer(
      static_cast<int>(classify(integer(request, "a", kAnyInteger), integer(request, "b", kAnyInteger),
                                integer(request, "c", kAnyInteger))));
}

Answer triangle2(const Request& request) {
  return integerAnswer(numeric::triangle2(integer(request, "a", kAnyInteger),
                                          integer(request, "b", kAnyInteger),
                                          integer(request, "c", kAnyInteger)));
}

Answer remainderOf(const Request& request) {
  constexpr IntegerRange range{-10000, 10000};
  const int dividend = integer(request, "dividend", range);
  const int divisor = integer(request, "divisor", range);
  return integerAnswer(computed([&] { return numeric::remainder(dividend, divisor); }));
}

Answer bessj(const Request& request) {
  const int order = integer(request, "n", {2, 1000});
  const double x = request.pathNumber("x", {-kLargest, kLargest});
  return numberAnswer(computed([&] { return numeric::Bessel::ofOrder(order, x); }));
}

Answer expint(const Request& request) {
  const int order = integer(request, "n", {0, 2147483647});
  const double x = request.pathNumber("x", kNotNegative);
  return numberAnswer(computed([&] { return numeric::ExponentialIntegral::ofOrder(order, x); }));
}

Answer fisher(const Request& request) {
  const int m = integer(request, "m", kDegreesOfFreedom);
  const int n = integer(request, "n", kDegreesOfFreedom);
  const double x = request.pathNumber("x", {0, 1e12});
  return numberAnswer(computed([&] { return numeric::fisher(m, n, x); }));
}

Answer gammq(const Request& request) {
  const double a = request.pathNumber("a", {.lowest = 0, .highest = kLargest, .excludesLowest = true});
  const double x = request.pathNumber("x", kNotNegative);
  return numberAnswer(computed([&] { return numeric::IncompleteGamma::upper(a, x); }));
}

}  // namespace

int main(int argc, char** argv) {
  const service::Options options = service::readOptions(argc, argv, {"--apart"});
  service::Router router;
  router.add("GET", "/api/triangle/{a}/{b}/{c}", triangle);
  router.add("GET", "/api/triangle2/{a}/{b}/{c}", triangle2);
  router.add("GET", "/api/remainder/{dividend}/{divisor}", remainderOf);
  router.add("GET", "/api/bessj/{n}/{x}", bessj);
  router.add("GET", "/api/expint/{n}/{x}", expint);
  router.add("GET", "/api/fisher/{m}/{n}/{x}", fisher);
  router.add("GET", "/api/gammq/{a}/{x}", gammq);
  service::addDocument(router, "/openapi.json", "application/json",
                       {reinterpret_cast<const char*>(kDocument), sizeof kDocument});
  service::serve(router, options);
}
