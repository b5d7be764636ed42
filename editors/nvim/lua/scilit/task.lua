-- Background tasks, one per kind: a task cancels the previous one of its kind. Requests do not cancel
-- indexing.
local message = require('scilit.message')

local M = {}

local current = {} -- by kind

-- Milliseconds after which a task shows a message.
local delay = 400

local function told_when_slow(task, kind, title)
  vim.defer_fn(function()
    if current[kind] == task then
      task.clear = message.progress(title .. ' ... (:Scilit cancel)')
    end
  end, delay)
end

local function stop(kind)
  local task = current[kind]
  current[kind] = nil
  if task and task.stop then
    task.stop()
  end
  return task ~= nil
end

--- Cancels all tasks; returns false if none is running.
function M.cancel()
  local asking, indexing = stop('asking'), stop('indexing')
  return asking or indexing
end

--- Reports whether a task of a kind is running.
function M.is_running(kind)
  return current[kind] ~= nil
end

--- Starts a task of a kind, 'asking' or 'indexing'. run(done) returns a function that cancels it;
--- done(...) ends it and calls finished(...).
function M.run(kind, title, run, finished)
  stop(kind)
  local task = {}
  current[kind] = task
  told_when_slow(task, kind, title)
  local cancel = run(function(...)
    if current[kind] ~= task then
      return
    end
    current[kind] = nil
    if task.clear then
      task.clear()
    end
    finished(...)
  end)
  if current[kind] == task then
    task.stop = cancel
  end
end

return M
