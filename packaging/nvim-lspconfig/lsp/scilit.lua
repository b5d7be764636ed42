---@brief
---
--- https://github.com/scilit-lsp/scilit-lsp
---
--- Cite while writing: suggests papers worth citing at the cursor from an index on
--- your own machine, and inserts a citing sentence and the BibTeX entry.
---
--- Build an index once, and name it in the settings:
---
--- ```sh
--- scilit-lsp index build --out ~/papers/index ~/Zotero refs.bib
--- ```
---
--- ```lua
--- vim.lsp.config('scilit', {
---   init_options = { indexes = { '~/papers/index' } },
--- })
--- ```

---@type vim.lsp.Config
return {
  cmd = { 'scilit-lsp' },
  filetypes = { 'tex', 'plaintex', 'bib', 'markdown', 'quarto', 'rmd' },
  root_markers = { 'scilit.toml', '.git' },
}
