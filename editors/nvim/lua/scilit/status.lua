-- Status: engine and corpora, in one line.
local client = require('scilit.client')
local message = require('scilit.message')

local M = {}

--- What the server said of itself, in one line.
function M.line(status)
  local corpora = vim.tbl_map(function(corpus)
    return ('%s (%d papers)'):format(corpus.name, corpus.papers)
  end, status.corpora)
  if status.library then
    corpora[#corpora + 1] = ('library (%d papers, %s)'):format(status.library.papers, status.library.state)
  end
  if status.problem then
    return status.problem
  end
  return ('%s engine; %s'):format(status.engine, table.concat(corpora, ', '))
end

function M.run()
  client.status(function(problem, status)
    if problem then
      message.fail(problem)
    else
      message.info(M.line(status))
    end
  end)
end

return M
