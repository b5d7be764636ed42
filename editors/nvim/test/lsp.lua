-- Plays a user without the plugin: opens FILE in WS, hovers the directive, asks for
-- code actions on it, takes the first paper, and saves both files.
-- Runs from Neovim 0.7.2 on: nvim --headless --clean -n -i NONE -S test/lsp.lua
local ws, file = vim.env.WS, vim.env.FILE

local function die(message)
  io.stderr:write('FAIL: ' .. message .. '\n')
  vim.cmd('cquit 1')
end

local function check(ok, message)
  if not ok then die(message) end
  return ok
end

local function wait_for(what, condition)
  check(vim.wait(60000, condition, 20), what .. ' did not come')
end

local function start(buffer)
  local id = vim.lsp.start_client({
    name = 'scilit', cmd = { vim.env.SERVER }, root_dir = ws,
    capabilities = vim.lsp.protocol.make_client_capabilities(),
    get_language_id = function(_, filetype) return filetype == 'tex' and 'latex' or filetype end,
  })
  check(id, 'the client does not start')
  wait_for('initialize', function()
    local client = vim.lsp.get_client_by_id(id)
    return client and client.initialized
  end)
  vim.lsp.buf_attach_client(buffer, id)
  return id
end

local function hover()
  vim.lsp.buf.hover()
  local window
  wait_for('the hover', function()
    for _, w in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(w).relative ~= '' then window = w return true end
    end
  end)
  local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
  vim.api.nvim_win_close(window, true)
  return table.concat(lines, '\n')
end

-- In every version of Neovim the menu is vim.ui.select.
local function cite(buffer)
  local titles
  vim.ui.select = function(items, _, choose)
    titles = vim.tbl_map(function(i) return (i[2] or i.action).title end, items)
    for i, title in ipairs(titles) do
      if title:find('^Suggest citation: ') then return choose(items[i], i) end
    end
  end
  local before = vim.api.nvim_buf_get_changedtick(buffer)
  vim.lsp.buf.code_action()
  wait_for('the menu', function() return titles end)
  wait_for('the edit', function() return vim.api.nvim_buf_get_changedtick(buffer) > before end)
  vim.wait(300)
  return titles
end

local function main()
  vim.cmd('cd ' .. vim.fn.fnameescape(ws))
  vim.cmd('edit ' .. file)
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].filetype = vim.env.FILETYPE
  local id = start(buffer)

  local row = check(vim.fn.search('scilit:', 'cw') > 0 and vim.fn.line('.'), 'no directive')
  local column = vim.api.nvim_win_get_cursor(0)[2]
  local text = hover()
  check(text:find('Papers that match', 1, true), 'the hover says: ' .. text)

  vim.api.nvim_win_set_cursor(0, { row, column })
  local titles = cite(buffer)
  local papers = vim.tbl_filter(function(t) return t:find('^Suggest citation: .+ %d%d%d%d, ') end, titles)
  check(#papers == 5, 'the menu offers ' .. vim.inspect(titles))

  vim.cmd('wall')
  vim.lsp.stop_client(id)
  vim.wait(500, function() return vim.lsp.get_client_by_id(id) == nil end)
  vim.cmd('qall!')
end

local ok, err = xpcall(main, debug.traceback)
if not ok then die(err) end
