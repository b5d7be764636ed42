-- The subcommands of :Scilit. Each is one word; the rest of the line is its argument.
local message = require('scilit.message')

local M = {}

local function keywords(words)
  return #words > 0 and table.concat(words, ' ') or nil
end

local function lists(mode)
  return function(words, range)
    require('scilit.suggest').run(mode, keywords(words), range)
  end
end

-- The function of each subcommand, and the completion of its argument.
local commands = {
  suggest = { run = lists('sentence') },
  mark = { run = lists('mark') },
  cite = {
    run = function(words)
      require('scilit.suggest').named(keywords(words))
    end,
  },
  rewrite = {
    run = function(words)
      require('scilit.rewrite').run(keywords(words))
    end,
  },
  related = {
    run = function(words, range)
      require('scilit.related').run(keywords(words), range)
    end,
  },
  choose = {
    run = function(words, range)
      require('scilit.related').run(keywords(words), range, true)
    end,
  },
  context = {
    run = function()
      require('scilit.context').run()
    end,
  },
  undo = {
    run = function()
      require('scilit.undo').run()
    end,
  },
  uncited = {
    run = function()
      require('scilit.entries').uncited()
    end,
  },
  since = {
    run = function()
      require('scilit.entries').since()
    end,
  },
  check = {
    run = function()
      require('scilit.entries').check()
    end,
  },
  highlights = {
    run = function()
      require('scilit.highlights').run()
    end,
  },
  explain = {
    run = function()
      require('scilit.explain').run()
    end,
  },
  ask = {
    run = function(words, range)
      require('scilit.ask').run(keywords(words), range)
    end,
  },
  reference = {
    run = function(words)
      require('scilit.reference').run(words[1])
    end,
    complete = function()
      return require('scilit.reference').formats
    end,
  },
  online = {
    run = function(words, range)
      require('scilit.online').run(keywords(words), range)
    end,
  },
  add = {
    run = function(words)
      require('scilit.add').run(words)
    end,
    complete = function(typed)
      return vim.fn.getcompletion(typed, 'file')
    end,
  },
  grow = {
    run = function()
      require('scilit.grow').run()
    end,
  },
  cancel = {
    run = function()
      local task, bar = require('scilit.task').cancel(), require('scilit.bars').cancel()
      message.info((task or bar) and 'cancelled' or 'nothing is running')
    end,
  },
  status = {
    run = function()
      require('scilit.status').run()
    end,
  },
  doctor = {
    run = function()
      require('scilit.doctor').run()
    end,
  },
  restart = {
    run = function()
      require('scilit.client').restart()
    end,
  },
}

--- Runs the words after :Scilit, by default suggest. range is the first and the last line, if given.
function M.run(words, range)
  local command = commands[words[1] or 'suggest']
  if not command then
    return message.warn(('unknown command :Scilit %s: press Tab after :Scilit to list the commands'):format(words[1]))
  end
  command.run(vim.list_slice(words, 2), range)
end

local function beginning(with, all)
  return vim.tbl_filter(function(word)
    return vim.startswith(word, with)
  end, all)
end

--- Completes the last word of a command line.
function M.complete(typed, line)
  local words = vim.split(line:match('Scilit.*'), '%s+')
  local complete = #words > 2 and (commands[words[2]] or {}).complete
  if #words <= 2 then
    local names = vim.tbl_keys(commands)
    table.sort(names)
    return beginning(typed, names)
  end
  return complete and beginning(typed, complete(typed)) or {}
end

return M
