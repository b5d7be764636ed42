#!/bin/bash
# Simulates a user of Helix with languages.toml, if hx (or HX) is installed: hovers,
# cites, completes and adds an entry in LaTeX and Markdown, with the real server and
# index. Compiles the resulting documents. An hx without runtime files needs
# HELIX_RUNTIME.
#
#   editors/helix/test.sh SERVER INDEX
set -euo pipefail
server=$1 index=$2
here=$(cd "$(dirname "$0")" && pwd)
manuscript=$here/../../testdata/manuscript
work=$(mktemp -d)
source "$here/../play.sh"
trap 'stop; rm -rf "$work"' EXIT

hx=${HX:-hx}
if ! command -v "$hx" >/dev/null || ! command -v tmux >/dev/null; then
	echo "skipped: Helix (hx) or tmux is not installed"
	exit 0
fi
export XDG_CACHE_HOME=${XDG_CACHE_HOME:-$HOME/.cache} # contains the models
export HOME=$work/home TERM=xterm-256color
mkdir -p "$HOME/.config/helix"
sed -e "s#\"scilit-lsp\"\$#\"$server\"#" -e "s#~/papers/index#$index#" "$here/languages.toml" >"$HOME/.config/helix/languages.toml"

# Pauses, since keys right after Escape would be read as Alt combinations.
escape() {
	keys Escape
	sleep 0.5
}

# Repeats the hover, since Helix sends no requests to a server that is still starting.
hovered() {
	keys ' k'
	sleep 1
	shows 'Papers that match: [0-9]'
}

cite() { # folder, file
	start "$1" "$hx" "$2"
	see 'scilit: sentence'
	keys '/scilit:' Enter
	until_true 'hover' hovered
	escape
	keys ' a'
	see 'Suggest citation: .* [0-9]{4}, '
	keys Enter
}

# Completes a key from the index, and adds its entry with the quick fix.
complete() { # folder
	keys '/Introduction' Enter 'oThey probed \citep{conneau2018c'
	see 'conneau2018cram +reference'
	keys C-n Enter
	escape
	see 'citep\{conneau2018cram\}'
	keys 'hhh a'
	see 'Add from index: Conneau et al. 2018'
	keys Enter
	until_true 'closing of the menu' shows_not 'Add from index'
	keys ':wa' Enter
	holds "$1/references.bib" 'conneau2018cram'
}

latex() {
	local ws; ws=$(workspace helix-latex)
	cite "$ws" main.tex
	see 'cite[tp]\{'
	keys ':wa' Enter
	holds "$ws/references.bib" '^@'
	complete "$ws"
	stop
	compiled helix-latex "$ws"
}

markdown() {
	local ws; ws=$(workspace helix-markdown)
	cite "$ws" main.md
	see '@[a-z]+[0-9]{4}'
	keys ':wa' Enter
	holds "$ws/references.bib" '^@'
	holds "$ws/main.md" '@[a-z]+[0-9]{4}'
	stop
	converted helix-markdown "$ws"
}

latex
markdown
echo "$passed passed, 0 failed"
