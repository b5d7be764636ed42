-- Explains a citation with the paper's passages closest to the sentence.
local client = require('scilit.client')
local message = require('scilit.message')
local place = require('scilit.place')
local task = require('scilit.task')

local M = {}

local relations = {
  supports = 'supports the sentence',
  refutes = 'contradicts the sentence',
  related = 'is only related to the sentence',
  not_found = 'does not mention this in the available text',
}

local function where(passage)
  return passage.index == 0 and passage.section or ('%s, paragraph %d'):format(passage.section, passage.index)
end

--- Returns an explanation as plain lines, since text from papers is untrusted.
function M.lines(explained)
  local lines = { ('%s. %s'):format(explained.byline, explained.title), '' }
  lines[#lines + 1] = ('%s (support %.2f out of 1): %s'):format(relations[explained.relation], explained.support, explained.reason)
  for i, passage in ipairs(explained.passages) do
    vim.list_extend(lines, { '', ('%d  %.2f  %s'):format(i, passage.score, where(passage)), passage.text, passage.reason })
  end
  return vim.list_extend(lines, { '', explained.use.text })
end

local function show(explained)
  local options = { border = 'rounded', focus_id = 'scilit', max_width = 100, wrap = true }
  local _, window = vim.lsp.util.open_floating_preview(M.lines(explained), 'text', options)
  require('scilit.preview').dress_float(window)
end

--- Explains the citation at the cursor.
function M.run()
  local here = place.here()
  task.run('asking', 'comparing', function(done)
    return client.ask(here.buffer, 'scilit/explain', here:params(), done)
  end, function(problem, explained)
    if problem then
      message.fail(problem)
    else
      show(explained)
    end
  end)
end

return M
