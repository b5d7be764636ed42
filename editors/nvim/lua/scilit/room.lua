-- Room for messages below the windows: one that does not fit stops the typing
-- until Enter, and one that comes soon after another takes its place unread. So
-- the command line has as many lines as they need until the next key.
local M = {}

local namespace = vim.api.nvim_create_namespace('scilit-room')

local height -- of the command line, as the user has it; nil while it is that
local unread = {} -- { text, highlight group }

-- At the next key.
local function shrink()
  vim.on_key(nil, namespace)
  vim.schedule(function()
    vim.o.cmdheight, height, unread = height or vim.o.cmdheight, nil, {}
  end)
end

-- Some columns at the end of the last line are for other things.
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

-- Who has messages elsewhere, as by nvim-notify, needs no room.
local function is_plain()
  return debug.getinfo(vim.notify, 'S').source:find('_editor', 1, true) ~= nil
end

local groups = { [vim.log.levels.ERROR] = 'ErrorMsg', [vim.log.levels.WARN] = 'WarningMsg' }

-- All that was not read; Neovim would show the last one alone.
local function show_all()
  local chunks = {}
  for i, message in ipairs(unread) do
    chunks[i] = { (i > 1 and '\n' or '') .. message[1], message[2] }
  end
  vim.api.nvim_echo(chunks, false, {})
end

--- Makes room for a message, below those that were not read, and has it shown by show().
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
