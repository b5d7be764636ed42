-- What the plays in this folder share: a user in a real Neovim, who waits for
-- what comes and looks at it.
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

--- Waits until condition() is true, and returns what it returned.
function M.wait_for(what, condition)
  local result
  local came = vim.wait(60000, function()
    result = condition()
    return result
  end, 20)
  M.check(came, what .. ' did not come; messages: ' .. vim.fn.execute('messages'))
  return result
end

--- The text of the floating window, once there is one that has the pattern.
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

--- Puts the cursor where a pattern of Vim matches.
function M.cursor_on(pattern)
  M.check(vim.fn.search(pattern, 'cw') > 0, 'no ' .. pattern .. ' in the text')
end

function M.press(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), 'x', false)
end

--- Answers the next lists and questions, one after the other: by the label
--- of a list's item (a pattern), or by what is typed. Returns what was asked.
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

--- What Neovim shows a message by.
M.notify = vim.notify

--- Collects what the user is told from now on, messages and passing lines.
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

--- Waits until something with a pattern was told, and takes it from what was.
function M.told_of(told, pattern)
  return M.wait_for('a message with ' .. pattern .. ' among ' .. vim.inspect(told), function()
    for i, text in ipairs(told) do
      if text:find(pattern) then
        return table.remove(told, i)
      end
    end
  end)
end

--- Runs a play, and ends Neovim.
function M.run(play)
  local ok, err = xpcall(play, debug.traceback)
  if not ok then
    M.fail(err)
  end
  vim.cmd('qall!')
end

--- The text of the current buffer.
function M.text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

return M
