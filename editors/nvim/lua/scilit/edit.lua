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

local function tell(edit)
  each(edit, function(uri, text)
    local path = vim.uri_to_fname(uri)
    if path:match('%.bib$') then
      local _, entries = text:gsub('@%a+%s*{', '')
      local new = entries == 1 and 'a new entry' or entries .. ' new entries'
      message.progress(('%s has %s; :wall saves both files'):format(vim.fn.fnamemodify(path, ':t'), new))
    end
  end)
end

function M.apply(edit, encoding)
  vim.lsp.util.apply_workspace_edit(edit, encoding)
  tell(edit)
end

--- Handles workspace/applyEdit. Neovim would print the label.
function M.requested(err, params, ...)
  params.label = nil
  local answer = vim.lsp.handlers['workspace/applyEdit'](err, params, ...)
  if answer.applied then
    tell(params.edit)
  end
  return answer
end

return M
