#!/bin/bash
# Drives real Neovims with the real server and index, on LaTeX (natbib with bibtex,
# biblatex with biber) and Markdown, with the plugin and with the plain LSP client.
# Compiles the resulting documents and checks that they contain the reference.
#
#   editors/nvim/test.sh SERVER INDEX [NVIM...]
#
# With PLUGINS, a comma-separated list of the folders of telescope.nvim,
# plenary.nvim and fzf-lua, also tests their pickers.
set -euo pipefail
server=$1 index=$2
shift 2
[ $# -gt 0 ] || set -- nvim
here=$(cd "$(dirname "$0")" && pwd)
samples=$here/../../testdata
manuscript=$samples/manuscript
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0

# Runs a script of the test folder in a copy of the manuscript.
play() { # script workspace [VARIABLE=VALUE...]
	local script=$1 ws=$2
	shift 2
	env HOME="$home" XDG_CACHE_HOME="${XDG_CACHE_HOME:-$HOME/.cache}" SCILIT_INDEX="$index" SERVER="$server" \
		PLUGIN="$here" WS="$ws" FILE=main.tex FILETYPE=tex "$@" \
		timeout 180 "$nvim" --headless --clean -n -i NONE --cmd "set runtimepath^=$here,${PLUGINS-}" \
		--cmd "lua package.path = '$here/test/?.lua;' .. package.path" -S "$here/test/$script.lua" >"$work/log" 2>&1 ||
		{ cat "$work/log"; exit 1; }
}

workspace() { # name
	rm -rf "${work:?}/$1"
	cp -r "$manuscript" "$work/$1"
	echo "$work/$1"
}

biblatex_workspace() { # name
	local ws; ws=$(workspace "$1")
	sed -i -e 's/\\usepackage{natbib}/\\usepackage[backend=biber,style=authoryear]{biblatex}\n\\addbibresource{references.bib}/' \
		-e 's/\\bibliographystyle{plainnat}//' -e 's/\\bibliography{references}/\\printbibliography/' "$ws/main.tex"
	echo "$ws"
}

# Prints the key that the edit added, the last one in the .bib file.
added_key() {
	! cmp -s "$1" "$manuscript/references.bib" || { echo "FAIL: nothing was added to $1" >&2; return 1; }
	grep -oE '^@[a-z]+\{[^,]+' "$1" | tail -1 | sed 's/.*{//'
}

expect() { # file pattern
	grep -qE "$2" "$1" || { echo "FAIL: no $2 in $1"; cat "$1"; exit 1; }
}

# Prints the first word of the added entry's title, which the output must contain.
title_word() { grep -E '^ *title' "$1" | tail -1 | sed -E 's/.*= *\{+//; s/[^A-Za-z].*//'; }

compile() { # folder bibtex|biber
	(cd "$1" && pdflatex -interaction=nonstopmode main >log1 && "$2" main >log2 &&
		pdflatex -interaction=nonstopmode main >log3 && pdflatex -interaction=nonstopmode main >log4) || { tail -30 "$1"/log?; exit 1; }
	! grep undefined "$1/log4" || exit 1
	pdftotext -layout "$1/main.pdf" - | sed -z 's/-\n *//g' >"$1/main.txt" # without hyphenation at line ends
}

ok() {
	passed=$((passed + 1))
	echo "ok $*"
}

latex() { # workspace, bibtex or biber, citation command
	local key; key=$(added_key "$1/references.bib")
	expect "$1/main.tex" "\\\\$3\\{$key\\}"
	compile "$1" "$2"
	expect "$1/main.txt" "$(title_word "$1/references.bib")"
	ok "$(basename "$1"), $2: $key"
}

markdown() { # workspace
	local key; key=$(added_key "$1/references.bib")
	expect "$1/main.md" "@$key"
	(cd "$1" && pandoc --citeproc --fail-if-warnings -t plain main.md -o main.txt)
	expect "$1/main.txt" "$(title_word "$1/references.bib")"
	ok "$(basename "$1"), pandoc: $key"
}

plain_client() {
	local ws
	ws=$(workspace lsp-natbib); play lsp "$ws"; latex "$ws" bibtex 'cite[tp]'
	ws=$(biblatex_workspace lsp-biblatex); play lsp "$ws"; latex "$ws" biber '(text|paren)cite'
	ws=$(workspace lsp-markdown); play lsp "$ws" FILE=main.md FILETYPE=markdown; markdown "$ws"
}

plugin() {
	local ws
	ws=$(workspace natbib); play cite "$ws" REWRITE='probing tasks'; latex "$ws" bibtex 'cite[tp]'
	ws=$(biblatex_workspace biblatex-mark); play cite "$ws" MODE=mark; latex "$ws" biber parencite
	ws=$(workspace related); play related "$ws"; latex "$ws" bibtex 'cite[tp]'
	ws=$(workspace new-bib); rm "$ws/references.bib"; play cite "$ws"; latex "$ws" bibtex 'cite[tp]'
	ws=$(workspace markdown); play cite "$ws" FILE=main.md FILETYPE=markdown; markdown "$ws"
	ws=$(workspace context); play cite "$ws" FILETYPE=context; latex "$ws" bibtex 'cite[tp]'
	ws=$(workspace without-setup); play cite "$ws" SETUP=none PATH="$(dirname "$server"):$PATH" FILE=main.md FILETYPE=markdown; markdown "$ws"
	ws=$(workspace beside-another-server); play beside "$ws"; markdown "$ws"
	ws=$(workspace named); play named "$ws"; latex "$ws" bibtex 'citep'
	ws=$(workspace undo); play undo "$ws"; ok 'citations undone'
	ws=$(workspace choose); play choose "$ws"; latex "$ws" bibtex 'cite[tp]'
	ws=$(workspace ask); play ask "$ws"; latex "$ws" bibtex 'cite[tp]'
	ws=$(workspace stumbles); play stumbles "$ws"; ok 'stumbles'
	ws=$(workspace stranger); play stranger "$ws" SCILIT_INDEX= XDG_STATE_HOME="$home/state"; ok "a stranger's settings"
	ws=$(workspace tools); play tools "$ws"; ok 'help, highlights, reference, doctor, health'
}

# Searches the recorded online repositories, and adds a DOI.
online() {
	local ws=$work/online world=$work/world$passed
	mkdir "$ws" "$world"
	cat >"$world/world" <<-ROUTES
		api.crossref.org/works crossref/works-query.json
		api.crossref.org/works/10.1371/journal.pone.0033693 crossref/works-one.json
	ROUTES
	replay=$("$here/../world.sh" --build)
	export -f play
	export home here nvim work index server
	server=$replay/scilit-lsp "$here/../world.sh" "$world" bash -c 'set -eu; play online "$@"' online "$ws" SCILIT_INDEX= XDG_CACHE_HOME="$home/cache" SENT="$world/sent"
	rm -r "$ws"
	ok 'searched online, added a DOI'
}

# Grows a corpus from a bibliography, using the citations of a made-up literature.
grown() {
	local world=$work/grown$passed
	mkdir "$world"
	echo literature >"$world/world"
	server=$replay/scilit-lsp "$here/../world.sh" "$world" bash -c 'set -eu; play grow "$@"' grow "$world/manuscript" SCILIT_INDEX= XDG_CACHE_HOME="$home/grown" SENT="$world/sent"
	ok 'grew a corpus from a bibliography'
}

# Builds a corpus in the editor, which is searched immediately and in the next session.
first_use() {
	local ws linked=$work/linked; ws=$(workspace first)
	ln -sfn "$here" "$linked"
	mkdir -p "$work/papers"
	zcat "$samples/papers/acl.jsonl.gz" | grep -i 'sentence \(embedding\|representation\)' | sed -n 1,40p >"$work/papers/some.jsonl"
	here=$linked play first "$ws" SCILIT_INDEX= PAPERS="$work/papers"
	play cite "$ws" SCILIT_INDEX=
	latex "$ws" bibtex 'cite[tp]'
}

pickers() {
	local ws picker
	for picker in telescope fzf-lua; do
		case ",${PLUGINS-}" in *"$picker"*) ;; *) continue ;; esac
		ws=$(workspace "$picker"); play picker "$ws" PICKER="$picker"; latex "$ws" bibtex 'cite[tp]'
	done
}

for nvim; do
	home=$work/home$passed
	mkdir "$home"
	"$nvim" --version | head -1
	plain_client
	plugin
	pickers
	online
	grown
	first_use
done
echo "$passed passed, 0 failed"
