-- The connection to the server: one per root, with asynchronous requests.
local bars = require('scilit.bars')
local compat = require('scilit.compat')
local corpora = require('scilit.corpora')
local edit = require('scilit.edit')
local message = require('scilit.message')
local options = require('scilit.options')

local M = {}

local name = 'scilit'

-- Returns the nearest parent folder with a marker, else the file's folder. A buffer without a file
-- has no server, since Neovim could not apply its edits.
local function root_of(buffer, done)
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == '' then
    return
  end
  local folder = vim.fn.fnamemodify(file, ':p:h')
  local here = folder
  while true do
    for _, marker in ipairs(options.get().root_markers) do
      if compat.uv.fs_stat(here .. '/' .. marker) then
        return done(here)
      end
    end
    local parent = vim.fn.fnamemodify(here, ':h')
    if parent == here then
      return done(folder)
    end
    here = parent
  end
end

local languages = { tex = 'latex', plaintex = 'latex', bib = 'bibtex' }

-- The last message that a server has shown.
local shown_last

local levels = { vim.log.levels.ERROR, vim.log.levels.WARN, vim.log.levels.INFO, vim.log.levels.DEBUG }

--- Returns the message for a missing corpus with its remedy; nil if no notice reports one.
function M.no_corpus(notices)
  for _, notice in ipairs(notices or {}) do
    if notice.code == 'no_index' then
      return 'no papers can be searched yet: :Scilit grow builds a corpus from your references'
    end
  end
end

local told_of_no_corpus

local function show(_, shown)
  shown_last = shown.message
  message.show(shown.message, levels[shown.type])
end

-- Shows the server's warnings; the one about a missing corpus only once.
local function notice(_, shown)
  shown_last = shown.text
  local no_corpus = M.no_corpus({ shown })
  if not no_corpus then
    message.show(shown.text, levels[shown.type])
  elseif not told_of_no_corpus then
    told_of_no_corpus = true
    message.warn(no_corpus)
  end
end

local hearers = {} -- handlers of partial results, by token

--- Calls hear(value) for the partial results of a token; nil removes the handler.
function M.hear(token, hear)
  hearers[token] = hear
end

-- Neovim's own handler ignores partial results.
local function progress(err, params, ...)
  local hear = params and hearers[params.token]
  if hear then
    return hear(params.value)
  end
  if params then
    bars.show(params.token, params.value)
  end
  return vim.lsp.handlers['$/progress'](err, params, ...)
end

--- Returns the settings for the server.
local function settings()
  local set = vim.deepcopy(options.get().settings)
  set.indexes = corpora.indexes(set.indexes)
  return next(set) and set or vim.empty_dict()
end

--- Returns Neovim's capabilities, and whether texlab or digestif may run too.
local function capabilities()
  local texlab = vim.fn.executable('texlab') == 1 or vim.fn.executable('digestif') == 1 or #compat.clients('texlab') > 0
  return vim.tbl_extend('force', vim.lsp.protocol.make_client_capabilities(), { experimental = { texlab = texlab, notices = true } })
end

--- Returns the configuration for vim.lsp.config, vim.lsp.start and vim.lsp.start_client.
function M.config()
  return {
    name = name,
    cmd = options.get().cmd,
    filetypes = options.get().filetypes,
    root_dir = root_of,
    -- The server requests the settings only from 0.11.
    init_options = settings(),
    capabilities = capabilities(),
    settings = { scilit = settings() },
    get_language_id = function(_, filetype)
      return languages[filetype] or filetype
    end,
    handlers = {
      ['window/showMessage'] = show,
      ['scilit/notice'] = notice,
      ['workspace/applyEdit'] = edit.requested,
      ['$/progress'] = progress,
    },
  }
end

--- Returns the program, and the problem if it cannot run.
function M.program()
  local cmd = compat.configured(M.config()).cmd
  local program = (type(cmd) == 'table' and cmd or options.get().cmd)[1]
  if vim.fn.executable(program) == 1 then
    return program
  end
  return program, ('%s was not found: put it on your PATH, or set the cmd option to its location'):format(program)
end

--- Reports whether a buffer's file type has a server.
function M.is_ours(buffer)
  local filetypes = compat.configured(M.config()).filetypes
  return vim.tbl_contains(filetypes, vim.bo[buffer].filetype)
end

-- The interval between checks whether a server has started, and the maximum wait, in milliseconds.
local step, patience = 20, 15000

--- Calls done(problem, client) once the buffer's server is ready, and starts it if necessary.
local function ready(buffer, done, waited)
  local client = compat.clients(name, buffer)[1]
  if client and client.initialized then
    return done(nil, client)
  end
  waited = waited or 0
  if waited == 0 then
    local _, problem = M.program()
    if vim.api.nvim_buf_get_name(buffer) == '' then
      problem = 'the buffer has no file: save it first, for example with :write paper.tex'
    elseif not M.is_ours(buffer) then
      problem = 'nothing can be cited here: put the cursor in a LaTeX, Markdown, Org or Typst document'
    end
    if problem then
      return done(problem)
    end
    compat.start(compat.configured(M.config()), buffer)
  end
  if waited > patience then
    return done('the server could not be started: see ' .. require('vim.lsp.log').get_filename())
  end
  vim.defer_fn(function()
    ready(buffer, done, waited + step)
  end, step)
end

local content_modified = -32801

local function reason(err)
  if err.code == content_modified then
    return 'the text has changed: repeat the command'
  end
  return (err.message:gsub('%s+', ' '))
end

--- Sends a request to the server of a buffer. params is a table or a function of the client. Calls
--- done(problem, result, notice) once, unless the returned function cancels it. The notice contains
--- the reason if no index can be searched.
function M.ask(buffer, method, params, done)
  local client, id, cancelled
  ready(buffer, function(problem, found)
    if cancelled then
      return
    end
    if problem then
      return done(problem)
    end
    client = found
    id = compat.request(client, method, type(params) == 'function' and params(client) or params, function(err, result)
      id = nil
      if not cancelled then
        done(err and reason(err), result, err and err.data)
      end
    end, buffer)
    if not id then
      done('the server has stopped: restart it with :Scilit restart')
    end
  end)
  return function()
    cancelled = true
    if id then
      compat.cancel(client, id)
    end
  end
end

--- Runs a command on a buffer's server. argument(client) returns its argument.
--- done(problem, result) gets no problem that the server has already shown.
function M.command(buffer, command, argument, done)
  return M.ask(buffer, 'workspace/executeCommand', function(c)
    return { command = command, arguments = { argument(c) } }
  end, function(problem, result)
    local shown = problem and shown_last == 'scilit: ' .. problem
    done(not shown and problem or nil, result)
  end)
end

--- Requests the status of the current buffer's server, else of any server.
function M.status(done)
  local buffer = vim.api.nvim_get_current_buf()
  local any = compat.clients(name)[1]
  if not M.is_ours(buffer) and any then
    buffer = next(any.attached_buffers) or buffer
  end
  return M.ask(buffer, 'scilit/status', vim.empty_dict(), done)
end

--- Returns the root of a buffer's server, in which it reads scilit.toml; nil if none is running.
function M.root(buffer)
  local client = compat.clients(name, buffer)[1]
  return client and vim.fn.isdirectory(client.config.root_dir) == 1 and client.config.root_dir or nil
end

--- The name of the corpus of the user's own papers.
M.library = 'library'

--- Returns the corpora in a status, which may be nil.
function M.corpora(status)
  return status and status.corpora or {}
end

--- Applies an edit from a buffer's server.
function M.apply(buffer, made)
  edit.apply(made, compat.clients(name, buffer)[1].offset_encoding)
end

--- Notifies all servers of the stored corpora, so that they reopen their indexes.
function M.tell_indexes()
  for _, client in ipairs(compat.clients(name)) do
    local told = compat.settings(client)
    told.scilit = told.scilit or {}
    told.scilit.indexes = corpora.indexes(told.scilit.indexes)
    compat.notify(client, 'workspace/didChangeConfiguration', { settings = told })
  end
end

--- Stops all servers, and restarts those of the buffers that had one.
function M.restart()
  local buffers = {}
  for _, client in ipairs(compat.clients(name)) do
    vim.list_extend(buffers, vim.tbl_keys(client.attached_buffers or {}))
    compat.stop(client)
  end
  local function again()
    if #compat.clients(name) > 0 then
      return vim.defer_fn(again, step)
    end
    for _, buffer in ipairs(buffers) do
      compat.start(compat.configured(M.config()), buffer)
    end
    message.info('the server was restarted')
  end
  again()
end

return M
