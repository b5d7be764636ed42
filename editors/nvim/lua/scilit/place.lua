-- The place of a command: the cursor at the time of the command.
local compat = require('scilit.compat')

local M = {}

local Place = {}
Place.__index = Place

-- The position sent to the server is after the letter under the cursor: a cursor on the first letter of
-- a sentence means that sentence, not the one before.
local function behind(line, column)
  local inserting = vim.api.nvim_get_mode().mode:find('^i')
  return inserting and column or column + #vim.fn.matchstr(line, '.', column)
end

function M.here()
  local buffer = vim.api.nvim_get_current_buf()
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local line = vim.api.nvim_get_current_line()
  return setmetatable({
    buffer = buffer,
    row = row - 1,
    column = column,
    behind = behind(line, column),
    line = line,
    tick = vim.api.nvim_buf_get_changedtick(buffer),
  }, Place)
end

--- Returns the first and last mark of a command's lines, or those of a characterwise selection.
function M.ends(first, last)
  local from, to = vim.api.nvim_buf_get_mark(0, '<'), vim.api.nvim_buf_get_mark(0, '>')
  local text = vim.fn.getline(last)
  if vim.fn.visualmode() == 'v' and from[1] == first and to[1] == last then
    return from, { last, to[2] + #vim.fn.matchstr(text, '.', to[2]) }
  end
  return { first, 0 }, { last, #text }
end

--- Returns the place of the cursor, with the lines of a command as the claim.
function M.of(range)
  local here = M.here()
  here.claim = range and { M.ends(unpack(range)) }
  return here
end

--- Reports whether the text is unchanged.
function Place:stands()
  return vim.api.nvim_buf_is_loaded(self.buffer) and vim.api.nvim_buf_get_changedtick(self.buffer) == self.tick
end

-- Converts a column of a line into the units of a client.
local function units(client, line, column)
  if client.offset_encoding == 'utf-8' then
    return column
  end
  local utf32, utf16 = compat.units(line, column)
  return client.offset_encoding == 'utf-32' and utf32 or utf16
end

function Place:position(client)
  return { line = self.row, character = units(client, self.line, self.behind) }
end

--- Returns the range between two marks, each with a row from 1 and a column.
function Place:range(client, from, to)
  local function position(mark)
    local line = vim.api.nvim_buf_get_lines(self.buffer, mark[1] - 1, mark[1], false)[1]
    return { line = mark[1] - 1, character = units(client, line, mark[2]) }
  end
  return { start = position(from), ['end'] = position(to) }
end

--- Returns a function of a client that returns the request parameters for the place, merged with others.
function Place:params(more)
  return function(client)
    local document = { uri = vim.uri_from_bufnr(self.buffer), version = compat.version(self.buffer) }
    local selection = self.claim and self:range(client, unpack(self.claim))
    local spot = { textDocument = document, position = self:position(client), selection = selection }
    return vim.tbl_extend('error', spot, more or {})
  end
end

return M
