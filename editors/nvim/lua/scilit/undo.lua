-- Undoes a citation, and removes its entry if nothing else cites it.
local client = require('scilit.client')
local history = require('scilit.history')
local message = require('scilit.message')

local M = {}

local function keys_in(entries)
  local keys = {}
  for key in entries:gmatch('@%a+%s*[{(]%s*([^,%s]+)') do
    keys[#keys + 1] = key
  end
  return keys
end

-- Returns the first of the keys that is still cited.
local function cited_of(keys, uncited)
  for _, key in ipairs(keys) do
    local free = vim.tbl_filter(function(entry)
      return entry.key == key
    end, uncited)
    if #free == 0 then
      return key
    end
  end
end

local function name_of(part)
  return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(part.buffer), ':t')
end

-- Removes an entry, and saves its .bib file if it had no unsaved changes.
local function take_entry(part, uncited)
  local key = cited_of(keys_in(part.new), uncited)
  if key then
    return message.info(('removed the citation; %s is cited elsewhere, so its entry stays'):format(key))
  end
  local saved = not vim.bo[part.buffer].modified
  if not history.take_back(part) then
    return message.warn(('removed the citation, but its entry in %s has changed: remove it yourself'):format(name_of(part)))
  end
  local written = saved and require('scilit.edit').save(vim.uri_from_bufnr(part.buffer))
  message.info(('removed the citation and its entry in %s%s'):format(name_of(part), written and ', which was saved' or ''))
end

local function split(record)
  local text, bib
  for _, part in ipairs(record) do
    if vim.api.nvim_buf_get_name(part.buffer):find('%.bib$') then
      bib = part
    else
      text = part
    end
  end
  return text, bib
end

--- Undoes the last citation.
function M.run()
  local record = history.last()
  if not record then
    return message.warn('no inserted citation is left to undo in this session')
  end
  local text, bib = split(record)
  if text and history.is_there(text) and not history.take_back(text) then
    return message.warn('the inserted text has changed: remove it yourself, then run :Scilit undo to remove its entry')
  end
  if not (bib and history.is_there(bib)) then
    history.forget()
    return message.info('removed the citation')
  end
  local from = text and text.buffer or bib.buffer
  client.command(from, 'scilit.uncited', function()
    return { textDocument = { uri = vim.uri_from_bufnr(from) }, quiet = true }
  end, function(problem, uncited)
    if problem then -- the next try finds the citation already removed
      return message.fail(problem)
    end
    history.forget()
    take_entry(bib, uncited)
  end)
end

return M
