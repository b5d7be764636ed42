#!/bin/bash
# Tests that a real Kakoune loads scilit.kak. If kak-lsp is installed, simulates a
# user who hovers, cites, completes and adds an entry in LaTeX and Markdown, with the
# real server and index, and compiles the resulting documents.
#
#   editors/kakoune/test.sh SERVER INDEX
set -euo pipefail
server=$1 index=$2
here=$(cd "$(dirname "$0")" && pwd)
manuscript=$here/../../testdata/manuscript
work=$(mktemp -d)
source "$here/../play.sh"
trap 'stop; rm -rf "$work"' EXIT

if ! command -v kak >/dev/null; then
	echo "skipped: Kakoune (kak) is not installed"
	exit 0
fi
export XDG_CACHE_HOME=${XDG_CACHE_HOME:-$HOME/.cache} # contains the models
export HOME=$work/home XDG_RUNTIME_DIR=$work/run TMPDIR=$work TERM=xterm-256color
mkdir -p "$HOME/.config/kak"
mkdir -m 700 "$XDG_RUNTIME_DIR"

# Without kak-lsp: checks that each file type gets the server exactly once.
loads() {
	local file
	for file in a.tex a.bib a.md a.qmd a.org a.typ; do
		touch "$work/$file"
		timeout 30 kak -n -ui dummy -e "declare-option str lsp_servers '[texlab]'; source $here/scilit.kak
			hook global BufCreate .*[.]tex %{ set-option buffer filetype latex }
			hook global BufCreate .*[.]md %{ set-option buffer filetype markdown }
			set-option global scilit_settings 'indexes = [\"~/papers\"]'
			edit $work/$file; set-option buffer filetype %opt{filetype}
			echo -to-file $work/servers %opt{filetype} %opt{lsp_servers}; quit!" >/dev/null 2>&1
		[ "$(grep -c '^\[scilit-lsp\]' "$work/servers")" = 1 ] || fail "the servers of $file: $(cat "$work/servers")"
		grep -q '^indexes = \["~/papers"\]' "$work/servers" || fail "no settings for $file"
	done
	pass 'kakoune: scilit.kak'
}

kakrc() {
	cat >"$HOME/.config/kak/kakrc" <<-END
		evaluate-commands %sh{kak-lsp}
		source $here/scilit.kak
		set-option global scilit_command $server
		set-option global scilit_settings 'indexes = ["$index"]'
		lsp-enable
	END
}

open() { # folder, file
	start "$1" kak "$2"
	see 'scilit: sentence'
	keys '/scilit:' Enter
	keys ':lsp-hover' Enter
	see 'Papers that match: [0-9]'
	keys Escape
}

# The menu filters titles by the typed letters.
cite() { # command
	keys ":$1" Enter
	see 'Suggest citation: .* [0-9]{4}, '
	keys 'Suggest citation 20'
	see '^Suggest citation: .* [0-9]{4}, '
	keys Tab Enter
}

latex() {
	local ws; ws=$(workspace kakoune-latex)
	open "$ws" main.tex
	cite lsp-code-actions
	see 'cite[tp]\{'
	keys ':write-all' Enter
	holds "$ws/references.bib" '^@'
	holds "$ws/main.tex" 'cite[tp]\{'
	complete "$ws"
	keys ':kill!' Enter
	stop
	compiled kakoune-latex "$ws"
}

# Completes a key from the index, and adds its entry with the quick fix.
complete() { # folder
	keys '/scilit:' Enter 'OThey probed \citep{conneau2018c'
	see 'conneau2018cram +Reference'
	keys C-n '}.' Escape
	keys '/citep.conneau' Enter ':lsp-code-actions quickfix' Enter
	see 'Add from index: Conneau et al. 2018'
	keys Tab Enter
	holds "$1/references.bib" 'conneau2018cram'
	keys ':write-all' Enter
	holds "$1/main.tex" 'citep\{conneau2018cram\}'
}

markdown() {
	local ws; ws=$(workspace kakoune-markdown)
	open "$ws" main.md
	cite scilit-suggest
	see '@[a-z]+[0-9]{4}'
	keys ':write-all' Enter
	holds "$ws/references.bib" '^@'
	holds "$ws/main.md" '@[a-z]+[0-9]{4}'
	keys ':kill!' Enter
	stop
	converted kakoune-markdown "$ws"
}

loads
if command -v kak-lsp >/dev/null && command -v tmux >/dev/null; then
	kakrc
	latex
	markdown
else
	echo "skipped: kak-lsp or tmux is not installed, so nothing was cited in Kakoune"
fi
echo "$passed passed, 0 failed"
