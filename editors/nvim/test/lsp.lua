-- Simulates a user without the plugin: opens FILE in WS, hovers over the directive,
-- requests code actions on it, cites the first paper, and saves both files.
-- test.sh runs it and the other tests here on Neovim 0.7.2 and newer.
local play = require('play')

local ws, file = vim.env.WS, vim.env.FILE

local function start(buffer)
  local id = vim.lsp.start_client({
    name = 'scilit',
    cmd = { vim.env.SERVER },
    root_dir = ws,
    capabilities = vim.lsp.protocol.make_client_capabilities(),
    get_language_id = function(_, filetype)
      return filetype == 'tex' and 'latex' or filetype
    end,
  })
  play.check(id, 'the client does not start')
  play.wait_for('initialize', function()
    local client = vim.lsp.get_client_by_id(id)
    return client and client.initialized
  end)
  vim.lsp.buf_attach_client(buffer, id)
  return id
end

-- Every version of Neovim shows the menu with vim.ui.select.
local function cite(buffer)
  local titles
  vim.ui.select = function(items, _, choose)
    titles = vim.tbl_map(function(i)
      return (i[2] or i.action).title
    end, items)
    for i, title in ipairs(titles) do
      if title:find('^Suggest citation: ') then
        return choose(items[i], i)
      end
    end
  end
  local before = vim.api.nvim_buf_get_changedtick(buffer)
  vim.lsp.buf.code_action()
  play.wait_for('the menu', function()
    return titles
  end)
  play.wait_for('the edit', function()
    return vim.api.nvim_buf_get_changedtick(buffer) > before
  end)
  vim.wait(300)
  return titles
end

play.run(function()
  vim.cmd('cd ' .. vim.fn.fnameescape(ws))
  vim.cmd('edit ' .. file)
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].filetype = vim.env.FILETYPE
  local id = start(buffer)

  local row = play.check(vim.fn.search('scilit:', 'cw') > 0 and vim.fn.line('.'), 'no directive')
  local column = vim.api.nvim_win_get_cursor(0)[2]
  vim.lsp.buf.hover()
  play.float_with('Papers that match')

  vim.api.nvim_win_set_cursor(0, { row, column })
  local titles = cite(buffer)
  local papers = vim.tbl_filter(function(t)
    return t:find('^Suggest citation: .+ %d%d%d%d, ')
  end, titles)
  play.check(#papers == 5, 'the menu offers ' .. vim.inspect(titles))

  vim.cmd('wall')
  vim.lsp.stop_client(id)
  vim.wait(500, function()
    return vim.lsp.get_client_by_id(id) == nil
  end)
end)
