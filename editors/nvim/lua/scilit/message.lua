-- What the user is told: one sentence, and where something failed one way out.
local M = {}

local function tell(text, level)
  vim.notify('scilit: ' .. text, level, { title = 'scilit' })
end

function M.info(text)
  tell(text, vim.log.levels.INFO)
end

function M.warn(text)
  tell(text, vim.log.levels.WARN)
end

--- For what is not the user's doing.
function M.fail(text)
  tell(text .. ' (:Scilit doctor tells more)', vim.log.levels.ERROR)
end

--- A line that the next one replaces, kept short so that it never asks for Enter.
function M.progress(text)
  vim.api.nvim_echo({ { vim.fn.strcharpart('scilit: ' .. text, 0, vim.v.echospace) } }, false, {})
end

--- Puts a text where p and the system's paste find it.
function M.copy(text)
  vim.fn.setreg('"', text)
  if vim.fn.has('clipboard') == 1 then
    vim.fn.setreg('+', text)
  end
end

return M
