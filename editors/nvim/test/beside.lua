-- Runs another server next to ours, which counts columns in UTF-16 whatever ours
-- uses. Marks must land in the right place after a character that the two count
-- differently, and only one of our servers may run per root.
local play = require('play')
local compat = require('scilit.compat')

local sentence = 'Pooling 😀 of words – and of sentences – works well.'

local function start_other(buffer)
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  capabilities.general = { positionEncodings = { 'utf-16' } }
  compat.start({
    name = 'texlab',
    cmd = { vim.env.SERVER },
    root_dir = vim.env.WS,
    capabilities = capabilities,
  }, buffer)
  play.wait_for('the other server', function()
    local client = compat.clients('texlab', buffer)[1]
    return client and client.initialized and client.offset_encoding == 'utf-16'
  end)
end

local function mark()
  vim.fn.setline(10, sentence .. ' Another one follows.')
  vim.api.nvim_win_set_cursor(0, { 10, #sentence - 1 })
  local asked = play.answer('.')
  vim.cmd('Scilit mark sentence embeddings')
  play.wait_for('the list', function()
    return asked[1]
  end)
  play.float_with('Suggested sentence\n[^.].*New in your %.bib')
  play.press('<CR>')
  play.wait_for('the mark', function()
    return vim.fn.getline(10):find('@')
  end)
  local written = vim.fn.getline(10)
  local pattern = '^' .. vim.pesc(sentence:sub(1, -2)) .. ' %[@%w+%]%. Another one follows%.$'
  play.check(written:find(pattern), 'the mark is in the wrong place: ' .. written)
end

play.run(function()
  require('scilit').setup({ cmd = { vim.env.SERVER }, picker = 'select' })
  vim.cmd('cd ' .. vim.fn.fnameescape(vim.env.WS))
  vim.cmd('edit main.md')
  start_other(vim.api.nvim_get_current_buf())
  mark()
  vim.cmd('edit main.tex | split references.bib')
  vim.wait(500)
  play.check(#compat.clients('scilit') == 1, 'servers of ours: ' .. #compat.clients('scilit'))
  vim.cmd('checkhealth scilit')
  play.check(play.text():find('texlab is running too, offsets in utf%-16'), play.text())
  vim.cmd('bwipeout | wall')
end)
