-- The entries that nothing cites, in the quickfix list.
local client = require('scilit.client')
local message = require('scilit.message')

local M = {}

local function item(entry)
  return {
    filename = vim.uri_to_fname(entry.uri),
    lnum = entry.range.start.line + 1,
    col = entry.range.start.character + 1,
    text = entry.key .. ': ' .. entry.title,
  }
end

--- Lists them, asked for from a manuscript or a .bib.
function M.run()
  local buffer = vim.api.nvim_get_current_buf()
  client.command(buffer, 'scilit.uncited', function()
    return { textDocument = { uri = vim.uri_from_bufnr(buffer) }, quiet = true }
  end, function(problem, all)
    if problem then
      return message.fail(problem)
    elseif #all == 0 then
      return message.info('every entry is cited')
    end
    vim.fn.setqflist({}, ' ', { title = 'scilit: entries that nothing cites', items = vim.tbl_map(item, all) })
    message.info(('nothing cites %s: :copen lists them'):format(#all == 1 and '1 entry' or #all .. ' entries'))
  end)
end

return M
