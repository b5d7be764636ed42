-- Simulates a user who asks questions in main.tex of WS: asks all papers, inserts a sentence of
-- the answer with its citation, asks the paper cited at the cursor, and starts a new
-- conversation.
local play = require('play')

local function conversation(pattern)
  return play.wait_for('a conversation with ' .. pattern, function()
    local text = play.text()
    return text:find('^Ask papers: main%.tex\n') and text:find(pattern) and text
  end)
end

local function asked_all()
  play.cursor_on('pooling')
  local asked = play.answer('^all papers$')
  vim.cmd('Scilit ask Which tasks probe what sentence embeddings capture?')
  local text = conversation('Quoted from the papers:.*\n  %[1%] %d%.%d%d  ')
  play.check(text:find('\n> Which tasks probe what sentence embeddings capture%?\n'), text)
  play.check(not asked[1] or asked[1].prompt == 'Ask which papers?', vim.inspect(asked))
end

-- Enter goes from a sentence to its passage.
local function followed()
  play.cursor_on('^  “.*\\[1\\]')
  play.press('<CR>')
  play.check(vim.api.nvim_get_current_line():find('^  %[1%] '), 'the cursor is on ' .. vim.api.nvim_get_current_line())
end

local function inserted()
  local ws = vim.fn.bufnr('main.tex')
  local before = table.concat(vim.api.nvim_buf_get_lines(ws, 0, -1, false), '\n')
  play.cursor_on('^  “.*\\[1\\]')
  play.press('i')
  play.wait_for('the sentence', function()
    local text = table.concat(vim.api.nvim_buf_get_lines(ws, 0, -1, false), '\n')
    return text ~= before and text:find("``.-''%s+\\cite[tp]?{%w+}%.")
  end)
end

local function asked_cited()
  vim.cmd('wincmd p')
  play.cursor_on('\\\\cite[tp]\\?{\\zs')
  local asked = play.answer(' 20%d%d$', 'How many probing tasks are introduced?')
  vim.cmd('Scilit ask')
  conversation('\n> How many probing tasks are introduced%?\nQuoted from the papers:')
  play.check(#asked == 2, vim.inspect(asked))
end

local function forgotten()
  play.press('N')
  play.wait_for('an empty conversation', function()
    return not play.text():find('\n> ')
  end)
end

play.run(function()
  require('scilit').setup({ cmd = { vim.env.SERVER }, picker = 'select' })
  vim.cmd('cd ' .. vim.fn.fnameescape(vim.env.WS))
  vim.cmd('edit main.tex')
  asked_all()
  followed()
  inserted()
  asked_cited()
  forgotten()
  vim.cmd('wall')
end)
