-- The options passed to setup(), merged with the defaults.
local message = require('scilit.message')

local M = {}

local defaults = {
  cmd = { 'scilit-lsp' },
  filetypes = { 'tex', 'plaintex', 'context', 'bib', 'markdown', 'quarto', 'rmd', 'myst', 'org', 'typst' },
  root_markers = { 'scilit.toml', '.git' },
  picker = 'auto', -- 'telescope', 'fzf-lua' or 'select'
  papers = 20, -- maximum number of papers in a list
  preview = true, -- with 'select': show the paper before anything is written
  save_bib = true, -- save a .bib file after an entry is added, unless it has other unsaved changes
  settings = {}, ---@type scilit.Settings
}

local current = vim.deepcopy(defaults)

function M.get()
  return current
end

function M.set(options)
  current = vim.tbl_extend('force', vim.deepcopy(defaults), options)
  for name, value in pairs(options) do
    local default = defaults[name]
    if default == nil then
      message.warn(('setup has no option %q: see :help scilit-setup'):format(name))
    elseif type(value) ~= type(default) then
      message.warn(('option %s must be a %s, not a %s: using the default'):format(name, type(default), type(value)))
      current[name] = vim.deepcopy(default)
    end
  end
  if type(current.settings.indexes) == 'string' then -- one folder
    current.settings = vim.tbl_extend('force', current.settings, { indexes = { current.settings.indexes } })
  end
end

--- Returns server settings as flags for its program, which have the same names.
function M.flags(...)
  local flags = {}
  for _, name in ipairs({ ... }) do
    local value = current.settings[name]
    for _, one in ipairs(type(value) == 'table' and value or { value }) do
      vim.list_extend(flags, { '--' .. name, vim.fn.expand(one) })
    end
  end
  return flags
end

return M
