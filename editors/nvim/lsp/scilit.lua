-- For vim.lsp.enable('scilit'), from Neovim 0.11 on.
return require('scilit.client').config()
