#!/bin/bash
# Prints screens of a real Neovim in tmux: the list of papers, the card of one paper,
# and the text and .bib file after citing it. editors/nvim/README.md shows them.
#
#   editors/nvim/screens.sh SERVER INDEX
#
# With PLUGINS (see test.sh) and PICKER (telescope or fzf-lua), prints the list with
# its preview, and the result.
set -euo pipefail
server=$1 index=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'tmux -L scilit kill-server 2>/dev/null; rm -rf "$work"' EXIT
cp -r "$here/../../testdata/manuscript" "$work/ws"
cat >"$work/init.lua" <<LUA
vim.o.number, vim.o.ruler, vim.o.more, vim.o.swapfile = true, false, false, false
require('scilit').setup({ cmd = { '$server' }, picker = '${PICKER-select}' })
vim.cmd('edit main.tex')
vim.fn.search('scilit:')
LUA
tmux -L scilit -f /dev/null new-session -d -x "${WIDTH-120}" -y 44 "cd '$work/ws' && HOME='$work/home' XDG_CACHE_HOME='${XDG_CACHE_HOME:-$HOME/.cache}' SCILIT_INDEX='$index' ${NVIM:-nvim} --clean -n -i NONE --cmd 'set runtimepath^=$here,${PLUGINS-}' -S '$work/init.lua'"
keys() { tmux -L scilit send-keys "$@"; }
shot() { tmux -L scilit capture-pane -p | sed 's/ *$//'; }
until_shown() { for _ in $(seq 200); do tmux -L scilit capture-pane -p | grep -q "$1" && return; sleep 0.1; done; shot; return 1; }
until_shown 'Sentence embeddings'
keys ':Scilit suggest' Enter
if [ -z "${PICKER-}" ]; then
	until_shown 'Type number and <Enter>'
	shot
	keys 1 Enter
fi
until_shown 'Evidence in the paper'
sleep 0.5
shot
keys Enter
until_shown 'has a new entry'
keys ':' 'sp references.bib' Enter
sleep 0.5
keys G
sleep 0.5
shot
