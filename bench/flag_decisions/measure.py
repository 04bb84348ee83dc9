#!/usr/bin/env python3
"""Of the decisions of libraries that are not ours: how many does the result of a call decide, and how many of those have
a distance of more than two values, with and without what gives flags their value.

    bench/flag_decisions/measure.py --from ~/checkouts -o bench/results algorithms tinyxml2

bench/libraries/libraries.json says where the sources of each are. A source that does not compile with the library's
flags alone is left out and counted. Each source is analysed by itself.
Needs build/release (./dev build, and the target bench_flag_decisions).
"""
import argparse
import fnmatch
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE.parent.parent / "build" / "release" / "bin"


def sources_of(library, checkout):
    found = sorted({path for pattern in library["files"] for path in checkout.glob(pattern)})
    excepted = library.get("except", [])
    return [path for path in found
            if not any(fnmatch.fnmatch(str(path.relative_to(checkout)), one) or path.name == one for one in excepted)]


def compiled(source, checkout, flags, scratch):
    target = scratch / (str(source.relative_to(checkout)).replace("/", "_") + ".o")
    command = [BUILD / "covolve-c++", "-w", *flags, f"-I{checkout}", f"-I{source.parent}", "-c", source, "-o", target]
    return target if subprocess.run(command, capture_output=True).returncode == 0 else None


def counted(objects):
    answer = subprocess.run([BUILD / "bench_flag_decisions", *objects], capture_output=True, text=True)
    if answer.returncode != 0:
        sys.exit(answer.stderr)
    return json.loads(answer.stdout)


def measure(library, checkout):
    with tempfile.TemporaryDirectory() as folder:
        results = [compiled(source, checkout, library.get("flags", []), pathlib.Path(folder))
                   for source in sources_of(library, checkout)]
        objects = [one for one in results if one is not None]
        # Programs of their own: functions of equal names are not one function.
        parts = [counted([one]) for one in objects]
        total = {key: sum(part[key] for part in parts) for key in ("decisions", "byCall", "before", "after")}
        return {"name": library["name"], "files": len(objects), "leftOut": len(results) - len(objects), **total}


def table(rows):
    def share(row, key):
        return f"{row[key]} ({100 * row[key] / max(row['byCall'], 1):.0f} %)"

    lines = ["| library | files | left out | decisions | decided by a call's result | more than two values without | with |",
             "|---|---:|---:|---:|---:|---:|---:|"]
    lines += [f"| {row['name']} | {row['files']} | {row['leftOut']} | {row['decisions']} | {row['byCall']} "
              f"| {share(row, 'before')} | {share(row, 'after')} |" for row in rows]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="checkouts", type=pathlib.Path, required=True)
    parser.add_argument("-o", dest="output", type=pathlib.Path, required=True)
    parser.add_argument("libraries", nargs="+")
    arguments = parser.parse_args()
    known = {one["name"]: one for one in json.loads((HERE.parent / "libraries" / "libraries.json").read_text())}
    rows = []
    for name in arguments.libraries:
        library = known[name]
        rows.append(measure(library, arguments.checkouts / library.get("folder", name)))
        print(table(rows[-1:]), end="", flush=True)
    (arguments.output / "flag_decisions.json").write_text(json.dumps(rows, indent=1) + "\n")
    (arguments.output / "flag_decisions.md").write_text(
        "# Decisions on what calls returned\n\nWritten by bench/flag_decisions/measure.py.\n\n" + table(rows))


if __name__ == "__main__":
    main()
