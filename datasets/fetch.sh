#!/bin/sh
# Fetches the public benchmark sets into datasets/public/ (or the directory named as argument).
#
# Git checks what it fetches by the hash of the commit, so a pinned commit is a pinned content; the
# MD5 sums below are a second check for the files whose sums are known here. Nothing is executed.
# Needs git, and a network that reaches github.com. `--list` only prints what would be fetched.
#
# What is there already is not fetched again, and each file appears whole or not at all: after an
# interruption, run it again. Exit code 1 when a set could not be fetched or a sum is wrong; a file
# with a wrong sum is renamed to FILE.wrong. MEMPLAN_FETCH_FROM takes the place of https://github.com,
# for mirrors; MEMPLAN_FETCH_SETS and MEMPLAN_FETCH_SUMS name files in place of the two lists below.
#
# Conventions of the ends of lifetimes, which differ between publications:
#   minimalloc  id,lower,upper,size: half-open, read as it is. The capacity in the name of a file is
#               what MiniMalloc is told; memplan is not told any.
#   iopddl      the same format, made by idealloc's reader from the contest's JSON (one size of each
#               node, chosen at random, plus 1; intervals spread so that both ends are exclusive).
#               For whole ticks that is the same as half-open: read as it is.
#   somas       half-open here, read as it is. The repository of idealloc (cappadokes/idealloc,
#               somas_tensors/) holds an earlier edition with other begins and ends; it is another
#               instance, and its figures are not comparable.
# Idealloc itself reads these files half-open only in its format `ex-csv`; in `in-csv` lifetimes lose
# conflicts, and its peaks are too low.
set -eu

# Set, repository, commit, files.
SETS='
minimalloc https://github.com/google/minimalloc da4726ef17e06e9bf1963813af2d572b6ab73ccd benchmarks/challenging/*.csv
iopddl https://github.com/fpedd/minimalloc 5b5753d0a0b4f3fcdb589f163642278079a6c4bf benchmarks/iopddl/G_1.csv
iopddl https://github.com/fpedd/minimalloc 4473d2889971ef208690e76203373329304feb79 benchmarks/iopddl/S_1.csv
iopddl https://github.com/fpedd/minimalloc fddf55dd19a0f9adc6946fd66245be259f2e89e5 benchmarks/iopddl/Y_1.csv
somas https://github.com/fpedd/minimalloc 4473d2889971ef208690e76203373329304feb79 benchmarks/somas_tensors/*.csv
'

SUMS='
c5fc3b2847b914ed7e04c53663779de0  minimalloc/A.1048576.csv
ebfc327c14d19b2a124e21539120ef86  minimalloc/B.1048576.csv
0d6824a72a8be1c4ed3a22ab8a7e22dd  minimalloc/C.1048576.csv
f3271bd3be67642dc9f5e4966ed6126a  minimalloc/D.1048576.csv
fb384e3d4b5c067354d382a5db25a5e2  minimalloc/E.1048576.csv
f437ffc031879e92eef6b330ea2c5b05  minimalloc/F.1048576.csv
58ea1ca1b4fc6216c6f7e3211740bc1d  minimalloc/G.1048576.csv
46cc0126375dc5361a2d900a0464ce26  iopddl/G_1.csv
fd20b4c6f9f0eec0dd8bd6be3c05b4b5  iopddl/S_1.csv
66127a4af777a582fc5f4a24dfb19991  somas/resnet50.csv
'

[ -z "${MEMPLAN_FETCH_SETS:-}" ] || SETS=$(cat "$MEMPLAN_FETCH_SETS")
[ -z "${MEMPLAN_FETCH_SUMS:-}" ] || SUMS=$(cat "$MEMPLAN_FETCH_SUMS")

if [ "${1:-}" = --list ]; then
    printf '%s\n' "$SETS" | sed '/^$/d'
    exit 0
fi
here=$(cd "$(dirname "$0")" && pwd)
target=${1:-$here/public}
mkdir -p "$target"
target=$(cd "$target" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Fetches one line of SETS, unless it is there.
fetch() {
    set=$1 url=$2 commit=$3 files=$4
    # Which files belong to a line is known only when it was fetched.
    stamp=$target/$set/.fetched-$(printf '%s' "$commit $files" | md5sum | cut -c 1-12)
    if [ -f "$stamp" ] && (cd "$target/$set" && while read -r name; do [ -f "$name" ] || exit 1; done <"$stamp"); then
        echo "$set: $files at $commit is there"
        return 0
    fi
    echo "$set: $url at $commit"
    repository=$scratch/$(printf '%s' "$url-$commit" | tr -c 'a-zA-Z0-9' '_')
    if [ ! -d "$repository/.git" ]; then
        git init --quiet "$repository" || return 1
        git -C "$repository" fetch --quiet --depth 1 "$url" "$commit" || {
            rm -rf "$repository"
            return 1
        }
        git -C "$repository" checkout --quiet FETCH_HEAD || return 1
    fi
    mkdir -p "$target/$set"
    : >"$scratch/names"
    # Unquoted, so that the pattern becomes the files it matches.
    for file in "$repository"/$files; do
        if [ ! -f "$file" ]; then
            echo "fetch.sh: $set: no file matches $files at $commit" >&2
            return 1
        fi
        name=$(basename "$file")
        cp "$file" "$target/$set/.$name.part" && mv "$target/$set/.$name.part" "$target/$set/$name" || return 1
        echo "$name" >>"$scratch/names"
    done
    cp "$scratch/names" "$stamp.part" && mv "$stamp.part" "$stamp"
}

failed=0
while read -r set url commit files; do
    [ -n "$set" ] || continue
    [ -z "${MEMPLAN_FETCH_FROM:-}" ] || url=$MEMPLAN_FETCH_FROM${url#https://github.com}
    fetch "$set" "$url" "$commit" "$files" || {
        echo "fetch.sh: $set: $files was not fetched" >&2
        failed=1
    }
done <<END
$SETS
END

while read -r sum file; do
    if [ -z "$sum" ] || [ ! -f "$target/$file" ]; then
        continue
    fi
    found=$(md5sum <"$target/$file" | cut -d ' ' -f 1)
    if [ "$found" != "$sum" ]; then
        mv "$target/$file" "$target/$file.wrong"
        echo "fetch.sh: $file has the MD5 sum $found, expected $sum: see $file.wrong" >&2
        failed=1
    fi
done <<END
$SUMS
END

if [ "$failed" != 0 ]; then
    echo "fetch.sh: not all is there; run it again to fetch the rest" >&2
    exit 1
fi
echo "all known checksums match"
echo "done: memplan bench $target/minimalloc --planners all"
