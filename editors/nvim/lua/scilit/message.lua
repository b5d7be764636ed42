-- What the user is told: one sentence, and where something failed one way out.
local room = require('scilit.room')

local M = {}

local told = 0 -- counts what was

--- "1 paper", "2 papers".
function M.counted(number, noun)
  return ('%d %s%s'):format(number, noun, number == 1 and '' or 's')
end

--- Shows a whole message, later: within a command it would be followed by Enter,
--- and an error would end what called the command.
function M.show(text, level)
  told = told + 1
  vim.schedule(function()
    room.tell(text, level, function()
      vim.notify(text, level, { title = 'scilit' })
    end)
  end)
end

local function tell(text, level)
  M.show('scilit: ' .. text, level)
end

function M.info(text)
  tell(text, vim.log.levels.INFO)
end

function M.warn(text)
  tell(text, vim.log.levels.WARN)
end

--- For what failed. Problems say what to do behind a colon; where one does not,
--- the doctor may know.
function M.fail(text)
  tell(text:find(': ', 1, true) and text or text .. ': :Scilit doctor tells more', vim.log.levels.ERROR)
end

--- A line that the next one replaces, kept short so that it never asks for Enter.
--- Returns what takes it away, unless something else was told since.
function M.progress(text)
  told = told + 1
  local mine = told
  vim.api.nvim_echo({ { vim.fn.strcharpart('scilit: ' .. text, 0, vim.v.echospace) } }, false, {})
  return function()
    if told == mine then
      vim.api.nvim_echo({ { '' } }, false, {})
    end
  end
end

--- Puts a text where p and the system's paste find it.
function M.copy(text)
  vim.fn.setreg('"', text)
  if vim.fn.has('clipboard') == 1 then
    vim.fn.setreg('+', text)
  end
end

return M
