#!/usr/bin/env bash
# Remakes the golden files: what pandoc's citeproc makes of each entry of
# works.bib alone. ./golden.sh FOLDER, with apa.csl, ieee.csl,
# chicago-author-date.csl and modern-language-association.csl of the Citation Style
# Language project (in Debian: citation-style-language-styles). One line a work: its key, a tab, the
# reference with _ around what is in italics.
set -euo pipefail
cd "$(dirname "$0")"
for style in apa ieee chicago-author-date mla; do
	csl=${style/#mla/modern-language-association}
	grep -oP '^@\w+\{\K[^,]+' works.bib | while read -r key; do
		printf -- '---\nnocite: "@%s"\n---\n' "$key" |
			pandoc --from markdown --to html --wrap none --citeproc --bibliography works.bib --csl "$1/$csl.csl" |
			python3 golden.py
	done >"$style.txt"
done
