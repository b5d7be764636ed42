-- Loads the file named by FILE like nvim-lspconfig, and quits Neovim:
--   FILE=... nvim --headless --clean -c 'luafile check.lua'
local ok, problem = pcall(function()
  local config = dofile(os.getenv('FILE'))
  assert(vim.deep_equal(config.cmd, { 'scilit-lsp' }), 'cmd')
  assert(vim.tbl_contains(config.filetypes, 'tex') and vim.tbl_contains(config.filetypes, 'markdown'), 'filetypes')
  assert(#config.root_markers > 0, 'root_markers')
  if vim.lsp.config then
    vim.lsp.config('scilit', config)
  end
end)
if not ok then
  print(problem)
end
vim.cmd(ok and 'qall!' or 'cquit!')
