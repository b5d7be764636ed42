-- Doctor: what is installed, what is active, and why, as the program says it.
local client = require('scilit.client')
local job = require('scilit.job')
local options = require('scilit.options')
local task = require('scilit.task')

local M = {}

local function show(lines)
  vim.cmd('botright new')
  vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = 'nofile', 'wipe', false
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
  vim.bo.modifiable = false
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = true })
end

--- The program's arguments: corpora are those that the server has open,
--- wherever they were named.
function M.arguments(status)
  local args = { 'doctor' }
  for _, corpus in ipairs(client.corpora(status)) do
    vim.list_extend(args, { '--index', corpus.path })
  end
  return vim.list_extend(args, options.flags('engine', 'models', 'onnxruntime'))
end

function M.run()
  client.status(function(_, status)
    local errors = {}
    task.run('asking', 'examining', function(done)
      return job.run(M.arguments(status), function(line)
        errors[#errors + 1] = line
      end, done)
    end, function(_, lines)
      show(vim.list_extend(vim.list_extend({ 'program: ' .. client.program() }, lines), errors))
    end)
  end)
end

return M
