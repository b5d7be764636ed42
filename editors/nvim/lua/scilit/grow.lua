-- Builds a corpus from a document's bibliography. The server shows the plan, asks for consent, and
-- sends the requests.
local client = require('scilit.client')
local message = require('scilit.message')

local M = {}

local function command(asked, done)
  local buffer = vim.api.nvim_get_current_buf()
  client.command(buffer, 'scilit.growCorpus', function()
    return vim.tbl_extend('error', { uri = vim.uri_from_bufnr(buffer) }, asked)
  end, done)
end

--- Builds the corpus of the current document.
function M.run()
  command({}, function(problem)
    if problem then
      message.fail(problem)
    end
  end)
end

--- Calls done(true) if the current document has references to start from.
function M.can(done)
  command({ plan = true }, function(problem)
    done(not problem or problem:find('online.sources', 1, true) ~= nil)
  end)
end

return M
