-- Simulates a user who tries the tools in main.tex of WS: help, command completion,
-- highlights, reference, status, doctor, health check.
local play = require('play')

local function close_floats()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      vim.api.nvim_win_close(window, true)
    end
  end
end

local function help()
  vim.cmd('helptags ' .. vim.fn.fnameescape(vim.env.PLUGIN .. '/doc'))
  for _, tag in ipairs({ 'scilit', 'scilit-setup', 'scilit-commands', ':Scilit-suggest', 'scilit-texlab' }) do
    vim.cmd('help ' .. tag)
    play.check(vim.api.nvim_buf_get_name(0):find('scilit%.txt$'), 'no help on ' .. tag)
    vim.cmd('helpclose')
  end
end

-- The help lists exactly the existing commands.
local function commands_are_in_the_help()
  local text = table.concat(vim.fn.readfile(vim.env.PLUGIN .. '/doc/scilit.txt'), '\n')
  local commands = vim.fn.getcompletion('Scilit ', 'cmdline')
  play.check(#commands == 22, 'the commands are ' .. vim.inspect(commands))
  for _, command in ipairs(commands) do
    play.check(text:find('*:Scilit-' .. command .. '*', 1, true), 'the help lacks ' .. command)
  end
  play.check(vim.fn.getcompletion('Scilit ref', 'cmdline')[1] == 'reference', 'no completion of a command')
  play.check(vim.fn.getcompletion("'<,'>Scilit rela", 'cmdline')[1] == 'related', 'no completion behind a range')
  play.check(vim.fn.getcompletion('Scilit reference ie', 'cmdline')[1] == 'ieee', 'no completion of an argument')
end

local function highlights()
  play.cursor_on('scilit:')
  vim.cmd('Scilit highlights')
  play.float_with('Papers that match')
  close_floats()
end

local function explain()
  vim.fn.append(9, { 'Sentence-BERT derives semantically meaningful sentence embeddings \\cite{reimers2019sentence}.' })
  play.cursor_on('mers2019')
  vim.cmd('Scilit explain')
  play.float_with('the sentence %(support %d%.%d%d out of 1%): .*\n1  %d%.%d%d  ')
  close_floats()
  vim.cmd('undo')
end

local function reference(told)
  vim.fn.append(9, { 'See \\citet{reimers2019sentence}.' })
  play.cursor_on('mers2019')
  vim.cmd('Scilit reference ieee')
  play.told_of(told, 'Reimers')
  play.wait_for('the register', function()
    return vim.fn.getreg('"'):find('N%. Reimers and I%. Gurevych')
  end)
end

local function doctor()
  vim.cmd('Scilit doctor')
  play.wait_for('the doctor', function()
    return play.text():find('program: .*active: ')
  end)
  vim.cmd('close')
end

local function health()
  vim.cmd('checkhealth scilit')
  local text = play.text()
  play.check(text:find('scilit: server') and text:find('papers are chosen with vim.ui.select'), text)
  play.check(text:find('engine; demo %(5260 papers%)'), text)
  play.check(not text:find('ERROR'), text)
  vim.cmd('bwipeout')
end

-- A cancelled command asks nothing more, and neither does one whose text has
-- changed: play.answer() fails if a list is shown.
local function overtaken(told)
  play.answer()
  play.cursor_on('scilit:')
  vim.cmd('Scilit suggest')
  vim.cmd('Scilit cancel')
  play.told_of(told, '^scilit: cancelled')
  vim.cmd('Scilit suggest')
  vim.fn.append(0, '% typed while it searches')
  play.told_of(told, 'the text changed during the search')
end

-- Mistakes are reported in one sentence.
local function mistakes(told)
  vim.cmd('Scilit nonsense')
  play.told_of(told, 'unknown command :Scilit nonsense')
  vim.cmd('Scilit cancel')
  play.told_of(told, 'nothing is running')
  require('scilit').setup({ cmd = { vim.env.SERVER }, papres = 3, papers = 'many' })
  play.told_of(told, 'no option "papres"')
  play.told_of(told, 'option papers must be a number')
  vim.cmd('enew')
  vim.cmd('Scilit suggest')
  play.told_of(told, 'has no file: save it first')
  vim.cmd('edit notes.txt')
  vim.cmd('Scilit suggest')
  play.told_of(told, 'nothing can be cited here')
end

local function uncited(told)
  vim.cmd('Scilit uncited')
  play.told_of(told, '1 entry is not cited: :copen lists them')
  local entry = vim.fn.getqflist()[1]
  play.check(entry.text == 'nobody1999: Cited by None', vim.inspect(entry))
  play.check(vim.fn.bufname(entry.bufnr):find('references.bib') and entry.col == 7, vim.inspect(entry))
end

local function check(told)
  vim.cmd('Scilit check')
  play.told_of(told, 'findings?: :copen lists them')
  for _, entry in ipairs(vim.fn.getqflist()) do
    if entry.text:find('^nobody1999: ') then
      return play.check(entry.text:find('%[not%-found%]$') and entry.type == 'N', vim.inspect(entry))
    end
  end
  play.check(false, vim.inspect(vim.fn.getqflist()))
end

play.run(function()
  local told = play.listen()
  require('scilit').setup({ cmd = { vim.env.SERVER }, picker = 'select' })
  vim.cmd('cd ' .. vim.fn.fnameescape(vim.env.WS))
  vim.fn.writefile({ '@misc{nobody1999,', '  title = {Cited by None}, author = {Nobody, N.},', '}' }, 'references.bib', 'a')
  vim.cmd('edit main.tex')
  help()
  commands_are_in_the_help()
  uncited(told)
  check(told)
  highlights()
  explain()
  reference(told)
  vim.cmd('Scilit status')
  play.told_of(told, 'engine; demo')
  doctor()
  health()
  vim.cmd('Scilit restart')
  play.told_of(told, 'restarted')
  highlights()
  overtaken(told)
  mistakes(told)
end)
