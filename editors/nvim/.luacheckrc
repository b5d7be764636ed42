-- Neovim's Lua, as luacheck sees it.
std = 'luajit'
globals = { 'vim' }
max_line_length = 140
files['lua/scilit/settings.lua'] = { max_line_length = false } -- generated
