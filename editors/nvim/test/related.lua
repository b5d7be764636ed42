-- Simulates a user who writes related work about the comments around the cursor,
-- about selected words, about given topics, and without any topic.
local play = require('play')

local told = play.listen()

-- Returns the citation keys of the first paragraph with citations after a row.
local function keys_behind(row)
  local keys = {}
  for _, line in ipairs(vim.api.nvim_buf_get_lines(0, row, -1, false)) do
    for key in line:gmatch('\\cite%a*{([^}]*)}') do
      keys[#keys + 1] = key
    end
    if #keys > 0 and line == '' then
      return keys
    end
  end
  return keys
end

-- Runs a command that cites, and returns the keys that it cites after a row.
local function cites(row, command)
  local before = vim.api.nvim_buf_get_changedtick(0)
  command()
  play.wait_for('the paragraph, told ' .. vim.inspect(told), function()
    return vim.api.nvim_buf_get_changedtick(0) > before
  end)
  vim.wait(500) -- 0.7.2 tells the server of a change in another file a moment later
  return keys_behind(row)
end

local comments = { '% scilit: sentence embeddings', '% scilit: question answering', '' }

local function about_comments()
  vim.fn.append(5, vim.list_extend({ '' }, comments))
  vim.api.nvim_win_set_cursor(0, { 8, 3 })
  local keys = cites(8, function()
    vim.cmd('Scilit related')
  end)
  play.check(#keys == 2, 'the comments around the cursor cite ' .. vim.inspect(keys) .. play.text())
  play.told_of(told, 'references.bib has 2 new entries and was saved')
end

local function about_lines()
  vim.fn.append(5, vim.list_extend({ '' }, comments))
  local keys = cites(7, function()
    vim.cmd('7Scilit related')
  end)
  play.check(#keys == 1, 'one comment cites ' .. vim.inspect(keys) .. play.text())
end

local function about_selected_words()
  vim.fn.append(5, { '', 'Röntgenäugig: machine translation; question answering, to name two.', '' })
  play.cursor_on('machine translation; q')
  local keys = cites(7, function()
    vim.cmd('normal! vf,h' .. vim.api.nvim_replace_termcodes('<Esc>', true, false, true))
    vim.cmd("'<,'>Scilit related")
  end)
  play.check(#keys == 2, 'the selected words cite ' .. vim.inspect(keys) .. play.text())
end

local function about_topics()
  vim.fn.append(5, { '', 'Some text stands here,', 'on two lines.', '' })
  vim.api.nvim_win_set_cursor(0, { 7, 2 })
  local keys = cites(8, function()
    vim.cmd('Scilit related parsing; question answering')
  end)
  play.check(#keys == 2, 'the topics cite ' .. vim.inspect(keys) .. play.text())
  play.check(vim.fn.getline(9) == '', 'the paragraph is not apart: ' .. play.text())
end

-- Without topics, each mistake is reported once.
local function about_nothing()
  vim.api.nvim_win_set_cursor(0, { 7, 2 })
  local asked = play.answer('zzyzx')
  vim.cmd('Scilit related')
  play.told_of(told, 'no sentence could be written for “zzyzx”')
  play.check(asked[1].prompt:find('Topics'), vim.inspect(asked))
  vim.cmd('6Scilit related')
  play.told_of(told, 'no topic is selected')
  vim.wait(200)
  play.check(not vim.inspect(told):find('no topic'), 'told again: ' .. vim.inspect(told))
end

play.run(function()
  require('scilit').setup({ cmd = { vim.env.SERVER }, picker = 'select' })
  vim.cmd('cd ' .. vim.fn.fnameescape(vim.env.WS))
  vim.cmd('edit main.tex')
  about_comments()
  about_lines()
  about_selected_words()
  about_topics()
  about_nothing()
  vim.cmd('wall')
end)
