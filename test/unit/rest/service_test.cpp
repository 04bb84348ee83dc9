#include "rest/http/service.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "base/files.h"
#include "http_fixture.h"
#include "rest/http/tcp.h"
#include "rest/http/url.h"

namespace covolve::rest {
namespace {

using std::chrono_literals::operator""ms;
using test::clientOf;
using test::expectResponse;
using test::get;
using test::kNeverStopped;
using test::RawServer;
using test::RequestLog;

/// A service in a few lines of Perl, which every Debian has: it evaluates the path of a request (with '~' for
/// blanks) and answers with what came out of that.
constexpr std::string_view kPerl = R"(
use IO::Socket::INET;
$s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => $ARGV[0], Listen => 5, ReuseAddr => 1) or die "no port";
$| = 1;
while ($c = $s->accept) {
  while (defined($line = <$c>)) {
    $code = $1 if $line =~ m{^GET /(\S*)};
    next if $line ne "\r\n";
    $code =~ tr/~/ /;
    $result = eval $code;
    print $c "HTTP/1.1 200 OK\r\nContent-Length: " . length($result) . "\r\n\r\n" . $result;
  }
}
)";

class ServiceTest : public testing::Test {
 protected:
  void SetUp() override {
    auto made = ScratchDirectory::make("service-test");
    ASSERT_TRUE(made);
    scratch_ = std::make_unique<ScratchDirectory>(*std::move(made));
    std::ofstream(file("serve.pl")) << kPerl;
  }

  std::string file(const std::string& name) const { return (scratch_->path() / name).string(); }

  /// Of this host: key.pem and certificate.pem.
  void makeCertificate() const {
    const auto made =
        covolve::run({.arguments = {"openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                                    "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
                                    "-keyout", "key.pem", "-out", "certificate.pem"},
                      .directory = scratch_->path()});
    ASSERT_TRUE(made && made->succeeded()) << made->errors;
  }

  std::string fileText(const std::string& name) const { return readFile(file(name)).value_or(""); }

  ServiceOptions options(const std::string& start = "perl serve.pl {port}") const {
    return {.start = start, .reset = "", .directory = scratch_->path()};
  }

  static Service started(const ServiceOptions& options) {
    auto service = Service::start("http://127.0.0.1:{port}", options);
    EXPECT_TRUE(service) << service.error().message;
    return *std::move(service);
  }

  static std::string failed(const ServiceOptions& options,
                            const std::string& url = "http://127.0.0.1:{port}") {
    const auto service = Service::start(url, options);
    EXPECT_FALSE(service);
    return service ? "" : service.error().message;
  }

  /// What the service makes of Perl code.
  static std::string evaluated(const Service& service, const std::string& code) {
    const HttpAnswer answer = clientOf(service.url()).send(get("/" + code));
    return responseOf(answer) != nullptr ? responseOf(answer)->body : "no answer";
  }

  static ServiceDeath awaitDeath(const Service& service) {
    while (!service.death()) std::this_thread::sleep_for(5ms);
    return *service.death();
  }

  static bool isListening(const std::string& url) {
    const auto place = parseHttpUrl(url);
    return acceptsConnections(place->host, place->port);
  }

  std::unique_ptr<ScratchDirectory> scratch_;
};

TEST_F(ServiceTest, RunsOnAFreePortUntilItIsNotNeeded) {
  std::string url;
  {
    const Service service = started(options());
    url = service.url();
    EXPECT_EQ(url.find('{'), std::string::npos);
    EXPECT_EQ(evaluated(service, "6*7"), "42");
    EXPECT_FALSE(service.death());
  }
  EXPECT_FALSE(isListening(url));
}

TEST_F(ServiceTest, RunsInItsDirectory) {
  const Service service = started(options());
  EXPECT_EQ(evaluated(service, "use~Cwd;getcwd()"), std::filesystem::canonical(scratch_->path()).string());
}

TEST_F(ServiceTest, MayHaveAFixedPort) {
  const auto port = freePort();
  ASSERT_TRUE(port);
  const std::string url = "http://localhost:" + std::to_string(*port) + "/api";
  const auto service = Service::start(url, options());
  ASSERT_TRUE(service) << service.error().message;
  EXPECT_EQ(service->url(), url);
}

TEST_F(ServiceTest, InheritsNoDescriptors) {
  const int open = fcntl(STDERR_FILENO, F_DUPFD, 77);  // without close-on-exec
  const Service service = started(options());
  EXPECT_EQ(evaluated(service, "(-e~'/proc/self/fd/" + std::to_string(open) + "')?'open':'closed'"),
            "closed");
  EXPECT_EQ(evaluated(service, "(-e~'/proc/self/fd/2')?'open':'closed'"), "open");
  close(open);
}

TEST_F(ServiceTest, ItsDeathIsNoticed) {
  const Service service = started(options());
  evaluated(service, "exit(3)");
  const ServiceDeath death = awaitDeath(service);
  EXPECT_EQ(death.status, 3);
  EXPECT_EQ(death.signal, 0);
  EXPECT_EQ(death.describe(), "exited with status 3");
}

TEST_F(ServiceTest, ASignalIsNamedAlsoWhereAShellWaits) {
  for (const std::string start : {"exec perl serve.pl {port}", "perl serve.pl {port}; exit $?"}) {
    const Service service = started(options(start));
    evaluated(service, "print~STDERR~qq(last~words);kill('SEGV',$$);sleep(100)");
    const ServiceDeath death = awaitDeath(service);
    EXPECT_EQ(death.signal, SIGSEGV) << start;
    EXPECT_EQ(death.describe(), "was ended by SIGSEGV");
    EXPECT_NE(death.errors.find("last words"), std::string::npos);
  }
}

TEST_F(ServiceTest, EndlessErrorsNeitherBlockItNorPileUp) {
  const Service service = started(options());
  EXPECT_EQ(evaluated(service, "print~STDERR~qq(x)x1000,qq(\\n)~for(1..2000);1"), "1");
  evaluated(service, "print~STDERR~qq(the~end);exit(1)");
  const ServiceDeath death = awaitDeath(service);
  EXPECT_LE(death.errors.size(), size_t{64} << 10);
  EXPECT_TRUE(death.errors.ends_with("the end"));
}

TEST_F(ServiceTest, CanBeStartedAnewOnTheSamePort) {
  Service service = started(options());
  const std::string url = service.url();
  evaluated(service, "exit(3)");
  awaitDeath(service);
  ASSERT_TRUE(service.restart());
  EXPECT_FALSE(service.death());
  EXPECT_EQ(service.url(), url);
  EXPECT_EQ(evaluated(service, "1+1"), "2");
}

TEST_F(ServiceTest, CanBeStartedAnewWhileItRuns) {
  Service service = started(options());
  const std::string before = evaluated(service, "$$");
  ASSERT_TRUE(service.restart());
  const std::string after = evaluated(service, "$$");
  EXPECT_NE(before, after);
  EXPECT_EQ(kill(std::stoi(before), 0), -1);
}

TEST_F(ServiceTest, ARestartIsTriedUntilItSucceeds) {
  // The second and third start end at once, as if the port was not free yet.
  std::ofstream(file("count")) << "0";
  Service service =
      started(options("n=$(($(cat count) + 1)); echo $n > count; [ $n = 2 ] || [ $n = 3 ] && exit 1; exec "
                      "perl serve.pl {port}"));
  const auto restarted = service.restart();
  ASSERT_TRUE(restarted) << restarted.error().message;
  EXPECT_EQ(evaluated(service, "1"), "1");
  EXPECT_EQ(fileText("count"), "4\n");
}

TEST_F(ServiceTest, ARestartThatNeverSucceedsIsAnError) {
  ServiceOptions some = options("[ -e gone ] && exit 1; touch gone; exec perl serve.pl {port}");
  some.startTimeout = 500ms;
  auto service = Service::start("http://127.0.0.1:{port}", some);
  ASSERT_TRUE(service) << service.error().message;
  EXPECT_FALSE(service->restart());
}

TEST_F(ServiceTest, OneThatEndsAtOnceIsAnErrorWithWhatItSaid) {
  const std::string message = failed(options("echo this goes wrong >&2; exit 7; # {port}"));
  EXPECT_NE(message.find("exited with status 7"), std::string::npos) << message;
  EXPECT_TRUE(message.ends_with(":\nthis goes wrong")) << message;
}

TEST_F(ServiceTest, OneThatDoesNotListenIsAnErrorWithWhatItSaid) {
  ServiceOptions some = options("echo still thinking >&2; sleep 1000; # {port}");
  some.startTimeout = 300ms;
  const std::string message = failed(some);
  EXPECT_NE(message.find("after 0.3 s"), std::string::npos) << message;
  EXPECT_TRUE(message.ends_with(":\nstill thinking")) << message;
}

TEST_F(ServiceTest, AStopEndsTheWaitForIt) {
  std::atomic<bool> stop = false;
  std::jthread user([&stop] {
    std::this_thread::sleep_for(100ms);
    stop = true;
  });
  const auto service = Service::start("http://127.0.0.1:{port}", options("sleep 1000; # {port}"), &stop);
  ASSERT_FALSE(service);
}

TEST_F(ServiceTest, MistakesOfTheUserAreNamed) {
  EXPECT_NE(failed(options("perl serve.pl 8080")).find("would not know its port"), std::string::npos);
  EXPECT_NE(failed(options(), "localhost").find("no URL"), std::string::npos);
  ServiceOptions elsewhere = options();
  elsewhere.directory = file("nowhere");
  EXPECT_NE(failed(elsewhere).find("no such directory"), std::string::npos);
}

TEST_F(ServiceTest, APlaceThatIsTakenIsAnError) {
  RawServer other(test::always(""));
  EXPECT_NE(failed(options("sleep 1000"), other.url()).find("something else accepts connections"),
            std::string::npos);
}

/// Whether the process has ended, waiting for that.
bool hasEnded(const std::string& process) {
  while (kill(std::stoi(process), 0) == 0) std::this_thread::sleep_for(5ms);
  return true;
}

TEST_F(ServiceTest, WhatItStartedEndsWithIt) {
  std::string child;
  {
    const Service service = started(options("sleep 1000 & echo $! > child; perl serve.pl {port}; true"));
    child = fileText("child");
    ASSERT_EQ(kill(std::stoi(child), 0), 0);
  }
  EXPECT_EQ(kill(std::stoi(child), 0), -1);
}

TEST_F(ServiceTest, WhatADeadOneLeftBehindEndsToo) {
  std::string child;
  {
    const Service service = started(options("sleep 1000 & echo $! > child; exec perl serve.pl {port}"));
    child = fileText("child");
    evaluated(service, "exit(1)");
    awaitDeath(service);
  }
  EXPECT_EQ(kill(std::stoi(child), 0), -1);
}

TEST_F(ServiceTest, MayTidyUpBeforeItEnds) {
  // The shell ends at once; what it started takes some time.
  {
    const Service service = started(options("perl serve.pl {port}; true"));
    evaluated(service,
              "$SIG{TERM}=sub{select(undef,undef,undef,0.2);open(F,'>tidied');print~F~1;close(F);exit(0)}");
  }
  EXPECT_EQ(fileText("tidied"), "1");
}

TEST_F(ServiceTest, IsEndedByForceIfItDoesNotListen) {
  std::string process;
  {
    const Service service = started(options());
    process = evaluated(service, "$SIG{TERM}='IGNORE';$$");
  }
  EXPECT_EQ(kill(std::stoi(process), 0), -1);
}

TEST_F(ServiceTest, DiesWithCovolve) {
  // A process in our place starts it and is killed.
  const pid_t covolve = fork();
  if (covolve == 0) {
    const Service service = started(options("sleep 1000 & echo $! > child; perl serve.pl {port}; true"));
    std::ofstream(file("process")) << evaluated(service, "$$");
    kill(getpid(), SIGKILL);
  }
  waitpid(covolve, nullptr, 0);
  EXPECT_TRUE(hasEnded(fileText("process")));
  EXPECT_TRUE(hasEnded(fileText("child")));
}

TEST_F(ServiceTest, MayBeMoved) {
  Service service = started(options());
  Service other = std::move(service);
  EXPECT_EQ(evaluated(other, "1"), "1");
  service = started(options());
  other = std::move(service);
  EXPECT_EQ(evaluated(other, "2"), "2");
}

TEST(ServiceDeath, MentionsWhatASanitizerSaw) {
  ServiceDeath death{
      .status = 1,
      .signal = 0,
      .errors =
          "GET /\n==12==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 "
          "at pc 0x5 bp 0x7\nREAD of size 4\n"};
  EXPECT_EQ(death.describe(), "exited with status 1 (AddressSanitizer: heap-use-after-free)");
  death = {.status = 0,
           .signal = SIGABRT,
           .errors =
               "a.cpp:1:2: runtime error: shift exponent 40 is too large\n"
               "a.cpp:3:4: runtime error: load of null pointer of type 'int'\nend\n"};
  EXPECT_EQ(death.describe(), "was ended by SIGABRT (runtime error: load of null pointer of type 'int')");
  death.errors = "nothing";
  EXPECT_EQ(death.describe(), "was ended by SIGABRT");
}

class ServiceResetTest : public ServiceTest {};

TEST_F(ServiceResetTest, MayBeACall) {
  RequestLog log;
  RawServer server(test::always("HTTP/1.1 204 Done\r\n\r\n", &log));
  ServiceOptions some = options();
  some.reset = "POST /admin/reset?all=1";
  ServiceReset reset(some, server.url());
  ASSERT_TRUE(reset.isPossible());
  auto client = clientOf(server.url());
  EXPECT_TRUE(reset.run(client, kNeverStopped));
  EXPECT_TRUE(reset.run(client, kNeverStopped));
  ASSERT_EQ(log.size(), 2u);
  EXPECT_TRUE(log.all()[1].starts_with("POST /admin/reset?all=1 HTTP/1.1\r\n"));
}

TEST_F(ServiceResetTest, ACallThatIsRefusedIsAnError) {
  RawServer server(test::always("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"));
  ServiceOptions some = options();
  some.reset = "POST /reset";
  auto client = clientOf(server.url());
  const auto done = ServiceReset(some, server.url()).run(client, kNeverStopped);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message,
            "the service cannot be reset by \"POST /reset\": it answers with status 500");
}

TEST_F(ServiceResetTest, MayBeAShellLine) {
  ServiceOptions some = options();
  some.reset = "echo port {port} >> resets";
  ServiceReset reset(some, "http://localhost:8123/api");
  auto client = clientOf("http://localhost:8123/api");
  EXPECT_TRUE(reset.run(client, kNeverStopped));
  EXPECT_TRUE(reset.run(client, kNeverStopped));
  EXPECT_EQ(fileText("resets"), "port 8123\nport 8123\n");
  EXPECT_EQ(client.sent(), 0u);
}

TEST_F(ServiceResetTest, AShellLineThatFailsIsAnErrorWithWhatItSaid) {
  ServiceOptions some = options();
  some.reset = "echo no database >&2; exit 4";
  auto client = clientOf("http://localhost:8123");
  const auto done = ServiceReset(some, "http://localhost:8123").run(client, kNeverStopped);
  ASSERT_FALSE(done);
  EXPECT_TRUE(done.error().message.ends_with("it exits with status 4:\nno database")) << done.error().message;
}

TEST_F(ServiceResetTest, IsImpossibleWhereNothingIsSaid) {
  EXPECT_FALSE(ServiceReset(options(), "http://localhost").isPossible());
}

TEST_F(ServiceTest, TalksTls) {
  makeCertificate();
  const auto service = Service::start(
      "https://127.0.0.1:{port}",
      options("exec openssl s_server -quiet -accept {port} -cert certificate.pem -key key.pem -www"));
  ASSERT_TRUE(service) << service.error().message;
  const HttpAnswer verified = clientOf(service->url()).send(get("/"));
  test::expectFailure(verified, HttpFailure::Kind::CannotConnect);
  EXPECT_NE(test::reasonOf(verified).find("certificate"), std::string::npos);
  auto client = clientOf(service->url(), {.verifiesCertificates = false});
  for (int i = 0; i < 2; ++i) EXPECT_EQ(expectResponse(client.send(get("/"))).status, 200);
  EXPECT_NE(test::reasonOf(verified).find("--ca-certificate"), std::string::npos);
  auto trusting = clientOf(service->url(), {.authority = scratch_->path() / "certificate.pem"});
  EXPECT_EQ(expectResponse(trusting.send(get("/"))).status, 200);
}

constexpr const char* kHttp2Service = R"(
import { createSecureServer } from "node:http2";
import { readFileSync } from "node:fs";
const tls = { key: readFileSync("key.pem"), cert: readFileSync("certificate.pem"), allowHTTP1: true };
createSecureServer(tls, (request, response) => {
  if (request.url === "/reset") return response.stream.close(2);
  let body = "";
  request.on("data", (piece) => (body += piece));
  request.on("end", () => {
    response.setHeader("X-Version", request.httpVersion);
    response.end(request.method + " " + request.url + " " + body);
  });
}).listen(Number(process.argv[2]), "127.0.0.1");
)";

TEST_F(ServiceTest, TalksHttp2WhereTheServiceHasIt) {
  makeCertificate();
  ASSERT_TRUE(replaceFile(scratch_->path() / "service.mjs", kHttp2Service));
  const auto service = Service::start("https://127.0.0.1:{port}", options("exec node service.mjs {port}"));
  ASSERT_TRUE(service) << service.error().message;
  auto client = clientOf(service->url(), {.verifiesCertificates = false});
  for (const std::string method : {"GET", "POST", "DELETE", "PATCH"}) {
    const bool hasBody = method != "GET";
    const HttpAnswer answer =
        client.send({method, "/a/../b?x=%26", {}, hasBody ? std::optional("some data") : std::nullopt});
    const HttpResponse& response = expectResponse(answer);
    EXPECT_EQ(response.status, 200);
    ASSERT_NE(response.header("X-Version"), nullptr);
    EXPECT_EQ(*response.header("X-Version"), "2.0");
    EXPECT_TRUE(response.isHttp2);
    EXPECT_EQ(response.body, method + " /a/../b?x=%26 " + (hasBody ? "some data" : ""));
  }
  EXPECT_EQ(expectResponse(client.send({"HEAD", "/a", {}, std::nullopt})).body, "");
  // A stream that breaks is no answer, and harms no other.
  test::expectFailure(client.send(get("/reset")), HttpFailure::Kind::ConnectionLost);
  EXPECT_EQ(expectResponse(client.send(get("/a"))).status, 200);
}

TEST_F(ServiceTest, ShowsAClientCertificateWhereOneIsWanted) {
  const auto made =
      covolve::run({.arguments = {"openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                                  "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
                                  "-keyout", "key.pem", "-out", "certificate.pem"},
                    .directory = scratch_->path()});
  ASSERT_TRUE(made && made->succeeded()) << made->errors;
  const auto service = Service::start(
      "https://127.0.0.1:{port}",
      options("exec openssl s_server -quiet -accept {port} -cert certificate.pem -key key.pem -www "
              "-Verify 1 -verify_return_error -CAfile certificate.pem"));
  ASSERT_TRUE(service) << service.error().message;
  ClientOptions client{.authority = scratch_->path() / "certificate.pem"};
  EXPECT_EQ(responseOf(clientOf(service->url(), client).send(get("/"))), nullptr);
  client.certificate = scratch_->path() / "certificate.pem";
  client.key = scratch_->path() / "key.pem";
  EXPECT_EQ(expectResponse(clientOf(service->url(), client).send(get("/"))).status, 200);
}

TEST(HttpProxy, IsAskedForWholeUrls) {
  test::RequestLog log;
  RawServer proxy(test::always("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", &log));
  setenv("NO_PROXY", "*", 1);  // is about others
  auto client = clientOf("http://service.invalid:8123/v1", {.proxy = proxy.url()});
  EXPECT_EQ(expectResponse(client.send(get("/pets?limit=3"))).body, "ok");
  EXPECT_TRUE(log.all().at(0).starts_with("GET http://service.invalid:8123/v1/pets?limit=3 HTTP/1.1\r\n"))
      << log.all().at(0);
  unsetenv("NO_PROXY");
}

}  // namespace
}  // namespace covolve::rest
