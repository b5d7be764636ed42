-- Progress of server work that no command waits for: growing a corpus.
local compat = require('scilit.compat')
local message = require('scilit.message')

local M = {}

local running = {} -- titles by token

--- Shows a progress notification from the server.
function M.show(token, value)
  if type(value) ~= 'table' then
    return
  elseif value.kind == 'begin' and (value.title or ''):find('corpus') then
    running[token] = value.title
  elseif value.kind == 'report' and running[token] then
    message.progress((value.message or running[token]) .. ' (:Scilit cancel)')
  elseif value.kind == 'end' then
    running[token] = nil
  end
end

--- Cancels this work; returns false if nothing is running.
function M.cancel()
  local any = next(running) ~= nil
  for token in pairs(running) do
    for _, client in ipairs(compat.clients('scilit')) do
      compat.notify(client, 'window/workDoneProgress/cancel', { token = token })
    end
  end
  return any
end

return M
