#!/bin/bash
# Plays a command beside a world: the repositories of the literature as they were
# recorded, on this machine. The command finds the world by TEST_STAND_IN and
# TEST_CERTIFICATE; what was sent is a line each in the file FOLDER/sent. A server
# that asks it is built with the tag replay: no released one can.
#
#   editors/world.sh FOLDER COMMAND...     FOLDER/world has the routes
#   editors/world.sh --build               prints the folder of server and world
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
exec 3>"$folder/stop" # as long as this is open, the world is
trap 'exec 3>&-; wait $world || { cat "$folder/world.log"; exit 1; }' EXIT
for _ in $(seq 100); do
	[ -f "$folder/address" ] && break
	sleep 0.1
done
TEST_STAND_IN=$(cat "$folder/address") TEST_CERTIFICATE=$folder/certificate "$@"
