-- Shows a paper in a floating window, with keys to cite it or to turn to the next.
local message = require('scilit.message')
local picker = require('scilit.picker')
local preview = require('scilit.preview')

local M = {}

local writes = {
  sentence = 'Enter write  m mark  w with page',
  mark = 'Enter mark  s sentence  w with page',
  choice = 'Enter choose',
}

local function hint(mode, index, of, taken)
  local write = taken > 0 and ('Enter uses the %d marked'):format(taken) or writes[mode]
  return ('%d/%d  %s  Tab several  n p turn  o open  y BibTeX  l list  q close'):format(index, of, write)
end

local function open_window(buffer)
  local width = math.min(100, vim.o.columns - 4)
  local height = math.max(math.min(36, vim.o.lines - 6), 4)
  local window = vim.api.nvim_open_win(buffer, true, {
    relative = 'editor',
    width = width,
    height = height,
    row = math.floor((vim.o.lines - height) / 2) - 1,
    col = math.floor((vim.o.columns - width) / 2),
    style = 'minimal',
    border = 'rounded',
  })
  preview.dress(window)
  preview.dress_float(window)
  return window
end

local function copy(session, paper)
  session:entry(paper, function(problem, answer)
    if problem then
      return message.fail(problem)
    end
    message.copy(answer.entry)
    message.info('copied the BibTeX entry ' .. answer.key)
  end)
end

--- Shows the paper at an index of a menu.
function M.open(menu, index)
  vim.cmd('stopinsert')
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden = 'wipe'
  local window = open_window(buffer)
  local stop
  local taken = {} -- marked papers, in order

  local function turn(by)
    if stop then
      stop()
    end
    index = (index - 1 + by) % #menu.papers + 1
    local paper = menu.papers[index]
    local mark = vim.tbl_contains(taken, paper) and '\nMarked' or ''
    stop = preview.show(buffer, menu.session, paper, menu.mode, hint(menu.mode, index, #menu.papers, #taken) .. mark)
    vim.api.nvim_win_set_cursor(window, { 1, 0 })
  end
  local function leave(after)
    stop()
    vim.api.nvim_win_close(window, true)
    if after then
      after()
    end
  end
  local function cite(mode)
    leave(function()
      picker.take(menu, #taken > 0 and taken or { menu.papers[index] }, mode)
    end)
  end
  -- Marks or unmarks the paper, and turns to the next.
  local function toggle()
    local paper = menu.papers[index]
    local others = vim.tbl_filter(function(one)
      return one ~= paper
    end, taken)
    taken = #others < #taken and others or vim.list_extend(others, { paper })
    turn(1)
  end
  local keys = {
    ['<CR>'] = function()
      cite(menu.mode)
    end,
    s = function()
      cite('sentence')
    end,
    m = function()
      cite('mark')
    end,
    w = function()
      cite('words')
    end,
    o = function()
      picker.open(menu.papers[index])
    end,
    ['<Tab>'] = toggle,
    n = function()
      turn(1)
    end,
    p = function()
      turn(-1)
    end,
    y = function()
      copy(menu.session, menu.papers[index])
    end,
    l = function()
      leave(function()
        require('scilit.picker.select').pick(menu)
      end)
    end,
    q = leave,
    ['<Esc>'] = leave,
  }
  for key, act in pairs(keys) do
    vim.keymap.set('n', key, function()
      act()
    end, { buffer = buffer, nowait = true })
  end
  turn(0)
end

return M
