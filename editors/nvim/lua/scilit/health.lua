-- :checkhealth scilit
local client = require('scilit.client')
local compat = require('scilit.compat')
local doctor = require('scilit.doctor')
local picker = require('scilit.picker')
local status = require('scilit.status')

local M = {}

local health = compat.health()

-- The maximum wait for the server or the program, in milliseconds.
local patience = 20000

local function ask_status()
  local problem, answer
  client.status(function(...)
    problem, answer = ...
  end)
  vim.wait(patience, function()
    return problem or answer
  end, 20)
  return problem or (not answer and 'the server is not responding') or nil, answer
end

local function check_program()
  local program, problem = client.program()
  if problem then
    health.error(problem, { 'Build it with `make build` and put bin/scilit-lsp on your PATH, or call setup{ cmd = { ... } }' })
    return false
  end
  health.ok(vim.fn.exepath(program) .. ' ' .. vim.trim(vim.fn.system({ program, '--version' })))
  return true
end

local function check_server()
  local running = compat.clients('scilit')
  if #running == 0 then
    health.warn('no server is running: open a manuscript first', { 'If one is open, call setup: :help scilit-setup' })
    return
  end
  for _, one in ipairs(running) do
    health.ok(('a server is running for %s, offsets in %s'):format(one.config.root_dir, one.offset_encoding))
  end
  local problem, answer = ask_status()
  if problem then
    health.error(problem, { ':Scilit restart' })
    return
  end
  if answer.problem then
    health.error(answer.problem, { ':Scilit add PATH indexes a file or a folder of papers' })
  else
    health.ok(status.line(answer))
  end
  return answer
end

local function check_engine(answer)
  local running = compat.clients('scilit')[1]
  local buffer = running and next(running.attached_buffers)
  local command = vim.list_extend({ client.program() }, doctor.arguments(answer, buffer))
  for _, line in ipairs(vim.fn.systemlist(command)) do
    local problem, neural = line:match('^problem: (.*)'), line:match('^neural engine: not available: (.*)')
    if problem then
      health.warn(problem)
    elseif neural then
      health.warn('papers are searched without sentence embeddings: ' .. neural, { ':Scilit doctor shows details' })
    elseif line:match('^note: ') or line:match('^active: ') then
      health.info(line)
    end
  end
end

local function check_picker()
  local name, missing = picker.chosen()
  if missing then
    health.warn(('the %s picker is not installed: using vim.ui.select'):format(missing), { "Set the picker option to 'auto'" })
  else
    health.ok('papers are chosen with ' .. (name == 'select' and 'vim.ui.select' or name))
  end
end

local function check_neighbours()
  for _, one in ipairs(compat.clients('texlab')) do
    health.info(('texlab is running too, offsets in %s: see :help scilit-texlab for the division of work'):format(one.offset_encoding))
  end
end

function M.check()
  health.start('scilit: program')
  if not check_program() then
    return
  end
  health.start('scilit: server')
  check_engine(check_server())
  health.start('scilit: editor')
  check_picker()
  check_neighbours()
end

return M
