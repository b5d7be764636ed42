-- Shows the program's report on its installation and engine.
local client = require('scilit.client')
local corpora = require('scilit.corpora')
local job = require('scilit.job')
local options = require('scilit.options')
local task = require('scilit.task')

local M = {}

-- Shows the report with the cursor on the first problem, else on the active engine.
local function show(lines)
  vim.cmd('botright new')
  vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = 'nofile', 'wipe', false
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
  vim.bo.modifiable = false
  vim.fn.matchadd('WarningMsg', [[^problem: .*]])
  local _ = vim.fn.search('^problem: ', 'cw') > 0 or vim.fn.search('^active: ', 'cw')
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = true })
end

-- Returns the folders of the configured and the open corpora.
local function indexes(status)
  local all = vim.tbl_map(vim.fn.expand, corpora.indexes(options.get().settings.indexes) or {})
  for _, corpus in ipairs(client.corpora(status)) do
    if not vim.tbl_contains(all, corpus.path) then
      all[#all + 1] = corpus.path
    end
  end
  return all
end

-- Returns the file of a buffer with a manuscript.
local function manuscript(buffer)
  local file = buffer and vim.bo[buffer].filetype ~= 'bib' and client.is_ours(buffer) and vim.api.nvim_buf_get_name(buffer)
  return file and vim.fn.filereadable(file) == 1 and { file } or {}
end

--- Returns the program's arguments for a buffer, which may be nil.
function M.arguments(status, buffer)
  local args = { 'doctor' }
  for _, index in ipairs(indexes(status)) do
    vim.list_extend(args, { '--index', index })
  end
  vim.list_extend(args, options.flags('engine', 'models', 'onnxruntime'))
  return vim.list_extend(args, manuscript(buffer))
end

function M.run()
  local buffer = vim.api.nvim_get_current_buf()
  client.status(function(_, status)
    local errors = {}
    task.run('asking', 'examining', function(done)
      return job.run(M.arguments(status, buffer), client.root(buffer), function(line)
        errors[#errors + 1] = line
      end, done)
    end, function(_, lines)
      show(vim.list_extend(vim.list_extend({ 'program: ' .. client.program() }, lines), errors))
    end)
  end)
end

return M
