-- A list in vim.ui.select, then the chosen paper on a card.
local card = require('scilit.card')
local options = require('scilit.options')
local picker = require('scilit.picker')

local M = {}

-- Shortens a line to the screen's width, minus the number that vim.ui.select adds.
local function line(paper)
  local text, room = picker.words(paper), vim.o.columns - 6
  if vim.fn.strdisplaywidth(text) <= room then
    return text
  end
  return vim.fn.strcharpart(text, 0, room - 4) .. ' ...'
end

function M.pick(menu)
  vim.ui.select(menu.papers, { prompt = menu.title .. ':', kind = 'scilit', format_item = line }, function(paper, index)
    vim.cmd('redraw!') -- the list may have covered the screen, which 0.7.2 does not redraw
    if not paper then
      return
    elseif options.get().preview then
      card.open(menu, index)
    else
      picker.take(menu, { paper }, menu.mode)
    end
  end)
end

return M
