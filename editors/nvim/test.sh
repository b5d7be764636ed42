#!/bin/bash
# Drives real Neovim against the real server and index, on LaTeX (natbib with
# bibtex, biblatex with biber) and on Markdown: hover, the code action, both
# files saved. What was written is then compiled, and the reference looked for.
#
#   editors/nvim/test.sh SERVER INDEX
set -euo pipefail
server=$1 index=$2
here=$(cd "$(dirname "$0")" && pwd)
manuscript=$here/../../testdata/manuscript
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

drive() { # folder file filetype
	mkdir -p "$work/home"
	env HOME="$work/home" XDG_CACHE_HOME="${XDG_CACHE_HOME:-$HOME/.cache}" SCILIT_INDEX="$index" SERVER="$server" WS="$1" FILE="$2" FILETYPE="$3" \
		timeout 120 "${NVIM:-nvim}" --headless --clean -n -i NONE -S "$here/drive.lua"
}

# The key that the edit added: the last one of the .bib.
added_key() {
	! cmp -s "$1" "$manuscript/references.bib" || { echo "FAIL: nothing was added to $1" >&2; return 1; }
	grep -oE '^@[a-z]+\{[^,]+' "$1" | tail -1 | sed 's/.*{//'
}

expect() { # file pattern
	grep -qE "$2" "$1" || { echo "FAIL: no $2 in $1"; cat "$1"; exit 1; }
}

compile() { # folder bibtex|biber
	(cd "$1" && pdflatex -interaction=nonstopmode main >log1 && "$2" main >log2 &&
		pdflatex -interaction=nonstopmode main >log3 && pdflatex -interaction=nonstopmode main >log4) || { tail -30 "$1"/log?; exit 1; }
	! grep undefined "$1/log4" || exit 1
	pdftotext -layout "$1/main.pdf" "$1/main.txt"
}

latex() { # workspace, what compiles the .bib, command that cites
	drive "$1" main.tex tex
	local key; key=$(added_key "$1/references.bib")
	expect "$1/main.tex" "\\\\$3\\{$key\\}"
	compile "$1" "$2"
	expect "$1/main.txt" "$(title_word "$1/references.bib")"
	echo "ok $(basename "$1"), $2: $key"
}

natbib() {
	local ws=$work/natbib
	cp -r "$manuscript" "$ws"
	latex "$ws" bibtex 'cite[tp]'
}

biblatex() {
	local ws=$work/biblatex
	cp -r "$manuscript" "$ws"
	sed -i -e 's/\\usepackage{natbib}/\\usepackage[backend=biber,style=authoryear]{biblatex}\n\\addbibresource{references.bib}/' \
		-e 's/\\bibliographystyle{plainnat}//' -e 's/\\bibliography{references}/\\printbibliography/' "$ws/main.tex"
	latex "$ws" biber '(text|paren)cite'
}

markdown() {
	local ws=$work/markdown
	cp -r "$manuscript" "$ws"
	drive "$ws" main.md markdown
	local key; key=$(added_key "$ws/references.bib")
	expect "$ws/main.md" "@$key"
	(cd "$ws" && pandoc --citeproc --fail-if-warnings -t plain main.md -o main.txt)
	expect "$ws/main.txt" "$(title_word "$ws/references.bib")"
	echo "ok markdown, pandoc: $key"
}

# The first word of the added entry's title, to be found in the output.
title_word() { grep -E '^ *title' "$1" | tail -1 | sed -E 's/.*= *\{+//; s/[^A-Za-z].*//'; }

natbib
biblatex
markdown
echo "3 passed, 0 failed"
