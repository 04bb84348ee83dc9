// Small documents that would unfold to huge APIs.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openapi_support.h"
#include "rest/openapi/reading/document_text.h"
#include "rest/openapi/reading/path_reader.h"

namespace covolve::rest::openapi {
namespace {

using testing::HasSubstr;

/// Reads the paths of a document with less memory than there is for real ones.
class OpenApiBounds : public testing::Test {
 protected:
  void read(const std::string& text, size_t memory) {
    budget_ = MemoryBudget(memory);
    Result<DocumentText> parsed = parseDocument(text, "openapi.yaml", documentBudget_);
    ASSERT_TRUE(parsed) << parsed.error().message;
    const Site root = references_.addMain(std::move(parsed->root), "openapi.yaml");
    Reading reading{Version::V30, root, references_, schemas_, notes_, budget_};
    Result<std::vector<OperationDraft>> drafts = readPaths(*root.member("paths"), "", reading);
    ASSERT_TRUE(drafts) << drafts.error().message;
    drafts_ = std::move(*drafts);
    schemas_.readAll();
    for (OperationDraft& draft : drafts_) {
      if (!draft.reasonToSkip) dropBrokenParts(draft, reading);
    }
  }

  size_t skipped() const {
    return static_cast<size_t>(std::ranges::count_if(
        drafts_, [](const OperationDraft& draft) { return draft.reasonToSkip.has_value(); }));
  }

  MemoryBudget documentBudget_{size_t{1} << 26};
  MemoryBudget budget_{0};
  Notes notes_;
  FetchText fetch_ = fetchNothing;
  References references_{fetch_, documentBudget_, notes_};
  std::deque<Schema> owned_;
  SchemaReader schemas_{references_, notes_, budget_, false, owned_};
  std::vector<OperationDraft> drafts_;
};

std::string sharing(int paths, const std::string& item) {
  std::string text = "paths:\n";
  for (int i = 0; i < paths; ++i) text += fmt::format("  /p{}: {{$ref: '#/shared'}}\n", i);
  return text + "shared:\n  get:\n" + item;
}

TEST_F(OpenApiBounds, SharedExamplesAreCopiedOnlyAsFarAsMemoryGoes) {
  const std::string example(10'000, 'x');
  read(sharing(200, "    responses: {'200': {content: {text/plain: {example: " + example + "}}}}\n"),
       1'000'000);
  ASSERT_EQ(drafts_.size(), 200u);
  EXPECT_GT(skipped(), 90u);
  EXPECT_LT(skipped(), 150u);
  EXPECT_THAT(*drafts_.back().reasonToSkip, HasSubstr("unfolds to more than can be read"));
}

TEST_F(OpenApiBounds, SharedParametersAreCopiedOnlyAsFarAsMemoryGoes) {
  std::string parameters = "    parameters:\n";
  for (int i = 0; i < 100; ++i)
    parameters += fmt::format("      - {{name: p{}, in: query, schema: {{}}}}\n", i);
  read(sharing(200, parameters), 1'000'000);
  ASSERT_EQ(drafts_.size(), 200u);
  EXPECT_GT(skipped(), 100u);
  EXPECT_LT(skipped(), 200u);
}

TEST_F(OpenApiBounds, SharedSecurityIsCopiedOnlyAsFarAsMemoryGoes) {
  std::string security = "    security:\n";
  for (int i = 0; i < 1000; ++i) security += fmt::format("      - {{scheme{}: []}}\n", i);
  read(sharing(200, security), 1'000'000);
  EXPECT_GT(skipped(), 100u);
}

TEST_F(OpenApiBounds, SchemasWithoutMemoryCostTheirOperations) {
  std::string body =
      "    requestBody:\n      required: true\n      content:\n        a/b:\n          schema:\n"
      "            required: [p1999]\n            properties:\n";
  for (int i = 0; i < 2000; ++i) body += fmt::format("              p{}: {{type: string}}\n", i);
  read("paths:\n  /x:\n   post:\n" + body, 500'000);
  ASSERT_EQ(drafts_.size(), 1u);
  ASSERT_TRUE(drafts_[0].reasonToSkip);
  EXPECT_THAT(*drafts_[0].reasonToSkip, HasSubstr("more schemas than can be read"));
  EXPECT_LT(owned_.size(), 1000u);
}

TEST_F(OpenApiBounds, ManyParametersInOneListAreRefused) {
  std::string parameters = "    parameters:\n";
  for (int i = 0; i < 2001; ++i) parameters += fmt::format("      - {{name: p{}, in: query}}\n", i);
  read(sharing(1, parameters), 100'000'000);
  ASSERT_EQ(skipped(), 1u);
  EXPECT_THAT(*drafts_[0].reasonToSkip, HasSubstr("more than 2000 parameters"));
}

TEST(OpenApiDocument, MayHaveOnlySoManyOperations) {
  std::string text = R"({"openapi": "3.0.0", "paths": {)";
  for (int i = 0; i < 100'001; ++i) text += fmt::format("{}\"/{}\": {{\"get\": {{}}}}", i == 0 ? "" : ",", i);
  const Result<Api> api = tryParse(text + "}}");
  ASSERT_FALSE(api);
  EXPECT_THAT(api.error().message, HasSubstr("more than 100000 operations"));
}

TEST(OpenApiOperation, MayHaveOnlySoManyPathParameters) {
  std::string path;
  for (int i = 0; i < 101; ++i) path += fmt::format("/{{p{}}}", i);
  const Api api = parseOrFail(version30("  " + path + ": {get: {}}\n"));
  ASSERT_EQ(api.skipped.size(), 1u);
  EXPECT_THAT(api.skipped[0].reason, HasSubstr("more than 100 parameters"));
}

}  // namespace
}  // namespace covolve::rest::openapi
