#!/bin/bash
# Builds the archives and the Debian package twice, compares them, unpacks,
# installs, runs and removes them, and checks the files for package managers with
# the tools that are installed. PLATFORMS selects some of the six platforms, since
# compiling all of them takes long.
set -euo pipefail
cd "$(dirname "$0")/.."
native=$(go env GOOS)/$(go env GOARCH)
: "${PLATFORMS:=$native windows/arm64}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
dist=$PWD/build/dist

step() { echo "== $*"; }
fail() { echo "FAIL: $*" >&2; exit 1; }
have() { command -v "$1" >/dev/null || { echo "   not checked: $1 is not installed"; return 1; }; }

# Runs a command as a new user would: without settings, cache, files or other
# environment variables. The current folder matters, since its .bib files can be
# cited.
as_new_user() {
	rm -rf "$work/home"
	mkdir "$work/home"
	(cd "$work/home" && env -i HOME="$work/home" PATH="$1:/usr/bin:/bin" "${@:2}")
}

try_program() { # folder of the program
	as_new_user "$1" scilit-lsp doctor >"$work/doctor" 2>&1 && fail "doctor found an index although there is none"
	grep -q '^neural engine: available$' "$work/doctor" || { cat "$work/doctor"; fail "the neural engine is not available in $1"; }
	grep -q 'scilit-lsp demo' "$work/doctor" || fail "doctor does not offer the demo"
	printf '@misc{a, title = {On Pooling}, author = {Ito, Ida}}' >"$work/refs.bib"
	as_new_user "$1" scilit-lsp index build --out "$work/index" "$work/refs.bib" >"$work/build" 2>&1 || { cat "$work/build"; fail "index build"; }
	as_new_user "$1" scilit-lsp doctor --index "$work/index" >"$work/doctor"
	grep -q '^active: searches use BM25 and citation-minilm' "$work/doctor" || { cat "$work/doctor"; fail "the neural engine is not active"; }
}

step "reproducible builds"
target=deb
have dpkg-deb || target=dist
make -s $target PLATFORMS="$PLATFORMS"
cp "$dist/SHA256SUMS" "$work/first"
make -s $target PLATFORMS="$PLATFORMS" >/dev/null 2>&1
diff "$work/first" "$dist/SHA256SUMS" || fail "a second build produced different bytes"
(cd "$dist" && sha256sum --quiet -c SHA256SUMS)

step "archives"
for folder in build/dist.work/scilit-lsp_*; do
	have file || break
	case $folder in
	*windows_arm64) want='PE32+ executable.*Aarch64' ;;
	*windows_amd64) want='PE32+ executable.*x86-64' ;;
	*darwin_arm64*) want='Mach-O 64-bit arm64' ;;
	*darwin_amd64*) want='Mach-O 64-bit x86_64' ;;
	*linux_arm64*) want='ELF 64-bit LSB executable, ARM aarch64' ;;
	*linux_amd64_neural) want='ELF 64-bit LSB executable, x86-64.*dynamically linked' ;;
	*linux_amd64) want='ELF 64-bit LSB executable, x86-64.*statically linked' ;;
	esac
	file -b "$folder"/scilit-lsp* | grep -q "$want" || fail "$folder: not $want"
done
mkdir "$work/unpacked"
tar -xzf "$dist"/scilit-lsp_*_neural.tar.gz -C "$work/unpacked"
try_program "$(echo "$work"/unpacked/*)"

step "Debian package"
if have dpkg && [ -n "$(ls "$dist"/*.deb 2>/dev/null)" ]; then
	root=$work/root
	mkdir -p "$root/var/lib/dpkg"/{info,updates}
	touch "$root/var/lib/dpkg/status"
	# The root folder has no libc6, and the user need not be root.
	in_root() { dpkg --root="$root" --force-not-root --force-depends --force-script-chrootless --log=/dev/null "$@" >"$work/dpkg" 2>&1 || { cat "$work/dpkg"; fail "dpkg $*"; }; }
	in_root -i "$dist"/*_"$(dpkg --print-architecture)".deb
	try_program "$root/usr/bin"
	in_root --purge scilit-lsp
	left=$(find "$root" -path "$root/var" -prune -o -type f -print)
	[ -z "$left" ] || fail "removing the package left $left"
	! have lintian || lintian --fail-on error --allow-root "$dist"/*.deb
fi

step "files for package managers"
filled=$dist/packaging
! have ruby || ruby packaging/homebrew/check.rb "$filled/homebrew/scilit-lsp.rb" "$native"
! have nix-instantiate || packaging/nix/check.sh "$filled/nix/default.nix"
! have nvim || FILE=$filled/nvim-lspconfig/lsp/scilit.lua timeout 20 nvim --headless --clean -c 'luafile packaging/nvim-lspconfig/check.lua' -c 'cquit!'
(cd packaging/dist && go test ./...)
step "done"
