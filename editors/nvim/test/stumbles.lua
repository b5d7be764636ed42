-- Simulates a user with problems: a missing program or corpus, mistakes in the
-- keywords, a .bib file that is open in another Neovim, messages longer than a line.
local play = require('play')

local told = play.listen()

local function without_a_program()
  require('scilit').setup({ cmd = { 'no-such-program' }, picker = 'select' })
  vim.cmd('edit main.tex')
  play.told_of(told, '^scilit: no%-such%-program was not found: put it on your PATH')
  vim.cmd('edit')
  vim.wait(200)
  play.check(#told == 0, 'told twice: ' .. vim.inspect(told))
  vim.cmd('bwipeout')
end

local function with_a_corpus_that_is_not_there()
  require('scilit').setup({ cmd = { vim.env.SERVER }, picker = 'select', settings = { indexes = { vim.env.SCILIT_INDEX, '/no/index' } } })
  vim.cmd('edit main.tex')
  play.told_of(told, '/no/index contains no index')
  vim.cmd('Scilit status')
  play.told_of(told, 'engine; demo %(5260 papers%).* notes?: :Scilit doctor')
  vim.cmd('Scilit doctor')
  play.wait_for('the doctor', function()
    return vim.fn.getline('.'):find('^problem: ') and play.text():find('problem: index /no/index contains no index')
  end)
  play.check(play.text():find('manuscript .*main.tex: new entries go into .*references.bib'), play.text())
  vim.cmd('close')
end

local function with_the_cursor_on_the_first_letter()
  vim.fn.setline(1, 'Über Größe.')
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  local place = require('scilit.place').here()
  play.check(place:position({ offset_encoding = 'utf-8' }).character == 2, 'not behind the letter')
  play.check(place:position({ offset_encoding = 'utf-16' }).character == 1, 'not behind the letter, in UTF-16')
end

local function with_a_folder_in_the_place_of_a_list()
  require('scilit.options').set({ settings = { indexes = '/no/index' } })
  play.check(vim.deep_equal(require('scilit.client').config().init_options.indexes, { '/no/index' }), 'not a list of folders')
end

local function with_a_mistake_in_the_keywords()
  play.cursor_on('scilit:')
  vim.fn.setline('.', '% scilit: sentence embeddings; "open')
  local asked = play.answer('^%S')
  vim.cmd('Scilit mark')
  play.wait_for('the list', function()
    return asked[1]
  end)
  play.check(asked[1].prompt:find('column %d+: this quote is not closed'), vim.inspect(asked[1].prompt))
  play.float_with('Suggested sentence\n[^.].*New in your %.bib')
end

local function swap_files()
  local state = vim.fn.stdpath(vim.fn.has('nvim-0.8') == 1 and 'state' or 'data')
  return vim.fn.glob(state .. '/swap/*references.bib.sw?', true, true)
end

-- The card is still open.
local function with_a_bib_that_is_open_elsewhere()
  vim.o.updatecount, vim.o.swapfile = 200, true -- the play is without swap files
  local other = vim.fn.jobstart({ vim.v.progpath, '--headless', '--clean', '+normal! xu', 'references.bib' }, { pty = true })
  play.wait_for('a swap file', function()
    return #swap_files() == 1
  end)
  play.press('<CR>')
  play.told_of(told, 'references.bib has a swap file, so another Neovim may have it open')
  play.check(play.text():find('\\citep?{'), 'no mark in ' .. play.text())
  vim.fn.jobstop(other)
end

local function with_long_messages()
  package.loaded['scilit.room'], package.loaded['scilit.message'] = nil, nil
  vim.notify = play.notify
  require('scilit.message').warn(('word '):rep(20))
  play.wait_for('lines for a long message', function()
    return vim.o.cmdheight == 2
  end)
  require('scilit.message').warn('another')
  play.wait_for('lines for two messages', function()
    return vim.o.cmdheight == 3
  end)
  play.press('l')
  play.wait_for('one line again', function()
    return vim.o.cmdheight == 1
  end)
end

-- An interrupted build resumes in its folder; a finished corpus is not overwritten.
local function with_an_interrupted_corpus()
  local new_folder = require('scilit.corpora').new_folder
  local folder = new_folder('half')
  vim.fn.mkdir(folder, 'p')
  play.check(new_folder('half') == folder, 'another folder: ' .. new_folder('half'))
  vim.fn.writefile({}, folder .. '/CURRENT')
  play.check(new_folder('half') ~= folder, 'a corpus is overwritten')
  vim.fn.delete(folder, 'rf')
end

play.run(function()
  vim.cmd('cd ' .. vim.fn.fnameescape(vim.env.WS))
  without_a_program()
  with_a_corpus_that_is_not_there()
  with_a_mistake_in_the_keywords()
  with_a_bib_that_is_open_elsewhere()
  with_long_messages()
  with_an_interrupted_corpus()
  with_a_folder_in_the_place_of_a_list()
  with_the_cursor_on_the_first_letter()
end)
