-- Simulates the first use without a corpus: accepts the offer to index PAPERS, finds
-- them with the next request, and adds papers to this corpus and to a new one.
local play = require('play')

local told = play.listen()

local function offered()
  local asked = play.answer('my papers', vim.env.PAPERS, 'mine')
  vim.cmd('Scilit suggest')
  play.told_of(told, 'mine: %d+ papers')
  play.check(asked[1].prompt:find('No papers can be searched'), 'the offer is ' .. vim.inspect(asked[1]))
  play.check(vim.inspect(asked[1].labels):find('demo corpus'), 'no demo in ' .. vim.inspect(asked[1]))
end

-- Searches until the corpus is open, and closes the list without choosing.
local function found()
  local list
  vim.ui.select = function(papers, opts)
    list = { title = opts.prompt, papers = papers }
  end
  vim.cmd('Scilit suggest')
  play.wait_for('the list', function()
    return list
  end)
  local mine = vim.tbl_filter(function(paper)
    return paper.corpus == 'mine'
  end, list.papers)
  play.check(#mine > 10, vim.inspect(list))
end

local function added()
  play.answer('^mine: %d+ papers$')
  vim.cmd('Scilit add ' .. vim.env.PAPERS)
  play.told_of(told, 'mine: ')
  play.answer('a new corpus', 'mine')
  vim.cmd('Scilit add ' .. vim.env.PAPERS)
  play.told_of(told, 'mine: ')
  local folders = vim.fn.glob(vim.fn.stdpath('data') .. '/scilit/corpora/*', true, true)
  play.check(#folders == 2, 'a corpus took the place of another: ' .. vim.inspect(folders))
  vim.fn.mkdir(vim.env.WS .. '/nothing')
  play.answer('a new corpus', 'nothing')
  vim.cmd('Scilit add nothing')
  play.told_of(told, 'no papers were found')
  play.check(vim.fn.isdirectory(folders[1] .. '/../nothing') == 0, 'an empty corpus is kept')
  vim.cmd('Scilit add /nowhere')
  play.told_of(told, '/nowhere does not exist')
end

local function open_corpora(count)
  local open
  play.wait_for(count .. ' open corpora', function()
    require('scilit.client').status(function(_, status)
      open = #require('scilit.client').corpora(status)
    end)
    vim.wait(200)
    return open == count
  end)
end

play.run(function()
  require('scilit').setup({ cmd = { vim.env.SERVER }, picker = 'select' })
  vim.cmd('cd ' .. vim.fn.fnameescape(vim.env.WS))
  vim.cmd('edit main.tex')
  play.cursor_on('scilit:')
  offered()
  open_corpora(1)
  found()
  added()
  open_corpora(2)
end)
