-- Records the edits of citations, for undo across buffers: Neovim's own undo works on one buffer at a
-- time.
local M = {}

local namespace = vim.api.nvim_create_namespace('scilit-undo')

local max_edits = 50
local edits = {} -- newest last; each a list of regions

local function text_of(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
end

-- Reports whether a byte continues a character.
local function continues(byte)
  return byte and byte >= 0x80 and byte < 0xC0
end

-- Returns the lengths of the common prefix and suffix of two texts, in bytes.
local function common(old, new)
  local most, head, tail = math.min(#old, #new), 0, 0
  while head < most and old:byte(head + 1) == new:byte(head + 1) do
    head = head + 1
  end
  while head > 0 and (continues(old:byte(head + 1)) or continues(new:byte(head + 1))) do
    head = head - 1
  end
  while tail < most - head and old:byte(#old - tail) == new:byte(#new - tail) do
    tail = tail + 1
  end
  while tail > 0 and continues(new:byte(#new - tail + 1)) do
    tail = tail - 1
  end
  return head, tail
end

-- Returns the row and the column after the first bytes of a text.
local function position(text, bytes)
  local before = text:sub(1, bytes)
  local _, rows = before:gsub('\n', '')
  return rows, #before:match('[^\n]*$')
end

-- Returns the changed region of a buffer; nil if nothing changed.
local function region(buffer, old)
  local new = text_of(buffer)
  if old == new then
    return nil
  end
  local head, tail = common(old, new)
  local row, column = position(new, head)
  local end_row, end_column = position(new, #new - tail)
  local mark = vim.api.nvim_buf_set_extmark(buffer, namespace, row, column, {
    end_row = end_row,
    end_col = end_column,
    right_gravity = true,
    end_right_gravity = false,
  })
  return { buffer = buffer, mark = mark, old = old:sub(head + 1, #old - tail), new = new:sub(head + 1, #new - tail) }
end

--- Runs an edit of some buffers, and records the changed regions.
function M.during(buffers, edit)
  local before, changed = {}, {}
  for _, buffer in ipairs(buffers) do
    before[buffer] = text_of(buffer)
  end
  local result = edit()
  for buffer, text in pairs(before) do
    changed[#changed + 1] = region(buffer, text)
  end
  if #changed > 0 then
    edits[#edits + 1] = changed
  end
  if #edits > max_edits then
    table.remove(edits, 1)
  end
  return result
end

-- Returns the current range of a region for nvim_buf_get_text; nil if its buffer is gone.
local function where(part)
  if not vim.api.nvim_buf_is_loaded(part.buffer) then
    return nil
  end
  local at = vim.api.nvim_buf_get_extmark_by_id(part.buffer, namespace, part.mark, { details = true })
  if not at[1] then
    return nil
  end
  return at[1], at[2], at[3].end_row, at[3].end_col
end

local function text_at(part)
  local row, column, end_row, end_column = where(part)
  if not row or end_row < row or (end_row == row and end_column < column) then
    return row and '' or nil
  end
  return table.concat(vim.api.nvim_buf_get_text(part.buffer, row, column, end_row, end_column, {}), '\n')
end

--- Reports whether a region's buffer still exists.
function M.is_there(part)
  return where(part) ~= nil
end

--- Restores the text that a region replaced; returns false if the region has changed since.
function M.take_back(part)
  local now = text_at(part)
  if now == part.new then
    local row, column, end_row, end_column = where(part)
    vim.api.nvim_buf_set_text(part.buffer, row, column, end_row, end_column, vim.split(part.old, '\n'))
  end
  return now == part.new or now == part.old
end

--- Returns the last edit as a list of regions, or nil.
function M.last()
  return edits[#edits]
end

--- Drops the last edit.
function M.forget()
  table.remove(edits)
end

return M
