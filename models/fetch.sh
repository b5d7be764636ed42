#!/bin/sh
# Copies the models in this repository to the user's cache, and downloads a
# pinned version of the onnxruntime library to it with npm. Every file is
# verified against the checksums in this folder. Correct files that already
# exist are kept.
#
#   models/fetch.sh [--require]
#
# Without npm or a network it prints a note, and scilit-lsp will use its plain
# engine. This is an error only with --require.
set -eu

# engine/onnx names the same models
models='citation-minilm citation-ranker claim-judge'
version=1.24.3 # version of onnxruntime; engine/onnx names the same one

here=$(cd "$(dirname "$0")" && pwd)
status=0
require=0
case "${1-}" in
--require) require=1 ;;
'') ;;
*) echo "usage: models/fetch.sh [--require]" >&2; exit 2 ;;
esac

# The same folder as onnx.CacheDir in Go.
cache_dir() {
	if [ -n "${SCILIT_CACHE-}" ]; then
		echo "$SCILIT_CACHE"
	elif [ "$(uname -s)" = Darwin ]; then
		echo "$HOME/Library/Caches/scilit-lsp"
	else
		echo "${XDG_CACHE_HOME:-$HOME/.cache}/scilit-lsp"
	fi
}

# Prints this platform's folder in the onnxruntime package. SCILIT_PLATFORM
# selects another platform, to build a package for it.
platform() {
	if [ -n "${SCILIT_PLATFORM-}" ]; then
		if grep -q " $SCILIT_PLATFORM/" "$here/onnxruntime/SHA256SUMS"; then echo "$SCILIT_PLATFORM"; fi
		return
	fi
	case "$(uname -s)-$(uname -m)" in
	Linux-x86_64) echo linux/x64 ;;
	Linux-aarch64 | Linux-arm64) echo linux/arm64 ;;
	Darwin-arm64) echo darwin/arm64 ;;
	esac
}

# Reads lines "SHA256  FILE" and verifies the files without output.
check_sums() {
	if command -v sha256sum >/dev/null; then
		sha256sum -c - >/dev/null 2>&1
	else
		shasum -a 256 -c - >/dev/null 2>&1
	fi
}

model_sums() { # model
	sed -n 's/.*"name": "\([^"]*\)", "bytes": .*"sha256": "\([0-9a-f]*\)".*/\2  \1/p' "$here/$1/model.json"
}

runtime_sums() {
	sed -n "s|  $(platform)/|  |p" "$here/onnxruntime/SHA256SUMS"
}

model_is_right() { # model folder
	[ -d "$2" ] && (cd "$2" && model_sums "$1" | check_sums)
}

runtime_is_right() {
	[ -d "$1" ] && (cd "$1" && runtime_sums | check_sums)
}

# Prints why a component is missing, and continues.
without() {
	echo "models: $1; scilit-lsp will use its plain engine" >&2
	status=$require
}

# Moves a complete folder to its destination in one step.
publish() {
	mkdir -p "$(dirname "$2")"
	rm -rf "$2"
	mv "$1" "$2"
	echo "models: $2"
}

copy_model() { # model
	target=$cache/models/$1
	if model_is_right "$1" "$target" && cmp -s "$here/$1/model.json" "$target/model.json"; then
		return
	fi
	cp -R "$here/$1" "$temp/$1"
	if ! model_is_right "$1" "$temp/$1"; then
		without "the files in models/$1 do not match its model.json"
		return
	fi
	publish "$temp/$1" "$target"
}

fetch_runtime() {
	target=$cache/onnxruntime/$version
	if [ -z "$(platform)" ]; then
		without "onnxruntime is not packaged for ${SCILIT_PLATFORM-$(uname -sm)}"
		return
	fi
	if runtime_is_right "$target"; then
		return
	fi
	if ! command -v npm >/dev/null; then
		without "npm is not installed, so onnxruntime cannot be fetched"
		return
	fi
	mkdir -p "$temp/npm"
	if ! (cd "$temp/npm" && npm pack "onnxruntime-node@$version" --ignore-scripts >"$temp/log" 2>&1); then
		without "npm could not fetch onnxruntime-node@$version ($(tail -n 1 "$temp/log"))"
		return
	fi
	tar -xzf "$temp/npm/onnxruntime-node-$version.tgz" -C "$temp/npm" "package/bin/napi-v6/$(platform)"
	rm -f "$temp/npm/package/bin/napi-v6/$(platform)"/*.node
	if ! runtime_is_right "$temp/npm/package/bin/napi-v6/$(platform)"; then
		without "the library in onnxruntime-node@$version does not match models/onnxruntime/SHA256SUMS"
		return
	fi
	publish "$temp/npm/package/bin/napi-v6/$(platform)" "$target"
}

cache=$(cache_dir)
mkdir -p "$cache"
temp=$(mktemp -d "$cache/fetch.XXXXXX") # in the cache, so that publishing is a rename
trap 'rm -rf "$temp"' EXIT
trap 'exit 1' HUP INT TERM
for model in $models; do
	copy_model "$model"
done
fetch_runtime
exit $status
