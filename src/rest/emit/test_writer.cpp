#include "rest/emit/test_writer.h"

#include "rest/emit/templates.h"
#include "rest/http/message.h"

namespace covolve::rest::emit {

void TestWriter::write(std::span<const Step> steps) {
  for (const Step& step : steps) {
    if (!step.status && !step.succeedsAnyhow) continue;
    ++responses_;
    if (readsJson(step)) ++bodies_;
  }
  for (size_t i = 0; i < steps.size(); ++i) {
    if (i > 0) out_.line();
    out_.comment(steps[i].comment, margin_);
    writeStep(steps[i]);
  }
}

void TestWriter::writeStep(const Step& step) {
  if (!step.status && !step.succeedsAnyhow) return expectNoAnswer(step);
  std::string clock;
  if (step.slowerThan) {
    use(Helper::Clock);
    clock = names_.add(inCase("begin"));
    startClock(clock);
  }
  call(step, {writtenResponses_++ == 0, responses_ == 1});
  if (step.slowerThan) expectSlower(clock, *step.slowerThan);
  if (step.status) {
    expectStatus(*step.status);
  } else {
    expectSuccess(step.mayRedirect);
  }
  if (!step.mediaType.empty()) expectMediaType(step.mediaType);
  for (const auto& [name, value] : step.expectedHeaders) expectHeader(name, value);
  for (const std::string& name : step.missingHeaders) expectMissing(name);
  if (readsJson(step)) {
    use(Helper::Json);
    readBody({writtenBodies_++ == 0, bodies_ == 1});
  }
  for (const BodyExpectation& expectation : step.expectations) expect(step, expectation);
  for (const Capture& one : step.captures) writeCapture(step, one);
}

void TestWriter::writeLogin(const Authentication::Login& login) {
  Step step = login.call;
  step.needsAuthentication = false;
  step.expectations.clear();
  step.captures.clear();
  if (givesToken(login)) step.captures = {login.token};
  for (const auto& [name, value] : file_.authentication.headers) {
    std::erase_if(step.headers, [&](const auto& header) { return isSameHeader(header.first, name); });
    step.headers.emplace_back(name, value);
  }
  call(step, {});
  if (step.status) {
    expectStatus(*step.status);
  } else {
    expectSuccess(true);
  }
  if (readsJson(step)) {
    use(Helper::Json);
    readBody({});
  }
  for (const Capture& one : step.captures) writeCapture(step, one);
}

void TestWriter::writeCapture(const Step& step, const Capture& one) {
  // One that is captured again is a new one: there are no variables that change.
  Variable& variable = variables_[one.variable];
  variable = {names_.add(inCase(one.variable)), one.kind, one.sample};
  capture(step, one, variable);
}

const Variable& TestWriter::variable(const std::string& name) {
  const auto [place, isNew] = variables_.try_emplace(name);
  if (!isNew) return place->second;
  if (name.starts_with(kEnvironmentMark)) {
    place->second = {environment(name.substr(1)), Capture::Kind::Header, nullptr};
  } else {
    place->second.name = names_.add(inCase(name));
  }
  return place->second;
}

}  // namespace covolve::rest::emit
