#!/bin/bash
# Tests the built program's web page in headless Chromium.
#
#   server/page/test.sh PROGRAM INDEX [PICTURES]
set -euo pipefail
program=$(realpath "$1") index=$(realpath "$2") pictures=${3:+$(realpath -m "$3")}
cd "$(dirname "$0")/test"

work=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null; rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work/config XDG_CACHE_HOME=${XDG_CACHE_HOME-$HOME/.cache}

[ -d node_modules ] || npm ci --ignore-scripts --no-audit --no-fund
npm run --silent check
"$program" index build --out "$work/biomed" --name biomed --embedder static ../../../testdata/papers/biomed.jsonl.gz >"$work/log" 2>&1
"$program" serve --listen 127.0.0.1:0 --index "$index" --index "$work/biomed" >"$work/out" 2>"$work/log" &
server=$!
until address=$(sed -n 's/^serving at //p' "$work/out") && [ -n "$address" ]; do
	kill -0 $server 2>/dev/null || { cat "$work/log"; exit 1; }
	sleep 0.1
done
node play.mjs "$address" $pictures || { tail -20 "$work/log"; exit 1; }
