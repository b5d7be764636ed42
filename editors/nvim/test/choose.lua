-- Simulates a user who chooses several papers for one citation, adds a prefix and a page, chooses
-- the papers of a paragraph, opens a paper in the browser, and searches with other text.
local play = require('play')

local told = play.listen()

local function wait_for_edit(before)
  play.wait_for('the edit, told ' .. vim.inspect(told), function()
    return vim.api.nvim_buf_get_changedtick(0) > before
  end)
  vim.wait(500) -- 0.7.2 tells the server of a change in another file a moment later
end

-- Runs a command, and acts on the card of the first paper.
local function on_card(command, act)
  local before = vim.api.nvim_buf_get_changedtick(0)
  vim.cmd(command)
  play.float_with('n your %.bib')
  act()
  wait_for_edit(before)
end

local function several_with_a_page()
  play.cursor_on('scilit:')
  play.answer('^%S.* %d%d%d%d, ', 'see', 'p. 3')
  on_card('Scilit mark', function()
    play.press('<Tab>')
    play.float_with('fits? %(relevance [^)]+%)')
    play.float_with('Enter uses the 1')
    play.press('<Tab>')
    play.float_with('Enter uses the 2')
    play.press('p')
    play.float_with('\nMarked\n')
    play.press('w')
  end)
  play.check(play.text():find('\\citep%[see%]%[p%.~3%]{%w+,%s*%w+}'), 'no citation of two with words in ' .. play.text())
  vim.cmd('Scilit undo')
  play.told_of(told, 'removed the citation and its entry')
end

-- The cursor is at the beginning of the preceding sentence.
local function about_a_selected_claim()
  play.cursor_on('Sentence embeddings')
  play.press('V')
  play.cursor_on('many of our experiments')
  play.press('o<Esc>')
  play.answer('^%S.* %d%d%d%d, ')
  on_card("'<,'>Scilit mark", function()
    play.press('<CR>')
  end)
  play.check(play.text():find('experiments[~ ]\\cite'), 'the claim is not cited in ' .. play.text())
  vim.cmd('Scilit undo')
  play.told_of(told, 'removed the citation and its entry')
end

local function papers_of_a_paragraph()
  local titles = {}
  play.cursor_on('vectors of words')
  vim.ui.select = function(papers, opts, choose)
    titles[#titles + 1] = opts.prompt
    choose(papers[1], 1)
  end
  on_card('Scilit choose question answering; summarization', function()
    play.check(not play.float_with('Enter choose'):find('Suggested sentence'), 'a sentence is shown before it is written')
    play.press('n')
    play.press('<Tab>')
    play.press('p')
    play.press('p')
    play.press('<Tab>')
    play.press('<CR>') -- the second paper, then the first
    play.wait_for('the second list', function()
      return titles[2]
    end)
    play.float_with('1/10  Enter choose ')
    play.press('<CR>')
  end)
  play.check(titles[1]:find('1 of 2, .*“question answering”') and titles[2]:find('2 of 2, .*“summarization”'), vim.inspect(titles))
  local _, cited = table.concat(vim.fn.readfile('references.bib'), '\n'):gsub('@%a+{', '')
  play.check(cited == 4, 'the .bib has ' .. cited .. ' entries')
end

-- Links are opened by a program of this name on Linux.
local function in_the_browser()
  local opened = vim.env.WS .. '/opened'
  vim.fn.mkdir(vim.env.WS .. '/bin')
  vim.fn.writefile({ '#!/bin/sh', 'echo "$1" > ' .. opened }, vim.env.WS .. '/bin/xdg-open')
  vim.fn.setfperm(vim.env.WS .. '/bin/xdg-open', 'rwxr-xr-x')
  vim.env.PATH = vim.env.WS .. '/bin:' .. vim.env.PATH
  vim.env.WAYLAND_DISPLAY, vim.env.DISPLAY = nil, ':0'
  play.cursor_on('scilit:')
  play.answer('^%S.* %d%d%d%d, ')
  vim.cmd('Scilit suggest')
  play.float_with('n your %.bib')
  play.press('o')
  play.wait_for('the address', function()
    return vim.fn.filereadable(opened) == 1 and (vim.fn.readfile(opened)[1] or ''):find('^https://doi%.org/10%.')
  end)
  play.press('q')
  local pdf = vim.env.WS .. '/of the library.pdf'
  vim.fn.writefile({ '%PDF-1.4' }, pdf)
  require('scilit.picker').open({ file = pdf, link = 'https://doi.org/10.1/x' })
  play.wait_for('the PDF', function()
    return vim.fn.readfile(opened)[1] == pdf
  end)
  for _, file in ipairs({ vim.env.WS .. '/gone.pdf', vim.env.WS .. '/main.tex', vim.env.WS }) do
    local link = 'https://doi.org/10.1/' .. vim.fn.sha256(file)
    require('scilit.picker').open({ file = file, link = link })
    play.wait_for('the address', function()
      return vim.fn.readfile(opened)[1] == link
    end)
  end
  require('scilit.picker').open({ link = 'file:///etc/passwd' })
  play.told_of(told, 'has no link')
end

local function by_other_text()
  play.cursor_on('vectors of words')
  vim.cmd('Scilit context')
  play.wait_for('the text', function()
    return play.text():find('# Enter searches') and play.text():find('Sentence embeddings are often computed')
  end)
  vim.fn.setline(2, 'Eye movements show how readers process sentences.')
  local list
  vim.ui.select = function(papers)
    list = vim.inspect(papers)
  end
  play.press('<CR>')
  play.wait_for('the list', function()
    return list and list:lower():find('reading')
  end)
  play.check(vim.fn.expand('%:t') == 'main.tex', 'the window of the text stays')
end

play.run(function()
  require('scilit').setup({ cmd = { vim.env.SERVER }, picker = 'select' })
  vim.cmd('cd ' .. vim.fn.fnameescape(vim.env.WS))
  vim.cmd('edit main.tex')
  several_with_a_page()
  about_a_selected_claim()
  papers_of_a_paragraph()
  in_the_browser()
  by_other_text()
  vim.cmd('wall')
end)
