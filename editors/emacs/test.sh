#!/bin/bash
# Tests the package: checks that it compiles without warnings, runs the ERT tests, and
# then drives a real Emacs with the real server and index: with Eglot, with lsp-mode
# and alone, on LaTeX and Markdown, with and without a corpus. Compiles the resulting
# documents and checks that they contain the reference.
#
#   editors/emacs/test.sh SERVER INDEX
set -euo pipefail
server=$1 index=$2
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
manuscript=$root/testdata/manuscript
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cache=${XDG_CACHE_HOME:-$HOME/.cache} # contains the models
lisp=$work/repository/editors/emacs # the demo papers are found relative to it
passed=0

# Does not use -Q, since Debian's packages are found through its site-lisp.
emacs() { # arguments
	timeout 120 "${EMACS:-emacs}" --batch --no-init-file --eval '(package-initialize)' -L "$lisp" "$@" >"$work/log" 2>&1 ||
		{ cat "$work/log"; echo "FAIL: emacs $*" >&2; return 1; }
}

package() {
	mkdir -p "$lisp"
	cp -r "$here"/*.el "$here/test" "$lisp"
	ln -s "$root/testdata" "$work/repository"
	emacs -l "$lisp/test/check.el"
	emacs -l "$lisp/test/scilit-tests.el" -f ert-run-tests-batch-and-exit
	pass "package: no warnings, $(grep -oE 'Ran [0-9]+ tests' "$work/log")"
}

pass() { # name of the check
	passed=$((passed + 1))
	echo "ok $1"
}

drive() { # folder, file, client, scene, index
	rm -rf "$work/home"
	mkdir "$work/home"
	HOME="$work/home" XDG_CACHE_HOME="$cache" SCILIT_INDEX="$5" SERVER="$server" PAPERS="$work/papers" \
		WS="$1" FILE="$2" CLIENT="$3" SCENE="$4" emacs -l "$here/test/drive.el"
}

# Prints the key that the edit added, the last one in the .bib file.
added_key() { # .bib
	! cmp -s "$1" "$manuscript/references.bib" || { echo "FAIL: nothing was added to $1" >&2; return 1; }
	grep -oE '^@[a-z]+\{[^,]+' "$1" | tail -1 | sed 's/.*{//'
}

# Prints the first word of the added entry's title, which the output must contain.
title_word() { grep -E '^ *title' "$1" | tail -1 | sed -E 's/.*= *\{+//; s/[^A-Za-z].*//'; }

expect() { # file pattern
	grep -qE "$2" "$1" || { echo "FAIL: no $2 in $1"; cat "$1"; exit 1; }
}

latex() { # name, client, scene, index
	local ws=$work/$1
	[ -d "$ws" ] || cp -r "$manuscript" "$ws"
	drive "$ws" main.tex "$2" "$3" "$4"
	local key; key=$(added_key "$ws/references.bib")
	expect "$ws/main.tex" "\\\\cite[tp]\\{$key\\}"
	(cd "$ws" && pdflatex -draftmode -interaction=nonstopmode main >log1 && bibtex main >log2 &&
		pdflatex -draftmode -interaction=nonstopmode main >log3 && pdflatex -interaction=nonstopmode main >log4) || { tail -30 "$ws"/log?; exit 1; }
	! grep undefined "$ws/log4" || exit 1
	pdftotext -layout "$ws/main.pdf" - | sed -z 's/-\n *//g' >"$ws/main.txt" # without hyphenation at line ends
	expect "$ws/main.txt" "$(title_word "$ws/references.bib")"
	pass "$1, bibtex: $key"
}

markdown() { # name, client, scene, index
	local ws=$work/$1
	cp -r "$manuscript" "$ws"
	drive "$ws" main.md "$2" "$3" "$4"
	local key; key=$(added_key "$ws/references.bib")
	expect "$ws/main.md" "@$key"
	(cd "$ws" && pandoc --citeproc --fail-if-warnings -t plain main.md -o main.txt)
	expect "$ws/main.txt" "$(title_word "$ws/references.bib")"
	pass "$1, pandoc: $key"
}

package
latex eglot-latex eglot cite "$index"
markdown eglot-markdown eglot cite "$index"
latex lsp-mode-latex lsp-mode cite "$index"
latex own-latex none cite "$index"
latex named none named "$index"
latex ask-eglot eglot ask "$index"
latex ask-lsp-mode lsp-mode ask "$index"
markdown ask none ask "$index"
latex choose none choose "$index"
markdown own-markdown none cite "$index"

# Searches the recorded online repositories, and adds a DOI.
online() {
	mkdir "$work/online" "$work/world" "$work/online-home"
	echo 'We study the chemical ecology of sound.' >"$work/online/main.md"
	cat >"$work/world/world" <<-ROUTES
		api.crossref.org/works crossref/works-query.json
		api.crossref.org/works/10.1371/journal.pone.0033693 crossref/works-one.json
	ROUTES
	replay=$("$here/../world.sh" --build)
	HOME="$work/online-home" SCILIT_CACHE="$work/online-home/cache" SCILIT_INDEX='' SERVER="$replay/scilit-lsp" PAPERS='' \
		WS="$work/online" FILE=main.md CLIENT=none SCENE=online SENT="$work/world/sent" \
		"$here/../world.sh" "$work/world" timeout 120 "${EMACS:-emacs}" --batch --no-init-file --eval '(package-initialize)' \
		-L "$lisp" -l "$here/test/drive.el" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
	pass 'searched online, added a DOI'
}
online

# Grows a corpus from a bibliography, using the citations of a made-up literature.
grown() {
	mkdir "$work/grown" "$work/grown-home"
	echo literature >"$work/grown/world"
	HOME="$work/grown-home" SCILIT_CACHE="$work/grown-home/cache" SCILIT_INDEX='' SERVER="$replay/scilit-lsp" PAPERS='' \
		WS="$work/grown/manuscript" FILE=main.md CLIENT=none SCENE=grow SENT="$work/grown/sent" \
		"$here/../world.sh" "$work/grown" timeout 120 "${EMACS:-emacs}" --batch --no-init-file --eval '(package-initialize)' \
		-L "$lisp" -l "$here/test/drive.el" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
	pass 'grew a corpus from a bibliography'
}
grown

# First use, without a corpus or a .bib file.
mkdir "$work/papers"
zcat "$root/testdata/papers/acl.jsonl.gz" | sed -n '1,40p' >"$work/papers/some.jsonl"
for client in eglot lsp-mode none; do
	mkdir "$work/first-use-$client"
	cp "$manuscript/main.tex" "$work/first-use-$client"
	latex "first-use-$client" "$client" first-use ''
done
echo "$passed passed, 0 failed"
