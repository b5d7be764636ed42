-- The corpora built by :Scilit add, stored separately from the user's settings.
local M = {}

local function folder()
  return vim.fn.stdpath('data') .. '/scilit'
end

local function file()
  return folder() .. '/indexes.json'
end

--- Returns a folder for a new corpus. It contains no other corpus, but possibly an interrupted build
--- to resume.
function M.new_folder(name)
  local base = folder() .. '/corpora/' .. name:gsub('[^%w._-]+', '-')
  local free, n = base, 1
  while vim.fn.filereadable(free .. '/CURRENT') == 1 do
    n = n + 1
    free = base .. '-' .. n
  end
  return free
end

local function remembered()
  local ok, read = pcall(vim.fn.readfile, file())
  local parsed, paths = pcall(vim.json.decode, ok and table.concat(read) or '')
  return parsed and type(paths) == 'table' and paths or {}
end

--- Returns the folders for the `indexes` setting: the user's and the stored ones. Returns nil if
--- there are none, so that scilit.toml and SCILIT_INDEX apply.
function M.indexes(set)
  local all = vim.list_extend({}, set or {})
  for _, path in ipairs(remembered()) do
    if not vim.tbl_contains(all, path) then
      all[#all + 1] = path
    end
  end
  return #all > 0 and all or nil
end

--- Stores a corpus. If the user has set no indexes, the open ones are stored with it, since the
--- setting replaces the server's own.
function M.remember(path, set, open)
  local paths = remembered()
  if not set and #paths == 0 then
    paths = vim.list_extend({}, open)
  end
  if vim.tbl_contains(paths, path) or vim.tbl_contains(set or {}, path) then
    return
  end
  vim.fn.mkdir(folder(), 'p')
  vim.fn.writefile({ vim.json.encode(vim.list_extend(paths, { path })) }, file())
end

return M
