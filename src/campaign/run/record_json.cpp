#include <fmt/format.h>

#include "campaign/run/json_fields.h"
#include "campaign/run/runner.h"

namespace covolve::campaign {

using nlohmann::json;

namespace {

json keyJson(const RunKey& key) {
  return {{"target", key.target},
          {"configuration", key.configuration},
          {"budget", key.budget},
          {"seed", key.seed}};
}

RunKey keyFrom(const JsonFields& fields) {
  return {fields.text("target"), fields.text("configuration"), fields.text("budget"), fields.count("seed")};
}

json ratioJson(const report::Ratio& ratio) { return {{"covered", ratio.covered}, {"total", ratio.total}}; }

report::Ratio ratioFrom(const JsonFields& fields) { return {fields.count("covered"), fields.count("total")}; }

json provenanceJson(const Provenance& provenance) {
  return {{"version", provenance.version},
          {"program", provenance.program},
          {"compiler", provenance.compiler},
          {"host", provenance.host},
          {"processor", provenance.processor},
          {"cores", provenance.cores},
          {"memoryMegabytes", provenance.memoryMegabytes},
          {"kernel", provenance.kernel}};
}

Provenance provenanceFrom(const JsonFields& fields) {
  return {fields.text("version"),          fields.text("program"),
          fields.text("compiler"),         fields.text("host"),
          fields.text("processor"),        static_cast<unsigned>(fields.count("cores")),
          fields.count("memoryMegabytes"), fields.text("kernel")};
}

json needsJson(const RunNeeds& needs) {
  return {{"cores", needs.cores},
          {"memoryMegabytes", needs.memoryMegabytes},
          {"timeout", static_cast<uint64_t>(needs.timeout.count())}};
}

RunNeeds needsFrom(const JsonFields& fields) {
  return {static_cast<unsigned>(fields.count("cores")), fields.count("memoryMegabytes"),
          std::chrono::seconds(fields.count("timeout"))};
}

constexpr std::pair<Keep, const char*> kKeepNames[] = {
    {Keep::Nothing, "nothing"}, {Keep::Tests, "tests"}, {Keep::Everything, "everything"}};

const char* keepName(Keep keep) {
  for (const auto& [value, name] : kKeepNames) {
    if (value == keep) return name;
  }
  return "";
}

Keep keepFrom(const JsonFields& fields) {
  for (const auto& [value, name] : kKeepNames) {
    if (fields.text("keep") == name) return value;
  }
  return fields.wrong("keep", "nothing, tests or everything"), Keep::Nothing;
}

// Texts of faults and names of files may be any bytes; JSON may not.
std::string dump(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

Error unreadable(const char* what, const std::string& mistake) {
  return {fmt::format("this is no {}: {}", what, mistake), Error::Blame::User};
}

}  // namespace

std::string toJson(const RunRecord& record) {
  json progress = json::array();
  for (const ProgressPoint& point : record.progress) {
    progress.push_back({{"milliseconds", point.milliseconds},
                        {"evaluations", point.evaluations},
                        {"covered", point.covered}});
  }
  json faults = json::array();
  for (const FaultRecord& fault : record.faults) {
    faults.push_back({{"kind", fault.kind},
                      {"description", fault.description},
                      {"file", fault.file},
                      {"line", fault.line},
                      {"reproduced", fault.reproduced}});
  }
  json files = json::array();
  for (const EmittedFile& file : record.files) files.push_back({{"name", file.name}, {"hash", file.hash}});
  return dump({{"key", keyJson(record.key)},
               {"failure", record.failure},
               {"command", record.command},
               {"started", record.started},
               {"seconds", record.seconds},
               {"searchSeconds", record.searchSeconds},
               {"evaluations", record.evaluations},
               {"tests", record.tests},
               {"lines", ratioJson(record.lines)},
               {"branches", ratioJson(record.branches)},
               {"functions", ratioJson(record.functions)},
               {"targets", ratioJson(record.targets)},
               {"progress", std::move(progress)},
               {"faults", std::move(faults)},
               {"files", std::move(files)},
               {"options", record.options},
               {"inputs", record.inputs},
               {"provenance", provenanceJson(record.provenance)}});
}

Result<RunRecord> recordFromJson(const std::string& text) {
  const json value = json::parse(text, nullptr, false);
  if (!value.is_object()) return std::unexpected(unreadable("result of a run", "it is no JSON object"));
  std::string mistake;
  const JsonFields fields(value, "", mistake);
  if (fields.find("key") == nullptr) fields.wrong("key", "there");
  RunRecord record;
  record.key = keyFrom(fields.object("key"));
  record.failure = fields.text("failure");
  record.command = fields.text("command");
  record.started = fields.text("started");
  record.seconds = fields.number("seconds");
  record.searchSeconds = fields.number("searchSeconds");
  record.evaluations = fields.count("evaluations");
  record.tests = fields.count("tests");
  record.lines = ratioFrom(fields.object("lines"));
  record.branches = ratioFrom(fields.object("branches"));
  record.functions = ratioFrom(fields.object("functions"));
  record.targets = ratioFrom(fields.object("targets"));
  fields.objects("progress", [&](const JsonFields& point) {
    record.progress.push_back(
        {point.count("milliseconds"), point.count("evaluations"), point.count("covered")});
  });
  fields.objects("faults", [&](const JsonFields& fault) {
    record.faults.push_back({fault.text("kind"), fault.text("description"), fault.text("file"),
                             static_cast<unsigned>(fault.count("line")), fault.flag("reproduced")});
  });
  fields.objects("files", [&](const JsonFields& file) {
    record.files.push_back({file.text("name"), file.text("hash")});
  });
  record.options = fields.text("options");
  record.inputs = fields.text("inputs");
  record.provenance = provenanceFrom(fields.object("provenance"));
  if (!mistake.empty()) return std::unexpected(unreadable("result of a run", mistake));
  return record;
}

std::string toJson(const PlannedRun& run) {
  json inputs = json::array();
  for (const std::filesystem::path& file : run.inputs) inputs.push_back(file.string());
  return dump({{"key", keyJson(run.key)},
               {"command", run.command},
               {"directory", run.directory.string()},
               {"output", run.output.string()},
               {"keep", keepName(run.keep)},
               {"needs", needsJson(run.needs)},
               {"inputs", std::move(inputs)}});
}

Result<PlannedRun> plannedRunFromJson(const std::string& text) {
  const json value = json::parse(text, nullptr, false);
  if (!value.is_object()) return std::unexpected(unreadable("run to execute", "it is no JSON object"));
  std::string mistake;
  const JsonFields fields(value, "", mistake);
  for (const char* name : {"key", "command", "output", "needs"}) {
    if (fields.find(name) == nullptr) fields.wrong(name, "there");
  }
  PlannedRun run;
  run.key = keyFrom(fields.object("key"));
  fields.texts("command", [&](const std::string& argument) { run.command.push_back(argument); });
  if (run.command.empty()) fields.wrong("command", "a list of texts");
  run.directory = fields.text("directory");
  run.output = fields.text("output");
  run.keep = keepFrom(fields);
  run.needs = needsFrom(fields.object("needs"));
  fields.texts("inputs", [&](const std::string& file) { run.inputs.emplace_back(file); });
  if (!mistake.empty()) return std::unexpected(unreadable("run to execute", mistake));
  return run;
}

}  // namespace covolve::campaign
