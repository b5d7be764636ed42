-- Shows highlights: this server's hover for the citation or the scilit comment at the cursor.
local client = require('scilit.client')
local message = require('scilit.message')
local place = require('scilit.place')
local task = require('scilit.task')

local M = {}

local function show(hover)
  local lines = vim.lsp.util.convert_input_to_markdown_lines(hover.contents)
  local options = { border = 'rounded', focus_id = 'scilit', max_width = 100 }
  local _, window = vim.lsp.util.open_floating_preview(lines, 'markdown', options)
  require('scilit.preview').dress_float(window)
end

function M.run()
  local here = place.here()
  task.run('asking', 'looking it up', function(done)
    return client.ask(here.buffer, 'textDocument/hover', here:params(), done)
  end, function(problem, hover)
    if problem then
      message.fail(problem)
    elseif not hover then
      message.warn('put the cursor on a citation or a scilit comment first')
    else
      show(hover)
    end
  end)
end

return M
