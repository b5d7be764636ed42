-- Applies edits from the server, and reports changes to .bib files, which may have no window.
local history = require('scilit.history')
local message = require('scilit.message')
local options = require('scilit.options')

local M = {}

local function texts(change)
  return table.concat(vim.tbl_map(function(edit)
    return edit.newText
  end, change))
end

-- Calls look(uri, text) for each file.
local function each(edit, look)
  for uri, edits in pairs(edit.changes or {}) do
    look(uri, texts(edits))
  end
  for _, change in ipairs(edit.documentChanges or {}) do
    if change.textDocument then
      look(change.textDocument.uri, texts(change.edits))
    end
  end
end

-- Loads a file by its short name. Without A in shortmess, a swap file would raise an error.
local function load(uri)
  local before = vim.o.shortmess
  vim.opt.shortmess:append('A')
  vim.fn.bufload(vim.fn.bufadd(vim.fn.fnamemodify(vim.uri_to_fname(uri), ':.')))
  vim.o.shortmess = before
end

-- Reports whether another Neovim may have the file open. The swap file here then has another
-- extension.
local function is_elsewhere(uri)
  local swap = vim.fn.swapname(vim.uri_to_bufnr(uri))
  return swap ~= '' and not swap:find('%.swp$')
end

-- Returns the .bib files of an edit that have no unsaved changes, which can be saved afterwards.
local function clean_bibs(edit)
  local clean = {}
  each(edit, function(uri)
    local buffer = vim.uri_to_bufnr(uri)
    local untouched = not vim.bo[buffer].modified and not vim.bo[buffer].readonly and not is_elsewhere(uri)
    clean[uri] = options.get().save_bib and uri:find('%.bib$') and untouched
  end)
  return clean
end

--- Saves a .bib file, and creates its folder if necessary; returns false on failure.
function M.save(uri)
  vim.fn.mkdir(vim.fn.fnamemodify(vim.uri_to_fname(uri), ':h'), 'p')
  return pcall(vim.api.nvim_buf_call, vim.uri_to_bufnr(uri), function()
    vim.cmd('silent write')
  end)
end

local function tell(edit, clean)
  each(edit, function(uri, text)
    local file = vim.fn.fnamemodify(vim.uri_to_fname(uri), ':t')
    if not file:find('%.bib$') then
      return
    elseif is_elsewhere(uri) then
      return message.warn(file .. ' has a swap file, so another Neovim may have it open: run :wall here, and then :edit in the other one')
    end
    local _, entries = text:gsub('@%a+%s*{', '')
    local new = entries == 1 and 'a new entry' or entries .. ' new entries'
    local saved = clean[uri] and M.save(uri)
    message.progress(saved and ('%s has %s and was saved'):format(file, new) or ('%s has %s; :wall saves both files'):format(file, new))
  end)
end

-- Calls do_it(), which makes an edit, and records it for undo.
local function keeping(edit, do_it)
  local buffers = {}
  each(edit, function(uri)
    buffers[#buffers + 1] = vim.uri_to_bufnr(uri)
  end)
  return history.during(buffers, do_it)
end

function M.apply(edit, encoding)
  each(edit, load)
  local clean = clean_bibs(edit)
  keeping(edit, function()
    vim.lsp.util.apply_workspace_edit(edit, encoding)
  end)
  tell(edit, clean)
end

--- Handles workspace/applyEdit, since Neovim would print the label.
function M.requested(err, params, ...)
  params.label = nil
  each(params.edit, load)
  local clean = clean_bibs(params.edit)
  local more = { ... }
  local answer = keeping(params.edit, function()
    return vim.lsp.handlers['workspace/applyEdit'](err, params, unpack(more))
  end)
  if answer.applied then
    tell(params.edit, clean)
  end
  return answer
end

return M
