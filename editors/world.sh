#!/bin/bash
# Runs a command together with a world: recorded replies of the online repositories,
# served on this machine. TEST_STAND_IN and TEST_CERTIFICATE tell the command where
# the world is. FOLDER/sent lists the requests, one per line. Only a server built
# with the replay tag can query the world; released servers cannot.
#
#   editors/world.sh FOLDER COMMAND...     FOLDER/world contains the routes
#   editors/world.sh --build               prints the folder of the server and the world
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
built=$root/build/replay

build() {
	cd "$root"
	GOEXPERIMENT=simd go build -tags replay -o "$built/scilit-lsp" ./cmd/scilit-lsp
	GOEXPERIMENT=simd go test -c -o "$built/world" ./engine/online/onlinetest
}

if [ "$1" = --build ]; then
	build
	echo "$built"
	exit
fi
folder=$(realpath "$1")
shift
rm -f "$folder/address" "$folder/stop"
mkfifo "$folder/stop"
(cd "$root/engine/online/onlinetest" && TEST_WORLD=$folder "$built/world" -test.run '^TestServe$' <"$folder/stop" >"$folder/world.log" 2>&1) &
world=$!
exec 3>"$folder/stop" # the world runs until this is closed
trap 'exec 3>&-; wait $world || { cat "$folder/world.log"; exit 1; }' EXIT
for _ in $(seq 100); do
	[ -f "$folder/address" ] && break
	sleep 0.1
done
TEST_STAND_IN=$(cat "$folder/address") TEST_CERTIFICATE=$folder/certificate "$@"
