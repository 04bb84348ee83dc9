#include "page/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>

#include "base/version.h"
#include "markup/page_style.h"
#include "markup/text.h"
#include "page/progress_plot.h"
#include "page/source_lines.h"

namespace covolve::page {

using markup::escapedForXml;

namespace {

constexpr size_t kMostTestsOfALine = 8;

constexpr std::string_view kOwnStyle = R"css(
.progress { stroke: var(--link); }
.source { border-collapse: collapse; width: 100%; font: 13px/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.source td { padding: 0 .6rem; border: 0; vertical-align: top; white-space: pre-wrap; text-align: left; }
.source td:first-child { color: var(--muted); text-align: right; width: 1%; user-select: none; white-space: nowrap; }
.source td:last-child { width: 1%; white-space: nowrap; font: 12px/1.6 system-ui, sans-serif; color: var(--muted); }
.source tr.covered td:first-child { border-left: 4px solid #2e8b57; }
.source tr.partly td:first-child { border-left: 4px solid #d08700; }
.source tr.missed td:first-child { border-left: 4px solid #c0392b; }
.source tr.missed td:nth-child(2) { background: color-mix(in srgb, #c0392b 12%, transparent); }
.source details { margin: 0; padding: 0; border: 0; }
.source summary { margin: 0; padding: 0; font-weight: 400; cursor: pointer; }
.plot { max-width: 44rem; } .plot svg { display: block; width: 100%; height: auto; }
.source .why { font: 12px/1.5 system-ui, sans-serif; color: var(--bad); margin: 0 0 .2rem; }
.source .alive, .source .answer { font: 12px/1.5 system-ui, sans-serif; color: var(--muted); margin: 0 0 .2rem; }
details.test > pre, details.fault > pre { margin: .4rem 0 1rem; }
pre { overflow-x: auto; background: var(--raised); padding: .7rem .9rem; border-radius: 6px; font-size: 13px; line-height: 1.45; }
.rank { font-size: .82rem; padding: .05rem .5rem; border-radius: 1rem; border: 1px solid var(--rule); color: var(--muted); }
.rank.likely { border-color: var(--bad); color: var(--bad); font-weight: 600; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem 2.2rem; margin: 1rem 0; }
.figures div { min-width: 6rem; } .figures b { display: block; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.figures span { color: var(--muted); font-size: .9rem; }
.key { font-size: .9rem; color: var(--muted); }
)css";

std::string percent(const Json& ratio) {
  const uint64_t total = countOf(ratio, "total");
  if (total == 0) return "–";
  return fmt::format("{:.1f} %",
                     100 * static_cast<double>(countOf(ratio, "covered")) / static_cast<double>(total));
}

std::string figure(const std::string& value, std::string_view what) {
  return fmt::format("<div><b>{}</b><span>{}</span></div>\n", escapedForXml(value), escapedForXml(what));
}

std::string nameOfTest(const Json& test) { return textOf(test, "suite") + "." + textOf(test, "name"); }

/// A test's code, found by its name, and by its suite where several have it.
const std::string* codeOf(const std::vector<std::string>& codes, const Json& test) {
  const std::string name = textOf(test, "name");
  const std::string suite = textOf(test, "suite");
  for (const std::string& wanted :
       {fmt::format("({}, {})", suite, name), fmt::format("\"{}.{}\"", suite, name), name}) {
    if (wanted.empty()) continue;
    const auto found =
        std::ranges::find_if(codes, [&](const std::string& code) { return code.contains(wanted); });
    if (found != codes.end()) return &*found;
  }
  return nullptr;
}

class RunSection {
 public:
  RunSection(const RunDocument& run, size_t number, bool isOneOfMany)
      : run_(run), report_(run.report), number_(number), isOneOfMany_(isOneOfMany) {
    for (const auto& [file, text] : run.tests) {
      for (std::string& code : splitTests(text)) codes_.push_back(std::move(code));
    }
  }

  std::string write() {
    html_ += fmt::format("<section id=\"run-{}\">\n", number_);
    if (isOneOfMany_) html_ += fmt::format("<h2>{}</h2>\n", escapedForXml(run_.title()));
    if (const std::string failure = textOf(report_, "failure"); !failure.empty())
      html_ += fmt::format("<p class=\"warn\" role=\"note\">{}</p>\n", escapedForXml(failure));
    addFigures();
    addFaults();
    addOperations();
    addSources();
    addTests();
    addMissing();
    return std::move(html_) + "</section>\n";
  }

 private:
  std::string idOf(std::string_view what, size_t number) const {
    return fmt::format("{}-{}-{}", what, number_, number);
  }

  void addFigures() {
    const Json& emitted = memberOf(memberOf(report_, "coverage"), "emitted");
    html_ += "<div class=\"figures\">\n";
    if (!run_.isOfService()) {
      html_ += figure(percent(memberOf(emitted, "branches")), "of branches");
      html_ += figure(percent(memberOf(emitted, "lines")), "of lines");
    } else {
      html_ += figure(std::to_string(countOf(report_, "requests")), "requests");
    }
    html_ += figure(std::to_string(listOf(report_, "tests").size()), "tests");
    html_ += figure(std::to_string(listOf(report_, "faults").size()), "faults");
    if (const Json& mutation = memberOf(report_, "mutation"); mutation.is_object()) {
      const Json& score = memberOf(mutation, "score");
      if (score.is_number())
        html_ += figure(fmt::format("{:.1f} %", score.get<double>()), "of mutants killed");
    }
    html_ += "</div>\n";
    html_ += fmt::format("<p class=\"lead\">{} tests tried, seed {}{}</p>\n", countOf(report_, "evaluations"),
                         countOf(report_, "seed"), phases());
    const std::string plot = progressPlot(report_);
    if (!plot.empty()) {
      html_ += "<figure><figcaption>Targets covered while the search ran.</figcaption><div class=\"plot\">" +
               plot + "</div></figure>\n";
    }
    for (const Json& note : listOf(report_, "notes")) {
      if (note.is_string())
        html_ += fmt::format("<p class=\"note\">{}</p>\n", escapedForXml(note.get<std::string>()));
    }
  }

  std::string phases() const {
    std::string text;
    for (const auto& [phase, seconds] : memberOf(memberOf(report_, "timing"), "phases").items()) {
      if (seconds.is_number()) text += fmt::format("; {} {:.1f} s", phase, seconds.get<double>());
    }
    return escapedForXml(text);
  }

  void addFaults() {
    const Json& faults = listOf(report_, "faults");
    if (faults.empty()) return;
    html_ += "<h3>Faults</h3>\n";
    for (const Json& fault : faults) {
      const std::string rank = textOf(fault, "rank");
      const std::string reason = textOf(fault, "rankReason");
      const std::string badge =
          rank.empty()
              ? ""
              : fmt::format("<span class=\"rank{}\">{}</span> ", rank == "likely bug" ? " likely" : "",
                            escapedForXml(reason.empty() ? rank : rank + ": " + reason));
      html_ += fmt::format("<details class=\"fault\"><summary>{}{}</summary>\n", badge,
                           escapedForXml(textOf(fault, "description")));
      const std::string name = textOf(fault, "test");
      const size_t dot = name.rfind('.');
      const Json test = dot == std::string::npos
                            ? Json{{"suite", ""}, {"name", name}}
                            : Json{{"suite", name.substr(0, dot)}, {"name", name.substr(dot + 1)}};
      if (const std::string* code = name.empty() ? nullptr : codeOf(codes_, test)) {
        html_ += fmt::format("<pre>{}</pre>\n", escapedForXml(*code));
      } else {
        html_ += "<p class=\"note\">No test shows it.</p>\n";
      }
      for (const Json& command : listOf(fault, "commands")) {
        if (command.is_string())
          html_ += fmt::format("<pre>{}</pre>\n", escapedForXml(command.get<std::string>()));
      }
      html_ += "</details>\n";
    }
  }

  void addOperations() {
    const Json& operations = listOf(report_, "operations");
    if (operations.empty()) return;
    html_ +=
        "<h3>Operations</h3>\n<div class=\"scroll\"><table><thead><tr><th>operation</th><th>calls</th>"
        "<th>answers</th></tr></thead><tbody>\n";
    for (const Json& operation : operations) {
      std::string statuses;
      for (const auto& [status, count] : memberOf(operation, "statuses").items()) {
        if (count.is_number_unsigned())
          statuses += fmt::format("{}{} × {}", statuses.empty() ? "" : ", ", status, count.get<uint64_t>());
      }
      html_ +=
          fmt::format("<tr><th scope=\"row\">{} {}</th><td>{}</td><td>{}</td></tr>\n",
                      escapedForXml(textOf(operation, "method")), escapedForXml(textOf(operation, "path")),
                      countOf(operation, "calls"), escapedForXml(statuses));
    }
    html_ += "</tbody></table></div>\n";
  }

  void addSources() {
    if (run_.isOfService()) return;
    const auto files = linesOf(report_);
    html_ +=
        "<h3>Source</h3>\n<p class=\"key\">Green: covered. Amber: covered, but a side of a decision is not. "
        "Red: no test "
        "comes there.</p>\n";
    for (const Json& requested : listOf(report_, "requestedFiles")) {
      if (!requested.is_string()) continue;
      const std::string path = requested.get<std::string>();
      const std::string name = std::filesystem::path(path).filename().string();
      const auto source = run_.sources.find(path);
      if (source == run_.sources.end()) {
        html_ += fmt::format("<p class=\"note\">{} cannot be read any more.</p>\n", escapedForXml(path));
        continue;
      }
      const auto lines = files.find(path);
      addSource(name, source->second, lines == files.end() ? FileLines() : lines->second);
    }
  }

  void addSource(const std::string& name, const std::string& text, const FileLines& lines) {
    html_ +=
        fmt::format("<details open><summary>{}</summary>\n<div class=\"scroll\"><table class=\"source\">\n",
                    escapedForXml(name));
    std::istringstream stream(text);
    std::string code;
    for (unsigned number = 1; std::getline(stream, code); ++number) {
      const auto found = lines.find(number);
      addLine(number, code, found == lines.end() ? SourceLine() : found->second);
    }
    html_ += "</table></div></details>\n";
  }

  void addLine(unsigned number, const std::string& code, const SourceLine& line) {
    const char* state = !line.hasCode && line.missing.empty() ? ""
                        : !line.isCovered && line.hasCode     ? "missed"
                        : line.missing.empty()                ? "covered"
                                                              : "partly";
    std::string remarks;
    if (line.isCovered || !line.hasCode) {
      for (const std::string& missing : line.missing)
        remarks += fmt::format("<div class=\"why\">{}</div>", escapedForXml(missing));
    }
    for (const std::string& survivor : line.survivors)
      remarks += fmt::format("<div class=\"alive\">no test notices: {}</div>", escapedForXml(survivor));
    for (const std::string& answer : line.answers)
      remarks += fmt::format("<div class=\"answer\">{}</div>", escapedForXml(answer));
    html_ += fmt::format("<tr class=\"{}\"><td>{}</td><td>{}{}</td><td>{}</td></tr>\n", state, number,
                         escapedForXml(code), remarks, testsOf(line));
  }

  std::string testsOf(const SourceLine& line) const {
    if (line.tests.empty()) return {};
    const Json& tests = listOf(report_, "tests");
    std::string text = fmt::format("<details><summary>{} {}</summary>", line.tests.size(),
                                   line.tests.size() == 1 ? "test" : "tests");
    for (size_t i = 0; i < line.tests.size() && i < kMostTestsOfALine; ++i) {
      text += fmt::format("<a href=\"#{}\">{}</a><br>", idOf("test", line.tests[i]),
                          escapedForXml(textOf(tests[line.tests[i]], "name")));
    }
    if (line.tests.size() > kMostTestsOfALine)
      text += fmt::format("and {} more", line.tests.size() - kMostTestsOfALine);
    return text + "</details>";
  }

  void addTests() {
    const Json& tests = listOf(report_, "tests");
    if (tests.empty()) return;
    html_ += "<h3>Tests</h3>\n";
    for (size_t i = 0; i < tests.size(); ++i) {
      const std::string* code = codeOf(codes_, tests[i]);
      html_ +=
          fmt::format("<details class=\"test\" id=\"{}\"><summary>{}</summary>\n<pre>{}</pre></details>\n",
                      idOf("test", i), escapedForXml(nameOfTest(tests[i])),
                      escapedForXml(code != nullptr ? *code : std::string("(not in the file any more)")));
    }
  }

  void addMissing() {
    addByReason("Not tested", listOf(report_, "skipped"), "what");
    addByReason("Dropped", listOf(report_, "dropped"), "test");
  }

  void addByReason(std::string_view title, const Json& list, std::string_view what) {
    if (list.empty()) return;
    std::map<std::string, std::vector<std::string>> byReason;
    for (const Json& one : list) byReason[textOf(one, "reason")].push_back(textOf(one, what));
    html_ += fmt::format("<h3>{}</h3>\n<ul>\n", title);
    for (const auto& [reason, whats] : byReason) {
      html_ +=
          fmt::format("<li><details><summary>{} ({})</summary><ul>", escapedForXml(reason), whats.size());
      for (const std::string& one : whats) html_ += fmt::format("<li>{}</li>", escapedForXml(one));
      html_ += "</ul></details></li>\n";
    }
    html_ += "</ul>\n";
  }

  const RunDocument& run_;
  const Json& report_;
  size_t number_;
  bool isOneOfMany_;
  std::vector<std::string> codes_;  // of all its tests
  std::string html_;
};

std::string index(const std::vector<RunDocument>& runs) {
  if (runs.size() < 2) return {};
  std::string html =
      "<div class=\"scroll\"><table><thead><tr><th>run</th><th>branches</th><th>tests</th><th>faults</th>"
      "</tr></thead><tbody>\n";
  for (size_t i = 0; i < runs.size(); ++i) {
    const Json& report = runs[i].report;
    html += fmt::format(
        "<tr><th scope=\"row\"><a href=\"#run-{}\">{}</a></th><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        i + 1, escapedForXml(runs[i].title()),
        percent(memberOf(memberOf(memberOf(report, "coverage"), "emitted"), "branches")),
        listOf(report, "tests").size(), listOf(report, "faults").size());
  }
  return html + "</tbody></table></div>\n";
}

}  // namespace

std::string writePage(const std::vector<RunDocument>& runs) {
  const std::string title = runs.size() == 1 ? runs[0].title() : fmt::format("{} runs", runs.size());
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}: covolve</title>\n<style>{1}{2}</style>\n</head>\n<body>\n<header>\n<h1>{0}</h1>\n"
      "<p class=\"lead\">Written by covolve {3}</p>\n{4}</header>\n<main>\n",
      escapedForXml(title), markup::kPageStyle, kOwnStyle, kVersion, index(runs));
  for (size_t i = 0; i < runs.size(); ++i) html += RunSection(runs[i], i + 1, runs.size() > 1).write();
  return html + "</main>\n</body>\n</html>\n";
}

}  // namespace covolve::page
