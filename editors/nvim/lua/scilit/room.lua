-- Makes room for messages below the windows. Neovim waits for Enter at a message that does not fit,
-- and overwrites unread messages, so the command line grows until the next key.
local M = {}

local namespace = vim.api.nvim_create_namespace('scilit-room')

local height -- the user's cmdheight; nil while it is in effect
local unread = {} -- { text, highlight group }

-- Runs at the next key.
local function shrink()
  vim.on_key(nil, namespace)
  vim.schedule(function()
    vim.o.cmdheight, height, unread = height or vim.o.cmdheight, nil, {}
  end)
end

-- Neovim reserves some columns at the end of the last line.
local function lines(text)
  local width, columns = vim.fn.strdisplaywidth(text), vim.o.columns
  return 1 + math.max(math.ceil((width - vim.v.echospace) / columns), 0)
end

local function needed()
  local all = 0
  for _, message in ipairs(unread) do
    all = all + lines(message[1])
  end
  return all
end

-- Plugins such as nvim-notify show messages elsewhere.
local function is_plain()
  return debug.getinfo(vim.notify, 'S').source:find('_editor', 1, true) ~= nil
end

local groups = { [vim.log.levels.ERROR] = 'ErrorMsg', [vim.log.levels.WARN] = 'WarningMsg' }

-- Shows all unread messages, since Neovim would show only the last one.
local function show_all()
  local chunks = {}
  for i, message in ipairs(unread) do
    chunks[i] = { (i > 1 and '\n' or '') .. message[1], message[2] }
  end
  vim.api.nvim_echo(chunks, false, {})
end

--- Makes room for a message below the unread ones, and calls show().
function M.tell(text, level, show)
  if not is_plain() then
    return show()
  end
  unread[#unread + 1] = { text, groups[level] }
  while needed() > vim.o.lines / 3 and #unread > 1 do
    table.remove(unread, 1)
  end
  height = height or vim.o.cmdheight
  vim.o.cmdheight = math.max(needed(), vim.o.cmdheight)
  vim.cmd('redraw')
  show()
  if #unread > 1 then
    show_all()
  end
  vim.on_key(shrink, namespace)
end

return M
