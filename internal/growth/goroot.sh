#!/bin/sh
# Makes a copy of the Go installation, mostly of links. Its packages strings and
# bytes search with loops in Go, which coverage counts, instead of assembly:
# goroot.sh DIR
set -eu
root=$(go env GOROOT)
rm -rf "$1" && mkdir -p "$1"
for part in bin go.env lib pkg src VERSION; do
	cp -as "$root/$part" "$1"
done
for package in strings bytes; do
	folder=$1/src/$package
	rm "$folder/$package.go"
	sed -e 's/bytealg\.IndexByteString(/countedIndexByte(/; s/bytealg\.IndexByte(/countedIndexByte(/' \
		-e 's/bytealg\.LastIndexByteString(/countedLastIndexByte(/; s/bytealg\.LastIndexByte(/countedLastIndexByte(/' \
		-e 's/bytealg\.CountString(/countedCount(/; s/bytealg\.Count(/countedCount(/' \
		-e 's/bytealg\.IndexString(/countedIndex(/; s/bytealg\.Index(/countedIndex(/' \
		-e 's/stringslite\.IndexByte(/countedIndexByte(/; s/stringslite\.Index(/countedIndex(/' \
		-e 's/return stringslite\.Cut(s, sep)/if i := Index(s, sep); i >= 0 { return s[:i], s[i+len(sep):], true }; return s, "", false/' \
		"$root/src/$package/$package.go" >"$folder/$package.go"
	{ echo "package $package"; sed 1,2d "$(dirname "$0")/counted.go.txt"; } >"$folder/counted.go"
done
