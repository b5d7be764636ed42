-- Differences between Neovim versions since 0.7.2. No other file checks the version.
local M = {}

local since_0_11 = vim.fn.has('nvim-0.11') == 1

M.uv = vim.uv or vim.loop

--- Returns the clients with a name, of one buffer or of all.
function M.clients(name, buffer)
  if vim.lsp.get_clients then
    return vim.lsp.get_clients({ name = name, bufnr = buffer })
  end
  local all = buffer and vim.lsp.buf_get_clients(buffer) or vim.lsp.get_active_clients()
  return vim.tbl_filter(function(client)
    return client.name == name
  end, vim.tbl_values(all))
end

local function call(client, method, ...)
  if since_0_11 then
    return client[method](client, ...)
  end
  return client[method](...)
end

--- Returns the ID with which to cancel the request; nil if the client has stopped.
function M.request(client, method, params, handler, buffer)
  local sent, id = call(client, 'request', method, params, handler, buffer)
  return sent and id or nil
end

function M.cancel(client, id)
  call(client, 'cancel_request', id)
end

function M.notify(client, method, params)
  call(client, 'notify', method, params)
end

function M.stop(client)
  call(client, 'stop')
end

local started = {} -- client IDs by name and root; 0.11 finds running clients itself

local function start(config, buffer)
  if since_0_11 then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  local key = config.name .. '\n' .. config.root_dir
  local client = vim.lsp.get_client_by_id(started[key] or 0)
  if (not client or client.is_stopped()) and vim.fn.executable(config.cmd[1]) == 1 then
    started[key] = vim.lsp.start_client(config)
  end
  if started[key] then
    vim.lsp.buf_attach_client(buffer, started[key])
  end
end

--- Starts a server for a buffer, or attaches the one for its root.
function M.start(config, buffer)
  if type(config.root_dir) ~= 'function' then
    start(config, buffer)
    return
  end
  config.root_dir(buffer, function(root)
    start(vim.tbl_extend('force', config, { root_dir = root }), buffer)
  end)
end

--- Registers a server for its file types. root_dir is a function of a buffer and a callback, as in
--- 0.11.
function M.enable(config)
  if vim.lsp.config then
    vim.lsp.config(config.name, config)
    vim.lsp.enable(config.name)
    return
  end
  local function attach(event)
    if vim.bo[event.buf].buftype == '' then
      M.start(config, event.buf)
    end
  end
  local group = vim.api.nvim_create_augroup('scilit', {})
  vim.api.nvim_create_autocmd('FileType', { group = group, pattern = config.filetypes, callback = attach })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.tbl_contains(config.filetypes, vim.bo[buffer].filetype) then
      attach({ buf = buffer })
    end
  end
end

--- Returns the configuration of a server. The user's values take precedence.
function M.configured(config)
  return vim.lsp.config and vim.lsp.config[config.name] or config
end

--- Returns the version of a buffer's text that was last sent to servers.
function M.version(buffer)
  return vim.lsp.util.buf_versions[buffer] or 0
end

--- Returns the settings that a client sends on request.
function M.settings(client)
  return client.settings or client.config.settings
end

--- Returns the length of the first bytes of a line in UTF-32 and in UTF-16.
function M.units(line, bytes)
  if since_0_11 then
    return vim.str_utfindex(line, 'utf-32', bytes), vim.str_utfindex(line, 'utf-16', bytes)
  end
  return vim.str_utfindex(line, bytes)
end

--- Calls vim.ui.input without the error that early versions raise for CTRL-C.
function M.input(options, done)
  local asked, problem = pcall(vim.ui.input, options, done)
  if not asked and not tostring(problem):find('Keyboard interrupt', 1, true) then
    error(problem, 0)
  end
end

-- Programs that open a URL or a file, by system.
local openers = { mac = 'open', win32 = 'explorer' }

--- Opens a URL or a file; returns false if no program can.
function M.open(address)
  if vim.ui.open then
    local _, problem = vim.ui.open(address)
    return not problem
  end
  local program = 'xdg-open'
  for system, opener in pairs(openers) do
    program = vim.fn.has(system) == 1 and opener or program
  end
  return vim.fn.executable(program) == 1 and vim.fn.jobstart({ program, address }, { detach = true }) > 0
end

--- Returns the health check functions under their current names.
function M.health()
  local health = vim.health or require('health')
  return {
    start = health.start or health.report_start,
    ok = health.ok or health.report_ok,
    info = health.info or health.report_info,
    warn = health.warn or health.report_warn,
    error = health.error or health.report_error,
  }
end

return M
