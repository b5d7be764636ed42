#!/usr/bin/env bash
# Writes the golden files with pandoc's citeproc: ./golden.sh FOLDER [STYLE...], where FOLDER
# contains the .csl files of the Citation Style Language project (Debian's
# citation-style-language-styles package). Each line contains the key of an entry in works.bib, a
# tab, and the entry's reference with _ around italics.
#
# Pandoc converts book titles to sentence case before the style sees them. Braces are added where
# a style's manual keeps the case: around all book titles for IEEE, and around the titles of
# proceedings for Vancouver.
set -euo pipefail
cd "$(dirname "$0")"
folder=$1
shift
[ $# -gt 0 ] || set -- apa ieee chicago-author-date mla vancouver
bib=$(mktemp --suffix .bib)
trap 'rm -f "$bib"' EXIT
keep='s/booktitle = (\{(?:[^{}]|(?1))*\})/booktitle = {$1}/'
for style; do
	case $style in
	ieee) perl -pe "$keep" works.bib >"$bib" ;;
	vancouver) perl -pe "$keep if /^\@inproceedings/" works.bib >"$bib" ;;
	*) cp works.bib "$bib" ;;
	esac
	csl=${style/#mla/modern-language-association}
	grep -oP '^@\w+\{\K[^,]+' works.bib | while read -r key; do
		printf -- '---\nnocite: "@%s"\n---\n' "$key" |
			pandoc --from markdown --to html --wrap none --citeproc --bibliography "$bib" --csl "$folder/$csl.csl" |
			python3 golden.py
	done >"$style.txt"
done
