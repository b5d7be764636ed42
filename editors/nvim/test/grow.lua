-- Simulates a user with a bibliography and no corpus, who declines the plan to build one, then
-- accepts it, and cites a paper from the grown corpus. SENT contains the requests sent.
local play = require('play')

local function sent()
  return table.concat(vim.fn.readfile(vim.env.SENT), '\n')
end

-- The server's question is shown by inputlist or vim.ui.select, depending on the version.
local function answer_plan(wanted)
  local asked = {}
  local function choose(prompt, labels)
    asked[#asked + 1] = prompt
    for i, label in ipairs(labels) do
      if label:find(wanted) then
        return i
      end
    end
    play.fail('no ' .. wanted .. ' among ' .. vim.inspect(labels))
  end
  vim.fn.inputlist = function(lines)
    return choose(
      lines[1],
      vim.tbl_filter(function(line)
        return line:find('^%d')
      end, lines)
    )
  end
  vim.ui.select = function(items, opts, done)
    local i = choose(opts.prompt, vim.tbl_map(opts.format_item or tostring, items))
    done(items[i], i)
  end
  return asked
end

local function refused(told)
  local asked = play.answer('Build a corpus from this bibliography')
  local first = vim.ui.select
  vim.ui.select = function(items, opts, done)
    vim.ui.select = nil
    answer_plan('Do not build')
    first(items, opts, done)
  end
  vim.cmd('Scilit suggest')
  play.told_of(told, 'nothing was sent')
  play.check(asked[1].labels[1]:find('Build a corpus'), 'the first offer is ' .. asked[1].labels[1])
  play.check(sent() == '', 'sent was ' .. sent())
end

local function grown(told)
  local asked = answer_plan('Build the corpus')
  vim.cmd('Scilit grow')
  play.told_of(told, 'papers, %d+ searchable')
  play.check(asked[1]:find('Hosts: api.openalex.org') and asked[1]:find('60 identifiers'), asked[1])
  play.told_of(told, 'the corpus has %d+ papers')
end

local function cited()
  play.answer('.')
  vim.cmd('Scilit mark')
  play.wait_for('a citation', function()
    return play.text():find('%[@%w+%]')
  end)
end

play.run(function()
  local told = play.listen()
  require('scilit').setup({
    cmd = { vim.env.SERVER },
    picker = 'select',
    preview = false,
    settings = { engine = 'plain', online = { sources = { 'openalex' } } },
  })
  vim.cmd('cd ' .. vim.fn.fnameescape(vim.env.WS))
  vim.cmd('edit main.md')
  play.cursor_on('matters')
  refused(told)
  grown(told)
  cited()
  vim.cmd('wall')
end)
