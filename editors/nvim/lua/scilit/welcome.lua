-- First use: where there is nothing to search yet, a corpus is offered.
local add = require('scilit.add')
local client = require('scilit.client')
local message = require('scilit.message')

local M = {}

-- The papers of the demo lie beside this plugin in the project's repository.
local function demo_papers()
  local here = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p')
  local papers = vim.fn.fnamemodify(here, ':h:h:h:h:h') .. '/testdata/papers'
  return vim.fn.glob(papers .. '/*.jsonl.gz', true, true)
end

local function choices()
  local all = { { label = 'Index papers of mine (a folder, PDFs, a .bib, ...)', take = add.run } }
  local demo = demo_papers()
  if #demo > 0 then
    all[#all + 1] = {
      label = 'Index the 5,260 papers of the demo, to try it',
      take = function()
        add.build('demo', demo)
      end,
    }
  end
  all[#all + 1] = { label = 'Nothing now' }
  return all
end

local function offer()
  vim.ui.select(choices(), {
    prompt = 'There is no corpus to search yet:',
    kind = 'scilit',
    format_item = function(choice)
      return choice.label
    end,
  }, function(choice)
    if choice and choice.take then
      choice.take()
    end
  end)
end

--- Tells a problem, but offers a corpus where the reason is that there is none.
function M.unless_empty(problem)
  client.status(function(failed, status)
    if not failed and status.engine == 'none' and (status.problem or ''):match('^no index is configured') then
      offer()
    else
      message.fail(problem)
    end
  end)
end

return M
