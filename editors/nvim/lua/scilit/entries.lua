-- Fills the quickfix list with uncited entries, entries that differ from the records in the indexes,
-- or sentences related to newly published papers. The commands work in a manuscript or a .bib file.
local client = require('scilit.client')
local message = require('scilit.message')

local M = {}

--- Requests a list and shows it, or a message if it is empty. asked contains the command, the title,
--- the text and type of an item, and the messages for none and for n items.
local function list(asked)
  local buffer = vim.api.nvim_get_current_buf()
  client.command(buffer, asked.command, function()
    return { textDocument = { uri = vim.uri_from_bufnr(buffer) }, quiet = true }
  end, function(problem, all)
    if problem then
      return message.fail(problem)
    elseif #all == 0 then
      return message.info(asked.none)
    end
    local items = vim.tbl_map(function(entry)
      return {
        filename = vim.uri_to_fname(entry.uri),
        lnum = entry.range.start.line + 1,
        col = entry.range.start.character + 1,
        text = asked.text(entry),
        type = asked.type(entry),
      }
    end, all)
    vim.fn.setqflist({}, ' ', { title = asked.title, items = items })
    message.info(asked.some(#all) .. ': :copen lists them')
  end)
end

--- Lists the uncited entries.
function M.uncited()
  list({
    command = 'scilit.uncited',
    title = 'scilit: uncited entries',
    none = 'no uncited entries were found',
    some = function(n)
      return (n == 1 and '1 entry is' or n .. ' entries are') .. ' not cited'
    end,
    text = function(entry)
      return entry.key .. ': ' .. entry.title
    end,
    type = function()
      return ''
    end,
  })
end

--- Lists the sentences related to papers found by updates of a grown corpus.
function M.since()
  list({
    command = 'scilit.publishedSince',
    title = 'scilit: new papers for this manuscript',
    none = 'no new papers related to this manuscript are known: run `scilit-lsp corpus update` to look for them',
    some = function(n)
      return message.counted(n, 'sentence') .. ' related to new papers'
    end,
    text = function(place)
      local why = place.cites and ' [also cites ' .. place.cites .. ']' or ''
      return place.title .. (place.year and ', ' .. place.year or '') .. why
    end,
    type = function()
      return ''
    end,
  })
end

--- Lists the entries that differ from the records in the indexes.
function M.check()
  list({
    command = 'scilit.check',
    title = 'scilit: references',
    none = 'no entry contradicts the records in your indexes',
    some = function(n)
      return message.counted(n, 'finding')
    end,
    text = function(finding)
      return ('%s: %s [%s]'):format(finding.key, finding.message, finding.code)
    end,
    type = function(finding)
      return ({ 'E', 'W', 'I', 'N' })[finding.severity]
    end,
  })
end

return M
