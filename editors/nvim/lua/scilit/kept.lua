-- What citing wrote into text and .bib, kept so that it can be taken back: Neovim's
-- own undo knows one buffer at a time.
local M = {}

local namespace = vim.api.nvim_create_namespace('scilit-undo')

local max_kept = 50
local kept = {} -- newest last; each a list of regions

local function text_of(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
end

-- Whether a byte continues a character.
local function continues(byte)
  return byte and byte >= 0x80 and byte < 0xC0
end

-- How many bytes two texts have in common at their beginning, and at their end.
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

-- The row and the column behind the first bytes of a text.
local function position(text, bytes)
  local before = text:sub(1, bytes)
  local _, rows = before:gsub('\n', '')
  return rows, #before:match('[^\n]*$')
end

-- The region of a buffer that is not as it was; nil where all is.
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

--- Runs an edit of some buffers, and keeps what it changed.
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
    kept[#kept + 1] = changed
  end
  if #kept > max_kept then
    table.remove(kept, 1)
  end
  return result
end

-- Where a region is now, as nvim_buf_get_text takes it; nil where its buffer is gone.
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

--- Whether a region's buffer is there still.
function M.is_there(part)
  return where(part) ~= nil
end

--- Puts back what a region replaced; false where it was changed since.
function M.take_back(part)
  local now = text_at(part)
  if now == part.new then
    local row, column, end_row, end_column = where(part)
    vim.api.nvim_buf_set_text(part.buffer, row, column, end_row, end_column, vim.split(part.old, '\n'))
  end
  return now == part.new or now == part.old
end

--- The last edit that was kept, as a list of regions; nil where there is none.
function M.last()
  return kept[#kept]
end

--- Keeps the last edit no longer.
function M.forget()
  table.remove(kept)
end

return M
