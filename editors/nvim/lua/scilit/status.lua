-- Shows the engine and the corpora in one line.
local client = require('scilit.client')
local message = require('scilit.message')

local M = {}

--- Returns the server's status in one line.
function M.line(status)
  if status.problem then
    return client.no_corpus(status.notices) or status.problem
  end
  local corpora = vim.tbl_map(function(corpus)
    return ('%s (%s)'):format(corpus.name, message.counted(corpus.papers, 'paper'))
  end, status.corpora)
  if status.library then
    local papers = message.counted(status.library.papers, 'paper')
    corpora[#corpora + 1] = ('library (%s, %s)'):format(papers, status.library.state)
  end
  local notes = #status.notes > 0 and ('; %s: :Scilit doctor'):format(message.counted(#status.notes, 'note')) or ''
  return ('%s engine; %s%s'):format(status.engine, table.concat(corpora, ', '), notes)
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
