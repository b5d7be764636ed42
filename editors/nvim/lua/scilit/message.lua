-- Messages for the user: one sentence each, with a remedy for errors.
local room = require('scilit.room')

local M = {}

local told = 0 -- number of messages shown

--- Returns a number with its noun, such as "1 paper" or "2 papers".
function M.counted(number, noun)
  return ('%d %s%s'):format(number, noun, number == 1 and '' or 's')
end

--- Shows a message later: within a command, it would wait for Enter, and an error would abort the
--- command's caller.
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

--- Shows an error. Its remedy follows a colon; an error without one refers to the doctor.
function M.fail(text)
  tell(text:find(': ', 1, true) and text or text .. ': :Scilit doctor shows details', vim.log.levels.ERROR)
end

--- Shows a line that the next one replaces, short enough never to wait for Enter. Returns a function
--- that removes it, unless another message has been shown since.
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

--- Copies a text to the unnamed register and the system clipboard.
function M.copy(text)
  vim.fn.setreg('"', text)
  if vim.fn.has('clipboard') == 1 then
    vim.fn.setreg('+', text)
  end
end

return M
