#!/usr/bin/env python3
"""Runs covolve on libraries that are not ours, and rebuilds what it emits as a stranger would.

    bench/libraries/measure.py --from ~/checkouts --budget 60s -o bench/results/libraries tinyxml2 jsoncpp

libraries.json says where the sources of each are and how it is built. For each source: one run of covolve. For each
emitted file: compiled with gcc and clang, -O0 and -O2, with -Wall -Wextra and the source's own flags; run as it stands,
shuffled and backwards, many times; with --sanitize also with address and undefined-behaviour sanitizers in the tests and
in the source, once; and all files of a library in one program where their sources can be linked
together. Writes a table a library, the reasons for what was skipped, and what failed. A run that was ended goes on
where it was, as long as its --scratch is there. Needs nothing but Python's
standard library, cmake, gcc, clang, clang-format and GoogleTest.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
COMPILERS = ["g++", "clang++-19"]
LEVELS = ["-O0", "-O2"]
OWN_FLAGS = ["-Wall", "-Wextra", "-Wno-unused-command-line-argument", "-Wno-unknown-warning-option"]
# What the source's own flags must not decide here, and what only one of the compilers knows.
DROPPED_FLAG = re.compile(r"^(-O.*|-W.*|-pedantic.*|-M[DP]?|-f(diagnostics|color).*|-c|-g.*|-pipe)$")


def run(command, seconds=600, **options):
    """Steps back behind the searches, which run by the clock."""
    return run_at_once(["nice", "-n", "5", *command], seconds, **options)


def run_at_once(command, seconds, **options):
    """Status (None: it did not end) and the end of what it said: a test may print without end."""
    with tempfile.TemporaryFile() as said:
        try:
            status = subprocess.run(command, timeout=seconds, stdout=said, stderr=subprocess.STDOUT,
                                    stdin=subprocess.DEVNULL, **options).returncode
        except subprocess.TimeoutExpired:
            status = None
        said.seek(max(0, said.seek(0, os.SEEK_END) - 1_000_000))
        return status, said.read().decode(errors="replace")


def compiler_of(file):
    return "cc" if file.suffix == ".c" else "c++"


class Library:
    def __init__(self, definition, checkouts, scratch):
        self.name = definition["name"]
        self.root = (checkouts / definition.get("folder", self.name)).resolve()
        self.build = scratch / self.name / "build"
        self.out = scratch / self.name / "out"
        self.definition = {**definition}
        if "flags" in definition:
            self.definition["flags"] = [flag.replace("{root}", str(self.root)) for flag in definition["flags"]]
        self.link = []

    def prepare(self):
        """A build directory with compile_commands.json and the library to link with."""
        self.build.mkdir(parents=True, exist_ok=True)
        if "flags" in self.definition:  # no build system that is needed: every file by itself
            commands = [{"directory": str(self.root), "file": str(file),
                         "arguments": [compiler_of(file), *self.definition["flags"], "-c", str(file)]}
                        for file in self.files()]
            (self.build / "compile_commands.json").write_text(json.dumps(commands))
        else:
            command = ["cmake", "-S", str(self.root / self.definition.get("cmake", ".")), "-B", str(self.build),
                       "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DBUILD_SHARED_LIBS=OFF",
                       *self.definition.get("configure", [])]
            status, said = run(command)
            if status != 0:
                sys.exit(f"{self.name}: cmake failed\n{said}")
            targets = self.definition.get("targets", [])
            status, said = run(["cmake", "--build", str(self.build), "-j", str(os.cpu_count()),
                                *(["--target", *targets] if targets else [])], 1800)
            if status != 0:
                sys.exit(f"{self.name}: its build failed\n{said[-2000:]}")
        objects = self.objects() if self.definition.get("objects") else []
        self.link = objects + [str(path) for pattern in self.definition.get("link", [])
                     for path in sorted(self.build.glob(pattern))]
        self.link += self.definition.get("libraries", [])
        self.commands = {pathlib.Path(entry["directory"], entry["file"]).resolve(): entry
                         for entry in json.loads((self.build / "compile_commands.json").read_text())}

    def objects(self):
        """Of the sources of a library without a build system."""
        objects = []
        for file in self.files():
            objects.append(str(self.build / f"{file.stem}.o"))
            status, said = run([compiler_of(file), *self.definition["flags"], "-c", str(file), "-o", objects[-1]])
            if status != 0:
                sys.exit(f"{file} does not compile\n{said}")
        return objects

    def needed(self, without=None):
        """To link one test with. Of an archive only what is missing comes in; the object of a source that is compiled
        with the test would come twice."""
        return [one for one in self.link if without is None or not (
            one == str(self.build / f"{without.stem}.o") or one.endswith(f"/{without.name}.o"))]

    def files(self):
        left_out = self.definition.get("except", [])
        return [path for pattern in self.definition["files"] for path in sorted(self.root.glob(pattern))
                if not any(path.match(one) for one in left_out)]

    def flags_of(self, file):
        """Of the source, without what says what is compiled; headers have those of any source."""
        entry = self.commands.get(file.resolve()) or next(iter(self.commands.values()))
        words = entry.get("arguments") or shlex.split(entry["command"])
        flags, skip = [], False
        for word in words[1:]:
            if skip:
                skip = False
            elif word in ("-o", "-MF", "-MT", "-MQ"):
                skip = True
            elif not DROPPED_FLAG.match(word) and not word.endswith((".o", entry["file"])) and word != entry["file"]:
                flags.append(word)
        if file.suffix == ".c" or entry["file"].endswith(".c"):
            flags = [flag for flag in flags if not flag.startswith("-std=")]
        if not any(flag.startswith("-std=") for flag in flags):
            flags.append("-std=c++17")
        # GoogleTest needs C++14.
        flags = ["-std=c++14" if flag in ("-std=c++11", "-std=gnu++11") else flag for flag in flags]
        return entry["directory"], [*flags, "-I", str(file.parent)]


def generate(covolve, library, file, limit, options):
    relative = file.relative_to(library.root)
    out = library.out / str(relative).replace("/", "_")
    out.mkdir(parents=True, exist_ok=True)
    row = {"file": str(relative), "out": out}
    if memory_of(row).exists():
        row.update(json.loads(memory_of(row).read_text()))
    else:
        start = time.monotonic()
        flags = library.definition.get("flags")
        project = ["-p", str(library.build)] if flags is None else []
        status, said = run_at_once([covolve, "unit", "--afresh", *project, str(file), *limit, *options, "--jobs", "1", "-o",
                                    str(out), "-q",
                                    *(["--", *flags] if flags is not None else [])], 1800)
        row.update({"status": status, "seconds": time.monotonic() - start, "said": said})
    report = out / "covolve.json"
    if report.exists():
        row["report"] = json.loads(report.read_text())
    return row


def memory_of(row):
    """What was found out about a source stands beside its tests: a run that ended early goes on there."""
    return row["out"] / "measured.json"


def branches_of(row):
    emitted = (row.get("report", {}).get("coverage") or {}).get("emitted") or {}
    branches = emitted.get("branches") or {}
    return branches.get("covered", 0), branches.get("total", 0)


def assertions_of(row):
    """Failing sides of assert(), which no passing test covers."""
    return sum(1 for target in row.get("report", {}).get("targets", [])
               if target["kind"] == "branch" and not target["covered"] and target.get("text", "").startswith("assert"))


def compile_test(library, file, test, compiler, level, output):
    directory, flags = library.flags_of(file)
    command = [compiler, *flags, level, *OWN_FLAGS, "-c", str(test), "-o", str(output)]
    status, said = run(command, cwd=directory)
    return status == 0, said


SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-g1"]


def run_sanitized(library, row, file, test, includes_source):
    """Each test that a sanitizer ends, by compiler and level."""
    for compiler in COMPILERS:
        for level in LEVELS:
            how = f"{compiler.split('-')[0]} {level}, sanitized"
            stem = row["out"] / f"sanitized-{compiler}{level}"
            # vptr needs type information, which gcc wants of the whole library.
            flags = [*SANITIZERS, "-fno-sanitize=vptr"]
            directory, own = library.flags_of(file)
            sources = [test] if includes_source or file.suffix not in (".c", ".cpp", ".cc", ".cxx") else [test, file]
            objects, ok = [], True
            for source in sources:
                objects.append(f"{stem}-{source.stem}.o")
                status, said = run([*compiler_and_standard(library, compiler, source, own), level, "-w", *flags, "-c",
                                    str(source), "-o", objects[-1]], cwd=directory)
                ok = ok and status == 0
            status, said = run([compiler, *flags, *objects, "-o", str(stem), *library.needed(file), "-lgtest_main", "-lgtest",
                                "-lpthread"]) if ok else (1, said)
            if status != 0:
                row["problems"].append(f"{how}: does not build")
                (row["out"] / "rebuild.log").write_text(said)
                continue
            row["problems"] += [f"{how}: {name}" for name in ended_by_sanitizers(stem)]


def compiler_and_standard(library, compiler, source, flags):
    """A source in C is compiled as C, its tests as C++."""
    if source.suffix != ".c":
        return [compiler, *flags]
    words = library.definition.get("flags", [])
    standard = [flag for flag in words if flag.startswith("-std=")]
    return [{"g++": "gcc", "clang++-19": "clang-19"}[compiler],
            *[flag for flag in flags if not flag.startswith("-std=")], *standard]


def ended_by_sanitizers(program, most=10):
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0:detect_container_overflow=0:allocator_may_return_null=1"}
    ended = []
    while len(ended) < most:
        status, said = run([str(program), f"--gtest_filter=-{':'.join(ended)}"], 300, cwd=program.parent, env=environment)
        if status == 0 or re.search(r"\[  FAILED  \]", said):
            break
        started = re.findall(r"\[ RUN      \] (\S+)", said)
        if not started:
            return [*ended, f"ended with {status}"]
        ended.append(started[-1])
    return ended


def rebuild(library, row, repetitions):
    """Compiles and runs the passing tests of one source in every way; adds what went wrong."""
    if memory_of(row).exists():
        return
    rebuild_tests(library, row, repetitions)
    known = {name: value for name, value in row.items() if name not in ("file", "out", "report")}
    memory_of(row).write_text(json.dumps(known))


def is_formatted(test, file):
    """As the library's own .clang-format has it, else as Google does."""
    command = ["clang-format-19", "--style=file", "--fallback-style=Google", f"--assume-filename={file}"]
    text = test.read_text()
    return subprocess.run(command, input=text, capture_output=True, text=True).stdout == text


def rebuild_tests(library, row, repetitions):
    test = next(iter(sorted(row["out"].glob("*_test.c*"), key=lambda path: "_faults" in path.name)), None)
    row["problems"], row["warnings"], row["objects"] = [], 0, {}
    if test is None or "_faults" in test.name:
        return
    file = library.root / row["file"]
    includes_source = re.search(r'#include "[^"]*\.(c|cc|cpp|cxx)"', test.read_text()) is not None
    row["linkable"] = not includes_source
    row["formatted"] = is_formatted(test, file)
    for compiler in COMPILERS:
        for level in LEVELS:
            how = f"{compiler.split('-')[0]} {level}"
            stem = row["out"] / f"rebuilt-{compiler}{level}"
            ok, said = compile_test(library, file, test, compiler, level, stem.with_suffix(".o"))
            # Warnings of the library's own headers are not ours.
            row["warnings"] += len(re.findall(rf"{re.escape(test.name)}:\d+:\d+: warning", said))
            if not ok:
                row["problems"].append(f"{how}: does not compile")
                (row["out"] / "rebuild.log").write_text(said)
                continue
            link = library.needed(file if includes_source else None)
            status, said = run([compiler, str(stem.with_suffix(".o")), "-o", str(stem), *link, "-lgtest_main",
                                "-lgtest", "-lpthread"])
            if status != 0:
                row["problems"].append(f"{how}: does not link")
                (row["out"] / "rebuild.log").write_text(said)
                continue
            row["objects"][compiler + level] = str(stem.with_suffix(".o"))
            row["problems"] += [f"{how}, {problem}" for problem in run_tests(stem, test, repetitions)]
    rebuild_backwards(library, row, file, test, includes_source)
    if row.get("sanitize"):
        run_sanitized(library, row, file, test, includes_source)


def rebuild_backwards(library, row, file, test, includes_source):
    turned = backwards(test)
    program = row["out"] / "rebuilt-backwards"
    ok, _ = compile_test(library, file, turned, COMPILERS[0], LEVELS[0], program.with_suffix(".o"))
    link = library.needed(file if includes_source else None)
    status, _ = run([COMPILERS[0], str(program.with_suffix(".o")), "-o", str(program), *link, "-lgtest_main", "-lgtest",
                     "-lpthread"]) if ok else (1, "")
    status, said = run([str(program), "--gtest_brief=1"], cwd=row["out"]) if status == 0 else (1, "does not build")
    if status != 0:
        failed = sorted(set(re.findall(r"\[  FAILED  \] (\w+\.\w+)", said)))
        row["problems"].append(f"backwards: {', '.join(failed) or said[:80]}")


def backwards(test):
    """The same file with its tests in the opposite order."""
    head, *tests = re.split(r"(?m)^(?=(?://[^\n]*\n)*TEST\()", test.read_text())
    turned = test.with_name(f"backwards-{test.name}")
    turned.write_text(head + "".join(text if text.endswith("\n") else text + "\n" for text in reversed(tests)))
    return turned


def run_tests(program, test, repetitions):
    """As the file stands, shuffled, and each test alone."""
    problems = []
    scratch = program.parent
    for number in range(repetitions):
        shuffled = number > 0
        arguments = ["--gtest_shuffle", f"--gtest_random_seed={number}"] if shuffled else []
        status, said = run([str(program), "--gtest_brief=1", *arguments], 120, cwd=scratch)
        if status != 0:
            failed = sorted(set(re.findall(r"\[  FAILED  \] (\w+\.\w+)", said)))
            how = f"shuffled by {number}" if shuffled else "in order"
            problems.append(f"{how}: {', '.join(failed) or f'ended with {status}'}")
            break
    names = re.findall(r"^TEST\((\w+), (\w+)\)", test.read_text(), re.M)
    failed = []
    for suite, name in names:
        status, _ = run([str(program), "--gtest_brief=1", f"--gtest_filter={suite}.{name}"], 60, cwd=scratch)
        if status != 0:
            failed.append(f"{suite}.{name}")
    if failed:
        problems.append(f"alone: {', '.join(failed)}")
    return problems


def link_together(library, rows, repetitions):
    """All emitted files in one program, for each compiler and level."""
    problems = []
    linkable = [row for row in rows if row.get("linkable")]
    if len(linkable) < 2:
        return problems
    for compiler in COMPILERS:
        for level in LEVELS:
            objects = [row["objects"][compiler + level] for row in linkable if compiler + level in row["objects"]]
            program = library.out / f"together-{compiler}{level}"
            status, said = run([compiler, *objects, "-o", str(program), *library.link, "-lgtest_main", "-lgtest",
                                "-lpthread"])
            if status != 0:
                problems.append(f"{compiler} {level}: does not link: {said.splitlines()[0] if said else ''}")
                continue
            for seed in range(1, repetitions + 1):
                status, said = run([str(program), "--gtest_brief=1", "--gtest_shuffle", f"--gtest_random_seed={seed}"],
                                   cwd=library.out)
                failed = sorted(set(re.findall(r"\[  FAILED  \] (\w+\.\w+)", said)))
                if status != 0:
                    problems.append(f"{compiler} {level}: {', '.join(failed) or f'ended with {status}'}")
                    break
    return problems


def table(library, rows, together):
    lines = [f"## {library.name}", "", "| file | branches | covered | of those but failing assertions | tests | likely bugs | other faults | skipped | "
             "seconds | problems |", "|---|---:|---:|---:|---:|---:|---:|---:|---:|---|"]
    shares, possible_shares = [], []
    for row in rows:
        covered, total = branches_of(row)
        report = row.get("report", {})
        share = f"{100 * covered / total:.1f} %" if total else "-"
        possible = max(total - assertions_of(row), covered)
        if total:
            shares.append(covered / total)
            possible_shares.append(covered / possible if possible else 1)
        faults = report.get("faults", [])
        likely = [fault for fault in faults if fault.get("rank") == "likely bug"]
        problems = list(row.get("problems", []))
        if row["status"] not in (0,):
            said = row["said"].strip().splitlines()
            problems.insert(0, (said[0] if said else f"status {row['status']}")[:160])
        if row.get("warnings"):
            problems.append(f"{row['warnings']} warnings")
        if row.get("formatted") is False:
            problems.append("not formatted")
        lines.append(f"| {row['file']} | {total} | {share} | "
                     f"{f'{100 * possible_shares[-1]:.1f} %' if total else '-'} | {len(report.get('tests', []))} | "
                     f"{len(likely)} | {len(faults) - len(likely)} | {len(report.get('skipped', []))} | {row['seconds']:.0f} | "
                     f"{'; '.join(problems).replace('|', '/')} |")
    covered = sum(branches_of(row)[0] for row in rows)
    total = sum(branches_of(row)[1] for row in rows)
    average = sum(shares) / len(shares) if shares else 0
    possible = sum(possible_shares) / len(possible_shares) if possible_shares else 0
    rebuilt = [row for row in rows if "linkable" in row]
    clean = sum(1 for row in rebuilt if not row["problems"])
    lines += ["", f"{len(rows)} files, {len(shares)} with branches covered on average to {100 * average:.1f} % "
              f"({covered} of {total} branches, {100 * covered / max(total, 1):.1f} %), without the failing sides of "
              f"assertions to {100 * possible:.1f} %; "
              f"{clean} of {len(rebuilt)} emitted files without a problem in any of "
              f"{len(COMPILERS) * len(LEVELS)} builds."]
    if together:
        lines += ["", "Together: " + "; ".join(together)]
    reasons = collections.Counter(skipped["reason"] for row in rows for skipped in row.get("report", {}).get("skipped", []))
    if reasons:
        lines += ["", "Skipped, by reason:", ""]
        lines += [f"- {count} × {reason}" for reason, count in reasons.most_common(10)]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="of libraries.json; none: all")
    parser.add_argument("--from", dest="checkouts", type=pathlib.Path, required=True, help="where the libraries are checked out")
    parser.add_argument("--covolve", default=str(HERE.parent.parent / "build/release/bin/covolve"))
    parser.add_argument("--definitions", type=pathlib.Path, default=HERE / "libraries.json")
    parser.add_argument("--budget", default="60s", help="of the search of each file")
    parser.add_argument("--evaluations", help="tests of each file, instead of a budget of time: the same on a busy machine")
    parser.add_argument("--options", default="", help="further ones of covolve unit: '--mutants off'")
    parser.add_argument("--every", type=int, default=1, help="take every n-th file of a library, in the order of their names")
    parser.add_argument("--repetitions", type=int, default=20)
    parser.add_argument("--sanitize", action="store_true", help="rebuild with sanitizers as well")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="files at a time")
    parser.add_argument("--scratch", type=pathlib.Path, default=pathlib.Path("build/libraries"))
    parser.add_argument("-o", "--output", type=pathlib.Path, help="the table of each library is written here")
    arguments = parser.parse_args()
    definitions = json.loads(arguments.definitions.read_text())
    options = shlex.split(arguments.options)
    limit = ["--evaluations", arguments.evaluations] if arguments.evaluations else ["--budget", arguments.budget]
    chosen = [one for one in definitions if not arguments.names or one["name"] in arguments.names]
    for definition in chosen:
        library = Library(definition, arguments.checkouts, arguments.scratch.resolve())
        library.prepare()
        files = library.files()[::arguments.every]

        def rebuild_and_say(row):
            row["sanitize"] = arguments.sanitize
            rebuild(library, row, arguments.repetitions)
            covered, total = branches_of(row)
            print(f"{library.name}: {row['file']}: status {row['status']}, {covered} of {total}, "
                  f"{row['seconds']:.0f} s, {'; '.join(row['problems'])}", flush=True)
            return row

        with (concurrent.futures.ThreadPoolExecutor(arguments.jobs) as searches,
              concurrent.futures.ThreadPoolExecutor(arguments.jobs) as rebuilds):
            generated = [searches.submit(generate, arguments.covolve, library, file, limit, options) for file in files]
            rebuilt = [rebuilds.submit(lambda one=one: rebuild_and_say(one.result())) for one in generated]
            rows = [one.result() for one in rebuilt]
        text = table(library, rows, link_together(library, rows, arguments.repetitions))
        print(text)
        if arguments.output:
            arguments.output.mkdir(parents=True, exist_ok=True)
            chosen_by = f" --every {arguments.every}" if arguments.every > 1 else ""
            more = f" --options '{arguments.options}'" if arguments.options else ""
            command = f"`bench/libraries/measure.py {' '.join(limit)}{more}{chosen_by} --repetitions {arguments.repetitions} {library.name}`"
            (arguments.output / f"{library.name}.md").write_text(f"Made by {command}, one seed, {arguments.jobs} files at a time.\n\n{text}")


if __name__ == "__main__":
    main()
