-- Searches with other text: a window shows the text of the query for editing, and Enter searches
-- with it. The document does not change.
local client = require('scilit.client')
local message = require('scilit.message')
local place = require('scilit.place')
local task = require('scilit.task')

local M = {}

local hint = '# Enter searches with the text below; q closes this. The document does not change.'

local function text_in(buffer)
  local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  return table.concat(lines[1] == hint and vim.list_slice(lines, 2) or lines, '\n')
end

local function open(here, sentences)
  vim.cmd('botright ' .. math.min(#sentences + 2, 12) .. 'new')
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].buftype, vim.bo[buffer].bufhidden, vim.bo[buffer].swapfile = 'nofile', 'wipe', false
  vim.wo.wrap, vim.wo.linebreak = true, true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.list_extend({ hint }, sentences))
  vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(buffer), 0 })
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, nowait = true })
  vim.keymap.set('n', '<CR>', function()
    local text = text_in(buffer)
    vim.cmd('close')
    require('scilit.suggest').search(here, 'sentence', { text = text })
  end, { buffer = buffer, nowait = true })
end

--- Opens the text of the query at the cursor.
function M.run()
  local here = place.here()
  task.run('asking', 'reading the text', function(done)
    return client.ask(here.buffer, 'scilit/discover', here:params({ offset = 0, limit = 1 }), done)
  end, function(problem, found)
    if problem then
      return message.fail(problem)
    end
    open(here, found.context)
  end)
end

return M
