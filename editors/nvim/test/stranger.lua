-- Simulates a user who opens main.tex of WS, a stranger's repository whose scilit.toml
-- names an index and a library. The server asks whether to trust the file, and asks
-- again after the file has changed.
local play = require('play')

local client = require('scilit.client')
local settings = vim.env.WS .. '/scilit.toml'
local asked = {}

-- Neovim before 0.10 asks with inputlist, later versions with vim.ui.select.
local function answer_with(choice)
  vim.fn.inputlist = function(lines)
    asked[#asked + 1] = table.concat(lines, '\n')
    return choice
  end
  vim.ui.select = function(items, opts, choose)
    asked[#asked + 1] = opts.prompt
    choose(items[choice], choice)
  end
end

local function await_status(what, condition)
  local found, asking
  play.wait_for(what, function()
    if not asking then
      asking = true
      client.status(function(problem, status)
        play.check(status, problem)
        found, asking = condition(status), false
      end)
    end
    return found
  end)
end

local function await_question(n)
  play.wait_for('question ' .. n, function()
    return #asked >= n
  end)
  play.check(#asked == n and asked[n]:find('scilit.toml', 1, true) and asked[n]:find('indexes', 1, true), vim.inspect(asked))
end

play.run(function()
  vim.fn.writefile({ 'indexes = ["theirs"]', 'candidates = 3' }, settings)
  answer_with(1)
  play.listen()
  require('scilit').setup({ cmd = { vim.env.SERVER } })
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.WS .. '/main.tex'))
  await_question(1)
  await_status('trust', function(status)
    return #status.refused == 0 and status.indexes[1] == vim.loop.fs_realpath(vim.env.WS) .. '/theirs'
  end)
  vim.fn.writefile({ '# changed', 'indexes = ["others"]' }, settings)
  answer_with(2)
  vim.cmd('Scilit restart')
  await_question(2)
  await_status('the refusal', function(status)
    return #status.indexes == 0 and status.refused[1].keys[1] == 'indexes' and status.notes[1]:find('scilit-lsp trust', 1, true)
  end)
end)
