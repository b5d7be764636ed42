-- Simulates a user of the plugin: opens FILE in WS, lists papers with PICKER, looks
-- at one, cites it (MODE: sentence or mark), rewrites the sentence with the keywords
-- in REWRITE, if any, and saves.
local play = require('play')

local ws, file, mode = vim.env.WS, vim.env.FILE, vim.env.MODE or 'sentence'

local function changed(buffer, from)
  return vim.api.nvim_buf_get_changedtick(buffer) > from
end

local function cite_with_select(buffer)
  local asked = play.answer('^%S.* %d%d%d%d, ')
  vim.cmd(mode == 'mark' and 'Scilit mark' or 'Scilit suggest')
  play.wait_for('the list', function()
    return asked[1]
  end)
  play.check(#asked[1].labels == 20, 'the list has ' .. #asked[1].labels .. ' papers')
  play.check(asked[1].prompt:find('papers match “sentence embeddings'), 'the list is called ' .. asked[1].prompt)
  local card = play.float_with('Suggested sentence\n[^.].*New in your %.bib')
  play.check(card:find('Highlights\n“'), 'no highlights on ' .. card)
  local shown = card:find('Evidence in the paper %(support 0%.%d%d out of 1%)\n“') ~= nil
  play.check((mode == 'sentence') == shown, 'the evidence on ' .. card)
  local before = vim.api.nvim_buf_get_changedtick(buffer)
  play.press('n')
  play.press('p')
  play.float_with('New in your %.bib')
  play.press('<CR>')
  return before
end

local function rewrite(buffer, keywords)
  vim.wait(500) -- 0.7.2 tells the server of a change in another file a moment later
  play.cursor_on([[\\cite\w*{\zs]])
  local before = vim.api.nvim_buf_get_changedtick(buffer)
  local asked = play.answer(keywords)
  vim.cmd('Scilit rewrite')
  play.wait_for('the rewritten sentence', function()
    return changed(buffer, before)
  end)
  play.check(asked[1].default == 'sentence embeddings | sentence representations', 'the keywords were ' .. asked[1].default)
  play.check(play.text():find('scilit: ' .. keywords, 1, true), 'the directive is not ' .. keywords)
end

-- Calls setup(). With SETUP=none, calls vim.lsp.enable instead if it exists, else
-- nothing; the program is then on the PATH.
local function set_up()
  if vim.env.SETUP ~= 'none' then
    require('scilit').setup({ cmd = { vim.env.SERVER }, picker = 'select' })
  elseif vim.lsp.enable then
    vim.lsp.enable('scilit')
  end
end

play.run(function()
  set_up()
  vim.cmd('cd ' .. vim.fn.fnameescape(ws))
  vim.cmd('edit ' .. file)
  vim.bo.filetype = vim.env.FILETYPE
  local buffer = vim.api.nvim_get_current_buf()
  play.cursor_on('scilit:')
  local before = cite_with_select(buffer)
  play.wait_for('the edit', function()
    return changed(buffer, before)
  end)
  if vim.env.REWRITE then
    rewrite(buffer, vim.env.REWRITE)
  end
  vim.cmd('wall')
end)
