#!/bin/bash
# Makes a Debian package in build/dist from a folder built by `make dist`, and
# adds its checksum to SHA256SUMS.
#
#   packaging/debian/deb.sh FOLDER ARCH VERSION     ARCH is a Debian name: amd64, arm64
#
# SOURCE_DATE_EPOCH is the modification time of every file in the package.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$(realpath "$here/../../build/dist")
folder=$1 arch=$2 version=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
for tool in dpkg-deb dpkg-shlibdeps; do
	command -v $tool >/dev/null || { echo "deb.sh: $tool is missing; install dpkg and dpkg-dev" >&2; exit 1; }
done

# Prints the version in Debian's format, so that 1.2.3-4-gabc sorts after 1.2.3 and 1.2.3-rc1 before it.
debian_version() {
	echo "$version" | sed -E 's/-([0-9]+)-g/+\1.g/; s/-/~/g; s/$/-1/'
}

debian_changelog() {
	printf 'scilit-lsp (%s) unstable; urgency=medium\n\n  * See changelog.gz.\n\n -- %s  %s\n' "$(debian_version)" \
		"$(sed -n 's/^Maintainer: //p' "$here/control")" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")"
}

lay_out() {
	local share=$root/usr/share
	install -D -m 755 "$folder/scilit-lsp" "$root/usr/bin/scilit-lsp"
	if [ -d "$folder/models" ]; then
		mkdir -p "$share/scilit-lsp"
		cp -R "$folder/models" "$share/scilit-lsp/"
		install -D -m 644 -t "$root/usr/lib/scilit-lsp" "$folder"/libonnxruntime*
	fi
	install -D -m 644 "$folder/completions/scilit-lsp.bash" "$share/bash-completion/completions/scilit-lsp"
	install -D -m 644 -t "$share/zsh/vendor-completions" "$folder/completions/_scilit-lsp"
	install -D -m 644 -t "$share/fish/vendor_completions.d" "$folder/completions/scilit-lsp.fish"
	install -D -m 644 -t "$share/man/man1" "$folder/man/scilit-lsp.1"
	install -D -m 644 -t "$share/doc/scilit-lsp" "$folder/README.md" "$folder/THIRD-PARTY-LICENSES"
	install -D -m 644 "$folder/CHANGELOG.md" "$share/doc/scilit-lsp/changelog"
	install -D -m 644 "$here/copyright" "$share/doc/scilit-lsp/copyright"
	debian_changelog >"$share/doc/scilit-lsp/changelog.Debian"
	gzip -n -9 "$share/man/man1/scilit-lsp.1" "$share/doc/scilit-lsp/"{changelog,changelog.Debian,THIRD-PARTY-LICENSES}
	chmod -R u=rwX,go=rX "$root"
}

# Prints the libraries that the program and onnxruntime need, as determined by
# dpkg-shlibdeps. A pure Go program needs none.
depends() {
	[ -d "$root/usr/lib/scilit-lsp" ] || return 0
	mkdir -p "$work/debian"
	: >"$work/debian/control"
	(cd "$work" && dpkg-shlibdeps -O --ignore-missing-info -xscilit-lsp \
		-e"$root/usr/bin/scilit-lsp" "$root"/usr/lib/scilit-lsp/*.so* 2>/dev/null) | sed 's/^shlibs:Depends=/Depends: /'
}

control() {
	sed "s/@VERSION@/$(debian_version)/; s/@ARCH@/$arch/; s/@SIZE@/$(du -sk --apparent-size "$root" | cut -f 1)/" "$here/control"
	depends
}

lay_out
mkdir -p "$root/DEBIAN"
control >"$work/control"
mv "$work/control" "$root/DEBIAN/control"
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
package=scilit-lsp_$(debian_version)_$arch.deb
dpkg-deb --root-owner-group -Zgzip --build "$root" "$out/$package" >/dev/null
(cd "$out" && sha256sum "$package" >>SHA256SUMS)
echo "$out/$package"
