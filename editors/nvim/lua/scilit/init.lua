-- Cite while you write: the client of scilit-lsp. See :help scilit.
local M = {}

-- Neovim's own message for a missing program is empty or too long.
local function tell_where_it_is_missing()
  local told
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('scilit-missing', {}),
    pattern = require('scilit.options').get().filetypes,
    callback = vim.schedule_wrap(function()
      local _, problem = require('scilit.client').program()
      if problem and not told then
        require('scilit.message').warn(problem)
      end
      told = true
    end),
  })
end

--- Starts the server for manuscripts and .bib files, now and when they are
--- opened.
---@param options table|nil see :help scilit-setup
function M.setup(options)
  require('scilit.options').set(options or {})
  tell_where_it_is_missing()
  require('scilit.compat').enable(require('scilit.client').config())
end

return M
