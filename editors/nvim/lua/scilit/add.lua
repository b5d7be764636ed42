-- Indexes papers into a new corpus or an open one.
local client = require('scilit.client')
local compat = require('scilit.compat')
local corpora = require('scilit.corpora')
local job = require('scilit.job')
local message = require('scilit.message')
local options = require('scilit.options')
local task = require('scilit.task')

local M = {}

-- Adds a corpus to the search, now and in later sessions.
local function search_in(folder, done)
  client.status(function(_, status)
    local paths = vim.tbl_map(function(corpus)
      return corpus.path
    end, client.corpora(status))
    corpora.remember(folder, options.get().settings.indexes, paths)
    client.tell_indexes()
    done()
  end)
end

local function report(said, notes)
  if #notes > 0 then
    vim.fn.setqflist({}, ' ', { title = 'scilit: indexing notes', lines = notes })
    said = ('%s; :copen shows %s'):format(said, message.counted(#notes, 'note'))
  end
  message.info(said)
end

-- Runs the program, and then searches the corpus in `folder`.
local function index(what, folder, args)
  if task.is_running('indexing') then
    return message.warn('papers are already being indexed: wait, or cancel with :Scilit cancel')
  end
  local problems, notice = {}, nil
  local command = { 'index', what, '--progress-lines' }
  vim.list_extend(command, options.flags('models', 'onnxruntime', 'grobid'))
  vim.list_extend(command, args)
  task.run('indexing', 'indexing', function(done)
    return job.run(command, nil, function(line)
      local papers = line:match('^progress: (.*)')
      if papers then
        message.progress(('indexed %s so far ... (:Scilit cancel)'):format(papers))
        return
      end
      notice = line:match('^notice: (.*)') or notice
      if not line:find('^notice: ') then
        problems[#problems + 1] = line
      end
    end, done)
  end, function(code, output)
    local problem = problems[#problems]
    if code ~= 0 and what == 'build' and notice == 'no_papers' then
      vim.fn.delete(folder, 'rf')
      return message.warn('no papers were found: specify PDFs, .bib files, exports from a reference manager, or a folder of these')
    end
    if code ~= 0 then
      return message.fail(problem or ('indexing ended with code %d'):format(code))
    end
    search_in(folder, function()
      report('added to the search: ' .. output[1], problems)
    end)
  end)
end

--- Builds a corpus from files and folders.
function M.build(name, paths)
  local folder = corpora.new_folder(name)
  index('build', folder, vim.list_extend({ '--out', folder, '--name', name }, paths))
end

local function name_and_build(paths)
  local suggested = vim.fn.fnamemodify(paths[1]:gsub('/+$', ''), ':t:r')
  compat.input({ prompt = 'Name of the corpus: ', default = suggested }, function(name)
    if name and name:find('%S') then
      M.build(name, paths)
    end
  end)
end

local function ask_where(paths, open)
  local targets = vim.list_extend({ { name = 'a new corpus' } }, open)
  vim.ui.select(targets, {
    prompt = 'Which corpus should the papers be added to?',
    kind = 'scilit',
    format_item = function(target)
      return target.path and ('%s: %s'):format(target.name, message.counted(target.papers, 'paper')) or target.name
    end,
  }, function(target)
    if not target then
      return
    elseif target.path then
      index('add', target.path, vim.list_extend({ target.path }, paths))
    else
      name_and_build(paths)
    end
  end)
end

local function where(paths)
  for _, path in ipairs(paths) do
    if vim.fn.filereadable(path) == 0 and vim.fn.isdirectory(path) == 0 then
      return message.warn(('%s does not exist: specify a file or a folder of papers'):format(path))
    end
  end
  client.status(function(_, status)
    local open = client.corpora(status)
    if #open > 0 then
      ask_where(paths, open)
    else
      name_and_build(paths)
    end
  end)
end

local function absolute(path)
  return vim.fn.fnamemodify(path, ':p')
end

--- Indexes papers, asking for missing arguments. If the argument names a work, it cites the work instead.
function M.run(paths)
  if paths and paths[1] and require('scilit.online').is_work(paths[1]) then
    return require('scilit.online').add(table.concat(paths, ' '))
  end
  if paths and #paths > 0 then
    return where(vim.tbl_map(absolute, paths))
  end
  compat.input({ prompt = 'File or folder of papers: ', completion = 'file' }, function(path)
    if path and path ~= '' then
      where({ absolute(path) })
    end
  end)
end

return M
