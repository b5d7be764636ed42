#!/bin/bash
# Tests the extension: checks its types and style, then runs the packed extension in a
# real VS Code (its own server and headless Chromium) on a real index. Runs mocha in
# the extension host, first use without a corpus, a corpus grown from a bibliography,
# and Restricted Mode. Then cites in LaTeX and Markdown, from opening the file to
# saving both files, compiles the documents, and checks that they contain the
# references.
#
#   editors/vscode/test.sh VSIX INDEX [PICTURES]
set -euo pipefail
vsix=$(realpath "$1") index=$(realpath "$2") pictures=${3-}
here=$(cd "$(dirname "$0")" && pwd)
manuscript=$here/../../testdata/manuscript
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$here"

expect() { # file pattern
	grep -qE "$2" "$1" || { echo "FAIL: no $2 in $1"; cat "$1"; exit 1; }
}

# Prints the first word of each added entry's title.
added_words() {
	grep -E '^ *title' "$1" | tail -n +2 | sed -E 's/.*= *\{+//; s/[^A-Za-z].*//'
}

compile_latex() { # folder
	(cd "$1" && pdflatex -interaction=nonstopmode main >log1 && bibtex main >log2 &&
		pdflatex -interaction=nonstopmode main >log3 && pdflatex -interaction=nonstopmode main >log4) || { tail -30 "$1"/log?; exit 1; }
	! grep undefined "$1/log4" || exit 1
	pdftotext -layout "$1/main.pdf" "$1/latex.txt"
	expect "$1/latex.txt" "$(added_words "$1/references.bib" | head -1)"
	echo "ok LaTeX compiles with bibtex"
}

compile_markdown() { # folder
	(cd "$1" && pandoc --citeproc --fail-if-warnings -t plain main.md -o markdown.txt)
	expect "$1/markdown.txt" "$(added_words "$1/references.bib" | tail -1)"
	echo "ok Markdown compiles with pandoc"
}

[ -d node_modules ] || npm ci --ignore-scripts --no-audit --no-fund
npm run --silent check
node esbuild.mjs
main=$(test/code-server.sh)
replay=$("$here/../world.sh" --build)
if [ -z "$pictures" ]; then
	cp -r "$manuscript" "$work/host"
	cp -r "$manuscript" "$work/foreign"
	mkdir "$work/fresh"
	node test/host.mjs "$main" "$work/host" "$index"
	cp -r "$manuscript" "$work/ask"
	node test/ask.mjs "$main" "$vsix" "$work/ask" "$index"
	node test/first.mjs "$main" "$vsix" "$work/fresh"
	mkdir "$work/online" "$work/world"
	printf '%s\n' 'api.crossref.org/works crossref/works-query.json' 'api.crossref.org/works/10.1371/journal.pone.0033693 crossref/works-one.json' >"$work/world/world"
	"$here/../world.sh" "$work/world" node test/online.mjs "$main" "$vsix" "$work/online" "$replay/scilit-lsp" "$work/world/sent"
	node test/restricted.mjs "$main" "$vsix" "$work/foreign" "$index"
fi
mkdir "$work/grown"
echo literature >"$work/grown/world"
"$here/../world.sh" "$work/grown" node test/grow.mjs "$main" "$vsix" "$work/grown/manuscript" "$replay/scilit-lsp" "$work/grown/sent" $pictures
cp -r "$manuscript" "$work/manuscript"
node test/drive.mjs "$main" "$vsix" "$work/manuscript" "$index" $pictures
compile_latex "$work/manuscript"
compile_markdown "$work/manuscript"
