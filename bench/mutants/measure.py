#!/usr/bin/env python3
"""What the search for mutants is worth: each subject with `--mutants off` and `on`, the same seed and limit, and
`covolve mutants` on the emitted tests as the judge of both. Prints a table in Markdown.

    bench/mutants/measure.py build/release/bin/covolve [--limit "--evaluations 20000"] [subject ...]
"""
import argparse
import json
import pathlib
import subprocess
import tempfile
import time

SUBJECTS = pathlib.Path(__file__).resolve().parents[2] / "subjects"
DEFAULT = """bounded_stack/bounded_stack.cpp cookie/cookie.cpp numeric/triangle2.cpp numeric/fisher.cpp
objects/job_scheduler.cpp objects/shop_checkout.cpp roops/avl_tree.cpp flags/ticket_gate.cpp flags/retry_policy.cpp
cpp/cash_machine.cpp strings/stemmer.cpp flags/ledger_desk.cpp flags/loyalty_card.cpp numeric/bessj.cpp cpp/seating.cpp
cpp/config_value.cpp""".split()
FLAGS = ["--", "-std=c++20"]


def run(command):
    begin = time.monotonic()
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return time.monotonic() - begin


def measure(covolve, source, limit, mutants, scratch):
    """Seconds, tests, killed mutants, all mutants."""
    out = scratch / mutants
    seconds = run([covolve, "unit", source, "--afresh", *limit, "--mutants", mutants, "-o", out, *FLAGS])
    report = json.loads((out / "covolve.json").read_text())
    tests = out / f"{source.stem}_test.cpp"
    run([covolve, "mutants", source, "--tests", tests, "-o", scratch / "judge", *FLAGS])
    judged = json.loads((scratch / "judge" / "mutants.json").read_text())
    return seconds, len(report["tests"]), judged["killed"], judged["mutants"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("covolve", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--limit", default="--evaluations 20000")
    parser.add_argument("subjects", nargs="*", default=DEFAULT)
    arguments = parser.parse_args()
    print("| subject | mutants | killed, off | killed, on | score, off | score, on | tests, off | tests, on | time, off | time, on |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    scores = []
    for subject in arguments.subjects:
        source = SUBJECTS / subject
        with tempfile.TemporaryDirectory() as folder:
            off, on = (measure(arguments.covolve, source, arguments.limit.split(), mutants, pathlib.Path(folder))
                       for mutants in ("off", "on"))
        percent = [100 * killed / mutants for _, _, killed, mutants in (off, on)]
        scores.append(percent)
        print(f"| {source.stem} | {off[3]} | {off[2]} | {on[2]} | {percent[0]:.1f} % | {percent[1]:.1f} % "
              f"| {off[1]} | {on[1]} | {off[0]:.1f} s | {on[0]:.1f} s |", flush=True)
    means = [sum(column) / len(scores) for column in zip(*scores)]
    print(f"| mean | | | | {means[0]:.1f} % | {means[1]:.1f} % | | | | |")


main()
