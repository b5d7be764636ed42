#!/bin/bash
# Measures the first use against a synthetic literature on this machine: the time from `make build` to
# the first citation, with three commands and a corpus grown from a .bib of 60 entries; and the peak
# memory while growing a corpus of 20,000 papers. Prints seconds and MB.
#
#   bench/first-use.sh            both
#   bench/first-use.sh citation   only the first citation
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work" && rm -rf "$work"' EXIT

now() { date +%s.%N; }

# timed NAME COMMAND... runs a command, prints its time in seconds, and writes its output to NAME.out.
timed() {
	local name=$1 start
	start=$(now)
	shift
	"$@" >"$work/$name.out" 2>"$work/$name.err" || { cat "$work/$name.err"; exit 1; }
	awk -v name="$name" -v from="$start" -v to="$(now)" 'BEGIN { printf "%-10s %6.1f s\n", name, to - from }'
}

# in_world runs a new user's commands while the synthetic literature is served from the folder $1.
in_world() {
	local corpus=$work/corpus claim='Modelling nelevile shows the variation of kolevile.' paper
	timed grow "$server" corpus grow --out "$corpus" --papers 300 --yes "$1/manuscript/references.bib"
	timed query "$server" query --index "$corpus" --top 1 "$claim"
	paper=$(grep -o 'doi:10.5555/world.[0-9]*' "$work/query.out" | head -1)
	timed cite "$server" cite --index "$corpus" --paper "$paper" "$claim"
	cat "$work/cite.out"
}

in_large_world() {
	/usr/bin/time -f '%M' -o "$work/memory" "$server" corpus grow --out "$work/large" --papers 20000 --yes \
		--embedder static "$1/manuscript/references.bib" >"$work/large.out" 2>"$work/large.err"
	head -1 "$work/large.out" | sed 's/^.*large: //'
	awk '{ printf "peak memory %.0f MB\n", $1 / 1024 }' "$work/memory"
}

# beside FIRST_LINE FUNCTION runs a function while a synthetic literature is served.
beside() {
	local folder=$work/world-$2
	mkdir -p "$folder"
	printf '%s\n' "$1" >"$folder/world"
	export -f now timed in_world in_large_world
	"$root/editors/world.sh" "$folder" bash -c "set -euo pipefail; $2 \"\$1\"" bash "$folder"
}

export XDG_CONFIG_HOME=$work/config XDG_CACHE_HOME=$work/cache work
mkdir -p "$XDG_CONFIG_HOME/scilit-lsp"
printf '[online]\nsources = ["openalex"]\n' >"$XDG_CONFIG_HOME/scilit-lsp/scilit.toml"
start=$(now)
timed build make -C "$root" build
server=$("$root/editors/world.sh" --build)/scilit-lsp # the same program, but it queries the synthetic literature
export server
beside literature in_world
awk -v from="$start" -v to="$(now)" 'BEGIN { printf "%-10s %6.1f s, with the literature\n", "all", to - from }'
if [ "${1:-}" != citation ]; then
	beside 'large literature' in_large_world
fi
