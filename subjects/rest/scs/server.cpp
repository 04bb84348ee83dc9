// rest-scs: the string subjects behind HTTP, after the papers' service of that name.
//
// What makes it hard: whole words decide, and the document names none of them. A
// black-box test can only guess, or reuse what it has seen.
// Expected: no fault. 400 for what the document excludes, 409 where there is no result.
#include <cmath>
#include <string>

#include "../../cookie/cookie.cpp"
#include "../../strings/calc.cpp"
#include "../../strings/costfuns.cpp"
#include "../../strings/date_parse.cpp"
#include "../../strings/file_suffix.cpp"
#include "../../strings/noty_pevar.cpp"
#include "../../strings/ordered4.cpp"
#include "../../strings/pat.cpp"
#include "../../strings/regex.cpp"
#include "../../strings/stemmer.cpp"
#include "../../strings/text2txt.cpp"
#include "../../strings/title.cpp"
#include "../common/serve.h"

namespace {

using service::Answer;
using service::Request;

const unsigned char kDocument[] = {
#embed "openapi.yaml"
};

std::string word(const Request& request, const char* name) { return request.pathText(name, {1, 50}); }

int integer(const Request& request, const char* name) {
  return static_cast<int>(request.pathInteger(name, {-2147483648LL, 2147483647}));
}

double number(const Request& request, const char* name) { return request.pathNumber(name, {-1e300, 1e300}); }

Answer integerAnswer(int result) { return service::json(200, {{"resultAsInt", result}}); }

Answer textAnswer(const std::string& result) { return service::json(200, {{"resultAsText", result}}); }

/// JSON has neither infinity nor NaN: there is no result then.
Answer numberAnswer(double result) {
  if (!std::isfinite(result)) throw service::Refusal(409, "the result is not finite");
  return service::json(200, {{"resultAsDouble", result}});
}

}  // namespace

int main(int argc, char** argv) {
  const service::Options options = service::readOptions(argc, argv);
  service::Router router;
  router.add("GET", "/api/calc/{operator}/{first}/{second}", [](const Request& request) {
    return numberAnswer(
        strings::calc(word(request, "operator"), number(request, "first"), number(request, "second")));
  });
  router.add("GET", "/api/cookie/{name}/{value}/{site}", [](const Request& request) {
    return integerAnswer(rateCookie(word(request, "name"), word(request, "value"), word(request, "site")));
  });
  router.add("GET", "/api/costfuns/{i}/{s}", [](const Request& request) {
    return integerAnswer(strings::costfuns(integer(request, "i"), word(request, "s")));
  });
  router.add("GET", "/api/dateparse/{day}/{month}", [](const Request& request) {
    return integerAnswer(strings::dateParse(word(request, "day"), word(request, "month")));
  });
  router.add("GET", "/api/filesuffix/{directory}/{file}", [](const Request& request) {
    return integerAnswer(strings::fileSuffix(word(request, "directory"), word(request, "file")));
  });
  router.add("GET", "/api/notypevar/{i}/{s}", [](const Request& request) {
    return integerAnswer(strings::notyPevar(integer(request, "i"), word(request, "s")));
  });
  router.add("GET", "/api/ordered4/{w}/{x}/{y}/{z}", [](const Request& request) {
    return integerAnswer(
        strings::ordered4(word(request, "w"), word(request, "x"), word(request, "y"), word(request, "z")));
  });
  router.add("GET", "/api/pat/{text}/{pattern}", [](const Request& request) {
    return integerAnswer(strings::pat(word(request, "text"), word(request, "pattern")));
  });
  router.add("GET", "/api/regex/{text}",
             [](const Request& request) { return integerAnswer(strings::regex(word(request, "text"))); });
  router.add("GET", "/api/stem/{word}", [](const Request& request) {
    return textAnswer(strings::Stemmer::stem(word(request, "word")));
  });
  router.add("GET", "/api/text2txt/{first}/{second}/{third}", [](const Request& request) {
    return textAnswer(
        strings::text2txt(word(request, "first"), word(request, "second"), word(request, "third")));
  });
  router.add("GET", "/api/title/{sex}/{word}", [](const Request& request) {
    return integerAnswer(strings::title(word(request, "sex"), word(request, "word")));
  });
  service::addDocument(router, "/openapi.yaml", "application/yaml",
                       {reinterpret_cast<const char*>(kDocument), sizeof kDocument});
  service::serve(router, options);
}
