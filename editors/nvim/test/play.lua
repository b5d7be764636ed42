-- Functions shared by the tests in this folder, which simulate a user of a real
-- Neovim.
local M = {}

function M.fail(text)
  io.stderr:write('FAIL: ' .. text .. '\n')
  vim.cmd('cquit 1')
end

function M.check(ok, text)
  if not ok then
    M.fail(text)
  end
  return ok
end

--- Waits until condition() is true, and returns its result.
function M.wait_for(what, condition)
  local result
  local came = vim.wait(60000, function()
    result = condition()
    return result
  end, 20)
  M.check(came, what .. ' did not come; messages: ' .. vim.fn.execute('messages'))
  return result
end

--- Waits for a floating window that contains a pattern, and returns its text.
function M.float_with(pattern)
  return M.wait_for('a window with ' .. pattern, function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      local text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
      if vim.api.nvim_win_get_config(window).relative ~= '' and text:find(pattern) then
        return text
      end
    end
  end)
end

--- Moves the cursor to a match of a Vim pattern.
function M.cursor_on(pattern)
  M.check(vim.fn.search(pattern, 'cw') > 0, 'no ' .. pattern .. ' in the text')
end

function M.press(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), 'x', false)
end

--- Answers the next lists and questions in order, with the label of an item (a
--- pattern) or with typed text. Returns the questions asked.
function M.answer(...)
  local answers, asked = { ... }, {}
  vim.ui.select = function(items, opts, choose)
    local labels = vim.tbl_map(opts.format_item or tostring, items)
    asked[#asked + 1] = { prompt = opts.prompt, labels = labels }
    local wanted = table.remove(answers, 1)
    for i, label in ipairs(labels) do
      if wanted and label:find(wanted) then
        return choose(items[i], i)
      end
    end
    M.fail(('%s: no %s among %s'):format(opts.prompt, wanted, vim.inspect(labels)))
  end
  vim.ui.input = function(opts, choose)
    asked[#asked + 1] = opts
    choose(table.remove(answers, 1))
  end
  return asked
end

--- The function with which Neovim shows a message.
M.notify = vim.notify

--- Collects the messages and progress lines shown from now on.
function M.listen()
  local told = {}
  vim.notify = function(text)
    told[#told + 1] = text
  end
  vim.api.nvim_echo = function(chunks)
    told[#told + 1] = chunks[1][1]
  end
  return told
end

--- Waits for a message that contains a pattern, and removes it from the collected ones.
function M.told_of(told, pattern)
  return M.wait_for('a message with ' .. pattern .. ' among ' .. vim.inspect(told), function()
    for i, text in ipairs(told) do
      if text:find(pattern) then
        return table.remove(told, i)
      end
    end
  end)
end

--- Runs a test, and exits Neovim.
function M.run(play)
  local ok, err = xpcall(play, debug.traceback)
  if not ok then
    M.fail(err)
  end
  vim.cmd('qall!')
end

--- Returns the text of the current buffer.
function M.text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

return M
