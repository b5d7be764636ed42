#!/bin/bash
# Packs the extension with the server, the model and onnxruntime of one platform
# into build/scilit-TARGET.vsix. Compiles only our own code.
#
#   editors/vscode/pack.sh [TARGET]     linux-x64, linux-arm64, darwin-arm64, ...
#
# A target other than this machine's needs a C compiler for it in CC. Without one,
# the server is built without cgo and has only the plain engine.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
machine=$(node -p 'process.platform + "-" + process.arch')
target=${1:-$machine}
cache=$root/build/vsix/$target
bundle=$here/server

go_platform() {
	GOOS=${target%-*} GOARCH=${target#*-}
	[ "$GOOS" != win32 ] || GOOS=windows
	[ "$GOARCH" != x64 ] || GOARCH=amd64
	export GOOS GOARCH
	[ "$target" = "$machine" ] || [ -n "${CC-}" ] || export CGO_ENABLED=0
}

# onnx.Locate looks for this folder next to the program.
fill_bundle() {
	rm -rf "$bundle"
	mkdir -p "$bundle/models"
	SCILIT_CACHE=$cache SCILIT_PLATFORM=${target/-/\/} "$root/models/fetch.sh"
	cp -R "$cache/models/"* "$bundle/models/"
	cp "$cache"/onnxruntime/*/libonnxruntime* "$bundle/" 2>/dev/null || echo "pack: $target has only the plain engine" >&2
	(go_platform && cd "$root" && go build -trimpath -ldflags='-s -w' -o "$bundle/" ./cmd/scilit-lsp)
	cp "$root/LICENSE" "$here/LICENSE"
}

cd "$here"
[ -d node_modules ] || npm ci --ignore-scripts --no-audit --no-fund
node esbuild.mjs
fill_bundle
npx --no-install vsce package --no-dependencies --no-rewrite-relative-links --skip-license --target "$target" \
	-o "$root/build/scilit-$target.vsix"
