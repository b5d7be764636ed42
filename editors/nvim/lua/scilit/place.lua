-- The place that a command is about: the cursor, as it stood when it was given.
local compat = require('scilit.compat')

local M = {}

local Place = {}
Place.__index = Place

-- A cursor that lies on a letter is behind it to the server: who puts it on the
-- first letter of a sentence means that one, and not the one before.
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

--- Whether the text is still what it was.
function Place:stands()
  return vim.api.nvim_buf_is_loaded(self.buffer) and vim.api.nvim_buf_get_changedtick(self.buffer) == self.tick
end

-- A column of a line in the units of a client.
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

--- What is between two marks, each of a row from 1 and a column.
function Place:range(client, from, to)
  local function position(mark)
    local line = vim.api.nvim_buf_get_lines(self.buffer, mark[1] - 1, mark[1], false)[1]
    return { line = mark[1] - 1, character = units(client, line, mark[2]) }
  end
  return { start = position(from), ['end'] = position(to) }
end

--- Parameters of the server's own requests, with others.
function Place:params(more)
  return function(client)
    local document = { uri = vim.uri_from_bufnr(self.buffer), version = compat.version(self.buffer) }
    return vim.tbl_extend('error', { textDocument = document, position = self:position(client) }, more or {})
  end
end

return M
