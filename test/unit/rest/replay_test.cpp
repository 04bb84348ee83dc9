#include "rest/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/files.h"
#include "tiny_service.h"

namespace covolve::rest {
namespace {

using test::TinyAnswer;
using test::TinyRequest;
using test::TinyService;
using testing::HasSubstr;
using testing::Not;

TEST(Replay, ReadsWhatCurlWrites) {
  EXPECT_EQ(answerIn("HTTP/1.1 500 Oops\r\nContent-Type: Application/JSON; charset=utf-8\r\n\r\n{\"a\": 1}"),
            "500 application/json\n{\"a\": 1}");
  EXPECT_EQ(answerIn("HTTP/1.1 204 No Content\r\nX: y\r\n\r\n"), "204 ");
  EXPECT_EQ(answerIn("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\n\r\nx"), "201 \nx");
  EXPECT_EQ(answerIn(""), "");
}

TEST(Replay, AFaultShowsWhereWhatItIsAboutIsTheSame) {
  EXPECT_TRUE(showsTheSame("server-error", "500 text/plain\na", "500 text/html\nb"));
  EXPECT_FALSE(showsTheSame("server-error", "500 text/plain\na", "200 text/plain\na"));
  EXPECT_TRUE(showsTheSame("schema", "200 application/json\n{}", "200 application/json\n{}"));
  EXPECT_FALSE(showsTheSame("schema", "200 application/json\n{}", "200 application/json\n{\"id\": 1}"));
  EXPECT_TRUE(showsTheSame("schema", "200 application/json\n[1, ...", "200 application/json\n[1, 2]"));
  EXPECT_FALSE(showsTheSame("content-type", "200 text/html\na", "200 application/json\na"));
  EXPECT_TRUE(showsTheSame("connection-loss", "", ""));
}

TEST(Replay, CommandsAreForWhereTheServiceIsNow) {
  EXPECT_EQ(adapted("curl -i 'http://localhost:8080/a?b=c'", "http://h:1/", {}),
            "curl -i 'http://h:1/a?b=c'");
  EXPECT_EQ(adapted("curl -i http://localhost:8080/a", "", {{"X-Key", "it's"}}),
            R"(curl -i -H 'X-Key: it'\''s' http://localhost:8080/a)");
  EXPECT_EQ(adapted("printf 'a\\n' | curl -i -X POST --data-binary @- http://h/a", "http://g", {}),
            "printf 'a\\n' | curl -i -X POST --data-binary @- http://g/a");
}

TEST(Replay, RepeatsTheCallsAndComparesTheLastAnswer) {
  bool isMended = false;
  const TinyService service([&](const TinyRequest& request) -> std::optional<TinyAnswer> {
    EXPECT_THAT(request.head, HasSubstr("X-Key: secret"));
    return TinyAnswer{isMended ? 200 : 500};
  });
  const auto scratch = ScratchDirectory::make("replay-test");
  ASSERT_TRUE(scratch);
  std::ofstream(scratch->path() / "covolve.json")
      << R"({"faults": [{"id": "abc", "kind": "server-error", "description": "GET /a answers 500.",
                         "answer": "500 ", "commands": ["curl -i http://localhost:8080/a"]},
                        {"id": "def", "commands": []}]})";
  ReplayOptions options{"abc", scratch->path(), service.url(), {{"X-Key", "secret"}}};
  auto replay = replayFault(options);
  ASSERT_TRUE(replay) << replay.error().message;
  EXPECT_TRUE(replay->stillShows) << replay->text;
  EXPECT_THAT(replay->text, HasSubstr("GET /a answers 500."));
  EXPECT_THAT(replay->text, Not(HasSubstr("secret")));
  isMended = true;
  replay = replayFault(options);
  ASSERT_TRUE(replay);
  EXPECT_FALSE(replay->stillShows);
  for (const char* missing : {"def", "xyz"}) {
    options.fault = missing;
    EXPECT_FALSE(replayFault(options)) << missing;
  }
}

}  // namespace
}  // namespace covolve::rest
