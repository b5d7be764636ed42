-- Simulates a user without a corpus who searches online in main.md of WS: declines to
-- send the query shown, sends one with other keywords, and cites a paper. Then adds a
-- DOI. The file SENT contains the requests sent.
local play = require('play')

local function sent()
  return table.concat(vim.fn.readfile(vim.env.SENT), '\n')
end

local function cited(pattern)
  play.wait_for(pattern, function()
    return play.text():find(pattern)
  end)
end

local function refused(told)
  local asked = play.answer('ecology, sound', '^Do not send')
  vim.cmd('Scilit online')
  play.told_of(told, 'nothing was sent')
  play.check(asked[1].prompt == 'Keywords to send: ' and asked[1].default:find('ecology'), vim.inspect(asked))
  play.check(asked[2].prompt:find('api.crossref.org receives “ecology sound”', 1, true), vim.inspect(asked))
  play.check(sent() == '', 'sent was ' .. sent())
end

local function found()
  local asked = play.answer('^Send$', 'Chemical Ecology')
  vim.cmd('Scilit online ecology, sound')
  play.wait_for('the list', function()
    return asked[2]
  end)
  play.check(asked[2].prompt:find('Found online %(crossref: 2 records%)'), vim.inspect(asked))
  play.check(sent():find('query.bibliographic=ecology%+sound'), 'sent was ' .. sent())
  cited('%[@kessler2012chemical%]')
end

local function added()
  -- The server's question is shown by inputlist or vim.ui.select, depending on the version.
  vim.fn.inputlist = function()
    return 1
  end
  play.answer('^Send$')
  vim.cmd('Scilit add 10.1371/journal.pone.0033693')
  cited('sadasivan2012methylphenidate')
end

play.run(function()
  local told = play.listen()
  require('scilit').setup({
    cmd = { vim.env.SERVER },
    picker = 'select',
    preview = false,
    settings = { prefer = 'mark', online = { sources = { 'crossref' } } },
  })
  vim.cmd('cd ' .. vim.fn.fnameescape(vim.env.WS))
  vim.cmd('edit main.md')
  vim.fn.setline(1, { 'We study the chemical ecology of sound.' })
  vim.cmd('silent write')
  play.cursor_on('sound')
  refused(told)
  found()
  added()
  vim.cmd('wall')
end)
