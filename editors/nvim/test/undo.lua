-- Simulates a user who undoes citations: a sentence with its entry, an entry that another
-- citation needs, a sentence that was changed, and one that u has already undone.
local play = require('play')

local told = play.listen()
local key

local function bib_on_disk()
  return table.concat(vim.fn.readfile('references.bib'), '\n')
end

local function wait_for_edit(before)
  play.wait_for('the edit', function()
    return vim.api.nvim_buf_get_changedtick(0) > before
  end)
  vim.wait(500) -- 0.7.2 tells the server of a change in another file a moment later
end

local function cite(name)
  play.answer('^%S.* %d%d%d%d, ')
  local before = vim.api.nvim_buf_get_changedtick(0)
  vim.cmd(name)
  play.float_with('New in your %.bib')
  play.press('<CR>')
  wait_for_edit(before)
  key = bib_on_disk():match('.*@%a+{([^,]+)')
end

local function sentence_and_entry(text, bib)
  cite('Scilit suggest')
  play.check(bib_on_disk() ~= bib and play.text():find(key, 1, true), 'nothing was cited')
  vim.cmd('Scilit undo')
  play.told_of(told, 'removed the citation and its entry in references.bib, which was saved')
  play.check(play.text() == text, 'the text is ' .. play.text())
  play.check(bib_on_disk() == bib, 'the .bib is ' .. bib_on_disk())
end

local function an_entry_that_is_cited_elsewhere(bib)
  cite('Scilit suggest')
  vim.fn.append(vim.fn.line('$') - 3, { '', 'As \\citet{' .. key .. '} say.' })
  vim.cmd('Scilit undo')
  play.told_of(told, key .. ' is cited elsewhere, so its entry stays')
  local _, mentions = play.text():gsub(key, '')
  play.check(mentions == 1 and bib_on_disk() ~= bib, 'the text is ' .. play.text())
  vim.cmd('edit! main.tex')
  vim.api.nvim_buf_call(vim.fn.bufnr('references.bib'), function()
    vim.cmd('silent undo')
    vim.cmd('silent write')
  end)
  vim.wait(500)
end

local function a_sentence_that_was_changed(text, bib)
  cite('Scilit suggest')
  play.cursor_on(key)
  vim.cmd('normal! ciwother')
  vim.cmd('Scilit undo')
  play.told_of(told, 'has changed: remove it yourself')
  vim.cmd('undo')
  vim.cmd('Scilit undo')
  play.told_of(told, 'removed the citation and its entry')
  play.check(play.text() == text and bib_on_disk() == bib, 'not as it was: ' .. play.text())
end

local function one_that_u_took_back(text, bib)
  cite('Scilit suggest')
  vim.cmd('undo')
  play.check(play.text() == text, 'u leaves ' .. play.text())
  vim.cmd('Scilit undo')
  play.told_of(told, 'and its entry')
  play.check(bib_on_disk() == bib, 'the .bib is ' .. bib_on_disk())
end

play.run(function()
  require('scilit').setup({ cmd = { vim.env.SERVER }, picker = 'select' })
  vim.cmd('cd ' .. vim.fn.fnameescape(vim.env.WS))
  vim.cmd('edit main.tex')
  local text, bib = play.text(), bib_on_disk()
  vim.cmd('Scilit undo')
  play.told_of(told, 'no inserted citation is left to undo')
  play.cursor_on('scilit:')
  sentence_and_entry(text, bib)
  play.cursor_on('scilit:')
  an_entry_that_is_cited_elsewhere(bib)
  play.cursor_on('scilit:')
  a_sentence_that_was_changed(text, bib)
  play.cursor_on('scilit:')
  one_that_u_took_back(text, bib)
end)
