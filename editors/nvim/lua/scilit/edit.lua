-- Edits that the server made: applied, and told of where they reach a .bib,
-- which may be in no window.
local message = require('scilit.message')

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

-- Loads a file, by the short name that it has here. One that another Neovim has
-- open, or had when it crashed, would raise an error, but for A in shortmess.
local function load(uri)
  local before = vim.o.shortmess
  vim.opt.shortmess:append('A')
  vim.fn.bufload(vim.fn.bufadd(vim.fn.fnamemodify(vim.uri_to_fname(uri), ':.')))
  vim.o.shortmess = before
end

-- Such a file has a swap file with another ending.
local function is_elsewhere(uri)
  local swap = vim.fn.swapname(vim.uri_to_bufnr(uri))
  return swap ~= '' and not swap:find('%.swp$')
end

local function tell(edit)
  each(edit, function(uri, text)
    local file = vim.fn.fnamemodify(vim.uri_to_fname(uri), ':t')
    if not file:find('%.bib$') then
      return
    elseif is_elsewhere(uri) then
      return message.warn(file .. ' has a swap file, so another Neovim may have it open: after :wall here, :edit it there')
    end
    local _, entries = text:gsub('@%a+%s*{', '')
    local new = entries == 1 and 'a new entry' or entries .. ' new entries'
    message.progress(('%s has %s; :wall saves both files'):format(file, new))
  end)
end

function M.apply(edit, encoding)
  each(edit, load)
  vim.lsp.util.apply_workspace_edit(edit, encoding)
  tell(edit)
end

--- Handles workspace/applyEdit. Neovim would print the label.
function M.requested(err, params, ...)
  params.label = nil
  each(params.edit, load)
  local answer = vim.lsp.handlers['workspace/applyEdit'](err, params, ...)
  if answer.applied then
    tell(params.edit)
  end
  return answer
end

return M
