#!/bin/bash
# Prints two screens of a real Neovim in tmux: the menu of papers, and text and
# .bib after the first was chosen. The README shows them.
#
#   editors/nvim/screens.sh SERVER INDEX
set -euo pipefail
server=$1 index=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'tmux -L scilit kill-server 2>/dev/null; rm -rf "$work"' EXIT
cp -r "$here/../../testdata/manuscript" "$work/ws"
cat >"$work/init.lua" <<LUA
vim.o.number, vim.o.ruler, vim.o.more, vim.o.swapfile = true, false, false, false
vim.cmd('edit main.tex')
local id = vim.lsp.start_client({ name = 'scilit', cmd = { '$server' }, root_dir = vim.fn.getcwd(),
  get_language_id = function() return 'latex' end })
vim.lsp.buf_attach_client(0, id)
vim.fn.search('scilit:')
LUA
tmux -L scilit -f /dev/null new-session -d -x 120 -y 44 "cd '$work/ws' && SCILIT_INDEX='$index' ${NVIM:-nvim} --clean -n -i NONE -S '$work/init.lua'"
keys() { tmux -L scilit send-keys "$@"; }
shot() { tmux -L scilit capture-pane -p >"$work/$1"; }
until_shown() { for _ in $(seq 200); do tmux -L scilit capture-pane -p | grep -q "$1" && return; sleep 0.1; done; return 1; }
until_shown 'Sentence embeddings'
sleep 2
keys ':lua vim.lsp.buf.code_action()' Enter
until_shown 'Insert citation mark'
shot menu
keys 1 Enter
until_shown 'citet{'
keys ':' 'sp references.bib' Enter
sleep 0.5
keys G
sleep 0.5
shot after
cat "$work/menu"
echo
cat "$work/after"
