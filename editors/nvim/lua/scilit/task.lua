-- What is under way: one task at a time, which the next one or :Scilit cancel ends.
local message = require('scilit.message')

local M = {}

local current

-- What ends sooner would only flicker.
local delay = 400

local function told_when_slow(task, title)
  vim.defer_fn(function()
    if current == task then
      message.progress(title .. ' ... (:Scilit cancel)')
      task.shown = true
    end
  end, delay)
end

--- Cancels what is under way; false where there is nothing.
function M.cancel()
  local task = current
  current = nil
  if task and task.stop then
    task.stop()
  end
  return task ~= nil
end

--- Starts a task. run(done) returns what cancels it; done(...) ends it and
--- calls finished(...).
function M.run(title, run, finished)
  M.cancel()
  local task = {}
  current = task
  told_when_slow(task, title)
  local stop = run(function(...)
    if current ~= task then
      return
    end
    current = nil
    if task.shown then
      message.progress('')
    end
    finished(...)
  end)
  if current == task then
    task.stop = stop
  end
end

return M
