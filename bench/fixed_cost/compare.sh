#!/usr/bin/env bash
# What covolve unit costs around the search, before and after a change: 500 tests by two builds, turn by turn, the
# least of a few rounds. Prints a table in Markdown.
#
#   bench/fixed_cost/compare.sh path/to/old/bin/covolve build/release/bin/covolve [rounds]
set -euo pipefail
old=$(realpath "$1")
new=$(realpath "$2")
rounds=${3:-3}
here=$(realpath "$(dirname "$0")")
subjects=$here/../../subjects
sources=("$subjects"/{triangle/triangle,cookie/cookie,bounded_stack/bounded_stack,numeric/bessj,strings/stemmer}.cpp
         "$subjects"/{strings/regex,roops/avl_tree,roops/fib_heap,wide/tax_form,wide/box_style}.cpp
         "$here/ring.cpp")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Seconds by the clock and of the processor, that of all children included.
measure() {
  local TIMEFORMAT='%R %U %S'
  rm -rf "$scratch/out"  # or its tests would be run, too
  { time "$1" unit "$2" -o "$scratch/out" --evaluations 500 --quiet -- -std=c++20 \
      >"$scratch/log" 2>&1; } 2>&1 | awk '{ printf "%.2f %.2f\n", $1, $2 + $3 }'
}

least() {
  awk '{ if (NR == 1 || $1 < clock) clock = $1; if (NR == 1 || $2 < cpu) cpu = $2 } END { print clock, cpu }' "$1"
}

echo "| subject | before, clock | after, clock | before, processor | after, processor |"
echo "|---|---:|---:|---:|---:|"
for source in "${sources[@]}"; do
  for build in old new; do : >"$scratch/$build"; done
  for ((round = 0; round < rounds; ++round)); do
    measure "$old" "$source" >>"$scratch/old"
    measure "$new" "$source" >>"$scratch/new"
  done
  read -r oldClock oldProcessor <<<"$(least "$scratch/old")"
  read -r newClock newProcessor <<<"$(least "$scratch/new")"
  echo "| $(basename "$source" .cpp) | $oldClock s | $newClock s | $oldProcessor s | $newProcessor s |"
done
