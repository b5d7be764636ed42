-- Cite while you write: the client of scilit-lsp. See :help scilit.
local M = {}

--- Starts the server for manuscripts and .bib files, now and when they are
--- opened.
---@param options table|nil see :help scilit-setup
function M.setup(options)
  require('scilit.options').set(options or {})
  require('scilit.compat').enable(require('scilit.client').config())
end

return M
