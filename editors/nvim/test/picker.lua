-- Tests PICKER (telescope or fzf-lua), which PLUGINS contains: it shows the paper
-- next to the list, and Enter inserts its sentence.
local play = require('play')

local function window_with(pattern)
  return play.wait_for('a window with ' .. pattern, function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      local text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
      if text:find(pattern) then
        return window
      end
    end
  end)
end

local function choose()
  if vim.env.PICKER == 'telescope' then
    play.press('<Down>') -- upwards or downwards, the list goes round
    play.press('<CR>')
  else
    vim.fn.chansend(vim.bo.channel, '\r')
  end
end

play.run(function()
  vim.o.columns, vim.o.lines = 160, 50 -- telescope has no preview on a small screen
  require('scilit').setup({ cmd = { vim.env.SERVER }, picker = vim.env.PICKER })
  vim.cmd('cd ' .. vim.fn.fnameescape(vim.env.WS))
  vim.cmd('edit main.tex')
  local buffer = vim.api.nvim_get_current_buf()
  play.cursor_on('scilit:')
  vim.cmd('Scilit suggest')
  window_with('Evidence in the paper %(support 0%.%d%d out of 1%)\n“.*Highlights\n“.*New in your %.bib')
  local before = vim.api.nvim_buf_get_changedtick(buffer)
  choose()
  play.wait_for('the edit', function()
    return vim.api.nvim_buf_get_changedtick(buffer) > before
  end)
  vim.cmd('wall')
end)
