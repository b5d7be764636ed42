-- The buffer with a document's conversation: questions, sentences of answers, and numbered passages.
-- All of it is plain text, since text from papers and models is untrusted.
local message = require('scilit.message')
local picker = require('scilit.picker')

local M = {}

local View = {}
View.__index = View

local views = {} -- by the number of the manuscript's buffer

local namespace = vim.api.nvim_create_namespace('scilit-ask')

local help = 'Enter open passage or paper  i insert sentence  a ask again  N new conversation  q close'

-- Returns one line without control characters.
local function plain(text)
  return (tostring(text):gsub('%c+', ' '))
end

local function where(passage)
  return passage.index == 0 and passage.section or ('%s, paragraph %d'):format(passage.section, passage.index)
end

-- A page consists of lines and the target of each line's keys.
local Page = {}
Page.__index = Page

function Page:add(text, target)
  self.lines[#self.lines + 1] = plain(text)
  self.targets[#self.lines] = target
end

function Page:sentence(turn, number, sentence)
  local marks = table.concat(vim.tbl_map(function(passage)
    return ('[%d]'):format(passage)
  end, sentence.passages))
  local text = sentence.quoted and '“' .. sentence.text .. '”' or sentence.text
  local target = { turn = turn, number = number, sentence = sentence }
  self:add(('  %s %s'):format(text, marks), target)
  if sentence.unsupported then
    self:add('    ! not found in its passages: ' .. (sentence.reason or 'no reason given'), target)
  end
end

function Page:passage(turn, passage)
  local target = { turn = turn, passage = passage }
  self:add(('  [%d] %.2f  %s. %s (%s)'):format(passage.number, passage.score, passage.byline, passage.title, where(passage)), target)
  self:add('      ' .. passage.text, target)
end

local function verdict(turn)
  if not turn.said then
    return turn.text
  elseif turn.by == 'passages' then
    return 'Quoted from the papers:'
  end
  return ('By %s, each sentence checked against its passages:'):format(turn.by)
end

function Page:turn(turn)
  self:add('')
  self:add('> ' .. turn.question)
  self:add(turn.turn and verdict(turn) or 'Asking ... (:Scilit cancel)')
  self:add('')
  for number, sentence in ipairs(turn.sentences) do
    self:sentence(turn.turn, number, sentence)
  end
  self:add('')
  for _, passage in ipairs(turn.passages) do
    self:passage(turn.turn, passage)
  end
end

--- Shows all turns, and the unfinished one.
function View:show()
  if not vim.api.nvim_buf_is_valid(self.buffer) then
    return
  end
  local page = setmetatable({ lines = {}, targets = {} }, Page)
  page:add(('Ask papers: %s'):format(vim.fn.fnamemodify(vim.api.nvim_buf_get_name(self.source), ':t')))
  page:add(help)
  for _, turn in ipairs(self.turns) do
    page:turn(turn)
  end
  local last = #page.lines + 2 -- the question that is being asked
  if self.open then
    page:turn(self.open)
  end
  self.targets = page.targets
  vim.bo[self.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(self.buffer, 0, -1, false, page.lines)
  vim.bo[self.buffer].modifiable = false
  self:dress(page)
  return last
end

function View:dress(page)
  vim.api.nvim_buf_clear_namespace(self.buffer, namespace, 0, -1)
  for row, line in ipairs(page.lines) do
    local group = line:find('^> ') and 'Title' or line:find('^    ! ') and 'WarningMsg' or row == 2 and 'Comment'
    if group then
      vim.api.nvim_buf_add_highlight(self.buffer, namespace, group, row - 1, 0, -1)
    end
  end
end

-- Returns the window of the conversation, -1 if it is hidden.
function View:window()
  return vim.fn.bufwinid(self.buffer)
end

--- Begins a question.
function View:begin(question, scope)
  self.scope = scope
  self.open = { question = question, sentences = {}, passages = {} }
  local row = self:show()
  if row and self:window() ~= -1 then
    vim.api.nvim_win_set_cursor(self:window(), { row, 0 })
  end
end

--- Adds a part of the answer.
function View:step(step)
  if not self.open then
    return
  end
  self.open.passages = step.passages or self.open.passages
  if step.sentence then
    table.insert(self.open.sentences, step.sentence)
  end
  self:show()
end

--- Replaces the parts with the whole answer.
function View:finish(answer)
  if self.open then
    self.turns[#self.turns + 1] = vim.tbl_extend('force', { question = self.open.question }, answer)
    self.open = nil
  end
  self:show()
end

--- Drops the unfinished question.
function View:drop()
  self.open = nil
  self:show()
end

function View:clear()
  self.turns = {}
  self:show()
end

function View:target()
  return self.targets[vim.api.nvim_win_get_cursor(0)[1]]
end

-- Moves to the passage whose number is at the cursor, else to the sentence's first passage.
function View:go(target)
  local column = vim.api.nvim_win_get_cursor(0)[2] + 1
  local wanted = target.sentence.passages[1]
  for from, number, to in vim.api.nvim_get_current_line():gmatch('()%[(%d+)%]()') do
    if from <= column and column < to then
      wanted = tonumber(number)
    end
  end
  for row, other in pairs(self.targets) do
    local is_heading = not vim.deep_equal(self.targets[row - 1], other)
    if other.passage and other.turn == target.turn and other.passage.number == wanted and is_heading then
      vim.cmd("normal! m'")
      return vim.api.nvim_win_set_cursor(0, { row, 0 })
    end
  end
end

function View:enter()
  local target = self:target()
  if not target then
    return message.info('put the cursor on a sentence or a passage')
  elseif target.passage then
    return picker.open(target.passage)
  end
  self:go(target)
end

function View:insert()
  local target = self:target()
  if not (target and target.sentence and target.turn) then
    return message.info('put the cursor on a sentence of an answer')
  end
  self.actions.insert(target.turn, target.number, target.sentence)
end

function View:keys()
  local keys = {
    ['<CR>'] = function()
      self:enter()
    end,
    i = function()
      self:insert()
    end,
    a = function()
      self.actions.again()
    end,
    N = function()
      self.actions.forget()
    end,
    q = function()
      vim.cmd('close')
    end,
  }
  for key, act in pairs(keys) do
    vim.keymap.set('n', key, act, { buffer = self.buffer, nowait = true })
  end
end

local function make(source)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden, vim.bo[buffer].swapfile = 'hide', false
  local view = setmetatable({ source = source, buffer = buffer, turns = {}, targets = {} }, View)
  view:keys()
  views[source] = view
  return view
end

--- Returns the conversation of a manuscript's buffer.
function M.of(source)
  local view = views[source]
  return view and vim.api.nvim_buf_is_valid(view.buffer) and view or make(source)
end

--- Shows the conversation of a place's document, with the turns stored by the server.
function M.open(here, turns)
  local view = M.of(here.buffer)
  view.place, view.turns = here, turns
  if view:window() == -1 then
    vim.cmd('botright vsplit')
    vim.api.nvim_win_set_buf(0, view.buffer)
    vim.wo.wrap, vim.wo.linebreak, vim.wo.number, vim.wo.list = true, true, false, false
  else
    vim.api.nvim_set_current_win(view:window())
  end
  view:show()
  return view
end

return M
